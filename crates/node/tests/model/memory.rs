//! `node`'s memory: words that are loom's atomics, and bytes that may not race.

use std::sync::Arc;

use loom::cell::UnsafeCell;

use crate::sync::{AtomicU32, AtomicU64, Ordering};

/// Bytes of a word.
const WORD: usize = 8;
/// An access out of bounds, which is a mistake in the scenario.
#[derive(Debug)]
pub(crate) struct Outside;

#[derive(Clone, Debug)]
pub(crate) struct Memory {
    words: Arc<Vec<Word>>,
}

/// Eight bytes. A scenario uses a word in one width only.
#[derive(Debug)]
struct Word {
    wide: AtomicU64,
    narrow: Option<[AtomicU32; 2]>,
    /// Detects copies of the bytes that run while another thread writes them.
    copies: UnsafeCell<()>,
}

impl Memory {
    /// Zeroed words, of which those with an index in `narrow` are 32-bit words.
    pub(crate) fn zeroed(len: usize, narrow: &[usize]) -> Memory {
        let word = |at: usize| Word {
            wide: AtomicU64::new(0),
            narrow: narrow
                .contains(&at)
                .then(|| [AtomicU32::new(0), AtomicU32::new(0)]),
            copies: UnsafeCell::new(()),
        };
        Memory {
            words: Arc::new((0..len / WORD).map(word).collect()),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len() * WORD
    }

    pub(crate) fn view(&self) -> View<'_> {
        View { memory: self }
    }

    /// A hint that changes nothing.
    #[expect(clippy::unused_self, reason = "as in `node`")]
    pub(crate) fn prefetch_to_write(&self, _offset: usize) {}

    /// As above.
    #[expect(clippy::unused_self, reason = "as in `node`")]
    pub(crate) fn prefetch_to_read(&self, _offset: usize) {}

    /// Copies whole words.
    pub(crate) fn copy_in(&self, offset: usize, from: &[u8]) -> Result<(), Outside> {
        let words = self.part(offset, from.len())?;
        for (word, bytes) in words.iter().zip(from.chunks(WORD)) {
            word.copies.with_mut(|_| ());
            let value = u64::from_ne_bytes(bytes.try_into().expect("whole words"));
            word.wide.store(value, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Copies whole words.
    pub(crate) fn copy_out(&self, offset: usize, into: &mut [u8]) -> Result<(), Outside> {
        let words = self.part(offset, into.len())?;
        for (word, bytes) in words.iter().zip(into.chunks_mut(WORD)) {
            word.copies.with(|_| ());
            bytes.copy_from_slice(&word.wide.load(Ordering::Relaxed).to_ne_bytes());
        }
        Ok(())
    }

    fn part(&self, offset: usize, len: usize) -> Result<&[Word], Outside> {
        let (first, count) = (offset / WORD, len / WORD);
        self.words.get(first..first + count).ok_or(Outside)
    }
}

/// Words by their number.
#[derive(Clone, Debug)]
pub(crate) struct Words(Memory);

impl Words {
    pub(crate) fn new(memory: Memory) -> Words {
        Words(memory)
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.0
    }

    pub(crate) fn get(&self, at: usize) -> &AtomicU64 {
        &self.0.words[at].wide
    }

    pub(crate) fn line(&self, at: usize) -> Line<'_> {
        Line {
            words: self,
            first: 8 * at,
        }
    }
}

/// The eight words of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    words: &'a Words,
    first: usize,
}

impl<'a> Line<'a> {
    pub(crate) fn word(self, at: usize) -> &'a AtomicU64 {
        self.words.get(self.first + at)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    memory: &'a Memory,
}

impl<'a> View<'a> {
    pub(crate) fn atomic_u64(self, offset: usize) -> Result<&'a AtomicU64, Outside> {
        let word = self.memory.words.get(offset / WORD).ok_or(Outside)?;
        Ok(&word.wide)
    }

    pub(crate) fn atomic_u32(self, offset: usize) -> Result<&'a AtomicU32, Outside> {
        let word = self.memory.words.get(offset / WORD).ok_or(Outside)?;
        let halves = word.narrow.as_ref().ok_or(Outside)?;
        Ok(&halves[offset % WORD / 4])
    }

    pub(crate) fn flag_words(
        self,
        offset: usize,
    ) -> Result<(&'a AtomicU64, &'a AtomicU32, &'a AtomicU32), Outside> {
        let (bell, sleepers) = (self.atomic_u32(offset + 8)?, self.atomic_u32(offset + 12)?);
        Ok((self.atomic_u64(offset)?, bell, sleepers))
    }
}
