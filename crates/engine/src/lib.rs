//! Remote memory access, atomics and ordering over connections made on demand; deterministic.
