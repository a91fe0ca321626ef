//! Accumulates against a sequential model, and by all processes at once.

#![allow(unsafe_code)]

use farreach_runtime::{Accumulation, AtomicOp, AtomicWidth, Combine, Number, Piece, Scale, Shape};
use farreach_shmem::{Error, Pe};

use crate::pattern::{assert_same, effort, mix, own};

/// Numbers of each type in the target's memory.
const COUNT: usize = 9000;
/// Bytes of each type's numbers, the widest included.
const ROOM: usize = COUNT * 16;

/// Values that depend on a seed alone.
struct Values {
    seed: u64,
    at: u64,
}

impl Values {
    fn below(&mut self, bound: usize) -> usize {
        self.at += 1;
        (mix(self.seed, self.at) >> 16) as usize % bound
    }

    /// Numbers whose sums and products are exact.
    fn numbers(&mut self, number: Number, count: usize) -> Vec<u8> {
        let each = (0..count).flat_map(|_| {
            let (a, b) = (self.below(200) as i32 - 100, self.below(200) as i32 - 100);
            match number {
                Number::I32 | Number::W32 => (a << 20 ^ b).to_ne_bytes().to_vec(),
                Number::I64 | Number::W64 => {
                    (i64::from(a) << 40 ^ i64::from(b)).to_ne_bytes().to_vec()
                }
                Number::F32 => (a as f32 / 4.0).to_ne_bytes().to_vec(),
                Number::F64 => (f64::from(a) / 8.0).to_ne_bytes().to_vec(),
                Number::C32 => [a as f32, b as f32].map(f32::to_ne_bytes).concat(),
                Number::C64 => [f64::from(a), f64::from(b)].map(f64::to_ne_bytes).concat(),
            }
        });
        each.collect()
    }

    fn how(&mut self, number: Number, has_ops: bool) -> Accumulation {
        let ops = Combine::ALL.into_iter().filter(|op| op.suits(number));
        let ops: Vec<_> = ops.collect();
        let (op, scale) = (ops[self.below(ops.len())], self.scale(number));
        if has_ops && self.below(2) == 0 {
            Accumulation::of(number, op)
        } else {
            scale.into()
        }
    }

    fn scale(&mut self, number: Number) -> Scale {
        if self.below(3) == 0 {
            return Scale::one(number);
        }
        let (a, b) = (self.below(9) as i32 - 4, self.below(9) as i32 - 4);
        match number {
            Number::I32 => Scale::I32(a),
            Number::I64 => Scale::I64(i64::from(a)),
            Number::F32 => Scale::F32(a as f32),
            Number::F64 => Scale::F64(f64::from(a)),
            Number::C32 => Scale::C32(a as f32, b as f32),
            Number::C64 => Scale::C64(f64::from(a), f64::from(b)),
            Number::W32 => Scale::W32(a),
            Number::W64 => Scale::W64(i64::from(a)),
        }
    }
}

/// What one call does to numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Accumulate,
    AccumulateBegun,
    Put,
    Get,
}

/// One call: places here and there and lengths, in numbers.
struct Step {
    kind: Kind,
    number: Number,
    how: Accumulation,
    /// The levels of a shape: count, stride here, stride there. `None`: pieces.
    levels: Option<Vec<(usize, usize, usize)>>,
    parts: Vec<(usize, usize, usize)>,
    here: Vec<u8>,
}

/// A call. `has_ops` says whether accumulates have operations beside the sum.
fn step(values: &mut Values, has_ops: bool) -> Step {
    let number = Number::ALL[values.below(Number::ALL.len())];
    let block = [1, 1, 2, 7, 100, 1000, 5000][values.below(7)];
    let (here, there) = (values.below(500), values.below(500));
    let mut parts = Vec::new();
    let mut levels = None;
    if values.below(3) == 0 {
        let (mut here, mut there) = (here, there);
        while parts.len() < 40 && here + block <= COUNT && there + block <= COUNT {
            parts.push((here, there, block));
            here += block + values.below(20);
            there += block + values.below(20);
        }
        parts.reverse();
    } else {
        let mut strides = vec![];
        let (mut span_here, mut span_there) = (block, block);
        for _ in 0..values.below(4) {
            let count = 1 + values.below(6);
            let stride_here = span_here + values.below(30);
            let stride_there = span_there + values.below(30);
            let spans = ((count - 1) * stride_here, (count - 1) * stride_there);
            if here + span_here + spans.0 > COUNT || there + span_there + spans.1 > COUNT {
                break;
            }
            span_here += spans.0;
            span_there += spans.1;
            strides.push((count, stride_here, stride_there));
        }
        parts.push((here, there, block));
        for &(count, stride_here, stride_there) in &strides {
            let inner = parts.clone();
            for nth in 1..count {
                let moved = |&(here, there, len): &(usize, usize, usize)| {
                    (here + nth * stride_here, there + nth * stride_there, len)
                };
                parts.extend(inner.iter().map(moved));
            }
        }
        levels = Some(strides);
    }
    let kinds = [
        Kind::Accumulate,
        Kind::AccumulateBegun,
        Kind::Put,
        Kind::Get,
    ];
    Step {
        kind: kinds[[0, 0, 0, 1, 2, 3][values.below(6)]],
        number,
        how: values.how(number, has_ops),
        levels,
        parts,
        here: values.numbers(number, COUNT),
    }
}

