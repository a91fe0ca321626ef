//! Accumulates: elements of a member are combined with those of this process.
//!
//! Each element has one way by which everybody changes it, so that accesses of one element exclude each other:
//!
//! | elements | way |
//! |---|---|
//! | integers and floating-point numbers of 4 and 8 bytes at multiples of their size, where members execute accumulates for other nodes | [`striped`](super::striped) |
//! | integers of 4 and 8 bytes at multiples of their size in other windows | atomics of the runtime; operations that it lacks by compare-and-swaps |
//! | others | read, combined and written by the caller, which holds the lock of the member |

#![allow(unsafe_code)]

use std::borrow::Cow;

use farreach_runtime::{AtomicOp, AtomicWidth, Combine, Number, Scale, Shape};

use super::locks::LockKind;
use super::transfer::{There, check_lengths};
use super::{ACCUMULATES, Member, Window};
use crate::data::Data;
use crate::datatype::{Basic, Datatype, Format};
use crate::error::{Class, Failure, Result};
use crate::op::{self, Op};

/// The bytes that are combined at a time within the node.
const PIECE: usize = 16 << 10;

/// The bytes of words that are changed by compare-and-swaps at a time.
const SWAPPED: usize = 8 << 10;

/// The width of the words that elements are, if atomics change them.
#[inline]
pub(super) fn word_of(basic: Basic) -> Option<AtomicWidth> {
    use crate::datatype::Class::{CInteger, FortranInteger, MultiLanguage};
    let is_integer = matches!(basic.class(), CInteger | FortranInteger | MultiLanguage)
        && matches!(basic.format(), Format::Signed | Format::Unsigned);
    match basic.size() {
        4 if is_integer => Some(AtomicWidth::W32),
        8 if is_integer => Some(AtomicWidth::W64),
        _ => None,
    }
}

pub(super) fn word(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b, c, d] => u64::from(u32::from_ne_bytes([a, b, c, d])),
        _ => u64::from_ne_bytes(bytes.try_into().expect("a word")),
    }
}

/// The bytes of a word.
pub(super) fn bytes_of(word: u64) -> [u8; 8] {
    // The lower half comes first, as a word of 4 bytes has it.
    word.to_le_bytes()
}

/// The runtime's operation, if it has one.
pub(super) fn native(op: Op, operand: u64) -> Option<AtomicOp> {
    Some(match op {
        Op::Sum => AtomicOp::Add(operand),
        Op::Replace => AtomicOp::Swap(operand),
        Op::NoOp => AtomicOp::Add(0),
        Op::Band => AtomicOp::And(operand),
        Op::Bor => AtomicOp::Or(operand),
        Op::Bxor => AtomicOp::Xor(operand),
        _ => return None,
    })
}

/// The runtime's operation on numbers in memory, if it has one. Integers without sign are compared as such.
pub(super) fn combine_of(op: Op, basic: Basic) -> Option<Combine> {
    let is_unsigned = basic.format() == Format::Unsigned;
    Some(match op {
        Op::Sum => Combine::Add,
        Op::Prod => Combine::Multiply,
        Op::Max if is_unsigned => Combine::MaxUnsigned,
        Op::Max => Combine::Max,
        Op::Min if is_unsigned => Combine::MinUnsigned,
        Op::Min => Combine::Min,
        Op::Band => Combine::And,
        Op::Bor => Combine::Or,
        Op::Bxor => Combine::Xor,
        Op::Land => Combine::LogicalAnd,
        Op::Lor => Combine::LogicalOr,
        Op::Lxor => Combine::LogicalXor,
        Op::Replace => Combine::Replace,
        Op::NoOp | Op::Minloc | Op::Maxloc => return None,
    })
}

/// The numbers that elements consist of, if the sum of elements is that of the numbers and the runtime adds them.
fn numbers_of(basic: Basic) -> Option<Number> {
    use crate::datatype::Class::{Complex, Floating};
    let parts = match basic.class() {
        Floating => 1,
        Complex => 2,
        _ => return None,
    };
    match (basic.format(), basic.size() / parts) {
        (Format::Ieee, 4) => Some(Number::F32),
        (Format::Ieee, 8) => Some(Number::F64),
        _ => None,
    }
}

