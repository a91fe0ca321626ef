//! Posts operations toward other nodes, and decides when posted work is sent.
//!
//! [`LaneContext::post`] is the one function that posts. [`Leaving`] is the one place that decides.
//! Posted work that is not sent at once is sent with the next operation that is, by the next call
//! that polls the network, or by the helper within a millisecond, or one for each process that shares a core.
//!
//! | operation | leaves |
//! |---|---|
//! | put of more than 16 KiB, put with signal, signal, strided put, other transfers of several operations | at once |
//! | put that returns when its source may be reused, atomic without an answer | at once, if no more than four in a row and one in 50 µs did so (`progress/prompt.rs`); else when four lists are full, or one work request of more than 1 KiB is posted |
//! | message | at once by the same rule, which is asked for the first of a batch and for every eighth; else when it fills a batch of 2 KiB, or 32 work requests are posted |
//! | non-blocking put of at most 1 KiB, non-blocking signal | when four lists are full, or 512 puts are in them, or the first has waited a millisecond |
//! | other non-blocking put, get and atomic | when 32 work requests are posted, or it can't be posted yet, or the first has waited a millisecond |
//! | blocking get and atomic, operation with a handle | at once |
//! | message of a collective | with the collective's next wait, or when it ends, by the rule for puts |
//!
//! Where the device has no lists, 32 work requests take the place of four lists. A process without a helper sends puts and messages at
//! once, since nobody else would send them later.
//!
//! Two kinds of operations are posted elsewhere: transfers of several operations (`pipeline.rs`),
//! and those of collectives (`collectives/process.rs`).

use farreach_engine::{LISTS_MAX, Op, Source, Tracking};
use farreach_node::Memory;
use farreach_verbs::{InlineData, Time};

use crate::Error;
use crate::progress::{Background, Core, LaneContext, Network};

/// The most unfinished operations. Beyond this number, a call waits until half of this number is
/// left.
const OUTSTANDING_MAX: usize = 4096;
/// The most bytes of copies that unfinished operations hold. Beyond this number, a call waits until
/// half of this number is left.
const COPIED_MAX: usize = 64 << 20;
/// Work requests that are sent together.
pub(crate) const BATCH: usize = 32;
/// The clock is read once in this number of operations that are sent in batches.
const POSTS_PER_CLOCK: usize = 8;
/// Full lists that are sent together. One send call hands them to the kernel as one buffer, which
/// the kernel cuts into datagrams.
pub(crate) const LISTS: usize = 4;
/// Puts in lists after which the lists are sent, even if fewer than [`LISTS`] lists are full. The
/// target then executes these puts while more are posted.
const PUTS: u32 = 512;
/// The clock is read once in this number of puts in lists.
const PUTS_PER_CLOCK: u32 = 32;
/// The clock is read once in this number of messages that join a batch. They are added in less time than the clock is read.
const MESSAGES_PER_CLOCK: u32 = 8;

/// The most bytes of a put that shares a packet with others when puts follow each other quickly. A
/// packet carries at least three such puts.
const TOGETHER_MAX: usize = 16 << 10;
/// The most bytes of a non-blocking put that is copied into a list.
pub(crate) const LISTED_MAX: usize = 1024;

/// How soon an operation is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// At once, together with everything that was posted before. A process without a helper also
    /// waits until the peer is connected, since the process may not call the library again for
    /// long.
    AtOnce,
    /// At once, together with everything that was posted before. The call does not wait for a
    /// connection: the caller polls until the operation has ended.
    Awaited,
    /// At once if the operation comes alone, or is one of the first of many
    /// (`progress/prompt.rs`). The later ones of many are sent when this number of work requests is
    /// posted. In a process without a helper, as [`Leaving::AtOnce`].
    Promptly(usize),
    /// As [`Leaving::Promptly`] if the operation comes alone, or is one of the first of many; else as [`Leaving::InLists`].
    PromptlyInLists,
    /// When [`LISTS`] lists or [`PUTS`] puts are posted, or when the engine's deadline for posted
    /// work is over. Without lists each of the operations is a work request: then when [`BATCH`] are posted.
    InLists,
    /// When [`BATCH`] work requests are posted, when the operation can't be posted yet, or when the
    /// engine's deadline for posted work is over.
    InBatches,
}

