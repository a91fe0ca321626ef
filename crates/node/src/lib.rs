//! One shared-memory arena per node, and how the processes of a node wait for each other.
