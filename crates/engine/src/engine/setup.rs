//! Execution of the connection manager's actions on the device.

use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;
use core::{iter, mem};

use farreach_connect::{self as connect, OtherQps, Rank};
use farreach_verbs::{
    Abilities, Access, AdapterAddress, Completion, CompletionStatus, Device, DeviceError,
    PacketCheck, QpInit, QpNumber, QpTransition, Retry, SrqNumber, Time, Transport, UdDestination,
};
use rand_pcg::rand_core::Rng;

use super::Engine;
use crate::peer::{Connection, Peer};
use crate::planted::Bug;
use crate::segments::{self, SegmentInfo};
use crate::silence::FOREVER;
use crate::{Directory, EngineError};

/// How long a sender first waits if no receive buffer is posted. A poll posts buffers again.
const NOT_READY_MIN: Duration = Duration::from_micros(20);

/// What a queue pair has to know of the one at the other end of its connection.
pub(super) struct OtherEnd {
    pub(super) address: AdapterAddress,
    pub(super) qp: QpNumber,
    pub(super) psn: u32,
    /// Bytes of payload in a packet, in both directions.
    pub(super) mtu: u32,
    /// The most reads and atomics under way, in each direction.
    pub(super) outstanding: u8,
    pub(super) check: PacketCheck,
}

impl<D: Device, L: Directory> Engine<D, L> {
    pub(super) fn take_datagrams(&mut self) -> usize {
        let mut taken = 0;
        while let Some(completion) = self.device.poll_cq(self.datagram_qp.cq()) {
            taken += self.take_datagram(&completion);
        }
        if taken > 1 {
            let posted = self.datagram_qp.came(&mut self.device, taken);
            self.note_trouble(posted);
        }
        taken
    }

    /// Handles a datagram: an association's datagram, a connect message, or both in one.
    #[inline(never)]
    fn take_datagram(&mut self, completion: &Completion) -> usize {
        let has_key = self.has_key();
        let received = self.datagram_qp.complete(&mut self.device, completion);
        let Ok(Some((source, datagram))) = received else {
            return 0;
        };
        if !has_key {
            // The sender, who has the key already, sends it again.
            return 0;
        }
        let (of_association, message) = connect::split_association(datagram);
        if !of_association.is_empty() {
            let associations = self.unconnected.associations();
            associations.handle_datagram(self.now, source, of_association);
        }
        if !message.is_empty() || of_association.is_empty() {
            let manager = self.setups.manager();
            manager.handle_connect_message(self.now, source, message);
        }
        1
    }

    /// Looks for the job's key, if the engine was made without it. Returns whether there is one.
    pub(super) fn has_key(&mut self) -> bool {
        if !self.awaits_key {
            return true;
        }
        let Some(key) = self.directory.job_key() else {
            return false;
        };
        self.awaits_key = false;
        self.setups.manager().set_job_key(&key);
        self.unconnected.associations().set_job_key(&key);
        // They were built without the key.
        for (to, _) in self.setups.take_kept() {
            self.setups.manager().repeat(self.now, to);
        }
        true
    }

    pub(super) fn send_kept_messages(&mut self) {
        if !self.has_key() {
            return;
        }
        for (to, message) in self.setups.take_kept() {
            self.send_connect_message(to, message);
        }
    }

    fn send_connect_message(&mut self, to: Rank, message: connect::ConnectMessage) {
        if self.awaits_key {
            self.setups.keep(to, message);
            return;
        }
        let is_lane = self.routes.is_lane(to);
        let endpoint = if is_lane {
            self.setups.look().lane_endpoint(to)
        } else {
            self.directory.endpoint(to)
        };
        let Some(endpoint) = endpoint else {
            self.setups.keep(to, message);
            return;
        };
        let has_room = self.datagram_qp.has_room();
        let datagram = self.datagram_qp.begin();
        if has_room && !is_lane {
            // Pending operations of the peer that may go in a datagram travel with the connect
            // message.
            let associations = self.unconnected.associations();
            associations.datagram(self.now, to, &endpoint, datagram);
        }
        datagram.extend_from_slice(&message);
        self.post_datagram(endpoint);
    }

    /// Hands the datagram that was built to the device. A datagram that the device refuses counts
    /// as lost, and is sent again later.
    pub(super) fn post_datagram(&mut self, to: UdDestination) {
        if let Ok(true) = self.datagram_qp.post(&mut self.device, to) {
            self.count_post();
        }
    }

