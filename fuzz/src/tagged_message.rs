//! Any bytes as messages of the protocol of tagged messages.

use std::collections::BTreeMap;

use farreach_conformance::VecMemory;
use farreach_engine::{Action, AnnouncedSource, Pattern, SINGLE_MAX, SendMode, Sending, Tagged};

const CONTEXT: u32 = 1;

/// Reads `script` as a sequence of sends, receives, probes and messages that arrive, for one
/// process. What the process wants is done, or refused where the script says so.
///
/// # Panics
/// If an invariant of the protocol does not hold.
pub fn tagged_message(script: &[u8]) {
    let mut tagged = Tagged::<VecMemory, u32>::new(0);
    let (mut begun, mut ended) = (0, 0);
    // The sends that have not ended, by request.
    let mut sends = BTreeMap::new();
    let mut inquiries = Vec::new();
    let mut rest = script;
    while let Some((&[op, argument], after)) = rest.split_first_chunk::<2>() {
        rest = after;
        let (peer, tag) = (u32::from(argument % 3), u32::from(argument / 3 % 3));
        let pattern = Pattern {
            context: CONTEXT,
            source: (argument < 128).then_some(peer),
            tag: (argument % 2 == 0).then_some(tag),
        };
        match op % 8 {
            0 => {
                begun += 1;
                let into = VecMemory::from_bytes(&vec![0; usize::from(argument) * 64]);
                tagged.receive(&pattern, || into, begun);
            }
            1 => {
                begun += 1;
                let sending = Sending {
                    to: peer,
                    context: CONTEXT,
                    tag,
                    mode: if op & 8 == 0 {
                        SendMode::Standard
                    } else {
                        SendMode::Synchronous
                    },
                    from: VecMemory::from_bytes(&vec![1; usize::from(argument) * 300]),
                    place: AnnouncedSource::Segment(0),
                    eager_max: SINGLE_MAX >> (op & 1),
                    lead: 500,
                };
                if let Some(number) = tagged.enqueue_send(sending, begun) {
                    sends.insert(begun, number);
                }
            }
            2 => {
                let found = tagged.probe(&pattern);
                assert_eq!(found, tagged.probe(&pattern), "a probe changes nothing");
            }
            3 => {
                if let Some(message) = tagged.take(&pattern) {
                    begun += 1;
                    tagged.receive_matched(message, VecMemory::from_bytes(&[0; 16]), begun);
                }
            }
            4 => {
                if let Some((_, &send)) = sends.first_key_value() {
                    tagged.cancel_send(send);
                }
            }
            5 => inquiries.push(tagged.inquire(peer)),
            _ => {
                let len = rest.len().min(usize::from(op / 8));
                let (bytes, after) = rest.split_at(len);
                rest = after;
                // Whether the bytes are a message, and of whom, does not matter here.
                let _ = match bytes.split_first_chunk() {
                    Some((&head, bytes)) if argument / 16 == 15 => {
                        tagged.arrive_short(peer, head, bytes)
                    }
                    _ => tagged.arrive(peer, argument / 16, bytes),
                };
            }
        }
        while let Some(action) = tagged.action() {
            match action {
                Action::End { request, .. } | Action::Cancelled { request } => {
                    ended += 1;
                    sends.remove(&request);
                }
                Action::Answered => {
                    assert!(inquiries.iter().any(|&inquiry| tagged.is_answered(inquiry)));
                }
                Action::Read { read, .. } if op & 128 == 0 => tagged.end_read(read),
                Action::Read { read, .. } => tagged.refuse_read(read),
                Action::Message { .. } => {}
            }
        }
        assert!(ended <= begun, "what has not begun has not ended");
    }
}