impl Step {
    /// Where the numbers of the type begin in the target's memory.
    fn base(&self) -> usize {
        let nth = Number::ALL.iter().position(|&number| number == self.number);
        nth.expect("one of all") * ROOM
    }

    /// Does to `model` what the call does, and to `here` if it is a get.
    fn model(&self, model: &mut [u8], here: &mut [u8]) {
        let size = self.number.bytes();
        for &(from, to, len) in &self.parts {
            let from = from * size..(from + len) * size;
            let to = self.base() + to * size..self.base() + (to + len) * size;
            match self.kind {
                Kind::Put => model[to].copy_from_slice(&here[from]),
                Kind::Get => here[from].copy_from_slice(&model[to]),
                Kind::Accumulate | Kind::AccumulateBegun => {
                    let mut terms = here[from].to_vec();
                    if let Some(scale) = self.how.scale() {
                        scale.multiply(&mut terms);
                    }
                    self.number.combine(self.how.op(), &mut model[to], &terms);
                }
            }
        }
    }

    fn shape(&self) -> Option<Shape> {
        let size = self.number.bytes();
        let levels = self.levels.as_ref()?;
        let counts: Vec<_> = levels.iter().map(|level| level.0).collect();
        let here: Vec<_> = levels.iter().map(|level| level.1 * size).collect();
        let there: Vec<_> = levels.iter().map(|level| level.2 * size).collect();
        Some(Shape::new(self.parts[0].2 * size, &counts, &here, &there).expect("small numbers"))
    }

    /// Carries the step out on `here`.
    ///
    /// # Safety
    /// Nothing else may refer to the memory.
    unsafe fn carry_out(
        &self,
        pe: &Pe,
        (to, at): (u32, usize),
        here: &mut [u8],
    ) -> Result<(), Error> {
        let (direct, size, at) = (pe.world().direct(), self.number.bytes(), at + self.base());
        let memory = here.as_mut_ptr();
        let pieces = self.parts.iter().map(|&(from, there, len)| Piece {
            here: memory.wrapping_add(from * size),
            there: at + there * size,
            bytes: len * size,
        });
        let pieces: Vec<_> = pieces.collect();
        // SAFETY: the parts are inside of the memory, which the caller does not use until the wait.
        unsafe {
            let Some(shape) = self.shape() else {
                return match self.kind {
                    Kind::Put => direct.put_pieces(to, &pieces),
                    Kind::Get => direct.get_pieces(to, &pieces),
                    Kind::Accumulate => direct.accumulate_pieces(to, &pieces, self.how),
                    Kind::AccumulateBegun => {
                        let begun = direct.begin_accumulate_pieces(to, &pieces, self.how)?;
                        direct.wait_transfer(&begun)
                    }
                };
            };
            let first = &pieces[0];
            match self.kind {
                Kind::Put => direct.put_shape(to, first.there, first.here, &shape),
                Kind::Get => direct.get_shape(to, first.there, first.here, &shape),
                Kind::Accumulate => {
                    direct.accumulate_shape(to, first.there, first.here, &shape, self.how)
                }
                Kind::AccumulateBegun => {
                    let (there, here) = (first.there, first.here);
                    let begun = direct.begin_accumulate_shape(to, there, here, &shape, self.how)?;
                    direct.wait_transfer(&begun)
                }
            }
        }
    }
}

