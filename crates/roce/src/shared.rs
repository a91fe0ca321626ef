//! The state that the queue pairs of an adapter share.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use farreach_verbs::{Abilities, AdapterAddress, Memory, Time};

use crate::arriving::Arriving;
use crate::config::AdapterConfig;
use crate::counters::Counters;
use crate::cq::CompletionQueue;
use crate::destination::Destinations;
use crate::domain::Domains;
use crate::inline::InlineStore;
use crate::outbox::Outbox;
use crate::qp::Qp;
use crate::region::RegionTable;
use crate::slab::{Key, Slab};
use crate::srq::SharedReceiveQueue;
use crate::timers::Timers;
use crate::waits::Waits;

/// Everything in an adapter except its queue pairs.
pub(crate) struct Shared<M> {
    pub(crate) config: AdapterConfig,
    pub(crate) counters: Counters,
    pub(crate) regions: RegionTable<M>,
    pub(crate) cqs: Slab<CompletionQueue>,
    pub(crate) srqs: Slab<SharedReceiveQueue>,
    pub(crate) domains: Domains<M>,
    pub(crate) inline: InlineStore,
    pub(crate) destinations: Destinations,
    pub(crate) timers: Timers,
    /// Queue pairs that have something to send, each once.
    pub(crate) ready: VecDeque<Key>,
    pub(crate) outbox: Outbox,
    /// Everything that had arrived before this time was handled.
    pub(crate) caught_up: Time,
    /// Adapters that sleep until a packet arrives, and are to be woken.
    pub(crate) wakes: Vec<AdapterAddress>,
    /// The peer of a queue pair that sends packets again and again without progress.
    pub(crate) stuck: Option<AdapterAddress>,
    /// Queue pairs that wait for a moment.
    pub(crate) waits: Waits,
    /// Queue pairs in the middle of a write of several packets or of a long read.
    pub(crate) arriving: Arriving,
}

impl<M: Memory> Shared<M> {
    pub(crate) fn new(config: AdapterConfig) -> Self {
        let limits = &config.limits;
        Shared {
            config,
            counters: Counters::default(),
            regions: RegionTable::new(config.seed, limits.max_region),
            cqs: Slab::new(limits.max_cq),
            srqs: Slab::new(limits.max_srq),
            domains: Domains::new(!config.without.contains(Abilities::SHARED_SEGMENTS)),
            inline: InlineStore::default(),
            destinations: Destinations::new(limits.destination_window_bytes),
            timers: Timers::default(),
            ready: VecDeque::new(),
            outbox: Outbox::new(),
            caught_up: Time::ZERO,
            wakes: Vec::new(),
            stuck: None,
            waits: Waits::new(),
            arriving: Arriving::default(),
        }
    }
}

impl<M> Shared<M> {
    /// Counts a sent packet of a connected queue pair.
    #[inline]
    pub(crate) fn count_rc_sent(&mut self, bytes: usize) {
        self.counters.rc.packets_sent += 1;
        self.counters.rc.bytes_sent += bytes as u64;
    }

    /// Makes the next transmit pass visit `qp`.
    #[inline]
    pub(crate) fn schedule(&mut self, qp: &mut Qp) {
        if !qp.scheduled {
            qp.scheduled = true;
            self.ready.push_back(qp.key);
        }
    }
}
