//! Tests of the modules that `tests/model` compiles as well. Those modules therefore contain no
//! tests.

mod doorbell;
mod flag;
mod ring;
