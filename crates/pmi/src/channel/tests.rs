use proptest::prelude::*;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use super::*;

/// Both ends of a channel.
pub(crate) fn pair() -> (Channel, Channel) {
    let (one, other) = socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    )
    .expect("a socket pair");
    (Channel::new(one.into()), Channel::new(other.into()))
}

#[test]
fn messages_come_as_they_were_sent_and_a_file_with_one() {
    let (one, other) = pair();
    assert!(matches!(other.hear::<ToOther>(), Ok(Heard::Nothing)));
    assert!(one.send(&ToOther::Welcome, Some(one.fd())).expect("sent"));
    let exchanged = ToOther::Exchanged {
        key: [7; 32],
        host_size: 9,
    };
    assert!(one.send(&exchanged, None).expect("sent"));
    let welcome = other.hear::<ToOther>().expect("a message");
    assert!(
        matches!(welcome, Heard::Message(ToOther::Welcome, Some(_))),
        "{welcome:?}"
    );
    let heard = other.hear::<ToOther>().expect("a message");
    assert!(matches!(heard, Heard::Message(heard, None) if heard == exchanged));
    drop(welcome);
    drop(one);
    assert!(matches!(other.hear::<ToOther>(), Ok(Heard::Gone)));
    assert!(!other.send(&ToFirst::Finalize, None).expect("nobody there"));
}

#[test]
fn a_long_reason_is_shortened_to_what_fits() {
    let (one, other) = pair();
    let why = shortened(&"ä".repeat(BYTES_MAX));
    assert!(one.send(&ToOther::Ended(why.clone()), None).expect("sent"));
    let heard = other.hear::<ToOther>().expect("a message");
    assert!(matches!(heard, Heard::Message(ToOther::Ended(heard), None) if heard == why));
}

proptest! {
    #[test]
    fn no_packet_makes_the_reader_panic(packet in prop::collection::vec(any::<u8>(), 1..200)) {
        let (one, other) = pair();
        rustix::net::send(one.fd(), &packet, SendFlags::empty()).expect("sent");
        match other.hear::<ToFirst>() {
            Ok(Heard::Message(..)) | Err(PmiError::Refused(_)) => {}
            other => prop_assert!(false, "{:?}", other),
        }
    }
}
