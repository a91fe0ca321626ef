//! Reliable datagrams: records between any two processes of a job, in order and each exactly once, without a connection.
//!
//! ```text
//!    engine ── send(record) ──▶ ┌──────────────┐ ── datagram ──▶ UD ──▶ handle_datagram of the peer
//!    engine ◀── poll_record ─── │ Associations │ ◀─ handle_datagram ─── UD
//!    clock ─── handle_timeout ▶ └──────────────┘ ── poll_event ──▶ acknowledged, failed
//! ```
//!
//! There is an association each way between two ranks, made by its first datagram. Records are gathered in datagrams, as many as
//! fit; a datagram has a sequence number, and is sent again, as it is, until the other side has *executed* its records: that is
//! what an acknowledgement says. It travels with datagrams the other way, or alone when there are none.
//!
//! | what | how |
//! |---|---|
//! | loss | all that each side has is told with every datagram: executed up to a number, and a bit for each later one that came. What a bit overtook is sent again at once, all else when nothing came for a while, with growing, jittered delays |
//! | duplicates, replays | a number counts once; a random session names the process and the key the endpoint that it is for, so that nothing that an earlier process sent, or got, is taken |
//! | a slow receiver | it grants numbers: nobody sends beyond. What it holds is bounded by that, and what it grants by the memory that all associations share |
//! | congestion | as many under way as were acknowledged lately, half after a silence |
//! | forgery | SipHash-2-4 under a key of the ordered pair of ranks and the sender's adapter |
//! | a silent peer | an error after `give_up`; what comes later says that the numbers before it never will |
//!
//! # Invariants
//! - A record is handed out at most once, after all that were sent before it and before all that were sent after it, unless
//!   these failed at the sender.
//! - A record counts as acknowledged only after the receiver has taken it, and executed it before it asked for datagrams.
//! - Each record ends: it is acknowledged, or its association fails by the peer's name.
//! - An association on which nothing is under way has no deadline, and costs about 150 bytes.
//! - No bytes from the network make this panic.
//!
//! Start reading at [`Associations`]; one peer's state is `peer`, what arrives is `receive`, the bytes are `wire`.

mod key;
mod peer;
mod planted;
mod receive;
mod wire;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::{AdapterAddress, Time, UdDestination};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use self::key::Keys;
use self::peer::{Busy, Peer};
use crate::retransmit::Timers;
use crate::{ConnectError, JobKey, Rank, Reason, Retransmit};

pub use self::planted::Bug;

/// The most datagrams of an association that can be under way or held by the receiver: a bit for each fits in a header.
pub const ASSOCIATION_WINDOW_MAX: u32 = 64;
/// Datagrams that a sender may begin with, before the receiver has granted any.
const FIRST_GRANT: u64 = 8;
/// How many emptied states of busy associations are kept for the next, and buffers of records.
const SPARE: usize = 8;
/// The longest of these buffers: as long as small operations need.
const SHORT: usize = 128;
/// A timer that is later than this was not looked at: this process was stopped, or made no progress.
const ABSENCE: Duration = Duration::from_secs(1);

/// What [`Associations`] are made with.
#[derive(Clone, Debug)]
pub struct AssociationConfig {
    /// Our own rank.
    pub rank: Rank,
    /// How many ranks the job has.
    pub size: u32,
    /// The job's secret.
    pub job_key: JobKey,
    /// Where the session's name and the jitter of retransmissions come from.
    pub seed: u64,
    /// Where datagrams to us go, as the others know it.
    pub endpoint: UdDestination,
    /// The most bytes of a datagram.
    pub max_datagram: usize,
    /// When datagrams without an answer are sent again.
    pub retransmit: Retransmit,
    /// How long a peer may be silent while something is under way.
    pub give_up: Duration,
    /// The most datagrams of one peer that are held for it, at most [`ASSOCIATION_WINDOW_MAX`].
    pub window: u32,
    /// Datagrams held for all peers together beyond which nobody is granted more.
    pub budget: usize,
}

