use proptest::prelude::*;

use super::*;

/// The bytes of a shape in the order of their transfer, by loops over the lists alone.
fn model(bytes: usize, counts: &[usize], here: &[usize], there: &[usize]) -> Vec<(usize, usize)> {
    let mut starts = vec![(0, 0)];
    for level in 0..counts.len() {
        let steps = (0..counts[level]).flat_map(|step| {
            let (here, there) = (step * here[level], step * there[level]);
            starts
                .iter()
                .map(move |start| (start.0 + here, start.1 + there))
        });
        starts = steps.collect();
    }
    let each = starts.iter();
    each.flat_map(|start| (0..bytes).map(move |at| (start.0 + at, start.1 + at)))
        .collect()
}

fn bytes_of(shape: &Shape) -> Vec<(usize, usize)> {
    let block = shape.block();
    shape
        .each()
        .flat_map(|(here, there)| (0..block).map(move |at| (here + at, there + at)))
        .collect()
}

/// Strides that are often those at which levels join.
fn stride(inner: usize) -> impl Strategy<Value = usize> {
    prop_oneof![Just(inner), Just(inner + 3), 0usize..40]
}

fn lists() -> impl Strategy<Value = (usize, Vec<usize>, Vec<usize>, Vec<usize>)> {
    let level = (0usize..4, stride(0), stride(0), any::<bool>());
    (0usize..6, prop::collection::vec(level, 0..=5)).prop_map(|(bytes, levels)| {
        let (mut counts, mut here, mut there) = (Vec::new(), Vec::new(), Vec::new());
        let (mut next_here, mut next_there) = (bytes, bytes);
        for (count, gap_here, gap_there, is_joined) in levels {
            // Half of the levels continue the one inside without a gap.
            if is_joined {
                here.push(next_here);
                there.push(next_there);
            } else {
                here.push(gap_here);
                there.push(gap_there);
            }
            counts.push(count);
            next_here = count * here.last().unwrap();
            next_there = count * there.last().unwrap();
        }
        (bytes, counts, here, there)
    })
}