    /// Carries out actions up to the first that costs time. The others follow at the next poll, which
    /// takes first what has arrived meanwhile.
    pub(super) fn take_actions(&mut self) {
        while !self.has_spent
            && let Some(action) = self.setups.manager().poll_action()
        {
            match action {
                connect::Action::Send { to, message } => self.send_connect_message(to, message),
                connect::Action::CreateQp { peer } => {
                    self.let_datagrams_go();
                    self.create_on_path(self.now, peer);
                }
                connect::Action::BringUp {
                    peer,
                    remote,
                    payload,
                } => {
                    self.spend(self.config.fabric.costs.transitions);
                    let up = self.bring_up(peer, &remote, &payload);
                    self.setups.manager().qp_up(self.now, peer, up);
                }
                connect::Action::Up { peer } => {
                    self.up(peer);
                    // Sends posted requests before the last message of the set-up is built.
                    // `posted` keeps its value, so that the poll does another round and takes what
                    // arrives here.
                    if self.posted > 0 {
                        self.device.progress(self.now);
                    }
                    if self.config.lane == 0 && !self.routes.is_lane(peer) {
                        self.prepare_messages();
                    }
                }
                connect::Action::Asked { peer } => self.asked(peer),
                connect::Action::Kept { peer } => self.kept(peer),
                connect::Action::Drain { peer } => self.begin_draining(peer),
                connect::Action::Down { peer } => self.down(peer),
                connect::Action::DestroyQp { peer, qp } => self.destroy_qp(peer, qp),
                connect::Action::Failed { peer, error } => {
                    let error = EngineError::Connect(error);
                    let was_preconnecting = self.setups.failed(peer);
                    self.connection_failed(peer, &error);
                    if was_preconnecting && !error.lacks_queue_pairs() {
                        self.operations.note(Err(error));
                    }
                }
            }
        }
    }

    /// Creates the queue pairs toward `peer`, or waits until the path there is known. The peer may
    /// be told meanwhile that a set-up has begun. The creation was wanted at `since`.
    fn create_on_path(&mut self, since: Time, peer: Rank) {
        let endpoint = if self.routes.is_lane(peer) {
            self.setups.look().lane_endpoint(peer)
        } else {
            self.directory.endpoint(peer)
        };
        let path = endpoint.and_then(|to| self.device.path_mtu(self.now, to.address));
        let Some(path_mtu) = path else {
            self.setups.await_path(since, peer);
            return;
        };
        let created = self.create_qp(peer);
        self.setups.manager().set_path_mtu(peer, path_mtu);
        self.setups.manager().qp_created(self.now, peer, created);
    }

    /// Creates the queue pairs whose paths are known by now.
    pub(super) fn go_on_with_paths(&mut self) {
        if self.setups.awaits_paths() {
            for (peer, since) in self.setups.take_pathless() {
                self.create_on_path(since, peer);
            }
        }
    }

    /// Sends ready datagrams before a queue pair is created, since creation may take long.
    fn let_datagrams_go(&mut self) {
        if self.unconnected.is_hybrid() {
            self.flush_associations();
            if self.posted > 0 {
                self.device.progress(self.now);
            }
        }
    }

    /// Spends an injected cost. Requests that were posted before are sent first.
    pub(super) fn spend(&mut self, cost: Duration) {
        if !cost.is_zero() {
            if self.posted > 0 {
                self.device.progress(self.now);
            }
            self.now = self.now + (self.config.spend)(cost);
            self.has_spent = true;
        }
    }

    /// Handles the failure to connect to `gateway`. Waiting operations fail unless they have
    /// another way.
    fn connection_failed(&mut self, gateway: Rank, error: &EngineError) {
        self.leave_gateway(gateway);
        for peer in self.ranks_behind(gateway) {
            if self.gateway(peer) == gateway {
                self.stand_in_or_fail(peer, error);
            } else if self.has_pending(peer) && !self.planted.is(Bug::NoHandOver) {
                // Another process of the node may still be reachable.
                self.reconnect(peer);
            }
        }
    }

    /// Handles the loss of the connection to `gateway`. Another connection to its node takes over
    /// if one is up. Otherwise the next connection does.
    fn leave_gateway(&mut self, gateway: Rank) {
        let peers = &self.peers;
        let is_up = |rank| peers.get(&rank).is_some_and(|state| state.is_up());
        self.routes.leave(gateway, &self.directory, is_up);
    }

    /// Continues with the pending operations of `peer` over the connection that leads there now.
    fn reconnect(&mut self, peer: Rank) {
        if self.is_connected(peer) {
            self.drain(peer);
        } else {
            let gateway = self.gateway(peer);
            self.routes.choose(gateway, &self.directory);
            self.setups.want(self.now, gateway);
        }
    }

