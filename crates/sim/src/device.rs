//! A RoCEv2 adapter on the virtual network.

use farreach_roce::{Adapter, AdapterConfig, Counters, Link, LinkStatus, Packet};
use farreach_verbs::{
    Access, AdapterAddress, Attributes, Completion, CqId, Device, DeviceError, DomainId, Footprint,
    Lkey, Memory, PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, Region,
    SendRequest, SrqId, SrqNumber, Time, Transport, XrcDomain,
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
    bytes: Vec<u8>,
}

impl<M: Memory> SimDevice<M> {
    pub(crate) fn new(network: Network, config: AdapterConfig, seals: Option<Seals>) -> Self {
        let port = Port {
            network,
            address: config.address,
            seals,
            sent: 0,
            bytes: Vec::new(),
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
        self.bytes.clear();
        self.bytes.extend_from_slice(packet.head);
        packet.payload.append_to(&mut self.bytes);
        self.bytes.extend_from_slice(packet.tail);
        if let Some(seals) = &mut self.seals {
            let bytes = &mut self.bytes;
            self.network
                .watch(|watch| seals.seal(packet.to, bytes, watch));
        }
        self.network.send(self.address, packet.to, &self.bytes);
        self.sent += 1;
        LinkStatus::Sent
    }
}

impl<M: Memory> Device for SimDevice<M> {
    type Memory = M;

    fn attributes(&self) -> Attributes {
        Attributes {
            name: "sim",
            ..self.adapter.attributes()
        }
    }

    fn address(&self) -> AdapterAddress {
        self.adapter.address()
    }

    fn progress(&mut self, now: Time) -> usize {
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
        arrived.len() + taken + self.port.sent
    }

    fn next_deadline(&self) -> Option<Time> {
        self.adapter.next_deadline()
    }

    fn create_pd(&mut self) -> Result<PdId, DeviceError> {
        self.adapter.create_pd()
    }

    fn register(
        &mut self,
        pd: PdId,
        memory: M,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        self.adapter.register(pd, memory, base, access)
    }

    fn deregister(&mut self, lkey: Lkey) -> Result<(), DeviceError> {
        self.adapter.deregister(lkey)
    }

    fn create_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError> {
        self.adapter.create_cq(capacity)
    }

    fn destroy_cq(&mut self, cq: CqId) -> Result<(), DeviceError> {
        self.adapter.destroy_cq(cq)
    }

    fn create_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError> {
        self.adapter.create_srq(pd, capacity)
    }

    fn destroy_srq(&mut self, srq: SrqId) -> Result<(), DeviceError> {
        self.adapter.destroy_srq(srq)
    }

    fn open_xrc_domain(&mut self, domain: Box<dyn XrcDomain<M>>) -> Result<DomainId, DeviceError> {
        self.adapter.open_xrc_domain(domain)
    }

    fn create_xrc_srq(
        &mut self,
        pd: PdId,
        domain: DomainId,
        cq: CqId,
        capacity: u32,
    ) -> Result<(SrqId, SrqNumber), DeviceError> {
        self.adapter.create_xrc_srq(pd, domain, cq, capacity)
    }

    fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        if self.has_no_queue_pairs && init.transport != Transport::Ud {
            let kind = "queue pair";
            return Err(DeviceError::Exhausted { kind, limit: 0 });
        }
        self.adapter.create_qp(init)
    }

    fn modify_qp(&mut self, qp: QpNumber, transition: &QpTransition) -> Result<(), DeviceError> {
        self.adapter.modify_qp(qp, transition)
    }

    fn qp_state(&self, qp: QpNumber) -> Result<QpState, DeviceError> {
        self.adapter.qp_state(qp)
    }

    fn silent_for(&self, qp: QpNumber, now: Time) -> Option<std::time::Duration> {
        self.adapter.silent_for(qp, now)
    }

    fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError> {
        self.adapter.destroy_qp(qp)
    }

    fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError> {
        self.adapter.post_send(qp, request)
    }

    fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError> {
        self.adapter.post_recv(qp, request)
    }

    fn post_srq_recv(&mut self, srq: SrqId, request: &ReceiveRequest) -> Result<(), DeviceError> {
        self.adapter.post_srq_recv(srq, request)
    }

    fn poll_cq(&mut self, cq: CqId) -> Option<Completion> {
        self.adapter.poll_cq(cq)
    }

    fn footprint(&self) -> Footprint {
        self.adapter.footprint()
    }
}
