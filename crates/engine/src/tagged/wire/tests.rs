use alloc::vec;
use alloc::vec::Vec;

use farreach_verbs::{RemoteAddress, Rkey};
use proptest::prelude::*;

use super::super::matching::TAG_MAX;
use super::{AnnouncedSource, Head};

fn places() -> impl Strategy<Value = AnnouncedSource> {
    prop_oneof![
        Just(AnnouncedSource::Sender),
        any::<u64>().prop_map(AnnouncedSource::Segment),
        any::<(u32, u32, u64)>().prop_map(|(process, namespace, address)| {
            AnnouncedSource::Private {
                process,
                namespace,
                address,
            }
        }),
        any::<(u32, u64)>().prop_map(|(rkey, addr)| AnnouncedSource::Registered(RemoteAddress {
            rkey: Rkey(rkey),
            addr
        })),
    ]
}

fn heads() -> impl Strategy<Value = Head> {
    prop_oneof![
        (any::<u32>(), 0..=TAG_MAX, any::<Option<u32>>())
            .prop_map(|(context, tag, send)| Head::Eager { context, tag, send }),
        (any::<(u32, u32, u64)>(), 0..=TAG_MAX, places()).prop_map(
            |((context, send, len), tag, place)| {
                Head::Announcement {
                    context,
                    tag,
                    send,
                    place,
                    len,
                }
            }
        ),
        any::<u32>().prop_map(|send| Head::Matched { send }),
        any::<u32>().prop_map(|send| Head::Read { send }),
        any::<u32>().prop_map(|bytes| Head::Credit { bytes }),
        any::<(u32, u32, u64, u64)>().prop_map(|(send, receive, offset, len)| Head::Fetch {
            send,
            receive,
            offset,
            len
        }),
        any::<(u32, u64)>().prop_map(|(receive, offset)| Head::Piece { receive, offset }),
        (any::<(u32, u32)>(), 0..=TAG_MAX).prop_map(|((context, len), tag)| Head::Long {
            context,
            tag,
            len
        }),
        Just(Head::Part),
        any::<bool>().prop_map(|more| Head::Holding { more }),
        any::<u32>().prop_map(|bytes| Head::Next { bytes }),
        any::<u32>().prop_map(|number| Head::Inquiry { number }),
        any::<u32>().prop_map(|number| Head::Answer { number }),
        any::<u32>().prop_map(|send| Head::Cancel { send }),
        any::<u32>().prop_map(|send| Head::Cancelled { send }),
    ]
}

proptest! {
    #[test]
    fn what_is_encoded_is_parsed(head in heads(), bytes: [u8; 5]) {
        let encoded = head.encode();
        let bytes = if head.has_bytes() { &bytes[..] } else { &[] };
        let message = [encoded.as_slice(), bytes].concat();
        prop_assert_eq!(Head::parse(encoded.number(), &message), Some((head, bytes)));
        for shorter in 0..encoded.as_slice().len() {
            prop_assert_eq!(Head::parse(encoded.number(), &message[..shorter]), None);
        }
    }

    #[test]
    fn any_bytes_are_parsed_or_refused(number: u8, bytes: Vec<u8>) {
        if let Some((head, rest)) = Head::parse(number, &bytes) {
            let again = head.encode();
            prop_assert_eq!(again.number(), number);
            prop_assert_eq!(again.as_slice().len() + rest.len(), bytes.len());
        }
    }
}