    /// Destroys a connection's queue pairs. Posted operations on the peer's own queue pair that did
    /// not end fail.
    pub(super) fn destroy_qp(&mut self, gateway: Rank, qp: QpNumber) {
        self.take_completions();
        let mut others = OtherQps::default();
        if let Some(state) = self.peers.get_mut(&gateway)
            && state.qp() == Some(qp)
        {
            others = mem::take(&mut state.others);
            state.connection = Connection::Down;
            state.latest = None;
            state.heard = false;
            state.asked = false;
            self.setups.gone(gateway);
            let reason = self.silence.reason_to_give_up(gateway);
            self.fail_posted(qp, others, reason);
            self.leave_gateway(gateway);
        }
        self.limits.gone(self.counted(others));
        let is_lane = self.routes.is_lane(gateway);
        self.limits.give_back(is_lane, &self.directory);
        for qp in iter::once(qp).chain(others.iter()) {
            self.device
                .destroy_qp(qp)
                .expect("the manager destroys a pair once");
        }
        if !self.planted.is(Bug::NoHandOver) {
            self.go_on_behind(gateway);
        }
    }

    /// Fails the operations that are posted on the queue pairs of a connection.
    pub(super) fn fail_posted(
        &mut self,
        first: QpNumber,
        others: OtherQps,
        reason: Option<connect::Reason>,
    ) {
        let is_one = |qp: QpNumber| qp == first || others.iter().any(|other| other == qp);
        let error = |peer| match reason {
            Some(reason) => EngineError::Lost { peer, reason },
            None => EngineError::Broken {
                peer,
                status: CompletionStatus::Flushed,
            },
        };
        for (index, peer) in self.operations.posted_on(is_one) {
            self.finish(index, Err(error(peer)));
        }
    }

    pub(super) fn create_qp(&mut self, peer: Rank) -> Result<connect::LocalQp, connect::Refusal> {
        let is_lane = self.routes.is_lane(peer);
        self.limits
            .claim(is_lane, &self.directory, &mut self.random)?;
        self.spend(self.config.fabric.costs.create);
        let psn = self.random.next_u32() & 0x00ff_ffff;
        let mut qps = Vec::with_capacity(1);
        for init in self.queue_pairs(peer) {
            match self.make_qp(&init, qps.first().copied()) {
                Ok(qp) => qps.push(qp),
                Err(error) => {
                    for qp in qps {
                        self.device.destroy_qp(qp).expect("made just now");
                    }
                    self.limits.give_back(is_lane, &self.directory);
                    return Err(connect::Refusal::from(&error));
                }
            }
        }
        // Requests are posted on the XRC initiator, which is created after its target.
        if self.domain.is_some() {
            qps.reverse();
        }
        self.routes.choose(peer, &self.directory);
        let others = OtherQps::new(&qps[1..]);
        self.limits.made(self.counted(others));
        let state = self.peers.entry(peer).or_insert_with(Peer::boxed);
        state.connection = Connection::Created(qps[0], psn);
        state.others = others;
        Ok(connect::LocalQp {
            others,
            ..connect::LocalQp::new(qps[0], psn)
        })
    }

    /// The number of queue pairs that a connection counts for. An XRC initiator and its target
    /// count as one.
    fn counted(&self, others: OtherQps) -> usize {
        if self.domain.is_some() {
            1
        } else {
            1 + others.iter().count()
        }
    }

