use farreach_conformance::VecMemory;
use farreach_sim::{Faults, Network, SimDevice};

use super::*;

/// The inbox of rank 0 on a device to which nothing arrives.
fn inbox() -> (Inbox<VecMemory>, SimDevice<VecMemory>) {
    let mut device = Network::new(1, Faults::default()).attach(0, 1);
    let pd = device.create_pd().unwrap();
    let inbox = Inbox::new(&mut device, pd, None, Buffers::One).unwrap();
    (inbox, device)
}

const KIND: MessageKind = MessageKind::new(1, 3);

/// A message from `rank` as it travels.
fn framed(rank: Rank, bytes: &[u8]) -> Vec<u8> {
    [&header(rank, ReceivedKind::Port(KIND)), bytes].concat()
}

#[test]
fn a_port_takes_its_own_messages() {
    let (mut inbox, mut device) = inbox();
    let kinds =
        [(0, 0), (PORTS - 1, 14), (1, 7), (0, 1)].map(|(port, n)| MessageKind::new(port, n));
    for (number, kind) in kinds.into_iter().enumerate() {
        assert_eq!(MessageKind::of(kind.code()), Some(kind));
        let message = [&header(1, ReceivedKind::Port(kind))[..], &[number as u8]].concat();
        inbox.take_part(&mut device, 1, 0, &message).unwrap();
    }
    let mut taken = Vec::new();
    for (port, numbers) in [(1, &[2][..]), (PORTS - 1, &[1]), (0, &[0, 3])] {
        for &number in numbers {
            assert!(inbox.has(port) && inbox.take(&mut device, port, &mut taken).unwrap());
            let kind = kinds[usize::from(number)];
            assert_eq!(
                parse(&taken),
                Some((1, ReceivedKind::Port(kind), &[number][..]))
            );
        }
        assert!(!inbox.has(port) && !inbox.take(&mut device, port, &mut taken).unwrap());
    }
    for code in (2..16).chain(16 * (PORTS as u8 + 1)..=255) {
        assert_eq!(MessageKind::of(code), None);
    }
}

#[test]
fn parts_of_several_senders_become_messages_in_the_order_of_their_ends() {
    let (mut inbox, mut device) = inbox();
    let messages = [framed(1, &[1; 300]), framed(2, &[2; 500])];
    for nth in 0..6 {
        for (peer, message) in (1..).zip(&messages) {
            let mut parts = message.chunks(100).skip(nth);
            if let Some(part) = parts.next() {
                let left = parts.map(<[u8]>::len).sum::<usize>() as u32;
                inbox.take_part(&mut device, peer, left, part).unwrap();
            }
        }
    }
    let mut taken = Vec::new();
    for message in &messages {
        assert!(inbox.take(&mut device, 1, &mut taken).unwrap());
        assert_eq!(&taken, message);
    }
    assert!(!inbox.take(&mut device, 1, &mut taken).unwrap());
}

#[test]
fn what_is_too_long_or_given_up_is_forgotten() {
    let (mut inbox, mut device) = inbox();
    let long = MESSAGE_MAX as u32;
    inbox.take_part(&mut device, 1, long, &[0; 8]).unwrap();
    inbox.take_part(&mut device, 2, 8, &[0; 8]).unwrap();
    inbox.forget_part(2);
    assert!(inbox.parts.is_empty());
    let message = framed(2, b"whole");
    inbox.take_part(&mut device, 2, 0, &message).unwrap();
    let mut taken = Vec::new();
    assert!(inbox.take(&mut device, 1, &mut taken).unwrap());
    assert_eq!(
        parse(&taken),
        Some((2, ReceivedKind::Port(KIND), &b"whole"[..]))
    );
}

#[test]
fn senders_wait_while_the_heap_is_full() {
    let (mut inbox, mut device) = inbox();
    let message = framed(1, &alloc::vec![0; MESSAGE_MAX]);
    while !inbox.hold(1) {
        inbox.take_part(&mut device, 1, 0, &message).unwrap();
    }
    assert_eq!(inbox.release(), []);
    let mut taken = Vec::new();
    inbox.take(&mut device, 1, &mut taken).unwrap();
    assert_eq!(inbox.release(), [1]);
    assert_eq!(inbox.release(), []);
}