/// What an operation does to elements.
pub(super) struct Change<'a> {
    pub(super) op: Op,
    pub(super) basic: Basic,
    /// The operands, in the order of a message.
    pub(super) operands: Cow<'a, [u8]>,
    /// Where the old elements go, in the order of a message.
    pub(super) old: Option<&'a mut Vec<u8>>,
}

impl Window {
    /// Combines elements of a member with those of this process.
    pub fn accumulate(&self, from: &Data, there: &There<'_>, op: Op) -> Result<()> {
        check_lengths(from.len(), there.count * there.datatype.size())?;
        self.change(from, there, op, None)
    }

    /// Combines as [`Window::accumulate`] does. `into` gets the elements as they were.
    pub fn get_accumulate(
        &self,
        from: &Data,
        into: &Data,
        there: &There<'_>,
        op: Op,
    ) -> Result<()> {
        if op != Op::NoOp {
            check_lengths(from.len(), there.count * there.datatype.size())?;
        }
        check_lengths(into.len(), there.count * there.datatype.size())?;
        let mut old = vec![0; into.len()];
        self.change(from, there, op, Some(&mut old))?;
        into.write_from(&old);
        Ok(())
    }

    /// Combines one element of a predefined datatype, which is the same here and there.
    #[inline]
    pub fn fetch_and_op(&self, from: &Data, into: &Data, there: &There<'_>, op: Op) -> Result<()> {
        if let Some(place) = self.word_at(there)? {
            let (owner, offset, width, basic) = place;
            let operand = if op == Op::NoOp {
                0
            } else {
                read_word(from, width)
            };
            let old = self.change_word((owner, offset, width), (op, basic), operand)?;
            into.write_from(&bytes_of(old)[..width.bytes()]);
            return Ok(());
        }
        self.get_accumulate(from, into, there, op)
    }

    /// Stores an element if the one of the member is the expected one. `into` gets what it was.
    pub fn compare_and_swap(
        &self,
        from: &Data,
        expected: &Data,
        into: &Data,
        there: &There<'_>,
    ) -> Result<()> {
        use crate::datatype::Class as Of;
        let basic = basic_of(there.datatype)?;
        let classes = [
            Of::CInteger,
            Of::FortranInteger,
            Of::MultiLanguage,
            Of::Logical,
            Of::Byte,
        ];
        if !classes.contains(&basic.class()) {
            let what = format!(
                "argument datatype: {}: MPI_Compare_and_swap wants integers, truth values or bytes",
                basic.name()
            );
            return Err(Failure::new(Class::Type, what));
        }
        if let Some((owner, offset, width, _)) = self.word_at(there)? {
            let (compare, swap) = (read_word(expected, width), read_word(from, width));
            let direct = self.world().direct();
            let old = if self.has_words_near(owner) {
                self.alter_word((owner, offset, width), |old| {
                    if old == compare { swap } else { old }
                })?
            } else {
                let op = || AtomicOp::CompareSwap { compare, swap };
                direct.atomic(owner, offset, width, op)?
            };
            into.write_from(&bytes_of(old)[..width.bytes()]);
            return Ok(());
        }
        self.enter(there.target)?;
        let first = self.first(there)?;
        let old = self.alone(there.target, || {
            let old = self.fetch(there, first)?;
            if old == expected.bytes()[..] {
                self.store(&from.bytes(), there, first)?;
            }
            Ok(old)
        })?;
        into.write_from(&old);
        Ok(())
    }

    /// Where one element is, if atomics change it: the process, the offset in its segment, the width, and the datatype.
    #[inline]
    fn word_at(&self, there: &There<'_>) -> Result<Option<(u32, usize, AtomicWidth, Basic)>> {
        let basic = basic_of(there.datatype)?;
        let Some(width) = word_of(basic) else {
            return Ok(None);
        };
        self.enter(there.target)?;
        let first = self.first(there)? as usize;
        let mut found = None;
        self.each_part(there.target, first, width.bytes(), |offset, _, len| {
            let is_whole = len == width.bytes() && offset.is_multiple_of(len);
            found = is_whole.then_some(offset);
            Ok(())
        })?;
        let owner = self.member(there.target).owner;
        Ok(found.map(|offset| (owner, offset, width, basic)))
    }

