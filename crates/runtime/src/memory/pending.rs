//! Non-blocking operations with handles.

use std::sync::Arc;

use farreach_engine::{Op, Target, Tracking};
use farreach_node::{Memory, order};
use farreach_verbs::Memory as _;

use super::posting::{Leaving, put_op};
use crate::Error;
use crate::progress::{LaneContext, Outcome};

/// The handle of a non-blocking operation.
///
/// The handle may be dropped or leaked at any time. The runtime owns the operation's buffers, and
/// [`LaneContext::quiet`] waits for the operation in any case.
#[derive(Debug)]
#[must_use = "an operation has ended only after `wait`, `test` or `quiet`"]
pub struct Pending {
    /// `None` if the operation ended at once.
    outcome: Option<Arc<Outcome>>,
    /// Where the bytes of a get arrive.
    buffer: Option<Memory>,
}

impl LaneContext<'_> {
    /// Begins to copy `bytes` into `pe`'s segment. The runtime keeps a copy of `bytes`, which may
    /// be reused at once.
    pub fn put_start(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<Pending, Error> {
        if self.world.near(pe).is_some() {
            self.put(pe, offset, bytes)?;
            return Ok(Pending {
                outcome: None,
                buffer: None,
            });
        }
        self.world.check(pe, offset, bytes.len())?;
        let outcome = self.start(pe, put_op(offset, bytes))?;
        Ok(Pending {
            outcome: Some(outcome),
            buffer: None,
        })
    }

    /// Begins to copy `len` bytes from `pe`'s segment into a buffer of the runtime.
    /// [`LaneContext::wait_get`] copies the bytes from there.
    pub fn get_start(self, pe: u32, offset: usize, len: usize) -> Result<Pending, Error> {
        self.world.check(pe, offset, len)?;
        let buffer = Memory::allocate(len);
        if let Some(near) = self.world.near(pe) {
            let copied = buffer.view().copy_between(0, near.bytes, offset, len);
            order::after_get();
            copied.map_err(|error| Error::memory(self.world.rank(), pe, error))?;
            return Ok(Pending {
                outcome: None,
                buffer: Some(buffer),
            });
        }
        let into = Target::Owned(buffer.clone());
        let outcome = self.start(
            pe,
            Op::Get {
                into,
                offset: offset as u64,
            },
        )?;
        Ok(Pending {
            outcome: Some(outcome),
            buffer: Some(buffer),
        })
    }

    /// Whether the operation has ended. Each call makes progress.
    pub fn test(self, pending: &Pending) -> Result<bool, Error> {
        let Some(outcome) = &pending.outcome else {
            return Ok(true);
        };
        self.poll();
        match outcome.get() {
            None => Ok(false),
            Some(result) => self.world.network_result(result.clone()).map(|_| true),
        }
    }

    /// Waits until the operation has ended.
    pub fn wait(self, pending: &Pending) -> Result<(), Error> {
        let Some(outcome) = &pending.outcome else {
            return Ok(());
        };
        let mut result = None;
        self.wait_for("a non-blocking operation", |_| {
            result = outcome.get();
            if result.is_none() && self.progress() > 0 {
                result = outcome.get();
            }
            result.is_some()
        });
        self.world
            .network_result(result.expect("waited for").clone())
            .map(drop)
    }

    /// Waits until a get has ended, and copies its bytes to `into`, whose length is that of the
    /// get.
    pub fn wait_get(self, pending: &Pending, into: &mut [u8]) -> Result<(), Error> {
        self.wait(pending)?;
        let buffer = pending.buffer.as_ref().expect("a get has a buffer");
        buffer
            .copy_out(0, into)
            .map_err(|error| Error::memory(self.world.rank(), self.world.rank(), error))
    }

    /// Posts an operation with a handle.
    fn start(self, pe: u32, op: Op<Memory>) -> Result<Arc<Outcome>, Error> {
        self.post(pe, Leaving::Awaited, |core, now| {
            let (token, outcome) = core.token_with_handle();
            core.engine.submit(now, pe, op, Tracking::Token(token));
            outcome
        })
    }
}
