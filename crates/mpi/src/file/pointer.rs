//! The pointers of a file.
//!
//! The shared pointer is a word in the segment of the first process. Atomic operations of the runtime advance it, which need
//! no help of that process.

use std::sync::Arc;

use farreach_runtime::{AtomicOp, AtomicWidth};

use super::together::gathered;
use super::{File, From, unsigned, unsupported};
use crate::collective::{Run, data_of, spread};
use crate::error::{Class, Failure, Result};
use crate::mpi::{Mpi, lock};

/// A shared pointer.
#[derive(Clone)]
pub(super) struct Shared {
    mpi: Arc<Mpi>,
    pe: u32,
    offset: usize,
}

impl Shared {
    fn update(&self, op: impl Fn() -> AtomicOp) -> Result<i64> {
        let through = self.mpi.world().direct();
        let old = through.atomic(self.pe, self.offset, AtomicWidth::W64, op)?;
        Ok(old as i64)
    }

    /// Where this process's part of an access in the order of the ranks begins. Collective.
    pub(super) async fn ordered(&self, run: &Run, etypes: i64) -> Result<i64> {
        let all = gathered(run, [etypes as u64]).await?;
        let sum = |count: usize| -> u64 { all[..count].iter().map(|[etypes]| *etypes).sum() };
        let first = data_of(&[0; 8]);
        if run.comm().rank() == 0 {
            let total = sum(all.len());
            let old = self.update(|| AtomicOp::Add(total))?;
            first.with_mut_row(|row| row.copy_from_slice(&old.to_ne_bytes()));
        }
        spread(run, 0, &first).await?;
        let first = first.to_bytes().try_into().expect("8 bytes");
        Ok(i64::from_ne_bytes(first) + sum(run.comm().rank() as usize) as i64)
    }
}

impl File {
    pub(super) fn pointer(&self) -> Shared {
        Shared {
            mpi: Arc::clone(&self.mpi),
            pe: self.comm.group().rank(0),
            offset: self.shared,
        }
    }

    /// Sets the shared pointer.
    pub(super) fn set_shared(&self, etypes: i64) -> Result<()> {
        self.pointer().update(|| AtomicOp::Swap(etypes as u64))?;
        Ok(())
    }

    /// Advances the shared pointer. Returns where it was.
    pub(super) fn advance_shared(&self, etypes: i64) -> Result<i64> {
        self.pointer().update(|| AtomicOp::Add(etypes as u64))
    }

    /// The shared pointer, in etypes.
    pub fn shared_pointer(&self) -> Result<i64> {
        self.pointer().update(|| AtomicOp::Add(0))
    }

    /// The pointer of this process, in etypes.
    pub fn own_pointer(&self) -> i64 {
        lock(&self.state).pointer
    }

    fn target(&self, offset: i64, from: From, pointer: i64) -> Result<i64> {
        let base = match from {
            From::Begin => 0,
            From::Pointer => pointer,
            From::End => self.end()?,
        };
        let target = base.checked_add(offset).filter(|target| *target >= 0);
        target.ok_or_else(|| {
            let what =
                format!("argument offset: {offset} from {base} on is before the view's begin");
            Failure::new(Class::Arg, what)
        })
    }

    /// The first etype of the view that is behind the end of the file.
    pub(super) fn end(&self) -> Result<i64> {
        let view = self.view();
        let bytes = view.bytes_before(self.size()?);
        Ok(bytes.div_ceil(view.etype_size()) as i64)
    }

    /// Moves the pointer of this process.
    pub fn seek(&self, offset: i64, from: From) -> Result<()> {
        self.check_random()?;
        let pointer = lock(&self.state).pointer;
        let target = self.target(offset, from, pointer)?;
        lock(&self.state).pointer = target;
        Ok(())
    }

    /// Moves the shared pointer. Collective.
    pub fn seek_shared(&self, offset: i64, from: From) -> Result<()> {
        self.check_no_split()?;
        if self.modes.has(super::Mode::Sequential) {
            return Err(unsupported(
                "the file was opened with MPI_MODE_SEQUENTIAL, so there is no seek",
            ));
        }
        self.check_same(offset as u64 ^ (from as u64) << 62, "offset")?;
        let pointer = self.shared_pointer()?;
        let target = self.target(offset, from, pointer);
        self.first_does(|| Ok(()))?;
        let target = target?;
        self.first_does(|| self.set_shared(target))
    }

    /// The place in bytes of an offset in etypes.
    pub fn byte_offset(&self, offset: i64) -> Result<i64> {
        self.check_random()?;
        let view = self.view();
        let bytes = unsigned(offset, "offset")?.checked_mul(view.etype_size());
        let place = match bytes {
            _ if view.is_empty() => Some(view.displacement),
            bytes => bytes.and_then(|bytes| view.place(bytes)),
        };
        let place = place.ok_or_else(|| {
            let what = "argument offset: it is behind byte 2^63 of the file";
            Failure::new(Class::Arg, what)
        })?;
        Ok(place as i64)
    }
}
