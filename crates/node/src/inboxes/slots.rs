//! A box of messages from one process of a node to another: one writer, one reader.
//!
//! ```text
//!   0  freed u64: lines given back     64  line 0    128  line 1    …   63 lines     4096  64 KiB for
//!   8  freed u64: long bytes given back                                              long messages
//!
//!   first line of a message:  │ state: kind « 48 │ length « 32 │ 1 « 31 │ turn │ first 56 bytes │
//!   further lines:            │ 64 bytes each; the reader zeroes the first word                │
//! ```
//!
//! The writer fills a message's lines and stores the first line's state last, with release. A short
//! message and its flag are one cache line. The turn counts how often the lines were used from the
//! first to the last. An old state is therefore never taken for a new one, and the reader writes
//! nothing into the lines of short messages. A message that is too long for lines has only its state
//! there. Its bytes lie behind the lines, where writer and reader find the place of each by counting.
//! The writer looks at what was given back only when it has used up all that it knows to be free.

use crate::Memory;
pub(crate) use crate::layout::BOX_MESSAGE_MAX as MESSAGE_MAX;
use crate::layout::{BOX_LINES as LINES, BOX_LONG as LONG, BOX_MESSAGE_LINES};
use crate::sync::{AtomicU64, Ordering};

/// Bytes of a cache line.
const LINE: usize = 64;
/// Bytes of a message in its first line.
const FIRST: usize = LINE - 8;
/// The reader gives lines and long bytes back when so many are free again.
const GIVE_BACK: u64 = LINES.div_ceil(4);
const GIVE_BACK_LONG: u64 = LONG.div_ceil(4);
/// The writer has lines brought to its processor so many lines before it uses them.
const AHEAD: u64 = 6;

/// Bytes of all lines.
const ALL: usize = LINE * LINES as usize;
const FREED: usize = 0;
const FREED_LONG: usize = 8;
const WRITTEN: u64 = 1 << 31;

/// Bytes of a box.
pub(crate) const BYTES: usize = LINE + ALL + LONG as usize;
/// The most bytes of a message that lies in lines.
pub(crate) const LINES_MAX: usize = FIRST + BOX_MESSAGE_LINES * LINE;

const _: () = assert!(GIVE_BACK_LONG as usize + 2 * MESSAGE_MAX <= LONG as usize);

/// The number of lines of a message of `len` bytes.
fn lines_of(len: usize) -> u64 {
    if len > LINES_MAX {
        return 1;
    }
    1 + len.saturating_sub(FIRST).div_ceil(LINE) as u64
}

fn offset_of(line: u64) -> usize {
    LINE + LINE * (line % LINES) as usize
}

/// Where a long message of `len` bytes begins and ends, if the one before it ended at `used`. The
/// numbers grow for ever, and the places repeat.
fn long_place(used: u64, len: usize) -> (u64, u64) {
    let whole = len.next_multiple_of(LINE) as u64;
    let start = if used % LONG + whole > LONG {
        used.next_multiple_of(LONG)
    } else {
        used
    };
    (start, start + whole)
}

fn long_offset(place: u64) -> usize {
    LINE + ALL + (place % LONG) as usize
}

/// The state of a message's first line without kind and length.
fn turn_of(line: u64) -> u64 {
    WRITTEN | (line / LINES) & (WRITTEN - 1)
}

fn word(memory: &Memory, offset: usize) -> &AtomicU64 {
    memory.atomic_u64(offset).expect("a word inside the box")
}

/// Whether the box in `memory` from `offset` on has a message that begins in this line.
#[inline]
pub(crate) fn has_message(memory: &Memory, offset: usize, line: u64) -> bool {
    // Relaxed: the message is read after `Reader::head` has acquired the state.
    let state = word(memory, offset + offset_of(line)).load(Ordering::Relaxed);
    state & 0xffff_ffff == turn_of(line)
}

/// The kind and the length of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) kind: u8,
    pub(crate) len: usize,
}

