//! The messages of exchanges.

use farreach_verbs::{Combine, Number};
use proptest::prelude::*;

use super::{ASK_HEAD, Asked, PART_MAX};

/// An offset that takes more than 32 bits.
const OFFSET: usize = (1 << 40) + 24;

fn message(number: Number, op: Combine, len: usize) -> Vec<u8> {
    let head = Asked::head(7, OFFSET, (number, op));
    [&head[..], &vec![3; len]].concat()
}

#[test]
fn messages_are_read_as_they_were_made() {
    for number in Number::ALL {
        for op in Combine::ALL {
            let message = message(number, op, PART_MAX);
            let asked = Asked::parse(&message);
            assert_eq!(asked.is_some(), op.suits(number), "{op:?} of {number:?}");
            let Some(asked) = asked else { continue };
            assert_eq!((asked.id, asked.offset), (7, OFFSET));
            assert_eq!(asked.how, (number, op));
            assert_eq!(asked.terms, vec![3; PART_MAX]);
        }
    }
}

#[test]
fn what_no_process_sends_is_refused() {
    let fits = message(Number::I64, Combine::Max, 64);
    assert!(Asked::parse(&fits).is_some());
    for cut in (0..ASK_HEAD).chain([fits.len() - 1]) {
        assert!(Asked::parse(&fits[..cut]).is_none(), "{cut} bytes");
    }
    assert!(Asked::parse(&message(Number::I64, Combine::Max, PART_MAX + 8)).is_none());
    assert!(Asked::parse(&message(Number::F64, Combine::Xor, 64)).is_none());
    let changed = |at: usize, byte: u8| {
        let mut message = fits.clone();
        message[at] = byte;
        Asked::parse(&message).is_some()
    };
    let numbers = Number::ALL.len() as u8;
    let ops = Combine::ALL.len() as u8;
    assert!((numbers..=u8::MAX).all(|code| !changed(16, code)));
    assert!((ops..=u8::MAX).all(|code| !changed(17, code)));
}

proptest! {
    #[test]
    fn bytes_that_are_read_are_a_message_that_was_made(
        mut bytes in prop::collection::vec(any::<u8>(), 0..96),
        codes in (0..10u8, 0..16u8),
    ) {
        // Few of all codes have a meaning.
        if let Some([number, op]) = bytes.get_mut(16..18).and_then(|bytes| bytes.first_chunk_mut()) {
            (*number, *op) = codes;
        }
        if let Some(asked) = Asked::parse(&bytes) {
            let head = Asked::head(asked.id, asked.offset, asked.how);
            // What follows the operation is for later use.
            prop_assert_eq!(&head[..18], &bytes[..18]);
            prop_assert_eq!(asked.terms, &bytes[ASK_HEAD..]);
        }
    }
}
