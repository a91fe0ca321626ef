//! Negotiated payload: a message is prepared, its payload is written, and then it is sent.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;

use farreach_runtime::World;
use zerocopy::IntoBytes;

use super::{
    Blocking, Category, LONG_MAX, MEDIUM_MAX, Message, Payload, Received, Refusal, check_outside,
};
use crate::ARGUMENTS_MAX;

thread_local! {
    /// Whether the thread has prepared a message, and neither sent nor cancelled it.
    static HAS_PREPARED: Cell<bool> = const { Cell::new(false) };
    /// The memory of buffers that the thread does not use now: as many as it has used together.
    static FREE: RefCell<Vec<Vec<u128>>> = const { RefCell::new(Vec::new()) };
}

/// A payload in memory of the library, which is aligned for any type. The memory is the thread's, which uses it again.
#[derive(Debug)]
pub struct Buffer {
    words: Vec<u128>,
    len: usize,
}

impl Buffer {
    /// A buffer whose bytes have any values.
    pub fn new(len: usize) -> Buffer {
        // Handlers may run when the thread's variables are gone, in a function that runs at the exit.
        let free = FREE.try_with(|free| free.borrow_mut().pop());
        let mut words = free.ok().flatten().unwrap_or_default();
        words.resize(len.div_ceil(size_of::<u128>()).max(1), 0);
        Buffer { words, len }
    }

    /// A copy of a payload.
    pub fn copy_of(payload: &[u8]) -> Buffer {
        let mut buffer = Buffer::new(payload.len());
        buffer.as_mut_slice().copy_from_slice(payload);
        buffer
    }

    /// The payload.
    pub fn as_slice(&self) -> &[u8] {
        &self.words.as_bytes()[..self.len]
    }

    /// The payload, to be written.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.words.as_mut_bytes()[..self.len]
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let words = std::mem::take(&mut self.words);
        // Without the thread's variables, the memory is freed.
        let _ = FREE.try_with(|free| free.borrow_mut().push(words));
    }
}

/// Whose memory the payload of a prepared message is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The program's.
    Program,
    /// A [`Buffer`] of the library.
    Library,
}

/// What a message is prepared for.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Medium or long.
    pub category: Category,
    /// The fewest bytes that the program needs.
    pub least: usize,
    /// The most bytes that the program has use for.
    pub most: usize,
    /// The number of arguments.
    pub arguments: usize,
    /// Whose memory the payload is in.
    pub source: Source,
}

/// A message that was prepared. Its thread sends it by [`Prepared::commit`], or cancels it by dropping it. A thread has one
/// such message at a time.
#[derive(Debug)]
pub struct Prepared {
    to: u32,
    category: Category,
    size: usize,
    arguments: usize,
    buffer: Option<Buffer>,
    /// A message stays with its thread.
    thread: PhantomData<*const ()>,
}

impl Prepared {
    /// Prepares a request to rank `to`. `None` if the request may not wait and would have to.
    pub fn request(
        world: &World,
        to: u32,
        terms: Terms,
        blocking: Blocking,
    ) -> Result<Option<Prepared>, Refusal> {
        check_outside()?;
        Prepared::new(world, to, terms, blocking)
    }

    /// Prepares the reply to a message. `None` if the reply may not wait and would have to.
    pub fn reply(
        world: &World,
        received: &Received,
        terms: Terms,
        blocking: Blocking,
    ) -> Result<Option<Prepared>, Refusal> {
        received.check_reply()?;
        Prepared::new(world, received.source(), terms, blocking)
    }

    fn new(
        world: &World,
        to: u32,
        terms: Terms,
        blocking: Blocking,
    ) -> Result<Option<Prepared>, Refusal> {
        let Terms {
            category,
            least,
            most,
            arguments,
            source,
        } = terms;
        let limit = match (category, source) {
            (Category::Long, Source::Program) => LONG_MAX,
            _ => MEDIUM_MAX,
        };
        if least > limit || most < least {
            return Err(Refusal::Lengths { least, most, limit });
        }
        if arguments > ARGUMENTS_MAX {
            return Err(Refusal::TooManyArguments { given: arguments });
        }
        if HAS_PREPARED.get() {
            return Err(Refusal::Prepared);
        }
        if blocking == Blocking::Immediate && !world.has_room_toward(to) {
            return Ok(None);
        }
        let size = most.min(limit);
        HAS_PREPARED.set(true);
        Ok(Some(Prepared {
            to,
            category,
            size,
            arguments,
            buffer: (source == Source::Library).then(|| Buffer::new(size)),
            thread: PhantomData,
        }))
    }

    /// Whether the thread has prepared a message that it has neither sent nor cancelled.
    pub fn exists() -> bool {
        HAS_PREPARED.get()
    }

    /// The rank of the target.
    pub fn to(&self) -> u32 {
        self.to
    }

    /// Medium or long.
    pub fn category(&self) -> Category {
        self.category
    }

    /// The most bytes of the payload.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The library's buffer, if the payload is to be written there.
    pub fn buffer(&mut self) -> Option<&mut Buffer> {
        self.buffer.as_mut()
    }

    /// Checks the length of a payload and the number of arguments.
    pub fn check(&self, len: usize, arguments: usize) -> Result<(), Refusal> {
        let (size, prepared) = (self.size, self.arguments);
        if len > size {
            return Err(Refusal::LongerThanPrepared { len, size });
        }
        if arguments != prepared {
            let given = arguments;
            return Err(Refusal::OtherArguments { given, prepared });
        }
        Ok(())
    }

    /// Sends the payload that was written to the library's buffer, as a medium message to `handler`.
    pub fn commit_buffer(
        &self,
        world: &World,
        handler: u8,
        arguments: &[u32],
    ) -> Result<(), Refusal> {
        let bytes = self.buffer.as_ref().map_or(&[][..], Buffer::as_slice);
        let payload = Payload::Medium(bytes);
        self.commit(world, None, handler, arguments, payload, Blocking::Wait)?;
        Ok(())
    }

    /// Sends the message to `handler`, as the reply to `received` if it was prepared as such. Returns `false` if it may not
    /// wait and would have to: the message is still prepared then.
    pub fn commit(
        &self,
        world: &World,
        received: Option<&Received>,
        handler: u8,
        arguments: &[u32],
        payload: Payload<'_>,
        blocking: Blocking,
    ) -> Result<bool, Refusal> {
        let len = match payload {
            Payload::Short => 0,
            Payload::Medium(bytes) | Payload::Long(bytes, _) => bytes.len(),
        };
        self.check(len, arguments.len())?;
        // Handlers that run while this waits may prepare replies.
        HAS_PREPARED.set(false);
        let is_sent = if let Some(received) = received {
            received.reply(world, handler, arguments, payload, blocking)
        } else {
            let message = Message {
                to: self.to,
                handler,
                arguments,
                payload,
            };
            message.request(world, blocking)
        }?;
        HAS_PREPARED.set(!is_sent);
        Ok(is_sent)
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        HAS_PREPARED.set(false);
    }
}
