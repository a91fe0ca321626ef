//! The library's name and version, and the PEs that can be reached.

use crate::Pe;

/// The name of the library, and its release.
pub const VENDOR: &str = concat!("Farreach ", env!("CARGO_PKG_VERSION"));

impl Pe {
    /// Whether there is a PE with this number. All PEs can be reached.
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
