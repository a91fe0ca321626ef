//! The blocks of processes, as a picture shows them.

use std::ops::Range;

use crate::decomposition::{Decomposition, Side};

/// How a field was cut, and on which nodes its blocks were.
#[derive(Clone, Debug)]
pub struct Blocks {
    cut: Decomposition,
    /// The node of each process that has a block.
    nodes: Vec<u32>,
}

/// A line between two blocks. One of its ranges of cells is empty.
pub(super) struct Border {
    pub(super) rows: Range<usize>,
    pub(super) cols: Range<usize>,
    /// Whether the blocks are on different nodes.
    pub(super) between_nodes: bool,
}

impl Blocks {
    /// `node_of` tells on which node a process is.
    pub fn new(cut: Decomposition, node_of: impl Fn(usize) -> u32) -> Self {
        Self {
            nodes: (0..cut.blocks()).map(node_of).collect(),
            cut,
        }
    }

    /// The lines between all neighbouring blocks.
    pub(super) fn borders(&self) -> impl Iterator<Item = Border> {
        (0..self.cut.blocks()).flat_map(move |process| {
            [Side::South, Side::East]
                .into_iter()
                .filter_map(move |side| {
                    let neighbour = self.cut.neighbour(process, side)?;
                    let part = self.cut.part(process)?;
                    let (rows, cols) = if side == Side::South {
                        (part.rows.end..part.rows.end, part.cols)
                    } else {
                        (part.rows, part.cols.end..part.cols.end)
                    };
                    Some(Border {
                        rows,
                        cols,
                        between_nodes: self.nodes[process] != self.nodes[neighbour],
                    })
                })
        })
    }
}
