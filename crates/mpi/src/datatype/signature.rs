//! The signature of a type: which predefined types its elements have, in order.

use std::sync::Arc;

use super::{Basic, TypeError};

/// The predefined types of a type's elements, in the order of the type map.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    bytes: usize,
    /// Numbers, of which a pair for MINLOC has two.
    numbers: usize,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    /// So many elements of one predefined type.
    Run(Basic, usize),
    Repeat(usize, Arc<Signature>),
    Sequence(Arc<[Signature]>),
}

impl Signature {
    /// No elements.
    pub(super) fn empty() -> Self {
        Signature {
            bytes: 0,
            numbers: 0,
            form: Form::Run(Basic::Byte, 0),
        }
    }

    pub(super) fn basic(basic: Basic) -> Self {
        Signature {
            bytes: basic.size(),
            numbers: basic.numbers(),
            form: Form::Run(basic, 1),
        }
    }

    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The predefined type of all elements, if they have the same one.
    pub(super) fn only(&self) -> Option<Basic> {
        match self.form {
            Form::Run(basic, count) if count > 0 => Some(basic),
            _ => None,
        }
    }

    pub(super) fn repeated(&self, count: usize) -> Result<Signature, TypeError> {
        if count == 0 || self.bytes == 0 {
            return Ok(Signature::empty());
        }
        let times = |number: usize| number.checked_mul(count).ok_or(TypeError::TooLarge);
        let form = match &self.form {
            Form::Run(basic, run) => Form::Run(*basic, times(*run)?),
            Form::Repeat(passes, body) => Form::Repeat(times(*passes)?, Arc::clone(body)),
            Form::Sequence(_) if count > 1 => Form::Repeat(count, Arc::new(self.clone())),
            Form::Sequence(parts) => Form::Sequence(Arc::clone(parts)),
        };
        let bytes = times(self.bytes)?;
        if isize::try_from(bytes).is_err() {
            return Err(TypeError::TooLarge);
        }
        Ok(Signature {
            bytes,
            numbers: times(self.numbers)?,
            form,
        })
    }

    /// Whether the two are the same by their look, so that they can be one run.
    fn merges(&mut self, other: &Signature) -> bool {
        match (&mut self.form, &other.form) {
            (Form::Run(basic, run), Form::Run(next, more)) if basic == next => *run += more,
            (Form::Repeat(passes, body), Form::Repeat(more, next)) if Arc::ptr_eq(body, next) => {
                *passes += more;
            }
            _ => return false,
        }
        self.bytes += other.bytes;
        self.numbers += other.numbers;
        true
    }

    /// Whether `bytes` of the elements, which repeat without end, are whole predefined elements: how
    /// many, as `MPI_Get_elements` counts them.
    pub(super) fn numbers_in(&self, bytes: usize) -> Option<usize> {
        if self.bytes == 0 {
            return (bytes == 0).then_some(0);
        }
        let (whole, rest) = (bytes / self.bytes, bytes % self.bytes);
        let numbers = whole.checked_mul(self.numbers)?;
        if rest == 0 {
            return Some(numbers);
        }
        let inside = match &self.form {
            Form::Run(basic, _) => numbers_of(*basic, rest)?,
            Form::Repeat(_, body) => body.numbers_in(rest)?,
            Form::Sequence(parts) => {
                let mut left = rest;
                let mut sum = 0;
                for part in parts.iter() {
                    if left < part.bytes {
                        sum += part.numbers_in(left)?;
                        break;
                    }
                    left -= part.bytes;
                    sum += part.numbers;
                }
                sum
            }
        };
        Some(numbers + inside)
    }

    /// Where the first `numbers` numbers end, in bytes. The elements repeat without end.
    pub(super) fn bytes_of(&self, numbers: usize) -> Option<usize> {
        if self.numbers == 0 {
            return (numbers == 0).then_some(0);
        }
        let (whole, rest) = (numbers / self.numbers, numbers % self.numbers);
        let bytes = whole.checked_mul(self.bytes)?;
        if rest == 0 {
            return Some(bytes);
        }
        let inside = match &self.form {
            Form::Run(basic, _) => {
                let elements = rest / basic.numbers() * basic.size();
                elements + rest % basic.numbers() * basic.part()
            }
            Form::Repeat(_, body) => body.bytes_of(rest)?,
            Form::Sequence(parts) => {
                let mut left = rest;
                let mut sum = 0;
                for part in parts.iter() {
                    if left < part.numbers {
                        sum += part.bytes_of(left)?;
                        break;
                    }
                    left -= part.numbers;
                    sum += part.bytes;
                }
                sum
            }
        };
        bytes.checked_add(inside)
    }

    /// The runs of elements of one predefined type, in order. Neighbours may have the same type.
    pub(super) fn runs(&self) -> Runs<'_> {
        Runs {
            levels: vec![(self, 0)],
        }
    }
}

fn numbers_of(basic: Basic, bytes: usize) -> Option<usize> {
    let (whole, rest) = (bytes / basic.size(), bytes % basic.size());
    match rest {
        0 => Some(whole * basic.numbers()),
        rest if basic.numbers() == 2 && rest == basic.part() => Some(whole * 2 + 1),
        _ => None,
    }
}

/// The runs of a signature.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    levels: Vec<(&'a Signature, usize)>,
}

impl Iterator for Runs<'_> {
    type Item = (Basic, usize);

    fn next(&mut self) -> Option<(Basic, usize)> {
        loop {
            let (signature, next) = self.levels.last_mut()?;
            let index = *next;
            *next += 1;
            let child = match &signature.form {
                Form::Run(basic, count) if index == 0 => return Some((*basic, *count)),
                Form::Repeat(passes, body) if index < *passes => Some(&**body),
                Form::Sequence(parts) => parts.get(index),
                _ => None,
            };
            match child {
                Some(child) => self.levels.push((child, 0)),
                None => {
                    self.levels.pop();
                }
            }
        }
    }
}

/// Signatures, one after the other.
#[derive(Default)]
pub(super) struct Joining {
    parts: Vec<Signature>,
    bytes: usize,
    numbers: usize,
}

impl Joining {
    pub(super) fn add(&mut self, part: Signature) -> Result<(), TypeError> {
        if part.bytes == 0 {
            return Ok(());
        }
        self.bytes = self
            .bytes
            .checked_add(part.bytes)
            .filter(|bytes| isize::try_from(*bytes).is_ok())
            .ok_or(TypeError::TooLarge)?;
        self.numbers += part.numbers;
        if !self.parts.last_mut().is_some_and(|last| last.merges(&part)) {
            self.parts.push(part);
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Signature {
        match self.parts.len() {
            0 => Signature::empty(),
            1 => self.parts.remove(0),
            _ => Signature {
                bytes: self.bytes,
                numbers: self.numbers,
                form: Form::Sequence(self.parts.into()),
            },
        }
    }
}
