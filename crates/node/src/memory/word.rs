//! Loads, stores and atomics of one machine word.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use farreach_verbs::AtomicOp;

mod sealed {
    pub trait Sealed {}
}

/// A type that is read and written in one piece: integers and floats of up to 8 bytes.
pub trait Word: Copy + sealed::Sealed {
    /// Reads the word at `ptr`, in one load if it is aligned.
    ///
    /// # Safety
    /// `ptr` must be valid for reads of `size_of::<Self>()` bytes; racing writes must be atomic or raw copies.
    unsafe fn load(ptr: *const u8) -> Self;

    /// Writes the word at `ptr`, in one store if it is aligned.
    ///
    /// # Safety
    /// `ptr` must be valid for writes of `size_of::<Self>()` bytes; racing accesses must be atomic or raw copies.
    unsafe fn store(ptr: *mut u8, value: Self);
}

macro_rules! words {
    ($($atomic:ty: [$($word:ty, $to:expr, $from:expr);+];)+) => { $($(
        impl sealed::Sealed for $word {}

        impl Word for $word {
            #[inline]
            unsafe fn load(ptr: *const u8) -> Self {
                if !ptr.addr().is_multiple_of(align_of::<$atomic>()) {
                    // SAFETY: the caller's promise.
                    return unsafe { unaligned::load(ptr) };
                }
                // SAFETY: valid by the caller's promise, aligned by the test above.
                let bits = unsafe { <$atomic>::from_ptr(ptr.cast_mut().cast()) }.load(Ordering::Relaxed);
                $from(bits)
            }

            #[inline]
            unsafe fn store(ptr: *mut u8, value: Self) {
                if !ptr.addr().is_multiple_of(align_of::<$atomic>()) {
                    // SAFETY: the caller's promise.
                    return unsafe { unaligned::store(ptr, value) };
                }
                // SAFETY: valid by the caller's promise, aligned by the test above.
                unsafe { <$atomic>::from_ptr(ptr.cast()) }.store($to(value), Ordering::Relaxed);
            }
        }
    )+)+ };
}

words! {
    AtomicU8: [u8, |w| w, |b| b; i8, i8::cast_unsigned, u8::cast_signed];
    AtomicU16: [u16, |w| w, |b| b; i16, i16::cast_unsigned, u16::cast_signed];
    AtomicU32: [u32, |w| w, |b| b; i32, i32::cast_unsigned, u32::cast_signed; f32, f32::to_bits, f32::from_bits];
    AtomicU64: [u64, |w| w, |b| b; i64, i64::cast_unsigned, u64::cast_signed; f64, f64::to_bits, f64::from_bits];
}

/// Words at unaligned addresses: they need not be accessed in one piece.
mod unaligned {
    #[cold]
    pub(super) unsafe fn load<T: Copy>(ptr: *const u8) -> T {
        // SAFETY: the caller promises validity; alignment is not needed.
        unsafe { ptr.cast::<T>().read_unaligned() }
    }

    #[cold]
    pub(super) unsafe fn store<T: Copy>(ptr: *mut u8, value: T) {
        // SAFETY: the caller promises validity; alignment is not needed.
        unsafe { ptr.cast::<T>().write_unaligned(value) }
    }
}

macro_rules! apply {
    ($name:ident, $atomic:ty, $word:ty) => {
        /// Applies `op` and returns the old word. Acquires and releases, so that a remote atomic
        /// can publish and take data.
        // Inlined: callers mostly know `op` at compile time, and then one instruction remains.
        #[inline(always)]
        pub(crate) fn $name(word: &$atomic, op: AtomicOp) -> $word {
            let order = Ordering::SeqCst;
            match op {
                AtomicOp::Add(operand) => word.fetch_add(operand as $word, order),
                AtomicOp::Swap(operand) => word.swap(operand as $word, order),
                AtomicOp::And(operand) => word.fetch_and(operand as $word, order),
                AtomicOp::Or(operand) => word.fetch_or(operand as $word, order),
                AtomicOp::Xor(operand) => word.fetch_xor(operand as $word, order),
                AtomicOp::CompareSwap { compare, swap } => {
                    match word.compare_exchange(compare as $word, swap as $word, order, order) {
                        Ok(old) | Err(old) => old,
                    }
                }
            }
        }
    };
}

apply!(apply_u32, AtomicU32, u32);
apply!(apply_u64, AtomicU64, u64);
