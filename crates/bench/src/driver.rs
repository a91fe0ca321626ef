//! Runs the rounds: jobs of workers and, after each job, the limits that its samples name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::benches::{
    armci, budget, buffers, collectives, flood, hybrid, io, kernels, loss, many_to_many, memory,
    nas, peers, reach, set_up, startup, threads, verbs,
};
use crate::conditions::Conditions;
use crate::job;
use crate::limits::Limit;
use crate::pin::Cores;
use crate::report::{Row, Target};
use crate::sample::Sample;
use crate::series::Collected;
use crate::task::{Bench, Placement, Scenario, Task};

/// The subject and the thoroughness of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The command-line program, which is started for every job.
    pub program: PathBuf,
    /// The benches to run.
    pub benches: Vec<Bench>,
    /// The placements to measure.
    pub placements: Vec<Placement>,
    /// The number of rounds of the medians.
    pub samples: usize,
    /// Milliseconds for each case of a round.
    pub case_ms: u64,
    /// Milliseconds of the long computation.
    pub computation_ms: u64,
    /// Numbers of processes in `startup`.
    pub startup_sizes: Vec<u32>,
    /// Numbers of processes in `startup` of a program in C.
    pub startup_sizes_in_c: Vec<u32>,
    /// The largest number of processes in `barrier` and `collectives`.
    pub barrier_size_max: u32,
    /// The numbers of processes to measure in `barrier` and `collectives`. If empty, all up to the
    /// largest.
    pub meeting_sizes: Vec<u32>,
    /// The number of processes, each on its own node, in the incast of `bandwidth`.
    pub incast_size: u32,
    /// Numbers of processes and nodes in `memory`.
    pub memory_shapes: Vec<(u32, u32)>,
    /// Numbers of processes and nodes in `memory` with each reach.
    pub memory_reach_shape: (u32, u32),
    /// The least and the largest number of processes, with their nodes, whose memory is measured
    /// after the start.
    pub memory_start_shapes: [(u32, u32); 2],
    /// Numbers of processes and nodes of jobs with many partners, or with few queue pairs.
    pub many_shape: (u32, u32),
    /// Numbers of processes and nodes in `buffers`.
    pub buffers_shape: (u32, u32),
    /// Numbers of processes and nodes in `nas`.
    pub nas_shape: (u32, u32),
    /// Numbers of processes and nodes in `kernels`.
    pub kernels_shape: (u32, u32),
}

impl Options {
    /// The options for figures of record.
    pub fn thorough(program: PathBuf) -> Options {
        Options {
            program,
            benches: Bench::ALL.to_vec(),
            placements: vec![Placement::SameNode, Placement::CrossNode],
            samples: 5,
            case_ms: 50,
            computation_ms: 2000,
            startup_sizes: vec![2, 16, 32, 64, 128],
            startup_sizes_in_c: vec![16, 32, 64, 128],
            barrier_size_max: 64,
            meeting_sizes: Vec::new(),
            incast_size: 16,
            memory_shapes: vec![(2, 2), (16, 16), (64, 1), (64, 4), (64, 8), (64, 64)],
            memory_reach_shape: (128, 8),
            memory_start_shapes: [(16, 8), (256, 8)],
            many_shape: (64, 8),
            buffers_shape: (64, 8),
            nas_shape: (64, 8),
            kernels_shape: (8, 4),
        }
    }

    /// The options for rough figures in seconds.
    pub fn quick(program: PathBuf) -> Options {
        Options {
            samples: 1,
            case_ms: 5,
            computation_ms: 200,
            startup_sizes: vec![2, 16],
            startup_sizes_in_c: Vec::new(),
            barrier_size_max: 8,
            incast_size: 4,
            memory_shapes: vec![(2, 1), (8, 4)],
            memory_reach_shape: (8, 4),
            memory_start_shapes: [(8, 4), (16, 4)],
            many_shape: (16, 8),
            buffers_shape: (4, 2),
            nas_shape: (16, 4),
            kernels_shape: (4, 2),
            ..Options::thorough(program)
        }
    }
}

