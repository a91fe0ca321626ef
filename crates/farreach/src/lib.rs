//! A communication runtime for parallel programs: what programs depend on.
