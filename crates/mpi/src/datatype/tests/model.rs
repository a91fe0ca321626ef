//! Types against a naive model, which lists each element.

#![allow(unsafe_code)]

use proptest::collection::vec;
use proptest::prelude::*;

use super::expression::Expression;
use crate::datatype::{Basic, Class, Datatype, Dimension, Distribution, Order, TypeError};

/// Bytes of the buffer that types of the tests lie in, its origin in the middle.
const BUFFER: usize = 1 << 16;

/// The elements of a type in order, and its bounds.
#[derive(Clone, Debug, Default)]
struct Model {
    elements: Vec<(isize, Basic)>,
    range: Option<(isize, isize)>,
    alignment: usize,
}

impl Model {
    fn extent(&self) -> isize {
        self.range.map_or(0, |(lower, upper)| upper - lower)
    }

    /// The elements of `old` at each of `places`.
    fn at(old: &Model, places: impl IntoIterator<Item = isize>) -> Model {
        let mut model = Model {
            alignment: 1,
            ..Model::default()
        };
        for place in places {
            model.add(old, place);
        }
        model
    }

    fn add(&mut self, old: &Model, place: isize) {
        let elements = old.elements.iter();
        self.elements
            .extend(elements.map(|(offset, basic)| (offset + place, *basic)));
        if let Some((lower, upper)) = old.range {
            let (lower, upper) = (lower + place, upper + place);
            self.range = Some(match self.range {
                Some(range) => (range.0.min(lower), range.1.max(upper)),
                None => (lower, upper),
            });
        }
        self.alignment = self.alignment.max(old.alignment);
    }

    fn of(expression: &Expression) -> Model {
        match expression {
            Expression::Basic(basic) => Model {
                elements: vec![(0, *basic)],
                range: Some((0, basic.extent() as isize)),
                alignment: basic.alignment(),
            },
            Expression::Contiguous(count, old) => {
                let old = Model::of(old);
                Model::at(&old, run(0, *count, old.extent()))
            }
            Expression::Vector(count, length, stride, old) => {
                let old = Model::of(old);
                let stride = stride * old.extent();
                let places = (0..*count as isize)
                    .flat_map(|block| run(block * stride, *length, old.extent()));
                Model::at(&old, places)
            }
            Expression::Hvector(count, length, stride, old) => {
                let old = Model::of(old);
                let places = (0..*count as isize)
                    .flat_map(|block| run(block * stride, *length, old.extent()));
                Model::at(&old, places)
            }
            Expression::Indexed(lengths, displacements, old) => {
                let old = Model::of(old);
                let places = lengths
                    .iter()
                    .zip(displacements)
                    .flat_map(|(length, at)| run(at * old.extent(), *length, old.extent()));
                Model::at(&old, places)
            }
            Expression::Hindexed(lengths, displacements, old) => {
                let old = Model::of(old);
                let places = lengths.iter().zip(displacements);
                let places = places.flat_map(|(length, at)| run(*at, *length, old.extent()));
                Model::at(&old, places)
            }
            Expression::IndexedBlock(length, displacements, old) => {
                let old = Model::of(old);
                let places = displacements.iter();
                let places = places.flat_map(|at| run(at * old.extent(), *length, old.extent()));
                Model::at(&old, places)
            }
            Expression::HindexedBlock(length, displacements, old) => {
                let old = Model::of(old);
                let places = displacements.iter();
                Model::at(&old, places.flat_map(|at| run(*at, *length, old.extent())))
            }
            Expression::Structure(lengths, displacements, types) => {
                structure(lengths, displacements, types)
            }
            Expression::Subarray(sizes, lengths, starts, order, old) => {
                let old = Model::of(old);
                let inside = |index: usize, dimension: usize| {
                    (starts[dimension]..starts[dimension] + lengths[dimension]).contains(&index)
                };
                array(&old, sizes, *order, inside)
            }
            Expression::Darray(_, rank, dimensions, order, old) => {
                darray(*rank, dimensions, *order, &Model::of(old))
            }
            Expression::Resized(lower, extent, old) => Model {
                range: Some((*lower, lower + extent)),
                ..Model::of(old)
            },
            Expression::Dup(old) => Model::of(old),
        }
    }

    /// The offsets of the bytes that a message carries, in order.
    fn bytes(&self, count: usize) -> Vec<isize> {
        let mut bytes = Vec::new();
        for element in 0..count as isize {
            for (offset, basic) in &self.elements {
                let at = offset + element * self.extent();
                if basic.class() == Class::Pair {
                    let index = at + basic.index_offset() as isize;
                    bytes.extend(at..at + basic.part() as isize);
                    bytes.extend(index..index + basic.index_part() as isize);
                } else {
                    bytes.extend(at..at + basic.size() as isize);
                }
            }
        }
        bytes
    }
}

