//! How operations toward other nodes are begun: alone or together with others, and how many of them may be unfinished.

use farreach_engine::{LISTS_MAX, Op, Source, Tracking};
use farreach_node::Memory;
use farreach_verbs::{InlineData, Time};

use crate::Error;
use crate::progress::{Core, Network, Through};

/// Operations that may be unfinished before a non-blocking one waits for half of them to finish.
const OUTSTANDING_MAX: usize = 4096;
/// Bytes of copies for unfinished operations before a non-blocking one waits for half of them to finish.
const COPIED_MAX: usize = 64 << 20;
/// Non-blocking operations that are posted before the packets are handed to the kernel.
const BATCH: usize = 32;
/// How many of them come to one look at the clock.
const POSTS_PER_CLOCK: usize = 8;
/// Full lists of puts that travel together before the packets are handed to the kernel, which cuts one buffer into several.
pub(super) const LISTS: usize = 4;
/// The same in puts: the target may begin with them.
const PUTS: u32 = 512;
/// How many puts that travel together come to one look at the clock.
const PUTS_PER_CLOCK: u32 = 32;
/// Puts of at most so many bytes travel together where many follow each other: three or more in a packet.
const TOGETHER_MAX: usize = 16 << 10;
/// Non-blocking puts of at most so many bytes are copied into a list of puts that travel together.
pub(crate) const LISTED_MAX: usize = 1024;

