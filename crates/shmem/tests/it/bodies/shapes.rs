//! Shapes of several levels and vectors, against a sequential model.

#![allow(unsafe_code)]

use farreach_runtime::{LEVELS_MAX, Piece, Shape, Transfer};
use farreach_shmem::{Error, Pe};

use crate::pattern::{assert_same, bytes, effort, mix, own};

/// Bytes of the target's memory that one initiator uses, and of the initiator's own buffers.
const ROOM: usize = 300_000;
/// Lengths of blocks. The shape's other numbers are as small as they have to be.
const LENGTHS: &[usize] = &[
    1, 3, 4, 8, 24, 100, 1000, 1024, 1025, 4096, 5000, 20_000, 70_000,
];

/// Numbers that depend on a seed alone.
struct Numbers {
    seed: u64,
    at: u64,
}

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.at += 1;
        (mix(self.seed, self.at) >> 16) as usize % bound
    }
}

/// The parts of one transfer: places here and there, and lengths.
type Parts = Vec<(usize, usize, usize)>;

/// One transfer of a round.
struct Step {
    shape: Option<Shape>,
    /// The first byte here and there.
    here: usize,
    there: usize,
    parts: Parts,
    is_put: bool,
    is_begun: bool,
    /// Whether the step waits for all that was begun.
    waits: bool,
}

/// A random shape of at most [`ROOM`] bytes on both sides. The blocks of a put overlap at most in
/// this process's memory, from where they are read.
fn shape(numbers: &mut Numbers, is_put: bool) -> Shape {
    if numbers.below(5) == 0 {
        return row(numbers);
    }
    loop {
        let length = LENGTHS[numbers.below(LENGTHS.len())];
        let depths = [4, 4, 4, LEVELS_MAX + 1][numbers.below(4)];
        let depth = numbers.below(depths);
        let most = if depth > 4 { 2 } else { 7 };
        let mut levels = Vec::new();
        let (mut here, mut there) = (length, length);
        for _ in 0..depth {
            let gaps = [0, 1, 8, 100, 600, 5000];
            let count = 1 + numbers.below(most);
            let strides = (
                here + gaps[numbers.below(gaps.len())],
                there + gaps[numbers.below(gaps.len())],
            );
            levels.push((count, strides));
            (here, there) = (count * strides.0, count * strides.1);
        }
        // Levels of any order have blocks that don't overlap.
        for at in (1..levels.len()).rev() {
            levels.swap(at, numbers.below(at + 1));
        }
        if let Some((_, (here, there))) = levels.first_mut()
            && numbers.below(4) == 0
        {
            let overlap = if is_put || numbers.below(2) == 0 {
                here
            } else {
                there
            };
            *overlap = [0, length / 2, length - 1][numbers.below(3)];
        }
        let counts: Vec<_> = levels.iter().map(|level| level.0).collect();
        let strides_here: Vec<_> = levels.iter().map(|level| level.1.0).collect();
        let strides_there: Vec<_> = levels.iter().map(|level| level.1.1).collect();
        let shape = Shape::new(length, &counts, &strides_here, &strides_there);
        let shape = shape.expect("small numbers");
        if shape.span_here().max(shape.span_there()) <= ROOM {
            return shape;
        }
    }
}

/// A random number of blocks that follow each other at the target, at most [`ROOM`] bytes here.
fn row(numbers: &mut Numbers) -> Shape {
    let lengths = [8, 100, 1024, 1025, 4096, 5000];
    let length = lengths[numbers.below(lengths.len())];
    let here = length + 1 + numbers.below(2000);
    let count = 1 + numbers.below(ROOM / here);
    Shape::new(length, &[count], &[here], &[length]).expect("small numbers")
}

/// A random vector, whose pieces overlap at most in this process's memory.
fn vector(numbers: &mut Numbers) -> Parts {
    let mut parts = Vec::new();
    let (mut here, mut there) = (0, 0);
    for _ in 0..numbers.below(60) {
        let length = LENGTHS[numbers.below(LENGTHS.len())];
        let length = length * usize::from(numbers.below(8) > 0);
        here += numbers.below(50);
        there += numbers.below(50);
        if numbers.below(30) == 0 {
            here = here.saturating_sub(numbers.below(2000));
        }
        if here + length > ROOM || there + length > ROOM {
            break;
        }
        parts.push((here, there, length));
        (here, there) = (here + length, there + length);
    }
    for at in (1..parts.len()).rev() {
        parts.swap(at, numbers.below(at + 1));
    }
    parts
}