/// `count` places from `first` on.
fn run(first: isize, count: usize, distance: isize) -> impl Iterator<Item = isize> {
    (0..count as isize).map(move |index| first + index * distance)
}

fn structure(lengths: &[usize], displacements: &[isize], types: &[Expression]) -> Model {
    let mut model = Model {
        alignment: 1,
        ..Model::default()
    };
    for ((length, displacement), old) in lengths.iter().zip(displacements).zip(types) {
        let old = Model::of(old);
        for place in run(*displacement, *length, old.extent()) {
            model.add(&old, place);
        }
    }
    let basic = |one: &Expression| matches!(one, Expression::Basic(_));
    let differ = |pair: &[Expression]| pair[0] != pair[1] || !basic(&pair[0]);
    if let Some((lower, upper)) = model.range
        && upper >= lower
        && types.windows(2).any(differ)
    {
        let extent = ((upper - lower) as usize).next_multiple_of(model.alignment);
        model.range = Some((lower, lower + extent as isize));
    }
    model
}

/// The elements of an array that are `inside` in each dimension.
fn array(
    old: &Model,
    sizes: &[usize],
    order: Order,
    inside: impl Fn(usize, usize) -> bool,
) -> Model {
    let total: usize = sizes.iter().product();
    let mut chosen = Vec::new();
    for linear in 0..total {
        let mut rest = linear;
        let mut all = true;
        for step in 0..sizes.len() {
            let dimension = match order {
                Order::C => sizes.len() - 1 - step,
                Order::Fortran => step,
            };
            all &= inside(rest % sizes[dimension], dimension);
            rest /= sizes[dimension];
        }
        if all {
            chosen.push(linear as isize * old.extent());
        }
    }
    let mut model = Model::at(old, chosen);
    model.range = Some((0, total as isize * old.extent()));
    model.alignment = old.alignment;
    model
}

fn darray(rank: usize, dimensions: &[Dimension], order: Order, old: &Model) -> Model {
    let mut behind = dimensions.iter().map(|dimension| dimension.processes);
    let mut coordinates = Vec::new();
    for _ in 0..dimensions.len() {
        behind.next();
        let stride: usize = behind.clone().product();
        coordinates.push(rank / stride);
    }
    for (coordinate, dimension) in coordinates.iter_mut().zip(dimensions) {
        *coordinate %= dimension.processes;
    }
    let sizes: Vec<_> = dimensions.iter().map(|dimension| dimension.size).collect();
    array(old, &sizes, order, |index, dimension| {
        let Dimension {
            size,
            distribution,
            block,
            processes,
        } = dimensions[dimension];
        let owner = match distribution {
            Distribution::None => 0,
            Distribution::Block => index / block.unwrap_or(size.div_ceil(processes)),
            Distribution::Cyclic => index / block.unwrap_or(1) % processes,
        };
        owner == coordinates[dimension]
    })
}

/// `count` elements of `datatype` in `buffer` at `origin`, packed.
pub(super) fn packed(datatype: &Datatype, count: usize, buffer: &[u8], origin: usize) -> Vec<u8> {
    check_span(datatype, count, buffer.len(), origin);
    let mut bytes = vec![0; datatype.size() * count];
    // SAFETY: the elements lie in the buffer.
    let packed = unsafe { datatype.pack(count, buffer[origin..].as_ptr(), 0, &mut bytes) };
    assert_eq!(packed, bytes.len());
    bytes
}

fn check_span(datatype: &Datatype, count: usize, buffer: usize, origin: usize) {
    let (first, end) = datatype.span(count).unwrap();
    assert!(origin as isize + first >= 0 && origin as isize + end <= buffer as isize);
}

fn basics() -> impl Strategy<Value = Expression> {
    let all: Vec<_> = Basic::all()
        .filter(|basic| basic.class() != Class::Mark)
        .collect();
    proptest::sample::select(all).prop_map(Expression::Basic)
}

fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::C), Just(Order::Fortran)]
}

/// Blocks: lengths, and displacements within `reach`.
fn scattered(reach: isize) -> impl Strategy<Value = (Vec<usize>, Vec<isize>)> {
    vec((0_usize..4, -reach..reach), 0..5).prop_map(|blocks| blocks.into_iter().unzip())
}

fn subarrays(inner: BoxedStrategy<Expression>) -> impl Strategy<Value = Expression> {
    let dimension = (1_usize..5).prop_flat_map(|size| {
        (1..=size).prop_flat_map(move |length| (Just(size), Just(length), 0..=size - length))
    });
    (vec(dimension, 1..4), orders(), inner).prop_map(|(dimensions, order, old)| {
        let sizes = dimensions.iter().map(|dimension| dimension.0).collect();
        let lengths = dimensions.iter().map(|dimension| dimension.1).collect();
        let starts = dimensions.iter().map(|dimension| dimension.2).collect();
        Expression::Subarray(sizes, lengths, starts, order, Box::new(old))
    })
}

