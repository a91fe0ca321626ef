//! Sending of messages: the rung between a model and the engine, or the node's memory.
//!
//! ```text
//!   send, send_message       wait for room       ┐ check the arguments
//!   enqueue_message          never wait          ┘
//!      │
//!   transmit                 decides: near or far?
//!      ├─ near ─▶ push ──▶ node::Inboxes             no room: wait, or keep the message
//!      └─ far ──▶ post_messages ─▶ LaneContext::post ─▶ Engine::submit, Engine::batch_message
//! ```

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use std::sync::atomic::Ordering;

use farreach_engine::{BATCHED_MAX, EAGER, MESSAGE_MAX, MessageKind, Tracking};
use farreach_forks::is_forked;
use farreach_node::{BOUNDED_SLEEP, Segment};
use farreach_verbs::Time;

use super::{Destination, Port, Unsent, Using};
use crate::memory::{BATCH, Leaving, is_within};
use crate::progress::{Core, Waiting};
use crate::{Error, World};

/// A message of several that are sent together: the number, the head and the body.
pub(crate) type Part<'a> = (u8, &'a [u8], &'a [u8]);

/// What a call does if a message has no room now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// It waits.
    Wait,
    /// It tries this number of times more, and then keeps the message. A far process always has
    /// room: the message waits in the engine.
    Keep(u32),
}

/// A message to send. It stays where it is made: to move it would take longer than to send it, while the bytes of the messages
/// before it are on their way to memory.
struct Outgoing<'a> {
    pe: u32,
    kind: MessageKind,
    head: &'a [u8],
    body: &'a [u8],
    tracking: Tracking,
}

impl<'a> Outgoing<'a> {
    /// A message to a port, whose arrival nothing waits for.
    fn to_port(pe: u32, port: Port, number: u8, head: &'a [u8], body: &'a [u8]) -> Outgoing<'a> {
        Outgoing {
            pe,
            kind: port.kind(number),
            head,
            body,
            tracking: Tracking::Unawaited,
        }
    }

    /// Whether the message travels together with others, if others follow.
    fn is_batched(&self) -> bool {
        self.tracking == Tracking::Unawaited && self.head.len() + self.body.len() <= BATCHED_MAX
    }
}

impl World {
    /// Sends `bytes`, which can be reused at once, to the program of `pe`. Messages of one process
    /// come in the order in which it sent them, and after what it put before;
    /// [`LaneContext::quiet`](crate::LaneContext::quiet) of [`World::direct`] waits until they are there,
    /// taken or not.
    pub fn send(&self, pe: u32, bytes: &[u8]) -> Result<(), Error> {
        let message = Outgoing {
            pe,
            kind: Port::Program.kind(0),
            head: bytes,
            body: &[],
            tracking: Tracking::Implicit,
        };
        self.check_message(&message)?;
        self.transmit(&message, NoRoom::Wait)
    }

    /// Sends a message of `head` and `body` together, which can be reused at once, to a port of
    /// `pe`. The receiver gets `number`, which is at most 14. Messages of one process come in the
    /// order in which it sent them. Nothing waits for their arrival. Waits for room.
    pub fn send_message(
        &self,
        pe: u32,
        port: Port,
        number: u8,
        head: &[u8],
        body: &[u8],
    ) -> Result<(), Error> {
        let message = Outgoing::to_port(pe, port, number, head, body);
        self.check_message(&message)?;
        self.transmit(&message, NoRoom::Wait)
    }

    /// Sends a message as [`World::send_message`] does, and does not wait: a message that has no
    /// room is kept, and sent when there is room. For [`Receiver`](super::Receiver)s.
    pub fn enqueue_message(
        &self,
        pe: u32,
        port: Port,
        number: u8,
        head: &[u8],
        body: &[u8],
    ) -> Result<(), Error> {
        let message = Outgoing::to_port(pe, port, number, head, body);
        self.check_message(&message)?;
        self.transmit(&message, NoRoom::Keep(0))
    }

    /// Sends a message as [`World::send_message`] does. The caller has checked the rank, the length,
    /// and that the process is no forked child.
    #[inline]
    pub(crate) fn transmit_checked(
        &self,
        pe: u32,
        port: Port,
        no_room: NoRoom,
        (number, head, body): Part<'_>,
    ) -> Result<(), Error> {
        let message = Outgoing::to_port(pe, port, number, head, body);
        self.transmit(&message, no_room)
    }

