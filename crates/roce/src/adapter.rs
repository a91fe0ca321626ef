//! The adapter: its objects, and which of them a datagram, a timer or a transmit pass is for.

use farreach_verbs::{
    Access, AdapterAddress, Attributes, Completion, CqId, DeviceError, Footprint, Lkey, Memory,
    PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, Region, SendRequest, SrqId,
    Time,
};

use crate::config::AdapterConfig;
use crate::counters::Counters;
use crate::link::Link;

/// A RoCEv2 adapter.
pub struct Adapter<M> {
    config: AdapterConfig,
    counters: Counters,
    regions: Vec<M>,
}

#[allow(
    missing_docs,
    unused_variables,
    clippy::needless_pass_by_value,
    clippy::unused_self
)]
impl<M: Memory> Adapter<M> {
    pub fn new(config: AdapterConfig) -> Self {
        Adapter {
            config,
            counters: Counters::default(),
            regions: Vec::new(),
        }
    }
    pub fn attributes(&self) -> Attributes {
        let limits = &self.config.limits;
        Attributes {
            name: "roce",
            max_mtu: self.config.max_mtu,
            max_ud_payload: limits.max_ud_payload,
            max_message: limits.max_message,
            max_qp: limits.max_qp,
            max_rd_atomic: limits.max_rd_atomic,
            coherent_atomics: true,
            extended_atomics: true,
            keyed_check: true,
            timeout: std::time::Duration::from_millis(20),
        }
    }
    pub fn address(&self) -> AdapterAddress {
        self.config.address
    }
    pub fn handle_datagram(&mut self, now: Time, from: AdapterAddress, datagram: &[u8]) {}
    pub fn handle_timeout(&mut self, now: Time) {}
    pub fn next_deadline(&self) -> Option<Time> {
        None
    }
    pub fn transmit(&mut self, now: Time, link: &mut impl Link<M>) {}
    pub fn has_ready(&self) -> bool {
        false
    }
    pub fn counters(&self) -> &Counters {
        &self.counters
    }
    pub fn create_pd(&mut self) -> Result<PdId, DeviceError> {
        Err(NONE)
    }
    pub fn register(
        &mut self,
        pd: PdId,
        memory: M,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        self.regions.push(memory);
        Err(NONE)
    }
    pub fn deregister(&mut self, lkey: Lkey) -> Result<(), DeviceError> {
        Err(NONE)
    }
    pub fn create_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError> {
        Err(NONE)
    }
    pub fn destroy_cq(&mut self, cq: CqId) -> Result<(), DeviceError> {
        Err(NONE)
    }
    pub fn create_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError> {
        Err(NONE)
    }
    pub fn destroy_srq(&mut self, srq: SrqId) -> Result<(), DeviceError> {
        Err(NONE)
    }
    pub fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        Err(NONE)
    }
    pub fn modify_qp(
        &mut self,
        qp: QpNumber,
        transition: &QpTransition,
    ) -> Result<(), DeviceError> {
        Err(NONE)
    }
    pub fn qp_state(&self, qp: QpNumber) -> Result<QpState, DeviceError> {
        Err(NONE)
    }
    pub fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError> {
        Err(NONE)
    }
    pub fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError> {
        Err(NONE)
    }
    pub fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError> {
        Err(NONE)
    }
    pub fn post_srq_recv(
        &mut self,
        srq: SrqId,
        request: &ReceiveRequest,
    ) -> Result<(), DeviceError> {
        Err(NONE)
    }
    pub fn poll_cq(&mut self, cq: CqId) -> Option<Completion> {
        None
    }
    pub fn footprint(&self) -> Footprint {
        Footprint::default()
    }
}

const NONE: DeviceError = DeviceError::Exhausted {
    kind: "object",
    limit: 0,
};
