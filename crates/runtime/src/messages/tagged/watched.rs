//! The sources of sends that have not ended, where mistakes are looked for: the program must not
//! change or free them.

use std::hash::{DefaultHasher, Hasher};

use farreach_node::{Memory, read_process};
use farreach_verbs::Memory as _;
use rustix::io::Errno;

use super::bytes::message_len;
use super::operations::Destination;
use crate::Error;

/// Bytes that are looked at together.
const PART: usize = 64 << 10;

/// The source of a send, and what was in it when the send began.
#[derive(Debug)]
pub(super) struct Watched {
    to: Destination,
    source: Memory,
    content: Option<u64>,
}

impl Watched {
    pub(super) fn new(to: Destination, source: &Memory) -> Watched {
        Watched {
            to,
            source: source.clone(),
            content: content(source),
        }
    }

    /// Whether the source is as it was.
    pub(super) fn is_as_before(&self) -> bool {
        content(&self.source) == self.content
    }

    /// The mistake of a program whose source is not as it was.
    pub(super) fn mistake(&self, rank: u32) -> Error {
        Error::SourceChanged {
            rank,
            pe: self.to.pe,
            tag: self.to.tag,
            len: message_len(&self.source),
        }
    }
}

/// A hash of the bytes. `None` if they are not there any more.
fn content(source: &Memory) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let mut bytes = vec![0; PART];
    let part = Memory::copy_of(&bytes);
    let (all, is_row) = (message_len(source), source.as_scattered().is_none());
    let first = is_row.then(|| source.as_mut_ptr().addr() as u64);
    for at in (0..all).step_by(PART) {
        let len = PART.min(all - at);
        let into = part.view().part(0, len).expect("not longer");
        // The kernel reads what may have been unmapped.
        let read = first.map(|first| read_process(std::process::id(), first + at as u64, into));
        match read {
            Some(Ok(())) => part.copy_out(0, &mut bytes[..len]).expect("not longer"),
            Some(Err(error)) if Errno::from_io_error(&error) == Some(Errno::FAULT) => return None,
            _ => source.read(at, &mut bytes[..len]).expect("inside"),
        }
        hasher.write(&bytes[..len]);
    }
    Some(hasher.finish())
}