proptest! {
    #[test]
    fn shapes_have_the_bytes_of_nested_loops((bytes, counts, here, there) in lists()) {
        let shape = Shape::new(bytes, &counts, &here, &there).unwrap();
        let wanted = model(bytes, &counts, &here, &there);
        let found = bytes_of(&shape);
        prop_assert_eq!(&found, &wanted);
        prop_assert_eq!(shape.bytes(), wanted.len());
        prop_assert_eq!(shape.each().count(), shape.blocks());
        let end = |side: fn(&(usize, usize)) -> usize| wanted.iter().map(|byte| side(byte) + 1).max();
        prop_assert_eq!(shape.span_here(), end(|byte| byte.0).unwrap_or(0));
        prop_assert_eq!(shape.span_there(), end(|byte| byte.1).unwrap_or(0));
        let (inner, runs) = shape.runs();
        let by_runs: Vec<_> = runs
            .flat_map(|run| {
                (0..inner.count).map(move |at| (run.0 + at * inner.here, run.1 + at * inner.there))
            })
            .collect();
        prop_assert_eq!(by_runs, shape.each().collect::<Vec<_>>());
    }

    #[test]
    fn shapes_are_in_their_shortest_form((bytes, counts, here, there) in lists()) {
        let shape = Shape::new(bytes, &counts, &here, &there).unwrap();
        let mut below = Level { count: shape.block(), here: 1, there: 1 };
        for level in shape.levels() {
            prop_assert!(level.count > 1);
            let follows = level.here == below.count * below.here && level.there == below.count * below.there;
            prop_assert!(!follows, "{:?} follows {:?}", level, below);
            below = *level;
        }
        let lists = |part: fn(&Level) -> usize| shape.levels().iter().map(part).collect::<Vec<_>>();
        let (counts, here, there) = (lists(|l| l.count), lists(|l| l.here), lists(|l| l.there));
        prop_assert_eq!(Shape::new(shape.block(), &counts, &here, &there), Ok(shape));
    }

    #[test]
    fn overlaps_are_found_exactly((bytes, counts, here, there) in lists()) {
        let shape = Shape::new(bytes, &counts, &here, &there).unwrap();
        let mut own: Vec<usize> = bytes_of(&shape).iter().map(|byte| byte.0).collect();
        own.sort_unstable();
        let overlaps = own.windows(2).any(|pair| pair[0] == pair[1]);
        prop_assert_eq!(shape.overlaps_here(), overlaps);
    }

    #[test]
    fn any_numbers_give_a_shape_or_an_error(
        bytes in number(),
        levels in prop::collection::vec((number(), number(), number()), 0..=9),
    ) {
        let list = |part: fn(&(usize, usize, usize)) -> usize| levels.iter().map(part).collect::<Vec<_>>();
        let (counts, here, there) = (list(|l| l.0), list(|l| l.1), list(|l| l.2));
        let wide = |list: &[usize]| {
            let steps = counts.iter().zip(list);
            steps.fold(bytes as u128, |span, (&count, &stride)| {
                span.saturating_add((count as u128).saturating_sub(1) * stride as u128)
            })
        };
        match Shape::new(bytes, &counts, &here, &there) {
            Ok(shape) if bytes == 0 || counts.contains(&0) => prop_assert_eq!(shape, Shape::contiguous(0)),
            Ok(shape) => {
                prop_assert_eq!(shape.span_here() as u128, wide(&here));
                prop_assert_eq!(shape.span_there() as u128, wide(&there));
                prop_assert!(shape.bytes() <= LIMIT);
            }
            Err(ShapeError::Levels { levels }) => prop_assert!(levels == 9),
            Err(ShapeError::Span { .. }) => {
                prop_assert!(wide(&here).max(wide(&there)) > LIMIT as u128);
            }
            Err(ShapeError::Bytes { .. }) => {
                let all = counts.iter().try_fold(bytes as u128, |all, &count| all.checked_mul(count as u128));
                prop_assert!(all.is_none_or(|all| all > LIMIT as u128));
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

fn number() -> impl Strategy<Value = usize> {
    prop_oneof![
        0usize..5,
        Just(usize::MAX),
        Just(usize::MAX / 2),
        Just(1 << 32),
        any::<usize>()
    ]
}

#[test]
fn errors_name_the_argument_and_the_bound() {
    let text = |result: Result<Shape, ShapeError>| result.unwrap_err().to_string();
    let lengths = text(Shape::new(1, &[2, 2], &[1], &[1, 1]));
    assert!(lengths.contains("2 counts, 1 strides here"), "{lengths}");
    let levels = text(Shape::new(1, &[2; 9], &[1; 9], &[1; 9]));
    assert_eq!(levels, "a shape of 9 levels: the limit is 8");
    let span = text(Shape::new(1, &[2, 3], &[4, 4], &[4, usize::MAX / 4]));
    assert!(
        span.contains("3 steps at a stride of 4611686018427387903 bytes there on level 1"),
        "{span}"
    );
    let bytes = text(Shape::new(8, &[1 << 40, 1 << 40], &[0, 0], &[0, 0]));
    assert!(bytes.contains("1099511627776 steps on level 1"), "{bytes}");
}

#[test]
fn the_parts_of_cut_blocks_are_the_blocks() {
    let shape = Shape::new(100, &[3, 2], &[130, 1000], &[200, 700]).unwrap();
    let (full, rest) = shape.cut(64);
    assert_eq!((full.block(), rest.block()), (64, 36));
    assert_eq!(full.bytes() + rest.bytes(), shape.bytes());
    assert!(full.each().eq(shape.each()) && rest.each().eq(shape.each()));
    assert_eq!(64 + rest.span_here(), shape.span_here());
    assert_eq!(64 + rest.span_there(), shape.span_there());
    assert_eq!(36 + full.span_there(), shape.span_there());
}
