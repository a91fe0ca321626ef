//! The bounds of a type: lower and upper bound, true bounds, alignment.

use super::{Basic, TypeError};

/// First and last-but-one offset of something.
type Range = (isize, isize);

/// Bounds of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// From the lower bound to the upper bound. A type without elements and without bounds of its
    /// own has none.
    pub(super) range: Option<Range>,
    /// From the first byte of data to the end of the last one. Empty types have none.
    pub(super) data: Option<Range>,
    /// The greatest alignment of an element.
    pub(super) alignment: usize,
}

impl Bounds {
    pub(super) const EMPTY: Bounds = Bounds {
        range: None,
        data: None,
        alignment: 1,
    };

    pub(super) fn basic(basic: Basic) -> Self {
        let data = match basic.numbers() {
            // The index of a pair is last, and padding follows it.
            2 => basic.index_offset() + basic.index_part(),
            _ => basic.size(),
        };
        Bounds {
            range: Some((0, basic.extent() as isize)),
            data: Some((0, data as isize)),
            alignment: basic.alignment(),
        }
    }

    pub(super) fn lower(&self) -> isize {
        self.range.map_or(0, |range| range.0)
    }

    pub(super) fn extent(&self) -> isize {
        self.range.map_or(0, |(lower, upper)| upper - lower)
    }

    /// The bounds, `by` bytes further.
    pub(super) fn shifted(&self, by: isize) -> Result<Bounds, TypeError> {
        Ok(Bounds {
            range: shift(self.range, by)?,
            data: shift(self.data, by)?,
            alignment: self.alignment,
        })
    }

    /// The bounds of `count` elements, `stride` bytes apart.
    pub(super) fn repeated(&self, count: usize, stride: isize) -> Result<Bounds, TypeError> {
        let Some(passes) = count.checked_sub(1) else {
            return Ok(Bounds::EMPTY);
        };
        if self.range.is_none() || passes == 0 {
            return Ok(*self);
        }
        let last = isize::try_from(passes)
            .ok()
            .and_then(|passes| stride.checked_mul(passes))
            .ok_or(TypeError::TooLarge)?;
        self.united(&self.shifted(last)?)
    }

    /// The bounds of both.
    pub(super) fn united(&self, other: &Bounds) -> Result<Bounds, TypeError> {
        Ok(Bounds {
            range: unite(self.range, other.range)?,
            data: unite(self.data, other.data)?,
            alignment: self.alignment.max(other.alignment),
        })
    }

    /// The upper bound raised to a multiple of the alignment, as compilers pad structures.
    pub(super) fn padded(self) -> Result<Bounds, TypeError> {
        let Some((lower, upper)) = self.range else {
            return Ok(self);
        };
        // A negative extent is never padded.
        let Ok(extent) = usize::try_from(upper - lower) else {
            return Ok(self);
        };
        let upper = extent
            .checked_next_multiple_of(self.alignment)
            .and_then(|extent| lower.checked_add_unsigned(extent))
            .ok_or(TypeError::TooLarge)?;
        Ok(Bounds {
            range: Some(checked(lower, upper)?),
            ..self
        })
    }
}

/// A range whose length fits.
pub(super) fn checked(lower: isize, upper: isize) -> Result<Range, TypeError> {
    upper
        .checked_sub(lower)
        .map(|_| (lower, upper))
        .ok_or(TypeError::TooLarge)
}

fn shift(range: Option<Range>, by: isize) -> Result<Option<Range>, TypeError> {
    let Some((lower, upper)) = range else {
        return Ok(None);
    };
    match (lower.checked_add(by), upper.checked_add(by)) {
        (Some(lower), Some(upper)) => Ok(Some((lower, upper))),
        _ => Err(TypeError::TooLarge),
    }
}

fn unite(one: Option<Range>, other: Option<Range>) -> Result<Option<Range>, TypeError> {
    match (one, other) {
        (Some(one), Some(other)) => Ok(Some(checked(one.0.min(other.0), one.1.max(other.1))?)),
        (range, None) | (None, range) => Ok(range),
    }
}
