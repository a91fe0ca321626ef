//! A RoCEv2 adapter on the virtual network.

use farreach_roce::{Adapter, AdapterConfig, Counters, Link, LinkStatus, Packet};
use farreach_verbs::{
    AdapterAddress, Attributes, Device, DeviceError, Memory, QpInit, QpNumber, Time, Transport,
    forward_device,
};

use crate::Network;
use crate::sealed::Seals;

/// A device on a [`Network`].
pub struct SimDevice<M> {
    adapter: Adapter<M>,
    port: Port,
    has_no_queue_pairs: bool,
}

/// The device's attachment to the network.
struct Port {
    network: Network,
    address: AdapterAddress,
    seals: Option<Seals>,
    sent: usize,
}

impl<M: Memory> SimDevice<M> {
    pub(crate) fn new(network: Network, config: AdapterConfig, seals: Option<Seals>) -> Self {
        let port = Port {
            network,
            address: config.address,
            seals,
            sent: 0,
        };
        SimDevice {
            adapter: Adapter::new(config),
            port,
            has_no_queue_pairs: false,
        }
    }

    /// Sets whether the device refuses to create connected queue pairs, as if none were left.
    pub fn set_no_queue_pairs(&mut self, has_none: bool) {
        self.has_no_queue_pairs = has_none;
    }

    /// Announces that the device's process sleeps until a packet arrives. Returns whether a forwarded
    /// message waits already.
    pub fn sleep_until_packet(&mut self) -> bool {
        self.adapter.sleep_until_packet()
    }

    /// Makes the device's seals misbehave from now on, if it has any.
    #[cfg(debug_assertions)]
    pub fn plant(&mut self, bug: farreach_roce::frame::Bug) {
        if let Some(seals) = &mut self.port.seals {
            seals.plant(bug);
        }
    }

    /// Counters of the adapter.
    pub fn counters(&self) -> &Counters {
        self.adapter.counters()
    }
}

impl<M: Memory> Link<M> for Port {
    fn send(&mut self, packet: &Packet<'_, M>) -> LinkStatus {
        let len = packet.head.len() + packet.payload.len() + packet.tail.len();
        let mut bytes = Vec::with_capacity(len);
        bytes.extend_from_slice(packet.head);
        packet.payload.append_to(&mut bytes);
        bytes.extend_from_slice(packet.tail);
        if let Some(seals) = &mut self.seals {
            self.network
                .watch(|watch| seals.seal(packet.to, &mut bytes, watch));
        }
        self.network.send(self.address, packet.to, bytes);
        self.sent += 1;
        LinkStatus::Sent
    }
}

impl<M: Memory> Device for SimDevice<M> {
    type Memory = M;

    forward_device! {
        self.adapter:
        address, next_deadline, create_pd, register, deregister, create_cq, destroy_cq,
        create_srq, destroy_srq, open_xrc_domain, create_xrc_srq, modify_qp, qp_state,
        silent_for, destroy_qp, post_send, post_recv, post_srq_recv, poll_cq, footprint,
    }

    fn attributes(&self) -> Attributes {
        Attributes {
            name: "sim",
            ..self.adapter.attributes()
        }
    }

    fn progress(&mut self, now: Time) -> usize {
        self.port.network.work_at(now);
        let mut arrived = self.port.network.take_inbox(self.port.address);
        for (from, bytes) in &mut arrived {
            let datagram = match &mut self.port.seals {
                None => Some(&bytes[..]),
                Some(seals) => {
                    let network = &self.port.network;
                    network.watch(|watch| seals.open(*from, bytes, watch))
                }
            };
            if let Some(datagram) = datagram {
                self.adapter.handle_datagram(now, *from, datagram);
            }
        }
        self.adapter.caught_up(now);
        let taken = self.adapter.take_forwarded();
        self.adapter.handle_timeout(now);
        self.port.sent = 0;
        self.adapter.transmit(now, &mut self.port);
        let count = arrived.len();
        self.port.network.return_inbox(self.port.address, arrived);
        count + taken + self.port.sent
    }

    fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        if self.has_no_queue_pairs && init.transport != Transport::Ud {
            let kind = "queue pair";
            return Err(DeviceError::Exhausted { kind, limit: 0 });
        }
        self.adapter.create_qp(init)
    }
}
