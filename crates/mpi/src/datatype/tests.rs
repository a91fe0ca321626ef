//! Tests of types.

mod expression;
mod facts;
mod model;
