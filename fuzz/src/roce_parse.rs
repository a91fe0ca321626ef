//! Any bytes as a RoCEv2 packet.

use farreach_roce::wire::icrc::{Flow, icrc, verify, verify_any_identification};
use farreach_roce::wire::keyed::{Laps, keyed_check};
use farreach_roce::wire::{HeadBuffer, Opcode, TailBuffer, emit, parse};
use farreach_verbs::ListedOps;

/// Takes `datagram` apart as a receiver does. If it is a packet, puts it together again, which
/// must give the same values.
///
/// # Panics
/// If an invariant of `farreach_roce::wire` does not hold.
pub fn roce_parse(datagram: &[u8]) {
    let flows = [[127, 0, 0, 1].into(), [0xfd00, 0, 0, 0, 0, 0, 0, 1].into()].map(
        |ip: std::net::IpAddr| {
            let address = std::net::SocketAddr::new(ip, 4791).into();
            Flow::new(address, address)
        },
    );
    for flow in &flows {
        if verify(flow, datagram) {
            assert_eq!(verify_any_identification(flow, datagram), Some(0));
        }
    }
    let Ok(packet) = parse(datagram) else {
        return;
    };
    assert_eq!(
        [packet.head, packet.payload, packet.tail].concat(),
        datagram
    );
    if packet.headers.bth.opcode == Opcode::WriteList {
        let listed: usize = ListedOps::new(packet.payload)
            .map_while(Result::ok)
            .map(|op| op.listed_len())
            .sum();
        assert!(listed <= packet.payload.len());
    }
    let laps = Laps::new(1 << 24, 1 << 23);
    keyed_check(&[7; 16], packet.head, packet.payload.len(), laps);

    let mut head = HeadBuffer::new();
    emit(&packet.headers, &mut head);
    let pad = packet.headers.bth.pad;
    for flow in &flows {
        let body = [head.as_slice(), packet.payload, &[0; 3][..usize::from(pad)]];
        let tail = TailBuffer::new(pad, icrc(flow, &body));
        let again = [head.as_slice(), packet.payload, tail.as_slice()].concat();
        let parsed = parse(&again).expect("what was emitted is a packet");
        assert_eq!(parsed.headers, packet.headers);
        assert_eq!(parsed.payload, packet.payload);
        assert!(verify(flow, &again));
    }
}
