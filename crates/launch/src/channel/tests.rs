use super::{Channel, ChannelError, pair};
use crate::protocol::{AgentToHead, Bytes, FRAME_BYTES_MAX, Stream};

fn channels() -> (Channel, Channel) {
    let (a, b) = pair().unwrap();
    (Channel::new(a), Channel::new(b))
}

fn output(bytes: Vec<u8>) -> AgentToHead {
    AgentToHead::Output {
        rank: 3,
        stream: Stream::Stderr,
        bytes: Bytes(bytes),
    }
}

#[test]
fn more_than_the_socket_holds_arrives_in_order() {
    let (mut from, mut to) = channels();
    let messages: Vec<_> = (0..40u8).map(|i| output(vec![i; 30_000])).collect();
    for message in &messages {
        from.queue(message);
    }
    from.flush().unwrap();
    assert!(
        from.has_outgoing(),
        "the socket's buffer is smaller than this"
    );
    let mut arrived = Vec::new();
    while arrived.len() < messages.len() {
        to.fill().unwrap();
        while let Some(message) = to.next::<AgentToHead>().unwrap() {
            arrived.push(message);
        }
        from.flush().unwrap();
    }
    assert_eq!(arrived, messages);
    assert!(!from.has_outgoing());
}

#[test]
fn what_was_sent_before_the_end_is_read_before_the_end() {
    let (mut from, mut to) = channels();
    from.queue(&AgentToHead::Done);
    from.flush().unwrap();
    drop(from);
    to.fill().unwrap();
    assert_eq!(to.next().unwrap(), Some(AgentToHead::Done));
    assert!(matches!(to.fill(), Err(ChannelError::Closed)));
}

#[test]
fn a_length_beyond_the_limit_is_refused() {
    let (from, mut to) = channels();
    rustix::io::write(from.writer(), &(FRAME_BYTES_MAX as u32 + 1).to_le_bytes()).unwrap();
    to.fill().unwrap();
    assert!(matches!(
        to.next::<AgentToHead>(),
        Err(ChannelError::TooLong { .. })
    ));
}

#[test]
fn random_bytes_never_panic() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..5_000 {
        let mut body = Vec::new();
        for _ in 0..(state % 40) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            body.push(state as u8);
        }
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let (from, mut to) = channels();
        rustix::io::write(from.writer(), &(body.len() as u32).to_le_bytes()).unwrap();
        rustix::io::write(from.writer(), &body).unwrap();
        to.fill().unwrap();
        if let Ok(Some(message)) = to.next::<AgentToHead>() {
            assert!(format!("{message:?}").len() > 2);
        }
    }
}
