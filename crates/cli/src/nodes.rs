//! The options that say which rank runs on which node.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use farreach_launch::{Placement, PlacementError};

/// Where the ranks run.
#[derive(Debug, Args)]
pub(crate) struct NodesArgs {
    /// The number of virtual nodes, or the ranks of each, such as 3,1,2; nodes share no memory.
    #[arg(long, value_name = "M|SIZES", default_value = "1", conflicts_with_all = ["hosts", "hostfile"])]
    nodes: Nodes,
    /// The order in which ranks are placed on the nodes.
    #[arg(long, value_enum, default_value = "slot", overrides_with = "map_by")]
    map_by: MapBy,
}

/// The order in which ranks take the slots of the nodes. Open MPI has the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapBy {
    /// Fill one node after the other.
    Slot,
    /// Give ranks to the nodes in turn, one each.
    Node,
}

/// What `--nodes` says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Nodes {
    Count(u32),
    Sizes(Vec<u32>),
}

impl FromStr for Nodes {
    type Err = String;

    fn from_str(text: &str) -> Result<Nodes, String> {
        let number = |word: &str| {
            word.trim()
                .parse::<u32>()
                .map_err(|error| format!("{word:?}: {error}"))
        };
        if text.contains(',') {
            let sizes: Result<_, _> = text.split(',').map(number).collect();
            Ok(Nodes::Sizes(sizes?))
        } else {
            Ok(Nodes::Count(number(text)?))
        }
    }
}

/// Why the options contradict each other.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NodesError {
    /// The placement is impossible.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// There are more or fewer ranks than the nodes are to have.
    #[error("-n {ranks}, but the nodes of --nodes have {all} ranks together; leave -n away")]
    Differ {
        /// The number of ranks.
        ranks: u32,
        /// The sum over the nodes.
        all: u64,
    },
}

impl NodesArgs {
    /// The order in which ranks take slots.
    pub(crate) fn map_by(&self) -> MapBy {
        self.map_by
    }

    /// Whether the job is to have one node, as by default.
    pub(crate) fn is_one(&self) -> bool {
        self.nodes == Nodes::Count(1)
    }

    /// The placement of so many ranks, if their number is given.
    pub(crate) fn placement(&self, ranks: Option<u32>) -> Result<Placement, NodesError> {
        let sizes = match &self.nodes {
            Nodes::Sizes(sizes) => sizes,
            Nodes::Count(nodes) => {
                let ranks = ranks.unwrap_or(1);
                let even = Placement::new(ranks, *nodes)?;
                return Ok(match self.map_by {
                    MapBy::Slot => even,
                    MapBy::Node => Placement::cyclic(ranks, &vec![ranks; *nodes as usize])?,
                });
            }
        };
        let all = sizes.iter().map(|&size| u64::from(size)).sum::<u64>();
        if let Some(ranks) = ranks.filter(|&ranks| u64::from(ranks) != all) {
            return Err(NodesError::Differ { ranks, all });
        }
        Ok(match self.map_by {
            MapBy::Slot => Placement::blocks(sizes)?,
            MapBy::Node => {
                Placement::blocks(sizes)?;
                Placement::cyclic(all as u32, sizes)?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(ranks: Option<u32>, nodes: &str, map_by: MapBy) -> Result<Placement, NodesError> {
        let nodes = nodes.parse().expect("numbers");
        NodesArgs { nodes, map_by }.placement(ranks)
    }

    #[test]
    fn nodes_are_a_number_or_sizes() {
        let even = Placement::new(5, 2).unwrap();
        assert_eq!(placed(Some(5), "2", MapBy::Slot).unwrap(), even);
        let uneven = Placement::blocks(&[3, 1]).unwrap();
        assert_eq!(placed(None, "3,1", MapBy::Slot).unwrap(), uneven);
        assert_eq!(placed(Some(4), "3,1", MapBy::Slot).unwrap(), uneven);
        let dealt = |names: &[u32]| Placement::listed(names).unwrap();
        let in_turn = dealt(&[0, 1, 0, 1, 0]);
        assert_eq!(placed(Some(5), "2", MapBy::Node).unwrap(), in_turn);
        let in_turn = dealt(&[0, 1, 0, 0]);
        assert_eq!(placed(None, "3,1", MapBy::Node).unwrap(), in_turn);
    }

    #[test]
    fn contradictions_are_refused() {
        let differ = NodesError::Differ { ranks: 5, all: 4 };
        assert_eq!(placed(Some(5), "3,1", MapBy::Slot), Err(differ));
        assert!(placed(None, "3,0", MapBy::Node).is_err());
        assert!(placed(Some(2), "3", MapBy::Node).is_err());
        assert!("3,x".parse::<Nodes>().is_err());
    }
}
