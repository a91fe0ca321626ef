use alloc::vec::Vec;

use farreach_verbs::{QpNumber, UdSource};

use super::wire::Head;
use super::*;

const SIZE: u32 = 4;

fn address(rank: Rank) -> AdapterAddress {
    AdapterAddress {
        gid: [rank as u8; 16],
        port: 4791,
    }
}

fn endpoint(rank: Rank) -> UdDestination {
    UdDestination {
        address: address(rank),
        qp: QpNumber(7 + rank),
        qkey: 0x1234,
    }
}

fn source(rank: Rank) -> UdSource {
    UdSource {
        address: address(rank),
        qp: QpNumber(7 + rank),
    }
}

fn associations(rank: Rank) -> Associations {
    Associations::new(AssociationConfig {
        rank,
        size: SIZE,
        job_key: JobKey([9; 32]),
        seed: 3,
        endpoint: endpoint(rank),
        max_datagram: 300,
        retransmit: Retransmit::default(),
        give_up: Duration::from_secs(1),
        window: 16,
        budget: 20,
    })
}

/// A valid datagram of a process of the job.
fn sealed(to: &Associations, head: &Head, records: &[u8]) -> Vec<u8> {
    let key = to.shared.keys.key(&key::Ends {
        source: head.source,
        destination: head.destination,
        from: address(head.source),
        to: token(&endpoint(head.destination)).1,
    });
    let mut bytes = Vec::new();
    head.emit(records, key, &mut bytes);
    bytes
}

#[test]
fn what_is_emitted_is_parsed_and_nothing_shorter_or_longer() {
    let receiver = associations(1);
    let head = Head {
        source: 0,
        destination: 1,
        session: 0x0123_4567_89ab_cdef,
        sequence: 77,
        floor: 70,
        executed: 12,
        received: 0b1011,
        granted: 32,
        is_probe: true,
    };
    let records = [0, 2, b'h', b'i', 0, 0];
    let mut bytes = sealed(&receiver, &head, &records);
    assert_eq!(bytes.len(), wire::OVERHEAD + records.len());
    assert_eq!(Head::parse(&bytes), Some((head, &records[..])));
    for len in 0..bytes.len() {
        assert_eq!(Head::parse(&bytes[..len]), None);
        assert_eq!(split_association(&bytes[..len]).0, b"");
    }
    let len = bytes.len();
    bytes.extend(b"FRcm");
    assert_eq!(Head::parse(&bytes), None);
    assert_eq!(split_association(&bytes), (&bytes[..len], &b"FRcm"[..]));
    assert_eq!(split_association(b"FRcm"), (&b""[..], &b"FRcm"[..]));
}

#[test]
fn the_bytes_of_a_datagram_stay_as_they_are() {
    let receiver = associations(1);
    let head = Head {
        source: 0,
        destination: 1,
        session: 1,
        sequence: 2,
        floor: 1,
        executed: 3,
        received: 4,
        granted: 5,
        is_probe: false,
    };
    let bytes = sealed(&receiver, &head, &[0, 1, b'x']);
    let expected = [
        &b"FRud"[..],
        &[1, 0, 0, 71, 0, 0, 0, 0, 0, 0, 0, 1],
        &1u64.to_be_bytes(),
        &2u64.to_be_bytes(),
        &1u64.to_be_bytes(),
        &3u64.to_be_bytes(),
        &4u64.to_be_bytes(),
        &[0, 5, 0, 0, 0, 1, b'x'],
    ]
    .concat();
    assert_eq!(bytes[..bytes.len() - wire::TAG_LEN], expected);
}

#[test]
fn the_key_tells_apart_all_that_it_stands_for() {
    let keys = Keys::new(&JobKey([1; 32]));
    let tag = |source, destination, from, to| {
        let ends = key::Ends {
            source,
            destination,
            from: address(from),
            to,
        };
        keys.key(&ends).tag(b"the same")
    };
    let other_job = Keys::new(&JobKey([2; 32]));
    let ends = key::Ends {
        source: 0,
        destination: 1,
        from: address(0),
        to: 5,
    };
    let tags = [
        tag(0, 1, 0, 5),
        tag(1, 0, 0, 5),
        tag(0, 2, 0, 5),
        tag(0, 1, 1, 5),
        tag(0, 1, 0, 6),
        other_job.key(&ends).tag(b"the same"),
        keys.key(&ends).tag(b"another"),
    ];
    for (at, tag) in tags.iter().enumerate() {
        assert!(!tags[..at].contains(tag), "tag {at}");
    }
}

/// A process of the job sends arbitrary authentic datagrams in any order. Nothing panics, and
/// everything comes to rest.
#[test]
fn anything_that_is_authentic_does_no_harm() {
    for seed in 0..300 {
        let mut dice = Pcg32::seed_from_u64(seed);
        let mut associations = associations(1);
        let mut now = Time(1);
        let mut record = Vec::new();
        let mut datagram = Vec::new();
        for _ in 0..300 {
            now = now + Duration::from_micros(u64::from(dice.next_u32() % 3000));
            let mut small = |limit: u32| u64::from(dice.next_u32() % limit);
            let number = |small: &mut dyn FnMut(u32) -> u64| match small(20) {
                0 => u64::MAX - small(3),
                1 => (1 << 62) - small(70),
                _ => small(80),
            };
            let head = Head {
                source: small(SIZE + 1) as Rank,
                destination: 1,
                session: 1 + small(100) / 99,
                sequence: number(&mut small),
                floor: number(&mut small) / 2,
                executed: number(&mut small) / 8,
                received: small(1 << 31) * small(9),
                granted: small(140) as u16,
                is_probe: small(2) == 0,
            };
            let mut records: Vec<u8> = (0..small(30)).map(|at| (at % 3) as u8).collect();
            if small(2) == 0 {
                records = [0, 1, 7, 0, 2, 8, 9].repeat(small(5) as usize);
            }
            let bytes = sealed(&associations, &head, &records);
            associations.handle_datagram(now, source(head.source), &bytes);
            let cut = small(bytes.len() as u32) as usize;
            associations.handle_datagram(now, source(head.source), &bytes[..cut]);
            if small(3) == 0 {
                let peer = [0, 2, 3][small(3) as usize];
                associations.send(now, peer, &[&bytes[..cut.min(200)]]);
                associations.set_held(peer, small(5) == 0);
                associations.set_expecting(now, peer, small(5) == 0);
            }
            while associations.poll_record(&mut record).is_some() {}
            if associations.next_deadline().is_some_and(|at| at <= now) {
                associations.handle_timeout(now);
            }
            while let Some(to) = associations.poll_ready() {
                datagram.clear();
                while associations.datagram(now, to, &endpoint(to), &mut datagram) {}
                assert!(datagram.len() < 40 * 300);
            }
        }
        let mut steps = 0;
        while let Some(at) = associations.next_deadline() {
            now = now.max(at);
            associations.handle_timeout(now);
            while let Some(to) = associations.poll_ready() {
                datagram.clear();
                while associations.datagram(now, to, &endpoint(to), &mut datagram) {}
            }
            steps += 1;
            assert!(steps < 1000, "it comes to rest");
        }
    }
}
