//! Two-sided messages: what active messages and message passing are made of.
//!
//! Between nodes they are the engine's. On a node they go through the receiver's inbound ring, which over XRC its device
//! empties, otherwise this.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

pub use farreach_engine::MESSAGE_MAX;
use farreach_engine::{Reach, framed, unframed};
use farreach_node::{Arena, Inboxes};
use farreach_verbs::{ForwardedKind, ForwardedMessage, SrqNumber};

use crate::{Error, World};

/// A message that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sent it.
    pub source: u32,
    /// What it says.
    pub bytes: Vec<u8>,
}

/// The node's inbound rings, and what was taken out of the own one to make room.
pub(crate) struct Mail {
    inboxes: Inboxes,
    own: u32,
    /// Whether the device empties the own ring.
    is_of_device: bool,
    waiting: Mutex<VecDeque<Message>>,
}

impl Mail {
    pub(crate) fn new(arena: &Arena, own: u32, reach: Reach, has_network: bool) -> Mail {
        Mail {
            inboxes: Inboxes::new(arena),
            own,
            is_of_device: has_network && reach.is_xrc(),
            waiting: Mutex::default(),
        }
    }

    /// The oldest message in the own ring; `all` empties it, so that those who wait for room get some.
    fn take(&self, all: bool) -> Option<Message> {
        if self.is_of_device {
            return None;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::new();
        while (all || waiting.is_empty()) && self.inboxes.take(self.own, &mut bytes).is_some() {
            if let Some((source, rest)) = unframed(&bytes) {
                let bytes = rest.to_vec();
                waiting.push_back(Message { source, bytes });
            }
        }
        if all { None } else { waiting.pop_front() }
    }
}

impl World {
    /// Sends `bytes`, which can be reused at once, to `pe`. Messages of one process come in the order in which it sent them, and
    /// after what it put before; they get there only once `pe` takes messages. [`World::quiet`] waits until they are there.
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
            self.send_near(pe - self.first_rank(), bytes);
            near.ring();
            return Ok(());
        }
        let network = self.network_to(pe)?;
        let op = network.peek(|core, _| core.engine.message(bytes));
        self.implicit(pe, op)
    }

    fn send_near(&self, index: u32, bytes: &[u8]) {
        let framed = framed(self.rank(), bytes);
        let queue = self.network().map_or(1, |network| {
            network.peek(|core, _| core.engine.queue_for(framed.len()))
        });
        let message = ForwardedMessage {
            srq: SrqNumber::of(index, queue),
            kind: ForwardedKind::Send,
            imm: None,
        };
        // Data that was put before is there before the message is.
        self.fence();
        self.wait_for("room in another process's inbound ring", |world| {
            let mail = world.mailbox();
            if mail.inboxes.send(&message, &framed) {
                return true;
            }
            // It may wait for room in ours.
            mail.take(true);
            world.progress();
            false
        });
    }

    /// Takes the oldest message that has come, if there is one.
    pub fn try_take(&self) -> Result<Option<Message>, Error> {
        if let Some(message) = self.mailbox().take(false) {
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
        taken.map_err(|source| Error::Network {
            rank: self.rank(),
            source,
        })
    }

    /// Takes the oldest message, which it waits for.
    pub fn take(&self) -> Result<Message, Error> {
        let mut taken = Ok(None);
        self.wait_for("a message", |world| {
            taken = world.try_take();
            !matches!(taken, Ok(None))
        });
        Ok(taken?.expect("waited for"))
    }
}