    fn change(
        &self,
        from: &Data,
        there: &There<'_>,
        op: Op,
        old: Option<&mut Vec<u8>>,
    ) -> Result<()> {
        self.enter(there.target)?;
        if there.count == 0 || there.datatype.size() == 0 {
            return Ok(());
        }
        let basic = basic_of(there.datatype)?;
        op::combine(op, basic, &mut [], &[])
            .map_err(|error| Failure::new(Class::Op, error.to_string()))?;
        let first = self.first(there)?;
        let change = Change {
            op,
            basic,
            operands: if op == Op::NoOp {
                Cow::Borrowed(&[])
            } else {
                from.bytes()
            },
            old,
        };
        if let Some((number, width)) = self.striped_of(op, basic)
            && self.is_of_words(there, first, width)?
        {
            return self.change_striped(change, there, first, (number, width));
        }
        match word_of(basic) {
            Some(width) if self.is_of_words(there, first, width)? => {
                self.change_words(change, there, first, width)
            }
            _ => self.alone(there.target, || self.change_elements(change, there, first)),
        }
    }

    /// Whether all elements are at multiples of their size.
    fn is_of_words(&self, there: &There<'_>, first: isize, width: AtomicWidth) -> Result<bool> {
        let mut all = true;
        self.each_row(there, first, |offset, _, len| {
            all &= offset.is_multiple_of(width.bytes()) && len.is_multiple_of(width.bytes());
            Ok(())
        })?;
        Ok(all)
    }

    pub(super) fn change_words(
        &self,
        change: Change<'_>,
        there: &There<'_>,
        first: isize,
        width: AtomicWidth,
    ) -> Result<()> {
        let owner = self.member(there.target).owner;
        let direct = self.world().direct();
        let Change {
            op,
            basic,
            operands,
            mut old,
        } = change;
        let operand = |at: usize| {
            let bytes = operands.get(at..at + width.bytes());
            bytes.map_or(0, word)
        };
        self.each_row(there, first, |offset, from, len| {
            if op == Op::Sum && old.is_none() && len > width.bytes() {
                let terms = operands[from..][..len].as_ptr();
                let number = match width {
                    AtomicWidth::W32 => Number::W32,
                    AtomicWidth::W64 => Number::W64,
                };
                let (shape, scale) = (Shape::contiguous(len), Scale::one(number));
                // SAFETY: the operands live as long as the call.
                let added = unsafe { direct.accumulate_shape(owner, offset, terms, &shape, scale) };
                return Ok(added?);
            }
            if native(op, 0).is_none() {
                for at in (0..len).step_by(SWAPPED) {
                    let part = from + at..from + len.min(at + SWAPPED);
                    let old = old.as_mut().map(|old| &mut old[part.clone()]);
                    let place = (owner, offset + at, width);
                    self.swap_words(place, (op, basic), &operands[part], old)?;
                }
                return Ok(());
            }
            for step in (0..len).step_by(width.bytes()) {
                let (place, at) = (offset + step, from + step);
                let op = native(op, operand(at)).expect("seen above");
                match &mut old {
                    None => direct.atomic_nbi(owner, place, width, || op)?,
                    Some(old) => {
                        let into = old[at..at + width.bytes()].as_mut_ptr();
                        // SAFETY: the bytes live until the operations are complete.
                        unsafe { direct.atomic_raw_nbi(owner, place, width, || op, into) }?;
                    }
                }
            }
            Ok(())
        })?;
        if old.is_some() {
            direct.quiet_toward(&[owner])?;
        }
        Ok(())
    }

    /// Replaces a word of a member of this node by what `f` makes of it. Returns what it was.
    #[inline]
    pub(super) fn alter_word(
        &self,
        (owner, offset, width): (u32, usize, AtomicWidth),
        f: impl Fn(u64) -> u64,
    ) -> Result<u64> {
        let mut old = 0;
        let bytes = width.bytes();
        let direct = self.world().direct();
        direct.alter_near(owner, (offset, bytes), bytes, |_, word| {
            let changed = match width {
                AtomicWidth::W32 => word.load::<u32>(0).and_then(|was| {
                    old = was.into();
                    word.store(0, f(old) as u32)
                }),
                AtomicWidth::W64 => word.load::<u64>(0).and_then(|was| {
                    old = was;
                    word.store(0, f(old))
                }),
            };
            changed.expect("the bytes of a word");
        })?;
        Ok(old)
    }

    /// Changes a word. Returns what it was.
    #[inline]
    pub(super) fn change_word(
        &self,
        place: (u32, usize, AtomicWidth),
        (op, basic): (Op, Basic),
        operand: u64,
    ) -> Result<u64> {
        if self.has_words_near(place.0) {
            self.change_word_near(place, (op, basic), operand)
        } else {
            self.change_word_far(place, (op, basic), operand)
        }
    }

