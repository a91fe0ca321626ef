//! The header of an active message, in front of a medium one's payload.
//!
//! ```text
//!   0         1                2   4                     4 + 4 n
//!   │ handler │ n: arguments   │ 0 │ arguments, 4 B each │ long: offset u64 │ length u64 │
//! ```
//!
//! A message's number tells its kind: [`SHORT`], [`MEDIUM`] or [`LONG`], plus [`REPLY`] for a reply.
//! The processes of a job have one byte order, which the header has as well.
//!
//! The payload of a long message is a put. Its message follows the put on the same path.

use farreach_runtime::MESSAGE_MAX;

use crate::{ARGUMENTS_MAX, Landed};

/// A message without payload.
pub(super) const SHORT: u8 = 0;
/// A message with its payload.
pub(super) const MEDIUM: u8 = 2;
/// A message whose payload was put before.
pub(super) const LONG: u8 = 4;
/// Added to the kind of a reply.
pub(super) const REPLY: u8 = 1;

const FIXED: usize = 4;
const PLACE: usize = 16;

/// The most bytes of a medium message's payload.
pub const MEDIUM_MAX: usize = MESSAGE_MAX - HEAD_MAX;

/// The longest header.
pub(super) const HEAD_MAX: usize = FIXED + 4 * ARGUMENTS_MAX + PLACE;

/// An encoded header.
#[derive(Debug)]
pub(super) struct Head {
    bytes: [u8; HEAD_MAX],
    len: usize,
}

impl Head {
    /// The header of a message for handler number `handler`. There are at most [`ARGUMENTS_MAX`]
    /// arguments.
    #[inline]
    pub(super) fn new(handler: u8, arguments: &[u32]) -> Head {
        let mut bytes = [0; HEAD_MAX];
        bytes[0] = handler;
        bytes[1] = arguments.len() as u8;
        for (place, argument) in bytes[FIXED..].chunks_exact_mut(4).zip(arguments) {
            place.copy_from_slice(&argument.to_ne_bytes());
        }
        let len = FIXED + 4 * arguments.len();
        Head { bytes, len }
    }

    /// Adds the place of a long message's payload.
    pub(super) fn with_place(mut self, offset: usize, len: usize) -> Head {
        let place = &mut self.bytes[self.len..self.len + PLACE];
        place[..8].copy_from_slice(&(offset as u64).to_ne_bytes());
        place[8..].copy_from_slice(&(len as u64).to_ne_bytes());
        self.len += PLACE;
        self
    }

    /// The header's bytes.
    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The arguments of a message.
#[derive(Debug)]
pub(super) struct Arguments {
    words: [u32; ARGUMENTS_MAX],
    count: usize,
}

impl Arguments {
    /// The arguments.
    #[inline]
    pub(super) fn as_slice(&self) -> &[u32] {
        &self.words[..self.count]
    }
}

/// The number of a message's handler.
#[inline]
pub(super) fn handler_of(message: &[u8]) -> Option<u8> {
    message.first().copied()
}

/// Parses a header: returns the handler's number, the arguments and the rest. `None` for bytes that
/// [`Head`] does not make.
#[inline]
pub(super) fn parse(message: &[u8]) -> Option<(u8, Arguments, &[u8])> {
    let (&[handler, count, _, _], rest) = message.split_first_chunk::<FIXED>()?;
    let count = usize::from(count);
    if count > ARGUMENTS_MAX {
        return None;
    }
    let (bytes, rest) = rest.split_at_checked(4 * count)?;
    let mut words = [0; ARGUMENTS_MAX];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
        *word = u32::from_ne_bytes(bytes.try_into().expect("four bytes"));
    }
    Some((handler, Arguments { words, count }, rest))
}

/// Parses the place of a long message's payload.
pub(super) fn parse_place(rest: &[u8]) -> Option<Landed> {
    let (offset, rest) = rest.split_first_chunk::<8>()?;
    let len = rest.first_chunk::<8>()?;
    let (offset, len) = (u64::from_ne_bytes(*offset), u64::from_ne_bytes(*len));
    let end = offset.checked_add(len)?;
    Some(Landed {
        range: usize::try_from(offset).ok()?..usize::try_from(end).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_parsed() {
        for count in 0..=ARGUMENTS_MAX {
            let arguments: Vec<u32> = (0..count as u32)
                .map(|n| n.wrapping_mul(0x9e37_79b9))
                .collect();
            let head = Head::new(77, &arguments).with_place(1 << 40, 5);
            let message = [head.as_slice(), b"more"].concat();
            let (handler, parsed, rest) = parse(&message).unwrap();
            assert_eq!((handler, parsed.as_slice()), (77, &arguments[..]));
            let landed = parse_place(rest).unwrap();
            assert_eq!(landed.range, 1 << 40..(1 << 40) + 5);
            for cut in 0..head.as_slice().len() {
                let is_whole =
                    parse(&message[..cut]).is_some_and(|(_, _, rest)| parse_place(rest).is_some());
                assert!(!is_whole);
            }
        }
        assert!(parse(&[0, ARGUMENTS_MAX as u8 + 1, 0, 0]).is_none());
        assert!(parse_place(&[0xff; 16]).is_none());
    }
}
