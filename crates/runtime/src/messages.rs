//! Messages between processes: one layer for all programming models that exchange messages.
//!
//! ```text
//!   send_message ──same node──▶ Inboxes (ring, boxes) ──┐
//!        │                                           ├──▶ deliver ──▶ the port's Receiver, one at a time
//!        └──other node──▶ engine ──▶ receive queues ─┘                or kept until the port is opened
//! ```
//!
//! A message has a port and a number. The port says who takes the message, and the number is for
//! the taker. Progress delivers messages: each call that makes progress, and each wait.
//!
//! - Every call that makes progress delivers, also one of another model. A process that waits in an
//!   OpenSHMEM barrier therefore runs the handlers of active messages.
//! - Messages are delivered one at a time and in their sender's order.
//! - A receiver sends without waiting. A message that has no room is kept, and sent when there is
//!   room.
//! - Messages for a port that is not open yet are kept.
//! - Messages that nothing waits for don't count for `quiet`.
//! - While the program computes, the helper delivers. It keeps the messages that only the program's
//!   calls may take, such as those of most handlers of active messages.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

mod delivery;
mod exchanges;
mod sending;
mod tagged;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

pub use farreach_engine::MESSAGE_MAX;
use farreach_engine::{Delivered, MessageKind, PORTS, SIZES};
use farreach_node::{Arena, INBOX_MESSAGE_MAX, Inboxes, inboxes_bytes};

pub(crate) use self::exchanges::Exchanges;
pub(crate) use self::sending::{NoRoom, Part};
pub(crate) use self::tagged::TaggedMessages;
pub use self::tagged::{
    ANNOUNCED_MAX, Destination, EAGER_BYTES, EAGER_MAX, Found, Inquiry, MESSAGE_TAG_MAX,
    OpenRequest, Pattern, SINGLE_MAX, SendMode, TaggedRequest, Unexpected,
};
use self::tagged::{Exchange, Using};
use crate::{Error, World};

// A message takes one record of a ring or a box, also one that the adapter forwards with its header.
const _: () = assert!(SIZES[SIZES.len() - 1] as usize <= INBOX_MESSAGE_MAX);

/// Who takes a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// [`World::take`].
    Program,
    /// Active messages.
    Active,
    /// Messages that are matched by tag.
    Tagged,
    /// Accumulates that return what numbers were.
    Memory,
}

impl Port {
    fn kind(self, number: u8) -> MessageKind {
        MessageKind::new(self as usize, number)
    }
}

/// Takes the messages of a port.
pub trait Receiver: Send + Sync {
    /// Takes a message from rank `from`. The number is the sender's. Messages are delivered one at
    /// a time, those of one sender in its order. The call must not wait: it sends by
    /// [`World::enqueue_message`].
    fn receive(&self, world: &World, from: u32, number: u8, bytes: &[u8]);

    /// Takes a message as [`Receiver::receive`] does. Breaks if a thread waits for just this message: the
    /// call that delivers it may then return, and leave further messages to the next one.
    fn receive_awaited(
        &self,
        world: &World,
        from: u32,
        number: u8,
        bytes: &[u8],
    ) -> ControlFlow<()> {
        self.receive(world, from, number, bytes);
        ControlFlow::Continue(())
    }

    /// Whether the helper thread may take such a message, while the program computes. All other
    /// messages are taken inside the program's calls, after those that the helper has taken.
    fn runs_anywhere(&self, number: u8, bytes: &[u8]) -> bool;
}

/// A message that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The rank that sent it.
    pub source: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A message whose port was not opened when it came, or which the program has not taken.
#[derive(Debug)]
struct Kept {
    number: u8,
    message: Message,
}

/// A message for a process of this node that had no room.
#[derive(Debug)]
pub(crate) struct Unsent {
    code: u8,
    bytes: Vec<u8>,
}

/// What a process has for its messages.
pub(crate) struct Messages {
    inboxes: Inboxes<Exchange>,
    receivers: [OnceLock<Arc<dyn Receiver>>; PORTS],
    /// By port.
    kept: [Mutex<VecDeque<Kept>>; PORTS],
    /// The number of messages in `kept`.
    kept_count: AtomicUsize,
    /// The number of messages in `kept` whose ports are open: only the program's calls take them.
    owed_count: AtomicUsize,
    /// The number of messages that had no room.
    unsent_count: AtomicUsize,
    delivered: AtomicUsize,
    /// How often a call of the program has taken messages.
    taken_in_calls: AtomicUsize,
    /// The number of reasons to look beyond the inbox and the network: unsent messages, messages that
    /// the helper has kept, and the reads of tagged messages.
    to_do: Arc<AtomicUsize>,
    /// Whether a message of this node has ever come, so that another process may wait for room.
    is_used: AtomicBool,
    /// The messages from other nodes that the thread delivers which empties the inbox.
    far: Mutex<Delivered>,
}