/// What happened on an association.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssociationEvent {
    /// More records that we sent were executed: see [`Associations::acknowledged`].
    Acknowledged {
        /// The peer.
        peer: Rank,
    },
    /// The peer did not answer. Records that were not acknowledged may or may not have been executed; none will be sent again.
    Failed {
        /// Why.
        error: ConnectError,
    },
    /// The peer has given up on records for us: what we await from it will not come.
    Abandoned {
        /// The peer.
        peer: Rank,
    },
}

/// Counts since the associations were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AssociationCounters {
    /// Datagrams handed out, those with records and those without.
    pub sent: u64,
    /// Of these, the ones with records that were sent before.
    pub retransmitted: u64,
    /// Of these, the ones that only acknowledge or ask.
    pub bare: u64,
    /// Datagrams with new records that were taken.
    pub received: u64,
    /// Datagrams with records that were there already.
    pub duplicates: u64,
    /// Dropped: beyond what was granted.
    pub ungranted: u64,
    /// Dropped: not what a process of the job for us would send.
    pub refused: u64,
    /// Associations that failed.
    pub failed: u64,
}

/// All associations of one process. See the module's documentation.
///
/// Whoever calls a method that takes a time polls records, events and datagrams afterwards.
pub struct Associations {
    shared: Shared,
    peers: BTreeMap<Rank, Peer>,
}

/// What all associations share.
struct Shared {
    config: AssociationConfig,
    keys: Keys,
    /// The name of this process's life.
    session: u64,
    now: Time,
    jitter: Pcg32,
    timers: Timers,
    events: VecDeque<AssociationEvent>,
    /// Who may have a datagram to send.
    ready: VecDeque<Rank>,
    /// Who may have records to hand out.
    deliver: VecDeque<Rank>,
    /// Who was granted less than a window because too much was held.
    starved: VecDeque<Rank>,
    /// Datagrams that are held, of all peers.
    held: usize,
    #[expect(clippy::vec_box, reason = "a peer that becomes busy takes the box")]
    spare: Vec<Box<Busy>>,
    /// Empty ones.
    buffers: Vec<Vec<u8>>,
    counters: AssociationCounters,
    planted: planted::Planted,
}

impl Associations {
    /// Associations toward nobody yet.
    ///
    /// # Panics
    /// If `window` is zero or above [`ASSOCIATION_WINDOW_MAX`], or a datagram has no room for a record.
    pub fn new(config: AssociationConfig) -> Self {
        assert!(
            (1..=ASSOCIATION_WINDOW_MAX).contains(&config.window),
            "a window of {} datagrams: 1 to {ASSOCIATION_WINDOW_MAX}",
            config.window
        );
        assert!(
            config.max_datagram > wire::OVERHEAD + wire::RECORD_OVERHEAD
                && u16::try_from(config.max_datagram).is_ok(),
            "datagrams of {} bytes",
            config.max_datagram
        );
        let mut jitter = Pcg32::seed_from_u64(config.seed ^ (u64::from(config.rank) << 32));
        let keys = Keys::new(&config.job_key);
        // Zero stands for a session that is not known.
        let session = jitter.next_u64() | 1;
        Associations {
            shared: Shared {
                config,
                keys,
                session,
                now: Time::ZERO,
                jitter,
                timers: Timers::default(),
                events: VecDeque::new(),
                ready: VecDeque::new(),
                deliver: VecDeque::new(),
                starved: VecDeque::new(),
                held: 0,
                spare: Vec::new(),
                buffers: Vec::new(),
                counters: AssociationCounters::default(),
                planted: planted::Planted::default(),
            },
            peers: BTreeMap::new(),
        }
    }

    /// Does something wrong from here on, to see whether tests find it.
    #[cfg(feature = "planted-bugs")]
    pub fn plant(&mut self, bug: Bug) {
        self.shared.planted.plant(bug);
    }

    /// The most bytes of a record.
    pub fn max_record(&self) -> usize {
        self.shared.config.max_datagram - wire::OVERHEAD - wire::RECORD_OVERHEAD
    }