impl Options {
    /// Whether `barrier` and `collectives` are measured with `size` processes.
    fn is_meeting(&self, size: u32) -> bool {
        size <= self.barrier_size_max
            && (self.meeting_sizes.is_empty() || self.meeting_sizes.contains(&size))
    }
}

/// The results of a run, and the machine.
#[derive(Clone, Debug)]
pub struct Results {
    /// The medians.
    pub rows: Vec<Row>,
    /// The machine, and its state during the run.
    pub conditions: Conditions,
}

/// Measures. `progress` gets the name of the next step, and ends the run by an error.
pub fn run(options: &Options, mut progress: impl FnMut(&str) -> Result<()>) -> Result<Results> {
    ensure!(
        options.samples > 0,
        "0 samples have no median: ask for at least 1"
    );
    let cores = Cores::find();
    let mut collected = Collected::default();
    let mut conditions = Conditions::begin();
    conditions.probe(cores)?;
    for round in 1..=options.samples {
        for &bench in &options.benches {
            let is_counted = matches!(bench, Bench::Memory | Bench::Buffers | Bench::Peers);
            if is_counted && round > 1 {
                // Bytes and counts don't vary as times do.
                continue;
            }
            if bench == Bench::Collectives && round > COLLECTIVES_ROUNDS {
                continue;
            }
            let mut measured = BTreeSet::new();
            for step in steps(bench, options) {
                let what = format!("round {round} of {}: {}", options.samples, step.name());
                progress(&what)?;
                let samples = step.run(options, cores).with_context(|| step.name())?;
                let mut limits: BTreeSet<Limit> = samples
                    .iter()
                    .flat_map(|sample| sample.limit.iter().map(|term| term.limit))
                    .collect();
                limits.retain(|&limit| measured.insert(limit));
                for sample in samples {
                    collected.add(bench, step.placement(), step.target(), sample);
                }
                for limit in limits {
                    let budget = Duration::from_millis(options.case_ms.div_ceil(2));
                    collected.add_limit(limit, limit.measure(cores, budget)?);
                }
            }
        }
        conditions.probe(cores)?;
    }
    Ok(Results {
        rows: collected.rows(),
        conditions,
    })
}

/// The most rounds of `collectives`, whose algorithms take several turns in each round.
const COLLECTIVES_ROUNDS: usize = 3;

/// A step of a round.
enum Step {
    Job(Task),
    Startup(u32),
    StartupInC(Vec<u32>),
    Memory(Task),
    /// Jobs of one task under different conditions.
    Compared(Task, Measure),
    /// The memory of jobs of two sizes that only start.
    Slope(Task, Task),
}

/// A function that runs the jobs of a comparison.
type Measure = fn(&Path, Cores, &Task) -> Result<Vec<Sample>>;

impl Step {
    fn name(&self) -> String {
        match self {
            Step::Job(task) | Step::Memory(task) | Step::Compared(task, _) => {
                let (bench, placement) = (task.bench.name(), task.placement().name());
                let (size, target) = (task.size, task.target.name());
                format!("{bench}, {size} processes {placement}, target {target}")
            }
            Step::Startup(size) => format!("startup, {size} processes"),
            Step::StartupInC(sizes) => format!("startup of a program in C, {sizes:?} processes"),
            Step::Slope(least, most) => {
                format!("memory from {} to {} processes", least.size, most.size)
            }
        }
    }

    fn placement(&self) -> Placement {
        match self {
            Step::Job(task) | Step::Memory(task) | Step::Compared(task, _) => task.placement(),
            Step::Startup(_) | Step::StartupInC(_) | Step::Slope(..) => Placement::CrossNode,
        }
    }

