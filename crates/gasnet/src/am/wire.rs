//! The header of an active message, in front of a medium one's payload.
//!
//! ```text
//!   0         1                2   4                     the next multiple of 8
//!   │ handler │ n: arguments   │ 0 │ arguments, 4 B each │ long: offset u64 │ length u64 │
//! ```
//!
//! Numbers are in little-endian order. The arguments are followed by 4 zero bytes if there is an even number of them: a header
//! has whole words, which are written and read as such.
//!
//! A message's number tells its kind: [`SHORT`], [`MEDIUM`] or [`LONG`], plus [`REPLY`] for a reply.
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

/// Bytes of a word.
const WORD: usize = 8;
/// Bytes before the arguments.
const FIXED: usize = 4;
const PLACE: usize = 16;

/// The most bytes of a medium message's payload, in whole words: 16 KiB.
pub const MEDIUM_MAX: usize = (MESSAGE_MAX - HEAD_MAX) / WORD * WORD;

/// The longest header.
pub(super) const HEAD_MAX: usize = up_to_place(ARGUMENTS_MAX) + PLACE;

/// The bytes of a header with so many arguments before the place of a payload.
const fn up_to_place(arguments: usize) -> usize {
    (FIXED + 4 * arguments).next_multiple_of(WORD)
}

/// Room for a header.
#[derive(Debug)]
pub(super) struct Head([[u8; WORD]; HEAD_MAX / WORD]);

impl Head {
    /// Empty room.
    #[inline]
    pub(super) const fn new() -> Head {
        Head([[0; WORD]; HEAD_MAX / WORD])
    }

    /// Writes the header of a message for handler number `handler`, and the offset and the length of a long message's payload. Returns
    /// its bytes. There are at most [`ARGUMENTS_MAX`] arguments.
    #[inline]
    pub(super) fn write(
        &mut self,
        handler: u8,
        arguments: &[u32],
        place: Option<(usize, usize)>,
    ) -> &[u8] {
        let word = |low: u32, high: Option<&u32>| {
            let high = high.copied().unwrap_or_default();
            (u64::from(low) | u64::from(high) << 32).to_le_bytes()
        };
        let first = u32::from(handler) | (arguments.len() as u32) << 8;
        self.0[0] = word(first, arguments.first());
        let mut count = 1;
        for pair in arguments.get(1..).unwrap_or_default().chunks(2) {
            self.0[count] = word(pair[0], pair.get(1));
            count += 1;
        }
        if let Some((offset, len)) = place {
            self.0[count] = (offset as u64).to_le_bytes();
            self.0[count + 1] = (len as u64).to_le_bytes();
            count += 2;
        }
        self.0[..count].as_flattened()
    }
}

/// The number of a message's handler.
#[inline]
pub(super) fn handler_of(message: &[u8]) -> Option<u8> {
    message.first().copied()
}

/// Parses a header: writes the arguments, and returns the handler's number, the number of the arguments, and the rest. `None` for
/// bytes that [`Head`] does not make.
#[inline]
pub(super) fn parse<'m>(
    message: &'m [u8],
    arguments: &mut [u32; ARGUMENTS_MAX],
) -> Option<(u8, usize, &'m [u8])> {
    let (&[handler, count, ..], rest) = message.split_first_chunk::<FIXED>()?;
    let count = usize::from(count);
    if count > ARGUMENTS_MAX {
        return None;
    }
    let (bytes, rest) = rest.split_at_checked(up_to_place(count) - FIXED)?;
    for (word, bytes) in arguments[..count].iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    Some((handler, count, rest))
}

/// Parses the place of a long message's payload.
pub(super) fn parse_place(rest: &[u8]) -> Option<Landed> {
    let (offset, rest) = rest.split_first_chunk::<8>()?;
    let len = rest.first_chunk::<8>()?;
    let (offset, len) = (u64::from_le_bytes(*offset), u64::from_le_bytes(*len));
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
            let mut room = Head::new();
            let short = room.write(77, &arguments, None).len();
            let head = room.write(77, &arguments, Some((1 << 40, 5)));
            assert!(head.len() <= HEAD_MAX && head.len() == short + PLACE);
            let message = [head, b"more"].concat();
            let mut parsed = [0; ARGUMENTS_MAX];
            let (handler, of_parsed, rest) = parse(&message, &mut parsed).unwrap();
            assert_eq!((handler, &parsed[..of_parsed]), (77, &arguments[..]));
            let landed = parse_place(rest).unwrap();
            assert_eq!(landed.range, 1 << 40..(1 << 40) + 5);
            for cut in 0..head.len() {
                let parsed = parse(&message[..cut], &mut parsed);
                assert!(parsed.is_none_or(|(_, _, rest)| parse_place(rest).is_none()));
            }
        }
        let too_many = [0, ARGUMENTS_MAX as u8 + 1, 0, 0, 0, 0, 0, 0];
        assert!(parse(&too_many, &mut [0; ARGUMENTS_MAX]).is_none());
        assert!(parse_place(&[0xff; 16]).is_none());
    }
}
