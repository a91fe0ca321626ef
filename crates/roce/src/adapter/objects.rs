//! Creation, look-up and destruction of the adapter's objects.

use alloc::boxed::Box;
use core::time::Duration;

use farreach_verbs::{
    Access, AdapterAddress, Attributes, CqId, DeviceError, DomainId, DomainRegion, Footprint, Lkey,
    Memory, PdId, QpInit, QpNumber, Region, Rkey, SrqId, SrqNumber, Transport, XrcDomain,
};

use super::{Adapter, not_found};
use crate::cq::CompletionQueue;
use crate::qp::state::range;
use crate::qp::{Half, Made, Qp};
use crate::shared::Shared;
use crate::slab::Key;
use crate::srq::{SharedReceiveQueue, XrcQueue};

/// Queue pairs 0 and 1 belong to the subnet manager and the communication manager. All ones is
/// multicast.
const RESERVED_NUMBERS: [u32; 3] = [0, 1, 0xff_ffff];

/// The first retransmission timeout. It is longer than a peer usually waits for a core, and shorter
/// than a user notices.
const INITIAL_TIMEOUT: Duration = Duration::from_millis(20);

/// The depth of a connection's send queue. Places that are not used cost nothing.
const SEND_DEPTH: u32 = 1024;

impl<M: Memory> Adapter<M> {
    /// The adapter's capabilities and limits.
    pub fn attributes(&self) -> Attributes {
        let config = &self.shared.config;
        Attributes {
            name: "roce",
            max_mtu: config.max_mtu,
            max_ud_payload: config.limits.max_ud_payload.min(config.max_mtu),
            max_message: config.limits.max_message,
            max_qp: config.limits.max_qp,
            max_rd_atomic: config.limits.max_rd_atomic,
            send_depth: SEND_DEPTH.min(config.limits.max_wr),
            max_cqe: config.limits.max_cqe,
            registers_sparsely: true,
            announces_writes: true,
            coherent_atomics: true,
            extended_atomics: true,
            xrc: true,
            shares_segments: true,
            keyed_check: true,
            write_list: config.max_mtu,
            blocks: true,
            max_sge: config.limits.max_sge,
            max_sge_rd: config.limits.max_sge,
            timeout: INITIAL_TIMEOUT,
        }
        .without(config.without)
    }

    /// The address at which peers reach the adapter.
    pub fn address(&self) -> AdapterAddress {
        self.shared.config.address
    }

    /// Creates a protection domain.
    pub fn create_pd(&mut self) -> Result<PdId, DeviceError> {
        let limit = self.shared.config.limits.max_pd;
        if self.pds >= limit {
            return Err(exhausted("protection domain", limit));
        }
        self.pds += 1;
        Ok(PdId(self.pds - 1))
    }

    fn check_pd(&self, pd: PdId) -> Result<(), DeviceError> {
        if pd.0 < self.pds {
            return Ok(());
        }
        Err(not_found("protection domain", pd.0))
    }

    /// Registers all of `memory` under `pd`. The first byte has the address `base`.
    pub fn register(
        &mut self,
        pd: PdId,
        memory: M,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        self.check_pd(pd)?;
        let Shared {
            regions, domains, ..
        } = &mut self.shared;
        if domains.shares_segments() || domains.is_empty() {
            return regions.register(pd, memory, base, access);
        }
        let region = regions.register(pd, memory.clone(), base, access)?;
        if region.rkey != Rkey(0) {
            domains.tell(&DomainRegion {
                rkey: region.rkey,
                base,
                access,
                memory: Some(memory),
            });
        }
        Ok(region)
    }

    /// Ends a registration.
    pub fn deregister(&mut self, lkey: Lkey) -> Result<(), DeviceError> {
        let rkey = self.shared.regions.deregister(lkey)?;
        if rkey != Rkey(0) {
            self.shared.domains.tell(&DomainRegion {
                rkey,
                base: 0,
                access: Access::NONE,
                memory: None,
            });
        }
        Ok(())
    }

    /// Creates a completion queue for `capacity` unpolled completions. A completion that finds the
    /// queue full is lost and counted, and its queue pair goes to ERROR.
    pub fn create_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError> {
        let Shared { cqs, config, .. } = &mut self.shared;
        let most = u64::from(config.limits.max_cqe);
        range("completion queue capacity", capacity, 1, most)?;
        let full = exhausted("completion queue", cqs.limit());
        let key = cqs.insert(CompletionQueue::new(capacity)).ok_or(full)?;
        Ok(CqId(key.0))
    }

