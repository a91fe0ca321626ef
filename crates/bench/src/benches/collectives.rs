//! Collectives by each available algorithm, beside the algorithm that is chosen for their length
//! and members. The results show whether the switching points are right. Also, collectives of far
//! more processes than cores, with connections made on demand beside connections made at the start.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use farreach::shmem::Pe;
use farreach_engine::{Fabric, Setup};
use farreach_runtime::collectives::{Collectives, Operator, Order, Source, Switches, Target};

use crate::job;
use crate::limits::size_name;
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::task::{QUICK_MS, Scenario, Task};
use crate::worker::Session;

/// Bytes of a member's contribution, or of its block for each other member.
const SIZES: [usize; 7] = [8, 512, 2 << 10, 8 << 10, 32 << 10, 128 << 10, 1 << 20];
/// The sizes of a quick run.
const FEW_SIZES: [usize; 3] = [8, 2 << 10, 64 << 10];
/// The most bytes that a collective delivers to all processes together.
const ALL_MAX: usize = 64 << 20;
/// The number of turns of each algorithm.
const LAPS: usize = 3;
/// The most calls of a turn.
const CALLS_MAX: f64 = 5_000.0;
/// The names of the samples of dense and sparse collectives, and the bytes that they send.
const WARM: &str = "warm";
const FIRST: &str = "first call";
const LITTLE: usize = 64;
/// All processes have started within this time after the job's start, so that the first call does
/// not wait for them.
const ALL_STARTED: Duration = Duration::from_millis(800);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Barrier,
    Sync,
    Broadcast,
    Collect,
    Fcollect,
    AllToAll,
    Reduce,
}

impl Action {
    const ALL: [Action; 7] = [
        Action::Barrier,
        Action::Sync,
        Action::Broadcast,
        Action::Collect,
        Action::Fcollect,
        Action::AllToAll,
        Action::Reduce,
    ];

    fn name(self) -> &'static str {
        match self {
            Action::Barrier => "barrier",
            Action::Sync => "sync",
            Action::Broadcast => "broadcast",
            Action::Collect => "collect",
            Action::Fcollect => "fcollect",
            Action::AllToAll => "alltoall",
            Action::Reduce => "reduce",
        }
    }

    fn has_data(self) -> bool {
        !matches!(self, Action::Barrier | Action::Sync)
    }

    /// The numbers of blocks in a member's source and target.
    fn blocks(self, members: usize) -> usize {
        match self {
            Action::Barrier | Action::Sync => 0,
            Action::Broadcast | Action::Reduce => 1,
            Action::Collect | Action::Fcollect | Action::AllToAll => members,
        }
    }

    /// The algorithms for this collective, each by the switches that select it.
    fn algorithms(self, is_cross_node: bool) -> Vec<(&'static str, Switches)> {
        if is_cross_node {
            self.between_nodes()
        } else {
            self.on_one_node()
        }
    }

    fn between_nodes(self) -> Vec<(&'static str, Switches)> {
        let chosen = Switches::CHOSEN;
        let never = usize::MAX;
        let straight = |min| Switches {
            straight_min: min,
            straight_min_of_each: min,
            straight_min_of_many: min,
            ..chosen
        };
        let nodes = |most| Switches {
            dissemination_max: most,
            exchange_max: most,
            ..chosen
        };
        let by_tree = |switches| Switches {
            direct_max: 0,
            ..switches
        };
        match self {
            Action::Barrier | Action::Sync => vec![
                ("in rounds", nodes(u32::MAX)),
                ("by a tree", by_tree(nodes(0))),
                ("by the first", nodes(0)),
            ],
            Action::Reduce => vec![
                (
                    "all exchange",
                    Switches {
                        exchange_max: u32::MAX,
                        ..straight(never)
                    },
                ),
                (
                    "by a tree of channels",
                    by_tree(Switches {
                        exchange_max: 0,
                        ..straight(never)
                    }),
                ),
                (
                    "by the first",
                    Switches {
                        exchange_max: 0,
                        ..straight(never)
                    },
                ),
                (
                    "straight, by a chain",
                    Switches {
                        shares_max: 0,
                        ..straight(1)
                    },
                ),
                (
                    "straight, by shares",
                    Switches {
                        shares_max: u32::MAX,
                        shares_min_of_many: 0,
                        ..straight(1)
                    },
                ),
            ],
            Action::Collect | Action::Fcollect => vec![
                (
                    "through channels, in the fewest rounds",
                    Switches {
                        exchange_max: u32::MAX,
                        ..straight(never)
                    },
                ),
                (
                    "through channels, by a tree",
                    by_tree(Switches {
                        exchange_max: 0,
                        tree_gather_max: never,
                        ..straight(never)
                    }),
                ),
                (
                    "through channels, by the first",
                    Switches {
                        exchange_max: 0,
                        tree_gather_max: never,
                        ..straight(never)
                    },
                ),
                (
                    "through channels, from each to each",
                    Switches {
                        exchange_max: 0,
                        tree_gather_max: 0,
                        ..straight(never)
                    },
                ),
                ("straight", straight(1)),
            ],
            Action::Broadcast => vec![
                ("through channels, by a tree", by_tree(straight(never))),
                ("through channels, by the root", straight(never)),
                ("straight", straight(1)),
            ],
            Action::AllToAll => vec![
                ("through channels", straight(never)),
                ("straight", straight(1)),
            ],
        }
    }

    fn on_one_node(self) -> Vec<(&'static str, Switches)> {
        let chosen = Switches::CHOSEN;
        let never = usize::MAX;
        let in_place = |min| Switches {
            in_place_min: min,
            in_place_min_sharing: min,
            ..chosen
        };
        match self {
            Action::Barrier | Action::Sync => Vec::new(),
            Action::Reduce => {
                let together = |most| Switches {
                    by_each_max: most,
                    by_last_max: most,
                    ..chosen
                };
                let shares = |min| Switches {
                    by_each_max: 0,
                    by_last_max: 0,
                    ..in_place(min)
                };
                vec![
                    ("all of it by each or the last", together(never)),
                    ("by shares, copied", shares(never)),
                    ("by shares, in place", shares(1)),
                ]
            }
            _ => vec![("copied", in_place(never)), ("in place", in_place(1))],
        }
    }
}

