//! Tests of types.

mod expression;
mod external;
mod facts;
mod model;
mod told;