    fn target(&self) -> Target {
        match self {
            Step::Job(task) | Step::Memory(task) | Step::Compared(task, _) => task.target,
            Step::Startup(_) | Step::StartupInC(_) => Target::Polling,
            Step::Slope(least, _) => least.target,
        }
    }

    fn run(&self, options: &Options, cores: Cores) -> Result<Vec<Sample>> {
        match self {
            Step::Job(task) => job::run(&options.program, cores, task),
            Step::Startup(size) => startup::samples(&options.program, cores, *size),
            Step::StartupInC(sizes) => startup::samples_in_c(&options.program, sizes),
            Step::Memory(task) => memory::measure(&options.program, task),
            Step::Slope(least, most) => memory::reaches::slope(&options.program, least, most),
            Step::Compared(task, measure) => measure(&options.program, cores, task),
        }
    }
}

/// Two processes, and jobs whose sums depend on the order.
fn tasks_of_mpi(options: &Options, pair: Task) -> Vec<Task> {
    let shapes: &[(u32, u32)] = match pair.nodes {
        1 => &[(4, 1), (8, 1)],
        _ => &[(4, 4), (8, 2)],
    };
    let shapes = shapes.iter().filter(|(size, _)| options.is_meeting(*size));
    let sums = shapes.map(|&(size, nodes)| Task {
        size,
        nodes,
        ..pair
    });
    [pair].into_iter().chain(sums).collect()
}

/// The repetitions, in a round, of what a job can do only once.
const CONNECTS: usize = 5;

fn steps(bench: Bench, options: &Options) -> Vec<Step> {
    let case_ms = options.case_ms;
    let targets = [Target::Polling, Target::Computing];
    let mut tasks = Vec::new();
    for &placement in &options.placements {
        let pair = |target| Task::pair(bench, placement, target, case_ms);
        match bench {
            Bench::Latency => {
                tasks.extend(targets.map(pair));
                if placement == Placement::CrossNode {
                    let task = Task {
                        case_ms: options.computation_ms,
                        ..pair(Target::Computing)
                    };
                    for scenario in [Scenario::LongComputation, Scenario::LongComputationBusy] {
                        tasks.push(Task { scenario, ..task });
                    }
                }
            }
            Bench::Bandwidth => {
                tasks.extend(targets.map(pair));
                if placement == Placement::CrossNode {
                    tasks.extend(costs_of_bandwidth(options, pair(Target::Polling)));
                }
            }
            Bench::Rate | Bench::Atomics => tasks.extend(targets.map(pair)),
            Bench::Am | Bench::Tagged => tasks.push(pair(Target::Polling)),
            Bench::Mpi => tasks.extend(tasks_of_mpi(options, pair(Target::Polling))),
            Bench::Armci => tasks.extend(tasks_of_armci(options, pair(Target::Polling))),
            Bench::Connect if placement == Placement::CrossNode => {
                for target in targets {
                    tasks.extend([pair(target); CONNECTS]);
                }
            }
            Bench::Barrier => {
                let shapes: &[(u32, u32)] = match placement {
                    Placement::SameNode => &[(2, 1), (8, 1), (64, 1)],
                    Placement::CrossNode => &[(2, 2), (8, 4), (64, 8)],
                };
                for &(size, nodes) in shapes {
                    if options.is_meeting(size) {
                        tasks.push(Task {
                            size,
                            nodes,
                            ..pair(Target::Polling)
                        });
                    }
                }
            }
            Bench::Collectives => {
                let shapes: &[(u32, u32)] = match placement {
                    Placement::SameNode => &[(2, 1), (8, 1), (32, 1)],
                    Placement::CrossNode => &[(2, 2), (4, 4), (8, 8), (8, 2), (32, 4)],
                };
                let shapes = shapes.iter();
                let shapes = shapes.filter(|(size, _)| options.is_meeting(*size));
                tasks.extend(shapes.map(|&(size, nodes)| Task {
                    size,
                    nodes,
                    ..pair(Target::Polling)
                }));
            }
            Bench::Adapters if placement == Placement::CrossNode => tasks.push(pair(Target::Polling)),
            Bench::Flood => tasks.push(flood::task(pair(Target::Polling))),
            Bench::Io => tasks.push(io::task(pair(Target::Polling))),
            // Connections are between nodes, and start-up is measured on several nodes.
            Bench::Connect | Bench::Startup | Bench::Memory |
            // These benches are comparisons.
            Bench::Reach | Bench::ManyToMany | Bench::Buffers | Bench::Budget | Bench::Peers
            | Bench::Threads | Bench::Nas | Bench::Hybrid | Bench::Kernels | Bench::Verbs
            | Bench::Adapters => {}
        }
    }
    let mut steps: Vec<Step> = tasks.into_iter().map(Step::Job).collect();
    if bench == Bench::Bandwidth && options.placements.contains(&Placement::CrossNode) {
        let pair = Task::pair(bench, Placement::CrossNode, Target::Polling, case_ms);
        let lossy = Task {
            scenario: Scenario::Loss,
            // Few of the datagrams are lost.
            case_ms: 4 * case_ms,
            ..pair
        };
        steps.push(Step::Compared(lossy, loss::measure));
    }
    if bench == Bench::Threads {
        let placements = options.placements.iter();
        let tasks =
            placements.map(|&placement| Task::pair(bench, placement, Target::Computing, case_ms));
        steps.extend(tasks.map(|task| Step::Compared(task, threads::measure)));
    }
    if options.placements.contains(&Placement::CrossNode) {
        steps.extend(comparison(bench, options));
    }
    if bench == Bench::Startup && options.placements.contains(&Placement::CrossNode) {
        steps.extend(startups(options));
    }
    if bench == Bench::Nas {
        steps.extend(nas_kernels(options));
    }
    if bench == Bench::Hybrid {
        steps.extend(models(options));
    }
    if bench == Bench::Memory {
        for &placement in &options.placements {
            let tasks = options.memory_shapes.iter().map(|&(size, nodes)| Task {
                size,
                nodes,
                ..Task::pair(bench, placement, Target::Computing, case_ms)
            });
            let there = tasks.filter(|task| task.placement() == placement);
            steps.extend(there.map(Step::Memory));
        }
        if options.placements.contains(&Placement::CrossNode) {
            steps.extend(memory_comparisons(options));
        }
    }
    steps
}

