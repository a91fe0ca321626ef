use super::*;

/// The time-out. A peer is asked after when half of it has passed.
const LIMIT: Duration = Duration::from_secs(20);
const SIZE: u32 = 8;

fn at(seconds: u64) -> Time {
    Time::ZERO + Duration::from_secs(seconds)
}

/// Records that a peer has been silent for `silent` seconds.
fn note(silence: &mut Silence, now: u64, peer: Rank, silent: u64) -> Vec<(Rank, Reason)> {
    let silent = [(peer, Duration::from_secs(silent))];
    silence.note(at(now), silent.into_iter())
}

#[test]
fn a_process_that_answers_nothing_is_waited_for() {
    let mut silence = Silence::new(LIMIT, SIZE);
    for now in (10..10_000).step_by(5) {
        assert_eq!(note(&mut silence, now, 3, now), []);
    }
    let question = silence.poll_question().unwrap();
    assert_eq!(question.rank, 3);
    assert_eq!(silence.poll_question(), None);
    assert!(silence.has_doubts());
}

#[test]
fn one_that_answers_twice_and_stays_silent_is_given_up() {
    let mut silence = Silence::new(LIMIT, SIZE);
    // Lane 1 of rank 3.
    let lane = SIZE + 3;
    assert_eq!(note(&mut silence, 10, lane, 10), []);
    let first = silence.poll_question().unwrap();
    assert_eq!(first.rank, 3);
    silence.hear_of(at(11), first.number, true);
    assert_eq!(note(&mut silence, 15, lane, 15), []);
    assert!(!silence.has_questions());
    assert_eq!(note(&mut silence, 21, lane, 21), []);
    let second = silence.poll_question().unwrap();
    silence.hear_of(at(22), second.number, true);
    let silent = Duration::from_secs(25);
    let reason = Reason::Silent { silent };
    assert_eq!(note(&mut silence, 25, lane, 25), [(lane, reason)]);
    assert_eq!(silence.reason_to_give_up(lane), Some(reason));
    silence.end_giving_up();
    assert_eq!(silence.reason_to_give_up(lane), None);
}

#[test]
fn one_that_is_gone_is_given_up_at_once() {
    let mut silence = Silence::new(LIMIT, SIZE);
    note(&mut silence, 10, 3, 10);
    let question = silence.poll_question().unwrap();
    silence.hear_of(at(11), question.number, false);
    assert_eq!(note(&mut silence, 15, 3, 15), [(3, Reason::Dead)]);
}

#[test]
fn one_that_spoke_meanwhile_starts_anew() {
    let mut silence = Silence::new(LIMIT, SIZE);
    for now in [10, 30, 50, 70, 90] {
        // It fell silent ten seconds ago.
        assert_eq!(note(&mut silence, now, 3, 10), []);
        let question = silence.poll_question().unwrap();
        silence.hear_of(at(now), question.number, true);
    }
    silence.note(at(100), [].into_iter());
    assert!(!silence.has_doubts());
}
