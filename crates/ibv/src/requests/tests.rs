//! Tests of the bookkeeping of send queues.

use super::*;

fn posted(id: u64, is_signaled: bool) -> Posted {
    Posted {
        id,
        op: CompletionOp::Write,
        bytes: 0,
        is_signaled,
    }
}

/// Posts a request, and returns its number and whether it asks for a report.
fn post(queue: &mut SendQueue, id: u64, is_signaled: bool) -> (u64, bool) {
    let (number, asks) = queue.next(is_signaled, 16);
    queue.push(posted(id, is_signaled), asks);
    (number, asks)
}

#[test]
fn a_report_ends_what_was_posted_before() {
    let mut queue = SendQueue::default();
    post(&mut queue, 10, false);
    post(&mut queue, 11, false);
    let (number, asks) = post(&mut queue, 12, true);
    assert!(asks);
    assert_eq!(queue.take(number).map(|posted| posted.id), Some(12));
    assert_eq!(queue.len(), 0);
    assert!(queue.take(number).is_none(), "reported once");
}

#[test]
fn a_queue_without_signals_asks_for_reports() {
    let mut queue = SendQueue::default();
    let asked = (0..16).filter(|&id| post(&mut queue, id, false).1).count();
    assert_eq!(asked, 4);
}

#[test]
fn reports_of_forgotten_requests_are_ignored() {
    let mut queue = SendQueue::default();
    let (old, _) = post(&mut queue, 1, true);
    queue.clear();
    let (new, _) = post(&mut queue, 2, true);
    assert!(queue.take(old).is_none());
    assert_eq!(queue.take(new).map(|posted| posted.id), Some(2));
}

#[test]
fn what_the_driver_refuses_is_taken_from_the_end() {
    let mut queue = SendQueue::default();
    for id in 1..=4 {
        post(&mut queue, id, true);
    }
    let refused: Vec<u64> = queue.take_last(2).iter().map(|posted| posted.id).collect();
    assert_eq!(refused, [3, 4]);
    assert_eq!(queue.take(1).map(|posted| posted.id), Some(2));
    assert_eq!((queue.len(), queue.take_last(1).len()), (0, 0));
}
