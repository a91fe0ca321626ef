//! Accumulates of floating-point numbers in windows whose members add at their targets.
//!
//! | operation | way |
//! |---|---|
//! | sums | added under the lock of the stripe, within the node by the caller, between nodes by the target's adapter |
//! | sums that return what the numbers were | within the node under that lock, between nodes by compare-and-swap, for which the target's adapter takes that lock |
//! | replaced and read | by stores, swaps and loads of whole numbers |
//! | others | under the lock of the member ([`Window::alone`]) |
//!
//! So the operations of one row exclude each other, and reads. Programs must not mix others at one number, as `accumulate_ops`
//! says, whose default is `same_op_no_op`.

#![allow(unsafe_code)]

use farreach_runtime::{AtomicOp, AtomicWidth, Number, Piece, Scale};

use super::accumulate::{Change, bytes_of, word};
use super::transfer::There;
use super::{Place, Window};
use crate::datatype::{Basic, Class, Format};
use crate::error::Result;
use crate::op::Op;

/// The width of the words that numbers are, if they are real floating-point numbers that the runtime adds.
#[inline]
pub(super) fn float_of(basic: Basic) -> Option<AtomicWidth> {
    let is_real = basic.class() == Class::Floating && basic.format() == Format::Ieee;
    match basic.size() {
        4 if is_real => Some(AtomicWidth::W32),
        8 if is_real => Some(AtomicWidth::W64),
        _ => None,
    }
}

fn number(width: AtomicWidth) -> Number {
    match width {
        AtomicWidth::W32 => Number::F32,
        AtomicWidth::W64 => Number::F64,
    }
}

/// The sum of two numbers that are words.
fn sum(width: AtomicWidth, one: u64, other: u64) -> u64 {
    match width {
        AtomicWidth::W32 => {
            let sum = f32::from_bits(one as u32) + f32::from_bits(other as u32);
            sum.to_bits().into()
        }
        AtomicWidth::W64 => (f64::from_bits(one) + f64::from_bits(other)).to_bits(),
    }
}

impl Window {
    /// Whether numbers are changed as this module says.
    pub(super) fn has_floats(&self, op: Op) -> bool {
        self.adds_at_targets && matches!(op, Op::Sum | Op::Replace | Op::NoOp)
    }

    /// Adds terms in a row to numbers in a row. `false`: nothing was done, and the access goes its long way.
    ///
    /// # Safety
    /// `bytes` bytes must be valid for reads at `from`. `place` must be of as many bytes.
    #[inline]
    pub unsafe fn add_row(
        &self,
        place: Place,
        basic: Basic,
        from: *const u8,
        bytes: usize,
    ) -> Result<bool> {
        let Some(width) = float_of(basic).filter(|_| self.adds_at_targets) else {
            return Ok(false);
        };
        if bytes == 0 || !place.offset.is_multiple_of(width.bytes()) {
            return Ok(false);
        }
        let piece = Piece {
            here: from.cast_mut(),
            there: place.offset,
            bytes,
        };
        let (direct, scale) = (self.world().direct(), Scale::one(number(width)));
        // SAFETY: the caller's promise. Terms are only read.
        unsafe { direct.accumulate_pieces(place.owner, &[piece], scale) }?;
        Ok(true)
    }

    /// Changes one number. Returns what it was.
    #[inline]
    pub(super) fn change_float(
        &self,
        (owner, offset, width): (u32, usize, AtomicWidth),
        op: Op,
        operand: u64,
    ) -> Result<u64> {
        let direct = self.world().direct();
        match op {
            Op::Replace => {
                return Ok(direct.atomic(owner, offset, width, || AtomicOp::Swap(operand))?);
            }
            Op::NoOp => return Ok(direct.atomic(owner, offset, width, || AtomicOp::Add(0))?),
            _ => {}
        }
        if self.world().is_near(owner) {
            return self.alter_word((owner, offset, width), |old| sum(width, old, operand));
        }
        let mut old = direct.atomic(owner, offset, width, || AtomicOp::Add(0))?;
        loop {
            let swap = AtomicOp::CompareSwap {
                compare: old,
                swap: sum(width, old, operand),
            };
            let now = direct.atomic(owner, offset, width, || swap)?;
            if now == old {
                return Ok(old);
            }
            old = now;
        }
    }

