//! A process of the virtual world: a manager, a device with queue pairs, and checks of what the
//! manager asks of them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use farreach_connect::{
    Config, ConnectError, JobKey, LocalQp, Manager, Protocol, Rank, Reason, RemoteQp, Retransmit,
};
use farreach_verbs::{AdapterAddress, QpNumber, Time, UdSource};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::world::Event;

pub(crate) const KEY: JobKey = JobKey([0x5a; 32]);
pub(crate) const MAX_PAYLOAD: usize = 64;
pub(crate) const GIVE_UP: Duration = Duration::from_millis(60);

/// A queue pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Qp {
    pub(crate) peer: Rank,
    pub(crate) local: LocalQp,
    /// The other end, from RTR on.
    pub(crate) remote: Option<RemoteQp>,
}

/// An outcome that the manager reported.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Up(Rank),
    Failed(ConnectError),
}

pub(crate) struct Node {
    pub(crate) rank: Rank,
    pub(crate) alive: bool,
    /// What the process's only thread waits for, while the device blocks it.
    pub(crate) answer: Option<Event>,
    pub(crate) manager: Manager,
    /// The number of published payloads. The latest is `payload(rank, versions)`.
    pub(crate) versions: u8,
    qps: BTreeMap<u32, Qp>,
    next_qp: u32,
    /// The most queue pairs of the process's device.
    pub(crate) budget: usize,
    /// The most queue pairs that existed at the same time.
    pub(crate) most: usize,
    /// How many queue pairs were requested.
    pub(crate) asked: usize,
    pub(crate) creating: BTreeSet<Rank>,
    pub(crate) bringing_up: BTreeMap<Rank, RemoteQp>,
    /// Peers that a connection was requested to, without an outcome yet.
    pub(crate) wanted: BTreeSet<Rank>,
    pub(crate) up: BTreeSet<Rank>,
    /// Peers whose connection is destroyed, and whose failure was not reported yet.
    lost: BTreeSet<Rank>,
    /// All queue pairs that ever received: own number and check key.
    pub(crate) received_with: BTreeSet<(u32, [u8; 16])>,
    pub(crate) outcomes: Vec<Outcome>,
    /// The number of operations that arrived, by peer.
    pub(crate) data: BTreeMap<Rank, u32>,
    pub(crate) traffic: Traffic,
}

/// The program's traffic over connections: numbered operations, and their states.
#[derive(Default)]
pub(crate) struct Traffic {
    /// How long a connection is kept after its last use.
    pub(crate) keep: Duration,
    /// Operations that wait for a connection.
    pub(crate) pending: BTreeMap<Rank, VecDeque<u64>>,
    /// Operations that are posted and not complete.
    pub(crate) outstanding: BTreeMap<Rank, BTreeSet<u64>>,
    /// Peers toward which nothing may be posted any more.
    pub(crate) draining: BTreeSet<Rank>,
    /// Operations of other processes that arrived.
    pub(crate) arrived: BTreeSet<u64>,
    pub(crate) complete: BTreeSet<u64>,
    pub(crate) failed: BTreeSet<u64>,
    pub(crate) last_used: BTreeMap<Rank, Time>,
    /// Peers that were asked to end the connection.
    pub(crate) asking: BTreeSet<Rank>,
    /// How often operations that came while a connection ended used the next.
    pub(crate) handed_over: u64,
    /// How often this process declined to end a connection.
    pub(crate) declined: u64,
    /// How often it declined to end the present connection with a peer.
    pub(crate) declined_peers: BTreeMap<Rank, u32>,
    /// Since when queue pairs are lacking, and whether another search is scheduled.
    pub(crate) short_since: Option<Time>,
    pub(crate) will_look: bool,
}

impl Traffic {
    /// Whether nothing is under way toward `peer`.
    pub(crate) fn is_idle(&self, peer: Rank) -> bool {
        self.pending.get(&peer).is_none_or(VecDeque::is_empty)
            && self.outstanding.get(&peer).is_none_or(BTreeSet::is_empty)
    }

    /// Whether nothing has been under way for `keep`.
    pub(crate) fn is_unused(&self, peer: Rank, now: Time) -> bool {
        let used = self.last_used.get(&peer).copied().unwrap_or(Time::ZERO);
        self.is_idle(peer) && now.since(used) >= self.keep
    }
}

pub(crate) fn address(rank: Rank) -> AdapterAddress {
    AdapterAddress {
        gid: [rank as u8 + 1; 16],
        port: 4791,
    }
}

