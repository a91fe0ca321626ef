use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use farreach_node::Memory;
use farreach_roce::{Link, LinkStatus, Packet, Payload, Placement};
use farreach_verbs::{AdapterAddress, Memory as _, Time};

use super::candidates::HOT_SENDS;
use super::ports::{STAY_BYTES, STAY_MAX};
use super::{LinkFailure, Received, Socket};
use crate::config::{Offload, OpenError, SoftConfig};

fn socket(offload: Offload) -> Socket {
    let config = SoftConfig {
        offload,
        ..SoftConfig::loopback(0)
    };
    let mut socket = Socket::open(&config).expect("loopback has free ports");
    // Makes it predictable what is lent.
    socket.splicer.decide(Some(true));
    socket
}

/// No payload's target is known in advance.
fn nowhere(_: AdapterAddress) -> Option<Placement<'static, Memory>> {
    None
}

/// A packet in pieces, as an adapter provides it.
struct Pieces {
    head: Vec<u8>,
    offset: usize,
    len: usize,
    tail: Vec<u8>,
}

fn pieces(index: usize, len: usize) -> Pieces {
    Pieces {
        head: vec![index as u8; 12 + index % 3],
        offset: 7 * index,
        len,
        tail: vec![!index as u8; 7 - index % 3],
    }
}

/// A packet without a pad, whose payload may be lent.
fn lendable(index: usize, len: usize) -> Pieces {
    Pieces {
        tail: Vec::new(),
        ..pieces(index, len)
    }
}

impl Pieces {
    fn datagram(&self, memory: &Memory) -> Vec<u8> {
        let mut payload = vec![0; self.len];
        memory.read(self.offset, &mut payload).expect("in bounds");
        [&self.head[..], &payload, &self.tail].concat()
    }
}

fn patterned(len: usize) -> Memory {
    let memory = Memory::allocate(len);
    let bytes: Vec<u8> = (0..len).map(|i| (i * 31 + i / 251) as u8).collect();
    memory.write(0, &bytes).expect("in bounds");
    memory
}

/// Sends packets to addresses in one batch. Returns the number that were accepted.
fn send(socket: &mut Socket, memory: &Memory, packets: &[(AdapterAddress, &Pieces)]) -> usize {
    let mut taken = 0;
    let fill = |link: &mut super::send::Gather<'_>| {
        for (to, pieces) in packets {
            let payload = if pieces.len == 0 {
                Payload::None
            } else {
                Payload::Memory {
                    memory,
                    offset: pieces.offset,
                    len: pieces.len,
                }
            };
            let status = link.send(&Packet {
                to: *to,
                head: &pieces.head,
                payload,
                tail: &pieces.tail,
            });
            if status == LinkStatus::Full {
                break;
            }
            taken += 1;
        }
    };
    // SAFETY: `memory` outlives the call.
    unsafe { socket.gather(fill) };
    taken
}

/// All datagrams that arrive until there are `count`.
fn receive(socket: &mut Socket, count: usize) -> Vec<(AdapterAddress, Vec<u8>)> {
    let mut datagrams = Vec::new();
    let deadline = Instant::now() + Duration::from_mins(5);
    while datagrams.len() < count && Instant::now() < deadline {
        if let Received::Datagrams {
            from,
            bytes,
            segment,
        } = socket.receive(Time(0), nowhere)
        {
            datagrams.extend(bytes.chunks(segment).map(|chunk| (from, chunk.to_vec())));
        }
    }
    datagrams
}

/// Sizes around every limit of the batch: runs of equal sizes, shorter ends, copied and gathered
/// payloads, whole datagrams.
fn sizes() -> Vec<usize> {
    let mut sizes = vec![8; 150];
    sizes.extend([0, 0, 8, 511, 512, 513, 514, 100, 4096, 4096, 4096, 40]);
    sizes.extend([8192; 20]);
    sizes.extend([61440, 61440, 1000, 65400, 1, 2, 3]);
    sizes
}

