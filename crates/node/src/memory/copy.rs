//! Copies between private and shared memory that keep aligned words of the shared side whole.
//!
//! A range that starts and ends on 8-byte boundaries of the shared side is left to `memcpy`. All
//! loads and stores of `memcpy` there have at least 8 bytes and begin and end at such boundaries.
//! Other ranges of up to [`WORDWISE_MAX`] bytes are moved by explicit word accesses. Longer ranges
//! have a head and a tail of words, and `memcpy` moves the middle.

use std::ptr;

use super::word::Word;

/// Above this many bytes `memcpy` is faster than a loop over words.
const WORDWISE_MAX: usize = 256;

/// The side of a copy that other processes can access.
#[derive(Clone, Copy)]
enum Shared {
    Source,
    Target,
}

/// Copies `len` private bytes to shared memory.
///
/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
#[inline]
pub(super) unsafe fn to_shared(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        match len {
            // A copy of an aligned word is one store. The compiler often knows the length here.
            8 => u64::store(to, from.cast::<u64>().read_unaligned()),
            4 => u32::store(to, from.cast::<u32>().read_unaligned()),
            _ if is_whole_words(to, len) => whole_words(from, to, len),
            _ => copy(Shared::Target, from, to, len),
        }
    }
}

/// Copies `len` shared bytes to private memory.
///
/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
#[inline]
pub(super) unsafe fn from_shared(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        match len {
            8 => to.cast::<u64>().write_unaligned(u64::load(from)),
            4 => to.cast::<u32>().write_unaligned(u32::load(from)),
            _ if is_whole_words(from, len) => whole_words(from, to, len),
            _ => copy(Shared::Source, from, to, len),
        }
    }
}

/// Copies `len` bytes of shared memory to shared memory.
///
/// # Safety
/// Both ranges must be valid for `len` bytes; they may overlap.
#[inline]
pub(super) unsafe fn between_shared(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        if from.addr().abs_diff(to.addr()) >= len {
            to_shared(from, to, len);
        } else {
            between_overlapping(from, to, len);
        }
    }
}

/// # Safety
/// Both ranges must be valid for `len` bytes; they may overlap.
#[cold]
unsafe fn between_overlapping(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller's promise. The bounce buffer overlaps neither range.
    unsafe {
        if len <= WORDWISE_MAX {
            let mut bounce = [0_u8; WORDWISE_MAX];
            from_shared(from, bounce.as_mut_ptr(), len);
            to_shared(bounce.as_ptr(), to, len);
        } else {
            ptr::copy(from, to, len);
        }
    }
}

/// Whether `len` bytes at `shared` start and end on 8-byte boundaries.
#[inline]
fn is_whole_words(shared: *const u8, len: usize) -> bool {
    (shared.addr() | len).is_multiple_of(8)
}

/// Copies a range that starts and ends on 8-byte boundaries of the shared side.
///
/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
#[inline]
unsafe fn whole_words(from: *const u8, to: *mut u8, len: usize) {
    type Half = [u64; 4];
    const HALF: usize = size_of::<Half>();
    // SAFETY: the caller's promise. Both halves lie inside, and where they overlap they write equal
    // bytes.
    unsafe {
        if (HALF..=2 * HALF).contains(&len) {
            // A call would take as long as these moves.
            let head = from.cast::<Half>().read_unaligned();
            let tail = from.add(len - HALF).cast::<Half>().read_unaligned();
            to.cast::<Half>().write_unaligned(head);
            to.add(len - HALF).cast::<Half>().write_unaligned(tail);
        } else {
            bulk(from, to, len);
        }
    }
}

/// Up to this many bytes are copied by moves instead of `memcpy`.
const SHORT: usize = 1024;

const PAGE: usize = 4096;

/// Whether string instructions copy slowly from one address to the other: the target lies less than
/// 32 bytes further into its page than the source. Some processors (AMD's Zen 3 and 4) take up to 20
/// times as long then.
#[inline]
pub(crate) fn is_slow(from: usize, to: usize) -> bool {
    (1..32).contains(&(to.wrapping_sub(from) % PAGE))
}

