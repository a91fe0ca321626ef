//! The expected contents of memory and messages. Each process writes only its own part of every
//! other's segment, and numbers its writes there.

use farreach_conformance::VecMemory;
use farreach_engine::Rank;
use farreach_verbs::Memory;

/// Bytes of the slots for single puts and gets.
pub(crate) const SIZES: [usize; 5] = [8, 64, 700 / 8 * 8, 3_000, 12_000];
/// The number of words for small puts in lists.
pub(crate) const LISTED: usize = 16;
/// The index of the slot in exposed memory, which follows the others.
pub(crate) const EXPOSED: usize = LISTED + SIZES.len();
const EXPOSED_BYTES: usize = 64;
/// Bytes of a process's part of another's segment.
const PART: usize = 16 << 10;
/// The offset in a part of the word that its owner adds to.
const COUNTER: usize = LISTED * 8;
const FIRST_SLOT: usize = COUNTER + 8;
/// The number of integers of a part that its owner accumulates to.
pub(crate) const SUMS: usize = 50;
/// The number of doubles that all processes accumulate to.
pub(crate) const SHARED_SUMS: usize = 200;
const _: () = assert!(SUMS_AT + SUMS * 8 <= PART);

/// Bytes of a segment in a job of `size` processes: the parts, one shared word, and the shared sums.
pub(crate) fn segment_bytes(size: Rank) -> usize {
    shared_sums(size) as usize + SHARED_SUMS * 8
}

pub(crate) fn shared_sums(size: Rank) -> u64 {
    shared_word(size) + 8
}

/// The offset of the integers that `rank` accumulates to.
pub(crate) fn own_sums(rank: Rank) -> u64 {
    (rank as usize * PART + SUMS_AT) as u64
}

pub(crate) fn shared_word(size: Rank) -> u64 {
    (size as usize * PART) as u64
}

pub(crate) fn own_word(rank: Rank) -> u64 {
    (rank as usize * PART + COUNTER) as u64
}

/// The offset of a slot of `rank` in others' segments, and the slot's length.
pub(crate) fn slot(rank: Rank, slot: usize) -> (u64, usize) {
    let (at, len) = match slot.checked_sub(LISTED) {
        None => (slot * 8, 8),
        Some(EXPOSED_NTH) => (FIRST_SLOT + SIZES.iter().sum::<usize>(), EXPOSED_BYTES),
        Some(nth) => (FIRST_SLOT + SIZES[..nth].iter().sum::<usize>(), SIZES[nth]),
    };
    ((rank as usize * PART + at) as u64, len)
}

const EXPOSED_NTH: usize = SIZES.len();
/// The offset in a part of the integers that its owner accumulates to, behind the slots.
const SUMS_AT: usize = FIRST_SLOT + 15_768 + EXPOSED_BYTES;
const _: () = assert!(SIZES[0] + SIZES[1] + SIZES[2] + SIZES[3] + SIZES[4] == 15_768);

/// The bytes of a put of `version`.
pub(crate) fn filled(version: u64, len: usize) -> Vec<u8> {
    version.to_le_bytes().repeat(len / 8)
}

pub(crate) fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let words = bytes.chunks_exact(8);
    words.map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")))
}

/// The operations of one process toward another.
#[derive(Debug, Default)]
pub(crate) struct Dealings {
    pub(crate) slots: [Slot; EXPOSED + 1],
    pub(crate) own: Additions,
    pub(crate) shared: Additions,
    /// Accumulates to the process's own integers, and to the shared doubles.
    pub(crate) own_sums: Accumulates,
    pub(crate) shared_sums: Accumulates,
    pub(crate) messages: Messages,
}

/// Puts to one place.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    /// The version of the latest put.
    pub(crate) latest: u64,
    /// The latest version whose put succeeded.
    pub(crate) done: u64,
    /// The versions whose puts failed or had no result.
    unknown: Vec<u64>,
    /// The versions whose puts are not reported.
    implicit: Vec<u64>,
}

/// Additions of one to a word.
#[derive(Debug, Default)]
pub(crate) struct Additions {
    pub(crate) submitted: u64,
    pub(crate) done: u64,
    /// The largest old value so far.
    pub(crate) last: Option<u64>,
}

/// Accumulates of one to each of the same numbers, whose ends are not reported.
#[derive(Debug, Default)]
pub(crate) struct Accumulates {
    pub(crate) submitted: u64,
    pub(crate) done: u64,
}