    /// The parameters of a connection's queue pairs, in the order of creation.
    fn queue_pairs(&self, peer: Rank) -> Vec<QpInit> {
        let init = QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            domain: self.domain.map(|(id, _)| id),
            partner: None,
            max_send: self.attributes.send_depth,
            max_recv: 0,
        };
        if self.config.lane > 0 || self.routes.is_lane(peer) {
            // Connections of lanes carry no messages and serve only two processes.
            return vec![QpInit {
                domain: None,
                ..init
            }];
        }
        if self.domain.is_some() {
            let of = |transport| QpInit { transport, ..init };
            return vec![of(Transport::XrcTarget), of(Transport::XrcInitiator)];
        }
        let queues = self.inbox.base_queues();
        let with = |srq| QpInit {
            srq: Some(srq),
            recv_cq: self.inbox.cq(),
            ..init
        };
        queues.map(with).collect()
    }

    /// Creates a queue pair and moves it to INIT. `partner` is the XRC target that belongs to an
    /// initiator.
    pub(super) fn make_qp(
        &mut self,
        init: &QpInit,
        partner: Option<QpNumber>,
    ) -> Result<QpNumber, DeviceError> {
        let is_initiator = init.transport == Transport::XrcInitiator;
        let qp = self.device.create_qp(&QpInit {
            partner: partner.filter(|_| is_initiator),
            ..*init
        })?;
        let to_init = QpTransition::ToInit {
            access: Access::ALL,
            qkey: 0,
        };
        if let Err(error) = self.device.modify_qp(qp, &to_init) {
            self.device.destroy_qp(qp).expect("made just now");
            return Err(error);
        }
        Ok(qp)
    }

    /// Moves a queue pair, whose first PSN is given, from INIT to RTS.
    pub(super) fn make_ready(
        &mut self,
        (qp, psn): (QpNumber, u32),
        other: &OtherEnd,
    ) -> Result<(), DeviceError> {
        let to_rtr = QpTransition::ToRtr {
            remote: other.address,
            remote_qp: other.qp,
            expected_psn: other.psn,
            mtu: other.mtu,
            max_dest_rd_atomic: other.outstanding,
            min_rnr_timer: NOT_READY_MIN,
            check: other.check,
        };
        self.device.modify_qp(qp, &to_rtr)?;
        let to_rts = QpTransition::ToRts {
            psn,
            max_rd_atomic: other.outstanding,
            timeout: self.attributes.timeout,
            retry: Retry::For(FOREVER),
            rnr_retry: Retry::For(FOREVER),
        };
        self.device.modify_qp(qp, &to_rts)
    }

    pub(super) fn bring_up(
        &mut self,
        peer: Rank,
        remote: &connect::RemoteQp,
        payload: &[u8],
    ) -> Result<(), connect::Refusal> {
        let mut info = SegmentInfo::decode(payload).ok_or(connect::Refusal::Device { code: 0 })?;
        if info.layout != self.exposed.layout() {
            return Err(connect::Refusal::OtherProgram);
        }
        if self.config.lane > 0 {
            info = info.alone();
        }
        let state = self
            .peers
            .get_mut(&peer)
            .expect("created before it is brought up");
        let Connection::Created(qp, psn) = state.connection else {
            panic!("rank {peer} is brought up in state {:?}", state.connection);
        };
        let attributes = self.attributes;
        // Both sides compute the same from both sets of abilities.
        let is_keyed = attributes.keyed_check && info.abilities.contains(Abilities::KEYED_CHECK);
        let outstanding = attributes.max_rd_atomic.min(info.reads);
        let check = if is_keyed {
            PacketCheck::Keyed(remote.check_key)
        } else {
            PacketCheck::Icrc
        };
        let ours: Vec<QpNumber> = iter::once(qp).chain(state.others.iter()).collect();
        let mut theirs: Vec<QpNumber> = iter::once(remote.qp).chain(remote.others.iter()).collect();
        if ours.len() != theirs.len() {
            return Err(connect::Refusal::OtherReach);
        }
        // The other side of an XRC initiator is a target.
        if self.domain.is_some() {
            theirs.reverse();
        }
        // The XRC target comes before its initiator: the initiator's requests acknowledge what the
        // target received.
        for (qp, remote_qp) in ours.into_iter().zip(theirs).rev() {
            let other = OtherEnd {
                address: remote.address,
                qp: remote_qp,
                psn: remote.psn,
                mtu: remote.mtu,
                outstanding,
                check,
            };
            self.make_ready((qp, psn), &other)
                .map_err(|error| connect::Refusal::from(&error))?;
        }
        let queues: Vec<SrqNumber> = segments::queues(payload).collect();
        if !queues.is_empty() {
            self.inbox.learn_queues(peer, queues);
        }
        let state = self.peers.get_mut(&peer).expect("looked up above");
        state.connection = Connection::Ready(qp, info);
        state.mtu = remote.mtu;
        Ok(())
    }

    pub(super) fn up(&mut self, peer: Rank) {
        let state = self.peers.get_mut(&peer).expect("created before it is up");
        let Connection::Ready(qp, info) = state.connection else {
            panic!("rank {peer} is up in state {:?}", state.connection);
        };
        state.connection = Connection::Up(qp, info);
        state.last_used = self.now;
        self.stats.connections += 1;
        if let Some(time) = self.setups.up(self.now, peer) {
            self.stats.setup_time += time;
            self.stats.setups += 1;
        }
        self.go_on_behind(peer);
    }

    /// Resumes the operations of all ranks behind `gateway`, if a connection that is up leads to
    /// them.
    fn go_on_behind(&mut self, gateway: Rank) {
        for peer in self.ranks_behind(gateway) {
            if self.is_connected(peer) {
                self.stats.switches += u64::from(self.unconnected.connected(peer));
                if self.has_pending(peer) {
                    self.drain(peer);
                }
            }
        }
    }
}
