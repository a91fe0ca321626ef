//! The lock-free algorithms of a node's processes over a model checker (loom).
//!
//! ```text
//!   src/ring.rs, flag.rs ..        the same files, compiled here a second time
//!        │ crate::sync, futex, fence, Memory, Arena
//!   ┌────┴──────────────────────┐   ┌───────────────────────────────────────────────────────────┐
//!   │ the library: atomics of   │   │ here: loom's atomics. Every interleaving of a scenario's   │
//!   │ the processor, the kernel │   │ threads is run, and every value that a load may return     │
//!   └───────────────────────────┘   └───────────────────────────────────────────────────────────┘
//! ```
//!
//! The tests run the production code, not a copy. Each test runs an algorithm's scenarios with the
//! code as it is. Then the test removes one ordering, fence or wake-up at a time, and a scenario
//! has to break. This shows that each of them is needed, and that the scenarios detect a missing
//! one.
//!
//! Limits: loom runs each thread's accesses in program order, and only loads may return old values.
//! So loom never moves a load behind a later store, nor a read-modify-write past another. The
//! number of preemptions of a thread is bounded.

#![expect(
    clippy::arc_with_non_send_sync,
    reason = "all threads of a model are one"
)]

mod arena;
mod explore;
mod fence;
mod futex;
#[allow(dead_code, unreachable_pub, reason = "`node` has more use for it")]
mod inboxes;
mod layout;
mod memory;
mod scenarios;
mod shared;
mod sync;

#[allow(dead_code, unreachable_pub, reason = "`node` has more use for it")]
#[path = "../../src/barrier.rs"]
mod barrier;
#[allow(dead_code, unreachable_pub, reason = "`node` has more use for it")]
#[path = "../../src/doorbell.rs"]
mod doorbell;
#[allow(dead_code, unreachable_pub, reason = "`node` has more use for it")]
#[path = "../../src/flag.rs"]
mod flag;
#[allow(dead_code, unreachable_pub, reason = "`node` has more use for it")]
#[path = "../../src/order.rs"]
mod order;
#[allow(dead_code, unreachable_pub, reason = "`node` has more use for it")]
#[path = "../../src/ring.rs"]
mod ring;
#[allow(dead_code, unreachable_pub, reason = "`node` has more use for it")]
#[path = "../../src/waiting.rs"]
mod waiting;

use arena::Arena;
use doorbell::{Doorbell, PreparedSleep};
use memory::{Memory, View};
use waiting::{Alarm, sleep};

use explore::{Suite, check};
use scenarios::{BARRIER, DOORBELL, FLAG, INBOXES, ORDER, RING};

/// All scenarios of a suite hold. Without any one of the `needed` lines a scenario breaks. Without
/// any one of the `unseen` lines every scenario holds.
#[track_caller]
fn each_is_needed(suite: &Suite, needed: usize, unseen: &[&str]) {
    let report = check(suite);
    assert_eq!(report.unseen, unseen, "needed: {:#?}", report.needed);
    assert_eq!(report.needed.len(), needed, "{:#?}", report.needed);
}

#[test]
fn order() {
    each_is_needed(&ORDER, 6, &[]);
}

#[test]
fn flag() {
    // The store of the number is modelled with a fence, which orders this access as well.
    let unseen = ["self.bell.fetch_add(1, Ordering::Release);"];
    each_is_needed(&FLAG, 6, &unseen);
}

#[test]
fn barrier() {
    each_is_needed(&BARRIER, 8, &[]);
}

#[test]
fn doorbell() {
    // This ordering keeps one read-modify-write from passing another, which loom never lets happen.
    // See `Doorbell::end`.
    let unseen = [
        "self.sleepers.fetch_add(1, Ordering::SeqCst);",
        "let word = self.word().fetch_or(ASLEEP, Ordering::SeqCst) | ASLEEP;",
        ".compare_exchange(announced, withdrawn, order, relaxed)",
        "let others = self.sleepers.fetch_sub(1, order) - 1;",
        ".compare_exchange(word, awake, order, relaxed)",
    ];
    each_is_needed(&DOORBELL, 4, &unseen);
}

#[test]
fn inboxes() {
    each_is_needed(&INBOXES, 7, &[]);
}

#[test]
fn ring() {
    each_is_needed(&RING, 4, &[]);
}