/// The end of a box that the sender has.
#[derive(Debug)]
pub(crate) struct Writer {
    memory: Memory,
    /// Lines used so far.
    used: u64,
    /// Lines that the reader has given back, as far as the writer knows.
    freed: u64,
    /// Long bytes used so far, and those given back, as far as the writer knows.
    long_used: u64,
    long_freed: u64,
}

impl Writer {
    /// The writer of the box in `memory`, which has [`BYTES`] and is zero before the first use.
    pub(crate) fn new(memory: Memory) -> Writer {
        Writer {
            memory,
            used: 0,
            freed: 0,
            long_used: 0,
            long_freed: 0,
        }
    }

    /// Whether a message of `len` bytes has room.
    pub(crate) fn has_room(&mut self, len: usize) -> bool {
        self.has_room_for(std::iter::once(len))
    }

    /// Whether messages of these lengths have room together.
    #[inline]
    pub(crate) fn has_room_for(&mut self, lengths: impl Iterator<Item = usize>) -> bool {
        let (mut lines, mut long) = (self.used, self.long_used);
        for len in lengths {
            lines += lines_of(len);
            if len > LINES_MAX {
                (_, long) = long_place(long, len);
            }
        }
        if lines - self.freed > LINES {
            // Acquire: the reader has read the lines before they are written again.
            self.freed = word(&self.memory, FREED).load(Ordering::Acquire);
        }
        if long - self.long_freed > LONG {
            // Acquire: as above.
            self.long_freed = word(&self.memory, FREED_LONG).load(Ordering::Acquire);
        }
        lines - self.freed <= LINES && long - self.long_freed <= LONG
    }

    /// Adds a message of `head` and `body` together, for which there must be room.
    pub(crate) fn push(&mut self, kind: u8, head: &[u8], body: &[u8]) {
        let len = head.len() + body.len();
        debug_assert!(len <= MESSAGE_MAX && self.used + lines_of(len) - self.freed <= LINES);
        let first = self.used;
        self.used += lines_of(len);
        let at = offset_of(first);
        if len > LINES_MAX {
            let (start, end) = long_place(self.long_used, len);
            self.long_used = end;
            let start = long_offset(start);
            let copied = self.memory.copy_in(start, head);
            let copied = copied.and_then(|()| self.memory.copy_in(start + head.len(), body));
            copied.expect("inside the box");
        } else if len <= FIRST && (head.len().is_multiple_of(8) || body.is_empty()) {
            self.fill_first(at, head);
            self.fill_first(at + head.len(), body);
        } else {
            self.fill_lines(first, head, body);
        }
        let state = turn_of(first) | (len as u64) << 32 | u64::from(kind) << 48;
        word(&self.memory, at).store(state, Ordering::Release);
        self.memory.prefetch_to_write(offset_of(self.used + AHEAD));
    }

    /// Writes the bytes of a message to the lines from `first` on.
    fn fill_lines(&self, first: u64, head: &[u8], body: &[u8]) {
        let mut bytes = [0; FIRST];
        let head_in_first = head.len().min(FIRST);
        let body_in_first = body.len().min(FIRST - head_in_first);
        bytes[..head_in_first].copy_from_slice(&head[..head_in_first]);
        let behind = &mut bytes[head_in_first..head_in_first + body_in_first];
        behind.copy_from_slice(&body[..body_in_first]);
        self.fill_first(offset_of(first), &bytes[..head_in_first + body_in_first]);
        if head.len() + body.len() > FIRST {
            let head = &head[head_in_first..];
            self.fill(first + 1, 0, head);
            self.fill(first + 1, head.len(), &body[body_in_first..]);
        }
    }

