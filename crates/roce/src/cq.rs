//! Completion queues.

use alloc::collections::VecDeque;

use farreach_verbs::Completion;

/// A completion queue.
pub(crate) struct CompletionQueue {
    entries: VecDeque<Completion>,
    capacity: u32,
    /// The number of send and receive queues that complete here. A queue pair with both counts
    /// twice.
    pub(crate) users: u32,
}

/// The queue was full, and the completion is lost.
pub(crate) struct Overrun;

impl CompletionQueue {
    pub(crate) fn new(capacity: u32) -> Self {
        CompletionQueue {
            entries: VecDeque::new(),
            capacity,
            users: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, completion: Completion) -> Result<(), Overrun> {
        if self.entries.len() >= self.capacity as usize {
            return Err(Overrun);
        }
        self.entries.push_back(completion);
        Ok(())
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Completion> {
        self.entries.pop_front()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Completion>()
    }
}