impl Leaving {
    /// Whether to read the clock. To read the clock takes longer than to post a small put.
    fn wants_clock(self, core: &mut Core) -> bool {
        match self {
            Leaving::AtOnce | Leaving::Awaited | Leaving::PromptlyInLists => true,
            Leaving::Promptly(most) if most > 1 => true,
            Leaving::Promptly(_) => is_turn(core, MESSAGES_PER_CLOCK),
            Leaving::InLists => is_turn(core, PUTS_PER_CLOCK),
            Leaving::InBatches => core.engine.posted().is_multiple_of(POSTS_PER_CLOCK),
        }
    }

    /// Whether posted work is sent now. `before` is the number of work requests that were posted
    /// before this operation. `has_looked` says whether the clock was read: otherwise no deadline
    /// can have passed.
    fn is_time(self, core: &mut Core, before: usize, now: Time, has_looked: bool) -> bool {
        let posted = core.engine.posted();
        let is_due = || has_looked && core.engine.next_deadline().is_some_and(|due| due <= now);
        match self {
            Leaving::AtOnce | Leaving::Awaited => true,
            Leaving::Promptly(most) => core.prompt.admits(now) || posted >= most,
            Leaving::PromptlyInLists => core.prompt.admits(now) || posted >= in_lists(core),
            Leaving::InLists => {
                posted >= in_lists(core) || posted > 0 && core.puts >= PUTS || is_due()
            }
            Leaving::InBatches => posted == before || posted >= BATCH || is_due(),
        }
    }
}

/// Whether it is the turn of one in `every` operations that join others which wait. What waits has a deadline, which the helper keeps.
fn is_turn(core: &mut Core, every: u32) -> bool {
    core.puts = core.puts.wrapping_add(1);
    !core.engine.has_unsent() || core.puts.is_multiple_of(every)
}

/// The work requests of small operations that are sent together: lists, or the operations themselves where there are no lists.
fn in_lists(core: &Core) -> usize {
    if core.engine.has_lists() {
        LISTS
    } else {
        BATCH
    }
}

/// What came of posting operations.
pub(crate) struct Posted<'w, R> {
    /// What `submit` returned.
    result: R,
    network: &'w Network,
    /// Whether posted work was sent.
    leaves: bool,
    /// Whether unfinished operations are within their limits.
    has_room: bool,
    /// Whether this process must wait until the operations are sent, since no other thread would
    /// send them.
    waits: bool,
}

impl<'w> LaneContext<'w> {
    /// Posts the operations that `submit` submits toward `pe`, and returns the result of `submit`.
    /// `leaving` says when the operations are sent. Waits if too many operations are unfinished.
    #[inline]
    pub(crate) fn post<R>(
        self,
        pe: u32,
        leaving: Leaving,
        submit: impl FnOnce(&mut Core, Time) -> R,
    ) -> Result<R, Error> {
        let posted = self.post_without_waiting(pe, leaving, submit)?;
        if posted.leaves && leaving == Leaving::InBatches {
            // A process that posts many operations may get many messages of its node meanwhile.
            // Their senders wait when there is no room.
            self.world.continue_background();
        }
        if !posted.has_room {
            self.make_room(posted.network);
        }
        if posted.waits {
            self.await_posting(pe, posted.network);
        }
        Ok(posted.result)
    }

