//! Addresses of other processes' memory.
//!
//! `ARMCI_Malloc` gives a program an address for each process. For a process of this node it is
//! where that process's memory is mapped here, so that the program can load and store it. For any
//! other process it is the address at which this process has memory at the same offset. Both are
//! valid for a transfer, since the ranges of addresses do not overlap.

use std::ffi::c_int;

use farreach_c::Fault;

use crate::state::State;

/// Memory of a process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) pe: u32,
    /// The offset in its segment.
    pub(crate) offset: usize,
}

impl State {
    /// The memory of process `proc` at an address that `ARMCI_Malloc` gave for it.
    #[inline]
    pub(crate) fn place(
        &self,
        proc: c_int,
        address: *const u8,
        argument: &'static str,
    ) -> Result<Place, Fault> {
        let pe = self.rank(proc, "proc")?;
        match self.offset(pe, address) {
            Some(offset) => Ok(Place { pe, offset }),
            None => Err(self.unknown(pe, address, argument)),
        }
    }

    /// The offset in the segment of `pe` that an address stands for.
    #[inline]
    pub(crate) fn offset(&self, pe: u32, address: *const u8) -> Option<usize> {
        let (own, len) = self.segment;
        let base = self.mapped(pe).unwrap_or(own);
        let offset = address.addr().wrapping_sub(base);
        (offset < len).then_some(offset)
    }

    /// The address at which this process has mapped the segment of a process of this node.
    #[inline]
    fn mapped(&self, pe: u32) -> Option<usize> {
        let first = self.world.silent_pointer(pe, 0)?;
        Some(first.addr().get())
    }

    /// The address that a program has for an offset in the segment of `pe`.
    pub(crate) fn address(&self, pe: u32, offset: usize) -> *mut u8 {
        let base = self.mapped(pe).unwrap_or(self.segment.0);
        std::ptr::with_exposed_provenance_mut(base + offset)
    }

    #[cold]
    fn unknown(&self, pe: u32, address: *const u8, argument: &'static str) -> Fault {
        let others = (0..self.world.size()).filter(|&other| other != pe);
        let mut owners = others.filter(|&other| {
            let mapped = self.mapped(other);
            mapped.is_some_and(|mapped| address.addr().wrapping_sub(mapped) < self.segment.1)
        });
        let why = match owners.next() {
            Some(owner) => format!("it is memory of process {owner}"),
            None => "ARMCI_Malloc did not give it".to_owned(),
        };
        let what = format!("{address:p} is no memory of process {pe}: {why}");
        Fault::argument(argument, what)
    }
}