    /// Destroys a completion queue. Fails if a queue pair uses the queue.
    pub fn destroy_cq(&mut self, cq: CqId) -> Result<(), DeviceError> {
        let cqs = &mut self.shared.cqs;
        let queue = cqs.get(Key(cq.0));
        let queue = queue.ok_or_else(|| not_found("completion queue", cq.0))?;
        if queue.users > 0 {
            return Err(in_use("completion queue", cq.0));
        }
        cqs.remove(Key(cq.0));
        Ok(())
    }

    /// Creates a shared receive queue for `capacity` receives.
    pub fn create_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError> {
        self.check_pd(pd)?;
        let Shared { srqs, config, .. } = &mut self.shared;
        let most = u64::from(config.limits.max_wr);
        range("shared receive queue capacity", capacity, 1, most)?;
        let full = exhausted("shared receive queue", srqs.limit());
        let queue = SharedReceiveQueue::new(pd, capacity, None);
        let key = srqs.insert(queue).ok_or(full)?;
        Ok(SrqId(key.0))
    }

    /// Opens an XRC domain.
    pub fn open_xrc_domain(
        &mut self,
        domain: Box<dyn XrcDomain<M>>,
    ) -> Result<DomainId, DeviceError> {
        self.shared.domains.open(&mut self.shared.regions, domain)
    }

    /// Creates a shared receive queue of an XRC domain for `capacity` receives, which complete on
    /// `cq`.
    pub fn create_xrc_srq(
        &mut self,
        pd: PdId,
        domain: DomainId,
        cq: CqId,
        capacity: u32,
    ) -> Result<(SrqId, SrqNumber), DeviceError> {
        self.check_pd(pd)?;
        let Shared {
            srqs,
            cqs,
            domains,
            config,
            ..
        } = &mut self.shared;
        let most = u64::from(config.limits.max_wr);
        range("shared receive queue capacity", capacity, 1, most)?;
        let queue = cqs.get_mut(Key(cq.0));
        let cq_queue = queue.ok_or_else(|| not_found("completion queue", cq.0))?;
        if srqs.len() as u32 >= srqs.limit() {
            return Err(exhausted("shared receive queue", srqs.limit()));
        }
        let number = domains.new_srq(domain)?;
        let xrc = XrcQueue { domain, number, cq };
        let full = exhausted("shared receive queue", srqs.limit());
        let queue = SharedReceiveQueue::new(pd, capacity, Some(xrc));
        let key = srqs.insert(queue).ok_or(full)?;
        cq_queue.users += 1;
        domains.add(&xrc, key);
        Ok((SrqId(key.0), domains.told(number)))
    }

    /// Destroys a shared receive queue. Fails if a queue pair uses the queue. A queue of an XRC
    /// domain can always be destroyed.
    pub fn destroy_srq(&mut self, srq: SrqId) -> Result<(), DeviceError> {
        let srqs = &mut self.shared.srqs;
        let queue = srqs.get(Key(srq.0));
        let queue = queue.ok_or_else(|| not_found("shared receive queue", srq.0))?;
        if queue.users > 0 {
            return Err(in_use("shared receive queue", srq.0));
        }
        let xrc = queue.xrc;
        srqs.remove(Key(srq.0));
        if let Some(xrc) = xrc {
            self.shared.domains.remove(&xrc);
            if let Some(cq) = self.shared.cqs.get_mut(Key(xrc.cq.0)) {
                cq.users -= 1;
            }
        }
        Ok(())
    }

