//! The reach of memory: puts, gets, atomics and signals toward any process.

mod accumulate;
mod address;
mod atomics;
mod borrow;
mod elements;
mod exposing;
mod pending;
mod pipeline;
mod posting;
mod raw;
mod rma;
mod shape;
mod shaped;
mod signal;
mod strided;

pub(crate) use accumulate::waiting_for_lock;
pub(crate) use address::{Addresses, Globals};
pub(crate) use borrow::{Lent, SourceAccess};
pub use exposing::Exposure;
pub use pending::Pending;
pub(crate) use posting::{BATCH, Leaving, begin_put, begin_word, is_within, put_op, signal_op};
pub(crate) use raw::with_copy;
pub use rma::Plain;
pub(crate) use rma::chunks;
pub use shape::{LEVELS_MAX, Level, Piece, Shape, ShapeError};
pub use shaped::Transfer;
pub use signal::{Signal, SignalOp};
pub use strided::Blocks;
