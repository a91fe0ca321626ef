//! The helper's sleep on a device that must be armed.

use std::sync::mpsc;
use std::time::Instant;

use farreach_engine::{Op, Source, Tracking};
use farreach_verbs::{InlineData, Memory as _};

use super::*;
use crate::progress::opening::wired::{Wired, wired_pair};

/// As good as for ever.
const FOREVER: Duration = Duration::from_hours(24);
/// How long a test waits for what never comes.
const PATIENCE: Duration = Duration::from_mins(1);

/// Looks after a lane as the helper does while the application makes no calls, but sleeps for ever if nothing arrives.
fn serve(of: &Wired, asleep: &mpsc::Sender<()>) {
    let lanes = Arc::new(Lanes::new(Arc::clone(&of.network), of.arena.clone()));
    let program = Program::new(block_signals(), &of.job);
    let nothing = || Continued::Nothing {
        look_within: FOREVER,
    };
    let mut rounds = Rounds::new(lanes, Box::new(nothing), Arc::clone(&of.job), program);
    while rounds.arm() > 0 {}
    while !rounds.is_stopped() {
        rounds.arm();
        let Ok(timeout) = rounds.fall_asleep(FOREVER) else {
            continue;
        };
        // Nobody listens any more once the first sleep has ended.
        let _ = asleep.send(());
        rounds.sleep(timeout);
        rounds.wake_up();
        rounds.work_unwatched();
    }
}

#[test]
fn an_arrival_ends_the_sleep() {
    let [first, second] = wired_pair();
    let (network, segment) = (Arc::clone(&second.network), second.segment.clone());
    let (tell, asleep) = mpsc::channel();
    let server = thread::spawn(move || serve(&second, &tell));
    asleep.recv().expect("the helper falls asleep");

    let token = first.network.enter(|core, now| {
        let token = core.token();
        let source = Source::Inline(InlineData::new(b"woken").expect("few bytes"));
        let op = Op::Put { source, offset: 8 };
        core.engine.submit(now, 1, op, Tracking::Token(token));
        token
    });
    let begun = Instant::now();
    let result = loop {
        first.network.progress();
        if let Some(result) = first.network.peek(|core, _| core.take(token)) {
            break result;
        }
        assert!(begun.elapsed() < PATIENCE, "nothing woke the helper");
        thread::yield_now();
    };
    result.expect("the put succeeds");
    let mut bytes = [0; 5];
    segment.read(8, &mut bytes).expect("inside");
    assert_eq!(&bytes, b"woken");
    network.hand_over().stop();
    server.join().expect("no panic");
}
