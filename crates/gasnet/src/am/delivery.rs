//! Messages that have come, and what their handlers may do.

use std::cell::Cell;
use std::sync::Arc;

use farreach_runtime::{Port, Receiver, World};

use super::wire::{LONG, MEDIUM, REPLY, SHORT, handler_of, parse, parse_place};
use super::{Blocking, Message, Payload, Refusal};
use crate::{ARGUMENTS_MAX, Landed};

thread_local! {
    static IN_HANDLER: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread runs a handler.
#[inline]
pub fn in_handler() -> bool {
    IN_HANDLER.get()
}

/// Refuses a call that communicates or waits in a handler.
#[inline]
pub fn check_outside() -> Result<(), Refusal> {
    if in_handler() {
        return Err(Refusal::InHandler);
    }
    Ok(())
}

/// While it lives, this thread runs a handler.
struct Inside {
    before: bool,
}

impl Inside {
    fn enter() -> Inside {
        Inside {
            before: IN_HANDLER.replace(true),
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        IN_HANDLER.set(self.before);
    }
}

/// The payload of a message that has come.
#[derive(Clone, Debug)]
pub enum Delivered<'a> {
    /// None: the message is short.
    Short,
    /// Bytes in a buffer of the library, at any alignment.
    Medium(&'a [u8]),
    /// Bytes in this process's segment.
    Long(Landed),
}

/// A message whose handler runs.
#[derive(Debug)]
pub struct Received {
    source: u32,
    is_request: bool,
    has_replied: Cell<bool>,
}

impl Received {
    /// The rank that sent the message.
    pub fn source(&self) -> u32 {
        self.source
    }

    /// Whether the message is a request, which can be replied to.
    pub fn is_request(&self) -> bool {
        self.is_request
    }

    /// Replies, once. Returns `false` if the reply may not wait and would have to.
    #[inline]
    pub fn reply(
        &self,
        world: &World,
        handler: u8,
        arguments: &[u32],
        payload: Payload<'_>,
        blocking: Blocking,
    ) -> Result<bool, Refusal> {
        self.check_reply()?;
        let message = Message {
            to: self.source,
            handler,
            arguments,
            payload,
        };
        let is_sent = message.send(world, REPLY, blocking)?;
        self.has_replied.set(is_sent);
        Ok(is_sent)
    }

    /// Checks that the handler may reply.
    #[inline]
    pub(super) fn check_reply(&self) -> Result<(), Refusal> {
        if !self.is_request {
            return Err(Refusal::ReplyToReply);
        }
        if self.has_replied.get() {
            return Err(Refusal::Replied);
        }
        Ok(())
    }
}

/// The handlers of a process, by number.
pub trait HandlerTable: Send + Sync {
    /// Runs the handler of a message. Returns `false` if no handler takes the message.
    fn run(
        &self,
        world: &World,
        received: &Received,
        handler: u8,
        arguments: &[u32],
        payload: Delivered<'_>,
    ) -> bool;

    /// Whether the helper thread may run the handler, and not only the program's calls.
    fn runs_anywhere(&self, handler: u8) -> bool;
}

/// The port at which a process's active messages arrive, with the handlers that they call.
#[derive(Debug)]
pub struct ActivePort<T>(
    /// The handlers.
    pub T,
);

/// Opens the port of active messages. `None` if it is open already.
pub fn open<T: HandlerTable + 'static>(world: &World, table: T) -> Option<Arc<ActivePort<T>>> {
    let port = Arc::new(ActivePort(table));
    let is_opened = world.open_port(Port::Active, Arc::clone(&port) as Arc<dyn Receiver>);
    is_opened.then_some(port)
}

impl<T: HandlerTable> ActivePort<T> {
    /// Runs the handler of a message. `None` if no process of this job sends such a message.
    #[inline]
    fn run(&self, world: &World, from: u32, number: u8, bytes: &[u8]) -> Option<()> {
        let mut arguments = [0; ARGUMENTS_MAX];
        let (handler, count, rest) = parse(bytes, &mut arguments)?;
        let payload = match number & !REPLY {
            SHORT => Delivered::Short,
            MEDIUM => Delivered::Medium(rest),
            LONG => Delivered::Long(parse_place(rest)?),
            _ => return None,
        };
        let received = Received {
            source: from,
            is_request: number & REPLY == 0,
            has_replied: Cell::new(false),
        };
        let _inside = Inside::enter();
        let is_taken = self
            .0
            .run(world, &received, handler, &arguments[..count], payload);
        is_taken.then_some(())
    }
}

impl<T: HandlerTable> Receiver for ActivePort<T> {
    fn receive(&self, world: &World, from: u32, number: u8, bytes: &[u8]) {
        if self.run(world, from, number, bytes).is_none() {
            let rank = world.rank();
            let text = format!(
                "rank {rank}: rank {from} sent an active message that no handler here takes"
            );
            world.end_job(1, &text);
        }
    }

    fn runs_anywhere(&self, _: u8, bytes: &[u8]) -> bool {
        // A message that no handler takes ends the job, wherever it is found.
        handler_of(bytes).is_none_or(|handler| self.0.runs_anywhere(handler))
    }
}