/// Jobs that do nothing.
fn startups(options: &Options) -> impl Iterator<Item = Step> {
    let sizes = options.startup_sizes.iter();
    let in_c = &options.startup_sizes_in_c;
    let in_c = (!in_c.is_empty()).then(|| Step::StartupInC(in_c.clone()));
    sizes.map(|&size| Step::Startup(size)).chain(in_c)
}

/// Two processes, and many that do something at a time.
fn tasks_of_armci(options: &Options, pair: Task) -> impl Iterator<Item = Task> {
    let sizes = [4, 32].into_iter();
    let sizes = sizes.filter(|&size| options.is_meeting(size));
    let together = sizes.map(move |size| Task {
        size,
        nodes: match pair.placement() {
            Placement::SameNode => 1,
            Placement::CrossNode => size,
        },
        scenario: Scenario::Together,
        ..pair
    });
    [pair].into_iter().chain(together)
}

/// The cost of bandwidth between nodes, and the incast.
fn costs_of_bandwidth(options: &Options, pair: Task) -> [Task; 2] {
    [
        Task {
            scenario: Scenario::Cost,
            ..pair
        },
        Task {
            size: options.incast_size,
            nodes: options.incast_size,
            scenario: Scenario::Incast,
            ..pair
        },
    ]
}

