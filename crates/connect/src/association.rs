//! Reliable datagrams without a connection: records between any two processes of a job, in order
//! and exactly once.
//!
//! ```text
//!    engine ── send(record) ──▶ ┌──────────────┐ ── datagram ──▶ UD ──▶ handle_datagram of the peer
//!    engine ◀── poll_record ─── │ Associations │ ◀─ handle_datagram ─── UD
//!    clock ─── handle_timeout ▶ └──────────────┘ ── poll_event ──▶ acknowledged, failed
//! ```
//!
//! Two ranks have an association in each direction, which its first datagram creates. A datagram
//! carries as many records as fit, and has a sequence number. A datagram is sent again, unchanged,
//! until the receiver acknowledges that it has *executed* the records. Acknowledgements travel with
//! datagrams in the other direction, or alone when there are none.
//!
//! | what | how |
//! |---|---|
//! | loss | every datagram tells what its sender has received: all up to a number, and a bit for each later one. A datagram that several later ones overtook is sent again at once. Any other is sent again after a silence, with growing, jittered delays |
//! | duplicates, replays | each number counts once. A random session identifies the sending process, and the key includes the receiving endpoint, so datagrams from or to earlier processes are dropped |
//! | a slow receiver | the receiver grants credits, and the sender never exceeds them. Credits bound what a receiver holds. The memory that all associations share bounds the credits |
//! | congestion | a window: as many datagrams under way as were acknowledged lately, half as many after a silence |
//! | forgery | SipHash-2-4 under a key of the ordered pair of ranks and the sender's adapter |
//! | a silent peer | an error after `give_up`. Later datagrams tell that earlier numbers will not come |
//!
//! # Invariants
//! - A record is delivered at most once. Records are delivered in the order of sending, except
//!   those that failed at the sender.
//! - A record is acknowledged only after the receiver took it, and executed it before it asked for
//!   datagrams.
//! - Each record ends: it is acknowledged, or its association fails with an error that names the
//!   peer.
//! - An association with nothing under way has no deadline, and costs about 150 bytes.
//! - No bytes from the network make this module panic.
//!
//! Start reading at [`Associations`]. `peer` is the state of one peer, `receive` handles arriving
//! datagrams, and `wire` has their format.

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

/// The most datagrams of an association that are under way or held by the receiver. The header has
/// a bit for each.
pub const ASSOCIATION_WINDOW_MAX: u32 = 64;
/// The credits of a sender before the receiver has granted any.
const FIRST_GRANT: u64 = 8;
/// How many unused states and buffers are kept for reuse.
const SPARE: usize = 8;
/// The largest buffer that is kept for reuse, in bytes. Small operations fit.
const SHORT: usize = 128;
/// A timer that expires later than this was not served in time: this process was stopped, or made
/// no progress.
const ABSENCE: Duration = Duration::from_secs(1);

/// The configuration of [`Associations`].
#[derive(Clone, Debug)]
pub struct AssociationConfig {
    /// This process's rank.
    pub rank: Rank,
    /// The number of ranks in the job.
    pub size: u32,
    /// The job's secret.
    pub job_key: JobKey,
    /// The seed of the session and of the jitter of retransmissions.
    pub seed: u64,
    /// The UD endpoint of this process, as the peers know it.
    pub endpoint: UdDestination,
    /// The most bytes of a datagram.
    pub max_datagram: usize,
    /// The retransmission delays.
    pub retransmit: Retransmit,
    /// How long a peer may be silent while datagrams toward it are under way.
    pub give_up: Duration,
    /// The most datagrams that are held for one peer. At most [`ASSOCIATION_WINDOW_MAX`].
    pub window: u32,
    /// The most datagrams that are held for all peers together. Beyond this number no peer gets
    /// credits.
    pub budget: usize,
}

/// An event on an association.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssociationEvent {
    /// The peer has executed more records. See [`Associations::acknowledged`].
    Acknowledged {
        /// The peer.
        peer: Rank,
    },
    /// The peer did not answer. Records without an acknowledgement may or may not have been
    /// executed. They are not sent again.
    Failed {
        /// The reason.
        error: ConnectError,
    },
    /// The peer gave up its records toward this process. Awaited answers from it will not come.
    Abandoned {
        /// The peer.
        peer: Rank,
    },
}

/// Counters since the associations were created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AssociationCounters {
    /// Datagrams sent, with and without records.
    pub sent: u64,
    /// Datagrams with records that were sent again. Included in `sent`.
    pub retransmitted: u64,
    /// Datagrams without records, which acknowledge or ask. Included in `sent`.
    pub bare: u64,
    /// Datagrams with new records that were accepted.
    pub received: u64,
    /// Datagrams whose records had arrived before.
    pub duplicates: u64,
    /// Datagrams dropped because the sender had no credit.
    pub ungranted: u64,
    /// Datagrams dropped because no process of the job would send them to this process.
    pub refused: u64,
    /// Associations that failed.
    pub failed: u64,
}

/// All associations of one process. See the module's documentation.
///
/// After each call with a time, the caller polls records, events and datagrams.
pub struct Associations {
    shared: Shared,
    peers: BTreeMap<Rank, Peer>,
}

/// What all associations share.
struct Shared {
    config: AssociationConfig,
    keys: Keys,
    /// The random number that identifies this process.
    session: u64,
    now: Time,
    jitter: Pcg32,
    timers: Timers,
    events: VecDeque<AssociationEvent>,
    /// Peers for which there may be a datagram.
    ready: VecDeque<Rank>,
    /// Peers that may have records to deliver.
    deliver: VecDeque<Rank>,
    /// Peers that got less than a window of credits because too many datagrams were held.
    starved: VecDeque<Rank>,
    /// The number of held datagrams of all peers.
    held: usize,
    #[expect(clippy::vec_box, reason = "a peer that becomes busy takes the box")]
    spare: Vec<Box<Busy>>,
    /// Unused buffers.
    buffers: Vec<Vec<u8>>,
    counters: AssociationCounters,
    planted: planted::Planted,
}

