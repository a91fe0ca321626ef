//! What `farreach papers` measures: figures of papers that real processes of this machine have as well.

use std::path::Path;

use anyhow::{Context, Result};
use farreach_engine::{Fabric, Reach, Setup};
use farreach_predict::papers::Measurement;

use crate::benches::memory::reaches;
use crate::benches::{buffers, kernels, nas, next_peer};
use crate::fabric::reaching;
use crate::job;
use crate::limits;
use crate::pin::Cores;
use crate::report::Target;
use crate::sample::Sample;
use crate::series::median;
use crate::task::{Bench, Placement, Scenario, Task};

/// Milliseconds of each case in a turn.
const CASE_MS: u64 = 10;
/// Turns of jobs with two processes.
const TURNS: usize = 5;
/// Turns of kernels.
const KERNEL_TURNS: usize = 3;
/// Processes and nodes of jobs of many.
const MANY: (u32, u32) = (64, 8);
/// Processes and nodes of a job whose processes only start.
const STARTING: (u32, u32) = (256, 8);
/// Processes and nodes of a job with all connections.
const STATIC: [(u32, u32); 2] = [(16, 8), (64, 8)];

const ODCM: &str = "000 ARMCI-ODCM";
const XRC: &str = "001 XRC";
const GEMINI: &str = "002 Gemini";
const OPENSHMEM: &str = "003 OpenSHMEM";
const INCR: &str = "004 INCR";

/// Measures all of it. `progress` gets the name of the next step, and ends the run by an error. A step that fails is told to `progress`, and
/// its figures are left out.
pub fn measurements(
    program: &Path,
    mut progress: impl FnMut(&str) -> Result<()>,
) -> Result<Vec<Measurement>> {
    let cores = Cores::find();
    let mut run = Run {
        program,
        cores,
        all: Vec::new(),
    };
    for (what, step) in STEPS {
        progress(what)?;
        if let Err(error) = step(&mut run) {
            progress(&format!("{what}: left out, since {error:#}"))?;
        }
    }
    Ok(run.all)
}

type Step = fn(&mut Run<'_>) -> Result<()>;

const STEPS: [(&str, Step); 7] = [
    ("operations of two processes", |run| run.operations()),
    ("the parts of a set-up", |run| run.set_up()),
    ("accumulates by each protocol", |run| run.crossover()),
    ("receive buffers", |run| run.buffers()),
    ("messages beside handlers", |run| run.handlers()),
    ("memory", |run| run.memory()),
    ("kernels on demand and with static connections", |run| {
        run.kernels()
    }),
];

struct Run<'a> {
    program: &'a Path,
    cores: Cores,
    all: Vec<Measurement>,
}

/// A task of two processes on two nodes.
fn pair(bench: Bench) -> Task {
    Task::pair(bench, Placement::CrossNode, Target::Polling, CASE_MS)
}

fn made_at(setup: Setup) -> Fabric {
    Fabric {
        setup,
        ..reaching(Reach::Rc)
    }
}

/// The median of a case's values over several jobs.
fn of_case(jobs: &[Vec<Sample>], case: &str) -> Result<f64> {
    let mut values = Vec::new();
    for samples in jobs {
        let found = samples.iter().find(|sample| sample.case == case);
        values.push(
            found
                .with_context(|| format!("a job without {case:?}"))?
                .value,
        );
    }
    Ok(median(&values))
}