fn step(numbers: &mut Numbers) -> Step {
    let (mut here, mut there) = (0, 0);
    let is_put = numbers.below(2) == 0;
    let (shape, parts) = if numbers.below(3) == 0 {
        (None, vector(numbers))
    } else {
        let shape = shape(numbers, is_put);
        here = numbers.below(ROOM - shape.span_here() + 1);
        there = numbers.below(ROOM - shape.span_there() + 1);
        let block = shape.block();
        let parts = shape.each().map(|(a, b)| (here + a, there + b, block));
        (Some(shape), parts.collect())
    };
    Step {
        shape,
        here,
        there,
        parts,
        is_put,
        is_begun: numbers.below(2) == 0,
        waits: numbers.below(3) == 0,
    }
}

fn pieces(step: &Step, memory: *mut u8, at: usize) -> Vec<Piece> {
    let pieces = step.parts.iter().map(|&(here, there, bytes)| Piece {
        here: memory.wrapping_add(here),
        there: at + there,
        bytes,
    });
    pieces.collect()
}

/// Carries out a step on `memory` of [`ROOM`] bytes.
///
/// # Safety
/// Nothing may refer to the memory until a wait.
unsafe fn carry_out(
    pe: &Pe,
    (to, at): (u32, usize),
    step: &Step,
    memory: *mut u8,
) -> Result<Transfer, Error> {
    let direct = pe.world().direct();
    let (first, there) = (memory.wrapping_add(step.here), at + step.there);
    let pieces = pieces(step, memory, at);
    // SAFETY: the parts are inside of the memory.
    unsafe {
        match (&step.shape, step.is_put, step.is_begun) {
            (Some(shape), true, false) => direct.put_shape(to, there, first, shape)?,
            (Some(shape), false, false) => direct.get_shape(to, there, first, shape)?,
            (None, true, false) => direct.put_pieces(to, &pieces)?,
            (None, false, false) => direct.get_pieces(to, &pieces)?,
            (Some(shape), true, true) => {
                return direct.begin_put_shape(to, there, first, shape);
            }
            (Some(shape), false, true) => {
                return direct.begin_get_shape(to, there, first, shape);
            }
            (None, true, true) => return direct.begin_put_pieces(to, &pieces),
            (None, false, true) => return direct.begin_get_pieces(to, &pieces),
        }
    }
    Ok(Transfer::ENDED)
}

/// A transfer that was begun, the memory that it uses, and what that memory is to be.
struct Begun {
    transfer: Transfer,
    is_get: bool,
    memory: Vec<u8>,
    wanted: Vec<u8>,
    number: usize,
}

impl Begun {
    fn check(self, pe: &Pe, has_waited: bool) -> Result<(), Error> {
        let direct = pe.world().direct();
        if !has_waited && self.number.is_multiple_of(2) {
            direct.wait_transfer(&Transfer::from_bits(self.transfer.to_bits()))?;
        }
        // A test ends too.
        while !direct.test_transfer(&self.transfer)? {
            std::hint::spin_loop();
        }
        assert_same(&self.memory, &self.wanted, || {
            format!("step {}", self.number)
        });
        Ok(())
    }
}

