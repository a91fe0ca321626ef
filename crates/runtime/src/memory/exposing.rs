//! Private memory that becomes memory of this process's segment, and private again.

#![allow(unsafe_code)]

use farreach_node::{Exposed, pages_of};

use crate::{Error, World};

/// Private memory of this process that other processes reach.
#[derive(Debug)]
pub struct Exposure {
    exposed: Exposed,
    /// The offset of the pages, which are allocated in the heap.
    pages: usize,
    /// The offset of the first byte.
    offset: usize,
}

impl Exposure {
    /// The offset of the first byte in this process's segment.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl World {
    /// Makes `len` bytes of private memory at `address` memory of this process's segment, with the whole pages
    /// that they lie in. The memory keeps its address and its bytes. Other threads may use it meanwhile.
    /// [`World::conceal`] makes it private again.
    ///
    /// Takes as many pages of the heap. The kernel must permit userfaultfd.
    ///
    /// # Safety
    ///
    /// From then on any process of the job may write to these bytes, by functions that are safe to call
    /// there. The memory must not be freed before it is private again. No thread may fork during the call.
    pub unsafe fn expose(&self, address: *const u8, len: usize) -> Result<Exposure, Error> {
        let (first, bytes) = pages_of(address.addr(), len);
        let pages = self.allocate_alone(bytes, rustix::param::page_size())?;
        let expose = || {
            let patience = self.settings().fork_copy;
            // SAFETY: the pages of the heap were just allocated, and are this process's. The caller vouches for
            // what other processes do.
            unsafe {
                Exposed::new(
                    self.arena(),
                    self.local_index(),
                    (first, bytes),
                    pages,
                    patience,
                )
            }
        };
        // Meanwhile the helper does not receive packets, whose buffers may lie in these pages too.
        let exposed = match self.network() {
            Some(network) => network.enter(|_, _| expose()),
            None => expose(),
        };
        match exposed {
            Ok(exposed) => Ok(Exposure {
                exposed,
                pages,
                offset: pages + (address.addr() - first),
            }),
            Err(source) => {
                self.free_alone(pages)?;
                Err(Error::Expose {
                    rank: self.rank(),
                    source,
                })
            }
        }
    }

    /// Makes memory private again. It keeps its bytes. No other process may use it any more.
    pub fn conceal(&self, exposure: Exposure) -> Result<(), Error> {
        let Exposure { exposed, pages, .. } = exposure;
        let ended = exposed.end(self.arena(), self.local_index());
        ended.map_err(|source| Error::Conceal {
            rank: self.rank(),
            source,
        })?;
        self.free_alone(pages)
    }
}
