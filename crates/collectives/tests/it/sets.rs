//! The memory that sets need.

use std::cell::RefCell;
use std::rc::Rc;

use farreach_collectives::{Group, Members};
use farreach_node::{CountingAllocator, thread_live_bytes};

use crate::machine::Machine;
use crate::plan::Shape;
use crate::process::SimProcess;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// A thousand sets need less than a KiB each before their first collective.
#[test]
fn a_set_takes_little_before_its_first_collective() {
    let shape = Rc::new(Shape {
        nodes: vec![4; 8],
        is_flat: false,
        has_core_each: true,
        is_exposed: true,
    });
    let machine = Rc::new(RefCell::new(Machine::new(32, 0, None)));
    let process = SimProcess::new(5, &shape, &machine);
    let before = thread_live_bytes();
    let groups: Vec<_> = (0..1000)
        .map(|context| {
            let members = Members::Listed((0..32).collect());
            Group::new(&process, members, context, 0)
        })
        .collect();
    let each = (thread_live_bytes() - before) / groups.len() as i64;
    assert!(each <= 1024, "{each} bytes for a set of 32 processes");
}