/// Accumulates, puts and gets toward one process take effect in the order of the calls.
pub(super) fn in_order(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let object = pe.alloc::<u8>(Number::ALL.len() * ROOM)?;
    let has_ops = |other: u32| pe.world().direct().changes_words_at_target(other);
    for round in 0..effort(pe, 4).max(1) {
        let to = (me + 1 + round as u32) % n;
        let from = (me + n - (1 + round as u32) % n) % n;
        let mut model = Vec::new();
        for number in Number::ALL {
            let mut values = Values { seed: 5, at: round };
            model.extend(values.numbers(number, COUNT));
            model.resize(model.len().next_multiple_of(ROOM), 0);
        }
        pe.write(object, &model)?;
        pe.barrier_all()?;
        let seed = |initiator: u32| mix(u64::from(initiator) + 1, round);
        let mut mine = Values {
            seed: seed(me),
            at: 0,
        };
        let mut theirs = model.clone();
        for number in 0..effort(pe, 40).max(10) {
            let step = step(&mut mine, has_ops(to)?);
            let (mut here, mut wanted) = (step.here.clone(), step.here.clone());
            step.model(&mut theirs, &mut wanted);
            // SAFETY: the vector is used by nothing else.
            unsafe { step.carry_out(pe, (to, object.offset()), &mut here)? };
            assert_same(&here, &wanted, || format!("step {number}: {:?}", step.kind));
        }
        pe.barrier_all()?;
        let mut values = Values {
            seed: seed(from),
            at: 0,
        };
        for _ in 0..effort(pe, 40).max(10) {
            let step = step(&mut values, has_ops(from)?);
            step.model(&mut model, &mut step.here.clone());
        }
        assert_same(
            &own(pe, &object, 0, Number::ALL.len() * ROOM)?,
            &model,
            || format!("round {round} of {from}"),
        );
        pe.barrier_all()?;
    }
    Ok(())
}

/// The bytes of numbers.
fn bytes_of(numbers: &[f64]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_ne_bytes())
        .collect()
}

/// All processes add to the same numbers of each process, also to their own, in small and in large
/// calls. Each addition counts once.
pub(super) fn by_all(pe: &Pe) -> Result<(), Error> {
    /// Doubles in the large array, which spans many stripes.
    const LARGE: usize = 20_000;
    let n = pe.n_pes();
    // A number of 16 bytes may begin 8 bytes before the end of a stripe.
    let doubles = pe.alloc_zeroed::<f64>(LARGE + 1)?;
    let integers = pe.alloc_zeroed::<i64>(3)?;
    pe.barrier_all()?;
    let direct = pe.world().direct();
    let small = effort(pe, 800).max(100) / u64::from(n) + 1;
    let large = effort(pe, 8).max(1);
    let add = |to: u32, at: usize, numbers: &[f64], scale: Scale| {
        let bytes = bytes_of(numbers);
        let (shape, from) = (Shape::contiguous(bytes.len()), bytes.as_ptr());
        let at = doubles.offset() + 8 * at;
        // SAFETY: the vector lives until the call returns.
        unsafe { direct.accumulate_shape(to, at, from, &shape, scale) }
    };
    let ones = vec![1.0; LARGE];
    for round in 0..small {
        for to in 0..n {
            add(to, 1, &[1.0], Scale::F64(3.0))?;
            // Times i: the real part loses what the imaginary part has.
            add(to, 2045, &[2.0, 1.0], Scale::C64(0.0, 1.0))?;
            add(to, 2045, &[2.0, 1.0], Scale::one(Number::C64))?;
            let integer = [5_i64, -1].map(i64::to_ne_bytes).concat();
            let (shape, at) = (Shape::contiguous(16), integers.offset() + 8);
            // SAFETY: as above.
            unsafe { direct.accumulate_shape(to, at, integer.as_ptr(), &shape, Scale::I64(-2))? };
            if round < large {
                add(to, 1, &ones, Scale::F64(2.0))?;
            }
        }
    }
    pe.barrier_all()?;
    let (small, large) = (
        (small * u64::from(n)) as f64,
        (large.min(small) * u64::from(n)) as f64,
    );
    let mut wanted = vec![2.0 * large; LARGE + 1];
    wanted[0] = 0.0;
    wanted[1] += 3.0 * small;
    wanted[2045] += small;
    wanted[2046] += 3.0 * small;
    let got = own(pe, &doubles, 0, LARGE + 1)?;
    // All sums are exact.
    let wrong = (0..=LARGE).find(|&at| got[at].to_bits() != wanted[at].to_bits());
    assert_eq!(wrong.map(|at| (at, got[at], wanted[at])), None);
    let times = small as i64;
    assert_eq!(own(pe, &integers, 0, 3)?, [0, -10 * times, 2 * times]);
    pe.barrier_all()
}

