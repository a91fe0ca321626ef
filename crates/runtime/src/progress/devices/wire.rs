//! A device for the tests of the runtime: the RoCEv2 adapter on a cable inside this process.
//!
//! It shows that the runtime relies on [`HostDevice`] and not on sockets. Its arrivals are those of an adapter in hardware with
//! a completion channel: one descriptor, which becomes readable once per [`HostDevice::arm`] and not at all without it.

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard};

use farreach_node::Memory;
use farreach_roce::{Adapter, AdapterConfig, Link, LinkStatus, Packet};
use farreach_verbs::{AdapterAddress, Attributes, Device, Time, forward_device};
use rustix::event::{EventfdFlags, eventfd};

use super::{Arrivals, Counters, Descriptors, DeviceFault, FailureKind, HostDevice, LinkFailure};
use crate::job::stats::PathStats;

/// What connects the devices: the port of each address.
#[derive(Clone, Default)]
pub(crate) struct Cable(Arc<Mutex<BTreeMap<AdapterAddress, Arc<Port>>>>);

/// A device's end of the cable.
struct Port {
    inbox: Mutex<Inbox>,
    /// Readable when something has come since the device was armed.
    event: OwnedFd,
}

#[derive(Default)]
struct Inbox {
    packets: VecDeque<(AdapterAddress, Vec<u8>)>,
    is_armed: bool,
}

impl Port {
    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().expect("nobody panics with an inbox")
    }

    fn take(&self, from: AdapterAddress, bytes: Vec<u8>) {
        let mut inbox = self.inbox();
        inbox.packets.push_back((from, bytes));
        if std::mem::take(&mut inbox.is_armed) {
            rustix::io::write(&self.event, &1u64.to_ne_bytes()).expect("an event");
        }
    }
}

/// A device on a [`Cable`].
pub(crate) struct Wire {
    adapter: Adapter<Memory>,
    sender: Sender,
    port: Arc<Port>,
}

/// The adapter's way to other ports.
struct Sender {
    cable: Cable,
    address: AdapterAddress,
    sent: usize,
    unsent: u64,
    failure: Option<LinkFailure>,
}

impl Wire {
    /// Plugs in a device at this address.
    pub(crate) fn new(cable: &Cable, address: AdapterAddress) -> Wire {
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
        let port = Arc::new(Port {
            inbox: Mutex::default(),
            event: eventfd(0, flags).expect("an event descriptor"),
        });
        let mut ports = cable.0.lock().expect("nobody panics with the cable");
        ports.insert(address, Arc::clone(&port));
        Wire {
            adapter: Adapter::new(AdapterConfig::new(address, u64::from(address.port))),
            sender: Sender {
                cable: cable.clone(),
                address,
                sent: 0,
                unsent: 0,
                failure: None,
            },
            port,
        }
    }
}

impl Link<Memory> for Sender {
    fn send(&mut self, packet: &Packet<'_, Memory>) -> LinkStatus {
        let ports = self.cable.0.lock().expect("nobody panics with the cable");
        let Some(port) = ports.get(&packet.to) else {
            self.unsent += 1;
            self.failure.get_or_insert_with(|| LinkFailure {
                to: packet.to,
                kind: FailureKind::Unsent {
                    bytes: Some(packet.len()),
                },
                explanation: "the cable leads nowhere; plug it in".into(),
            });
            return LinkStatus::Sent;
        };
        let mut bytes = packet.head.to_vec();
        packet.payload.append_to(&mut bytes);
        bytes.extend_from_slice(packet.tail);
        port.take(self.address, bytes);
        self.sent += 1;
        LinkStatus::Sent
    }
}

impl HostDevice for Wire {
    fn set_job_key(&mut self, _: [u8; 32]) {}

    fn arrivals(&self) -> Arc<dyn Arrivals> {
        Arc::clone(&self.port) as Arc<dyn Arrivals>
    }

    fn arm(&mut self) -> bool {
        let mut inbox = self.port.inbox();
        let mut count = [0; 8];
        // Fails if there was no event since the last call.
        let _ = rustix::io::read(&self.port.event, &mut count);
        inbox.is_armed = inbox.packets.is_empty();
        !inbox.is_armed
    }

    fn look_everywhere(&mut self) {
        // There is one inbox, which each progress empties.
    }

    fn take_fault(&mut self) -> Option<DeviceFault> {
        None
    }

    fn take_link_failure(&mut self) -> Option<LinkFailure> {
        self.sender.failure.take()
    }

    fn counters(&self) -> Counters {
        let adapter = self.adapter.counters();
        Counters {
            rc_bytes: adapter.rc.bytes_sent + adapter.rc.bytes_received,
            ud_bytes: adapter.ud.bytes_sent + adapter.ud.bytes_received,
            retransmitted: adapter.retransmitted,
            dropped: adapter.dropped.total(),
            unsent: self.sender.unsent,
            paths: PathStats::default(),
        }
    }

    fn kernel_bytes(&self) -> usize {
        0
    }
}

impl Arrivals for Port {
    fn descriptors(&self) -> Box<dyn Descriptors> {
        let event = self.event.try_clone().expect("a descriptor");
        Box::new(event)
    }
}

impl Descriptors for OwnedFd {
    fn list(&self) -> Vec<BorrowedFd<'_>> {
        vec![self.as_fd()]
    }
}

impl Device for Wire {
    type Memory = Memory;

    forward_device! {
        self.adapter:
        address, next_deadline, create_pd, register, deregister, create_cq, destroy_cq,
        create_srq, destroy_srq, open_xrc_domain, create_xrc_srq, create_qp, modify_qp,
        qp_state, silent_for, destroy_qp, post_send, post_recv, post_srq_recv, poll_cq,
        footprint,
    }

    fn attributes(&self) -> Attributes {
        Attributes {
            name: "wire",
            ..self.adapter.attributes()
        }
    }

    fn progress(&mut self, now: Time) -> usize {
        let arrived = std::mem::take(&mut self.port.inbox().packets);
        for (from, bytes) in &arrived {
            self.adapter.handle_datagram(now, *from, bytes);
        }
        self.adapter.handle_timeout(now);
        self.sender.sent = 0;
        self.adapter.transmit(now, &mut self.sender);
        arrived.len() + self.sender.sent
    }
}