    /// Posts the operations that `submit` submits toward `pe`. `leaving` says when the operations
    /// are sent.
    #[inline]
    pub(crate) fn post_without_waiting<R>(
        self,
        pe: u32,
        leaving: Leaving,
        submit: impl FnOnce(&mut Core, Time) -> R,
    ) -> Result<Posted<'w, R>, Error> {
        let network = self.network_to(pe)?;
        let is_alone = self.world.is_alone();
        let leaving = match leaving {
            // Without a helper, nobody sends the operation before this process's next call.
            Leaving::Promptly(_) | Leaving::PromptlyInLists if is_alone => Leaving::AtOnce,
            leaving => leaving,
        };
        let wants_clock = |core: &mut Core| leaving.wants_clock(core) || is_alone;
        let (result, leaves, has_room, waits) = network.peek_often(wants_clock, |core, now| {
            let (before, earlier) = (core.engine.posted(), core.engine.now());
            let result = submit(core, now);
            let leaves = leaving.is_time(core, before, now, now != earlier);
            if leaves {
                core.puts = 0;
                // The device measures round trips.
                let has_looked = now != earlier;
                let now = if has_looked {
                    now
                } else {
                    network.clock().now()
                };
                network.poll_inside(core, now);
            }
            let waits = leaving == Leaving::AtOnce && is_alone && core.engine.has_pending(pe);
            (result, leaves, is_within(core, 1), waits)
        });
        Ok(Posted {
            result,
            network,
            leaves,
            has_room,
            waits,
        })
    }

    /// Waits until no operation toward `pe` is pending. Pending operations are posted when the
    /// connection is up.
    #[cold]
    fn await_posting(self, pe: u32, network: &Network) {
        self.wait_for("a connection", |_| {
            network.enter(|core, now| {
                core.poll(now);
                !core.engine.has_pending(pe)
            })
        });
    }

    /// Begins a put, which [`LaneContext::quiet`] waits for. The put is sent promptly.
    pub(crate) fn put_soon(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        let leaving = if bytes.len() > TOGETHER_MAX {
            Leaving::AtOnce
        } else if bytes.len() > LISTED_MAX {
            Leaving::Promptly(1)
        } else {
            Leaving::PromptlyInLists
        };
        self.post(pe, leaving, |core, now| {
            begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
        })
    }

    /// Begins a put of at most [`LISTED_MAX`] bytes, which [`LaneContext::quiet`] waits for. The put is
    /// sent together with others.
    pub(crate) fn listed(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.post(pe, Leaving::InLists, |core, now| {
            begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
        })
    }

    /// Begins an operation, which [`LaneContext::quiet`] waits for. The operation is sent in a batch.
    pub(crate) fn implicit(self, pe: u32, op: Op<Memory>) -> Result<(), Error> {
        self.post(pe, Leaving::InBatches, |core, now| {
            core.engine.submit(now, pe, op, Tracking::Implicit);
        })
    }

    /// Waits until the unfinished operations are within half of their limits.
    #[cold]
    pub(crate) fn make_room(self, network: &Network) {
        self.wait_for_packets("room for another non-blocking operation", |_| {
            network.enter(|core, now| {
                core.poll(now);
                // A single operation's copy may exceed the limit.
                is_within(core, 2) || core.engine.outstanding() == 0
            })
        });
    }

    /// Carries out an operation on `len` bytes at `offset` of `pe`'s segment. Returns the word that
    /// the operation fetched, or zero.
    pub(crate) fn blocking(
        self,
        pe: u32,
        offset: usize,
        len: usize,
        op: Op<Memory>,
    ) -> Result<u64, Error> {
        self.world.check(pe, offset, len)?;
        let network = self.network_to(pe)?;
        let token = self.post(pe, Leaving::Awaited, |core, now| {
            let token = core.token();
            core.engine.submit(now, pe, op, Tracking::Token(token));
            token
        })?;
        let mut result = None;
        self.wait_for_packets("a remote operation", |_| {
            result = network.enter(|core, now| {
                core.poll(now);
                core.take(token)
            });
            result.is_some()
        });
        self.world.network_result(result.expect("waited for"))
    }
}

/// Whether the unfinished operations are within their limits divided by `share`.
pub(crate) fn is_within(core: &Core, share: usize) -> bool {
    core.engine.outstanding() <= OUTSTANDING_MAX / share
        && core.engine.lists() < LISTS_MAX / share
        && core.engine.owned_bytes() <= COPIED_MAX / share
}

/// Begins a put. A put that fits into a list is sent together with others.
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

/// Begins to store a word that `pe` may wait for, and wakes `pe` if it sleeps.
pub(crate) fn begin_word(
    core: &mut Core,
    now: Time,
    pe: u32,
    (offset, value): (usize, u64),
    tracking: Tracking,
) {
    let bytes = value.to_ne_bytes();
    if core.has_signals {
        core.engine
            .submit(now, pe, signal_op(offset, &bytes), tracking);
    } else {
        begin_put(core, now, pe, (offset, &bytes), tracking);
    }
}

/// Wakes `pe` after what was begun toward it, where an update of a word, at `offset`, does not.
pub(crate) fn begin_wake(core: &mut Core, now: Time, pe: u32, offset: usize) {
    if core.has_signals {
        let op = signal_op(offset, &[]);
        core.engine.submit(now, pe, op, Tracking::Implicit);
    }
}

/// A put of up to a few words that wakes.
pub(crate) fn signal_op(offset: usize, bytes: &[u8]) -> Op<Memory> {
    Op::Signal {
        data: InlineData::new(bytes).expect("a word is short"),
        offset: offset as u64,
    }
}

/// A put of a copy of `bytes`.
pub(crate) fn put_op(offset: usize, bytes: &[u8]) -> Op<Memory> {
    let source = InlineData::new(bytes)
        .map_or_else(|| Source::Owned(Memory::copy_of(bytes)), Source::Inline);
    Op::Put {
        source,
        offset: offset as u64,
    }
}