/// Others add while the target computes, and the target adds to numbers beside.
pub(super) fn while_the_target_computes(pe: &Pe) -> Result<(), Error> {
    const NUMBERS: usize = 4000;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let sums = pe.alloc_zeroed::<f64>(NUMBERS)?;
    let done = pe.alloc_zeroed::<u64>(1)?;
    pe.barrier_all()?;
    let direct = pe.world().direct();
    let rounds = effort(pe, 24).max(3);
    if me == 0 {
        // Looks at its own memory alone, which makes no progress.
        let memory = pe.world().own_segment();
        while memory.load_u64(done.offset()).expect("inside") < u64::from(n - 1) {
            std::hint::spin_loop();
        }
        let got = own(pe, &sums, 0, NUMBERS)?;
        let wanted = (rounds * u64::from(n - 1)) as f64;
        let wrong = got.iter().find(|sum| sum.to_bits() != wanted.to_bits());
        assert_eq!(wrong, None, "instead of {wanted}");
    } else {
        let terms = bytes_of(&vec![0.5; NUMBERS]);
        for _ in 0..rounds {
            let shape = Shape::contiguous(terms.len());
            let scale = Scale::F64(2.0);
            // SAFETY: the vector lives until the call returns.
            unsafe { direct.accumulate_shape(0, sums.offset(), terms.as_ptr(), &shape, scale)? };
        }
        direct.quiet()?;
        direct.atomic_nbi(0, done.offset(), AtomicWidth::W64, || AtomicOp::Add(1))?;
        direct.quiet()?;
    }
    pe.barrier_all()
}

/// All PEs accumulate to PE 0 and to PE 1 in a loop, so that a PE mostly holds a lock, or waits for
/// one.
pub(super) fn without_end(pe: &Pe) -> Result<(), Error> {
    const NUMBERS: usize = 16 << 10;
    let sums = pe.alloc_zeroed::<f64>(NUMBERS)?;
    let terms = bytes_of(&vec![0.5; NUMBERS]);
    pe.barrier_all()?;
    super::outside::ready(pe);
    let direct = pe.world().direct();
    for to in [0, 1].into_iter().cycle() {
        let (shape, scale) = (Shape::contiguous(terms.len()), Scale::F64(1.0));
        // SAFETY: the vector lives until the call returns.
        unsafe { direct.accumulate_shape(to, sums.offset(), terms.as_ptr(), &shape, scale)? };
    }
    Ok(())
}

/// Errors name the argument and the bound, and nothing is added.
pub(super) fn refusals(pe: &Pe) -> Result<(), Error> {
    let n = pe.n_pes();
    let direct = pe.world().direct();
    let limit = pe.world().own_segment().len();
    let object = pe.alloc_zeroed::<f64>(8)?;
    pe.barrier_all()?;
    let mut terms = bytes_of(&[1.0; 8]);
    let (start, at) = (terms.as_mut_ptr(), object.offset());
    let scale = Scale::F64(1.0);
    for to in 0..n {
        let piece = |there: usize, bytes: usize| Piece {
            here: start,
            there,
            bytes,
        };
        // SAFETY: the vector lives until the calls return.
        let refused = unsafe {
            [
                (
                    direct.accumulate_shape(to, at, start, &Shape::contiguous(12), scale),
                    "a block of 12 bytes has no whole number of values of F64",
                ),
                (
                    direct.accumulate_pieces(to, &[piece(at, 8), piece(at, 20)], scale),
                    "a block of 20 bytes",
                ),
                (
                    direct.accumulate_shape(to, limit - 8, start, &Shape::contiguous(16), scale),
                    "exceed the segment",
                ),
                (
                    direct.accumulate_pieces(to, &[piece(at, 8), piece(limit, 8)], scale),
                    "exceed the segment",
                ),
                (
                    direct.accumulate_shape(n, at, start, &Shape::contiguous(8), scale),
                    "there is no rank",
                ),
            ]
        };
        for (result, wanted) in refused {
            let text = result.expect_err("refused").to_string();
            assert!(text.contains(wanted), "no {wanted:?} in {text}");
        }
    }
    pe.barrier_all()?;
    assert_eq!(own(pe, &object, 0, 8)?, [0.0; 8]);
    pe.barrier_all()
}
