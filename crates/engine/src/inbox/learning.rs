//! Learning of buffer sizes: our sizes from arriving messages, those of others from their notices.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{Device, DeviceError, Memory, SrqNumber};

use super::sizes::{Histogram, SIZES};
use super::{Inbox, ReceivedKind};
use crate::Buffers;
use crate::planted::Bug;

/// The number of messages before sizes are first learned. Each next time takes four times as many.
const FIRST: u64 = 256;
/// New sizes have to save more than one byte in `WORTH`.
const WORTH: u64 = 50;

/// The state of learning.
pub(super) struct Learning {
    histogram: Histogram,
    /// The message count at which the histogram is evaluated next.
    next: u64,
    /// The generation of our sizes, which each change increments.
    generation: u32,
    /// The indices of our queues of the present generation, and of the former one.
    present: Vec<usize>,
    former: Vec<usize>,
    /// All senders of messages, each with the generation that it has acknowledged.
    senders: BTreeMap<Rank, u32>,
    /// The learned queues of other processes and their sizes, in ascending order.
    theirs: BTreeMap<Rank, Vec<(SrqNumber, u32)>>,
    /// Notices to send: receiver, kind and contents.
    notices: VecDeque<(Rank, ReceivedKind, Vec<u8>)>,
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
    /// The learned queue of `peer` for a message of `len` bytes, header included, if one is known.
    pub(super) fn queue_of(&self, peer: Rank, len: usize) -> Option<SrqNumber> {
        let queues = self.theirs.get(&peer)?;
        let fits = queues.iter().find(|&&(_, size)| len <= size as usize);
        fits.map(|&(number, _)| number)
    }
}

impl<M: Memory> Inbox<M> {
    /// Takes the next notice to another process.
    pub(crate) fn poll_notice(&mut self) -> Option<(Rank, ReceivedKind, Vec<u8>)> {
        self.learning.notices.pop_front()
    }

    /// Counts a program's message from `source` of `len` bytes, header included. Changes the sizes
    /// when enough messages came. `is_near` tells whether a rank is on this node, and so delivers
    /// messages without a connection.
    pub(super) fn learn<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        source: Rank,
        len: usize,
        is_near: impl FnOnce(Rank) -> bool,
    ) -> Result<(), DeviceError> {
        if self.domain.is_none() || self.buffers != Buffers::Learned {
            return Ok(());
        }
        let learning = &mut self.learning;
        learning.histogram.add(len);
        if !learning.senders.contains_key(&source) && !is_near(source) {
            learning.senders.insert(source, 0);
            if learning.generation > 0 {
                let sizes = self.sizes();
                self.learning
                    .notices
                    .push_back((source, ReceivedKind::Sizes, sizes));
            }
        }
        let learning = &mut self.learning;
        if learning.histogram.total() >= learning.next && learning.former.is_empty() {
            learning.next = learning.histogram.total() * 4;
            self.change_sizes(device)?;
        }
        Ok(())
    }

    /// Creates queues of the best sizes if they save enough, and notifies all senders.
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
                .push_back((sender, ReceivedKind::Sizes, sizes.clone()));
        }
        Ok(())
    }

    /// The contents of a notice of our sizes: the generation, and each queue's number and size.
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

    /// Handles a notice of the sizes of `source`.
    pub(super) fn note_sizes(&mut self, source: Rank, bytes: &[u8]) {
        let Some((generation, queues)) = bytes.split_first_chunk::<4>() else {
            return;
        };
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("4 bytes"));
        let queues = queues.chunks_exact(8);
        let queues = queues.map(|queue| (SrqNumber(word(&queue[..4])), word(&queue[4..])));
        self.learning.theirs.insert(source, queues.collect());
        // The acknowledgement follows every message that was sent to the former queues.
        self.learning
            .notices
            .push_back((source, ReceivedKind::Noted, generation.to_vec()));
    }

    /// Handles the notice that `source` uses our sizes of that generation.
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