    /// Changes numbers, which lie at multiples of their size.
    pub(super) fn change_floats(
        &self,
        change: Change<'_>,
        there: &There<'_>,
        first: isize,
        width: AtomicWidth,
    ) -> Result<()> {
        let owner = self.member(there.target).owner;
        match (change.op, &change.old) {
            (Op::Sum, None) => self.add_floats(&change.operands, there, first, number(width)),
            (Op::Sum, Some(_)) if !self.world().is_near(owner) => {
                self.add_floats_far(change, there, first, width)
            }
            (Op::Replace, None) => self.store(&change.operands, there, first),
            (Op::Replace, Some(_)) => self.change_words(change, there, first, width),
            (Op::NoOp, None) => Ok(()),
            (Op::NoOp, Some(_)) => {
                let bytes = self.fetch(there, first)?;
                let old = change.old.expect("as matched");
                old.copy_from_slice(&bytes);
                Ok(())
            }
            _ => self.change_words_near(change, there, first, width),
        }
    }

    fn add_floats(
        &self,
        terms: &[u8],
        there: &There<'_>,
        first: isize,
        number: Number,
    ) -> Result<()> {
        let mut pieces = Vec::new();
        self.each_row(there, first, |offset, from, bytes| {
            pieces.push(Piece {
                here: terms[from..].as_ptr().cast_mut(),
                there: offset,
                bytes,
            });
            Ok(())
        })?;
        let (owner, scale) = (self.member(there.target).owner, Scale::one(number));
        // SAFETY: the terms live as long as the call, which only reads them.
        let added = unsafe {
            self.world()
                .direct()
                .accumulate_pieces(owner, &pieces, scale)
        };
        Ok(added?)
    }

    /// Adds to numbers of another node, by compare-and-swaps that are all under way at once, and stores what they were.
    fn add_floats_far(
        &self,
        change: Change<'_>,
        there: &There<'_>,
        first: isize,
        width: AtomicWidth,
    ) -> Result<()> {
        let owner = self.member(there.target).owner;
        let direct = self.world().direct();
        let size = width.bytes();
        let old = change.old.expect("the caller wants what the numbers were");
        old.copy_from_slice(&self.fetch(there, first)?);
        let mut left = Vec::new();
        self.each_row(there, first, |offset, from, bytes| {
            let steps = (0..bytes).step_by(size);
            left.extend(steps.map(|step| (offset + step, from + step)));
            Ok(())
        })?;
        let mut now = vec![0; old.len()];
        while !left.is_empty() {
            for &(offset, at) in &left {
                let compare = word(&old[at..at + size]);
                let swap = AtomicOp::CompareSwap {
                    compare,
                    swap: sum(width, compare, word(&change.operands[at..at + size])),
                };
                let into = now[at..at + size].as_mut_ptr();
                // SAFETY: the bytes live until the operations are complete.
                unsafe { direct.atomic_raw_nbi(owner, offset, width, || swap, into) }?;
            }
            direct.quiet_toward(&[owner])?;
            left.retain(|&(_, at)| {
                let range = at..at + size;
                let has_failed = old[range.clone()] != now[range.clone()];
                old[range.clone()].copy_from_slice(&now[range]);
                has_failed
            });
        }
        Ok(())
    }

    /// Changes a number, as [`Window::fetch_word`] changes a word.
    ///
    /// # Safety
    /// As [`Window::fetch_word`].
    #[inline]
    pub(super) unsafe fn fetch_float(
        &self,
        place: Place,
        (op, basic): (Op, Basic),
        from: *const u8,
        into: *mut u8,
    ) -> Option<Result<()>> {
        let width = float_of(basic).filter(|_| self.has_floats(op))?;
        if !place.offset.is_multiple_of(width.bytes()) {
            return None;
        }
        let mut operand = [0; 8];
        let operand = &mut operand[..width.bytes()];
        if op != Op::NoOp {
            // SAFETY: the caller's promise.
            unsafe { from.copy_to_nonoverlapping(operand.as_mut_ptr(), operand.len()) };
        }
        let old = self.change_float((place.owner, place.offset, width), op, word(operand));
        Some(old.map(|old| {
            let old = bytes_of(old);
            // SAFETY: the caller's promise.
            unsafe { old.as_ptr().copy_to_nonoverlapping(into, width.bytes()) };
        }))
    }
}
