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
//! nothing into the lines of short messages. A message that is too long for lines has only its state and its first
//! word there, by which the reader can match it. Its other bytes lie behind the lines, where writer and reader find the
//! place of each by counting.
//! The writer looks at what was given back only when it has used up all that it knows to be free.
//!
//! The lines' bounds are checked once, when an end is made ([`Words`]).

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use crate::Memory;
pub(crate) use crate::layout::BOX_MESSAGE_MAX as MESSAGE_MAX;
use crate::layout::{BOX_LINES as LINES, BOX_LONG as LONG, BOX_MESSAGE_LINES};
use crate::memory::{Line, Words};
use crate::sync::Ordering;

/// Bytes of a cache line.
const LINE: usize = 64;
/// Bytes of a message in its first line.
pub(crate) const FIRST: usize = LINE - 8;
/// The reader gives lines and long bytes back when so many are free again.
const GIVE_BACK: u64 = LINES.div_ceil(4);
const GIVE_BACK_LONG: u64 = LONG.div_ceil(4);
/// The writer has lines brought to its processor so many lines before it uses them.
const AHEAD: u64 = 6;
/// The reader has lines brought to its processor so many lines before it reads them, once it has taken as many messages in a
/// row: then the writer is far enough ahead to have written them. Earlier it would take lines from the writer.
const READ_AHEAD: u64 = 4;

/// Bytes of all lines.
const ALL: usize = LINE * LINES as usize;
/// The words in front of the lines.
const FREED: usize = 0;
const FREED_LONG: usize = 1;
const WRITTEN: u64 = 1 << 31;

/// Bytes of a box.
pub(crate) const BYTES: usize = LINE + ALL + LONG as usize;
/// The most bytes of a message that lies in lines.
pub(crate) const LINES_MAX: usize = FIRST + BOX_MESSAGE_LINES * LINE;

const _: () = assert!(GIVE_BACK_LONG as usize + 2 * MESSAGE_MAX <= LONG as usize);

/// The most bytes of a message of one line, behind its first word.
pub(crate) const SHORT_MAX: usize = FIRST - 8;

/// The number of lines of a message of `len` bytes.
fn lines_of(len: usize) -> u64 {
    if len > LINES_MAX {
        return 1;
    }
    1 + len.saturating_sub(FIRST).div_ceil(LINE) as u64
}

/// A line, and how often the lines were used from the first to the last before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    line: u32,
    turn: u32,
}

impl Cursor {
    const START: Cursor = Cursor { line: 0, turn: 0 };

    /// What [`has_message`] looks for: where the message's state lies in memory whose word `first` is the box's first, and the state.
    #[inline]
    pub(crate) fn to_place(self, first: usize) -> u64 {
        let word = (first + self.offset() / 8) as u64;
        word << 32 | self.state()
    }

    #[inline]
    fn advance(&mut self, lines: u64) {
        self.line += lines as u32;
        if self.line >= LINES as u32 {
            self.line -= LINES as u32;
            self.turn = (self.turn + 1) & (WRITTEN - 1) as u32;
        }
    }

    /// The cursor of a line behind this one.
    fn plus(mut self, lines: u64) -> Cursor {
        self.advance(lines);
        self
    }

    /// The state of a message's first line without kind and length.
    #[inline]
    fn state(self) -> u64 {
        WRITTEN | u64::from(self.turn)
    }

    /// Where the line begins.
    fn offset(self) -> usize {
        LINE + LINE * self.line as usize
    }

    /// The line's words.
    #[inline(always)]
    fn of(self, words: &Words) -> Line<'_> {
        words.line(1 + self.line as usize)
    }
}

/// Bytes of a long message that lie in its line.
const WORD: usize = 8;

/// Splits the first bytes of a message off: its first word, and what is left of both parts.
fn split_word<'a>(head: &'a [u8], body: &'a [u8]) -> ([u8; WORD], &'a [u8], &'a [u8]) {
    let (first, head) = head.split_at(head.len().min(WORD));
    let (second, body) = body.split_at(WORD - first.len());
    let mut word = [0; WORD];
    word[..first.len()].copy_from_slice(first);
    word[first.len()..].copy_from_slice(second);
    (word, head, body)
}