    /// Sends a record, whose bytes are `parts` one after the other, to `peer`. Returns its number: 1 for the first to that peer.
    ///
    /// # Panics
    /// If it is longer than [`Associations::max_record`], or `peer` is not another rank of the job.
    pub fn send(&mut self, now: Time, peer: Rank, parts: &[&[u8]]) -> u64 {
        self.at(now);
        let len = parts.iter().map(|part| part.len()).sum();
        assert!(
            len <= self.max_record(),
            "a record of {len} bytes: {} is the limit",
            self.max_record()
        );
        let config = &self.shared.config;
        assert!(
            peer < config.size && peer != config.rank,
            "rank {peer} is not another rank of {}",
            config.size
        );
        let (entry, shared) = self.entry(peer);
        entry.push(parts, len, shared)
    }

    /// How many datagrams of records toward `peer` wait to be sent for the first time: a reason to hold back more.
    pub fn backlog(&self, peer: Rank) -> usize {
        self.peers.get(&peer).map_or(0, Peer::backlog)
    }

    /// How many of the records sent to `peer` the peer has executed, or will not: in their order.
    pub fn acknowledged(&self, peer: Rank) -> u64 {
        self.peers.get(&peer).map_or(0, |entry| entry.records_acked)
    }

    /// Whether records of `peer` are awaited, as answers to some that we sent. While they are, a peer that falls silent is
    /// noticed.
    pub fn set_expecting(&mut self, now: Time, peer: Rank, is_expecting: bool) {
        self.at(now);
        let (entry, shared) = self.entry(peer);
        entry.set_expecting(is_expecting, shared);
    }

    /// Whether records of `peer` stay where they are, so that it is granted no more after a while.
    pub fn set_held(&mut self, peer: Rank, is_held: bool) {
        let (entry, shared) = self.entry(peer);
        entry.is_held = is_held;
        if !is_held && entry.has_records() {
            shared.deliver.push_back(peer);
        }
    }

    /// The next record that arrived, copied into `into`, and its sender. It counts as executed when the next datagram is asked
    /// for.
    pub fn poll_record(&mut self, into: &mut Vec<u8>) -> Option<Rank> {
        while let Some(&rank) = self.shared.deliver.front() {
            let (entry, shared) = self.entry(rank);
            if !entry.is_held && entry.take_record(into, shared) {
                self.feed_starved();
                return Some(rank);
            }
            self.shared.deliver.pop_front();
        }
        None
    }

    /// What happened.
    pub fn poll_event(&mut self) -> Option<AssociationEvent> {
        self.shared.events.pop_front()
    }

    /// Somebody for whom there may be datagrams: [`Associations::datagram`] gives them.
    pub fn poll_ready(&mut self) -> Option<Rank> {
        let rank = self.shared.ready.pop_front()?;
        let (entry, _) = self.entry(rank);
        entry.is_ready = false;
        Some(rank)
    }

    /// Lets [`Associations::poll_ready`] name `peer` once more.
    pub fn ready_again(&mut self, peer: Rank) {
        let (entry, shared) = self.entry(peer);
        entry.make_ready(shared);
    }

    /// Appends the next datagram for `peer`, whose endpoint is `to`; `false` if there is none. If there is another one, then
    /// [`Associations::poll_ready`] names the peer again.
    pub fn datagram(
        &mut self,
        now: Time,
        peer: Rank,
        to: &UdDestination,
        into: &mut Vec<u8>,
    ) -> bool {
        self.at(now);
        let Some(entry) = self.peers.get_mut(&peer) else {
            return false;
        };
        entry.datagram(to, into, &mut self.shared)
    }

    /// Whether there are records to poll.
    pub fn has_records(&self) -> bool {
        !self.shared.deliver.is_empty()
    }

    /// Whether nothing was ever sent or received.
    #[inline]
    pub fn is_unused(&self) -> bool {
        self.peers.is_empty()
    }

    /// Whether there is anything to poll, or a timer is due.
    pub fn has_news(&self, now: Time) -> bool {
        let Shared {
            events,
            ready,
            deliver,
            timers,
            ..
        } = &self.shared;
        let is_due = timers.next().is_some_and(|at| at <= now);
        is_due || !(events.is_empty() && ready.is_empty() && deliver.is_empty())
    }

