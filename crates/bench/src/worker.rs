//! The bundled app whose processes measure, with one job per task.

use std::cell::Cell;
use std::ffi::OsString;
use std::hint::black_box;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use farreach::shmem::{self, Pe};

use crate::benches;
use crate::clock::process_cpu_seconds;
use crate::pin::Cores;
use crate::report::Target;
use crate::task::{Bench, Placement, Task};

/// Runs one rank. The only argument is the task as JSON.
pub fn main(mut arguments: impl Iterator<Item = OsString>) -> Result<()> {
    let task = arguments.next();
    let task = task.context("it is started by `farreach bench`, with a task")?;
    let task = task.to_str().context("the task is not UTF-8")?;
    let task: Task = serde_json::from_str(task).context("the task is not one of this version")?;
    if task.bench == Bench::Memory {
        return benches::memory::process(&task);
    }
    let cores = Cores::find();
    let begun = Instant::now();
    let pe = shmem::init()?;
    let init_cpu_seconds = process_cpu_seconds();
    ensure!(
        pe.n_pes() == task.size,
        "the task is for {} processes, not {}",
        task.size,
        pe.n_pes()
    );
    // After joining, so that only this thread is pinned. Where cores are scarce the helper thread
    // follows it.
    if task.size == 2 && task.bench != Bench::Threads {
        if pe.my_pe() == 0 {
            cores.pin_first();
        } else {
            cores.pin_second();
        }
    }
    let session = Session::new(pe, task, cores, (begun, init_cpu_seconds));
    if let Err(error) = benches::run(&session).and_then(|()| session.check_route()) {
        // An orderly exit would wait for the others, which wait for this rank.
        farreach_node::say(format_args!(
            "{}: rank {}: {error:#}",
            crate::WORKER_APP,
            session.pe.my_pe()
        ));
        std::process::exit(1);
    }
    Ok(session.pe.finalize()?)
}

/// The target of one-sided operations.
pub(crate) const TARGET: u32 = 1;
/// The offset of the stop word in the segment if nothing is allocated. It lies beyond the library's
/// own area.
const UNALLOCATED_STOP: usize = 1 << 20;

/// One rank's part in a task.
pub(crate) struct Session {
    pub(crate) pe: Pe,
    pub(crate) task: Task,
    /// The machine's cores, found before this process was pinned.
    pub(crate) cores: Cores,
    /// The processor time of this process until it had joined.
    pub(crate) init_cpu_seconds: f64,
    /// When this process began to join.
    begun: Instant,
    rounds: Cell<u64>,
    /// Bytes that rank 0 has moved.
    payload: Cell<u64>,
}

impl Session {
    fn new(pe: Pe, task: Task, cores: Cores, (begun, init_cpu_seconds): (Instant, f64)) -> Session {
        Session {
            pe,
            task,
            cores,
            init_cpu_seconds,
            begun,
            rounds: Cell::new(0),
            payload: Cell::new(0),
        }
    }

    /// The time since the job's start, equal for all processes.
    pub(crate) fn since_start(&self) -> Duration {
        let launch = self.pe.world().stats().init.launch;
        self.begun.elapsed() + Duration::from_secs_f64(launch)
    }

    /// Whether this rank measures.
    pub(crate) fn is_initiator(&self) -> bool {
        self.pe.my_pe() == 0
    }

    /// Whether this task is between nodes.
    pub(crate) fn is_cross_node(&self) -> bool {
        self.task.placement() == Placement::CrossNode
    }

    /// Counts bytes that must have been sent or received over the network.
    pub(crate) fn count_payload(&self, bytes: u64) {
        self.payload.set(self.payload.get() + bytes);
    }

    /// Rank 0 runs `initiate`, while the others are targets as the task says.
    pub(crate) fn one_sided(&self, initiate: impl FnOnce() -> Result<()>) -> Result<()> {
        self.pe.barrier_all()?;
        self.one_sided_apart(initiate)?;
        self.pe.barrier_all()?;
        Ok(())
    }

    /// Runs `initiate` on rank 0 as [`Session::one_sided`] does, but without barriers, which would
    /// connect the processes.
    pub(crate) fn one_sided_apart(&self, initiate: impl FnOnce() -> Result<()>) -> Result<()> {
        let round = self.rounds.get() + 1;
        self.rounds.set(round);
        if !self.is_initiator() {
            return self.serve(round);
        }
        initiate()?;
        for target in 1..self.pe.n_pes() {
            self.pe
                .world()
                .direct()
                .put_word(target, UNALLOCATED_STOP, round)?;
        }
        self.pe.quiet()?;
        Ok(())
    }

    /// Acts as a target until rank 0 has stored the round's number in the stop word.
    fn serve(&self, round: u64) -> Result<()> {
        let world = self.pe.world();
        // Obtained before: reading the process's own memory is no call of the library.
        let stop = world.own_segment().atomic_u64(UNALLOCATED_STOP)?;
        match self.task.target {
            Target::Polling => {
                while stop.load(Ordering::Acquire) < round {
                    world.progress();
                }
            }
            Target::Computing => {
                let mut number = round;
                while stop.load(Ordering::Acquire) < round {
                    for _ in 0..1000 {
                        number = black_box(number.wrapping_mul(6364136223846793005) + 1);
                    }
                }
            }
        }
        Ok(())
    }

    /// Between nodes, checks that the counters show the bytes on reliable connections.
    fn check_route(&self) -> Result<()> {
        if !self.is_initiator() || !self.is_cross_node() {
            return Ok(());
        }
        let (payload, stats) = (self.payload.get(), self.pe.world().stats());
        // Requests to the target's processor, which executes the atomics that a device lacks, travel in datagrams.
        let allowed = match self.task.bench {
            Bench::Atomics => stats.ud_bytes,
            _ => 0,
        };
        ensure!(
            stats.rc_bytes + allowed >= payload,
            "{payload} bytes were moved between nodes, but the counters show only {} on reliable \
             connections ({} in datagrams)",
            stats.rc_bytes,
            stats.ud_bytes,
        );
        Ok(())
    }
}
