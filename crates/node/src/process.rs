//! A process's control block, as others read it and as it writes its own.

use std::sync::atomic::Ordering;

pub use crate::shared::ProcessControl;

/// How far a process has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum ProcessState {
    /// Not attached yet.
    Absent = 0,
    /// Has attached.
    Attached = 1,
    /// Has begun to finalize.
    Finalizing = 2,
    /// Has finalized; its memory must not be used any more.
    Left = 3,
}

impl ProcessControl {
    /// The process's identifier; 0 before it attached.
    pub fn pid(&self) -> u32 {
        self.identity.pid.load(Ordering::Relaxed)
    }

    /// How far the process has come; what it wrote before is visible.
    pub fn state(&self) -> ProcessState {
        match self.identity.state.load(Ordering::Acquire) {
            0 => ProcessState::Absent,
            1 => ProcessState::Attached,
            2 => ProcessState::Finalizing,
            _ => ProcessState::Left,
        }
    }

    /// Says that this is the control block of the calling process.
    pub fn attach(&self) {
        self.identity
            .pid
            .store(std::process::id(), Ordering::Relaxed);
        self.set_state(ProcessState::Attached);
    }

    /// Says how far the process has come.
    pub fn set_state(&self, state: ProcessState) {
        self.identity.state.store(state as u32, Ordering::Release);
    }

    /// Whether another process was given pointers into this one's segment ([`crate::Segment::lend`]): its stores ring no
    /// bell, so sleeps that they are to end must be short ([`crate::BOUNDED_SLEEP`]).
    pub fn is_lent(&self) -> bool {
        self.identity.lent.load(Ordering::SeqCst) != 0
    }

    /// Library calls that the process has made, as far as it counted them.
    pub fn calls(&self) -> u64 {
        self.counters.calls.load(Ordering::Relaxed)
    }

    /// Counts a library call. Only the process's own application thread may: this is not an atomic addition.
    #[inline]
    pub fn count_call(&self) {
        let calls = &self.counters.calls;
        calls.store(
            calls.load(Ordering::Relaxed).wrapping_add(1),
            Ordering::Relaxed,
        );
    }

    /// Bytes of the process's symmetric heap that are allocated.
    pub fn heap_in_use(&self) -> u64 {
        self.counters.heap_in_use.load(Ordering::Relaxed)
    }

    /// Says how many bytes of the process's symmetric heap are allocated.
    pub fn set_heap_in_use(&self, bytes: u64) {
        self.counters.heap_in_use.store(bytes, Ordering::Relaxed);
    }
}
