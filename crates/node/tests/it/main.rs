//! What needs several real processes, or a global allocator of its own.

mod account;
mod barrier;
mod doorbell;
mod peers;

#[global_allocator]
static ALLOCATOR: farreach_node::CountingAllocator = farreach_node::CountingAllocator;