impl Associations {
    /// Creates associations without any peer.
    ///
    /// # Panics
    /// If `window` is zero or above [`ASSOCIATION_WINDOW_MAX`], or a datagram has no room for a
    /// record.
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
        // Zero stands for an unknown session.
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

    /// Sets the job's key, for associations that were made before the key was known. No endpoint was known either, so no datagram was
    /// built.
    pub fn set_job_key(&mut self, key: &JobKey) {
        self.shared.keys = Keys::new(key);
    }

    /// Makes the associations misbehave from now on. Tests check that they find the planted bug.
    #[cfg(debug_assertions)]
    pub fn plant(&mut self, bug: Bug) {
        self.shared.planted.plant(bug);
    }

    /// The most bytes of a record.
    pub fn max_record(&self) -> usize {
        self.shared.config.max_datagram - wire::OVERHEAD - wire::RECORD_OVERHEAD
    }

    /// Sends a record to `peer`. The record's bytes are the concatenation of `parts`. Returns the
    /// record's number, which begins at 1 for each peer.
    ///
    /// # Panics
    /// If the record is longer than [`Associations::max_record`], or `peer` is not another rank of
    /// the job.
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

    /// The number of datagrams with records toward `peer` that were never sent. A caller holds back
    /// further records while it is large.
    pub fn backlog(&self, peer: Rank) -> usize {
        self.peers.get(&peer).map_or(0, Peer::backlog)
    }

    /// How many records to `peer` have ended: the peer has executed them, or never will. Records
    /// end in order.
    pub fn acknowledged(&self, peer: Rank) -> u64 {
        self.peers.get(&peer).map_or(0, |entry| entry.records_acked)
    }

    /// Sets whether records of `peer` are awaited, as answers. While they are, the silence of the
    /// peer is noticed.
    pub fn set_expecting(&mut self, now: Time, peer: Rank, is_expecting: bool) {
        self.at(now);
        let (entry, shared) = self.entry(peer);
        entry.set_expecting(is_expecting, shared);
    }

    /// Sets whether records of `peer` stay queued. The peer then gets no further credits after a
    /// while.
    pub fn set_held(&mut self, peer: Rank, is_held: bool) {
        let (entry, shared) = self.entry(peer);
        entry.is_held = is_held;
        if !is_held && entry.has_records() {
            shared.deliver.push_back(peer);
        }
    }

    /// Copies the next arrived record into `into`. Returns its sender. The record counts as
    /// executed when the next datagram is requested.
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

    /// Takes the next event.
    pub fn poll_event(&mut self) -> Option<AssociationEvent> {
        self.shared.events.pop_front()
    }

    /// Takes a peer for which there may be datagrams. [`Associations::datagram`] returns them.
    pub fn poll_ready(&mut self) -> Option<Rank> {
        let rank = self.shared.ready.pop_front()?;
        let (entry, _) = self.entry(rank);
        entry.is_ready = false;
        Some(rank)
    }

    /// Makes [`Associations::poll_ready`] return `peer` again.
    pub fn ready_again(&mut self, peer: Rank) {
        let (entry, shared) = self.entry(peer);
        entry.make_ready(shared);
    }

    /// Appends the next datagram for `peer`, whose endpoint is `to`. Returns `false` if there is
    /// none. If there are more datagrams, [`Associations::poll_ready`] returns the peer again.
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

    /// The peers that owe an answer and have been silent for at least `limit`, each with its
    /// silence.
    pub fn silent(&self, now: Time, limit: Duration) -> impl Iterator<Item = (Rank, Duration)> {
        let silent = self
            .peers
            .iter()
            .filter_map(move |(&rank, peer)| Some((rank, peer.silent_for(now)?)));
        silent.filter(move |&(_, silent)| silent >= limit)
    }

    /// Gives up `peer`: records toward it fail.
    pub fn give_up(&mut self, now: Time, peer: Rank, reason: Reason) {
        self.at(now);
        if let Some(entry) = self.peers.get_mut(&peer) {
            entry.fail(reason, &mut self.shared);
            entry.settle(&mut self.shared);
        }
    }

    /// When to call [`Associations::handle_timeout`]. `None` while nothing is under way.
    #[inline]
    pub fn next_deadline(&self) -> Option<Time> {
        if self.is_unused() {
            return None;
        }
        self.shared.timers.next()
    }

    /// The counters.
    pub fn counters(&self) -> &AssociationCounters {
        &self.shared.counters
    }

    /// Bytes that the state of all associations occupies now.
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

    /// Grants credits to peers that got fewer than a window, as memory is free now.
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

    /// Takes an empty buffer for records.
    fn buffer(&mut self) -> Vec<u8> {
        self.buffers.pop().unwrap_or_default()
    }

    /// Keeps a buffer for reuse. Frees a buffer longer than `SHORT`.
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

/// Splits a UD payload into an association's datagram and the rest. The rest is a connect message
/// or empty. A payload without an association's datagram is all rest.
pub fn split_association(payload: &[u8]) -> (&[u8], &[u8]) {
    payload.split_at(wire::claimed_len(payload).unwrap_or(0))
}

/// The identity of an endpoint: its adapter, queue pair and Q_Key.
fn token(endpoint: &UdDestination) -> (AdapterAddress, u64) {
    let qp = u64::from(endpoint.qp.0) << 32;
    (endpoint.address, qp | u64::from(endpoint.qkey))
}

#[cfg(test)]
mod tests;
