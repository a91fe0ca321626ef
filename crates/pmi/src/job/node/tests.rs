use super::*;
use crate::channel::pair;

#[test]
fn nobody_waits_for_a_first_process_that_has_left() {
    let (first, other) = pair();
    let mut node = Node::Other {
        first: Some(other),
        rank: 0,
    };
    let members = Node::First(vec![Member {
        rank: 1,
        channel: Some(first),
        has_finalized: true,
        ends_job: false,
    }]);
    members.say_left();
    drop(members);

    assert!(node.hear("h").expect("an orderly end").is_none());
    assert!(node.fds().is_empty());
    node.say_aborted();
}

#[test]
fn a_first_process_that_is_gone_without_a_word_is_lost() {
    let (first, other) = pair();
    let mut node = Node::Other {
        first: Some(other),
        rank: 4,
    };
    drop(first);

    let heard = node.hear("h").err();
    assert!(matches!(heard, Some(PmiError::RankLost { rank: 4, .. })));
}
