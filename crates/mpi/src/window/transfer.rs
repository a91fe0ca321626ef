//! Puts and gets.

#![allow(unsafe_code)]

use farreach_runtime::Piece;

use super::Window;
use crate::data::Data;
use crate::datatype::Datatype;
use crate::error::{Class, Failure, Result};

/// The most pieces of a list.
const PIECES_MAX: usize = 1024;

/// Elements in the memory of a member.
#[derive(Clone, Debug)]
pub struct There<'a> {
    /// The member.
    pub target: u32,
    /// How many units of the member the first element is from the begin of its memory. In a dynamic window the address.
    pub displacement: i64,
    /// The number of elements.
    pub count: usize,
    /// Their datatype.
    pub datatype: &'a Datatype,
}

impl There<'_> {
    fn len(&self) -> usize {
        self.count * self.datatype.size()
    }

    /// The blocks of the elements: one if they lie in a row, of which then nobody looks at each.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (isize, usize)> {
        let row = self.datatype.is_contiguous(self.count);
        let row = row.map(|at| (at, self.len()));
        let blocks = row.is_none().then(|| self.datatype.blocks(self.count));
        row.into_iter().chain(blocks.into_iter().flatten())
    }
}

impl Window {
    /// Where the first element is, in bytes. Fails if some element is outside of the member's memory.
    #[inline]
    pub(super) fn first(&self, there: &There<'_>) -> Result<isize> {
        if there.displacement < 0 {
            return Err(negative(there.displacement));
        }
        let member = self.member(there.target);
        let unit = if self.flavor == super::Flavor::Dynamic {
            1
        } else {
            member.unit
        };
        // What no memory can have lies outside, and must not wrap to what is inside.
        let first = (there.displacement as isize).saturating_mul(unit as isize);
        if self.flavor != super::Flavor::Dynamic {
            let (from, to) = there.datatype.span(there.count).unwrap_or((0, isize::MAX));
            let (from, to) = (first.saturating_add(from), first.saturating_add(to));
            if from < 0 || to > member.bytes as isize {
                return Err(self.outside(there.target, from as usize, (to - from) as usize));
            }
        }
        Ok(first)
    }

    /// Copies elements of this process to a member. They may be changed behind the next call that completes the access.
    ///
    /// # Safety
    /// As [`Data::new`], until then.
    pub unsafe fn put(&self, from: &Data, there: &There<'_>) -> Result<()> {
        self.enter(there.target)?;
        check_lengths(from.len(), there.len())?;
        if from.is_empty() {
            return Ok(());
        }
        let first = self.first(there)?;
        let owner = self.member(there.target).owner;
        let direct = self.world().direct();
        let row = from.row();
        if let (Some(row), Some(at)) = (row, there.datatype.is_contiguous(there.count)) {
            return self.each_part(
                there.target,
                (first + at) as usize,
                from.len(),
                |offset, at, len| {
                    // SAFETY: the caller's promise.
                    Ok(unsafe { direct.put_raw_nbi(owner, offset, row.add(at), len) }?)
                },
            );
        }
        self.each_pieces(from, there, first, |pieces| {
            // SAFETY: the caller's promise.
            Ok(unsafe { direct.put_pieces(owner, pieces) }?)
        })
    }

    /// Calls `f` with the pieces of elements here and at a member that both lie in rows, up to [`PIECES_MAX`] at a time.
    fn each_pieces(
        &self,
        here: &Data,
        there: &There<'_>,
        first: isize,
        mut f: impl FnMut(&[Piece]) -> Result<()>,
    ) -> Result<()> {
        let mut pieces = Vec::new();
        let mut blocks = here.blocks();
        // What is left of a block here.
        let (mut from, mut left) = (std::ptr::null_mut::<u8>(), 0);
        self.each_row(there, first, |offset, _, len| {
            let mut done = 0;
            while done < len {
                if left == 0 {
                    (from, left) = blocks.next().expect("as many bytes here as there");
                    continue;
                }
                let bytes = left.min(len - done);
                pieces.push(Piece {
                    here: from,
                    there: offset + done,
                    bytes,
                });
                from = from.wrapping_add(bytes);
                left -= bytes;
                done += bytes;
                if pieces.len() == PIECES_MAX {
                    f(&pieces)?;
                    pieces.clear();
                }
            }
            Ok(())
        })?;
        f(&pieces)
    }

    /// Copies elements of a member to this process. They are there behind the next call that completes the access.
    ///
    /// # Safety
    /// As [`Data::new`], until then.
    pub unsafe fn get(&self, into: &Data, there: &There<'_>) -> Result<()> {
        self.enter(there.target)?;
        check_lengths(into.len(), there.len())?;
        if into.is_empty() {
            return Ok(());
        }
        let first = self.first(there)?;
        let owner = self.member(there.target).owner;
        let direct = self.world().direct();
        let row = into.row();
        if let (Some(row), Some(at)) = (row, there.datatype.is_contiguous(there.count)) {
            return self.each_part(
                there.target,
                (first + at) as usize,
                into.len(),
                |offset, at, len| {
                    // SAFETY: the caller's promise.
                    Ok(unsafe { direct.get_raw_nbi(owner, offset, row.add(at), len) }?)
                },
            );
        }
        self.each_pieces(into, there, first, |pieces| {
            // SAFETY: the caller's promise.
            Ok(unsafe { direct.get_pieces(owner, pieces) }?)
        })
    }

    /// The bytes of elements of a member, in the order of a message.
    pub(super) fn fetch(&self, there: &There<'_>, first: isize) -> Result<Vec<u8>> {
        let owner = self.member(there.target).owner;
        let direct = self.world().direct();
        let mut bytes = vec![0; there.len()];
        self.each_row(there, first, |offset, from, len| {
            let into = bytes[from..from + len].as_mut_ptr();
            // SAFETY: the bytes live until the operations are complete.
            Ok(unsafe { direct.get_raw_nbi(owner, offset, into, len) }?)
        })?;
        direct.quiet_toward(&[owner])?;
        Ok(bytes)
    }

    /// Stores the bytes of elements of a member, in the order of a message, and returns when they are there in the order of all
    /// operations toward the member.
    pub(super) fn store(&self, bytes: &[u8], there: &There<'_>, first: isize) -> Result<()> {
        let owner = self.member(there.target).owner;
        let direct = self.world().direct();
        self.each_row(there, first, |offset, from, len| {
            Ok(direct.put(owner, offset, &bytes[from..from + len])?)
        })
    }
}

#[cold]
fn negative(displacement: i64) -> Failure {
    Failure::new(
        Class::Disp,
        format!("argument target_disp: {displacement} is negative"),
    )
}

#[inline]
pub(super) fn check_lengths(here: usize, there: usize) -> Result<()> {
    if here == there {
        return Ok(());
    }
    let what = format!("argument target_count: {there} bytes at the target, but {here} bytes here");
    Err(Failure::new(Class::Count, what))
}
