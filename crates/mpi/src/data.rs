//! The program's data: elements of a datatype at an address.

#![allow(unsafe_code)]

use std::borrow::Cow;
use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

use farreach_runtime::{Memory, Scattered, View};

use crate::datatype::{Basic, Datatype, ExternalError};
use crate::error::{Class, Failure, Result};

/// `count` elements of a datatype.
#[derive(Clone)]
pub struct Data {
    /// The address of the first element, from which the datatype's displacements count.
    first: *mut u8,
    count: usize,
    datatype: Datatype,
    /// What keeps the memory, if it is not the program's.
    owner: Option<Memory>,
}

/// Where a message is received to.
#[derive(Clone, Debug)]
pub struct Room {
    /// The place of the message's bytes.
    pub(crate) memory: Memory,
    /// The number of the bytes.
    pub(crate) len: usize,
}

impl Room {
    /// `len` bytes in a row.
    ///
    /// # Safety
    /// As [`Data::new`].
    #[inline]
    pub unsafe fn row(first: NonNull<u8>, len: usize) -> Room {
        // SAFETY: as the caller vouches.
        let memory = unsafe { Memory::from_raw_parts(first, len) };
        Room { memory, len }
    }
}

impl From<&Data> for Room {
    fn from(data: &Data) -> Room {
        Room {
            memory: data.buffer(),
            len: data.len(),
        }
    }
}

// SAFETY: whoever made the value vouches that the memory may be used until the operation has ended,
// by any thread.
unsafe impl Send for Data {}
// SAFETY: as above.
unsafe impl Sync for Data {}

impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} elements at {:p}", self.count, self.first)
    }
}

impl Data {
    /// `count` elements at `first`.
    ///
    /// # Safety
    /// The elements' bytes must be valid for reads, and for writes if they are received to, until each
    /// operation that got this value has ended. Nothing else may access them in a way that conflicts.
    pub unsafe fn new(first: *mut u8, count: usize, datatype: &Datatype) -> Data {
        Data {
            first,
            count,
            datatype: datatype.clone(),
            owner: None,
        }
    }

    /// No elements.
    pub fn none() -> Data {
        Data::room(0, &Datatype::basic(Basic::Byte))
    }

    /// Room of its own for `count` elements.
    pub fn room(count: usize, datatype: &Datatype) -> Data {
        let (lb, span) = span(count, datatype);
        let memory = Memory::zeroed(span);
        Data {
            first: memory.as_mut_ptr().wrapping_offset(-lb),
            count,
            datatype: datatype.clone(),
            owner: Some(memory),
        }
    }

    /// A copy in room of its own.
    pub(crate) fn copied(&self) -> Data {
        let copy = Data::room(self.count, &self.datatype);
        copy.copy_from(self);
        copy
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The datatype.
    pub fn datatype(&self) -> &Datatype {
        &self.datatype
    }

    /// The address of the first element.
    pub fn as_mut_ptr(&self) -> *mut u8 {
        self.first
    }

    /// The number of bytes of a message.
    #[inline]
    pub fn len(&self) -> usize {
        self.count * self.datatype.size()
    }

    /// Whether a message of this has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the bytes of the message lie, in its order: addresses and lengths.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (*mut u8, usize)> {
        let row = self.row().map(|first| (first, self.len()));
        let blocks = row.is_none().then(|| self.datatype.blocks(self.count));
        let blocks = blocks.into_iter().flatten();
        let blocks = blocks.map(|(at, len)| (self.first.wrapping_offset(at), len));
        row.into_iter().chain(blocks)
    }

    /// The bytes of the message, if they lie in a row.
    #[inline]
    pub(crate) fn row(&self) -> Option<*mut u8> {
        let offset = self.datatype.is_contiguous(self.count)?;
        Some(self.first.wrapping_offset(offset))
    }

    /// Calls `f` with the bytes of a message to send if they lie in a row.
    #[inline]
    pub(crate) fn with_row<R>(&self, f: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let row = NonNull::new(self.row()?);
        let row = row.unwrap_or(NonNull::dangling());
        // SAFETY: readable, as the maker of the value vouches. A program does not write to it during the call.
        Some(f(unsafe {
            std::slice::from_raw_parts(row.as_ptr(), self.len())
        }))
    }

    /// Calls `f` with the bytes of a message to receive if they lie in a row.
    #[inline]
    pub(crate) fn with_mut_row<R>(&self, f: impl FnOnce(&mut [u8]) -> R) -> Option<R> {
        let row = NonNull::new(self.row()?);
        let row = row.unwrap_or(NonNull::dangling());
        // SAFETY: writable, as the maker of the value vouches. A program does not access it during the call.
        Some(f(unsafe {
            std::slice::from_raw_parts_mut(row.as_ptr(), self.len())
        }))
    }

