//! A time step of one block among its neighbours, over any way of exchanging halos.

use crate::block::Block;
use crate::decomposition::Side;

/// How the edges of blocks travel to their neighbours.
pub trait Exchange {
    /// Why an edge can't be sent or received.
    type Error;

    /// Starts to send our edge on `side` to the process `neighbour`. `edge` may be reused at once.
    fn send(
        &mut self,
        step: u64,
        side: Side,
        neighbour: usize,
        edge: &[f64],
    ) -> Result<(), Self::Error>;

    /// Waits for the edge of the neighbour on `side` at the beginning of time step `step`.
    fn receive(&mut self, step: u64, side: Side, ghosts: &mut [f64]) -> Result<(), Self::Error>;
}

/// One block, its neighbours, and what it needs to advance.
#[derive(Clone, Debug)]
pub struct Stepper {
    block: Block,
    neighbours: [Option<usize>; 4],
    alpha: f64,
    step: u64,
    /// Holds one edge on its way.
    edge: Vec<f64>,
}

impl Stepper {
    /// Starts at time step 0. `neighbours` is by [`Side::index`].
    pub fn new(block: Block, neighbours: [Option<usize>; 4], alpha: f64) -> Self {
        let edge = vec![0.0; block.height().max(block.width())];
        Self {
            block,
            neighbours,
            alpha,
            step: 0,
            edge,
        }
    }

    /// First half of a step: sends the edges and computes what needs no ghosts.
    pub fn begin<E: Exchange>(&mut self, exchange: &mut E) -> Result<(), E::Error> {
        for side in Side::ALL {
            if let Some(neighbour) = self.neighbours[side.index()] {
                let edge = &mut self.edge[..self.block.side_length(side)];
                self.block.copy_edge(side, edge);
                exchange.send(self.step, side, neighbour, edge)?;
            }
        }
        self.block.advance_interior(self.alpha);
        Ok(())
    }

    /// Second half: receives the neighbours' edges and computes the rest.
    pub fn finish<E: Exchange>(&mut self, exchange: &mut E) -> Result<(), E::Error> {
        for side in Side::ALL {
            if self.neighbours[side.index()].is_some() {
                let ghosts = &mut self.edge[..self.block.side_length(side)];
                exchange.receive(self.step, side, ghosts)?;
                self.block.set_ghosts(side, ghosts);
            } else {
                self.block.insulate(side);
            }
        }
        self.block.advance_border(self.alpha);
        self.step += 1;
        Ok(())
    }

    /// The block at the present time step.
    pub fn block(&self) -> &Block {
        &self.block
    }
}
