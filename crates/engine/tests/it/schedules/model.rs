//! What memory and messages have to be like: each process has a part of every other's segment, and counts what it writes there.

use farreach_conformance::VecMemory;
use farreach_engine::Rank;
use farreach_verbs::Memory;

/// Bytes of the slots that are put and got one by one.
pub(crate) const SIZES: [usize; 5] = [8, 64, 700 / 8 * 8, 3_000, 12_000];
/// How many words small puts in lists go to.
pub(crate) const LISTED: usize = 16;
/// The slot in exposed memory, after the others.
pub(crate) const EXPOSED: usize = LISTED + SIZES.len();
const EXPOSED_BYTES: usize = 64;
/// Bytes of a process's part of another's segment, and of a segment.
const PART: usize = 16 << 10;
/// Where in a part the word is that its owner adds to.
const COUNTER: usize = LISTED * 8;
const FIRST_SLOT: usize = COUNTER + 8;

/// Bytes of a segment of one of so many processes: the parts, and the word that all share.
pub(crate) fn segment_bytes(size: Rank) -> usize {
    size as usize * PART + 8
}

pub(crate) fn shared_word(size: Rank) -> u64 {
    (size as usize * PART) as u64
}

pub(crate) fn own_word(rank: Rank) -> u64 {
    (rank as usize * PART + COUNTER) as u64
}

/// Where a slot of `rank` is in others' segments, and its bytes.
pub(crate) fn slot(rank: Rank, slot: usize) -> (u64, usize) {
    let (at, len) = match slot.checked_sub(LISTED) {
        None => (slot * 8, 8),
        Some(EXPOSED_NTH) => (FIRST_SLOT + SIZES.iter().sum::<usize>(), EXPOSED_BYTES),
        Some(nth) => (FIRST_SLOT + SIZES[..nth].iter().sum::<usize>(), SIZES[nth]),
    };
    ((rank as usize * PART + at) as u64, len)
}

const EXPOSED_NTH: usize = SIZES.len();

/// The bytes of a put of that version.
pub(crate) fn filled(version: u64, len: usize) -> Vec<u8> {
    version.to_le_bytes().repeat(len / 8)
}

pub(crate) fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let words = bytes.chunks_exact(8);
    words.map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")))
}

/// What one process did to another.
#[derive(Debug, Default)]
pub(crate) struct Dealings {
    pub(crate) slots: [Slot; EXPOSED + 1],
    pub(crate) own: Additions,
    pub(crate) shared: Additions,
    pub(crate) messages: Messages,
}

/// Puts to one place.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    /// The version of the latest.
    pub(crate) latest: u64,
    /// The latest that succeeded.
    pub(crate) done: u64,
    /// Those that failed, or of which nothing is known.
    unknown: Vec<u64>,
    /// Those that are not reported one by one.
    implicit: Vec<u64>,
}

/// Additions of one to a word.
#[derive(Debug, Default)]
pub(crate) struct Additions {
    pub(crate) submitted: u64,
    pub(crate) done: u64,
    /// The old value that came last.
    pub(crate) last: Option<u64>,
}

/// Messages, by number.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub(crate) sent: u32,
    pub(crate) done: Vec<u32>,
    pub(crate) received: Vec<u32>,
}

impl Slot {
    /// A put; `is_reported` by itself.
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

    /// All implicit ones have ended; `succeeded` if none failed.
    pub(crate) fn settle(&mut self, succeeded: bool) {
        for version in std::mem::take(&mut self.implicit) {
            self.ended(version, succeeded);
        }
    }

    /// Whether the memory may hold that version at the end.
    fn permits(&self, version: u64) -> bool {
        version == self.done || version > self.done && self.unknown.contains(&version)
    }

    /// All that have not ended never will.
    pub(crate) fn die(&mut self) {
        self.settle(false);
        self.unknown = (1..=self.latest).collect();
    }
}

impl Additions {
    /// One has ended with that old value. `before` were submitted before it.
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
    /// Checks what `rank` did to the memory of `peer`.
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

    /// All that were reported as done have come.
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
