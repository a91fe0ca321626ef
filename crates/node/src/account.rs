//! Counts allocated bytes, so that memory figures are measured.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

/// The system's allocator with a counter of live bytes for each thread and for the process.
///
/// ```
/// use farreach_node::{CountingAllocator, thread_live_bytes};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// let before = thread_live_bytes();
/// let buffer = vec![0_u8; 1000];
/// assert_eq!(thread_live_bytes() - before, 1000);
/// drop(buffer);
/// assert_eq!(thread_live_bytes(), before);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator;

static PROCESS: AtomicI64 = AtomicI64::new(0);

thread_local! {
    static THREAD: Cell<i64> = const { Cell::new(0) };
}

/// Bytes that this thread has allocated minus bytes that this thread has freed. The number is
/// negative if the thread frees more than it allocates, since another thread may have allocated the
/// memory. The difference of two readings is what the code between the readings keeps. The number
/// is zero unless a [`CountingAllocator`] is the program's global allocator.
pub fn thread_live_bytes() -> i64 {
    THREAD.with(Cell::get)
}

/// Live bytes of this process. The number is zero unless a [`CountingAllocator`] is the program's
/// global allocator.
pub fn process_live_bytes() -> i64 {
    PROCESS.load(Ordering::Relaxed)
}

#[inline]
fn count(bytes: i64) {
    // Neither counter allocates: the thread's cell is initialized at compile time and has no
    // destructor.
    THREAD.with(|thread| thread.set(thread.get().wrapping_add(bytes)));
    PROCESS.fetch_add(bytes, Ordering::Relaxed);
}

// SAFETY: every method hands its arguments to `System` unchanged and returns its result.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let ptr = unsafe { System.alloc(layout) };
        if !ptr.is_null() {
            count(layout.size() as i64);
        }
        ptr
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let ptr = unsafe { System.alloc_zeroed(layout) };
        if !ptr.is_null() {
            count(layout.size() as i64);
        }
        ptr
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(ptr, layout) };
        count(-(layout.size() as i64));
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        let new = unsafe { System.realloc(ptr, layout, new_size) };
        if !new.is_null() {
            count(new_size as i64 - layout.size() as i64);
        }
        new
    }
}