#[test]
fn packets_arrive_whole_and_in_order_with_and_without_offload() {
    let memory = patterned(1 << 20);
    for (sending, receiving) in [
        (Offload::Auto, Offload::Auto),
        (Offload::Auto, Offload::Off),
        (Offload::Off, Offload::Auto),
        (Offload::Off, Offload::Off),
    ] {
        let (mut a, mut b) = (socket(sending), socket(receiving));
        let packets: Vec<Pieces> = sizes()
            .into_iter()
            .enumerate()
            .map(|(index, len)| pieces(index, len))
            .collect();
        let to = b.address();
        let addressed: Vec<_> = packets.iter().map(|packet| (to, packet)).collect();
        assert_eq!(send(&mut a, &memory, &addressed), packets.len());
        let arrived = receive(&mut b, packets.len());
        assert_eq!(arrived.len(), packets.len());
        for (packet, (from, bytes)) in packets.iter().zip(&arrived) {
            assert_eq!(*from, a.address());
            assert_eq!(*bytes, packet.datagram(&memory));
        }
        let bytes: usize = arrived.iter().map(|(_, bytes)| bytes.len()).sum();
        assert_eq!(a.counters.packets_sent, packets.len() as u64);
        assert_eq!(a.counters.bytes_sent, bytes as u64);
        assert_eq!(b.counters.packets_received, packets.len() as u64);
        assert_eq!(b.counters.bytes_received, bytes as u64);
        assert_eq!(a.counters.segmented_sends > 0, a.segments());
        assert_eq!(
            b.counters.coalesced_receives > 0,
            a.segments() && b.segments()
        );
    }
}

/// A socket with a connected socket for each of these peers.
fn connected(to: &[&Socket]) -> Socket {
    let mut socket = socket(Offload::Auto);
    let memory = patterned(0);
    for peer in to {
        for _ in 0..HOT_SENDS {
            send(&mut socket, &memory, &[(peer.address(), &pieces(0, 0))]);
        }
        socket.ports.tend(Time(0));
    }
    assert_eq!(
        socket.ports.connected(),
        to.len(),
        "no socket for a hot peer"
    );
    socket
}

#[test]
fn long_payloads_are_lent_wherever_they_begin() {
    let memory = patterned(1 << 20);
    for is_connected in [false, true] {
        let mut b = socket(Offload::Auto);
        let mut a = if is_connected {
            connected(&[&b])
        } else {
            socket(Offload::Auto)
        };
        while !matches!(b.receive(Time(0), nowhere), Received::Nothing) {}
        let to = b.address();
        let before = a.counters;
        for offset in [0, 1, 100, 4095, 4096, 12_345] {
            for len in [32 << 10, (32 << 10) + 5, 40_001, 52 << 10] {
                let long = Pieces {
                    offset,
                    ..lendable(0, len)
                };
                // A copied packet before, between and behind.
                let short = pieces(1, 600);
                let all = [
                    &short, &long, &short, &long, &long, &long, &long, &long, &short,
                ];
                send(&mut a, &memory, &all.map(|packet| (to, packet)));
                let arrived = receive(&mut b, all.len());
                let bytes = arrived.into_iter().map(|(_, bytes)| bytes);
                assert!(
                    bytes.eq(all.map(|packet| packet.datagram(&memory))),
                    "{len} bytes at {offset}"
                );
            }
        }
        assert_eq!(a.counters.packets_sent - before.packets_sent, 9 * 24);
        // All except the few whose head the kernel cut in two.
        assert_eq!(a.counters.spliced_sends >= 6 * 20, a.segments());
    }
}

#[test]
fn a_datagram_that_waits_stays_what_it_was() {
    let memory = patterned(1 << 17);
    let [mut late, mut prompt] = [(); 2].map(|()| socket(Offload::Auto));
    let mut sender = connected(&[&late, &prompt]);
    for peer in [&mut late, &mut prompt] {
        while !matches!(peer.receive(Time(0), nowhere), Received::Nothing) {}
    }
    let waiting = lendable(1, 33_000);
    send(&mut sender, &memory, &[(late.address(), &waiting)]);
    // More heads than there is room for, in numbers that end in the middle of a run.
    for index in 2..122 {
        let other = Pieces {
            offset: 4096,
            ..lendable(index, 33_000)
        };
        send(&mut sender, &memory, &[(prompt.address(), &other); 4]);
        for (_, bytes) in receive(&mut prompt, 4) {
            assert_eq!(bytes, other.datagram(&memory));
        }
    }
    assert_eq!(receive(&mut late, 1)[0].1, waiting.datagram(&memory));
    assert_eq!(sender.counters.spliced_sends >= 200, sender.segments());
}

