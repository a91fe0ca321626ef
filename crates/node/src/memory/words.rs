//! Words whose bounds are checked once.

use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use super::Memory;

/// The words of memory, from its first byte on.
#[derive(Debug)]
pub(crate) struct Words {
    first: NonNull<AtomicU64>,
    count: usize,
    /// Keeps the bytes.
    memory: Memory,
}

// SAFETY: atomics, which any thread may use, in memory that the handle keeps.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

impl Words {
    /// # Panics
    /// If the memory does not begin on a multiple of 8, or its bytes do not lie in a row.
    pub(crate) fn new(memory: Memory) -> Words {
        assert!(memory.as_scattered().is_none(), "words lie in a row");
        let words = memory.as_mut_ptr();
        assert!(
            words.addr().is_multiple_of(align_of::<AtomicU64>()),
            "words begin on multiples of 8"
        );
        #[expect(clippy::cast_ptr_alignment, reason = "seen above")]
        let first = NonNull::new(words.cast::<AtomicU64>()).expect("memory has an address");
        Words {
            first,
            count: memory.len() / size_of::<AtomicU64>(),
            memory,
        }
    }

    /// The memory.
    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The word `at`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> &AtomicU64 {
        assert!(at < self.count, "word {at} of {}", self.count);
        // SAFETY: inside of the memory, which the handle keeps, and aligned. Others access it by atomics and raw copies.
        unsafe { self.first.add(at).as_ref() }
    }

    /// The words of the line `at`.
    ///
    /// # Panics
    /// If there are not so many lines.
    #[inline]
    pub(crate) fn line(&self, at: usize) -> Line<'_> {
        assert!(at < self.count / Line::WORDS, "line {at}");
        // SAFETY: as above: all words of the line are inside.
        Line(unsafe { self.first.add(Line::WORDS * at).cast().as_ref() })
    }
}

/// The words of a cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a>(&'a [AtomicU64; Line::WORDS]);

impl<'a> Line<'a> {
    const WORDS: usize = 8;

    /// The word `at`.
    ///
    /// # Panics
    /// If it is not below 8.
    #[inline]
    pub(crate) fn word(self, at: usize) -> &'a AtomicU64 {
        &self.0[at]
    }
}
