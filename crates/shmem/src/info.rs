//! What this library is, and whom it reaches.

use crate::Pe;

/// Who made this library, and which release it is.
pub const VENDOR: &str = concat!("Farreach ", env!("CARGO_PKG_VERSION"));

impl Pe {
    /// Whether there is a PE of this number: all that there are can be reached.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// assert!(pe.is_accessible(pe.my_pe()) && !pe.is_accessible(pe.n_pes()));
    /// assert_eq!(shmem::VERSION, (1, 6));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn is_accessible(&self, pe: u32) -> bool {
        pe < self.n_pes()
    }
}
