//! The bytes of a message, which may lie in a row or not.

use farreach_node::Memory;

use crate::memory::with_copy;

/// The length of a message that lies there, in a row or not.
#[inline]
pub(super) fn message_len(message: &Memory) -> usize {
    farreach_verbs::Memory::len(message)
}

/// Calls `f` with a copy of `len` bytes of a message. They are few, or those of a piece.
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
