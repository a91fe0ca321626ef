//! Learning sizes: ours from what comes, others' from what they tell.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{Device, DeviceError, Memory, SrqNumber};

use super::sizes::{Histogram, SIZES};
use super::{Inbox, Kind};
use crate::Buffers;
use crate::planted::Bug;

/// How many messages come before sizes are learned; each next time four times as many.
const FIRST: u64 = 256;
/// New sizes have to save more than one byte of so many.
const WORTH: u64 = 50;

/// What is known of sizes.
pub(super) struct Learning {
    histogram: Histogram,
    /// When the histogram is looked at again.
    next: u64,
    /// Counts changes of our sizes.
    generation: u32,
    /// The places of our queues of the present generation, and of the one before.
    present: Vec<usize>,
    former: Vec<usize>,
    /// Whoever has sent a message, and the generation that it has taken note of.
    senders: BTreeMap<Rank, u32>,
    /// The learned queues of others and their sizes, in ascending order.
    theirs: BTreeMap<Rank, Vec<(SrqNumber, u32)>>,
    /// Notices to send: to whom, and what they say.
    notices: VecDeque<(Rank, Kind, Vec<u8>)>,
}

impl Default for Learning {
    fn default() -> Self {
        Learning {
            histogram: Histogram::default(),
            next: FIRST,
            generation: 0,
            present: Vec::new(),
            former: Vec::new(),
            senders: BTreeMap::new(),
            theirs: BTreeMap::new(),
            notices: VecDeque::new(),
        }
    }
}

impl Learning {
    /// The learned queue of `peer` for a message of `len` bytes with its header, if one is known.
    pub(super) fn queue_of(&self, peer: Rank, len: usize) -> Option<SrqNumber> {
        let queues = self.theirs.get(&peer)?;
        let fits = queues.iter().find(|&&(_, size)| len <= size as usize);
        fits.map(|&(number, _)| number)
    }
}

impl<M: Memory> Inbox<M> {
    /// The next notice to another process.
    pub(crate) fn poll_notice(&mut self) -> Option<(Rank, Kind, Vec<u8>)> {
        self.learning.notices.pop_front()
    }

    /// A message of the program's came from `source`, of `len` bytes with its header.
    pub(super) fn learn<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        source: Rank,
        len: usize,
    ) -> Result<(), DeviceError> {
        if self.domain.is_none() || self.buffers != Buffers::Learned {
            return Ok(());
        }
        let learning = &mut self.learning;
        learning.histogram.add(len);
        if !self.own_node.contains(&source) && !learning.senders.contains_key(&source) {
            learning.senders.insert(source, 0);
            if learning.generation > 0 {
                let sizes = self.sizes();
                self.learning
                    .notices
                    .push_back((source, Kind::Sizes, sizes));
            }
        }
        let learning = &mut self.learning;
        if learning.histogram.total() >= learning.next && learning.former.is_empty() {
            learning.next = learning.histogram.total() * 4;
            self.change_sizes(device)?;
        }
        Ok(())
    }

    /// Makes queues of the sizes that suit best, if they save enough, and tells all senders.
    fn change_sizes<D: Device<Memory = M>>(&mut self, device: &mut D) -> Result<(), DeviceError> {
        let best = self.learning.histogram.best();
        let present: Vec<u32> = self
            .learning
            .present
            .iter()
            .map(|&at| self.queues[at].size)
            .collect();
        let sizes = if present.is_empty() {
            &SIZES[..]
        } else {
            &present[..]
        };
        let cost = self.learning.histogram.cost(sizes);
        if cost - self.learning.histogram.cost(&best).min(cost) <= cost / WORTH {
            return Ok(());
        }
        let mut places = Vec::with_capacity(best.len());
        for size in best {
            let place = self.add_queue(device, size)?;
            self.queues[place].open(device, self.pd, place, u32::MAX)?;
            places.push(place);
        }
        let learning = &mut self.learning;
        learning.former = core::mem::replace(&mut learning.present, places);
        learning.generation += 1;
        self.stats.learned += 1;
        self.count_held();
        let sizes = self.sizes();
        for &sender in self.learning.senders.keys() {
            self.learning
                .notices
                .push_back((sender, Kind::Sizes, sizes.clone()));
        }
        Ok(())
    }

    /// Our generation, and for each queue of it number and size.
    fn sizes(&self) -> Vec<u8> {
        let mut bytes = self.learning.generation.to_le_bytes().to_vec();
        for &place in &self.learning.present {
            let queue = &self.queues[place];
            let number = queue.number.expect("learned queues belong to a domain");
            bytes.extend(number.0.to_le_bytes());
            bytes.extend(queue.size.to_le_bytes());
        }
        bytes
    }

    /// `source` tells its sizes.
    pub(super) fn note_sizes(&mut self, source: Rank, bytes: &[u8]) {
        let Some((generation, queues)) = bytes.split_first_chunk::<4>() else {
            return;
        };
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("4 bytes"));
        let queues = queues.chunks_exact(8);
        let queues = queues.map(|queue| (SrqNumber(word(&queue[..4])), word(&queue[4..])));
        self.learning.theirs.insert(source, queues.collect());
        // It leaves behind everything that was sent to the queues of before.
        self.learning
            .notices
            .push_back((source, Kind::Noted, generation.to_vec()));
    }

    /// `source` uses our sizes of that generation from here on.
    pub(super) fn noted<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        source: Rank,
        bytes: &[u8],
    ) -> Result<(), DeviceError> {
        let Ok(generation) = bytes.try_into().map(u32::from_le_bytes) else {
            return Ok(());
        };
        let learning = &mut self.learning;
        learning.senders.insert(source, generation);
        if learning
            .senders
            .values()
            .any(|&noted| noted < learning.generation)
            && !self.planted.is(Bug::QueuesClosedEarly)
        {
            return Ok(());
        }
        for place in core::mem::take(&mut self.learning.former) {
            self.move_to_heap(place, usize::MAX);
            self.queues[place].close(device)?;
        }
        self.count_held();
        Ok(())
    }
}