/// Puts and gets toward one process take effect in the order of the calls, except that a put may
/// overtake gets that were begun.
pub(super) fn shapes_and_vectors(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let object = pe.alloc::<u8>(ROOM)?;
    let direct = pe.world().direct();
    for round in 0..effort(pe, 8).max(2) {
        let to = (me + 1 + round as u32) % n;
        let from = (me + n - (1 + round as u32) % n) % n;
        let mut model = bytes(mix(7, round), ROOM);
        pe.write(object, &model)?;
        pe.barrier_all()?;
        let run = |initiator: u32, model: &mut [u8], is_mine: bool| -> Result<(), Error> {
            let mut numbers = Numbers {
                seed: mix(u64::from(initiator) + 1, round),
                at: 0,
            };
            let mut begun: Vec<Begun> = Vec::new();
            for number in 0..30 {
                let step = step(&mut numbers);
                let mut memory = bytes(mix(u64::from(initiator) << 20, number as u64), ROOM);
                let mut wanted = memory.clone();
                for &(here, there, length) in &step.parts {
                    if step.is_put {
                        model[there..there + length].copy_from_slice(&memory[here..here + length]);
                    } else {
                        wanted[here..here + length].copy_from_slice(&model[there..there + length]);
                    }
                }
                if !is_mine {
                    continue;
                }
                if step.is_put && begun.iter().any(|begun| begun.is_get) {
                    // A put may overtake the gets that were begun before it.
                    begun
                        .drain(..)
                        .try_for_each(|begun| begun.check(pe, false))?;
                }
                let target = (to, object.offset());
                // SAFETY: the vector stays as it is until `Begun::check` has waited.
                let transfer = unsafe { carry_out(pe, target, &step, memory.as_mut_ptr())? };
                begun.push(Begun {
                    transfer,
                    is_get: !step.is_put,
                    memory,
                    wanted,
                    number,
                });
                if step.waits {
                    direct.wait_local([None, Some(to)][number % 2])?;
                    begun
                        .drain(..)
                        .try_for_each(|begun| begun.check(pe, true))?;
                }
            }
            begun.drain(..).try_for_each(|begun| begun.check(pe, false))
        };
        run(me, &mut model.clone(), true)?;
        direct.quiet_toward(&[to])?;
        pe.barrier_all()?;
        run(from, &mut model, false)?;
        assert_same(&own(pe, &object, 0, ROOM)?, &model, || {
            format!("round {round} of {from}")
        });
        pe.barrier_all()?;
    }
    Ok(())
}

/// Errors name the argument and the bound, and nothing is transferred.
pub(super) fn refusals(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let direct = pe.world().direct();
    let limit = pe.world().own_segment().len();
    let object = pe.alloc_zeroed::<u8>(1000)?;
    pe.barrier_all()?;
    let mut memory = [1u8; 1000];
    let start = memory.as_mut_ptr();
    let apart = Shape::new(8, &[4, 4], &[16, 100], &[10, 100]).expect("a shape");
    let piece = |here: usize, there: usize, bytes: usize| Piece {
        here: start.wrapping_add(here),
        there,
        bytes,
    };
    let at = object.offset();
    for to in 0..n {
        let outside = limit - apart.span_there() + 1;
        // SAFETY: all parts are inside of the memory, which nothing refers to.
        let outside = unsafe {
            [
                direct.put_shape(to, outside, start, &apart),
                direct.get_shape(to, outside, start, &apart),
                direct.begin_put_shape(to, outside, start, &apart).map(drop),
                direct.begin_get_shape(to, outside, start, &apart).map(drop),
                direct.put_pieces(to, &[piece(0, at, 9), piece(20, limit - 8, 9)]),
                direct.get_pieces(to, &[piece(0, at, 9), piece(20, limit - 8, 9)]),
                direct
                    .begin_put_pieces(to, &[piece(20, usize::MAX - 3, 9)])
                    .map(drop),
                direct
                    .begin_get_pieces(to, &[piece(20, usize::MAX - 3, 9)])
                    .map(drop),
            ]
        };
        for result in outside {
            let text = result.expect_err("outside").to_string();
            let wanted = format!("toward rank {to} exceed the segment of {limit} bytes");
            assert!(text.contains(&wanted), "no {wanted:?} in {text}");
            assert!(text.contains(&format!("rank {me}:")), "{text}");
        }
    }
    // SAFETY: as above.
    let nobody = unsafe {
        [
            direct.put_shape(n, 0, start, &Shape::contiguous(0)),
            direct.get_shape(n, 0, start, &apart),
            direct.put_pieces(n, &[]),
            direct.begin_get_pieces(n, &[]).map(drop),
        ]
    };
    for result in nobody {
        let text = result.expect_err("no such rank").to_string();
        assert!(text.contains(&format!("there is no rank {n}")), "{text}");
    }
    pe.barrier_all()?;
    assert_same(&own(pe, &object, 0, 1000)?, &[0; 1000], || {
        "refused".to_owned()
    });
    assert_eq!(memory, [1; 1000]);
    pe.barrier_all()
}
