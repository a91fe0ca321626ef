//! Locks of all PEs.

use farreach_openshmem as openshmem;

use crate::{Error, Hint, Pe, Symmetric};

/// A lock that one PE at a time can hold. PEs get the lock in the order of their requests. Threads
/// of a PE that share a lock need another lock among themselves: the second thread that asks for
/// this one gets an error.
///
/// ```
/// use farreach::shmem;
///
/// let pe = shmem::init()?;
/// let lock = pe.alloc_lock()?;
/// let total = pe.alloc_zeroed::<u64>(1)?;
/// {
///     let _held = lock.lock(&pe)?;
///     let sum = pe.get(total.at(0).on(0))?;
///     pe.put(total.at(0).on(0), sum + 1)?;
/// }
/// pe.barrier_all()?;
/// assert_eq!(pe.get(total.at(0).on(0))?, u64::from(pe.n_pes()));
/// # pe.finalize()?;
/// # Ok::<(), shmem::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lock {
    word: Symmetric<u64>,
}

/// A held lock. Dropping it completes this PE's operations and gives the lock back. Forgetting it
/// keeps the lock for ever.
#[derive(Debug)]
#[must_use = "the lock is given back when this is dropped"]
pub struct LockGuard<'pe> {
    pe: &'pe Pe,
    lock: openshmem::Lock<'pe>,
}

impl Pe {
    /// Allocates a lock that nobody holds. Collective.
    ///
    /// Example: [`Lock`].
    pub fn alloc_lock(&self) -> Result<Lock, Error> {
        let word = self.alloc_hinted::<u64>(1, Hint::Atomics)?;
        self.zero("Pe::alloc_lock", &word)?;
        Ok(Lock { word })
    }
}

impl Lock {
    /// The lock's word, to free it.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let lock = pe.alloc_lock()?;
    /// pe.free(lock.word())?;
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn word(&self) -> Symmetric<u64> {
        self.word
    }

    /// Waits until all earlier requests have had the lock, and takes it.
    ///
    /// Example: [`Lock`].
    ///
    /// # Errors
    /// If this PE holds it already.
    pub fn lock<'pe>(&self, pe: &'pe Pe) -> Result<LockGuard<'pe>, Error> {
        let lock = self.of(pe)?;
        lock.set("Lock::lock")?;
        Ok(LockGuard { pe, lock })
    }

    /// Takes the lock if nobody holds it or waits for it.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let lock = pe.alloc_lock()?;
    /// if let Some(held) = lock.try_lock(&pe)? {
    ///     assert!(lock.try_lock(&pe)?.is_none());
    ///     held.unlock()?;
    /// }
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn try_lock<'pe>(&self, pe: &'pe Pe) -> Result<Option<LockGuard<'pe>>, Error> {
        let lock = self.of(pe)?;
        let is_taken = lock.test()?;
        Ok(is_taken.then(|| LockGuard { pe, lock }))
    }

    fn of<'pe>(&self, pe: &'pe Pe) -> Result<openshmem::Lock<'pe>, Error> {
        openshmem::Lock::at(pe.world(), self.word.offset())
    }
}

impl LockGuard<'_> {
    /// Completes this PE's operations and gives the lock back, as dropping does, but returns
    /// errors.
    ///
    /// Example: [`Lock::try_lock`].
    pub fn unlock(self) -> Result<(), Error> {
        let lock = self.lock;
        std::mem::forget(self);
        lock.clear()
    }
}

impl Drop for LockGuard<'_> {
    fn drop(&mut self) {
        // A program that needs the error calls `unlock`. Other PEs would wait for ever, so the
        // error ends the job.
        if let Err(error) = self.lock.clear() {
            let text = format!("a lock can't be given back: {error}");
            self.pe.world().end_job(1, &text);
        }
    }
}