    /// Calls `f` with the elements as they lie in memory, gaps between them included.
    pub(crate) fn with_elements<R>(&self, f: impl FnOnce(&mut [u8]) -> R) -> R {
        let (_, extent) = self.datatype.extent();
        let len = self.count * extent.max(0) as usize;
        let first = NonNull::new(self.first).unwrap_or(NonNull::dangling());
        // SAFETY: as the maker of the value vouches. Nothing else accesses the elements during the call.
        f(unsafe { std::slice::from_raw_parts_mut(first.as_ptr(), len) })
    }

    /// The bytes of a message to send, where they lie, or else a copy of them.
    pub(crate) fn bytes(&self) -> Cow<'_, [u8]> {
        let Some(row) = self.row() else {
            return Cow::Owned(self.to_bytes());
        };
        let row = NonNull::new(row).unwrap_or(NonNull::dangling());
        // SAFETY: readable until the operation has ended, as the maker of the value vouches.
        Cow::Borrowed(unsafe { std::slice::from_raw_parts(row.as_ptr(), self.len()) })
    }

    /// The place of the bytes of a message to receive, if they lie in a row.
    pub(crate) fn as_mut_row(&mut self) -> Option<&mut [u8]> {
        let row = NonNull::new(self.row()?).unwrap_or(NonNull::dangling());
        // SAFETY: writable until the operation has ended, as the maker of the value vouches.
        Some(unsafe { std::slice::from_raw_parts_mut(row.as_ptr(), self.len()) })
    }

    /// The elements as they lie in memory, gaps between them included.
    pub(crate) fn as_mut_elements(&mut self) -> &mut [u8] {
        let (_, extent) = self.datatype.extent();
        let len = self.count * extent.max(0) as usize;
        let first = NonNull::new(self.first).unwrap_or(NonNull::dangling());
        // SAFETY: as the maker of the value vouches, until the operation has ended.
        unsafe { std::slice::from_raw_parts_mut(first.as_ptr(), len) }
    }

    /// Whether the elements lie one behind the other, without gaps.
    pub(crate) fn is_dense(&self) -> bool {
        self.datatype.is_contiguous(self.count) == Some(0)
    }

    /// The bytes as the memory of a message.
    pub(crate) fn buffer(&self) -> Memory {
        let len = self.len();
        if len == 0 {
            // SAFETY: no bytes.
            return unsafe { Memory::from_raw_parts(NonNull::dangling(), 0) };
        }
        let Some(row) = self.row().and_then(NonNull::new) else {
            return Memory::scattered(Arc::new(self.clone()));
        };
        if let Some(owner) = &self.owner {
            let offset = row.as_ptr().addr() - owner.as_mut_ptr().addr();
            if let Ok(part) = owner.slice(offset, len) {
                return part;
            }
        }
        // SAFETY: as the maker of the value vouches, until the operation has ended.
        unsafe { Memory::from_raw_parts(row, len) }
    }

    /// `count` elements from element `at` on.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn part(&self, at: usize, count: usize) -> Data {
        assert!(at + count <= self.count, "behind the last element");
        let (_, extent) = self.datatype.extent();
        Data {
            first: self.first.wrapping_offset(at as isize * extent),
            count,
            ..self.clone()
        }
    }

    /// `len` bytes of the message from `at` on, where they lie. `None` if the message's bytes do not lie in a row.
    pub(crate) fn bytes_at(&self, at: usize, len: usize) -> Option<Data> {
        debug_assert!(at + len <= self.len(), "behind the last byte");
        Some(Data {
            first: self.row()?.wrapping_add(at),
            count: len,
            datatype: Datatype::basic(Basic::Byte),
            owner: self.owner.clone(),
        })
    }

    /// One element of a datatype, at byte `at` of the message, where it lies. `None` if the message's bytes do not lie in a row.
    ///
    /// # Panics
    /// If the element's data is not inside of the message.
    pub(crate) fn element_at(&self, at: usize, datatype: &Datatype) -> Option<Data> {
        let first = self.row()?.wrapping_add(at);
        let (lb, extent) = datatype.true_extent();
        let from = at as isize + lb;
        let is_inside = from >= 0 && from + extent <= self.len() as isize;
        assert!(is_inside, "an element outside of the message");
        Some(Data {
            first,
            count: 1,
            datatype: datatype.clone(),
            owner: self.owner.clone(),
        })
    }

    /// The elements in external32.
    pub(crate) fn to_external(&self) -> std::result::Result<Vec<u8>, ExternalError> {
        let mut bytes = vec![0; self.datatype.external_size(self.count).unwrap_or(0)];
        // SAFETY: readable, as the maker of the value vouches.
        unsafe {
            self.datatype
                .pack_external(self.count, self.first, &mut bytes)
        }?;
        Ok(bytes)
    }

    /// Stores the first `count` elements from external32.
    pub(crate) fn store_external(
        &self,
        count: usize,
        from: &[u8],
    ) -> std::result::Result<(), ExternalError> {
        let count = count.min(self.count);
        // SAFETY: writable, as the maker of the value vouches.
        unsafe { self.datatype.unpack_external(count, self.first, from) }?;
        Ok(())
    }

    /// Copies the bytes of the message to `into`.
    pub fn read_into(&self, into: &mut [u8]) {
        // A null pointer is an address, too: that of a datatype with absolute displacements.
        let copied = self.with_row(|row| into.copy_from_slice(&row[..into.len()]));
        if copied.is_none() {
            Scattered::read(self, 0, into);
        }
    }

    /// Stores the bytes of a message.
    pub fn write_from(&self, from: &[u8]) {
        let copied = self.with_mut_row(|row| row[..from.len()].copy_from_slice(from));
        if copied.is_none() {
            Scattered::write(self, 0, from);
        }
    }

    /// The bytes of the message.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.len()];
        Scattered::read(self, 0, &mut bytes);
        bytes
    }

    /// Copies the elements of `from`, as a message that this process sends to itself.
    pub(crate) fn take_from(&self, from: &Data) -> Result<()> {
        if from.len() > self.len() {
            let what = format!(
                "this rank gives itself {} bytes, but expects {}: the counts or datatypes differ",
                from.len(),
                self.len()
            );
            return Err(Failure::new(Class::Truncate, what));
        }
        self.copy_from(from);
        Ok(())
    }

    /// Copies the elements of `from`, whose message is not longer.
    pub fn copy_from(&self, from: &Data) {
        let len = self.len().min(from.len());
        let is_same = std::ptr::eq(self.first, from.first) && self.datatype == from.datatype;
        if len == 0 || is_same {
            return;
        }
        match (self.row(), from.row()) {
            // SAFETY: as the makers of both values vouch.
            (Some(to), Some(from)) => unsafe { std::ptr::copy(from, to, len) },
            (_, Some(_)) => {
                let copied = from.with_row(|bytes| Scattered::write(self, 0, &bytes[..len]));
                copied.expect("seen above");
            }
            _ => {
                let mut bytes = vec![0; len];
                Scattered::read(from, 0, &mut bytes);
                Scattered::write(self, 0, &bytes);
            }
        }
    }
}

