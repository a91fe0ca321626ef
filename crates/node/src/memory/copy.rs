//! Copies between private and shared memory in which aligned words of the shared side stay whole.
//!
//! Up to [`WORDWISE_MAX`] bytes are moved by explicit word accesses. More are moved as a head and a tail of words
//! around a middle that starts and ends on 8-byte boundaries of the shared side. That middle is left to `memcpy`, whose
//! stores, all of at least 8 bytes there, begin and end at such boundaries.

use std::ptr;

use super::word::Word;

/// From here on `memcpy` is faster than a loop over words.
const WORDWISE_MAX: usize = 256;

/// Which side of a copy other processes see.
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
            // A copy of a word that is aligned as its size asks is one store; the length is often known here.
            8 => u64::store(to, from.cast::<u64>().read_unaligned()),
            4 => u32::store(to, from.cast::<u32>().read_unaligned()),
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
            _ => copy(Shared::Source, from, to, len),
        }
    }
}

/// Copies `len` bytes of shared memory to shared memory.
///
/// # Safety
/// Both ranges must be valid for `len` bytes; they may overlap.
pub(super) unsafe fn between_shared(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller's promise; the bounce buffer overlaps nothing.
    unsafe {
        if len <= WORDWISE_MAX {
            let mut bounce = [0_u8; WORDWISE_MAX];
            from_shared(from, bounce.as_mut_ptr(), len);
            to_shared(bounce.as_ptr(), to, len);
        } else if from.addr().abs_diff(to.addr()) < len {
            ptr::copy(from, to, len);
        } else {
            to_shared(from, to, len);
        }
    }
}

/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
unsafe fn copy(shared: Shared, mut from: *const u8, mut to: *mut u8, mut len: usize) {
    let misaligned = match shared {
        Shared::Source => from.addr(),
        Shared::Target => to.addr(),
    } % 8;
    // SAFETY: the pieces partition the ranges that the caller promised.
    unsafe {
        if misaligned != 0 {
            let head = (8 - misaligned).min(len);
            words(shared, from, to, head);
            from = from.add(head);
            to = to.add(head);
            len -= head;
        }
        if len > WORDWISE_MAX {
            let middle = len & !7;
            ptr::copy_nonoverlapping(from, to, middle);
            from = from.add(middle);
            to = to.add(middle);
            len -= middle;
        }
        words(shared, from, to, len);
    }
}

/// Copies word by word, each the largest that the shared side's alignment and what is left allow.
///
/// # Safety
/// Both ranges must be valid for `len` bytes and not overlap.
#[inline]
unsafe fn words(shared: Shared, from: *const u8, to: *mut u8, len: usize) {
    let start = match shared {
        Shared::Source => from.addr(),
        Shared::Target => to.addr(),
    };
    let mut done = 0;
    // SAFETY: every step moves `size` bytes at `done`, and `done + size <= len`.
    unsafe {
        while done < len {
            let (address, left) = (start + done, len - done);
            if left >= 8 && address.is_multiple_of(8) {
                word::<u64>(shared, from.add(done), to.add(done));
                done += 8;
            } else if left >= 4 && address.is_multiple_of(4) {
                word::<u32>(shared, from.add(done), to.add(done));
                done += 4;
            } else if left >= 2 && address.is_multiple_of(2) {
                word::<u16>(shared, from.add(done), to.add(done));
                done += 2;
            } else {
                word::<u8>(shared, from.add(done), to.add(done));
                done += 1;
            }
        }
    }
}

/// # Safety
/// Both pointers must be valid for a `T`.
#[inline]
unsafe fn word<T: Word>(shared: Shared, from: *const u8, to: *mut u8) {
    // SAFETY: the caller's promise; the private side needs no alignment.
    unsafe {
        match shared {
            Shared::Source => to.cast::<T>().write_unaligned(T::load(from)),
            Shared::Target => T::store(to, from.cast::<T>().read_unaligned()),
        }
    }
}
