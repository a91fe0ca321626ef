//! Collectives over messages, for sets of processes that nobody has made a group of: the first
//! processes of all nodes.

use std::fmt;

use farreach_runtime::{Destination, Pattern, SendMode, World};
use zerocopy::IntoBytes;

use crate::message::FURTHER;
use crate::reduction::{combine_bytes, prepare};
use crate::{Error, Operation, Reducible};

/// The first process of each node, in the order of the nodes.
pub struct Masters<'w> {
    world: &'w World,
    ranks: Vec<u32>,
    own: u32,
}

impl fmt::Debug for Masters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Masters")
            .field("ranks", &self.ranks)
            .finish_non_exhaustive()
    }
}

impl<'w> Masters<'w> {
    /// The masters, of which this process must be one.
    ///
    /// # Errors
    /// If it is not the first process of its node.
    pub fn new(world: &'w World) -> Result<Masters<'w>, Error> {
        let mut ranks = vec![u32::MAX; world.nodes() as usize];
        for rank in (0..world.size()).rev() {
            ranks[world.node_of(rank) as usize] = rank;
        }
        let own = world.node();
        if world.local_index() != 0 {
            let what = format!(
                "the masters are the first processes of the nodes; on this node that is rank {}",
                ranks[own as usize]
            );
            return Err(Error::argument(world.rank(), "scope", what));
        }
        Ok(Masters { world, ranks, own })
    }

    /// The masters' ranks.
    pub fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    /// Copies the bytes of the master of rank `root` to those of all others.
    pub fn broadcast(&self, root: u32, bytes: &mut [u8]) -> Result<(), Error> {
        let Some(root) = self.ranks.iter().position(|&rank| rank == root) else {
            let what = format!("rank {root} is not the first process of its node");
            return Err(Error::argument(self.world.rank(), "root", what));
        };
        let count = self.ranks.len() as u32;
        let from_root = (self.own + count - root as u32) % count;
        let rank = |distance: u32| self.ranks[((root as u32 + distance) % count) as usize];
        // A binomial tree: the lowest bit of a process's distance from the root leads to its parent.
        let mut below = count.next_power_of_two();
        if from_root > 0 {
            let bit = 1 << from_root.trailing_zeros();
            self.receive(rank(from_root - bit), bytes)?;
            below = bit;
        }
        while below > 1 {
            below /= 2;
            if from_root + below < count {
                self.send(rank(from_root + below), bytes)?;
            }
        }
        Ok(())
    }

    /// Combines the masters' numbers element by element. All masters get the same result.
    pub fn reduce<T: Reducible>(
        &self,
        operation: Operation,
        numbers: &mut [T],
    ) -> Result<(), Error> {
        prepare(self.world.rank(), operation, numbers)?;
        let bytes = numbers.as_mut_bytes();
        let mut other = vec![0; bytes.len()];
        let count = self.ranks.len() as u32;
        let mut bit = 1;
        while bit < count {
            if self.own & bit != 0 {
                self.send(self.ranks[(self.own - bit) as usize], bytes)?;
                break;
            }
            if self.own + bit < count {
                self.receive(self.ranks[(self.own + bit) as usize], &mut other)?;
                combine_bytes::<T>(operation, bytes, &other);
            }
            bit *= 2;
        }
        self.broadcast(self.ranks[0], bytes)
    }

    fn send(&self, pe: u32, bytes: &[u8]) -> Result<(), Error> {
        let to = Destination {
            pe,
            context: FURTHER,
            tag: 0,
        };
        Ok(self.world.send_tagged(to, bytes, SendMode::Standard)?)
    }

    fn receive(&self, source: u32, into: &mut [u8]) -> Result<(), Error> {
        let pattern = Pattern {
            context: FURTHER,
            source: Some(source),
            tag: Some(0),
        };
        self.world.receive_tagged(&pattern, into)?;
        Ok(())
    }
}
