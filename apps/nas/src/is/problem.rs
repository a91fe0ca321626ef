//! The sizes of IS, its keys, and the ranks that some of them must have.

use std::ops::Range;

use crate::class::Class;
use crate::random::Generator;

const SEED: u64 = 314_159_265;
/// No number of processes makes more buckets.
pub(super) const LOG_BUCKETS_MAX: u32 = 10;
/// Keys whose rank is known.
pub(super) const TESTS: usize = 5;

/// A class of IS.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    log_keys: u32,
    log_limit: u32,
    log_buckets: u32,
    tests: [Test; TESTS],
}

/// A key whose rank is known in each iteration.
#[derive(Clone, Copy, Debug)]
struct Test {
    index: usize,
    /// Its rank in iteration 0, and how it changes from each iteration to the next.
    rank: i64,
    step: i64,
}

const fn test(index: usize, rank: i64, step: i64) -> Test {
    Test { index, rank, step }
}

impl Problem {
    /// For so many processes: the more there are, the more buckets, so that shares can be even. With fewer of them, sorting
    /// writes to fewer pages of memory at a time.
    pub(super) fn of(class: Class, processes: u32) -> Problem {
        let log_processes = processes.next_power_of_two().trailing_zeros();
        Problem {
            log_keys: class.of([16, 20, 23, 25]),
            log_limit: class.of([11, 16, 19, 21]),
            log_buckets: (log_processes + 5).clamp(8, LOG_BUCKETS_MAX),
            tests: class.of([
                [
                    test(48427, 0, 1),
                    test(17148, 18, 1),
                    test(23627, 346, 1),
                    test(62548, 64917, -1),
                    test(4431, 65463, -1),
                ],
                [
                    test(357773, 1249 - 2, 1),
                    test(934767, 11698 - 2, 1),
                    test(875723, 1039987, -1),
                    test(898999, 1043896, -1),
                    test(404505, 1048018, -1),
                ],
                [
                    test(2112377, 104 - 1, 1),
                    test(662041, 17523 - 1, 1),
                    test(5336171, 123928 - 1, 1),
                    test(3642833, 8288932 + 1, -1),
                    test(4250760, 8388264 + 1, -1),
                ],
                [
                    test(41869, 33422937, -1),
                    test(812306, 10244, 1),
                    test(5102857, 59149, 1),
                    test(18232239, 33135281, -1),
                    test(26860214, 99, 1),
                ],
            ]),
        }
    }

    /// How many keys there are.
    pub(super) fn keys(&self) -> usize {
        1 << self.log_keys
    }

    /// What all keys are below.
    pub(super) fn limit(&self) -> u32 {
        1 << self.log_limit
    }

    /// How many buckets the keys are divided into.
    pub(super) fn buckets(&self) -> usize {
        1 << self.log_buckets
    }

    /// How many low bits of a key don't matter for its bucket.
    pub(super) fn bucket_bits(&self) -> u32 {
        self.log_limit - self.log_buckets
    }

    /// The keys at the places `places` of the sequence.
    pub(super) fn sequence(&self, places: Range<usize>) -> Vec<u32> {
        let mut generator = Generator::new(SEED).skip(4 * places.start as u64);
        let quarter = f64::from(self.limit() / 4);
        places
            .map(|_| {
                let sum = (0..4).fold(0.0, |sum, _| sum + generator.next());
                (quarter * sum) as u32
            })
            .collect()
    }

    /// The places where the test keys are.
    pub(super) fn test_places(&self) -> [usize; TESTS] {
        self.tests.map(|test| test.index)
    }

    /// The ranks that the test keys must have.
    pub(super) fn test_ranks(&self, iteration: usize) -> [i64; TESTS] {
        self.tests
            .map(|test| test.rank + test.step * iteration as i64)
    }
}
