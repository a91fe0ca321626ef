//! Access to a process's control block.

use std::sync::atomic::Ordering;

pub use crate::shared::ProcessControl;

impl ProcessControl {
    /// Whether another process was given pointers into this process's segment
    /// ([`crate::Segment::lend`]). Stores by such pointers ring no bell, so sleeps that such stores
    /// are to end must be short ([`crate::BOUNDED_SLEEP`]).
    pub fn is_lent(&self) -> bool {
        self.once.lent.load(Ordering::SeqCst) != 0
    }
}
