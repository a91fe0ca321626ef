//! The whole field as one block: the reference for every parallel run.

use std::convert::Infallible;

use crate::block::Block;
use crate::decomposition::Side;
use crate::field::Field;
use crate::step::{Exchange, Stepper};

/// The field after `steps` time steps.
pub fn run(initial: &Field, steps: u64, alpha: f64) -> Field {
    let mut block = Block::new(initial.rows(), initial.cols());
    for row in 0..initial.rows() {
        block.row_mut(row).copy_from_slice(initial.row(row));
    }
    let mut stepper = Stepper::new(block, [None; 4], alpha);
    for _ in 0..steps {
        let Ok(()) = stepper.begin(&mut Alone);
        let Ok(()) = stepper.finish(&mut Alone);
    }
    let mut last = initial.clone();
    for row in 0..last.rows() {
        last.row_mut(row).copy_from_slice(stepper.block().row(row));
    }
    last
}

/// No neighbours: nothing is ever exchanged.
struct Alone;

impl Exchange for Alone {
    type Error = Infallible;

    fn send(&mut self, _: u64, side: Side, _: usize, _: &[f64]) -> Result<(), Infallible> {
        unreachable!("a block without neighbours sends nothing to the {side:?}")
    }

    fn receive(&mut self, _: u64, side: Side, _: &mut [f64]) -> Result<(), Infallible> {
        unreachable!("a block without neighbours receives nothing from the {side:?}")
    }
}