fn darrays(inner: BoxedStrategy<Expression>) -> impl Strategy<Value = Expression> {
    let dimension = (1_usize..8, 1_usize..4, 0..5).prop_map(|(size, processes, kind)| Dimension {
        size,
        distribution: match kind {
            0 => Distribution::None,
            1 | 2 => Distribution::Block,
            _ => Distribution::Cyclic,
        },
        block: match kind {
            2 => Some(size.div_ceil(processes) + 1),
            4 => Some(2),
            _ => None,
        },
        processes: if kind == 0 { 1 } else { processes },
    });
    (
        vec(dimension, 1..4),
        any::<prop::sample::Index>(),
        orders(),
        inner,
    )
        .prop_map(|(dimensions, rank, order, old)| {
            let size = dimensions.iter().map(|one| one.processes).product();
            Expression::Darray(size, rank.index(size), dimensions, order, Box::new(old))
        })
}

fn nested(inner: BoxedStrategy<Expression>) -> impl Strategy<Value = Expression> {
    let one = || inner.clone().prop_map(Box::new);
    let structures = vec((0_usize..4, -90_isize..90, inner.clone()), 0..5);
    prop_oneof![
        (0_usize..5, one()).prop_map(|(count, old)| Expression::Contiguous(count, old)),
        (0_usize..5, 0_usize..4, -5_isize..6, one()).prop_map(|(count, length, stride, old)| {
            Expression::Vector(count, length, stride, old)
        }),
        (0_usize..5, 0_usize..4, -50_isize..60, one()).prop_map(|(count, length, stride, old)| {
            Expression::Hvector(count, length, stride, old)
        }),
        (scattered(9), one())
            .prop_map(|(blocks, old)| Expression::Indexed(blocks.0, blocks.1, old)),
        (scattered(90), one())
            .prop_map(|(blocks, old)| Expression::Hindexed(blocks.0, blocks.1, old)),
        (0_usize..4, vec(-9_isize..9, 0..5), one())
            .prop_map(|(length, at, old)| Expression::IndexedBlock(length, at, old)),
        (0_usize..4, vec(-90_isize..90, 0..5), one())
            .prop_map(|(length, at, old)| Expression::HindexedBlock(length, at, old)),
        structures.prop_map(|entries| {
            let lengths = entries.iter().map(|entry| entry.0).collect();
            let displacements = entries.iter().map(|entry| entry.1).collect();
            let types = entries.into_iter().map(|entry| entry.2).collect();
            Expression::Structure(lengths, displacements, types)
        }),
        (-30_isize..30, -60_isize..90, one())
            .prop_map(|(lower, extent, old)| Expression::Resized(lower, extent, old)),
        one().prop_map(Expression::Dup),
        subarrays(inner.clone()),
        darrays(inner),
    ]
}

fn expressions() -> impl Strategy<Value = Expression> {
    basics()
        .boxed()
        .prop_recursive(3, 24, 4, |inner| nested(inner.boxed()))
}

/// The blocks that the bytes are in, neighbours joined.
fn blocks(bytes: &[isize]) -> Vec<(isize, usize)> {
    let mut blocks: Vec<(isize, usize)> = Vec::new();
    for byte in bytes {
        match blocks.last_mut() {
            Some((start, length)) if *start + *length as isize == *byte => *length += 1,
            _ => blocks.push((*byte, 1)),
        }
    }
    blocks
}

