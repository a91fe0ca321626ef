//! `node`'s arena, reduced to what the algorithms use.

use std::ops::Deref;
use std::sync::Arc;

use crate::shared::{CollectiveControl, ProcessControl};

/// An arena whose processes share `processes`.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    processes: Arc<Vec<Arc<ProcessControl>>>,
    collective: Arc<CollectiveControl>,
}

impl Arena {
    pub(crate) fn new(local_size: u32) -> Arena {
        let processes = (0..local_size).map(|_| Arc::new(ProcessControl::new()));
        Arena {
            processes: Arc::new(processes.collect()),
            collective: Arc::new(CollectiveControl::new()),
        }
    }

    pub(crate) fn process_words(&self, local_index: u32) -> Words<ProcessControl> {
        self.keep(&self.processes[local_index as usize])
    }

    pub(crate) fn collective_words(&self, _: u32, _: usize) -> Words<CollectiveControl> {
        self.keep(&self.collective)
    }

    fn keep<T>(&self, words: &Arc<T>) -> Words<T> {
        Words {
            words: Arc::clone(words),
            arena: self.clone(),
        }
    }

    #[expect(clippy::unused_self, reason = "as the real one")]
    pub(crate) fn has_expedited_fence(&self) -> bool {
        true
    }
}

/// A structure of atomics in an arena.
#[derive(Debug)]
pub(crate) struct Words<T> {
    words: Arc<T>,
    arena: Arena,
}

impl<T> Words<T> {
    pub(crate) fn arena(&self) -> &Arena {
        &self.arena
    }
}

impl<T> Clone for Words<T> {
    fn clone(&self) -> Self {
        self.arena.keep(&self.words)
    }
}

impl<T> Deref for Words<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.words
    }
}
