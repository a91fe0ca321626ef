//! Two-sided messages, the basis of active messages and of message passing.
//!
//! Between nodes the engine carries messages. Within a node a message goes through the receiver's
//! inbound ring. With XRC the receiver's device empties the ring; otherwise [`Mail`] does.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

pub use farreach_engine::MESSAGE_MAX;
use farreach_engine::{Reach, Tracking, framed, unframed};
use farreach_forks::is_forked;
use farreach_node::{Arena, Inboxes};
use farreach_verbs::{ForwardedKind, ForwardedMessage, SrqNumber};

use super::posting::{BATCH, Leaving};
use crate::{Error, World};

/// The most messages of this node that wait outside the ring. Beyond this number messages stay in
/// the ring, and senders wait when the ring is full.
const WAITING_MAX: usize = 16 << 10;

/// A message that has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sender's rank.
    pub source: u32,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The inbound rings of the node, and the messages that were taken out of the own ring to make
/// room.
pub(crate) struct Mail {
    inboxes: Inboxes,
    /// The index of the own ring.
    own: u32,
    /// Whether the device empties the own ring.
    is_of_device: bool,
    /// Messages that were taken out of the own ring and that the program has not taken.
    waiting: Mutex<VecDeque<Message>>,
    /// Whether a message has ever arrived in the own ring.
    is_used: AtomicBool,
}

impl Mail {
    pub(crate) fn new(arena: &Arena, own: u32, reach: Reach, has_network: bool) -> Mail {
        Mail {
            inboxes: Inboxes::new(arena),
            own,
            is_of_device: has_network && reach.is_xrc(),
            waiting: Mutex::default(),
            is_used: AtomicBool::new(false),
        }
    }

    /// Whether a message has ever arrived in the own ring. Until then the ring has room, and no
    /// process waits for this one to empty the ring.
    #[inline]
    pub(crate) fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }

    /// Whether [`Mail::make_room`] would move a message out of the own ring.
    pub(crate) fn has_arrivals(&self) -> bool {
        !self.is_of_device && !self.inboxes.is_empty(self.own) && {
            let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.len() < WAITING_MAX
        }
    }

    /// Takes the oldest message that arrived in the own ring.
    fn take(&self) -> Option<Message> {
        if self.is_of_device {
            return None;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.is_empty() {
            self.fetch(&mut waiting, 1);
        }
        waiting.pop_front()
    }

    /// Empties the own ring. Other processes may wait for room in the ring while this process waits
    /// for these processes.
    #[inline]
    pub(crate) fn make_room(&self) {
        if !self.is_of_device && !self.inboxes.is_empty(self.own) {
            self.make_room_now();
        }
    }

    #[cold]
    fn make_room_now(&self) {
        if is_forked() {
            // The messages are for the parent process.
            return;
        }
        self.is_used.store(true, Ordering::Relaxed);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let most = WAITING_MAX.saturating_sub(waiting.len());
        self.fetch(&mut waiting, most);
    }

    /// Moves up to `most` messages from the own ring to `waiting`. The caller holds the lock of
    /// `waiting`, so that only one thread takes messages from the ring.
    fn fetch(&self, waiting: &mut VecDeque<Message>, most: usize) {
        let mut framed = Vec::new();
        for _ in 0..most {
            if self.inboxes.take(self.own, &mut framed).is_none() {
                break;
            }
            if let Some((source, bytes)) = unframed(&framed) {
                let bytes = bytes.to_vec();
                waiting.push_back(Message { source, bytes });
            }
        }
    }
}

impl World {
    /// Sends `bytes` to `pe`. `bytes` may be reused when this returns.
    ///
    /// The messages of a sender arrive in the order in which they were sent. A message arrives
    /// after the puts that its sender began before.
    /// [`Through::quiet`](crate::progress::Through::quiet) of [`World::direct`] waits until all
    /// messages have arrived, whether they were taken or not.
    pub fn send(&self, pe: u32, bytes: &[u8]) -> Result<(), Error> {
        self.check_rank(pe)?;
        if bytes.len() > MESSAGE_MAX {
            return Err(Error::MessageTooLong {
                rank: self.rank(),
                pe,
                len: bytes.len(),
                limit: MESSAGE_MAX,
            });
        }
        if let Some(near) = self.near(pe) {
            self.send_near(pe, bytes);
            near.ring();
            return Ok(());
        }
        let network = self.direct().network_to(pe)?;
        let op = network.peek(|core, _| core.engine.message(bytes));
        self.direct()
            .post(pe, Leaving::Promptly(BATCH), |core, now| {
                core.engine.submit(now, pe, op, Tracking::Implicit);
            })
    }

    fn send_near(&self, pe: u32, bytes: &[u8]) {
        let framed = framed(self.rank(), bytes);
        let queue = self.network().map_or(1, |network| {
            network.peek(|core, _| core.engine.queue_for(framed.len()))
        });
        let message = ForwardedMessage {
            srq: SrqNumber::of(pe - self.first_rank(), queue),
            kind: ForwardedKind::Send,
            imm: None,
        };
        // The receiver of the message must see the puts before it.
        self.direct().fence();
        self.direct()
            .wait_for("room in another process's inbound ring", |world| {
                let mail = world.mailbox();
                if mail.inboxes.send(&message, &framed) {
                    return true;
                }
                // The receiver may sleep for another reason. When woken, the receiver empties its
                // ring.
                if let Some(near) = world.near(pe) {
                    near.ring();
                }
                world.progress();
                false
            });
    }

    /// Takes the oldest message that has arrived. `None` if there is none.
    pub fn try_take(&self) -> Result<Option<Message>, Error> {
        if let Some(message) = self.mailbox().take() {
            return Ok(Some(message));
        }
        let Some(network) = self.network() else {
            return Ok(None);
        };
        let taken = network.enter(|core, now| {
            core.poll(now);
            let mut bytes = Vec::new();
            let source = core.engine.take_message(&mut bytes)?;
            Ok(source.map(|source| Message { source, bytes }))
        });
        self.network_result(taken)
    }

    /// Waits until there is a message, and takes the oldest one.
    pub fn take(&self) -> Result<Message, Error> {
        let mut taken = Ok(None);
        self.direct().wait_for("a message", |world| {
            taken = world.try_take();
            !matches!(taken, Ok(None))
        });
        Ok(taken?.expect("waited for"))
    }
}
