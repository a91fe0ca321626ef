//! Signals: words that tell a PE that data has come.

use farreach_runtime as runtime;
use farreach_runtime::SignalOp;
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::{Compare, Element, Error, Hint, Initiator, Pe, Symmetric};

/// A 64-bit word on every PE that others set or add to.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    word: Symmetric<u64>,
}

/// What is to happen to a [`Signal`] on the PE that it is sent to.
#[derive(Clone, Copy, Debug)]
pub struct SignalUpdate {
    signal: Signal,
    op: SignalOp,
    value: u64,
}

impl Signal {
    /// The element `at` of `words` as a signal, if there is such an element.
    pub fn of(words: &Symmetric<u64>, at: usize) -> Option<Signal> {
        let word = words.slice(at, 1)?;
        Some(Signal { word })
    }

    /// Its word, to be freed or to be waited for with others.
    pub fn word(&self) -> Symmetric<u64> {
        self.word
    }

    /// It becomes `value`.
    #[inline]
    pub fn set(&self, value: u64) -> SignalUpdate {
        SignalUpdate {
            signal: *self,
            op: SignalOp::Set,
            value,
        }
    }

    /// `value` is added to it, wrapping.
    #[inline]
    pub fn add(&self, value: u64) -> SignalUpdate {
        SignalUpdate {
            signal: *self,
            op: SignalOp::Add,
            value,
        }
    }
}

impl SignalUpdate {
    #[inline]
    fn of_segment(self) -> runtime::Signal {
        runtime::Signal {
            offset: self.signal.word.offset(),
            op: self.op,
            value: self.value,
        }
    }
}

impl Pe {
    /// Allocates a signal of 0. Collective.
    pub fn alloc_signal(&self) -> Result<Signal, Error> {
        let word = self.alloc_hinted::<u64>(1, Hint::Signals)?;
        self.zero("Pe::alloc_signal", &word)?;
        Ok(Signal { word })
    }
}

impl<W: Base> Initiator<W> {
    /// Copies `source` to the elements of `dest` from `at` on, on PE `pe`, then updates a signal there: a PE that sees the signal
    /// sees the elements. `source` can be reused when this returns.
    ///
    /// ```
    /// # use farreach_shmem::{self as shmem, Compare};
    /// let pe = shmem::init()?;
    /// let data = pe.alloc::<f32>(8)?;
    /// let arrived = pe.alloc_signal()?;
    /// let right = (pe.my_pe() + 1) % pe.n_pes();
    /// pe.put_and_signal(&data, 0, &[1.5, 2.5], arrived.set(1), right)?;
    /// pe.put_and_signal(&data, 2, &[3.5], arrived.add(1), right)?;
    /// assert_eq!(pe.signal_wait_until(&arrived, Compare::Ge, 2)?, 2);
    /// assert_eq!(pe.g(&data, 2, pe.my_pe())?, 3.5);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn put_and_signal<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        source: &[T],
        update: SignalUpdate,
        pe: u32,
    ) -> Result<(), Error> {
        let to = dest.range(self, "put_and_signal", pe, at, source.len())?;
        self.through()
            .put_and_signal(self.rank(pe)?, to, source.as_bytes(), update.of_segment())
    }

    /// Begins to copy this PE's `source` to `dest` on PE `pe` from `at` on, then to update a signal there. Complete after
    /// [`Initiator::quiet`]; until then `source` must stay as it is if the target is to get it as it is now.
    #[inline]
    pub fn put_and_signal_nbi<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        source: &Symmetric<T>,
        update: SignalUpdate,
        pe: u32,
    ) -> Result<(), Error> {
        self.put_nbi(dest, at, source, 0, source.len(), pe)?;
        self.signal(update, pe)
    }

    /// Updates a signal on PE `pe`.
    #[inline]
    pub fn signal(&self, update: SignalUpdate, pe: u32) -> Result<(), Error> {
        self.through().signal(self.rank(pe)?, update.of_segment())
    }

    /// The signal's word on this PE. What was put before the update that is seen is visible.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let signal = pe.alloc_signal()?;
    /// pe.signal(signal.add(5), pe.my_pe())?;
    /// assert_eq!(pe.signal_fetch(&signal)?, 5);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn signal_fetch(&self, signal: &Signal) -> Result<u64, Error> {
        Ok(self.own_word("signal_fetch", &signal.word, 0)?.get())
    }

    /// Waits until the signal's word on this PE compares with `value` as asked, and returns it as it was then.
    #[inline]
    pub fn signal_wait_until(
        &self,
        signal: &Signal,
        compare: Compare,
        value: u64,
    ) -> Result<u64, Error> {
        let word = self.own_word("signal_wait_until", &signal.word, 0)?;
        let mut seen = word.get();
        if !compare.holds(seen, value) {
            self.world().wait_until("signal_wait_until", || {
                seen = word.get();
                compare.holds(seen, value)
            });
        }
        Ok(seen)
    }
}