    /// Creates a queue pair in RESET.
    pub fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        self.check_pd(init.pd)?;
        let partner = self.check_xrc(init)?;
        for cq in [init.send_cq, init.recv_cq] {
            let known = self.shared.cqs.get(Key(cq.0)).is_some();
            known
                .then_some(())
                .ok_or_else(|| not_found("completion queue", cq.0))?;
        }
        if let Some(srq) = init.srq {
            let known = self.shared.srqs.get(Key(srq.0)).is_some();
            known
                .then_some(())
                .ok_or_else(|| not_found("shared receive queue", srq.0))?;
        }
        let most = u64::from(self.shared.config.limits.max_wr);
        range("send queue capacity", init.max_send, 0, most)?;
        range("receive queue capacity", init.max_recv, 0, most)?;
        if partner.is_none() && self.qps.len() as u32 >= self.qps.limit() {
            return Err(exhausted("queue pair", self.qps.limit()));
        }
        let by_number = &self.by_number;
        let is_free =
            |number: u32| !RESERVED_NUMBERS.contains(&number) && by_number.get(number).is_none();
        let number = self.numbers.draw(is_free);
        let number = number.ok_or(exhausted("queue pair number", 1 << 24))?;
        if let Some(partner) = partner {
            self.join(partner, QpNumber(number), init);
            self.by_number.insert(number, partner);
            self.count_users(&Made::with(init), |users| users + 1);
            return Ok(QpNumber(number));
        }
        let mut qp = Box::new(Qp::new(QpNumber(number), init));
        match &mut qp.xrc {
            Some(xrc) if init.transport == Transport::XrcInitiator => xrc.target = QpNumber(0),
            Some(_) => qp.number = QpNumber(0),
            None => {}
        }
        let full = exhausted("queue pair", self.qps.limit());
        let key = self.qps.insert(qp).ok_or(full)?;
        if let Some(qp) = self.qps.get_mut(key) {
            qp.key = key;
        }
        self.by_number.insert(number, key);
        self.count_users(&Made::with(init), |users| users + 1);
        Ok(QpNumber(number))
    }

    /// Destroys a queue pair in any state. Posted work requests are forgotten.
    pub fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError> {
        let key = self.key(qp)?;
        let (pair, shared) = self.qp_and_shared(qp)?;
        pair.reset(shared);
        let half = pair.half_of(qp);
        let made = Made {
            transport: pair.half(half).0,
            ..pair.made
        };
        match half {
            Half::Initiator if pair.has_partners() => pair.number = QpNumber(0),
            Half::Target if pair.has_partners() => pair.drop_target(),
            _ => {
                self.qps.remove(key);
                self.shared.timers.forget();
            }
        }
        self.by_number.remove(qp.0);
        self.count_users(&made, |users| users - 1);
        self.settle_timers();
        Ok(())
    }

    fn count_users(&mut self, made: &Made, change: impl Fn(u32) -> u32) {
        if made.transport == Transport::XrcTarget {
            // A target completes only receives of the domain's queues, which have their own
            // completion queues.
            return;
        }
        for cq in [made.send_cq, made.recv_cq] {
            if let Some(queue) = self.shared.cqs.get_mut(Key(cq.0)) {
                queue.users = change(queue.users);
            }
        }
        let srq = made
            .srq
            .and_then(|srq| self.shared.srqs.get_mut(Key(srq.0)));
        if let Some(queue) = srq {
            queue.users = change(queue.users);
        }
    }

    /// The memory that the objects use now.
    pub fn footprint(&self) -> Footprint {
        let shared = &self.shared;
        let mut footprint = Footprint {
            qp_bytes: self.qps.heap_bytes() + self.by_number.heap_bytes(),
            other_bytes: shared.regions.heap_bytes()
                + shared.cqs.heap_bytes()
                + shared.srqs.heap_bytes()
                + shared.domains.heap_bytes()
                + shared.inline.heap_bytes()
                + shared.destinations.heap_bytes()
                + shared.arriving.heap_bytes()
                + shared.timers.heap_bytes()
                + shared.outbox.heap_bytes()
                + shared.ready.capacity() * size_of::<Key>(),
            ..Footprint::default()
        };
        for qp in self.qps.iter() {
            footprint.qp_bytes += qp.heap_bytes();
            match qp.made.transport {
                Transport::Rc => footprint.rc_qps += 1,
                Transport::Ud => footprint.ud_qps += 1,
                Transport::XrcInitiator | Transport::XrcTarget => footprint.xrc_qps += 1,
            }
        }
        let cqs = shared.cqs.iter().map(CompletionQueue::heap_bytes);
        let srqs = shared.srqs.iter().map(SharedReceiveQueue::heap_bytes);
        footprint.other_bytes += cqs.sum::<usize>() + srqs.sum::<usize>();
        footprint
    }
}

fn exhausted(kind: &'static str, limit: u32) -> DeviceError {
    DeviceError::Exhausted { kind, limit }
}

fn in_use(kind: &'static str, number: u32) -> DeviceError {
    DeviceError::InUse { kind, number }
}
