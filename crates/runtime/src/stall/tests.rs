use rustix::process::Signal;

use super::{of_signals, waits_alone};

fn status(threads: u32, caught: u64) -> String {
    format!("Name:\tx\nThreads:\t{threads}\nSigIgn:\t0000000000000000\nSigCgt:\t{caught:016x}\n")
}

#[test]
fn threads_and_handlers_may_end_a_wait() {
    let harmless = of_signals(&[Signal::TERM.as_raw(), Signal::SEGV.as_raw(), 33]);
    assert!(waits_alone(&status(1, 0), 0));
    assert!(waits_alone(&status(2, harmless), 1));
    assert!(!waits_alone(&status(2, 0), 0), "another thread");
    for signal in [Signal::ALARM, Signal::USR1, Signal::CHILD].map(Signal::as_raw) {
        let caught = harmless | of_signals(&[signal]);
        assert!(!waits_alone(&status(1, caught), 0), "{signal}");
    }
}

#[test]
fn what_is_not_understood_proves_nothing() {
    for status in [
        "",
        "Threads:\t1\n",
        "Threads:\tone\nSigCgt:\t0\n",
        "Threads:\t1\nSigCgt:\tz\n",
    ] {
        assert!(!waits_alone(status, 0), "{status}");
    }
}