pub(crate) fn source(rank: Rank) -> UdSource {
    UdSource {
        address: address(rank),
        qp: QpNumber(1),
    }
}

pub(crate) fn mtu(rank: Rank) -> u32 {
    1024 << (rank % 3)
}

/// What the path from `rank` to `peer` carries: mostly more than the adapters do, and not the same as
/// the path back.
pub(crate) fn path_mtu(rank: Rank, peer: Rank) -> u32 {
    if (rank + 2 * peer).is_multiple_of(3) {
        800 + 8 * peer
    } else {
        1 << 20
    }
}

pub(crate) fn payload(rank: Rank, version: u8) -> Vec<u8> {
    vec![rank as u8, version, 0xee]
}

pub(crate) fn config(rank: Rank, size: u32, seed: u64, max_handshakes: usize) -> Config {
    Config {
        rank,
        lane: None,
        size,
        job_key: KEY,
        seed,
        address: address(rank),
        mtu: mtu(rank),
        protocol: Protocol::Overlap,
        announce: false,
        retransmit: Retransmit {
            first: Duration::from_millis(1),
            max: Duration::from_millis(10),
        },
        give_up: GIVE_UP,
        room_within: GIVE_UP,
        max_handshakes,
        max_payload: MAX_PAYLOAD,
    }
}

/// A message with a MAC of `body` under `key`. It is forged unless `key` is the job's.
pub(crate) fn sealed(key: &JobKey, body: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&key.0).unwrap();
    mac.update(b"farreach connect message 1\0");
    mac.update(body);
    [body, &mac.finalize().into_bytes()[..16]].concat()
}

impl Node {
    pub(crate) fn new(config: Config) -> Self {
        Node {
            rank: config.rank,
            alive: true,
            answer: None,
            versions: 0,
            qps: BTreeMap::new(),
            next_qp: 0x100 * (config.rank + 1),
            budget: usize::MAX,
            most: 0,
            traffic: Traffic {
                keep: Duration::from_millis(2),
                ..Traffic::default()
            },
            asked: 0,
            creating: BTreeSet::new(),
            bringing_up: BTreeMap::new(),
            wanted: BTreeSet::new(),
            up: BTreeSet::new(),
            lost: BTreeSet::new(),
            received_with: BTreeSet::new(),
            outcomes: Vec::new(),
            data: BTreeMap::new(),
            manager: Manager::new(config),
        }
    }

    pub(crate) fn connect(&mut self, now: Time, peer: Rank) {
        if !self.may_post(peer) {
            self.wanted.insert(peer);
        }
        self.manager.connect(now, peer);
    }

    /// Whether operations may be posted toward `peer`.
    pub(crate) fn may_post(&self, peer: Rank) -> bool {
        self.up.contains(&peer) && !self.traffic.draining.contains(&peer)
    }

    pub(crate) fn set_ready(&mut self, now: Time) {
        self.versions += 1;
        self.manager
            .set_ready(now, &payload(self.rank, self.versions));
    }

    /// The queue pair for `peer`.
    pub(crate) fn qp_of(&self, peer: Rank) -> Option<Qp> {
        self.qps.values().find(|qp| qp.peer == peer).copied()
    }

    pub(crate) fn qp_count(&self) -> usize {
        self.qps.len()
    }

    /// Executes `CreateQp`.
    pub(crate) fn create(&mut self, peer: Rank) -> LocalQp {
        assert!(self.creating.remove(&peer));
        assert!(self.qp_of(peer).is_none(), "a second queue pair for {peer}");
        self.next_qp += 1;
        let local = LocalQp::new(QpNumber(self.next_qp), self.next_qp ^ 0x00aa_aaaa);
        let qp = Qp {
            peer,
            local,
            remote: None,
        };
        self.qps.insert(self.next_qp, qp);
        self.most = self.most.max(self.qps.len());
        local
    }

    /// Executes `BringUp`.
    pub(crate) fn bring_up(&mut self, peer: Rank) {
        let remote = self.bringing_up.remove(&peer).expect("asked for");
        let qp = self.qps.values_mut().find(|qp| qp.peer == peer);
        let qp = qp.expect("brought up before it was created");
        assert!(qp.remote.is_none(), "{qp:?} brought up twice");
        qp.remote = Some(remote);
        let used = self
            .received_with
            .iter()
            .any(|end| end.1 == remote.check_key);
        assert!(!used, "one key for two connections");
        self.received_with.insert((qp.local.qp.0, remote.check_key));
    }