/// Copies as `memcpy` does, without its string instructions where these are slow.
///
/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
#[inline]
unsafe fn bulk(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        if len <= SHORT {
            ptr::copy_nonoverlapping(from, to, len);
        } else {
            long(from, to, len);
        }
    }
}

/// Copies more than [`SHORT`] bytes as [`bulk`] does.
///
/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
#[inline(never)]
unsafe fn long(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller's promise. The parts make up the whole.
    unsafe {
        if !is_slow(from.addr(), to.addr()) {
            return ptr::copy_nonoverlapping(from, to, len);
        }
        for at in (0..len).step_by(SHORT) {
            ptr::copy_nonoverlapping(from.add(at), to.add(at), SHORT.min(len - at));
        }
    }
}

/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
unsafe fn copy(shared: Shared, from: *const u8, to: *mut u8, len: usize) {
    let mut cursor = Cursor {
        shared,
        from,
        to,
        left: len,
    };
    // SAFETY: the caller's promise is the cursor's invariant, which each step keeps.
    unsafe {
        cursor.head();
        if cursor.left > WORDWISE_MAX {
            cursor.bulk();
        }
        cursor.words();
        cursor.tail();
    }
}

/// The rest of a copy. Both pointers are valid for `left` bytes.
struct Cursor {
    shared: Shared,
    from: *const u8,
    to: *mut u8,
    left: usize,
}

impl Cursor {
    /// Moves small words until the shared side is on an 8-byte boundary or nothing is left.
    #[inline]
    unsafe fn head(&mut self) {
        // SAFETY: each word is moved only if it fits into what is left.
        unsafe {
            while self.left != 0 && !self.address().is_multiple_of(8) {
                let address = self.address();
                if self.left >= 4 && address.is_multiple_of(4) {
                    self.word::<u32>();
                } else if self.left >= 2 && address.is_multiple_of(2) {
                    self.word::<u16>();
                } else {
                    self.word::<u8>();
                }
            }
        }
    }

    /// Moves whole 8-byte words by `memcpy`. The shared side must be on an 8-byte boundary.
    #[inline]
    unsafe fn bulk(&mut self) {
        let len = self.left & !7;
        // SAFETY: `len` does not exceed the rest.
        unsafe {
            bulk(self.from, self.to, len);
            self.advance(len);
        }
    }

    /// Moves whole 8-byte words one by one. The shared side must be on an 8-byte boundary (or less than 8 bytes left).
    #[inline]
    unsafe fn words(&mut self) {
        // SAFETY: each word is moved only if it fits into what is left.
        unsafe {
            while self.left >= 8 {
                self.word::<u64>();
            }
        }
    }

    /// Moves the last bytes, fewer than 8, from an 8-byte boundary of the shared side on.
    #[inline]
    unsafe fn tail(&mut self) {
        // SAFETY: each word is moved only if it fits into what is left.
        unsafe {
            if self.left >= 4 {
                self.word::<u32>();
            }
            if self.left >= 2 {
                self.word::<u16>();
            }
            if self.left >= 1 {
                self.word::<u8>();
            }
        }
    }

    #[inline]
    fn address(&self) -> usize {
        match self.shared {
            Shared::Source => self.from.addr(),
            Shared::Target => self.to.addr(),
        }
    }

    /// Moves one word, which must fit into the rest.
    #[inline]
    unsafe fn word<T: Word>(&mut self) {
        // SAFETY: the caller's promise; the private side needs no alignment.
        unsafe {
            match self.shared {
                Shared::Source => self.to.cast::<T>().write_unaligned(T::load(self.from)),
                Shared::Target => T::store(self.to, self.from.cast::<T>().read_unaligned()),
            }
            self.advance(size_of::<T>());
        }
    }

    #[inline]
    unsafe fn advance(&mut self, len: usize) {
        // SAFETY: the caller moved `len` bytes of the rest.
        unsafe {
            self.from = self.from.add(len);
            self.to = self.to.add(len);
        }
        self.left -= len;
    }
}
