//! The job of the runtime's own tests: the ranks are threads of one process, each a node of its own, and the exchange is a map in
//! their memory. There is none of what only some launchers offer but the statistics.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use farreach_node::{Arena, ArenaLayout, Endpoint};

use super::{AnyJob, Job, JobError};

/// The job as one of its threads sees it.
pub(crate) struct Threads {
    rank: u32,
    arena: Arena,
    shared: Arc<Shared>,
}

struct Shared {
    host: String,
    key: [u8; 32],
    state: Mutex<State>,
    /// Tells of each rank that finalizes.
    finalized: Condvar,
}

/// What the ranks have said.
#[derive(Default)]
struct State {
    endpoints: BTreeMap<u32, Endpoint>,
    finalized: BTreeSet<u32>,
    stats: BTreeMap<u32, Vec<u8>>,
    end: Option<(i32, String)>,
}

/// A job of `size` ranks, each with a symmetric heap of `heap_bytes`.
pub(crate) fn job_of_threads(size: u32, heap_bytes: u64) -> Vec<Arc<AnyJob>> {
    let shared = Arc::new(Shared {
        host: "here".into(),
        key: [0x5e; 32],
        state: Mutex::default(),
        finalized: Condvar::new(),
    });
    let job = |rank| {
        let layout = ArenaLayout {
            host_size: size,
            ..ArenaLayout::block(size, size, rank, heap_bytes)
        };
        let threads = Threads {
            rank,
            arena: Arena::anonymous(layout).expect("an arena"),
            shared: Arc::clone(&shared),
        };
        Arc::new(AnyJob::Threads(threads))
    };
    (0..size).map(job).collect()
}

impl AnyJob {
    /// The last statistics of a rank.
    pub(crate) fn stats_of(&self, rank: u32) -> Option<Vec<u8>> {
        self.threads().state().stats.get(&rank).cloned()
    }

    /// With what a rank has ended the job.
    pub(crate) fn end(&self) -> Option<(i32, String)> {
        self.threads().state().end.clone()
    }

    fn threads(&self) -> &Threads {
        match self {
            AnyJob::Threads(threads) => threads,
            AnyJob::Farreach(_) | AnyJob::Pmi(_) => panic!("not a job of threads"),
        }
    }
}

impl Threads {
    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().expect("no panic inside")
    }

    fn is_released(&self, state: &State) -> bool {
        state.finalized.len() == self.size() as usize
    }
}

impl Job for Threads {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn host(&self) -> &str {
        &self.shared.host
    }

    fn key(&self) -> Option<[u8; 32]> {
        Some(self.shared.key)
    }

    fn arena(&self) -> &Arena {
        &self.arena
    }

    fn publish(&self, endpoint: &Endpoint) -> Result<(), JobError> {
        self.state().endpoints.insert(self.rank, *endpoint);
        Ok(())
    }

    fn endpoint(&self, rank: u32) -> Option<Endpoint> {
        self.state().endpoints.get(&rank).copied()
    }

    fn has_launcher(&self) -> bool {
        true
    }

    fn abort(&self, code: i32, text: &str) -> Result<(), JobError> {
        self.state().end = Some((code, text.to_owned()));
        Ok(())
    }

    fn finalize(&self) -> Result<(), JobError> {
        self.state().finalized.insert(self.rank);
        self.shared.finalized.notify_all();
        Ok(())
    }

    fn has_finalized(&self) -> bool {
        self.state().finalized.contains(&self.rank)
    }

    fn poll_released(&self) -> Result<bool, JobError> {
        Ok(self.is_released(&self.state()))
    }

    fn wait_released(&self, patience: Duration) -> Result<bool, JobError> {
        let finalized = &self.shared.finalized;
        let waited =
            finalized.wait_timeout_while(self.state(), patience, |state| !self.is_released(state));
        let (state, _) = waited.expect("no panic inside");
        Ok(self.is_released(&state))
    }

    fn report(&self, stats: &[u8]) -> Result<(), JobError> {
        self.state().stats.insert(self.rank, stats.to_vec());
        Ok(())
    }
}
