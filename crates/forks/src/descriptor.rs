//! The library's descriptors, which forked children don't keep.

use std::fmt;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::{above_standard, is_forked};

/// Descriptors from this number on are not recorded. The kernel's default limit (`fs.nr_open`)
/// equals this number.
const NUMBERS_MAX: usize = 1 << 20;
const BITS: usize = u64::BITS as usize;

/// A bit for each descriptor of the library. A child reads this, so it is not a list that another
/// thread may be changing.
static OWNED: [AtomicU64; NUMBERS_MAX / BITS] = [const { AtomicU64::new(0) }; NUMBERS_MAX / BITS];
/// The number of words of [`OWNED`] in which a bit was ever set. All such words come first.
static USED: AtomicUsize = AtomicUsize::new(0);
/// Held while a descriptor is opened or closed, and during a fork.
static IS_HELD: AtomicBool = AtomicBool::new(false);

/// A descriptor of the library: a socket, a file, a pipe. A forked child of this process does not
/// have it.
pub struct Descriptor<T: AsFd> {
    /// Closed by [`Drop`].
    inner: ManuallyDrop<T>,
}

impl<T: AsFd + From<OwnedFd> + Into<OwnedFd>> Descriptor<T> {
    /// Runs `open` and records its descriptor. No fork happens between the two. `open` must not
    /// fork itself. A descriptor that has got the number of a closed standard stream is moved.
    pub fn open<E>(open: impl FnOnce() -> Result<T, E>) -> Result<Self, E> {
        exclusively(|| {
            let inner = moved(open()?);
            note(inner.as_fd().as_raw_fd(), true);
            let inner = ManuallyDrop::new(inner);
            Ok(Descriptor { inner })
        })
    }
}

impl<T: AsFd + From<OwnedFd> + Into<OwnedFd>> From<T> for Descriptor<T> {
    /// Records a descriptor that is already open, and moves it as [`Descriptor::open`] does. A child
    /// that was forked before the record keeps the descriptor.
    fn from(inner: T) -> Self {
        let inner = moved(inner);
        exclusively(|| note(inner.as_fd().as_raw_fd(), true));
        let inner = ManuallyDrop::new(inner);
        Descriptor { inner }
    }
}

impl<T: AsFd> Deref for Descriptor<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T: AsFd> AsFd for Descriptor<T> {
    #[inline]
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.inner.as_fd()
    }
}

impl<T: AsFd + fmt::Debug> fmt::Debug for Descriptor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl<T: AsFd> Drop for Descriptor<T> {
    fn drop(&mut self) {
        // In a child the descriptor is closed already, and the number may be the child's own.
        if is_forked() {
            return;
        }
        exclusively(|| {
            note(self.inner.as_fd().as_raw_fd(), false);
            // SAFETY: dropped once, here.
            unsafe { ManuallyDrop::drop(&mut self.inner) };
        });
    }
}

/// A descriptor that another library has opened and will close. A forked child of this process does not have it. The value is
/// dropped before the library closes the descriptor.
#[derive(Debug)]
pub struct Foreign(RawFd);

impl Foreign {
    /// Records the descriptor.
    pub fn new(fd: BorrowedFd<'_>) -> Foreign {
        let number = fd.as_raw_fd();
        exclusively(|| note(number, true));
        Foreign(number)
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        if !is_forked() {
            exclusively(|| note(self.0, false));
        }
    }
}

/// The descriptor with a number above the standard streams'.
fn moved<T: AsFd + From<OwnedFd> + Into<OwnedFd>>(inner: T) -> T {
    above_standard(inner.into()).into()
}

/// Runs `f` while no descriptor is opened or closed and no fork happens.
fn exclusively<R>(f: impl FnOnce() -> R) -> R {
    hold();
    let result = f();
    release();
    result
}

/// Takes the lock of the records. Waits until no other thread holds it.
pub(crate) fn hold() {
    while IS_HELD.swap(true, Ordering::Acquire) {
        std::thread::yield_now();
    }
}

pub(crate) fn release() {
    IS_HELD.store(false, Ordering::Release);
}

/// Records whether a number is the library's.
fn note(number: RawFd, is_owned: bool) {
    let number = number as usize;
    if number >= NUMBERS_MAX {
        return;
    }
    let (word, bit) = (number / BITS, 1 << (number % BITS));
    if is_owned {
        OWNED[word].fetch_or(bit, Ordering::Relaxed);
        USED.fetch_max(word + 1, Ordering::Relaxed);
    } else {
        OWNED[word].fetch_and(!bit, Ordering::Relaxed);
    }
}

/// Closes all descriptors of the library, in a child.
pub(crate) fn close_all() {
    for (word, owned) in OWNED[..USED.load(Ordering::Relaxed)].iter().enumerate() {
        let mut bits = owned.swap(0, Ordering::Relaxed);
        while bits != 0 {
            let number = word * BITS + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            // SAFETY: the number is the library's, which in a child uses none of them any more.
            unsafe { rustix::io::close(number as RawFd) };
        }
    }
}