    /// Runs the timers that are due.
    pub fn handle_timeout(&mut self, now: Time) {
        self.at(now);
        for rank in self.shared.timers.due(now) {
            let (entry, shared) = self.entry(rank);
            entry.timeout(shared);
        }
    }

    /// The peers that owe us an answer and have been silent for at least `limit`, and how long they have been.
    pub fn silent(&self, now: Time, limit: Duration) -> impl Iterator<Item = (Rank, Duration)> {
        let silent = self
            .peers
            .iter()
            .filter_map(move |(&rank, peer)| Some((rank, peer.silent_for(now)?)));
        silent.filter(move |&(_, silent)| silent >= limit)
    }

    /// Nothing of `peer` will come: what is on its way to it fails.
    pub fn give_up(&mut self, now: Time, peer: Rank, reason: Reason) {
        self.at(now);
        if let Some(entry) = self.peers.get_mut(&peer) {
            entry.fail(reason, &mut self.shared);
            entry.settle(&mut self.shared);
        }
    }

    /// When [`Associations::handle_timeout`] has to be called; `None` while nothing is under way.
    #[inline]
    pub fn next_deadline(&self) -> Option<Time> {
        if self.is_unused() {
            return None;
        }
        self.shared.timers.next()
    }

    /// The counts so far.
    pub fn counters(&self) -> &AssociationCounters {
        &self.shared.counters
    }

    /// Bytes that the associations' state takes at this moment.
    pub fn footprint(&self) -> usize {
        if self.is_unused() {
            return 0;
        }
        let peers = self.peers.len() * size_of::<(Rank, Peer)>();
        let busy: usize = self.peers.values().map(Peer::busy_bytes).sum();
        let spare = self.shared.spare.len() * size_of::<Busy>();
        let buffers: usize = self.shared.buffers.iter().map(Vec::capacity).sum();
        size_of::<Self>() + peers + busy + spare + buffers
    }

    /// Grants more to those who got less than they could have, as there is room now.
    fn feed_starved(&mut self) {
        while self.shared.held < self.shared.config.budget {
            let Some(rank) = self.shared.starved.pop_front() else {
                return;
            };
            let (entry, shared) = self.entry(rank);
            entry.grant(shared);
        }
    }

    fn at(&mut self, now: Time) {
        self.shared.now = self.shared.now.max(now);
    }

    fn entry(&mut self, rank: Rank) -> (&mut Peer, &mut Shared) {
        let peer = self.peers.entry(rank).or_insert_with(|| Peer::new(rank));
        (peer, &mut self.shared)
    }
}

impl Shared {
    fn busy(&mut self) -> Box<Busy> {
        self.spare.pop().unwrap_or_default()
    }

    /// An empty buffer for records.
    fn buffer(&mut self) -> Vec<u8> {
        self.buffers.pop().unwrap_or_default()
    }

    /// Takes a buffer that is not needed any more. A long one goes back to the allocator.
    fn keep(&mut self, mut buffer: Vec<u8>) {
        if self.buffers.len() < SPARE && (1..=SHORT).contains(&buffer.capacity()) {
            buffer.clear();
            self.buffers.push(buffer);
        }
    }

    fn fail(&mut self, peer: Rank, reason: Reason, silent: Duration, tries: u32) {
        self.counters.failed += 1;
        self.events.push_back(AssociationEvent::Failed {
            error: ConnectError {
                peer,
                reason,
                waited: silent,
                tries,
            },
        });
    }
}

/// Splits a UD payload into the part of the associations and what follows it: a connect message, or nothing. Whatever does not
/// begin with an association's datagram has no such part.
pub fn split_association(payload: &[u8]) -> (&[u8], &[u8]) {
    payload.split_at(wire::claimed_len(payload).unwrap_or(0))
}

/// An endpoint's adapter, and its queue pair and Q_Key.
fn token(endpoint: &UdDestination) -> (AdapterAddress, u64) {
    let qp = u64::from(endpoint.qp.0) << 32;
    (endpoint.address, qp | u64::from(endpoint.qkey))
}

#[cfg(test)]
mod tests;
