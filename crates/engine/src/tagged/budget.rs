//! What one process may send to another before the receiver has taken it.
//!
//! Unexpected messages cost the receiver memory. So a sender has a budget of [`EAGER_BYTES`] for
//! eager messages, and for the bytes that come with announcements, and of [`ANNOUNCED_MAX`]
//! announcements at each receiver. The receiver returns bytes when their message has matched, in
//! credits of at least half the budget. An announcement is returned when its message has been read.
//! The sender holds all other messages.
//!
//! The budget bounds what a receiver stores that waits for none of these messages. A receiver that
//! does wait asks for the next messages that the sender holds (`holding.rs`). Those are sent beyond the
//! budget, which is overdrawn then.

/// The bytes of eager messages that one sender may have at one receiver. Each message counts
/// 64 bytes more than it has.
pub const EAGER_BYTES: u32 = 512 << 10;
/// The announcements that one sender may have at one receiver.
pub const ANNOUNCED_MAX: u32 = 64;
/// What an unexpected message costs the receiver beside its bytes.
const OVERHEAD: u32 = 64;
/// The receiver returns at least so many bytes at a time.
const RETURNED_MIN: u32 = EAGER_BYTES / 2;

/// The bytes of the budget that an eager message of `len` bytes uses.
#[inline]
fn charge(len: usize) -> u32 {
    let charge = len as u32 + OVERHEAD;
    // If all messages were taken, then less than this is not returned yet.
    assert!(
        charge <= EAGER_BYTES - RETURNED_MIN,
        "an eager message of {len} bytes"
    );
    charge
}

/// The sender's part: what it may send to one receiver. Below zero the budget is overdrawn.
#[derive(Debug)]
pub(crate) struct Allowance {
    eager: i64,
    announced: i64,
}

impl Default for Allowance {
    fn default() -> Self {
        Allowance {
            eager: i64::from(EAGER_BYTES),
            announced: i64::from(ANNOUNCED_MAX),
        }
    }
}

impl Allowance {
    /// Uses the allowance for an eager message, if it suffices.
    #[inline]
    pub(crate) fn use_eager(&mut self, len: usize) -> bool {
        let suffices = self.eager >= i64::from(charge(len));
        if suffices {
            self.overdraw_eager(len);
        }
        suffices
    }

    /// Gives back what an eager message has used that was not sent.
    pub(crate) fn give_back_eager(&mut self, len: usize) {
        self.eager += i64::from(charge(len));
    }

    /// Uses the allowance for an eager message, whether it suffices or not.
    #[inline]
    pub(crate) fn overdraw_eager(&mut self, len: usize) {
        self.eager -= i64::from(charge(len));
    }

    /// Uses the allowance for an announcement, if it suffices.
    pub(crate) fn use_announced(&mut self) -> bool {
        let suffices = self.announced > 0;
        if suffices {
            self.overdraw_announced();
        }
        suffices
    }

    /// Uses the allowance for an announcement, whether it suffices or not.
    pub(crate) fn overdraw_announced(&mut self) {
        self.announced -= 1;
    }

    /// Returns bytes of eager messages. Returns `false`, and does nothing, if more are returned
    /// than were used.
    pub(crate) fn return_eager(&mut self, bytes: u32) -> bool {
        let eager = self.eager + i64::from(bytes);
        let is_valid = eager <= i64::from(EAGER_BYTES);
        if is_valid {
            self.eager = eager;
        }
        is_valid
    }

    /// Returns an announcement.
    pub(crate) fn return_announced(&mut self) {
        self.announced += 1;
        assert!(self.announced <= i64::from(ANNOUNCED_MAX));
    }

    /// Whether nothing is in use, apart from bytes that the receiver has not returned yet.
    #[cfg(debug_assertions)]
    pub(crate) fn is_settled(&self) -> bool {
        self.announced == i64::from(ANNOUNCED_MAX)
            && self.eager > i64::from(EAGER_BYTES - RETURNED_MIN)
    }
}

/// The receiver's part: what it has taken and not yet returned to one sender.
#[derive(Debug, Default)]
pub(crate) struct Uncredited(u32);

impl Uncredited {
    /// Counts an eager message that has matched. Returns the bytes to return to the sender now, if
    /// they are enough.
    pub(crate) fn add(&mut self, len: usize) -> Option<u32> {
        self.0 += charge(len);
        (self.0 >= RETURNED_MIN).then(|| self.take())
    }

    /// All bytes that were taken and not yet returned, which the caller returns to the sender now.
    pub(crate) fn take(&mut self) -> u32 {
        core::mem::take(&mut self.0)
    }
}
