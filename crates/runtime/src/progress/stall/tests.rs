use super::waits_alone;

fn status(threads: u32, caught: &[i32]) -> String {
    let caught = caught
        .iter()
        .fold(0u64, |bits, signal| bits | 1 << (signal - 1));
    format!(
        "Name:\tx\nTracerPid:\t0\nThreads:\t{threads}\nSigIgn:\t0000000000000000\nSigCgt:\t{caught:016x}\n"
    )
}

#[test]
fn threads_handlers_and_debuggers_may_end_a_wait() {
    let none = |_| false;
    assert!(waits_alone(&status(1, &[]), 0, none));
    assert!(waits_alone(&status(2, &[11, 15, 33]), 1, none));
    assert!(!waits_alone(&status(2, &[]), 0, none), "another thread");
    let traced = status(1, &[]).replace("TracerPid:\t0", "TracerPid:\t77");
    assert!(!waits_alone(&traced, 0, none), "a debugger");
    for own in [1, 15, 17, 34, 64] {
        assert!(
            !waits_alone(&status(1, &[11, own]), 0, |signal| signal == own),
            "{own}"
        );
        assert!(
            waits_alone(&status(1, &[11]), 0, |signal| signal == own),
            "{own}"
        );
    }
}

#[test]
fn what_is_not_understood_proves_nothing() {
    let whole = status(1, &[]);
    assert!(waits_alone(&whole, 0, |_| false));
    for line in whole
        .lines()
        .filter(|line| !line.starts_with("Name") && !line.starts_with("SigIgn"))
    {
        for (part, of_it) in [(line, "x"), (line, "")] {
            let status = whole.replace(part, of_it);
            assert!(!waits_alone(&status, 0, |_| false), "{status}");
        }
        let (name, _) = line.split_once('\t').expect("a field");
        let status = whole.replace(line, &format!("{name}\tz"));
        assert!(!waits_alone(&status, 0, |_| false), "{status}");
    }
}