    /// Changes a word of a member of this node. Returns what it was.
    #[inline]
    fn change_word_near(
        &self,
        place: (u32, usize, AtomicWidth),
        (op, basic): (Op, Basic),
        operand: u64,
    ) -> Result<u64> {
        if op == Op::Sum {
            return self.alter_word(place, |old| old.wrapping_add(operand));
        }
        op::combine(op, basic, &mut [], &[])
            .map_err(|error| Failure::new(Class::Op, error.to_string()))?;
        let (_, _, width) = place;
        self.alter_word(place, |old| match op {
            Op::NoOp => old,
            Op::Replace => operand,
            _ => {
                let mut new = bytes_of(old);
                let into = &mut new[..width.bytes()];
                op::combine(op, basic, into, &bytes_of(operand)[..width.bytes()])
                    .expect("defined, as seen above");
                word(into)
            }
        })
    }

    /// Changes a word by one atomic, or by compare-and-swap. Returns what it was.
    #[inline]
    fn change_word_far(
        &self,
        (owner, offset, width): (u32, usize, AtomicWidth),
        (op, basic): (Op, Basic),
        operand: u64,
    ) -> Result<u64> {
        let direct = self.world().direct();
        if op == Op::Sum {
            return Ok(direct.atomic(owner, offset, width, || AtomicOp::Add(operand))?);
        }
        if let Some(op) = native(op, operand) {
            return Ok(direct.atomic(owner, offset, width, || op)?);
        }
        op::combine(op, basic, &mut [], &[])
            .map_err(|error| Failure::new(Class::Op, error.to_string()))?;
        let mut old = direct.atomic(owner, offset, width, || AtomicOp::Add(0))?;
        loop {
            let mut new = bytes_of(old);
            let into = &mut new[..width.bytes()];
            let combined = op::combine(op, basic, into, &bytes_of(operand)[..width.bytes()]);
            combined.expect("defined, as seen above");
            let swap = AtomicOp::CompareSwap {
                compare: old,
                swap: word(into),
            };
            let now = direct.atomic(owner, offset, width, || swap)?;
            if now == old {
                return Ok(old);
            }
            old = now;
        }
    }

    /// Changes words in a row by compare-and-swaps that are under way together, as many rounds as others change some of them meanwhile.
    /// `old` gets the words as they were.
    fn swap_words(
        &self,
        (owner, offset, width): (u32, usize, AtomicWidth),
        (op, basic): (Op, Basic),
        operands: &[u8],
        old: Option<&mut [u8]>,
    ) -> Result<()> {
        let direct = self.world().direct();
        let bytes = width.bytes();
        // The words as they are told, and which of them are to be changed.
        let mut seen = vec![0; operands.len()];
        let mut open: Vec<usize> = (0..operands.len()).step_by(bytes).collect();
        let ask = |open: &[usize], seen: &mut [u8], with: &dyn Fn(usize) -> AtomicOp| {
            let asked = open.iter().try_for_each(|&at| {
                let into = seen[at..at + bytes].as_mut_ptr();
                // SAFETY: the bytes live until the operations are complete, for which this waits in any case.
                unsafe { direct.atomic_raw_nbi(owner, offset + at, width, || with(at), into) }
            });
            let quiet = direct.quiet_toward(&[owner]);
            asked.and(quiet).map_err(Failure::from)
        };
        ask(&open, &mut seen, &|_| AtomicOp::Add(0))?;
        while !open.is_empty() {
            let expected = seen.clone();
            let mut new = expected.clone();
            op::combine(op, basic, &mut new, operands).expect("defined, as seen by the caller");
            let of = |words: &[u8], at: usize| word(&words[at..at + bytes]);
            let swap = |at| AtomicOp::CompareSwap {
                compare: of(&expected, at),
                swap: of(&new, at),
            };
            open.retain(|&at| of(&new, at) != of(&expected, at));
            ask(&open, &mut seen, &swap)?;
            open.retain(|&at| of(&seen, at) != of(&expected, at));
        }
        if let Some(old) = old {
            old.copy_from_slice(&seen);
        }
        Ok(())
    }

