//! The plan of a schedule, drawn from its seed.

use farreach_collectives::Switches;
use farreach_collectives::layout::{CONTEXTS, LINE_BYTES};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A bug that tests plant to check that schedules find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// A flag becomes visible before the stores in front of it: a release is missing.
    NoRelease,
    /// Rooms are reused before other members have read them.
    EarlyRoom,
    /// Credits are lost.
    LostCredit,
    /// Operations complete before they are executed.
    EarlyCompletion,
    /// Operations toward one process overtake each other.
    NoOrder,
    /// Readers do not count their reads.
    LostCount,
}

/// The nodes of the processes, and the capabilities of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The number of processes of each node.
    pub(crate) nodes: Vec<u32>,
    /// Whether each process counts as a node.
    pub(crate) is_flat: bool,
    pub(crate) has_core_each: bool,
    pub(crate) is_exposed: bool,
}

impl Shape {
    pub(crate) fn size(&self) -> u32 {
        self.nodes.iter().sum()
    }

    /// The node whose memory a rank shares.
    pub(crate) fn host_of(&self, rank: u32) -> u32 {
        let mut end = 0;
        let found = self.nodes.iter().position(|&processes| {
            end += processes;
            rank < end
        });
        found.expect("a rank") as u32
    }

    /// The node of a rank, as collectives see it.
    pub(crate) fn node_of(&self, rank: u32) -> u32 {
        if self.is_flat {
            rank
        } else {
            self.host_of(rank)
        }
    }
}

/// A collective that all members call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sync,
    Broadcast,
    BroadcastFrom,
    Gather,
    AllGather,
    Collect,
    Scatter,
    AllToAll,
    AllToAllV,
    AllToAllStrided,
    AllReduce,
    AllReduceFrom,
    Reduce,
    ReduceScatter,
    InclusiveScan,
    ExclusiveScan,
    Split,
}

pub(crate) const KINDS: [Kind; 17] = [
    Kind::Sync,
    Kind::Broadcast,
    Kind::BroadcastFrom,
    Kind::Gather,
    Kind::AllGather,
    Kind::Collect,
    Kind::Scatter,
    Kind::AllToAll,
    Kind::AllToAllV,
    Kind::AllToAllStrided,
    Kind::AllReduce,
    Kind::AllReduceFrom,
    Kind::Reduce,
    Kind::ReduceScatter,
    Kind::InclusiveScan,
    Kind::ExclusiveScan,
    Kind::Split,
];

/// A collective with its arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) kind: Kind,
    /// The root's index in the group.
    pub(crate) root: u32,
    /// The number of words of each member, or for each member.
    pub(crate) words: usize,
    /// Whether sources are in the segment.
    pub(crate) source_in_segment: bool,
    /// Whether targets are in the segment.
    pub(crate) target_in_segment: bool,
    /// Whether other members may write to targets before a member calls.
    pub(crate) ready_targets: bool,
    /// The seed of the data.
    pub(crate) seed: u64,
}

/// A group, and the collectives that its members call, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    pub(crate) ranks: Vec<u32>,
    pub(crate) context: u32,
    pub(crate) calls: Vec<Call>,
}

/// Trouble without a bug of the collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    None,
    /// A rank stops for ever after this many steps.
    Dies(u32, u32),
    /// In a sequence, a rank calls another collective from a call on.
    Differs(u32, usize, usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) shape: Shape,
    pub(crate) switches: Switches,
    pub(crate) sequences: Vec<Sequence>,
    /// Whether members compare their calls.
    pub(crate) compares: bool,
    pub(crate) trouble: Trouble,
    /// The weight of each rank when the next one is drawn. Some ranks are late, some race ahead.
    pub(crate) weights: Vec<u32>,
}

fn of<T: Copy>(random: &mut Pcg64Mcg, from: &[T]) -> T {
    from[random.random_range(0..from.len())]
}

impl Plan {
    pub(crate) fn draw(seed: u64) -> Plan {
        let random = &mut Pcg64Mcg::seed_from_u64(seed ^ 0x00c0_11ec_71e5);
        // Most plans are small, so that there are many. A few have hundreds of processes.
        let is_large = random.random_bool(0.002);
        let shape = Shape::draw(random, is_large);
        let switches = draw_switches(random);
        let trouble = random.random_range(0..10);
        let compares = trouble == 1 || random.random_bool(0.1);
        let size = shape.size();
        let mut sequences = vec![Sequence::draw(random, (0..size).collect(), 0, is_large)];
        if !is_large && size > 1 {
            for context in 1..=random.random_range(0..3) {
                let ranks = draw_ranks(random, size);
                // Large and small contexts that sets which are made do not take.
                let context = if random.random_bool(0.5) {
                    CONTEXTS + context
                } else {
                    1000 + context
                };
                sequences.push(Sequence::draw(random, ranks, context, false));
            }
        }
        let trouble = match trouble {
            0 => Trouble::Dies(random.random_range(0..size), random.random_range(0..60)),
            1 => {
                let sequence = random.random_range(0..sequences.len());
                let rank = of(random, &sequences[sequence].ranks);
                let calls = sequences[sequence].calls.len();
                Trouble::Differs(rank, sequence, random.random_range(0..calls))
            }
            _ => Trouble::None,
        };
        let weights = (0..size).map(|_| of(random, &[1, 4, 4, 4, 32])).collect();
        Plan {
            shape,
            switches,
            sequences,
            compares,
            trouble,
            weights,
        }
    }
}

