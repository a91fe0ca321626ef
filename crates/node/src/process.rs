//! A process's control block, as others read it and as it writes its own.

use std::sync::atomic::Ordering;

pub use crate::shared::ProcessControl;

impl ProcessControl {
    /// Whether another process was given pointers into this one's segment ([`crate::Segment::lend`]): its stores ring no
    /// bell, so sleeps that they are to end must be short ([`crate::BOUNDED_SLEEP`]).
    pub fn is_lent(&self) -> bool {
        self.lent.word.load(Ordering::SeqCst) != 0
    }
}
