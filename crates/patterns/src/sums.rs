//! Sums over all processes (all-reduces), by the algorithm that a runtime uses.
//!
//! | sums | algorithm |
//! |---|---|
//! | `recursive-doubling` | with `rank ^ 1`, `rank ^ 2`, `rank ^ 4` and so on; where the number of processes is no power of two, the first ones are folded in pairs (R. Thakur, R. Rabenseifner, W. Gropp, 2005) |
//! | `tree` | up and down a tree of all processes, as with `FARREACH_COLLECTIVES=flat` |
//! | `node-tree` | up and down a tree of the nodes' first processes; within a node shared memory is used |
//! | `none` | no sums |
//!
//! The trees are those of `farreach-collectives`, and so is the number of nodes up to which the root
//! has all others as children.

use farreach_collectives::Switches;
use farreach_collectives::tree::TreePlace;
use strum::{Display, EnumIter, EnumString, VariantNames};

use crate::{Places, Step};

/// The algorithm of sums over all processes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString, EnumIter, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Sums {
    /// With `rank ^ 1`, `rank ^ 2`, `rank ^ 4` and so on.
    #[default]
    RecursiveDoubling,
    /// Up and down a tree of all processes.
    Tree,
    /// Up and down a tree of the nodes' first processes.
    NodeTree,
    /// No sums.
    None,
}

impl Sums {
    /// The steps of `rank` in one sum of `bytes` over all processes.
    pub(crate) fn steps(self, rank: u32, places: Places, bytes: u64) -> Vec<Step> {
        match self {
            Sums::RecursiveDoubling => doubling(rank, places.size(), bytes),
            Sums::Tree => tree(rank, places.size(), bytes, |member| member),
            Sums::NodeTree => {
                let node = places.node_of(rank);
                let first = |node| places.ranks(node).start;
                let mut steps = tree(node, places.nodes(), bytes, first);
                if first(node) != rank {
                    steps.fill(Step::NOTHING);
                }
                steps
            }
            Sums::None => Vec::new(),
        }
    }
}

/// Recursive doubling among `size` processes from 0 on.
pub(crate) fn doubling(rank: u32, size: u32, bytes: u64) -> Vec<Step> {
    let folded = size - (1 << size.ilog2());
    let rounds = size.ilog2();
    let mut steps = Vec::new();
    // Of the first pairs the even rank passes its value to the odd one, and gets the result at the end.
    let pair = (rank < 2 * folded).then_some(rank ^ 1);
    let leaves = pair.is_some() && rank.is_multiple_of(2);
    if folded > 0 {
        steps.push(match pair {
            Some(other) if leaves => Step::to(other, bytes),
            Some(other) => Step::from(other, bytes),
            None => Step::NOTHING,
        });
    }
    let place = if pair.is_some() {
        rank / 2
    } else {
        rank - folded
    };
    for round in 0..rounds {
        let partner = place ^ (1 << round);
        let partner = if partner < folded {
            2 * partner + 1
        } else {
            partner + folded
        };
        steps.push(if leaves {
            Step::NOTHING
        } else {
            Step::with(partner, bytes)
        });
    }
    if folded > 0 {
        steps.push(match pair {
            Some(other) if leaves => Step::from(other, bytes),
            Some(other) => Step::to(other, bytes),
            None => Step::NOTHING,
        });
    }
    steps
}

/// Up and down a tree of `members`, of which `rank` names the process.
fn tree(member: u32, members: u32, bytes: u64, rank: impl Fn(u32) -> u32) -> Vec<Step> {
    let mut up = Vec::new();
    let mut down = Vec::new();
    if members <= Switches::CHOSEN.direct_max {
        for child in 1..members {
            let (to_root, to_child) = if member == 0 {
                (Step::from(rank(child), bytes), Step::to(rank(child), bytes))
            } else if member == child {
                (Step::to(rank(0), bytes), Step::from(rank(0), bytes))
            } else {
                (Step::NOTHING, Step::NOTHING)
            };
            up.push(to_root);
            down.push(to_child);
        }
    } else {
        let place = TreePlace::new(member, members, 0);
        for slot in 0..members.next_power_of_two().ilog2() {
            let parent = place.parent().filter(|edge| edge.slot == slot);
            let child = place.children().find(|edge| edge.slot == slot);
            let (to_root, to_child) = match (parent, child) {
                (Some(parent), _) => {
                    let parent = rank(parent.node);
                    (Step::to(parent, bytes), Step::from(parent, bytes))
                }
                (None, Some(child)) => {
                    let child = rank(child.node);
                    (Step::from(child, bytes), Step::to(child, bytes))
                }
                (None, None) => (Step::NOTHING, Step::NOTHING),
            };
            up.push(to_root);
            down.push(to_child);
        }
        down.reverse();
    }
    up.extend(down);
    up
}
