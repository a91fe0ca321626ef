//! The connection manager's actions, carried out on the device.

use std::time::Duration;

use farreach_connect::{self as connect, Rank};
use farreach_verbs::{
    Access, CompletionStatus, Device, DeviceError, PacketCheck, QpInit, QpNumber, QpTransition,
    Retry, Transport,
};
use rand::Rng;

use super::{Engine, MAX_SEND};
use crate::peer::{Link, Peer};
use crate::segments::SegmentInfo;
use crate::{Directory, EngineError};

impl<D: Device, L: Directory> Engine<D, L> {
    pub(super) fn take_messages(&mut self) -> usize {
        let mut taken = 0;
        let mut message = std::mem::take(&mut self.message);
        while let Ok(Some(source)) = self.datagrams.receive(&mut self.device, &mut message) {
            taken += 1;
            self.manager.handle_message(self.now, source, &message);
        }
        self.message = message;
        taken
    }

    pub(super) fn send_unsent(&mut self) {
        if self.unsent.is_empty() {
            return;
        }
        for (to, message) in std::mem::take(&mut self.unsent) {
            self.send(to, message);
        }
    }

    pub(super) fn send(&mut self, to: Rank, message: connect::Message) {
        let Some(endpoint) = self.directory.endpoint(to) else {
            self.unsent.insert(to, message);
            return;
        };
        // A refusal by the device counts as a lost datagram: the manager sends it again.
        let sent = self.datagrams.send(&mut self.device, endpoint, &message);
        if matches!(sent, Ok(true)) {
            self.count_post();
        }
    }

    pub(super) fn take_actions(&mut self) {
        while let Some(action) = self.manager.poll_action() {
            match action {
                connect::Action::Send { to, message } => self.send(to, message),
                connect::Action::CreateQp { peer } => {
                    self.spend(self.config.fabric.costs.create);
                    let created = self.create_qp(peer);
                    self.manager.qp_created(self.now, peer, created);
                }
                connect::Action::BringUp {
                    peer,
                    remote,
                    payload,
                } => {
                    self.spend(self.config.fabric.costs.transitions);
                    let up = self.bring_up(peer, &remote, &payload);
                    self.manager.qp_up(self.now, peer, up);
                }
                connect::Action::Up { peer } => {
                    self.up(peer);
                    // What waited leaves before the last message of the set-up is put together. The posts still
                    // count, so that the poll goes round once more and takes what this receives.
                    if self.posted > 0 {
                        self.device.progress(self.now);
                    }
                }
                connect::Action::DestroyQp { peer, qp } => self.destroy_qp(peer, qp),
                connect::Action::Failed { peer, error } => {
                    self.fail_pending(peer, &EngineError::Connect(error));
                }
            }
        }
    }

    /// Lets an injected cost pass. What was posted before is on its way meanwhile.
    fn spend(&mut self, cost: Duration) {
        if !cost.is_zero() {
            if self.posted > 0 {
                self.device.progress(self.now);
            }
            (self.config.spend)(cost);
            self.now = self.now + cost;
        }
    }

    /// Destroys a queue pair; what was posted on the peer's own and did not end fails.
    pub(super) fn destroy_qp(&mut self, peer: Rank, qp: QpNumber) {
        self.take_completions();
        if let Some(state) = self.peers.get_mut(&peer)
            && state.qp() == Some(qp)
        {
            state.link = Link::Down;
            state.heard = false;
            let lost: Vec<usize> = self
                .ops
                .iter()
                .filter(|(_, entry)| entry.peer == peer && entry.posted)
                .map(|(index, _)| index)
                .collect();
            let status = CompletionStatus::Flushed;
            let error = EngineError::Broken { peer, status };
            for index in lost {
                self.finish(index as u32, Err(error.clone()));
            }
            for index in self.lists.posted_to(peer) {
                self.finish_list(index, Err(error.clone()));
            }
        }
        self.device
            .destroy_qp(qp)
            .expect("the manager destroys a pair once");
    }

    pub(super) fn create_qp(&mut self, peer: Rank) -> Result<connect::LocalQp, connect::Refusal> {
        let psn = self.random.next_u32() & 0x00ff_ffff;
        let make = |device: &mut D, init: &QpInit| {
            let qp = device.create_qp(init)?;
            device.modify_qp(
                qp,
                &QpTransition::ToInit {
                    access: Access::ALL,
                    qkey: 0,
                },
            )?;
            Ok::<_, DeviceError>(qp)
        };
        let init = QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: MAX_SEND,
            max_recv: 0,
            domain: None,
            partner: None,
        };
        let qp = make(&mut self.device, &init).map_err(|error| connect::Refusal::from(&error))?;
        self.peers.entry(peer).or_insert_with(Peer::new).link = Link::Created(qp, psn);
        Ok(connect::LocalQp::new(qp, psn))
    }

    pub(super) fn bring_up(
        &mut self,
        peer: Rank,
        remote: &connect::RemoteQp,
        payload: &[u8],
    ) -> Result<(), connect::Refusal> {
        let info = SegmentInfo::decode(payload).ok_or(connect::Refusal::Device { code: 0 })?;
        let state = self
            .peers
            .get_mut(&peer)
            .expect("created before it is brought up");
        let Link::Created(qp, psn) = state.link else {
            panic!("rank {peer} is brought up in state {:?}", state.link);
        };
        let attributes = self.device.attributes();
        let check = if attributes.keyed_check {
            PacketCheck::Keyed(remote.check_key)
        } else {
            PacketCheck::Icrc
        };
        let to_rtr = QpTransition::ToRtr {
            remote: remote.address,
            remote_qp: remote.qp,
            expected_psn: remote.psn,
            mtu: remote.mtu,
            max_dest_rd_atomic: attributes.max_rd_atomic,
            min_rnr_timer: Duration::from_millis(1),
            check,
        };
        let to_rts = QpTransition::ToRts {
            psn,
            max_rd_atomic: attributes.max_rd_atomic,
            timeout: attributes.timeout,
            retry: Retry::For(self.config.peer_timeout),
            rnr_retry: Retry::For(self.config.peer_timeout),
        };
        for transition in [to_rtr, to_rts] {
            self.device
                .modify_qp(qp, &transition)
                .map_err(|error| connect::Refusal::from(&error))?;
        }
        state.link = Link::Ready(qp, info);
        state.mtu = remote.mtu;
        Ok(())
    }

    pub(super) fn up(&mut self, peer: Rank) {
        let state = self.peers.get_mut(&peer).expect("created before it is up");
        let Link::Ready(qp, info) = state.link else {
            panic!("rank {peer} is up in state {:?}", state.link);
        };
        state.link = Link::Up(qp, info);
        self.stats.connections += 1;
        if let Some(started) = self.started.remove(&peer) {
            self.stats.setup_time += self.now - started;
            self.stats.setups += 1;
        }
        self.drain(peer);
    }
}