impl Plan {
    /// Whether a dead rank is a member of a sequence's group.
    pub(crate) fn has_dead(&self, sequence: usize, dead: &[bool]) -> bool {
        let mut ranks = self.sequences[sequence].ranks.iter();
        ranks.any(|&rank| dead[rank as usize])
    }
}

impl Shape {
    fn draw(random: &mut Pcg64Mcg, is_large: bool) -> Shape {
        let (nodes, processes) = if is_large {
            of(random, &[(1, 128), (4, 40), (12, 16), (150, 1)])
        } else {
            of(
                random,
                &[
                    (1, 2),
                    (1, 5),
                    (2, 1),
                    (2, 3),
                    (3, 2),
                    (4, 1),
                    (5, 3),
                    (6, 1),
                    (9, 1),
                ],
            )
        };
        let uneven = random.random_bool(0.4);
        let count = |random: &mut Pcg64Mcg| {
            if uneven {
                random.random_range(1..=processes)
            } else {
                processes
            }
        };
        Shape {
            nodes: (0..nodes).map(|_| count(random)).collect(),
            is_flat: !is_large && random.random_bool(0.1),
            has_core_each: random.random_bool(0.5),
            is_exposed: true,
        }
        .consistent(random)
    }

    /// If processes count as nodes, and some share memory, no data moves directly between buffers.
    fn consistent(self, random: &mut Pcg64Mcg) -> Shape {
        let is_exposed = !self.is_flat && random.random_bool(0.85);
        Shape { is_exposed, ..self }
    }
}

/// The usual thresholds, or thresholds that send small data by the algorithms for large data.
fn draw_switches(random: &mut Pcg64Mcg) -> Switches {
    if random.random_bool(0.3) {
        return Switches::CHOSEN;
    }
    let bytes = |random: &mut Pcg64Mcg| of(random, &[1, 8, 64, 512, 4096, 1 << 30]);
    let some = |random: &mut Pcg64Mcg| of(random, &[0, 1, 2, 4, 8, 100]);
    Switches {
        in_place_min: bytes(random).max(LINE_BYTES),
        in_place_min_sharing: bytes(random).max(LINE_BYTES),
        private_min: bytes(random).max(LINE_BYTES),
        by_each_max: bytes(random),
        by_last_max: bytes(random),
        straight_min: bytes(random),
        straight_min_of_each: bytes(random),
        straight_min_of_many: bytes(random),
        few_max: some(random),
        dissemination_max: some(random),
        exchange_max: some(random),
        direct_max: some(random).min(8),
        tree_gather_max: bytes(random),
        shares_max: some(random),
        shares_min_of_many: bytes(random),
    }
}

/// Random ranks in a random order.
fn draw_ranks(random: &mut Pcg64Mcg, size: u32) -> Vec<u32> {
    let mut ranks: Vec<u32> = (0..size).filter(|_| random.random_bool(0.7)).collect();
    if ranks.is_empty() {
        ranks.push(random.random_range(0..size));
    }
    if random.random_bool(0.5) {
        ranks.reverse();
    }
    if random.random_bool(0.3) {
        let by = random.random_range(0..ranks.len());
        ranks.rotate_left(by);
    }
    ranks
}

impl Sequence {
    fn draw(random: &mut Pcg64Mcg, ranks: Vec<u32>, context: u32, is_large: bool) -> Sequence {
        let count = if is_large {
            2
        } else {
            random.random_range(1..=6)
        };
        // Some sequences repeat one collective, so that rooms and rings are reused.
        let again = random.random_bool(0.1).then(|| of(random, &KINDS));
        let count = if again.is_some() { count * 10 } else { count };
        let calls = (0..count)
            .map(|_| Call::draw(random, ranks.len() as u32, again, is_large))
            .collect();
        Sequence {
            ranks,
            context,
            calls,
        }
    }
}

impl Call {
    fn draw(random: &mut Pcg64Mcg, members: u32, kind: Option<Kind>, is_large: bool) -> Call {
        let words = if is_large || kind.is_some() {
            of(random, &[0, 1, 2, 7, 40])
        } else {
            // A cache line, little data, a whole, and several pieces.
            let much = of(random, &[300, 5000, 9000, 20_000, 70_000]);
            of(
                random,
                &[0, 1, 1, 2, 3, 5, 6, 7, 8, 17, 40, 100, 255, 256, 257, much],
            )
        };
        let kind = kind.unwrap_or_else(|| of(random, &KINDS));
        Call {
            kind,
            root: random.random_range(0..members),
            words: if words * members as usize > 200_000 {
                words / members as usize
            } else {
                words
            },
            source_in_segment: random.random_bool(0.5),
            target_in_segment: random.random_bool(0.5),
            ready_targets: random.random_bool(0.3),
            seed: random.random_range(0..u64::MAX),
        }
    }
}
