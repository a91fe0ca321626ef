//! When operations leave for other nodes that nobody waits for by themselves: one function posts them, and one place decides.
//!
//! What is posted and has not left goes with whatever leaves next, with the next call that looks at the network, or by the helper
//! within a millisecond.

use farreach_engine::{LISTS_MAX, Op, Source, Tracking};
use farreach_node::Memory;
use farreach_verbs::{InlineData, Time};

use crate::Error;
use crate::progress::{Beside, Core, Network, Through};

/// Operations that may be unfinished before a non-blocking one waits for half of them to finish.
const OUTSTANDING_MAX: usize = 4096;
/// Bytes of copies for unfinished operations before a non-blocking one waits for half of them to finish.
const COPIED_MAX: usize = 64 << 20;
/// Operations that leave in one batch.
pub(crate) const BATCH: usize = 32;
/// How many operations that leave in batches come to one look at the clock.
const POSTS_PER_CLOCK: usize = 8;
/// Full lists that leave in one batch: the kernel cuts one buffer into several.
pub(crate) const LISTS: usize = 4;
/// Puts in lists that leave in one batch, even if fewer lists are full: the target may begin with these.
const PUTS: u32 = 512;
/// How many puts in lists come to one look at the clock.
const PUTS_PER_CLOCK: u32 = 32;

/// Puts of at most so many bytes travel together where many follow each other: three or more in a packet.
const TOGETHER_MAX: usize = 16 << 10;
/// Non-blocking puts of at most so many bytes are copied into a list of puts that travel together.
pub(crate) const LISTED_MAX: usize = 1024;

/// How soon an operation leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// At once, with all that was posted before.
    AtOnce,
    /// At once if it is alone, or of the first of many (`progress/prompt.rs`). The others of many leave when so many work
    /// requests are posted.
    Promptly(usize),
    /// When [`LISTS`] lists or [`PUTS`] puts are posted, or one was posted a while ago.
    InLists,
    /// When [`BATCH`] work requests are posted, or one was posted a while ago, or this one can't be posted yet.
    InBatches,
}

impl Leaving {
    /// Whether a look at the clock is worth its time: that is longer than posting a small put takes.
    fn wants_clock(self, core: &mut Core) -> bool {
        match self {
            Leaving::AtOnce | Leaving::Promptly(_) => true,
            Leaving::InLists => {
                core.puts = core.puts.wrapping_add(1);
                !core.engine.has_unsent() || core.puts.is_multiple_of(PUTS_PER_CLOCK)
            }
            Leaving::InBatches => core.engine.posted().is_multiple_of(POSTS_PER_CLOCK),
        }
    }

    /// Whether what is posted leaves now. `before` work requests were posted before this operation; without a look at the clock
    /// nothing can have become due.
    fn is_time(self, core: &mut Core, before: usize, now: Time, has_looked: bool) -> bool {
        let posted = core.engine.posted();
        let is_due = || has_looked && core.engine.next_deadline().is_some_and(|due| due <= now);
        match self {
            Leaving::AtOnce => true,
            Leaving::Promptly(most) => core.prompt.admits(now) || posted >= most,
            Leaving::InLists => posted >= LISTS || posted > 0 && core.puts >= PUTS || is_due(),
            Leaving::InBatches => posted == before || posted >= BATCH || is_due(),
        }
    }
}

/// What came of posting an operation.
pub(crate) struct Posted<'w> {
    network: &'w Network,
    /// Whether posted work left.
    leaves: bool,
    /// Whether unfinished operations are within their limits.
    has_room: bool,
    /// Whether this process must wait until the operation has left, since no other thread would send it.
    waits: bool,
}

impl<'w> Through<'w> {
    /// Posts what `submit` submits toward `pe`. It leaves as `leaving` says. Waits if too much is unfinished.
    #[inline]
    pub(crate) fn post(
        self,
        pe: u32,
        leaving: Leaving,
        submit: impl FnOnce(&mut Core, Time),
    ) -> Result<(), Error> {
        let posted = self.post_without_waiting(pe, leaving, submit)?;
        if posted.leaves && leaving == Leaving::InBatches {
            // Who posts much may be sent much by its node, too.
            self.world.continue_beside();
        }
        if !posted.has_room {
            self.make_room(posted.network);
        }
        if posted.waits {
            self.await_departure(pe, posted.network);
        }
        Ok(())
    }

    /// Posts what `submit` submits toward `pe`. It leaves as `leaving` says.
    #[inline]
    pub(crate) fn post_without_waiting(
        self,
        pe: u32,
        leaving: Leaving,
        submit: impl FnOnce(&mut Core, Time),
    ) -> Result<Posted<'w>, Error> {
        let network = self.network_to(pe)?;
        let is_alone = self.world.is_alone();
        let leaving = match leaving {
            // Nobody else would send it, if this process does not come back for long.
            Leaving::Promptly(_) if is_alone => Leaving::AtOnce,
            leaving => leaving,
        };
        let wants_clock = |core: &mut Core| leaving.wants_clock(core) || is_alone;
        let (leaves, has_room, waits) = network.peek_often(wants_clock, |core, now| {
            let (before, earlier) = (core.engine.posted(), core.engine.now());
            submit(core, now);
            let leaves = leaving.is_time(core, before, now, now != earlier);
            if leaves {
                core.puts = 0;
                network.poll_inside(core, now);
            }
            let waits = leaving == Leaving::AtOnce && is_alone && core.engine.has_pending(pe);
            (leaves, is_within(core, 1), waits)
        });
        Ok(Posted {
            network,
            leaves,
            has_room,
            waits,
        })
    }

    /// Waits until what is for `pe` has left, which it does when there is a connection.
    #[cold]
    fn await_departure(self, pe: u32, network: &Network) {
        self.wait_for("a connection", |_| {
            network.enter(|core, now| {
                core.poll(now);
                !core.engine.has_pending(pe)
            })
        });
    }

    /// Begins a put that `quiet` waits for, and that leaves promptly.
    pub(crate) fn put_soon(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        let leaving = if bytes.len() > TOGETHER_MAX {
            Leaving::AtOnce
        } else if bytes.len() > LISTED_MAX {
            Leaving::Promptly(1)
        } else {
            Leaving::Promptly(LISTS)
        };
        self.post(pe, leaving, |core, now| {
            begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
        })
    }

    /// Begins a put that `quiet` waits for, and that leaves together with others.
    pub(crate) fn listed(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.post(pe, Leaving::InLists, |core, now| {
            begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
        })
    }

    /// Begins an operation that `quiet` waits for.
    pub(crate) fn implicit(self, pe: u32, op: Op<Memory>) -> Result<(), Error> {
        self.post(pe, Leaving::InBatches, |core, now| {
            core.engine.submit(now, pe, op, Tracking::Implicit);
        })
    }

    /// Waits until half of the limits on unfinished operations is free.
    #[cold]
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
