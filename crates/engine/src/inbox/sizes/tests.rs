use alloc::vec::Vec;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;

fn histogram(lengths: &[usize]) -> Histogram {
    let mut histogram = Histogram::default();
    for &len in lengths {
        histogram.add(len);
    }
    histogram
}

#[test]
fn few_lengths_have_a_size_each() {
    let came = histogram(&[100, 100, 700, 3000]);
    assert_eq!(came.best(), [128, 704, 3008]);
    assert_eq!(came.cost(&came.best()), 2 * 128 + 704 + 3008);
    assert_eq!(histogram(&[]).best(), [0; 0]);
    assert_eq!(histogram(&[0]).best(), [32]);
    assert_eq!(histogram(&[8192]).best(), [8192]);
}

#[test]
fn no_other_sizes_need_fewer_bytes() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..50 {
        let count = random.random_range(1..200);
        let lengths: Vec<usize> = (0..count)
            .map(|_| random.random_range(1..=SIZES[5] as usize))
            .collect();
        let came = histogram(&lengths);
        let best = came.best();
        assert!(best.len() <= crate::CLASSES && best.is_sorted());
        assert!(came.cost(&best) <= came.cost(&SIZES));
        for _ in 0..200 {
            let last = *best.last().unwrap();
            let mut others: Vec<u32> = (0..crate::CLASSES - 1)
                .map(|_| random.random_range(1..=256) * STEP as u32)
                .chain([last])
                .collect();
            others.sort_unstable();
            assert!(
                came.cost(&best) <= came.cost(&others),
                "{best:?} {others:?}"
            );
        }
    }
}