/// The buffers of a case, and its collective.
struct Case<'a> {
    pe: &'a Pe,
    action: Action,
    bytes: usize,
    from: usize,
    into: usize,
}

/// This rank's part of a job.
pub(crate) fn run(session: &Session) -> Result<()> {
    if session.task.scenario == Scenario::Warmth {
        return warmth(session);
    }
    let pe = &session.pe;
    let members = pe.n_pes() as usize;
    let world = pe.world();
    let is_quick = session.task.case_ms < QUICK_MS;
    let sizes = if is_quick { &FEW_SIZES[..] } else { &SIZES };
    for action in Action::ALL {
        let sizes = if action.has_data() { sizes } else { &[0] };
        for &bytes in sizes {
            let all = bytes * action.blocks(members);
            if all * members > ALL_MAX {
                continue;
            }
            let (from, into) = (
                world.allocate(all.max(8), 4096)?,
                world.allocate(all.max(8), 4096)?,
            );
            let case = Case {
                pe,
                action,
                bytes,
                from,
                into,
            };
            case.compare(session)?;
            world.free(into)?;
            world.free(from)?;
        }
    }
    Ok(())
}

impl Case<'_> {
    /// Runs all algorithms in turns.
    fn compare(&self, session: &Session) -> Result<()> {
        let mut algorithms = vec![("chosen", Switches::CHOSEN)];
        algorithms.extend(self.action.algorithms(session.is_cross_node()));
        let mut took = vec![Vec::new(); algorithms.len()];
        let mut number = 0;
        for _ in 0..LAPS {
            for ((_, switches), took) in algorithms.iter().zip(&mut took) {
                let budget = session.task.budget().as_secs_f64() / LAPS as f64;
                took.push(self.repeat(budget, switches, &mut number)?);
            }
        }
        if !session.is_initiator() {
            return Ok(());
        }
        let took: Vec<f64> = took.iter().map(|laps| median(laps)).collect();
        let size = if self.action.has_data() {
            format!(" {}", size_name(self.bytes))
        } else {
            String::new()
        };
        let name = format!("{}{size}, {}", self.action.name(), session.task.shape());
        let best = took.iter().copied().fold(f64::INFINITY, f64::min);
        Sample::new(name.as_str(), took[0], Unit::Microseconds)
            .beside("the best algorithm", best)
            .emit();
        for ((algorithm, _), &took_by) in algorithms.iter().zip(&took).skip(1) {
            Sample::new(format!("{name}, {algorithm}"), took_by, Unit::Microseconds)
                .beside("the chosen one", took[0])
                .emit();
        }
        Ok(())
    }

    /// Seconds of a call. Rank 0 decides how many calls the time allows.
    fn repeat(&self, budget: f64, switches: &Switches, number: &mut u64) -> Result<f64> {
        let world = self.pe.world();
        let collectives = world.collectives().switched(switches);
        self.pe.barrier_all()?;
        let begun = Instant::now();
        self.call(collectives, number)?;
        self.pe.barrier_all()?;
        let once = begun.elapsed().as_secs_f64() + 1e-9;
        let mut calls = [(budget / once).clamp(1.0, CALLS_MAX) as u64];
        self.pe.broadcast(&mut calls, 0)?;
        self.pe.barrier_all()?;
        let begun = Instant::now();
        for _ in 0..calls[0] {
            self.call(collectives, number)?;
        }
        self.pe.barrier_all()?;
        Ok(begun.elapsed().as_secs_f64() / calls[0] as f64)
    }

    fn call(&self, collectives: Collectives<'_>, number: &mut u64) -> Result<()> {
        *number += 1;
        let members = self.pe.n_pes();
        let root = (*number % u64::from(members)) as u32;
        let source = |blocks: usize| Source::Segment {
            offset: self.from,
            len: blocks * self.bytes,
        };
        let target = |len| Target::Segment {
            offset: self.into,
            len,
        };
        let (block, all) = (self.bytes, self.bytes * members as usize);
        match self.action {
            Action::Barrier => collectives.barrier()?,
            Action::Sync => collectives.sync()?,
            Action::Broadcast => {
                collectives.broadcast_from(root, source(1), Some(target(block)))?;
            }
            Action::Collect => {
                collectives.collect_into(source(1), target)?;
            }
            Action::Fcollect => collectives.all_gather(source(1), target(all))?,
            Action::AllToAll => collectives.all_to_all(source(members as usize), target(all))?,
            Action::Reduce => {
                collectives.all_reduce_from(source(1), target(block), &operator())?;
            }
        }
        Ok(())
    }
}

