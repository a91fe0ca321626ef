//! Tests that need several real processes, or their own global allocator.

mod account;
mod barrier;
mod doorbell;
mod peers;

#[global_allocator]
static ALLOCATOR: farreach_node::CountingAllocator = farreach_node::CountingAllocator;
