//! Prints each process's rank, the size of the job, and its node.
