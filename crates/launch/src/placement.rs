//! A placement on its way to the agents.

use farreach_node::Placement;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A placement in a message: a formula for even blocks, else a list.
#[derive(Serialize, Deserialize)]
enum Encoded {
    Even {
        size: u32,
        nodes: u32,
    },
    /// The node of each rank.
    Listed(Vec<u32>),
}

pub(crate) fn serialize<S: Serializer>(placement: &Placement, to: S) -> Result<S::Ok, S::Error> {
    let encoded = if placement.is_even() {
        Encoded::Even {
            size: placement.size(),
            nodes: placement.nodes(),
        }
    } else {
        Encoded::Listed(placement.nodes_of_ranks().collect())
    };
    encoded.serialize(to)
}

pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Placement, D::Error> {
    let placement = match Encoded::deserialize(from)? {
        Encoded::Even { size, nodes } => Placement::new(size, nodes),
        Encoded::Listed(node_of) => Placement::listed(&node_of),
    };
    placement.map_err(D::Error::custom)
}