    /// Sends messages to a process of another node, one directly after the other. The caller has checked what
    /// [`World::transmit_checked`] asks for.
    pub(crate) fn transmit_parts<'a>(
        &self,
        pe: u32,
        port: Port,
        no_room: NoRoom,
        parts: impl Iterator<Item = Part<'a>>,
    ) -> Result<(), Error> {
        let parts =
            parts.map(|(number, head, body)| Outgoing::to_port(pe, port, number, head, body));
        // Posted together, so that they leave together.
        self.post_messages(pe, Leaving::Promptly(BATCH), no_room, |core, now| {
            parts.for_each(|part| submit(core, now, &part));
        })
    }

    /// Sends a message.
    #[inline]
    fn transmit(&self, message: &Outgoing<'_>, no_room: NoRoom) -> Result<(), Error> {
        match self.near(message.pe) {
            Some(near) => {
                self.push(near, message, no_room);
                Ok(())
            }
            None => self.post_messages(message.pe, leaving(message), no_room, |core, now| {
                submit(core, now, message);
            }),
        }
    }

    /// Posts messages to a process of another node.
    #[inline]
    fn post_messages(
        &self,
        pe: u32,
        leaving: Leaving,
        no_room: NoRoom,
        submit: impl FnOnce(&mut Core, Time),
    ) -> Result<(), Error> {
        match no_room {
            NoRoom::Wait => self.direct().post(pe, leaving, submit),
            NoRoom::Keep(_) => {
                self.direct().post_without_waiting(pe, leaving, submit)?;
                Ok(())
            }
        }
    }

    /// Puts a message into the inbox of a process of this node.
    #[inline]
    fn push(&self, near: Segment<'_>, message: &Outgoing<'_>, no_room: NoRoom) {
        if self.try_push(near, message) {
            return;
        }
        match no_room {
            NoRoom::Wait => self.wait_for_room(near, message),
            NoRoom::Keep(tries) => self.push_or_keep(near, message, tries),
        }
    }

    fn push_or_keep(&self, near: Segment<'_>, message: &Outgoing<'_>, tries: u32) {
        for _ in 0..tries {
            // The receiver may wait for room here.
            self.deliver();
            if self.try_push(near, message) {
                return;
            }
        }
        self.keep(&mut self.messages().exchange(), message);
    }

    #[cold]
    fn keep(&self, using: &mut Using<'_>, message: &Outgoing<'_>) {
        let messages = self.messages();
        messages.unsent_count.fetch_add(1, Ordering::Relaxed);
        messages.to_do.fetch_add(1, Ordering::Relaxed);
        let unsent = &mut using.exchange().unsent;
        unsent.entry(message.pe).or_default().push_back(Unsent {
            code: message.kind.code(),
            bytes: [message.head, message.body].concat(),
        });
    }

    fn check_message(&self, message: &Outgoing<'_>) -> Result<(), Error> {
        self.check_rank(message.pe)?;
        if is_forked() {
            // The child has copies of the parent's places in boxes.
            return Err(self.forked("send messages"));
        }
        let len = message.head.len() + message.body.len();
        if len > MESSAGE_MAX {
            return Err(Error::MessageTooLong {
                rank: self.rank(),
                pe: message.pe,
                len,
                limit: MESSAGE_MAX,
            });
        }
        Ok(())
    }

    /// Puts a message into the inbox of a process of this node. Returns `false` if it has no room, or
    /// has to stay behind others that had none.
    fn try_push(&self, near: Segment<'_>, message: &Outgoing<'_>) -> bool {
        // What was put before is there before the message is.
        self.direct().fence();
        let is_sent = self.push_using(&mut self.messages().exchange(), message);
        near.ring();
        is_sent
    }

    /// Puts a message into the inbox of a process of this node, as [`World::try_push`] does.
    fn push_using(&self, using: &mut Using<'_>, message: &Outgoing<'_>) -> bool {
        if using.exchange().unsent.contains_key(&message.pe) {
            return false;
        }
        let (index, code) = (self.local_index_of(message.pe), message.kind.code());
        using
            .inboxes()
            .push(index, code, message.head, message.body)
    }

    /// Sends a tagged message as [`World::enqueue_message`] does. For the thread that uses the protocol.
    pub(crate) fn enqueue_tagged(
        &self,
        using: &mut Using<'_>,
        pe: u32,
        (number, head, body): Part<'_>,
    ) -> Result<(), Error> {
        let Some(near) = self.near(pe) else {
            return self.enqueue_message(pe, Port::Tagged, number, head, body);
        };
        let message = Outgoing::to_port(pe, Port::Tagged, number, head, body);
        self.check_message(&message)?;
        self.direct().fence();
        if !self.push_using(using, &message) {
            self.keep(using, &message);
        }
        near.ring();
        Ok(())
    }

    /// Sends an eager message in one part, if that can be done now. `false` says nothing: then it is sent otherwise.
    /// The caller has checked that there are such a rank and such a tag.
    #[inline(always)]
    pub(crate) fn try_push_eager(&self, to: Destination, bytes: &[u8]) -> bool {
        let Some(near) = self.near(to.pe) else {
            return self.try_batch_eager(to, bytes);
        };
        if is_forked() {
            return false;
        }
        // What was put before is there before the message is.
        self.direct().fence();
        let index = self.local_index_of(to.pe);
        let is_sent = self.messages().exchange().push_eager(index, to, bytes);
        if is_sent {
            near.ring();
        }
        is_sent
    }

    /// Adds an eager message to the batch of a process of another node, as [`World::try_push_eager`] says, unless it travels alone.
    fn try_batch_eager(&self, to: Destination, bytes: &[u8]) -> bool {
        const LEN_MAX: usize = BATCHED_MAX - size_of::<u64>();
        if is_forked() || self.is_alone() || bytes.len() > LEN_MAX {
            return false;
        }
        let Destination { pe, context, tag } = to;
        let mut using = self.messages().exchange();
        let head = using
            .can_use_protocol()
            .then(|| using.encode_short(pe, context, tag, bytes.len()));
        drop(using);
        let Some(head) = head.flatten() else {
            return false;
        };
        let message = Outgoing::to_port(pe, Port::Tagged, EAGER, &head, bytes);
        let mut is_sent = false;
        // An error is reported by the call that sends it otherwise.
        let _ = self
            .direct()
            .post_without_waiting(pe, leaving(&message), |core, now| {
                is_sent = is_within(core, 1);
                if is_sent {
                    submit(core, now, &message);
                }
            });
        if !is_sent {
            let mut using = self.messages().exchange();
            using.withdraw_short(pe, bytes.len());
        }
        is_sent
    }

    #[cold]
    fn wait_for_room(&self, near: Segment<'_>, message: &Outgoing<'_>) {
        let waiting = Waiting {
            // The receiver does not tell when it has made room.
            sleep_max: BOUNDED_SLEEP,
            ..Waiting::of("room for a message to another process of this node")
        };
        self.direct().wait_as(&waiting, |world| {
            world.progress();
            world.try_push(near, message)
        });
    }

    /// Sends messages that had no room, as far as there is room now.
    pub(super) fn push_unsent(&self, using: &mut Using<'_>) -> bool {
        let messages = self.messages();
        if !messages.has_unsent() {
            return false;
        }
        let mut has_sent = false;
        let mut unsent = std::mem::take(&mut using.exchange().unsent);
        unsent.retain(|&pe, queue| {
            let index = self.local_index_of(pe);
            let before = queue.len();
            while let Some(first) = queue.front()
                && using.inboxes().push(index, first.code, &first.bytes, &[])
            {
                queue.pop_front();
            }
            let sent = before - queue.len();
            messages.unsent_count.fetch_sub(sent, Ordering::Relaxed);
            messages.to_do.fetch_sub(sent, Ordering::Relaxed);
            if let Some(near) = self.near(pe) {
                near.ring();
            }
            has_sent |= sent > 0;
            !queue.is_empty()
        });
        using.exchange().unsent = unsent;
        has_sent
    }
}

/// How soon a message to another node leaves.
fn leaving(message: &Outgoing<'_>) -> Leaving {
    // A batch that is full is worth a packet of its own.
    Leaving::Promptly(if message.is_batched() { 1 } else { BATCH })
}

fn submit(core: &mut Core, now: Time, message: &Outgoing<'_>) {
    if message.is_batched() {
        let bytes = (message.head, message.body);
        return core
            .engine
            .batch_message(now, message.pe, message.kind, bytes);
    }
    let op = core
        .engine
        .encode_message(message.kind, message.head, message.body);
    core.engine.submit(now, message.pe, op, message.tracking);
}

impl World {
    /// Whether an operation toward `pe` can begin without a wait for room. A message that
    /// [`World::enqueue_message`] then sends is kept by itself at most.
    pub fn has_room_toward(&self, pe: u32) -> bool {
        if self.is_near(pe) {
            let messages = self.messages();
            return !messages.has_unsent()
                || !messages.exchange().exchange().unsent.contains_key(&pe);
        }
        self.network()
            .is_none_or(|network| network.peek_often(|_| false, |core, _| is_within(core, 1)))
    }
}