impl Through<'_> {
    /// Begins a put that `quiet` waits for. It leaves at once if it is alone, or of the first of many; the others leave
    /// together, the last with the next call that looks at the network, or within a millisecond.
    pub(crate) fn put_soon(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        let begin = |core: &mut Core, now| {
            begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
        };
        if bytes.len() > TOGETHER_MAX {
            return self.at_once(pe, begin);
        }
        let lists = if bytes.len() > LISTED_MAX { 1 } else { LISTS };
        self.soon(pe, lists, begin)
    }

    /// Begins something small that `quiet` waits for, which leaves as [`Through::put_soon`] says, or as soon as there are so many full lists.
    pub(super) fn soon(
        self,
        pe: u32,
        lists: usize,
        begin: impl FnOnce(&mut Core, Time),
    ) -> Result<(), Error> {
        if self.world.is_alone() {
            return self.at_once(pe, begin);
        }
        let network = self.network_to(pe)?;
        let has_room = network.peek(|core, now| {
            begin(core, now);
            if core.prompt.admits(now) || core.engine.posted() >= lists {
                network.poll_inside(core, now);
            }
            is_within(core, 1)
        });
        if !has_room {
            self.make_room(network);
        }
        Ok(())
    }

    /// Begins a put that `quiet` waits for, and that leaves together with others.
    pub(crate) fn listed(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.begin_listed(pe, |core, now| {
            begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
        })
    }

    /// The same for whatever travels in lists.
    #[inline]
    pub(crate) fn begin_listed(
        self,
        pe: u32,
        begin: impl FnOnce(&mut Core, Time),
    ) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        let wants_clock = |core: &mut Core| {
            core.puts = core.puts.wrapping_add(1);
            let begins = !core.engine.has_unsent();
            begins || core.puts.is_multiple_of(PUTS_PER_CLOCK) || self.world.is_alone()
        };
        let has_room = network.peek_often(wants_clock, |core, now| {
            let earlier = core.engine.now();
            begin(core, now);
            // Without a new look at the clock nothing can have become due.
            let is_due = || core.engine.next_deadline().is_some_and(|due| due <= now);
            let posted = core.engine.posted();
            let are_enough = posted >= LISTS || posted > 0 && core.puts >= PUTS;
            if are_enough || now != earlier && is_due() {
                core.puts = 0;
                network.poll_inside(core, now);
            }
            is_within(core, 1)
        });
        if !has_room {
            self.make_room(network);
        }
        Ok(())
    }

    /// Begins operations that `quiet` waits for or nobody does, and hands what was posted to the kernel.
    pub(crate) fn at_once(self, pe: u32, begin: impl FnOnce(&mut Core, Time)) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        let (has_room, has_left) = network.enter(|core, now| {
            begin(core, now);
            core.poll(now);
            (is_within(core, 1), !core.engine.has_pending(pe))
        });
        if !has_room {
            self.make_room(network);
        }
        if !has_left && self.world.is_alone() {
            // Nobody else would send it once there is a connection.
            self.wait_for("a connection", |_| {
                network.enter(|core, now| {
                    core.poll(now);
                    !core.engine.has_pending(pe)
                })
            });
        }
        Ok(())
    }

    /// Begins an operation that `quiet` waits for.
    pub(crate) fn implicit(self, pe: u32, op: Op<Memory>) -> Result<(), Error> {
        self.begin(pe, |core, now| {
            core.engine.submit(now, pe, op, Tracking::Implicit);
        })
    }

    /// Begins an operation without waiting for any, as `submit` does it.
    pub(crate) fn begin(self, pe: u32, submit: impl FnOnce(&mut Core, Time)) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        // Posted work waits for company; what could not be posted, or was posted a while ago, wants progress.
        let wants_clock = |core: &mut Core| {
            self.world.is_alone() || core.engine.posted().is_multiple_of(POSTS_PER_CLOCK)
        };
        let (wants_progress, has_room) = network.peek_often(wants_clock, |core, now| {
            let before = core.engine.posted();
            submit(core, now);
            let posted = core.engine.posted();
            let is_due = || core.engine.next_deadline().is_some_and(|due| due <= now);
            // Without a new look at the clock nothing can have become due.
            let wants_progress = posted == before
                || posted >= BATCH
                || (before.is_multiple_of(POSTS_PER_CLOCK) || self.world.is_alone()) && is_due();
            (wants_progress, is_within(core, 1))
        });
        if wants_progress {
            self.world.mailbox().make_room();
            network.progress();
        }
        if !has_room {
            self.make_room(network);
        }
        Ok(())
    }

    /// Waits until half of the limits on unfinished operations is free.
    pub(crate) fn make_room(self, network: &Network) {
        self.wait_for_packets("room for another non-blocking operation", |_| {
            network.enter(|core, now| {
                core.poll(now);
                // A single operation may be beyond the limit by itself.
                is_within(core, 2) || core.engine.outstanding() == 0
            })
        });
    }

    /// An operation that has ended when this returns.
    pub(crate) fn blocking(
        self,
        pe: u32,
        offset: usize,
        len: usize,
        op: Op<Memory>,
    ) -> Result<u64, Error> {
        self.world.check(pe, offset, len)?;
        let network = self.network_to(pe)?;
        let (token, mut result) = network.enter(|core, now| {
            let token = core.token();
            core.engine.submit(now, pe, op, Tracking::Token(token));
            core.poll(now);
            (token, core.take(token))
        });
        self.wait_for_packets("a remote operation", |_| {
            if result.is_none() {
                result = network.enter(|core: &mut Core, now| {
                    core.poll(now);
                    core.take(token)
                });
            }
            result.is_some()
        });
        self.world.network_result(result.expect("waited for"))
    }
}

/// Whether the unfinished operations are within a `share`-th of their limits.
pub(crate) fn is_within(core: &Core, share: usize) -> bool {
    core.engine.outstanding() <= OUTSTANDING_MAX / share
        && core.engine.lists() < LISTS_MAX / share
        && core.engine.owned_bytes() <= COPIED_MAX / share
}

/// Begins a put without a report; if it is small, it leaves together with others.
pub(crate) fn begin_put(
    core: &mut Core,
    now: Time,
    pe: u32,
    (offset, bytes): (usize, &[u8]),
    tracking: Tracking,
) {
    if !core
        .engine
        .put_listed(now, pe, offset as u64, bytes, tracking)
    {
        let op = put_op(offset, bytes);
        core.engine.submit(now, pe, op, tracking);
    }
}

pub(crate) fn put_op(offset: usize, bytes: &[u8]) -> Op<Memory> {
    let source = InlineData::new(bytes)
        .map_or_else(|| Source::Owned(Memory::copy_of(bytes)), Source::Inline);
    Op::Put {
        source,
        offset: offset as u64,
    }
}
