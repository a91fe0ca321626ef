//! The connection of a process with itself. Its adapter executes atomics on its own words over it, where only adapters do
//! ([`Atomics::Adapter`](crate::Atomics::Adapter)).
//!
//! Two queue pairs of the adapter are connected with each other. No message is needed for that, so the connection manager
//! knows nothing of them.

use core::{iter, mem};

use farreach_connect::{OtherQps, Reason};
use farreach_verbs::{Device, DeviceError, PacketCheck, QpInit, QpNumber, Transport};
use rand_pcg::rand_core::Rng;

use super::Engine;
use super::setup::OtherEnd;
use crate::peer::{Connection, Peer};
use crate::{Directory, EngineError};

/// The queue pairs of the connection.
const QUEUE_PAIRS: usize = 2;

impl<D: Device, L: Directory> Engine<D, L> {
    /// Connects this process with itself, unless it is, and posts what waits for the connection.
    #[cold]
    pub(super) fn connect_to_itself(&mut self) {
        let rank = self.config.rank;
        if self.is_connected(rank) {
            return;
        }
        match self.pair() {
            Ok([first, second]) => {
                self.limits.made(QUEUE_PAIRS);
                let info = self.exposed.info();
                let state = self.peers.entry(rank).or_insert_with(Peer::boxed);
                state.connection = Connection::Up(first, info);
                state.others = OtherQps::new(&[second]);
                state.heard = true;
                state.mtu = self.attributes.max_mtu;
                self.drain(rank);
            }
            Err(error) => self.fail_pending(rank, &EngineError::Device(error)),
        }
    }

    /// Makes two queue pairs that are connected with each other.
    fn pair(&mut self) -> Result<[QpNumber; QUEUE_PAIRS], DeviceError> {
        let init = QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            domain: None,
            partner: None,
            max_send: self.attributes.send_depth,
            max_recv: 0,
        };
        let first = self.make_qp(&init, None)?;
        let second = match self.make_qp(&init, None) {
            Ok(second) => second,
            Err(error) => {
                self.device.destroy_qp(first).expect("made just now");
                return Err(error);
            }
        };
        let connected = self.connect_pair(first, second);
        if connected.is_err() {
            for qp in [first, second] {
                self.device.destroy_qp(qp).expect("made just now");
            }
        }
        connected.map(|()| [first, second])
    }

    fn connect_pair(&mut self, first: QpNumber, second: QpNumber) -> Result<(), DeviceError> {
        let check = if self.attributes.keyed_check {
            let mut key = [0; 16];
            self.random.fill_bytes(&mut key);
            PacketCheck::Keyed(key)
        } else {
            PacketCheck::Icrc
        };
        let [of_first, of_second] = [(); 2].map(|()| self.random.next_u32() & 0x00ff_ffff);
        let address = self.device.address();
        let end = |qp, psn| OtherEnd {
            address,
            qp,
            psn,
            mtu: self.attributes.max_mtu,
            outstanding: self.attributes.max_rd_atomic,
            check,
        };
        let ends = [end(first, of_first), end(second, of_second)];
        self.make_ready((first, of_first), &ends[1])?;
        self.make_ready((second, of_second), &ends[0])
    }

    /// Ends the connection, which is broken, or on which nothing was heard for that `reason`. What was posted on it fails, and what waits
    /// for it.
    #[cold]
    pub(super) fn part_from_itself(&mut self, reason: Option<Reason>) {
        self.take_completions();
        let peer = self.config.rank;
        let Some(state) = self.peers.get_mut(&peer) else {
            return;
        };
        let Some(first) = state.qp() else {
            return;
        };
        let others = mem::take(&mut state.others);
        state.connection = Connection::Down;
        state.latest = None;
        self.limits.gone(QUEUE_PAIRS);
        self.fail_posted(first, others, reason);
        for qp in iter::once(first).chain(others.iter()) {
            self.device.destroy_qp(qp).expect("a connection ends once");
        }
        if let Some(reason) = reason {
            self.fail_pending(peer, &EngineError::Lost { peer, reason });
        }
    }
}