    /// Writes bytes to the first line at `at`, whole words of it.
    #[inline]
    fn fill_first(&self, at: usize, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for (place, bytes) in words.iter().enumerate() {
            let value = u64::from_ne_bytes(*bytes);
            word(&self.memory, at + 8 + 8 * place).store(value, Ordering::Relaxed);
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            let place = at + 8 + 8 * words.len();
            word(&self.memory, place).store(u64::from_ne_bytes(last), Ordering::Relaxed);
        }
    }

    /// Writes `bytes` to the lines from `line` on, behind `skip` bytes.
    fn fill(&self, line: u64, skip: usize, bytes: &[u8]) {
        let start = LINE * (line % LINES) as usize + skip;
        let at = start % ALL;
        let (part, rest) = bytes.split_at(bytes.len().min(ALL - at));
        let copied = self.memory.copy_in(LINE + at, part);
        let copied = copied.and_then(|()| self.memory.copy_in(LINE, rest));
        copied.expect("inside the box");
    }
}

/// The end of a box that the receiver has.
#[derive(Debug)]
pub(crate) struct Reader {
    memory: Memory,
    /// Lines taken so far.
    taken: u64,
    /// Lines given back to the writer.
    given: u64,
    /// Long bytes taken so far, and those given back.
    long_taken: u64,
    long_given: u64,
}

impl Reader {
    /// The reader of the box in `memory`, which has [`BYTES`] and is zero before the first use.
    pub(crate) fn new(memory: Memory) -> Reader {
        Reader {
            memory,
            taken: 0,
            given: 0,
            long_taken: 0,
            long_given: 0,
        }
    }

    /// The line in which the next message begins.
    pub(crate) fn next_line(&self) -> u64 {
        self.taken
    }

    /// The oldest message, if there is one. Whatever a process has written there, the length is
    /// possible.
    #[inline]
    pub(crate) fn head(&self) -> Option<Head> {
        let state = word(&self.memory, offset_of(self.taken)).load(Ordering::Acquire);
        if state & 0xffff_ffff != turn_of(self.taken) {
            return None;
        }
        let len = (state >> 32 & 0xffff) as usize;
        (len <= MESSAGE_MAX).then_some(Head {
            kind: (state >> 48) as u8,
            len,
        })
    }

    /// Takes the message `head` into `into`, which has room for whole words, and returns its bytes.
    pub(crate) fn pop<'b>(&mut self, head: Head, into: &'b mut [u8]) -> &'b [u8] {
        let first = self.taken;
        let lines = lines_of(head.len);
        if head.len > LINES_MAX {
            self.pop_long(&mut into[..head.len]);
        } else {
            let at = offset_of(first);
            let words = head.len.min(FIRST).div_ceil(8);
            for (place, chunk) in into.chunks_exact_mut(8).take(words).enumerate() {
                let value = word(&self.memory, at + 8 + 8 * place).load(Ordering::Relaxed);
                chunk.copy_from_slice(&value.to_ne_bytes());
            }
        }
        if lines > 1 {
            let behind = offset_of(first + 1) - LINE;
            let (part, rest) =
                into[FIRST..head.len].split_at_mut((head.len - FIRST).min(ALL - behind));
            let copied = self.memory.copy_out(LINE + behind, part);
            let copied = copied.and_then(|()| self.memory.copy_out(LINE, rest));
            copied.expect("inside the box");
            for line in 1..lines {
                word(&self.memory, offset_of(first + line)).store(0, Ordering::Relaxed);
            }
        }
        self.taken += lines;
        if self.taken - self.given >= GIVE_BACK {
            self.given = self.taken;
            word(&self.memory, FREED).store(self.given, Ordering::Release);
        }
        &into[..head.len]
    }
    fn pop_long(&mut self, into: &mut [u8]) {
        let (start, end) = long_place(self.long_taken, into.len());
        let copied = self.memory.copy_out(long_offset(start), into);
        copied.expect("inside the box");
        self.long_taken = end;
        if end - self.long_given >= GIVE_BACK_LONG {
            self.long_given = end;
            word(&self.memory, FREED_LONG).store(end, Ordering::Release);
        }
    }
}
