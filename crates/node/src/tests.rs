//! Tests of the modules that `tests/model` compiles as well, which therefore hold none.

mod doorbell;
mod flag;
mod ring;