/// How often a call looks for messages, or for room, before it looks for anything else.
const LOOKS: u32 = 200;
/// The messages that this process keeps at most for the program and for ports that are not open.
/// Beyond that it takes none from its node, and the helper takes none from other nodes.
const KEPT_MAX: usize = 16 << 10;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic leaves nothing half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Messages {
    /// Bytes of each segment that messages between `local_size` processes of a node need.
    pub(crate) const fn bytes(local_size: u32) -> usize {
        inboxes_bytes(local_size)
    }

    /// The messages of process `own` of the node, whose rank is `rank`, in the memory at `offset` of each
    /// segment.
    pub(crate) fn new(arena: &Arena, own: u32, rank: u32, offset: usize) -> Messages {
        Messages {
            inboxes: Inboxes::new(arena, own, offset, Exchange::new(rank)),
            receivers: Default::default(),
            kept: Default::default(),
            kept_count: AtomicUsize::new(0),
            owed_count: AtomicUsize::new(0),
            unsent_count: AtomicUsize::new(0),
            delivered: AtomicUsize::new(0),
            taken_in_calls: AtomicUsize::new(0),
            to_do: Arc::default(),
            is_used: AtomicBool::new(false),
            far: Mutex::default(),
        }
    }

    /// The right to send and take the messages of the node, and to use the protocol of tagged messages. Receivers
    /// and waits run without it.
    #[inline(always)]
    pub(crate) fn exchange(&self) -> Using<'_> {
        Using::new(self.inboxes.open())
    }

    /// The same, to use the protocol.
    ///
    /// # Panics
    /// If another thread has panicked in it.
    #[inline(always)]
    pub(crate) fn sound_exchange(&self) -> Using<'_> {
        let open = self.inboxes.open();
        // Before the value is made, which is then made where it stays.
        open.assert_sound();
        Using::new(open)
    }

    /// The same, unless another thread has it.
    pub(crate) fn try_exchange(&self) -> Option<Using<'_>> {
        Some(Using::new(self.inboxes.try_open()?))
    }

    /// The number of reasons to look beyond the inbox and the network.
    pub(crate) fn to_do(&self) -> &Arc<AtomicUsize> {
        &self.to_do
    }

    /// Changes whenever messages were delivered.
    pub(crate) fn delivered(&self) -> usize {
        self.delivered.load(Ordering::Relaxed)
    }

    /// Changes whenever a call of the program has taken messages.
    pub(crate) fn taken_in_calls(&self) -> usize {
        self.taken_in_calls.load(Ordering::Relaxed)
    }

    /// Whether too many messages are kept to take more.
    fn is_full(&self) -> bool {
        self.kept_count.load(Ordering::Relaxed) >= KEPT_MAX
    }

    /// Whether the helper has kept messages for the program's calls.
    #[inline]
    pub(crate) fn has_owed(&self) -> bool {
        self.owed_count.load(Ordering::Relaxed) > 0
    }

    /// Whether messages wait for room.
    #[inline]
    pub(crate) fn has_unsent(&self) -> bool {
        self.unsent_count.load(Ordering::Relaxed) > 0
    }

    /// Whether another process may wait until this one takes messages.
    #[inline]
    pub(crate) fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed) || self.has_unsent()
    }
}

impl World {
    /// Opens a port: `receiver` takes its messages from now on, and first those that have come.
    ///
    /// Returns `false`, and does nothing, if the port was opened before.
    ///
    /// # Panics
    /// If the port is the program's.
    pub fn open_port(&self, port: Port, receiver: Arc<dyn Receiver>) -> bool {
        assert!(port != Port::Program, "World::take takes the program's");
        let messages = self.messages();
        // The lock keeps later messages behind those that are kept.
        let mut kept = lock(&messages.kept[port as usize]);
        if messages.receivers[port as usize].get().is_some() {
            return false;
        }
        messages.kept_count.fetch_sub(kept.len(), Ordering::Relaxed);
        for Kept { number, message } in kept.drain(..) {
            receiver.receive(self, message.source, number, &message.bytes);
        }
        let opened = messages.receivers[port as usize].set(receiver);
        assert!(opened.is_ok(), "seen above, under the lock");
        drop(kept);
        if let Some(network) = self.network() {
            network.look_for_messages();
        }
        true
    }

    /// How often a call looks for what another process of this node is about to do.
    pub(crate) fn looks(&self) -> u32 {
        if self.arena().has_core_each() {
            LOOKS
        } else {
            1
        }
    }

    /// Waits until `is_done`, which deliveries of messages make true. It is asked again after each.
    #[inline]
    pub fn wait_for_messages(&self, what: &'static str, mut is_done: impl FnMut() -> bool) {
        for _ in 0..self.looks() {
            if is_done() {
                return;
            }
            self.deliver();
        }
        self.wait_until(what, || is_done() || self.deliver() && is_done());
    }

    /// Takes the oldest message to the program that has come, if there is one.
    pub fn try_take(&self) -> Result<Option<Message>, Error> {
        self.deliver();
        let kept = lock(&self.messages().kept[Port::Program as usize]).pop_front();
        if let Some(kept) = kept {
            self.messages().kept_count.fetch_sub(1, Ordering::Relaxed);
            return Ok(Some(kept.message));
        }
        let Some(network) = self.network() else {
            return Ok(None);
        };
        let taken = network.enter(|core, now| {
            core.poll(now);
            let mut bytes = Vec::new();
            let taken = core
                .engine
                .take_message(Port::Program as usize, &mut bytes)?;
            Ok(taken.map(|(source, _)| Message { source, bytes }))
        });
        self.network_result(taken)
    }

    /// Takes the oldest message to the program, which it waits for.
    pub fn take(&self) -> Result<Message, Error> {
        let mut taken = Ok(None);
        self.direct().wait_for("a message", |world| {
            taken = world.try_take();
            !matches!(taken, Ok(None))
        });
        Ok(taken?.expect("waited for"))
    }
}
