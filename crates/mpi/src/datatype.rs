//! Datatypes: where in memory the elements of a message are.

mod basic;

pub use basic::{Basic, Class, Format};