#[test]
fn cold_payloads_are_lent_and_copied_in_turns() {
    let memory = patterned(1 << 17);
    let (mut a, mut b) = (socket(Offload::Auto), socket(Offload::Auto));
    let to = b.address();
    let mut spliced = |at: &dyn Fn(usize) -> usize| {
        let before = a.counters.spliced_sends;
        for index in 0..20 {
            let long = Pieces {
                offset: at(index),
                ..lendable(0, 50_000)
            };
            send(&mut a, &memory, &[(to, &long)]);
            assert_eq!(receive(&mut b, 1)[0].1, long.datagram(&memory));
        }
        (a.segments(), a.counters.spliced_sends - before)
    };
    let (segments, cold) = spliced(&|index| 8 * index);
    assert!(cold <= 10, "{cold} of 20 payloads at new addresses");
    let (_, warm) = spliced(&|_| 8);
    // All except the few whose head the kernel cut in two.
    assert_eq!(warm >= 15, segments, "{warm} of 20 payloads at one address");
}

#[test]
fn what_costs_more_to_lend_is_copied() {
    let memory = patterned(1 << 17);
    let (mut a, mut b) = (socket(Offload::Auto), socket(Offload::Auto));
    let (long, to) = (lendable(0, 50_000), b.address());
    let mut spliced = |pays: Option<bool>, count: usize| {
        a.splicer.decide(pays);
        let before = a.counters.spliced_sends;
        for _ in 0..count {
            send(&mut a, &memory, &[(to, &long)]);
            assert_eq!(receive(&mut b, 1)[0].1, long.datagram(&memory));
        }
        (a.segments(), a.counters.spliced_sends - before)
    };
    assert_eq!(spliced(Some(false), 10).1, 0);
    // Too few payloads to be worth a trial.
    assert_eq!(spliced(None, 10).1, 0);
    let (segments, lent) = spliced(None, 100);
    assert_eq!(
        lent > 0,
        segments && super::lending::pays(),
        "{lent} of 100"
    );
    let (copied, lent) = super::lending::try_both().expect("both ways are open");
    assert!(!copied.is_zero() && !lent.is_zero());
}

#[test]
fn what_cannot_be_lent_is_copied() {
    let memory = patterned(1 << 17);
    let (mut a, mut b) = (socket(Offload::Auto), socket(Offload::Auto));
    let (long, to) = (lendable(0, 50_000), b.address());
    for _ in 0..10 {
        // A payload does not fit into the pipe. The part that fits must not get into any datagram.
        a.splicer.narrow();
        send(&mut a, &memory, &[(to, &long)]);
    }
    let arrived = receive(&mut b, 10);
    assert_eq!(arrived.len(), 10);
    let expected = long.datagram(&memory);
    assert!(arrived.iter().all(|(_, bytes)| *bytes == expected));
    assert_eq!(a.counters.spliced_sends, 0);
    // The socket has given up splicing.
    send(&mut a, &memory, &[(to, &long)]);
    assert_eq!(a.counters.spliced_sends, 0);
    assert_eq!(receive(&mut b, 1)[0].1, expected);
}

#[test]
fn equal_packets_leave_in_one_call_and_several_destinations_too() {
    let memory = patterned(4096);
    let (mut a, mut b, mut c) = (
        socket(Offload::Auto),
        socket(Offload::Auto),
        socket(Offload::Auto),
    );
    let packet = pieces(0, 8);
    let to_b = (b.address(), &packet);
    let to_c = (c.address(), &packet);
    send(&mut a, &memory, &[to_b; 10]);
    let calls = if a.segments() { 1 } else { 10 };
    assert_eq!(a.counters.send_calls, calls);
    let before = a.counters.send_calls;
    send(&mut a, &memory, &[to_b, to_c, to_b, to_c]);
    assert_eq!(a.counters.send_calls, before + 1);
    assert_eq!(receive(&mut b, 12).len(), 12);
    assert_eq!(receive(&mut c, 2).len(), 2);
}

#[test]
fn packets_to_the_foreign_port_travel_alone() {
    let memory = patterned(4096);
    let mut a = socket(Offload::Auto);
    let packet = pieces(0, 8);
    let foreign = AdapterAddress::from(SocketAddr::from((Ipv4Addr::LOCALHOST, 4791)));
    send(&mut a, &memory, &[(foreign, &packet); 5]);
    assert_eq!(a.counters.segmented_sends, 0);
    assert_eq!(a.counters.packets_sent, 5);
}