    pub(crate) fn destroy(&mut self, peer: Rank, number: QpNumber) {
        let qp = self.qps.remove(&number.0).expect("destroyed twice");
        assert_eq!(qp.peer, peer, "destroyed somebody else's");
        assert!(
            !self.bringing_up.contains_key(&peer),
            "destroyed while it is brought up"
        );
        self.traffic.asking.remove(&peer);
        if self.up.remove(&peer) {
            self.lost.insert(peer);
        }
    }

    /// Handles the end of a connection by agreement.
    pub(crate) fn is_down(&mut self, now: Time, peer: Rank) {
        assert!(self.lost.remove(&peer), "ended, but was not up");
        let traffic = &mut self.traffic;
        assert!(traffic.draining.remove(&peer), "ended without draining");
        let outstanding = traffic.outstanding.get(&peer);
        assert!(
            outstanding.is_none_or(BTreeSet::is_empty),
            "ended with {outstanding:?} on the way"
        );
        if !traffic.is_idle(peer) {
            traffic.handed_over += 1;
            self.connect(now, peer);
        }
    }

    pub(crate) fn is_up(&mut self, peer: Rank) {
        let qp = self.qp_of(peer).expect("up without a queue pair");
        assert!(qp.remote.is_some(), "up, but not in RTS");
        assert!(self.up.insert(peer), "told twice that {peer} is up");
        self.wanted.remove(&peer);
        self.outcomes.push(Outcome::Up(peer));
    }

    pub(crate) fn failed(&mut self, error: ConnectError) {
        let was_up = self.lost.remove(&error.peer);
        let lost = matches!(
            error.reason,
            Reason::Abandoned | Reason::Dead | Reason::Broken | Reason::Silent { .. }
        );
        let wanted = self.wanted.remove(&error.peer);
        assert!(wanted || (was_up && lost), "nobody asked: {error}");
        assert!(error.to_string().contains(&format!("rank {}", error.peer)));
        let traffic = &mut self.traffic;
        traffic.draining.remove(&error.peer);
        let pending = traffic.pending.remove(&error.peer).unwrap_or_default();
        let posted = traffic.outstanding.remove(&error.peer);
        let ended = pending.into_iter().chain(posted.unwrap_or_default());
        for operation in ended {
            assert!(traffic.failed.insert(operation), "{operation} failed twice");
        }
        self.outcomes.push(Outcome::Failed(error));
    }

    /// Handles a packet of a connection. Returns its sender if a queue pair accepts it.
    pub(crate) fn takes(&self, from: AdapterAddress, sender: &Qp) -> Option<Rank> {
        let to = sender.remote?;
        let qp = self.qps.get(&to.qp.0)?;
        let remote = qp.remote?;
        let matches = remote.address == from
            && remote.qp == sender.local.qp
            && remote.psn == sender.local.psn
            && remote.check_key == to.check_key
            && to.psn == qp.local.psn
            && remote.mtu == to.mtu;
        matches.then_some(qp.peer)
    }

    /// Checks that nothing is left at rest.
    pub(crate) fn check_at_rest(&self) {
        assert_eq!(self.manager.next_deadline(), None, "a timer left");
        assert!(self.wanted.is_empty(), "no outcome for {:?}", self.wanted);
        assert!(self.creating.is_empty() && self.bringing_up.is_empty());
        assert!(self.lost.is_empty(), "lost without a word: {:?}", self.lost);
        for qp in self.qps.values() {
            assert!(self.up.contains(&qp.peer), "leaked {qp:?}");
        }
        let traffic = &self.traffic;
        assert!(traffic.pending.values().all(VecDeque::is_empty), "pending");
        assert!(traffic.outstanding.values().all(BTreeSet::is_empty));
        assert!(traffic.draining.is_empty() && traffic.asking.is_empty());
        assert!(traffic.complete.is_disjoint(&traffic.failed));
        assert!(self.most <= self.budget, "{} queue pairs", self.most);
        let counters = self.manager.counters();
        let ups = self.outcomes.iter().filter(|o| matches!(o, Outcome::Up(_)));
        assert_eq!(counters.up, ups.count() as u64);
        // Retransmissions back off, so the time bounds their number, and that bounds the number of
        // answers.
        assert!(
            counters.retransmitted <= counters.attempts * 150 + 50,
            "too many messages: {counters:?}"
        );
    }
}
