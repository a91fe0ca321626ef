//! Copies past the caches by non-temporal stores, for large data that is not used soon. The
//! target's cache lines are not read first, as ordinary stores would do.

#![allow(unsafe_code)]

use farreach_verbs::MemoryError;

use super::View;

impl View<'_> {
    /// Copies `into.len()` bytes at `offset` to `into`, past the caches. Nothing may write either
    /// range during the copy.
    pub fn stream_out(self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        let from = self.at(offset, into.len())?;
        // SAFETY: both ranges are valid for the length, and an exclusive slice overlaps nothing.
        unsafe { stream(from, into.as_mut_ptr(), into.len()) };
        Ok(())
    }

    /// Copies bytes at `from_offset` of `from` to `offset` of this memory, past the caches. The
    /// ranges must not overlap.
    pub fn stream_between(
        self,
        offset: usize,
        from: View<'_>,
        from_offset: usize,
        len: usize,
    ) -> Result<(), MemoryError> {
        let source = from.at(from_offset, len)?;
        let to = self.at(offset, len)?;
        assert!(
            source.addr().abs_diff(to.addr()) >= len,
            "the ranges overlap"
        );
        // SAFETY: both ranges are valid for the length and do not overlap.
        unsafe { stream(source, to, len) };
        Ok(())
    }
}

/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
#[cfg(target_arch = "x86_64")]
#[expect(
    clippy::cast_ptr_alignment,
    reason = "the loads need none, and the stores begin at a line"
)]
unsafe fn stream(from: *const u8, to: *mut u8, len: usize) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
    type Line = [__m128i; 4];
    const LINE: usize = size_of::<Line>();
    let head = to.align_offset(LINE).min(len);
    let lines = (len - head) / LINE;
    let tail = head + lines * LINE;
    // SAFETY: the caller's promise; head, lines and tail are the whole, and the lines of the target are aligned.
    unsafe {
        from.copy_to_nonoverlapping(to, head);
        for at in (head..tail).step_by(LINE) {
            let (from, to) = (from.add(at).cast::<__m128i>(), to.add(at).cast::<__m128i>());
            let line: Line = [0, 1, 2, 3].map(|word| _mm_loadu_si128(from.add(word)));
            for (word, value) in line.into_iter().enumerate() {
                _mm_stream_si128(to.add(word), value);
            }
        }
        from.add(tail)
            .copy_to_nonoverlapping(to.add(tail), len - tail);
        // Non-temporal stores are not ordered before later stores without this fence.
        _mm_sfence();
    }
}

/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn stream(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe { from.copy_to_nonoverlapping(to, len) };
}
