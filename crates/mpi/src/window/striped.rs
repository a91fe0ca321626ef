//! Accumulates of numbers in windows of one node, or whose members execute accumulates for other nodes.
//!
//! | operation | way |
//! |---|---|
//! | without the old numbers | combined under the lock of the stripe, within the node by the caller, between nodes by the target's adapter |
//! | with the old numbers | exchanged under that lock, within the node by the caller, between nodes by the target's process |
//! | of one number, with the old one; of few integers, by an operation that atomics have | within the node under that lock, between nodes by atomics, for which the target's adapter takes that lock |
//! | reads; floating-point numbers that are replaced, without the old ones | by loads and stores of whole numbers |
//! | logical ones of floating-point numbers | under the lock of the member ([`Window::alone`]) |
//!
//! So all operations on an integer exclude each other, and those of one row on a floating-point number. Programs must not mix operations
//! at one number, as `accumulate_ops` says, whose default is `same_op_no_op`.

#![allow(unsafe_code)]

use farreach_runtime::{Accumulation, AtomicOp, AtomicWidth, Combine, Number, Piece, Scale};

use super::accumulate::{Change, bytes_of, combine_of, native, word, word_of};
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

fn float(width: AtomicWidth) -> Number {
    match width {
        AtomicWidth::W32 => Number::F32,
        AtomicWidth::W64 => Number::F64,
    }
}

/// What an operation makes of two numbers that are words.
#[inline]
fn combined(op: Combine, width: AtomicWidth, old: u64, term: u64) -> u64 {
    match width {
        AtomicWidth::W32 => {
            let number = op.apply(f32::from_bits(old as u32), f32::from_bits(term as u32));
            number.to_bits().into()
        }
        AtomicWidth::W64 => op
            .apply(f64::from_bits(old), f64::from_bits(term))
            .to_bits(),
    }
}

/// The most bytes of integers that are changed by atomics where the old ones are wanted. An exchange takes the time of about 8 atomics.
const FEW_MAX: usize = 32;

impl Window {
    /// The numbers that elements are and their bytes, if they are changed as this module says.
    pub(super) fn striped_of(&self, op: Op, basic: Basic) -> Option<(Number, AtomicWidth)> {
        if let Some(width) = word_of(basic) {
            let number = match width {
                AtomicWidth::W32 => Number::I32,
                AtomicWidth::W64 => Number::I64,
            };
            return self.has_words.then_some((number, width));
        }
        let width = float_of(basic).filter(|_| self.has_floats(op))?;
        Some((float(width), width))
    }

    /// Whether integers of a process of this node are changed as this module says.
    #[inline]
    pub(super) fn has_words_near(&self, owner: u32) -> bool {
        self.has_words && self.world().is_near(owner)
    }

    /// Whether floating-point numbers are changed as this module says.
    fn has_floats(&self, op: Op) -> bool {
        use Op::{Max, Min, NoOp, Prod, Replace, Sum};
        self.adds_at_targets && matches!(op, Sum | Prod | Max | Min | Replace | NoOp)
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
        let (direct, scale) = (self.world().direct(), Scale::one(float(width)));
        // SAFETY: the caller's promise. Terms are only read.
        unsafe { direct.accumulate_pieces(place.owner, &[piece], scale) }?;
        Ok(true)
    }

    /// Changes one number, if there is an operation. Returns what it was.
    #[inline]
    fn change_float(
        &self,
        (owner, offset, width): (u32, usize, AtomicWidth),
        op: Option<Combine>,
        operand: u64,
    ) -> Result<u64> {
        let direct = self.world().direct();
        let Some(op) = op else {
            return Ok(direct.atomic(owner, offset, width, || AtomicOp::Add(0))?);
        };
        if op == Combine::Replace && !self.world().is_near(owner) {
            return Ok(direct.atomic(owner, offset, width, || AtomicOp::Swap(operand))?);
        }
        if self.world().is_near(owner) {
            return self.alter_word((owner, offset, width), |old| {
                combined(op, width, old, operand)
            });
        }
        let mut old = direct.atomic(owner, offset, width, || AtomicOp::Add(0))?;
        loop {
            let swap = AtomicOp::CompareSwap {
                compare: old,
                swap: combined(op, width, old, operand),
            };
            let now = direct.atomic(owner, offset, width, || swap)?;
            if now == old {
                return Ok(old);
            }
            old = now;
        }
    }