/// Where a long message of `len` bytes begins and ends, if the one before it ended at `used`. The
/// numbers grow for ever, and the places repeat. Its first word counts as well, though it lies elsewhere: messages of 4 or 8 KiB
/// would else begin at equal places of their pages, and to copy them would take a quarter longer.
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

/// Whether a message has come at a place ([`Cursor::to_place`]).
#[inline]
pub(crate) fn has_message(words: &Words, place: u64) -> bool {
    // Relaxed: the message is read after `Reader::head` has acquired the state.
    let state = words.get((place >> 32) as usize).load(Ordering::Relaxed);
    state as u32 == place as u32
}

/// The kind and the length of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) kind: u8,
    pub(crate) len: usize,
}

impl Head {
    /// Whether the message is too long for lines.
    pub(crate) fn is_long(self) -> bool {
        self.len > LINES_MAX
    }
}

/// The end of a box that the sender has.
#[derive(Debug)]
pub(crate) struct Writer {
    words: Words,
    at: Cursor,
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
            words: Words::new(memory),
            at: Cursor::START,
            used: 0,
            freed: 0,
            long_used: 0,
            long_freed: 0,
        }
    }

    /// Whether a message of `len` bytes has room.
    #[inline]
    pub(crate) fn has_room(&mut self, len: usize) -> bool {
        let long = match len {
            0..=LINES_MAX => self.long_used,
            _ => long_place(self.long_used, len).1,
        };
        if long - self.long_freed > LONG {
            // Acquire: the reader has read the bytes before they are written again.
            self.long_freed = self.words.get(FREED_LONG).load(Ordering::Acquire);
        }
        self.has_lines(self.used + lines_of(len)) && long - self.long_freed <= LONG
    }

    /// Whether the lines before this number can be used.
    #[inline(always)]
    fn has_lines(&mut self, end: u64) -> bool {
        if end - self.freed > LINES {
            // Acquire: the reader has read the lines before they are written again.
            self.freed = self.words.get(FREED).load(Ordering::Acquire);
        }
        end - self.freed <= LINES
    }

    /// Adds a message of `head` and up to [`SHORT_MAX`] bytes. Returns `false`, and does nothing, if it
    /// has no room.
    #[inline(always)]
    pub(crate) fn push_short(&mut self, kind: u8, head: [u8; 8], body: &[u8]) -> bool {
        if !self.has_lines(self.used + 1) {
            return false;
        }
        let line = self.at.of(&self.words);
        line.word(1)
            .store(u64::from_ne_bytes(head), Ordering::Relaxed);
        if let Ok(word) = body.try_into() {
            // The most frequent length.
            line.word(2)
                .store(u64::from_ne_bytes(word), Ordering::Relaxed);
        } else {
            fill_line(line, 2, body);
        }
        self.publish(self.at, kind, 8 + body.len());
        true
    }

    /// Adds a message of `head` and `body` together, for which there must be room.
    pub(crate) fn push(&mut self, kind: u8, head: &[u8], body: &[u8]) {
        let len = head.len() + body.len();
        debug_assert!(len <= MESSAGE_MAX && self.used + lines_of(len) - self.freed <= LINES);
        let first = self.at;
        if len > LINES_MAX {
            let (word, head, body) = split_word(head, body);
            let place = first.of(&self.words).word(1);
            place.store(u64::from_ne_bytes(word), Ordering::Relaxed);
            let (start, end) = long_place(self.long_used, len);
            self.long_used = end;
            let start = long_offset(start);
            let copied = self.words.memory().copy_in(start, head);
            let copied =
                copied.and_then(|()| self.words.memory().copy_in(start + head.len(), body));
            copied.expect("inside the box");
        } else if len <= FIRST && (head.len().is_multiple_of(8) || body.is_empty()) {
            let line = first.of(&self.words);
            fill_line(line, 1, head);
            fill_line(line, 1 + head.len() / 8, body);
        } else {
            self.fill_lines(first, head, body);
        }
        self.publish(first, kind, len);
    }

    /// Lets the reader see the message whose first line is `first`.
    #[inline(always)]
    fn publish(&mut self, first: Cursor, kind: u8, len: usize) {
        let state = first.state() | (len as u64) << 32 | u64::from(kind) << 48;
        first
            .of(&self.words)
            .word(0)
            .store(state, Ordering::Release);
        let lines = lines_of(len);
        self.used += lines;
        self.at.advance(lines);
        let ahead = self.at.plus(AHEAD);
        self.words.memory().prefetch_to_write(ahead.offset());
    }

    /// Writes the bytes of a message to the lines from `first` on.
    fn fill_lines(&self, first: Cursor, head: &[u8], body: &[u8]) {
        let mut bytes = [0; FIRST];
        let head_in_first = head.len().min(FIRST);
        let body_in_first = body.len().min(FIRST - head_in_first);
        bytes[..head_in_first].copy_from_slice(&head[..head_in_first]);
        let behind = &mut bytes[head_in_first..head_in_first + body_in_first];
        behind.copy_from_slice(&body[..body_in_first]);
        let in_first = &bytes[..head_in_first + body_in_first];
        fill_line(first.of(&self.words), 1, in_first);
        if head.len() + body.len() > FIRST {
            let head = &head[head_in_first..];
            self.fill(first.plus(1), 0, head);
            self.fill(first.plus(1), head.len(), &body[body_in_first..]);
        }
    }

    /// Writes `bytes` to the lines from `first` on, behind `skip` bytes.
    fn fill(&self, first: Cursor, skip: usize, bytes: &[u8]) {
        let at = (LINE * first.line as usize + skip) % ALL;
        let (part, rest) = bytes.split_at(bytes.len().min(ALL - at));
        let memory = self.words.memory();
        let copied = memory.copy_in(LINE + at, part);
        let copied = copied.and_then(|()| memory.copy_in(LINE, rest));
        copied.expect("inside the box");
    }
}