#[test]
fn ipv6_works_the_same() {
    let config = SoftConfig::bound_to(SocketAddr::from((Ipv6Addr::LOCALHOST, 0)), 0);
    let (Ok(mut a), Ok(mut b)) = (Socket::open(&config), Socket::open(&config)) else {
        println!("no IPv6 on this machine");
        return;
    };
    let memory = patterned(1 << 17);
    let packets: Vec<_> = [8, 8, 8, 4096, 4096, 60000]
        .into_iter()
        .enumerate()
        .map(|(index, len)| pieces(index, len))
        .collect();
    let to = b.address();
    let addressed: Vec<_> = packets.iter().map(|packet| (to, packet)).collect();
    send(&mut a, &memory, &addressed);
    let arrived = receive(&mut b, packets.len());
    assert_eq!(arrived.len(), packets.len());
    for (packet, (from, bytes)) in packets.iter().zip(arrived) {
        assert_eq!((from, bytes), (a.address(), packet.datagram(&memory)));
    }
    let v4 = AdapterAddress::from(SocketAddr::from((Ipv4Addr::LOCALHOST, 9)));
    send(&mut a, &memory, &[(v4, &packets[0])]);
    assert_eq!(
        a.take_link_failure(),
        Some(LinkFailure::OtherFamily { to: v4 })
    );
    assert_eq!(a.take_link_failure(), None);
    assert_eq!(a.counters.send_failures, 1);
}

#[test]
fn a_packet_too_large_is_named_and_others_go_on() {
    let memory = patterned(1 << 17);
    let (mut a, mut b) = (socket(Offload::Auto), socket(Offload::Auto));
    let (large, small) = (pieces(0, 66_000), pieces(1, 8));
    let to = b.address();
    send(&mut a, &memory, &[(to, &large), (to, &small)]);
    assert_eq!(
        a.take_link_failure(),
        Some(LinkFailure::PacketTooLarge {
            to,
            bytes: large.datagram(&memory).len()
        })
    );
    assert_eq!(receive(&mut b, 1)[0].1, small.datagram(&memory));
    assert_eq!((a.counters.send_failures, a.counters.packets_sent), (1, 1));
}

#[test]
fn peers_that_are_gone_stop_nothing() {
    let memory = patterned(4096);
    let (mut a, mut b) = (socket(Offload::Auto), socket(Offload::Auto));
    let gone = socket(Offload::Auto).address();
    let packet = pieces(0, 8);
    for _ in 0..20 {
        send(
            &mut a,
            &memory,
            &[(gone, &packet), (b.address(), &packet), (gone, &packet)],
        );
    }
    assert_eq!(receive(&mut b, 20).len(), 20);
    assert!(matches!(a.receive(Time(0), nowhere), Received::Nothing));
}

#[test]
fn what_the_socket_cannot_hold_is_counted() {
    let memory = patterned(1 << 17);
    let mut a = socket(Offload::Auto);
    let mut b = Socket::open(&SoftConfig {
        receive_buffer: 1 << 16,
        ..SoftConfig::loopback(0)
    })
    .expect("loopback has free ports");
    let packet = pieces(0, 30_000);
    for _ in 0..50 {
        send(&mut a, &memory, &[(b.address(), &packet)]);
    }
    assert!(b.memory().receive_used > 0 && b.memory().receive_used >= 30_000);
    let mut kept = 0;
    while let Received::Datagrams { .. } = b.receive(Time(0), nowhere) {
        kept += 1;
    }
    // The counter travels with the next datagram that is queued.
    send(&mut a, &memory, &[(b.address(), &packet)]);
    assert_eq!(receive(&mut b, 1).len(), 1);
    assert_eq!(b.counters.socket_drops, 50 - kept);
    assert_eq!(b.memory().drops, 50 - kept);
    assert!(kept > 0 && kept < 50);
}

#[test]
fn an_empty_socket_costs_one_call() {
    let mut a = socket(Offload::Auto);
    assert!(matches!(a.receive(Time(0), nowhere), Received::Nothing));
    assert_eq!(
        (a.counters.receive_calls, a.counters.empty_receives),
        (1, 1)
    );
    // An empty datagram counts, too.
    let outside = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has free ports");
    outside
        .send_to(&[], a.address().socket_addr())
        .expect("loopback");
    assert!(matches!(
        a.receive(Time(0), nowhere),
        Received::Datagrams { bytes: [], .. }
    ));
}

