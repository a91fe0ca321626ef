use super::{Standstill, Verdict};
use crate::protocol::WaitNews;

fn answer(round: u32, what: &str) -> WaitNews {
    let what = what.to_owned();
    WaitNews::StillWaits { round, what }
}

fn ask(round: u32) -> Verdict {
    Verdict::Ask { round }
}

#[test]
fn all_have_to_answer_two_questions() {
    let mut job = Standstill::new(3);
    assert_eq!(job.hear(2, WaitNews::StandsStill), None);
    assert_eq!(job.hear(1, WaitNews::StandsStill), None);
    job.note_finalized(0);
    assert_eq!(job.hear(0, WaitNews::StandsStill), Some(ask(1)));
    assert_eq!(job.hear(1, answer(1, "a barrier")), None);
    assert_eq!(job.hear(1, answer(1, "a barrier")), None, "one answer each");
    assert_eq!(job.hear(2, answer(1, "a barrier")), Some(ask(2)));
    assert_eq!(job.hear(2, answer(2, "a barrier")), None);
    let text = "no rank can go on: rank 0 has finalized or exited; rank 1-2 wait in a barrier";
    let verdict = Verdict::NobodyGoesOn { text: text.into() };
    assert_eq!(job.hear(1, answer(2, "a barrier")), Some(verdict));
}

#[test]
fn who_goes_on_makes_earlier_answers_worthless() {
    let mut job = Standstill::new(2);
    assert_eq!(job.hear(0, WaitNews::StandsStill), None);
    assert_eq!(job.hear(1, WaitNews::StandsStill), Some(ask(1)));
    assert_eq!(job.hear(0, answer(1, "a wait")), None);
    assert_eq!(job.hear(1, WaitNews::GoesOn), None);
    assert_eq!(job.hear(1, answer(1, "a wait")), None, "it went on before");
    assert_eq!(job.hear(1, WaitNews::StandsStill), Some(ask(2)));
    assert_eq!(job.hear(0, answer(1, "a wait")), None, "of the old round");
    assert_eq!(job.hear(1, answer(2, "a wait")), None);
    assert_eq!(job.hear(0, answer(2, "a wait")), Some(ask(3)));
    assert_eq!(job.hear(0, WaitNews::GoesOn), None);
    assert_eq!(job.hear(0, WaitNews::StandsStill), Some(ask(4)));
    assert_eq!(job.hear(0, answer(4, "one")), None);
    assert_eq!(
        job.hear(1, answer(4, "other")),
        Some(ask(5)),
        "the first since"
    );
    assert_eq!(job.hear(0, answer(5, "one")), None);
    let text = "no rank can go on: rank 0 waits in one; rank 1 waits in other";
    let verdict = Verdict::NobodyGoesOn { text: text.into() };
    assert_eq!(job.hear(1, answer(5, "other")), Some(verdict));
}

#[test]
fn a_large_job_names_no_more_waits_than_a_text_has_room_for() {
    let mut job = Standstill::new(100);
    for rank in 0..100 {
        job.hear(rank, WaitNews::StandsStill);
    }
    let mut verdict = None;
    for round in 1..=2 {
        for rank in 0..100 {
            verdict = job.hear(rank, answer(round, &format!("wait {rank:02}")));
        }
    }
    let Some(Verdict::NobodyGoesOn { text }) = verdict else {
        panic!("{verdict:?}");
    };
    assert!(
        text.ends_with("rank 31 waits in wait 31; and 68 other waits"),
        "{text}"
    );
}

#[test]
fn ranks_that_do_not_exist_are_nobody() {
    let mut job = Standstill::new(1);
    job.note_finalized(7);
    assert_eq!(job.hear(7, WaitNews::StandsStill), None);
    assert_eq!(job.hear(7, answer(0, "a wait")), None);
}
