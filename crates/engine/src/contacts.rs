//! What a process did toward each peer, for records of a run's pattern.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::Memory;

use crate::op::Op;

/// Operations of one kind, and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Operations.
    pub ops: u64,
    /// Bytes that they moved.
    pub bytes: u64,
}

/// What a process did toward one peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The peer.
    pub peer: Rank,
    /// Puts. A list of small puts, atomics and accumulates counts as one.
    pub puts: Amount,
    /// Gets.
    pub gets: Amount,
    /// Atomics.
    pub atomics: Amount,
    /// Messages. A batch of small messages counts as one.
    pub messages: Amount,
}

/// All contacts of an engine, in the order in which they began.
#[derive(Debug, Default)]
pub(crate) struct Contacts {
    all: Vec<Contact>,
    places: BTreeMap<Rank, usize>,
}

impl Contacts {
    pub(crate) fn all(&self) -> &[Contact] {
        &self.all
    }

    /// Counts an operation.
    pub(crate) fn count<M: Memory>(&mut self, peer: Rank, op: &Op<M>) {
        let contact = self.of(peer);
        let amount = match op {
            Op::Put { .. } | Op::Signal { .. } | Op::PutBlocks { .. } | Op::PutExposed { .. } => {
                &mut contact.puts
            }
            Op::Get { .. }
            | Op::GetBlocks { .. }
            | Op::GetScattered { .. }
            | Op::GetExposed { .. }
            | Op::GetWord { .. } => &mut contact.gets,
            Op::Atomic { .. } => &mut contact.atomics,
            Op::Message { .. } => &mut contact.messages,
        };
        amount.add(op.len());
    }

    /// Counts a list of small puts.
    pub(crate) fn count_list(&mut self, peer: Rank, bytes: usize) {
        self.of(peer).puts.add(bytes);
    }

    fn of(&mut self, peer: Rank) -> &mut Contact {
        let all = &mut self.all;
        let place = *self.places.entry(peer).or_insert_with(|| {
            all.push(Contact {
                peer,
                puts: Amount::default(),
                gets: Amount::default(),
                atomics: Amount::default(),
                messages: Amount::default(),
            });
            all.len() - 1
        });
        &mut all[place]
    }
}

impl Amount {
    fn add(&mut self, bytes: usize) {
        self.ops += 1;
        self.bytes += bytes as u64;
    }
}
