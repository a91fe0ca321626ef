//! Tests of the parsers from outside.

mod fuzz;
