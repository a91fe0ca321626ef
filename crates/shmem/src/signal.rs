//! Signals: words that tell a PE that data has arrived.

#![expect(
    clippy::inline_always,
    reason = "a place that is given to a function that is not inlined is laid out in memory first"
)]

use farreach_openshmem::wait_until;
use farreach_runtime as runtime;
use farreach_runtime::SignalOp;
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::{At, Compare, Element, Error, Hint, Initiator, On, Part, Pe, Symmetric};

/// A 64-bit word on every PE, which other PEs set or add to.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    word: At<u64>,
}

/// An update of a [`Signal`] on the PE that it is sent to.
#[derive(Clone, Copy, Debug)]
pub struct SignalUpdate {
    signal: Signal,
    op: SignalOp,
    value: u64,
}

impl Signal {
    /// The signal's word, for calls that wait for words.
    ///
    /// ```
    /// use farreach::shmem::{self, Compare};
    ///
    /// let pe = shmem::init()?;
    /// let arrived = pe.alloc_signal()?;
    /// pe.signal(arrived.set(3), pe.my_pe())?;
    /// pe.wait_until(arrived.word(), Compare::Eq, 3)?;
    /// pe.free(arrived.object())?;
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn word(&self) -> At<u64> {
        self.word
    }

    /// The object that the signal's word belongs to, to free it.
    ///
    /// Example: [`Signal::word`].
    pub fn object(&self) -> Symmetric<u64> {
        self.word.object
    }

    /// An update that sets the signal to `value`.
    ///
    /// Example: [`Initiator::put_signal`].
    #[inline]
    pub fn set(&self, value: u64) -> SignalUpdate {
        SignalUpdate {
            signal: *self,
            op: SignalOp::Set,
            value,
        }
    }

    /// An update that adds `value` to the signal, wrapping.
    ///
    /// Example: [`Initiator::put_signal`].
    #[inline]
    pub fn add(&self, value: u64) -> SignalUpdate {
        SignalUpdate {
            signal: *self,
            op: SignalOp::Add,
            value,
        }
    }
}

impl At<u64> {
    /// This word as a signal. `flags.at(3).signal().set(1)` is an argument for
    /// [`Initiator::put_signal`].
    #[inline]
    pub fn signal(self) -> Signal {
        Signal { word: self }
    }
}

impl SignalUpdate {
    /// The update of the signal's word in the segment of PE `pe`, for `function`.
    #[inline]
    fn of_segment<W: Base>(
        self,
        initiator: &Initiator<W>,
        function: &'static str,
        pe: u32,
    ) -> Result<runtime::Signal, Error> {
        let At { object, index } = self.signal.word;
        Ok(runtime::Signal {
            offset: object.range_of(initiator, function, pe, index, 1)?,
            op: self.op,
            value: self.value,
        })
    }
}

impl Pe {
    /// Allocates a signal with the value 0. Collective.
    ///
    /// Example: [`Initiator::put_signal`].
    pub fn alloc_signal(&self) -> Result<Signal, Error> {
        let word = self.alloc_hinted::<u64>(1, Hint::Signals)?;
        self.zero("Pe::alloc_signal", &word)?;
        Ok(word.at(0).signal())
    }
}

impl<W: Base> Initiator<W> {
    /// Copies `source` to elements on a PE, then updates a signal there. A PE that sees the signal
    /// sees the elements. `source` can be reused when this returns.
    ///
    /// ```
    /// use farreach::shmem::{self, Compare};
    ///
    /// let pe = shmem::init()?;
    /// let data = pe.alloc::<f32>(8)?;
    /// let arrived = pe.alloc_signal()?;
    /// let right = (pe.my_pe() + 1) % pe.n_pes();
    /// pe.put_signal(data.range(..2).on(right), &[1.5, 2.5], arrived.set(1))?;
    /// pe.put_signal(data.range(2..3).on(right), &[3.5], arrived.add(1))?;
    /// assert_eq!(pe.signal_wait_until(&arrived, Compare::Ge, 2)?, 2);
    /// assert_eq!(pe.get(data.at(2).on(pe.my_pe()))?, 3.5);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline(always)]
    pub fn put_signal<T: Element>(
        &self,
        to: On<Part<T>>,
        source: &[T],
        update: SignalUpdate,
    ) -> Result<(), Error> {
        let update = update.of_segment(self, "put_signal", to.pe)?;
        let (bytes, len) = (source.as_bytes(), source.len());
        if let Some(offset) = self.near_elements(to, len) {
            return self.through().put_and_signal(to.pe, offset, bytes, update);
        }
        self.on_elements_apart("put_signal", to, len, move |through, rank, offset| {
            through.put_and_signal(rank, offset, bytes, update)
        })
    }

    /// Begins to copy this PE's `source` to as many elements on another PE, and then to update a
    /// signal there. Both are complete after [`Initiator::quiet`]. A change of `source` before then
    /// may reach the target.
    ///
    /// ```
    /// use farreach::shmem::{self, Compare};
    ///
    /// let pe = shmem::init()?;
    /// let (out, into) = (pe.alloc::<u32>(100)?, pe.alloc::<u32>(100)?);
    /// let arrived = pe.alloc_signal()?;
    /// pe.write(out, &[4; 100])?;
    /// let right = (pe.my_pe() + 1) % pe.n_pes();
    /// pe.put_signal_nbi(into.on(right), out, arrived.set(1))?;
    /// pe.signal_wait_until(&arrived, Compare::Eq, 1)?;
    /// assert_eq!(pe.get(into.at(99).on(pe.my_pe()))?, 4);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline(always)]
    pub fn put_signal_nbi<T: Element>(
        &self,
        to: On<Part<T>>,
        source: impl Into<Part<T>>,
        update: SignalUpdate,
    ) -> Result<(), Error> {
        let update_there = update.of_segment(self, "put_signal_nbi", to.pe)?;
        self.begin_put("put_signal_nbi", to, source.into())?;
        let rank = self.rank("put_signal_nbi", to.pe)?;
        self.through().signal(rank, update_there)
    }

    /// Updates a signal on PE `pe`.
    ///
    /// Example: [`Initiator::signal_fetch`].
    #[inline]
    pub fn signal(&self, update: SignalUpdate, pe: u32) -> Result<(), Error> {
        let update = update.of_segment(self, "signal", pe)?;
        let rank = self.rank("signal", pe)?;
        self.through().signal(rank, update)
    }

    /// Loads the signal's word on this PE. Puts before the update that is seen are visible.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let signal = pe.alloc_signal()?;
    /// pe.signal(signal.add(5), pe.my_pe())?;
    /// assert_eq!(pe.signal_fetch(&signal)?, 5);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn signal_fetch(&self, signal: &Signal) -> Result<u64, Error> {
        Ok(self.own_word("signal_fetch", signal.word)?.get())
    }

    /// Waits until the comparison of the signal's word on this PE with `value` holds. Returns the
    /// word.
    ///
    /// Example: [`Initiator::put_signal`].
    #[inline]
    pub fn signal_wait_until(
        &self,
        signal: &Signal,
        compare: Compare,
        value: u64,
    ) -> Result<u64, Error> {
        let word = self.own_word("signal_wait_until", signal.word)?;
        let load = move || word.get();
        let seen = wait_until(self.world(), "signal_wait_until", load, compare, value);
        Ok(seen)
    }
}