/// The lower bound and the length of what `count` elements cover.
fn span(count: usize, datatype: &Datatype) -> (isize, usize) {
    if count == 0 {
        return (0, 0);
    }
    let (_, extent) = datatype.extent();
    let (lb, true_extent) = datatype.true_extent();
    let last = extent * (count as isize - 1);
    let from = lb + last.min(0);
    // The gap behind the last element is read and written as those between elements.
    let to = last.max(0) + extent.max(lb + true_extent);
    (from, (to - from).max(0) as usize)
}

impl Scattered for Data {
    fn len(&self) -> usize {
        Data::len(self)
    }

    fn read(&self, offset: usize, into: &mut [u8]) {
        // SAFETY: readable, as the maker of the value vouches.
        unsafe { self.datatype.pack(self.count, self.first, offset, into) };
    }

    fn write(&self, offset: usize, from: &[u8]) {
        // SAFETY: writable, as the maker of the value vouches.
        unsafe { self.datatype.unpack(self.count, self.first, offset, from) };
    }

    fn read_to(&self, offset: usize, into: View<'_>) {
        let into = (into.as_non_null().as_ptr(), into.len());
        // SAFETY: readable, as the maker of the value vouches. The view has its bytes, which are accessed by
        // raw copies.
        unsafe {
            self.datatype.pack_to(self.count, self.first, offset, into);
        }
    }

    fn write_from(&self, offset: usize, from: View<'_>) {
        let from = (from.as_non_null().as_ptr().cast_const(), from.len());
        // SAFETY: writable, as the maker of the value vouches. The view has its bytes, which are accessed by
        // raw copies.
        unsafe {
            self.datatype
                .unpack_from(self.count, self.first, offset, from);
        }
    }
}
