//! The bytes of a message, which may lie in a row or not.

use farreach_engine::{Encoded, PART};
use farreach_node::Memory;

use crate::memory::with_copy;
use crate::messages::Part;

/// The length of a message that lies there, in a row or not.
#[inline]
pub(super) fn message_len(message: &Memory) -> usize {
    farreach_verbs::Memory::len(message)
}

/// Calls `f` with a copy of `len` bytes of a message. They are few: at most those of an eager message.
pub(super) fn with_message<R>(
    message: &Memory,
    (offset, len): (usize, usize),
    f: impl FnOnce(&[u8]) -> R,
) -> R {
    const INSIDE: &str = "inside of the message";
    let Some(scattered) = message.as_scattered() else {
        return with_copy(message.view().part(offset, len).expect(INSIDE), f);
    };
    let mut bytes = vec![0; len];
    scattered.read(offset, &mut bytes);
    f(&bytes)
}

/// The messages that carry a head and bytes: one, or several if the bytes are too many.
pub(super) fn parts<'a>(head: &'a Encoded, bytes: &'a [u8]) -> impl Iterator<Item = Part<'a>> {
    let parts = head.parts(bytes.len()).enumerate();
    parts.map(move |(index, part)| match index {
        0 => (head.number(), head.as_slice(), &bytes[part]),
        _ => (PART, &[][..], &bytes[part]),
    })
}