    /// Changes numbers, which lie at multiples of their size.
    pub(super) fn change_striped(
        &self,
        change: Change<'_>,
        there: &There<'_>,
        first: isize,
        (number, width): (Number, AtomicWidth),
    ) -> Result<()> {
        let owner = self.member(there.target).owner;
        let Some(op) = combine_of(change.op, change.basic) else {
            // They stay what they are.
            if let Some(old) = change.old {
                *old = self.fetch(there, first)?;
            }
            return Ok(());
        };
        if change.old.is_some() {
            return self.exchange_striped(change, there, first, (number, width, op));
        }
        if op == Combine::Replace && !number.is_integer() {
            return self.store(&change.operands, there, first);
        }
        let (direct, how) = (self.world().direct(), Accumulation::of(number, op));
        // SAFETY: the operands live as long as the call, which only reads them.
        let combine = |pieces: &[Piece]| unsafe { direct.accumulate_pieces(owner, pieces, how) };
        let is_row = there.datatype.is_contiguous(there.count).is_some();
        let mut pieces = Vec::new();
        self.each_row(there, first, |offset, from, bytes| {
            let piece = Piece {
                here: change.operands[from..].as_ptr().cast_mut(),
                there: offset,
                bytes,
            };
            if is_row {
                return Ok(combine(&[piece])?);
            }
            pieces.push(piece);
            Ok(())
        })?;
        if !is_row {
            combine(&pieces)?;
        }
        Ok(())
    }

    /// Changes numbers as [`Window::change_striped`] does, and stores what they were.
    fn exchange_striped(
        &self,
        change: Change<'_>,
        there: &There<'_>,
        first: isize,
        (number, width, combine): (Number, AtomicWidth, Combine),
    ) -> Result<()> {
        let owner = self.member(there.target).owner;
        let has_atomic = number.is_integer() && native(change.op, 0).is_some();
        let few = if has_atomic { FEW_MAX } else { 0 };
        if change.operands.len() <= few && !self.world().is_near(owner) {
            return self.change_words(change, there, first, width);
        }
        let mut rows = Vec::new();
        self.each_row(there, first, |offset, _, bytes| {
            rows.push((offset, bytes));
            Ok(())
        })?;
        let old = change.old.expect("the caller wants what the numbers were");
        let bytes = width.bytes();
        if old.len() > bytes && (self.has_exchanges || self.world().is_near(owner)) {
            let (world, how) = (self.world(), (number, combine));
            *old = world.exchange(owner, &rows, how, &change.operands)?;
            return Ok(());
        }
        let offsets = rows
            .iter()
            .flat_map(|&(at, len)| (at..at + len).step_by(bytes));
        let each = change
            .operands
            .chunks_exact(bytes)
            .zip(old.chunks_exact_mut(bytes));
        for (offset, (operand, old)) in offsets.zip(each) {
            let (place, operand) = ((owner, offset, width), word(operand));
            let was = if number.is_integer() {
                self.change_word(place, (change.op, change.basic), operand)?
            } else {
                self.change_float(place, Some(combine), operand)?
            };
            old.copy_from_slice(&bytes_of(was)[..bytes]);
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
        let (op, place) = (combine_of(op, basic), (place.owner, place.offset, width));
        let old = self.change_float(place, op, word(operand));
        Some(old.map(|old| {
            let old = bytes_of(old);
            // SAFETY: the caller's promise.
            unsafe { old.as_ptr().copy_to_nonoverlapping(into, width.bytes()) };
        }))
    }
}