impl Run<'_> {
    fn add(
        &mut self,
        source: &'static str,
        path: &'static str,
        value: f64,
        what: impl Into<String>,
    ) {
        self.all.push(Measurement {
            source,
            path,
            value,
            what: what.into(),
        });
    }

    /// Operations over connections that were made on demand and at the start, in turns.
    fn operations(&mut self) -> Result<()> {
        let (mut on_demand, mut at_start) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            for (setup, jobs) in [
                (Setup::OnDemand, &mut on_demand),
                (Setup::Static, &mut at_start),
            ] {
                let task = Task {
                    fabric: Some(made_at(setup)),
                    ..pair(Bench::Reach)
                };
                jobs.push(job::run(self.program, self.cores, &task)?);
            }
        }
        let here = "two processes here over the adapter in software";
        let mb =
            |jobs: &[Vec<Sample>], case: &str| Ok::<f64, anyhow::Error>(of_case(jobs, case)? / 1e6);
        let us =
            |jobs: &[Vec<Sample>], case: &str| Ok::<f64, anyhow::Error>(of_case(jobs, case)? * 1e6);
        for (source, path, case) in [
            (ODCM, "peak_bandwidth_mb_s.get", "get 1 MiB"),
            (ODCM, "peak_bandwidth_mb_s.put", "put 1 MiB"),
            (ODCM, "peak_bandwidth_mb_s.accumulate", "accumulate 1 MiB"),
            (GEMINI, "peak_bandwidth_mb_s.get", "get 1 MiB"),
            (GEMINI, "peak_bandwidth_mb_s.put", "put 1 MiB"),
        ] {
            self.add(
                source,
                path,
                mb(&on_demand, case)?,
                format!("{case}: {here}"),
            );
        }
        for (path_on_demand, path_static, case) in [
            (
                "peak_bandwidth_mb_s.get_strided.on_demand",
                "peak_bandwidth_mb_s.get_strided.static",
                "strided get, 16 x 64 KiB",
            ),
            (
                "peak_bandwidth_mb_s.put_strided.on_demand",
                "peak_bandwidth_mb_s.put_strided.static",
                "strided put, 16 x 64 KiB",
            ),
            (
                "peak_bandwidth_mb_s.accumulate_strided.on_demand",
                "peak_bandwidth_mb_s.accumulate_strided.static",
                "strided accumulate, 16 x 64 KiB",
            ),
        ] {
            self.add(
                ODCM,
                path_on_demand,
                mb(&on_demand, case)?,
                format!("{case}: {here}"),
            );
            self.add(
                ODCM,
                path_static,
                mb(&at_start, case)?,
                format!("{case}: {here}"),
            );
        }
        let put = "put 8 B + quiet";
        let what = format!("{put}, the median: {here}");
        self.add(
            ODCM,
            "put_latency_8_bytes_us.on_demand",
            us(&on_demand, put)?,
            what.clone(),
        );
        self.add(
            ODCM,
            "put_latency_8_bytes_us.static",
            us(&at_start, put)?,
            what,
        );
        for (path, case) in [
            ("latency_16_bytes_us.get", "get 16 B + quiet"),
            ("latency_16_bytes_us.put", "put 16 B + quiet"),
        ] {
            let what = format!("{case}, the median: {here}");
            self.add(GEMINI, path, us(&on_demand, case)?, what);
        }
        let mut largest = (0.0_f64, String::new());
        for sample in &on_demand[0] {
            let ratio = of_case(&on_demand, &sample.case)? / of_case(&at_start, &sample.case)?;
            let percent = (ratio - 1.0).abs() * 100.0;
            if percent > largest.0 {
                largest = (percent, sample.case.clone());
            }
        }
        let what = format!(
            "the largest of {} single operations, \"{}\", each the median of {TURNS} jobs: {here}",
            on_demand[0].len(),
            largest.1
        );
        self.add(
            OPENSHMEM,
            "headline.microbenchmark_difference_percent_max",
            largest.0,
            what,
        );
        Ok(())
    }

    /// Commands of the adapter, and what remains of a first put.
    fn set_up(&mut self) -> Result<()> {
        let (create, transitions) = limits::queue_pair_costs()?;
        let here = "the adapter in software, whose queue pairs are memory of the process";
        self.add(
            ODCM,
            "connection.create_and_reset_to_init_us",
            create * 1e6,
            here,
        );
        self.add(
            ODCM,
            "connection.init_to_rtr_and_rtr_to_rts_us",
            transitions * 1e6,
            here,
        );
        let cores = self.cores;
        let facing = std::thread::spawn(move || {
            cores.pin_first();
            next_peer::seconds(cores, Fabric::default(), next_peer::BACK)
        });
        let facing = facing.join();
        let first = facing.map_err(|_| anyhow::anyhow!("the measurement's thread panicked"))??;
        // A request and a reply, and a queue pair on each side at the same time.
        let message = ((first.set_up - create - transitions) / 2.0).max(0.0);
        self.add(
            ODCM,
            "connection.extra_message_overhead_us_max",
            message * 1e6,
            "half of a set-up between processes that poll, less the commands of a queue pair",
        );
        Ok(())
    }

    /// The size from which accumulates of integers under a lock beat those by one atomic a number.
    fn crossover(&mut self) -> Result<()> {
        let mut by = [Vec::new(), Vec::new()];
        for _ in 0..KERNEL_TURNS {
            for (protocol, jobs) in ["atomics", "lock"].into_iter().zip(&mut by) {
                let task = Task {
                    scenario: Scenario::Accumulates,
                    accumulate: Some(protocol),
                    ..pair(Bench::Armci)
                };
                jobs.push(job::run(self.program, self.cores, &task)?);
            }
        }
        let [atomics, lock] = by;
        let mut crossover = None;
        for bytes in crate::benches::armci::COMPARED {
            let case = format!(
                "accumulate {} of integers and fence",
                limits::size_name(bytes)
            );
            if crossover.is_none() && of_case(&lock, &case)? < of_case(&atomics, &case)? {
                crossover = Some(bytes);
            }
        }
        if let Some(bytes) = crossover {
            let sizes = crate::benches::armci::COMPARED
                .map(limits::size_name)
                .join(", ");
            let what = format!(
                "the least of {sizes} with which the protocol lock beats the protocol atomics here, for integers of 64 bits"
            );
            self.add(
                GEMINI,
                "protocol.accumulate_crossover_bytes",
                bytes as f64,
                what,
            );
        }
        Ok(())
    }

    /// The part of receive buffers that messages of SP use.
    fn buffers(&mut self) -> Result<()> {
        let (size, nodes) = MANY;
        let task = Task {
            size,
            nodes,
            ..pair(Bench::Buffers)
        };
        let [one, six] = buffers::efficiencies(self.program, self.cores, &task)?;
        let what = format!(
            "messages of SP between {}, of which all are announcements",
            task.shape()
        );
        self.add(
            XRC,
            "headline.sp_buffer_efficiency_percent.one_srq_below",
            one * 100.0,
            what.clone(),
        );
        self.add(
            XRC,
            "headline.sp_buffer_efficiency_percent.six_srqs",
            six * 100.0,
            what,
        );
        Ok(())
    }

    /// Messages of a process that has handlers of active messages as well.
    fn handlers(&mut self) -> Result<()> {
        let mut ratios = Vec::new();
        for _ in 0..TURNS {
            let samples = job::run(self.program, self.cores, &pair(Bench::Am))?;
            let found = samples
                .iter()
                .find(|sample| sample.case.ends_with("beside handlers"));
            let sample = found.context("the job has no messages beside handlers")?;
            let before = sample
                .reference
                .as_ref()
                .context("no time without handlers")?;
            ratios.push(sample.value / before.value);
        }
        let what = "a tagged message of 8 bytes there and back, with handlers of active messages by that without, in one job here";
        self.add(INCR, "mpi.normalized_time", median(&ratios), what);
        Ok(())
    }

    /// Memory of one runtime under all models.
    fn memory(&mut self) -> Result<()> {
        let of = |(size, nodes), setup| Task {
            size,
            nodes,
            target: Target::Computing,
            fabric: Some(made_at(setup)),
            ..pair(Bench::Memory)
        };
        let few = reaches::joined_bytes(self.program, &of(STATIC[0], Setup::OnDemand))?;
        let many = reaches::joined_bytes(self.program, &of(STARTING, Setup::OnDemand))?;
        let each = ((many - few) / f64::from(STARTING.0 - STATIC[0].0)).max(0.0);
        let mut all = Vec::new();
        for shape in STATIC {
            all.push(reaches::reached_bytes(
                self.program,
                &of(shape, Setup::Static),
            )?);
        }
        let further = (all[1] - all[0]) / f64::from(STATIC[1].0 - STATIC[0].0);
        let mb = 1e-6;
        self.add(
            INCR,
            "memory_mb_per_process.incr",
            many * mb,
            format!("unique memory of each of {} processes here after initialisation, connections on demand: one runtime under all models", STARTING.0),
        );
        self.add(
            INCR,
            "memory_mb_per_process.gasnet_ibv",
            (all[1] + further * f64::from(STARTING.0 - STATIC[1].0)) * mb,
            format!("unique memory of each of {} processes here with static connections, and as much for each further process as between {} and {}", STATIC[1].0, STATIC[0].0, STATIC[1].0),
        );
        self.add(
            INCR,
            "memory_mb_per_process.slope_gasnet_ibv_kb_per_process",
            further / 1e3,
            format!(
                "unique memory for each process more, static connections, {} to {} processes here",
                STATIC[0].0, STATIC[1].0
            ),
        );
        for path in [
            "memory_mb_per_process.extrapolated_10000.incr_low",
            "memory_mb_per_process.extrapolated_10000.incr_high",
        ] {
            let value = (many + each * (10_000.0 - f64::from(STARTING.0))) * mb;
            let what = format!(
                "{:.0} bytes for each further process that is not reached, measured between {} and {} here",
                each, STATIC[0].0, STARTING.0
            );
            self.add(INCR, path, value, what);
        }
        Ok(())
    }

    /// Kernels with both set-ups.
    fn kernels(&mut self) -> Result<()> {
        let (size, nodes) = MANY;
        let many = Task {
            size,
            nodes,
            ..pair(Bench::Nas)
        };
        let [least, most] = nas::improvements(self.program, &many)?;
        for (path, (kernel, percent)) in [
            ("headline.nas_execution_time_improvement_percent.0", least),
            ("headline.nas_execution_time_improvement_percent.1", most),
        ] {
            let what = format!(
                "{kernel}, class S, {} here, from command to exit",
                many.shape()
            );
            self.add(OPENSHMEM, path, percent, what);
        }
        let shape = ["-n", "8", "--nodes", "4"];
        let difference = |kernel| kernels::difference(self.program, &shape, kernel, KERNEL_TURNS);
        let search = difference("graph500, breadth-first search")?;
        let mut updates = [
            difference("random-access by messages")?.abs(),
            difference("random-access by accumulates")?.abs(),
        ];
        updates.sort_by(f64::total_cmp);
        let here = "8 processes on 4 nodes here, time after start-up on demand by that with static connections";
        self.add(
            OPENSHMEM,
            "headline.graph500_difference_percent_max",
            search.abs(),
            here,
        );
        for (path, percent) in [
            (
                "headline.random_access_gups_difference_percent.0",
                updates[0],
            ),
            (
                "headline.random_access_gups_difference_percent.1",
                updates[1],
            ),
        ] {
            self.add(ODCM, path, percent, here);
        }
        Ok(())
    }
}