/// The NAS kernels with two processes of one node, and with many processes of several nodes.
fn nas_kernels(options: &Options) -> impl Iterator<Item = Step> {
    options.placements.iter().map(|&placement| {
        let pair = Task::pair(Bench::Nas, placement, Target::Computing, options.case_ms);
        let (size, nodes) = match placement {
            Placement::SameNode => (pair.size, pair.nodes),
            Placement::CrossNode => options.nas_shape,
        };
        let task = Task {
            size,
            nodes,
            ..pair
        };
        Step::Compared(task, nas::measure)
    })
}

/// Programming models with four processes of one node, and of two nodes.
fn models(options: &Options) -> impl Iterator<Item = Step> {
    options.placements.iter().map(|&placement| {
        let pair = Task::pair(Bench::Hybrid, placement, Target::Computing, options.case_ms);
        let task = Task { size: 4, ..pair };
        Step::Compared(task, hybrid::measure)
    })
}

/// The memory of each reach, and its growth with processes that are not reached.
fn memory_comparisons(options: &Options) -> [Step; 2] {
    let (target, case_ms) = (Target::Computing, options.case_ms);
    let pair = Task::pair(Bench::Memory, Placement::CrossNode, target, case_ms);
    let of = |(size, nodes)| Task {
        size,
        nodes,
        ..pair
    };
    let [least, most] = options.memory_start_shapes.map(of);
    [
        Step::Compared(of(options.memory_reach_shape), memory::reaches::measure),
        Step::Slope(least, most),
    ]
}

/// The comparison that belongs to a bench.
fn comparison(bench: Bench, options: &Options) -> Option<Step> {
    let pair = Task::pair(
        bench,
        Placement::CrossNode,
        Target::Polling,
        options.case_ms,
    );
    let of = |(size, nodes)| Task {
        size,
        nodes,
        ..pair
    };
    let all = Task {
        scenario: Scenario::AllToAll,
        ..of(options.many_shape)
    };
    let (task, measure): (Task, Measure) = match bench {
        Bench::Collectives
            if options.meeting_sizes.is_empty()
                || options.meeting_sizes.contains(&options.many_shape.0) =>
        {
            let scenario = Scenario::Warmth;
            let shape = of(options.many_shape);
            (Task { scenario, ..shape }, collectives::measure)
        }
        Bench::Armci => {
            let scenario = Scenario::Accumulates;
            (Task { scenario, ..pair }, armci::protocols::measure)
        }
        Bench::Connect => (pair, set_up::measure),
        Bench::Reach => (pair, reach::measure),
        Bench::Verbs => (pair, verbs::measure),
        Bench::ManyToMany => (of(options.many_shape), many_to_many::measure),
        Bench::Budget => (all, budget::measure),
        Bench::Buffers => (of(options.buffers_shape), buffers::measure),
        Bench::Kernels => (of(options.kernels_shape), kernels::measure),
        Bench::Peers => (of(peers::shape()), peers::measure),
        _ => return None,
    };
    Some(Step::Compared(task, measure))
}

#[cfg(test)]
mod tests {
    use super::{Options, Step, steps};
    use crate::report::Target;
    use crate::task::{Bench, Placement};

    #[test]
    fn one_sided_benches_have_both_targets_in_both_placements() {
        let options = Options::thorough("farreach".into());
        for bench in [
            Bench::Latency,
            Bench::Rate,
            Bench::Atomics,
            Bench::Bandwidth,
        ] {
            let steps = steps(bench, &options);
            for placement in [Placement::SameNode, Placement::CrossNode] {
                for target in [Target::Polling, Target::Computing] {
                    let matches =
                        |step: &Step| step.placement() == placement && step.target() == target;
                    assert!(
                        steps.iter().any(matches),
                        "{bench:?} {placement:?} {target:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_placement_that_is_not_asked_for_is_not_measured() {
        let options = Options {
            placements: vec![Placement::SameNode],
            ..Options::thorough("farreach".into())
        };
        for bench in Bench::ALL {
            for step in steps(bench, &options) {
                assert_eq!(step.placement(), Placement::SameNode, "{}", step.name());
            }
        }
    }
}
