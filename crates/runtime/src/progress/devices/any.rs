//! Whichever device the process has opened.

use std::sync::Arc;
use std::time::Duration;

use farreach_node::Memory;
use farreach_verbs::{
    Access, AdapterAddress, Attributes, Completion, CqId, Device, DeviceError, DomainId, Footprint,
    Lkey, PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, Region, SendRequest,
    SrqId, SrqNumber, Time, XrcDomain,
};

use super::soft::Soft;
#[cfg(test)]
use super::wire::Wire;
use super::{Arrivals, Counters, HostDevice, LinkFailure, MemoryFault};

/// One of the devices that there are. The engine is compiled for this type, so a post and a poll cost a branch on the variant
/// at most, and nothing where there is one variant.
#[cfg_attr(
    test,
    expect(
        clippy::large_enum_variant,
        reason = "a process has few devices, and a box would cost each call a load"
    )
)]
pub(crate) enum AnyDevice {
    /// The software device.
    Soft(Soft),
    /// The device of the runtime's own tests.
    #[cfg(test)]
    Wire(Wire),
}

/// Evaluates `call` with the variant's own device.
macro_rules! on_device {
    ($any:expr, $device:ident => $call:expr) => {
        match $any {
            AnyDevice::Soft($device) => $call,
            #[cfg(test)]
            AnyDevice::Wire($device) => $call,
        }
    };
}

impl Device for AnyDevice {
    type Memory = Memory;

    #[inline]
    fn attributes(&self) -> Attributes {
        on_device!(self, device => device.attributes())
    }

    #[inline]
    fn address(&self) -> AdapterAddress {
        on_device!(self, device => device.address())
    }

    #[inline]
    fn progress(&mut self, now: Time) -> usize {
        on_device!(self, device => device.progress(now))
    }

    #[inline]
    fn next_deadline(&self) -> Option<Time> {
        on_device!(self, device => device.next_deadline())
    }

    fn path_mtu(&mut self, now: Time, to: AdapterAddress) -> Option<u32> {
        on_device!(self, device => device.path_mtu(now, to))
    }

    #[inline]
    fn create_pd(&mut self) -> Result<PdId, DeviceError> {
        on_device!(self, device => device.create_pd())
    }

    #[inline]
    fn register(
        &mut self,
        pd: PdId,
        memory: Memory,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        on_device!(self, device => device.register(pd, memory, base, access))
    }

    #[inline]
    fn deregister(&mut self, lkey: Lkey) -> Result<(), DeviceError> {
        on_device!(self, device => device.deregister(lkey))
    }

    #[inline]
    fn create_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError> {
        on_device!(self, device => device.create_cq(capacity))
    }

    #[inline]
    fn destroy_cq(&mut self, cq: CqId) -> Result<(), DeviceError> {
        on_device!(self, device => device.destroy_cq(cq))
    }

    #[inline]
    fn create_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError> {
        on_device!(self, device => device.create_srq(pd, capacity))
    }

    #[inline]
    fn destroy_srq(&mut self, srq: SrqId) -> Result<(), DeviceError> {
        on_device!(self, device => device.destroy_srq(srq))
    }

    #[inline]
    fn open_xrc_domain(
        &mut self,
        domain: Box<dyn XrcDomain<Memory>>,
    ) -> Result<DomainId, DeviceError> {
        on_device!(self, device => device.open_xrc_domain(domain))
    }

    #[inline]
    fn create_xrc_srq(
        &mut self,
        pd: PdId,
        domain: DomainId,
        cq: CqId,
        capacity: u32,
    ) -> Result<(SrqId, SrqNumber), DeviceError> {
        on_device!(self, device => device.create_xrc_srq(pd, domain, cq, capacity))
    }

    #[inline]
    fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        on_device!(self, device => device.create_qp(init))
    }

    #[inline]
    fn modify_qp(&mut self, qp: QpNumber, transition: &QpTransition) -> Result<(), DeviceError> {
        on_device!(self, device => device.modify_qp(qp, transition))
    }

    #[inline]
    fn qp_state(&self, qp: QpNumber) -> Result<QpState, DeviceError> {
        on_device!(self, device => device.qp_state(qp))
    }

    #[inline]
    fn silent_for(&self, qp: QpNumber, now: Time) -> Option<Duration> {
        on_device!(self, device => device.silent_for(qp, now))
    }

    #[inline]
    fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError> {
        on_device!(self, device => device.destroy_qp(qp))
    }

    #[inline]
    fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError> {
        on_device!(self, device => device.post_send(qp, request))
    }

    #[inline]
    fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError> {
        on_device!(self, device => device.post_recv(qp, request))
    }

    #[inline]
    fn post_srq_recv(&mut self, srq: SrqId, request: &ReceiveRequest) -> Result<(), DeviceError> {
        on_device!(self, device => device.post_srq_recv(srq, request))
    }

    #[inline]
    fn poll_cq(&mut self, cq: CqId) -> Option<Completion> {
        on_device!(self, device => device.poll_cq(cq))
    }

    #[inline]
    fn footprint(&self) -> Footprint {
        on_device!(self, device => device.footprint())
    }
}

impl HostDevice for AnyDevice {
    #[inline]
    fn arrivals(&self) -> Arc<dyn Arrivals> {
        on_device!(self, device => HostDevice::arrivals(device))
    }

    #[inline]
    fn arm(&mut self) -> bool {
        on_device!(self, device => HostDevice::arm(device))
    }

    #[inline]
    fn look_everywhere(&mut self) {
        on_device!(self, device => HostDevice::look_everywhere(device));
    }

    #[inline]
    fn take_memory_fault(&mut self) -> Option<MemoryFault> {
        on_device!(self, device => HostDevice::take_memory_fault(device))
    }

    #[inline]
    fn take_link_failure(&mut self) -> Option<LinkFailure> {
        on_device!(self, device => HostDevice::take_link_failure(device))
    }

    fn set_job_key(&mut self, key: [u8; 32]) {
        on_device!(self, device => HostDevice::set_job_key(device, key));
    }

    #[inline]
    fn counters(&self) -> Counters {
        on_device!(self, device => HostDevice::counters(device))
    }

    #[inline]
    fn kernel_bytes(&self) -> usize {
        on_device!(self, device => HostDevice::kernel_bytes(device))
    }
}