#[test]
fn a_socket_that_is_never_empty_starves_no_other() {
    let memory = patterned(1 << 16);
    let (packet, long) = (pieces(0, 0), pieces(0, 50_000));
    let short_stay = (&packet, STAY_MAX as usize);
    let long_stay = (&long, STAY_BYTES.div_ceil(50_000));
    let [mut receiver, mut hot, mut other] = [(); 3].map(|()| socket(Offload::Auto));
    for _ in 0..HOT_SENDS {
        send(&mut receiver, &memory, &[(hot.address(), &packet)]);
    }
    receiver.ports.tend(Time(0));
    assert_eq!(receiver.ports.connected(), 1, "no socket for the hot peer");
    let to = receiver.address();
    let cases = [true, false].map(|hot| [(hot, short_stay), (hot, long_stay)]);
    for (hot_is_busy, (stream, stay)) in cases.into_iter().flatten() {
        let (busy, waiting) = if hot_is_busy {
            (&mut hot, &mut other)
        } else {
            (&mut other, &mut hot)
        };
        send(busy, &memory, &[(to, &packet)]);
        receiver.look_everywhere();
        assert_eq!(receive(&mut receiver, 1)[0].0, busy.address());
        for _ in 0..9 {
            send(waiting, &memory, &[(to, &packet)]);
        }
        let mut left = 9;
        for _ in 0..stay + 9 {
            send(busy, &memory, &[(to, stream)]);
            let Received::Datagrams { from, .. } = receiver.receive(Time(0), nowhere) else {
                panic!("datagrams wait, and none is found");
            };
            left -= u32::from(from == waiting.address());
        }
        assert_eq!(left, 0, "hot is busy: {hot_is_busy}, {} bytes", stream.len);
        while !matches!(receiver.receive(Time(0), nowhere), Received::Nothing) {}
    }
}

#[test]
fn receive_offload_is_for_short_packets_in_a_row() {
    let memory = patterned(1 << 16);
    let [mut receiver, mut hot] = [(); 2].map(|()| socket(Offload::Auto));
    let (long, short) = (pieces(0, 50_000), pieces(0, 16_000));
    for _ in 0..HOT_SENDS {
        send(&mut receiver, &memory, &[(hot.address(), &short)]);
    }
    receiver.ports.tend(Time(0));
    let to = receiver.address();
    // After the socket was empty once, it gets datagrams of the peer only.
    while !matches!(receiver.receive(Time(0), nowhere), Received::Nothing) {}
    let mut take = |packet: &Pieces, count: usize| {
        for _ in 0..count {
            send(&mut hot, &memory, &[(to, packet)]);
        }
        receiver.look_everywhere();
        assert_eq!(receive(&mut receiver, count).len(), count);
        receiver.ports.get(1).plain_source().is_none()
    };
    for _ in 0..3 {
        take(&long, 18);
        assert!(!take(&short, 1), "a message's shorter end counts");
    }
    let offloads = take(&short, 20);
    assert!(!take(&long, 18), "long packets do not end it");
    assert_eq!(offloads, receiver.ports.coalesce);
}

#[test]
fn parked_packets_leave_when_there_is_room() {
    let memory = patterned(1 << 17);
    let (mut a, mut b) = (socket(Offload::Auto), socket(Offload::Auto));
    let (first, second) = (pieces(0, 700), pieces(1, 9));
    let to = b.address();
    let mut blocked = 0;
    let fill = |link: &mut super::send::Gather<'_>| {
        for packet in [&first, &first, &second] {
            link.send(&Packet {
                to,
                head: &packet.head,
                payload: Payload::Memory {
                    memory: &memory,
                    offset: packet.offset,
                    len: packet.len,
                },
                tail: &packet.tail,
            });
        }
        // As if the kernel had no room.
        link.park_all();
        blocked = link.send(&Packet::<Memory> {
            to,
            head: &[0; 12],
            payload: Payload::None,
            tail: &[0; 4],
        }) as usize;
    };
    // SAFETY: `memory` outlives the call.
    unsafe { a.gather(fill) };
    assert_eq!(blocked, LinkStatus::Full as usize);
    assert!(a.is_blocked());
    assert_eq!((a.counters.send_blocked, a.counters.packets_sent), (1, 0));
    send(&mut a, &memory, &[(to, &second)]);
    assert!(!a.is_blocked());
    let arrived: Vec<_> = receive(&mut b, 4)
        .into_iter()
        .map(|(_, bytes)| bytes)
        .collect();
    let expected: Vec<_> = [&first, &first, &second, &second]
        .map(|packet| packet.datagram(&memory))
        .into();
    assert_eq!(arrived, expected);
}

#[test]
fn addresses_that_nobody_could_answer_to_are_refused() {
    let unspecified = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    assert!(matches!(
        Socket::open(&SoftConfig::bound_to(unspecified, 0)),
        Err(OpenError::Unspecified(_))
    ));
    // No host has an address of TEST-NET-1.
    let elsewhere = SocketAddr::from((Ipv4Addr::new(192, 0, 2, 1), 0));
    let Err(error) = Socket::open(&SoftConfig::bound_to(elsewhere, 0)) else {
        panic!("bound to an address that is not ours");
    };
    assert!(error.to_string().contains("192.0.2.1"), "{error}");
}
