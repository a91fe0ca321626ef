//! What the contract's own types do.

mod list;
