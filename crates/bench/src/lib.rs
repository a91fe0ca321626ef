//! Benchmarks, each beside a physical limit measured in the same run.
