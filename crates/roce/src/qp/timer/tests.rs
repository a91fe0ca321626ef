use super::*;

fn timing(retry: Retry) -> Timing {
    Timing::new(
        Duration::from_millis(20),
        Duration::from_millis(1),
        Duration::from_millis(500),
        retry,
        retry,
        Probing::Never,
    )
}

fn timeout(timing: &mut Timing) -> Duration {
    timing.deadline(Time(1_000_000_000)) - Time(1_000_000_000)
}

#[test]
fn the_timeout_follows_what_is_measured() {
    let mut t = timing(Retry::Count(7));
    assert_eq!(timeout(&mut t), Duration::from_millis(20));
    for i in 0..100 {
        t.measure(i, Time(0));
        t.progress(i + 1, Time(4_000_000));
    }
    let settled = timeout(&mut t);
    assert!(settled >= Duration::from_millis(4) && settled < Duration::from_millis(5));
    for i in 100..200 {
        t.measure(i, Time(0));
        t.progress(i + 1, Time(1_000));
    }
    assert_eq!(timeout(&mut t), Duration::from_millis(1));
}

#[test]
fn the_timeout_doubles_until_progress() {
    let mut t = timing(Retry::Count(200));
    let mut last = timeout(&mut t);
    for _ in 0..4 {
        t.expired(Time(0));
        assert_eq!(timeout(&mut t), last * 2);
        last = timeout(&mut t);
    }
    t.expired(Time(0));
    assert_eq!(timeout(&mut t), Duration::from_millis(500));
    // Progress by a packet that was sent twice halves the backoff. A measurement ends the backoff.
    t.progress(1, Time(0));
    assert_eq!(timeout(&mut t), Duration::from_millis(320));
    t.measure(1, Time(0));
    t.progress(2, Time(2_000_000));
    assert_eq!(timeout(&mut t), Duration::from_millis(6));
}

#[test]
fn a_count_and_a_time_limit_the_retries() {
    let mut counted = timing(Retry::Count(2));
    let verdicts = [(); 3].map(|()| counted.expired(Time(0)));
    assert_eq!(verdicts, [Verdict::Retry, Verdict::Retry, Verdict::GiveUp]);

    let mut timed = timing(Retry::For(Duration::from_millis(100)));
    timed.begin(Time(1_000));
    for _ in 0..50 {
        assert_eq!(timed.expired(Time(99_000_000)), Verdict::Retry);
    }
    // The last wait is shortened so that the verdict is on time.
    assert_eq!(timed.deadline(Time(99_000_000)), Time(100_001_000));
    assert_eq!(timed.expired(Time(100_001_000)), Verdict::GiveUp);
}

#[test]
fn a_packet_sent_twice_is_not_measured() {
    let mut t = timing(Retry::Count(7));
    t.measure(5, Time(0));
    t.abandon_measurement();
    t.progress(6, Time(3_000));
    assert_eq!(timeout(&mut t), Duration::from_millis(20));
}

#[test]
fn who_did_not_run_does_not_blame_the_peer() {
    let second = Duration::from_secs(1);
    let mut t = timing(Retry::For(3 * second));
    let begun = Time(1_000_000_000);
    t.begin(begun);
    let due = t.deadline(begun);
    // This process was stopped for a minute. The peer's answer may be in the socket, or the peer
    // was stopped as well.
    let back = due + 60 * second;
    assert_eq!(t.expired(back), Verdict::Retry);
    // From here on the peer's time runs normally.
    let mut now = back;
    while now < back + 2 * second {
        now = t.deadline(now);
        assert_eq!(t.expired(now), Verdict::Retry, "{:?} after", now - back);
    }
    while now < back + 3 * second {
        now = t.deadline(now);
    }
    assert_eq!(t.expired(now), Verdict::GiveUp);
}