    /// Runs `f` while no other process changes elements of the member by this.
    fn alone<T>(&self, target: u32, f: impl FnOnce() -> Result<T>) -> Result<T> {
        self.acquire(target, ACCUMULATES, LockKind::Exclusive)?;
        let result = f();
        // Only operations toward one process arrive in order.
        let Member { rank, owner, .. } = *self.member(target);
        if owner != rank {
            self.world().direct().quiet_toward(&[owner])?;
        }
        self.release(target, ACCUMULATES, LockKind::Exclusive)?;
        result
    }

    /// Changes elements in a row within the node, few at a time, so that they stay in the caches of the processor.
    fn change_row(
        &self,
        (op, basic, operands): (Op, Basic, &[u8]),
        target: u32,
        first: usize,
    ) -> Result<()> {
        let owner = self.member(target).owner;
        let direct = self.world().direct();
        if let (Op::Sum, Some(number)) = (op, numbers_of(basic)) {
            return self.each_part(target, first, operands.len(), |offset, at, len| {
                let (from, shape) = (operands[at..].as_ptr(), Shape::contiguous(len));
                // SAFETY: the operands live as long as the call.
                let added = unsafe {
                    direct.accumulate_shape(owner, offset, from, &shape, Scale::one(number))
                };
                Ok(added?)
            });
        }
        let size = basic.size();
        let step = (PIECE / size).max(1) * size;
        let mut room = vec![0; step.min(operands.len())];
        self.each_part(target, first, operands.len(), |offset, at, len| {
            for done in (0..len).step_by(step) {
                let some = &mut room[..step.min(len - done)];
                direct.get(owner, offset + done, some)?;
                let from = at + done;
                let other = &operands[from..from + some.len()];
                op::combine(op, basic, some, other).expect("defined, as seen above");
                direct.put(owner, offset + done, some)?;
            }
            Ok(())
        })
    }

    fn change_elements(&self, change: Change<'_>, there: &There<'_>, first: isize) -> Result<()> {
        let Change {
            op,
            basic,
            operands,
            old,
        } = change;
        let is_combined = !matches!(op, Op::Replace | Op::NoOp);
        let is_near = self.world().is_near(self.member(there.target).owner);
        if old.is_none()
            && is_near
            && is_combined
            && basic.size() == basic.extent()
            && let Some(at) = there.datatype.is_contiguous(there.count)
        {
            let first = (first + at) as usize;
            // An element that lies in two parts is combined below.
            let mut is_whole = true;
            self.each_part(there.target, first, operands.len(), |_, _, len| {
                is_whole &= len.is_multiple_of(basic.size());
                Ok(())
            })?;
            if is_whole {
                return self.change_row((op, basic, &operands), there.target, first);
            }
        }
        let mut bytes = match op {
            Op::Replace if old.is_none() => Vec::new(),
            _ => self.fetch(there, first)?,
        };
        if let Some(old) = old {
            old.copy_from_slice(&bytes);
        }
        match op {
            Op::NoOp => return Ok(()),
            Op::Replace => return self.store(&operands, there, first),
            _ if basic.size() == basic.extent() => {
                op::combine(op, basic, &mut bytes, &operands).expect("defined, as seen above");
            }
            _ => {
                // Pairs have gaps in memory, which messages don't carry.
                let count = bytes.len() / basic.size();
                let datatype = Datatype::basic(basic);
                let (into, other) = (Data::room(count, &datatype), Data::room(count, &datatype));
                into.write_from(&bytes);
                other.write_from(&operands);
                into.with_elements(|into| {
                    other.with_elements(|other| op::combine(op, basic, into, other))
                })
                .expect("defined, as seen above");
                into.read_into(&mut bytes);
            }
        }
        self.store(&bytes, there, first)
    }
}

/// The word that an element is.
#[inline]
fn read_word(data: &Data, width: AtomicWidth) -> u64 {
    let mut bytes = [0; 8];
    data.read_into(&mut bytes[..width.bytes()]);
    u64::from_le_bytes(bytes)
}

/// The predefined datatype that all elements have.
#[inline]
fn basic_of(datatype: &Datatype) -> Result<Basic> {
    if let Some(basic) = datatype.as_basic() {
        return Ok(basic);
    }
    datatype.only_basic().ok_or_else(|| {
        let what =
            "argument target_datatype: accumulates combine elements of one predefined datatype";
        Failure::new(Class::Type, what)
    })
}