fn operator() -> Operator<'static> {
    Operator {
        unit: 8,
        combine: &add,
        identity: &[0; 8],
        order: Order::Any,
    }
}

fn add(into: &mut [u8], other: &[u8]) {
    let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
    for (into, other) in into.chunks_exact_mut(8).zip(other.chunks_exact(8)) {
        let sum = word(into).wrapping_add(word(other));
        into.copy_from_slice(&sum.to_ne_bytes());
    }
}

/// The first call and then many calls of the dense collective, in which all need data of all, and
/// of the sparse one.
fn warmth(session: &Session) -> Result<()> {
    let pe = &session.pe;
    let bytes = LITTLE * pe.n_pes() as usize;
    let world = pe.world();
    let (from, into) = (
        world.allocate_unagreed(bytes, 64)?,
        world.allocate_unagreed(bytes, 64)?,
    );
    // A barrier would make connections. Connections that are made at the start have waited for all
    // processes already.
    thread::sleep(ALL_STARTED.saturating_sub(session.since_start()));
    for action in [Action::Collect, Action::Reduce] {
        let case = Case {
            pe,
            action,
            bytes: LITTLE,
            from,
            into,
        };
        let mut number = 0;
        let begun = Instant::now();
        case.call(world.collectives(), &mut number)?;
        let first = begun.elapsed().as_secs_f64();
        let mut laps = Vec::new();
        for _ in 0..LAPS {
            let budget = session.task.budget().as_secs_f64();
            laps.push(case.repeat(budget, &Switches::CHOSEN, &mut number)?);
        }
        if session.is_initiator() {
            let name = |what| format!("{what} {}", action.name());
            Sample::new(name(FIRST), first, Unit::Milliseconds).emit();
            Sample::new(name(WARM), median(&laps), Unit::Microseconds).emit();
        }
    }
    Ok(())
}

/// Measures both ways of making connections.
pub(crate) fn measure(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    let of = |setup: Setup| -> Result<Vec<Sample>> {
        let fabric = Fabric {
            setup,
            ..Fabric::default()
        };
        let task = Task {
            fabric: Some(fabric),
            ..*task
        };
        job::run(program, cores, &task).with_context(|| format!("setup {setup}"))
    };
    let (on_demand, at_the_start) = (of(Setup::OnDemand)?, of(Setup::Static)?);
    ensure!(
        on_demand.len() == at_the_start.len(),
        "both jobs measure the same"
    );
    let pairs = on_demand.into_iter().zip(at_the_start);
    Ok(pairs
        .map(|(own, other)| {
            let case = format!(
                "{} {}, {}, on-demand",
                own.case,
                size_name(LITTLE),
                task.shape()
            );
            Sample::new(case, own.value, own.unit).beside("setup static", other.value)
        })
        .collect())
}
