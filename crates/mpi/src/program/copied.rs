//! Messages whose slices are free at once.

use std::fmt;

use zerocopy::IntoBytes as _;

use super::element::Element;
use super::point::check_tag;
use super::{Communicator, Result};
use crate::request::Begun;

/// A send of a copy. The message is sent also if the value is dropped.
pub struct SendingCopy<'s> {
    communicator: Communicator<'s>,
    begun: Begun,
}

impl fmt::Debug for SendingCopy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendingCopy").finish_non_exhaustive()
    }
}

impl<'s> Communicator<'s> {
    /// Begins to send a copy of a slice to a process. The slice may be changed when the call returns, which never waits
    /// for the receiver.
    ///
    /// A long message takes memory until the receiver has it: a program bounds what it has begun, by
    /// [`SendingCopy::wait`].
    ///
    /// ```
    /// use farreach::mpi;
    ///
    /// let mpi = mpi::init()?;
    /// let all = mpi.world();
    /// let (left, right) = ((all.rank() + all.size() - 1) % all.size(), (all.rank() + 1) % all.size());
    /// let sending = all.send_copy(&vec![all.rank(); 100_000], right, 0)?;
    /// let (got, _) = all.receive_vec::<u32>(left, 0)?;
    /// assert_eq!((got.len(), got[7]), (100_000, left));
    /// sending.wait()?;
    /// mpi.finalize()?;
    /// # Ok::<(), mpi::Error>(())
    /// ```
    pub fn send_copy<T: Element>(&self, from: &[T], to: u32, tag: u32) -> Result<SendingCopy<'s>> {
        self.check_rank(to, "to")?;
        check_tag(tag)?;
        let begun = self
            .mpi()
            .begin_copied_send(&self.comm, from.as_bytes(), to, tag)?;
        Ok(SendingCopy {
            communicator: self.clone(),
            begun,
        })
    }
}

impl SendingCopy<'_> {
    /// Whether the send has ended.
    pub fn has_ended(&self) -> bool {
        self.communicator.mpi().go_on();
        self.begun.has_ended()
    }

    /// Waits for the end of the send.
    pub fn wait(self) -> Result<()> {
        let mpi = self.communicator.mpi();
        mpi.wait("a copy's message", || self.begun.has_ended());
        let (_, result) = self.begun.finish(mpi, Some(&self.communicator.comm));
        result
    }
}
