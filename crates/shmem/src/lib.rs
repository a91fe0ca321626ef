//! OpenSHMEM for Rust: a typed symmetric heap, puts, gets, atomics, collectives.