/// Checks pack and unpack in pieces that end at `cuts`.
fn check_pieces(datatype: &Datatype, count: usize, bytes: &[isize], cuts: &[usize]) {
    let origin = BUFFER / 2;
    let (first, end) = datatype.span(count).unwrap();
    if origin as isize + first < 0 || origin as isize + end > BUFFER as isize {
        return;
    }
    let source: Vec<u8> = (0..BUFFER)
        .map(|index| ((index * 167) >> 3) as u8)
        .collect();
    let at = |offset: &isize| (origin as isize + offset) as usize;
    let expected: Vec<u8> = bytes.iter().map(|offset| source[at(offset)]).collect();
    let mut target = vec![0xEE; BUFFER];
    let mut position = 0;
    let mut cuts = cuts.iter().cycle();
    while position < expected.len() {
        let mut piece = vec![0; *cuts.next().unwrap()];
        // SAFETY: the elements lie in both buffers.
        let (packed, unpacked) = unsafe {
            let from = source[origin..].as_ptr();
            let packed = datatype.pack(count, from, position, &mut piece);
            let into = target.as_mut_ptr().add(origin);
            let unpacked = datatype.unpack(count, into, position, &piece[..packed]);
            (packed, unpacked)
        };
        assert_eq!(packed, piece.len().min(expected.len() - position));
        assert_eq!(unpacked, packed);
        assert_eq!(piece[..packed], expected[position..position + packed]);
        position += packed;
    }
    let mut unpacked = vec![0xEE; BUFFER];
    for (offset, byte) in bytes.iter().zip(&expected) {
        unpacked[at(offset)] = *byte;
    }
    assert!(target == unpacked, "other bytes were written");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn types_agree_with_the_model(
        expression in expressions(),
        count in 0_usize..4,
        cuts in vec(1_usize..60, 1..6),
    ) {
        let model = Model::of(&expression);
        let datatype = expression.build().unwrap();
        let bytes = model.bytes(1);
        prop_assert_eq!(datatype.size(), bytes.len());
        prop_assert_eq!(datatype.extent(), (model.range.map_or(0, |range| range.0), model.extent()));
        let first = bytes.iter().min().copied().unwrap_or(0);
        let end = bytes.iter().max().map_or(0, |last| last + 1);
        prop_assert_eq!(datatype.true_extent(), (first, end - first));
        let bytes = model.bytes(count);
        let joined = blocks(&bytes);
        prop_assert_eq!(datatype.blocks(count).collect::<Vec<_>>(), joined.clone());
        // The shape need not find every type that is one block.
        if let Some(offset) = datatype.is_contiguous(count) {
            prop_assert!(joined.is_empty() || joined == [(offset, bytes.len())]);
        }
        check_pieces(&datatype, count, &bytes, &cuts);
    }

    #[test]
    fn signatures_agree_with_the_model(expression in expressions(), whole in 0_usize..3) {
        let model = Model::of(&expression);
        let datatype = expression.build().unwrap();
        let listed: Vec<_> = datatype
            .signature()
            .flat_map(|(basic, count)| std::iter::repeat_n(basic, count))
            .collect();
        let elements: Vec<_> = model.elements.iter().map(|element| element.1).collect();
        prop_assert_eq!(&listed, &elements);
        let (mut bytes, mut numbers) = (whole * datatype.size(), 0);
        for basic in elements.iter().cycle().take(whole * elements.len()) {
            numbers += basic.numbers();
        }
        for basic in &elements {
            prop_assert_eq!(datatype.basic_elements(bytes), Some(numbers));
            prop_assert_eq!(datatype.bytes_of_elements(numbers), Some(bytes));
            if basic.size() > 1 {
                prop_assert_eq!(datatype.basic_elements(bytes + 1), None);
            }
            bytes += basic.size();
            numbers += basic.numbers();
        }
        prop_assert_eq!(datatype.basic_elements(bytes), Some(numbers));
    }
}

#[test]
fn sizes_that_do_not_fit_are_errors() {
    let int = Datatype::basic(Basic::Int);
    let large = Datatype::contiguous(1 << 60, &int).unwrap();
    assert_eq!(large.size(), 1 << 62);
    assert_eq!(large.extent(), (0, 1 << 62));
    assert_eq!(large.size_of(2), None);
    assert_eq!(large.span(2), None);
    let too_large = [
        Datatype::contiguous(2, &large),
        Datatype::vector(2, 1, isize::MAX, &int),
        Datatype::hvector(3, 1, isize::MAX / 2 + 1, &int),
        Datatype::indexed(&[1], &[isize::MAX], &int),
        Datatype::hindexed(&[1, 1], &[isize::MAX - 8, -9], &int),
        Datatype::structure(&[1, 1], &[0, isize::MAX - 2], &[int.clone(), int.clone()]),
        Datatype::resized(isize::MAX, 1, &int),
        Datatype::resized(isize::MIN, -1, &int),
        Datatype::subarray(&[1 << 40, 1 << 40], &[1, 1], &[0, 0], Order::C, &int),
        Datatype::contiguous(usize::MAX, &int),
    ];
    for datatype in too_large {
        assert_eq!(datatype.unwrap_err(), TypeError::TooLarge);
    }
}

#[test]
fn types_of_many_levels_are_refused() {
    let mut datatype = Datatype::basic(Basic::Int);
    for _ in 0..crate::datatype::DEPTH_MAX {
        let types = [datatype, Datatype::basic(Basic::Char)];
        datatype = Datatype::structure(&[1, 1], &[8, 0], &types).unwrap();
    }
    assert_eq!(datatype.dup().unwrap_err(), TypeError::TooDeep);
    let size = datatype.size();
    let mut bytes = vec![0; size];
    let buffer = vec![7; datatype.extent().1 as usize + 64];
    // SAFETY: the buffer has the type's extent.
    unsafe { datatype.pack(1, buffer.as_ptr(), 0, &mut bytes) };
    assert!(bytes.iter().all(|byte| *byte == 7));
    assert_eq!(datatype.blocks(1).map(|block| block.1).sum::<usize>(), size);
}