impl Accumulates {
    /// Handles the end of all. `succeeded` means that none failed.
    pub(crate) fn settle(&mut self, succeeded: bool) {
        if succeeded {
            self.done = self.submitted;
        }
    }
}

/// Messages, by number.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub(crate) sent: u32,
    pub(crate) done: Vec<u32>,
    pub(crate) received: Vec<u32>,
}

impl Slot {
    /// Counts a put. `is_reported` tells whether its end is reported.
    pub(crate) fn put(&mut self, is_reported: bool) -> u64 {
        self.latest += 1;
        if !is_reported {
            self.implicit.push(self.latest);
        }
        self.latest
    }

    pub(crate) fn ended(&mut self, version: u64, succeeded: bool) {
        if succeeded {
            self.done = self.done.max(version);
        } else {
            self.unknown.push(version);
        }
    }

    /// Handles the end of all implicit puts. `succeeded` means that none failed.
    pub(crate) fn settle(&mut self, succeeded: bool) {
        for version in std::mem::take(&mut self.implicit) {
            self.ended(version, succeeded);
        }
    }

    /// Whether the memory may hold `version` at the end.
    fn permits(&self, version: u64) -> bool {
        version == self.done || version > self.done && self.unknown.contains(&version)
    }

    /// Handles the death of the process: operations that have not ended have no result.
    pub(crate) fn die(&mut self) {
        self.settle(false);
        self.unknown = (1..=self.latest).collect();
    }
}

impl Additions {
    /// Handles the end of an addition with the old value `old`. `before` additions were submitted
    /// before it.
    pub(crate) fn ended(&mut self, old: u64, before: u64) {
        assert!(
            self.last.is_none_or(|last| last < old) && (self.done..=before).contains(&old),
            "addition {before}, of which {} have ended, found {old} after {:?}",
            self.done,
            self.last
        );
        self.last = Some(old);
        self.done += 1;
    }
}

impl Dealings {
    /// Checks the effects of `rank` on the memory of `peer`.
    pub(crate) fn check(&self, rank: Rank, peer: Rank, segment: &VecMemory, exposed: &VecMemory) {
        for (number, state) in self.slots.iter().enumerate() {
            let (at, len) = slot(rank, number);
            let memory = if number == EXPOSED { exposed } else { segment };
            let mut bytes = vec![0; len];
            memory.read(at as usize, &mut bytes).expect("it is inside");
            let wrong = words(&bytes).find(|&word| !state.permits(word));
            assert_eq!(
                wrong, None,
                "slot {number} of rank {rank} at {peer}: {state:?}"
            );
        }
        self.check_own_sums(rank, peer, segment);
        let mut word = [0; 8];
        let read = segment.read(own_word(rank) as usize, &mut word);
        read.expect("it is inside");
        let found = u64::from_le_bytes(word);
        assert!(
            (self.own.done..=self.own.submitted).contains(&found),
            "rank {rank} added to {peer}: {:?}, but {found} is there",
            self.own
        );
    }

    /// Checks the numbers of `peer` that `rank` alone accumulates to.
    pub(crate) fn check_own_sums(&self, rank: Rank, peer: Rank, segment: &VecMemory) {
        let mut sums = [0; SUMS * 8];
        let read = segment.read(own_sums(rank) as usize, &mut sums);
        read.expect("it is inside");
        for sum in words(&sums) {
            assert!(
                (self.own_sums.done..=self.own_sums.submitted).contains(&sum),
                "rank {rank} accumulated to {peer}: {:?}, but {sum} is there",
                self.own_sums
            );
        }
    }
}

impl Messages {
    pub(crate) fn receive(&mut self, number: u32, rank: Rank, peer: Rank) {
        assert!(
            self.received.last().is_none_or(|&last| last < number) && number < self.sent,
            "message {number} of {} from {rank} to {peer} after {:?}",
            self.sent,
            self.received.last()
        );
        self.received.push(number);
    }

    /// Checks that all messages that were reported as done have arrived.
    pub(crate) fn check(&self, rank: Rank, peer: Rank) {
        for number in &self.done {
            let found = self.received.binary_search(number);
            assert!(
                found.is_ok(),
                "message {number} from {rank} to {peer} was lost"
            );
        }
    }
}
