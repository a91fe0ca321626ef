use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::ArenaLayout;

/// The number of kinds that messages have here.
const KINDS: u8 = 10;

fn node(processes: u32) -> Vec<Inboxes<()>> {
    let heap = inboxes_bytes(processes) as u64;
    let arena = Arena::create(ArenaLayout::block(processes, 1, 0, heap)).unwrap();
    (0..processes)
        .map(|own| Inboxes::new(&arena, own, 0, ()))
        .collect()
}

/// A message that says who sent it, to whom, and how many it had sent there before.
fn content(source: u32, to: u32, number: u32, len: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = [source, to, number]
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .collect();
    let more = (12..len).map(|at| (at as u32 ^ number) as u8);
    bytes.extend(more);
    bytes
}

/// By sender and receiver: how many messages were sent, and those that were not taken.
type Sent = BTreeMap<(u32, u32), (u32, VecDeque<Vec<u8>>)>;

#[derive(Clone, Debug)]
enum Step {
    Send {
        from: u32,
        to: u32,
        len: usize,
        cut: usize,
    },
    Take(u32),
}

fn step(processes: u32) -> impl Strategy<Value = Step> {
    // Short, at the edges of lines, too long for a box, too long for many in the ring.
    let len = prop_oneof![
        12usize..130,
        50usize..60,
        1500usize..1600,
        12usize..INBOX_MESSAGE_MAX
    ];
    prop_oneof![
        (0..processes, 0..processes, len, any::<u8>()).prop_map(|(from, to, len, cut)| {
            Step::Send {
                from,
                to,
                len,
                cut: len * usize::from(cut) / 256,
            }
        }),
        (0..processes).prop_map(Step::Take),
    ]
}

proptest! {
    /// Each message is taken once, whole, and in its sender's order.
    #[test]
    fn messages_come_once_and_in_order(steps in proptest::collection::vec(step(3), 1..600)) {
        let processes = node(3);
        let mut sent: Sent = BTreeMap::new();
        let take = |inboxes: &Inboxes<()>, sent: &mut Sent| {
            let taken = take(inboxes);
            if let Some((envelope, bytes)) = &taken {
                let (_, waiting) = sent.get_mut(&(envelope.source, inboxes.own)).unwrap();
                assert_eq!(Some(bytes), waiting.pop_front().as_ref());
                assert_eq!(envelope.kind as usize, bytes.len() % usize::from(KINDS));
            }
            taken.is_some()
        };
        for step in steps {
            match step {
                Step::Send { from, to, len, cut } => {
                    let (number, waiting) = sent.entry((from, to)).or_default();
                    let bytes = content(from, to, *number, len);
                    let (head, body) = bytes.split_at(cut);
                    if processes[from as usize].open().push(to, (len % usize::from(KINDS)) as u8, head, body) {
                        *number += 1;
                        waiting.push_back(bytes);
                    } else {
                        assert_ne!(from, to, "a message to oneself has room");
                        assert!(!waiting.is_empty() || sent.iter().any(|((_, at), (_, waiting))| *at == to && !waiting.is_empty()));
                    }
                }
                Step::Take(own) => {
                    let has_some = sent.iter().any(|((_, to), (_, waiting))| *to == own && !waiting.is_empty());
                    assert!(!(has_some && processes[own as usize].is_empty()));
                    assert_eq!(take(&processes[own as usize], &mut sent), has_some);
                }
            }
        }
        for inboxes in &processes {
            while take(inboxes, &mut sent) {}
            assert!(inboxes.is_empty());
        }
        assert!(sent.values().all(|(_, waiting)| waiting.is_empty()));
    }
}

/// Threads as processes: what is sent while others send and take.
#[test]
fn many_send_to_many_at_once() {
    const MESSAGES: u32 = 3000;
    let processes = node(4);
    std::thread::scope(|scope| {
        for inboxes in &processes {
            scope.spawn(move || {
                let mut sent = [0; 4];
                let mut taken = [0; 4];
                while sent != [MESSAGES; 4] || taken != [MESSAGES; 4] {
                    for to in 0..4 {
                        let number = sent[to as usize];
                        let len = 12 + number as usize * 37 % 3000;
                        if number < MESSAGES
                            && push(inboxes, to, 7, &content(inboxes.own, to, number, len))
                        {
                            sent[to as usize] += 1;
                        }
                    }
                    while let Some((envelope, bytes)) = take(inboxes) {
                        let number = &mut taken[envelope.source as usize];
                        let len = 12 + *number as usize * 37 % 3000;
                        assert_eq!(bytes, content(envelope.source, inboxes.own, *number, len));
                        *number += 1;
                    }
                }
            });
        }
    });
}

/// A damaged box ends the talk, and nothing outside of the box is read.
#[test]
fn any_bytes_in_a_box_are_harmless() {
    let processes = node(2);
    for _ in 0..2 * outgoing::TALKS {
        assert!(push(&processes[0], 1, 1, &[1; 8]));
    }
    while take(&processes[1]).is_some() {}
    let memory = processes[1].box_of(1, 0).unwrap();
    let mut state = 0x1234_5678_9abc_def1u64;
    for _ in 0..2000 {
        for at in (64..slots::BYTES).step_by(8) {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let turn = 1 << 31 | state >> 20 & 3;
            memory.store_u64(at, state & !0xffff_ffff | turn).unwrap();
        }
        while let Some((_, bytes)) = take(&processes[1]) {
            assert!(bytes.len() <= slots::MESSAGE_MAX);
        }
    }
}

fn push(inboxes: &Inboxes<()>, to: u32, kind: u8, bytes: &[u8]) -> bool {
    let mut open = inboxes.open();
    // Both ways to send give the same message.
    if let Some((first, body)) = bytes
        .split_first_chunk()
        .filter(|_| bytes.len().is_multiple_of(2))
        && open.push_short(to, kind, *first, body)
    {
        return true;
    }
    let (head, body) = bytes.split_at(bytes.len().min(bytes.len() % 20));
    open.push(to, kind, head, body)
}

fn take(inboxes: &Inboxes<()>) -> Option<(Envelope, Vec<u8>)> {
    let mut open = inboxes.open();
    let mut bytes = Vec::new();
    // All ways to take: a short message, one that lies in one piece, any.
    let short = open.take_short(7).map(|short| {
        bytes.extend(short.head());
        bytes.extend(short.body());
        let source = short.source;
        (Envelope { source, kind: 7 }, bytes.len())
    });
    let long = (0..KINDS).step_by(2).find_map(|kind| {
        if short.is_some() {
            return None;
        }
        open.take_long(kind, |(), source, first, (memory, place, len)| {
            bytes.extend(first);
            bytes.resize(first.len() + len, 0);
            memory.copy_out(place, &mut bytes[first.len()..]).unwrap();
            (Envelope { source, kind }, bytes.len())
        })
    });
    let taken = short.or(long).or_else(|| open.take(&mut bytes));
    open.note_taken();
    taken.map(|(envelope, len)| {
        bytes.truncate(len);
        (envelope, bytes)
    })
}
