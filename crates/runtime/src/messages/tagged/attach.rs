//! Cross-memory attach between the processes of a node: who permits it, and who does not.

use std::collections::BTreeSet;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use farreach_node::{Memory, View, is_ending, permit_attach, pid_namespace, read_process};
use rustix::io::Errno;
use rustix::net::sockopt::socket_peercred;

use super::lock;
use super::packed::unpack;
use crate::World;
use crate::job::jobs::Job;
use crate::job::stats::AttachStats;

/// Longer than anybody who ends a job takes to do so.
const ENDED_WITHIN: Duration = Duration::from_secs(10);

/// What this process knows of attaching to others.
#[derive(Debug)]
pub(super) struct Attach {
    /// This process's PID namespace.
    namespace: Option<u32>,
    /// Messages, and pieces of collectives, that were read so.
    read: AtomicU64,
    /// Messages that came in pieces instead.
    refused: AtomicU64,
    /// Processes that can't be attached to.
    refusing: Mutex<BTreeSet<u32>>,
    /// Why the first one can't.
    reason: Mutex<Option<String>>,
}

impl Attach {
    pub(super) fn new() -> Attach {
        Attach {
            namespace: pid_namespace(),
            read: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            refusing: Mutex::default(),
            reason: Mutex::default(),
        }
    }

    /// This process's PID namespace. `None` if it is unknown.
    pub(super) fn namespace(&self) -> Option<u32> {
        self.namespace
    }

    /// Reads a message of `len` bytes of rank `from`, which is process `process` of a PID namespace.
    /// Returns whether it could.
    pub(super) fn read(
        &self,
        from: u32,
        (process, namespace): (u32, u32),
        address: u64,
        (into, len): (&Memory, usize),
    ) -> bool {
        self.attach(from, (process, namespace), || match into.as_scattered() {
            None => {
                let into = into.view().part(0, len).expect("within the target");
                read_process(process, address, into)
            }
            Some(into) => unpack(into, len, |at, part| {
                read_process(process, address.wrapping_add(at as u64), part)
            }),
        })
    }

    /// Attaches to rank `from`, which is process `process` of a PID namespace, unless it can't be.
    fn attach(
        &self,
        from: u32,
        (process, namespace): (u32, u32),
        read: impl FnOnce() -> io::Result<()>,
    ) -> bool {
        if lock(&self.refusing).contains(&from) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        // In another namespace the identifier may be that of any process.
        let attached = if self.namespace == Some(namespace) {
            read()
        } else {
            let kind = io::ErrorKind::PermissionDenied;
            Err(io::Error::new(kind, "it is in another PID namespace"))
        };
        match attached {
            Ok(()) => {
                self.read.fetch_add(1, Ordering::Relaxed);
                true
            }
            Err(error) => {
                self.refuse(from, process, &error);
                false
            }
        }
    }

    #[cold]
    fn refuse(&self, from: u32, process: u32, error: &io::Error) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        // A permission does not come back. Other errors concern this read.
        if matches!(
            Errno::from_io_error(error),
            Some(Errno::PERM | Errno::NOSYS)
        ) {
            lock(&self.refusing).insert(from);
        }
        lock(&self.reason).get_or_insert_with(|| {
            format!("process_vm_readv of rank {from} (process {process}): {error}")
        });
    }

    pub(super) fn stats(&self) -> AttachStats {
        AttachStats {
            read: self.read.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
            reason: lock(&self.reason).clone(),
        }
    }
}

impl World {
    /// Lets the other processes of this node attach to this one: the descendants of the agent.
    pub(super) fn permit_attach(&self) {
        let agent = self
            .job()
            .descriptor()
            .and_then(|agent| socket_peercred(agent).ok());
        if let Some(agent) = agent {
            permit_attach(agent.pid.as_raw_nonzero().get() as u32);
        }
    }

    /// What others need to attach to this process. `None` if its PID namespace is unknown.
    pub(crate) fn identity_to_attach(&self) -> Option<u64> {
        let namespace = self.tagged_messages().attach.namespace()?;
        Some(u64::from(namespace) << 32 | u64::from(self.process()))
    }

    /// Reads memory of a process of this node with this identity. Returns whether it could.
    pub(crate) fn attach_to(&self, rank: u32, identity: u64, address: u64, into: View<'_>) -> bool {
        let process = (identity as u32, (identity >> 32) as u32);
        let attach = &self.tagged_messages().attach;
        attach.attach(rank, process, || read_process(process.0, address, into))
    }

    /// Waits for the end of the job if the process with this identity is ending: whoever starts the job's processes then ends the
    /// others, and says who died of what. Returns if the process runs, or if nobody ends the job.
    #[cold]
    pub(crate) fn await_end_after(identity: u64) {
        let begun = Instant::now();
        while is_ending(identity as u32) && begun.elapsed() < ENDED_WITHIN {
            std::thread::sleep(ENDED_WITHIN / 1000);
        }
    }

    /// How the messages that others announced from private memory were read.
    pub(crate) fn attach_stats(&self) -> AttachStats {
        let shared = self.tagged().shared.get();
        shared
            .map(|shared| shared.attach.stats())
            .unwrap_or_default()
    }
}