/// Writes bytes to a line from its word `at` on, whole words of it.
#[inline(always)]
fn fill_line(line: Line<'_>, at: usize, bytes: &[u8]) {
    let (words, rest) = bytes.as_chunks::<8>();
    for (place, bytes) in (at..).zip(words) {
        line.word(place)
            .store(u64::from_ne_bytes(*bytes), Ordering::Relaxed);
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        line.word(at + words.len())
            .store(u64::from_ne_bytes(last), Ordering::Relaxed);
    }
}

/// What the next message of a box is.
pub(crate) enum Next<T> {
    /// There is none.
    Nothing,
    /// One that was not asked for, which stays.
    Other,
    Taken(T),
}

/// The end of a box that the receiver has.
#[derive(Debug)]
pub(crate) struct Reader {
    words: Words,
    at: Cursor,
    /// Short messages taken in a row.
    in_a_row: u64,
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
            words: Words::new(memory),
            at: Cursor::START,
            in_a_row: 0,
            taken: 0,
            given: 0,
            long_taken: 0,
            long_given: 0,
        }
    }

    /// The line in which the next message begins.
    pub(crate) fn next_line(&self) -> Cursor {
        self.at
    }

    /// The oldest message, if there is one. Whatever a process has written there, the length is
    /// possible.
    #[inline(always)]
    pub(crate) fn head(&self) -> Option<Head> {
        let state = self.at.of(&self.words).word(0).load(Ordering::Acquire);
        if state & 0xffff_ffff != self.at.state() {
            return None;
        }
        let len = (state >> 32 & 0xffff) as usize;
        (len <= MESSAGE_MAX).then_some(Head {
            kind: (state >> 48) as u8,
            len,
        })
    }

    /// Takes the next message if it is of this kind, lies in one line and has 8 bytes or more: its length, and its words.
    #[inline(always)]
    pub(crate) fn take_line(&mut self, kind: u8) -> Next<(usize, [[u8; 8]; FIRST / 8])> {
        let line = self.at.of(&self.words);
        // Acquire: the message was written before its state.
        let state = line.word(0).load(Ordering::Acquire);
        if state & 0xffff_ffff != self.at.state() {
            self.in_a_row = 0;
            return Next::Nothing;
        }
        let len = (state >> 32) as usize & 0xffff;
        if state >> 48 != u64::from(kind) || !(8..=FIRST).contains(&len) {
            return Next::Other;
        }
        let word = |at| line.word(at).load(Ordering::Relaxed).to_ne_bytes();
        let mut words = [[0; 8]; FIRST / 8];
        words[0] = word(1);
        words[1] = word(2);
        if len > 16 {
            for (place, from) in words[2..].iter_mut().zip(3..) {
                *place = word(from);
            }
        }
        self.in_a_row += 1;
        if self.in_a_row > READ_AHEAD {
            let ahead = self.at.plus(READ_AHEAD);
            self.words.memory().prefetch_to_read(ahead.offset());
        }
        self.give_back(1);
        Next::Taken((len, words))
    }

    /// Takes the message `head` into the first bytes of `into`, which has room for whole words.
    pub(crate) fn pop(&mut self, head: Head, into: &mut [u8]) {
        let lines = lines_of(head.len);
        if head.is_long() {
            self.pop_long(head, &mut into[..head.len]);
        } else {
            let first = self.at.of(&self.words);
            let words = head.len.min(FIRST).div_ceil(8);
            for (at, chunk) in (1..=words).zip(into.chunks_exact_mut(8)) {
                let value = first.word(at).load(Ordering::Relaxed);
                chunk.copy_from_slice(&value.to_ne_bytes());
            }
        }
        if lines > 1 {
            let behind = self.at.plus(1).offset() - LINE;
            let (part, rest) =
                into[FIRST..head.len].split_at_mut((head.len - FIRST).min(ALL - behind));
            let memory = self.words.memory();
            let copied = memory.copy_out(LINE + behind, part);
            let copied = copied.and_then(|()| memory.copy_out(LINE, rest));
            copied.expect("inside the box");
            for line in 1..lines {
                self.at
                    .plus(line)
                    .of(&self.words)
                    .word(0)
                    .store(0, Ordering::Relaxed);
            }
        }
        self.give_back(lines);
    }

    /// The lines of a message were read.
    #[inline(always)]
    fn give_back(&mut self, lines: u64) {
        self.taken += lines;
        self.at.advance(lines);
        if self.taken - self.given >= GIVE_BACK {
            self.given = self.taken;
            self.words.get(FREED).store(self.given, Ordering::Release);
        }
    }

    /// The first bytes of the next message, which is `head` and too long for lines, the memory of the box, and where in it the
    /// `head.len - WORD` other bytes begin.
    pub(crate) fn long(&self, head: Head) -> ([u8; WORD], &Memory, usize) {
        let (start, _) = long_place(self.long_taken, head.len);
        let word = self.at.of(&self.words).word(1).load(Ordering::Relaxed);
        (word.to_ne_bytes(), self.words.memory(), long_offset(start))
    }

    /// Takes the message of [`Reader::long`], whose bytes were read.
    pub(crate) fn end_long(&mut self, head: Head) {
        self.give_back_long(head.len);
        self.give_back(lines_of(head.len));
    }

    fn pop_long(&mut self, head: Head, into: &mut [u8]) {
        let (word, memory, start) = self.long(head);
        let (first, others) = into.split_at_mut(WORD);
        first.copy_from_slice(&word);
        memory.copy_out(start, others).expect("inside the box");
        self.give_back_long(head.len);
    }

    /// The bytes of a message that is too long for lines were read.
    fn give_back_long(&mut self, len: usize) {
        let (_, end) = long_place(self.long_taken, len);
        self.long_taken = end;
        if end - self.long_given >= GIVE_BACK_LONG {
            self.long_given = end;
            self.words.get(FREED_LONG).store(end, Ordering::Release);
        }
    }
}
