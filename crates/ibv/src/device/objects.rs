//! Creation and destruction of regions, queues and queue pairs.

#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::ffi::c_int;
use std::fs;
use std::ptr;

use farreach_verbs::{
    Access, CqId, DeviceError, Footprint, InlineData, Lkey, MappedMemory, PdId, QpInit, QpNumber,
    QpState, Region, Rkey, SrqId, Transport,
};

use rustix::process::{Resource, getrlimit};

use super::{Cq, IbvDevice, Qp, ReceiveOwner, Registered, Srq, not_found};
use crate::convert;
use crate::ffi::{Mr, QpCap, QpInitAttr, SrqInitAttr, value};
use crate::requests::SendQueue;

/// Bytes of the least page.
const PAGE: u32 = 4096;
/// The error number of an argument that is not valid.
const EINVAL: c_int = 22;
/// The error number of an adapter without room for another object.
const ENOMEM: c_int = 12;
/// Bytes of a request of a send queue and of a receive queue at common drivers, to estimate what queue pairs cost. The
/// kernel's own figures are `rdma resource`.
const SEND_BYTES: usize = 64 + InlineData::MAX;
const RECEIVE_BYTES: usize = 32;
const QP_BYTES: usize = 2048;

impl<M: MappedMemory> IbvDevice<M> {
    pub(super) fn make_region(
        &mut self,
        pd: PdId,
        memory: M,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        let raw_pd = self.pd(pd)?;
        let Some(first) = memory.as_ptr() else {
            return Err(convert::refusal(
                "a region of bytes that do not lie in a row",
                EINVAL,
            ));
        };
        let mut flags = convert::access_flags(access);
        if access.intersects(Access::REMOTE_WRITE | Access::REMOTE_ATOMIC) {
            // The standard asks for it. Local requests are checked when they are posted.
            flags |= value::ACCESS_LOCAL_WRITE;
        }
        // The kernel pins pages, so that the address within a page is that of the memory.
        let page = u64::from(PAGE) - 1;
        let base = (base & !page) + (first.addr() as u64 & page);
        // SAFETY: the memory is valid for as long as the handle is kept, and the handle is kept until the registration has ended.
        let mr: *mut Mr = unsafe {
            (self.verbs.ibv_reg_mr_iova)(
                raw_pd,
                first.cast_mut().cast(),
                memory.len(),
                base,
                flags as c_int,
            )
        };
        if mr.is_null() {
            let refusal = convert::last_refusal("a memory region");
            return Err(self.not_pinned(memory.len() as u64).unwrap_or(refusal));
        }
        // SAFETY: the region was just made.
        let (lkey, rkey) = unsafe { (Lkey((*mr).lkey), Rkey((*mr).rkey)) };
        let is_remote =
            access.intersects(Access::REMOTE_READ | Access::REMOTE_WRITE | Access::REMOTE_ATOMIC);
        let registered = Registered {
            mr,
            memory,
            pd,
            base,
            access,
        };
        self.regions.insert(lkey, registered);
        Ok(Region {
            lkey,
            rkey: if is_remote { rkey } else { Rkey(0) },
            base,
        })
    }

    /// The refusal to pin so many bytes, if the limit on locked memory is the reason.
    #[cold]
    fn not_pinned(&self, bytes: u64) -> Option<DeviceError> {
        let limit = getrlimit(Resource::Memlock).current?;
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmPin:"))?;
        let pinned = line.split_whitespace().next()?.parse::<u64>().ok()? * 1024;
        (pinned.saturating_add(bytes) > limit).then_some(DeviceError::NotPinned {
            adapter: self.attributes.name,
            bytes,
            pinned,
            limit,
        })
    }

    pub(super) fn make_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError> {
        let limit = self.attributes.max_cqe;
        if capacity > limit {
            return Err(DeviceError::Exhausted {
                kind: "completion of a queue",
                limit,
            });
        }
        // SAFETY: the device is open, and so is its channel.
        let raw = unsafe {
            (self.verbs.ibv_create_cq)(
                self.context,
                capacity.max(1) as c_int,
                ptr::null_mut(),
                self.channel,
                0,
            )
        };
        if raw.is_null() {
            return Err(convert::last_refusal("a completion queue"));
        }
        let index = self.cqs.insert(Cq {
            raw,
            capacity: capacity.max(1),
            outstanding: 0,
            ready: VecDeque::new(),
            users: 0,
        });
        Ok(CqId(index as u32))
    }

    pub(super) fn end_cq(&mut self, id: CqId) -> Result<(), DeviceError> {
        let index = id.0 as usize;
        let cq = self
            .cqs
            .get(index)
            .ok_or_else(|| not_found("completion queue", id.0))?;
        if cq.users > 0 {
            return Err(in_use("completion queue", id.0));
        }
        // The library waits for announcements that were not acknowledged.
        self.take_events();
        // SAFETY: the queue exists, and no queue pair uses it.
        let failed = unsafe { (self.verbs.ibv_destroy_cq)(self.cqs[index].raw) };
        if failed != 0 {
            return Err(convert::refusal("the end of a completion queue", failed));
        }
        self.cqs.remove(index);
        Ok(())
    }

    pub(super) fn make_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError> {
        let raw_pd = self.pd(pd)?;
        let mut attributes = SrqInitAttr {
            srq_context: ptr::null_mut(),
            max_wr: capacity.max(1),
            max_sge: 1,
            srq_limit: 0,
        };
        // SAFETY: the domain exists, and the library reads the attributes.
        let raw = unsafe { (self.verbs.ibv_create_srq)(raw_pd, &raw mut attributes) };
        if raw.is_null() {
            return Err(convert::last_refusal("a shared receive queue"));
        }
        let index = self.srqs.insert(Srq {
            raw,
            pd,
            capacity,
            posted: 0,
            users: 0,
            cq: None,
        });
        Ok(SrqId(index as u32))
    }

    pub(super) fn end_srq(&mut self, id: SrqId) -> Result<(), DeviceError> {
        let index = id.0 as usize;
        let srq = self
            .srqs
            .get(index)
            .ok_or_else(|| not_found("shared receive queue", id.0))?;
        if srq.users > 0 {
            return Err(in_use("shared receive queue", id.0));
        }
        // SAFETY: the queue exists, and no queue pair uses it.
        let failed = unsafe { (self.verbs.ibv_destroy_srq)(srq.raw) };
        if failed != 0 {
            return Err(convert::refusal(
                "the end of a shared receive queue",
                failed,
            ));
        }
        if let Some(cq) = self.srqs.remove(index).cq {
            self.cqs[cq.0 as usize].users -= 1;
        }
        self.receives
            .retain(|_, receive| receive.owner != ReceiveOwner::Srq(id.0));
        Ok(())
    }

    pub(super) fn make_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        let pd = self.pd(init.pd)?;
        let is_xrc = self.check_xrc(init)?;
        let cq = |id: CqId| {
            let found = self.cqs.get(id.0 as usize);
            found
                .map(|cq| cq.raw)
                .ok_or_else(|| not_found("completion queue", id.0))
        };
        let (send_cq, recv_cq) = (cq(init.send_cq)?, cq(init.recv_cq)?);
        let srq = init.srq.map(|id| {
            let found = self.srqs.get(id.0 as usize);
            found
                .map(|srq| srq.raw)
                .ok_or_else(|| not_found("shared receive queue", id.0))
        });
        let srq = srq.transpose()?.unwrap_or(ptr::null_mut());
        let mut attributes = QpInitAttr {
            qp_context: ptr::null_mut(),
            send_cq,
            recv_cq,
            srq,
            cap: QpCap {
                max_send_wr: init.max_send.max(1),
                max_recv_wr: if init.srq.is_some() {
                    0
                } else {
                    init.max_recv.max(1)
                },
                max_send_sge: self.attributes.max_sge.max(self.attributes.max_sge_rd),
                max_recv_sge: 1,
                max_inline_data: InlineData::MAX as u32,
            },
            qp_type: match init.transport {
                Transport::Ud => value::QPT_UD,
                Transport::Rc => value::QPT_RC,
                Transport::XrcInitiator | Transport::XrcTarget => value::QPT_XRC_SEND,
            },
            sq_sig_all: 0,
        };
        if is_xrc {
            // Receives are those of the domain's queues.
            attributes.recv_cq = ptr::null_mut();
            attributes.cap.max_recv_wr = 0;
            attributes.cap.max_recv_sge = 0;
        }
        let raw = if init.transport == Transport::XrcTarget {
            self.make_target(init)?
        } else {
            // SAFETY: all objects that the attributes name exist.
            unsafe { (self.verbs.ibv_create_qp)(pd, &raw mut attributes) }
        };
        if raw.is_null() {
            let refusal = convert::last_refusal("a queue pair");
            return Err(match refusal {
                DeviceError::Driver { code: ENOMEM, .. } => DeviceError::Exhausted {
                    kind: "queue pair",
                    limit: self.qps.len() as u32,
                },
                refusal => refusal,
            });
        }
        // SAFETY: the queue pair was just made.
        let number = QpNumber(unsafe { (*raw).qp_num });
        self.count_users(init, 1);
        let qp = Qp {
            raw,
            init: *init,
            state: QpState::Reset,
            sends: SendQueue::default(),
            chain: Vec::new(),
            held: Vec::new(),
            posted_receives: 0,
            partner: init.partner,
            heard_at: self.now,
        };
        self.qps.insert(number, qp);
        self.join(number);
        Ok(number)
    }

    pub(super) fn end_qp(&mut self, number: QpNumber) -> Result<(), DeviceError> {
        let qp = self
            .qps
            .get(&number)
            .ok_or_else(|| not_found("queue pair", number.0))?;
        // What has completed is taken first: a driver may forget it with the queue pair, and with it the buffers of
        // messages that came.
        let queues = [qp.init.send_cq, qp.init.recv_cq];
        for cq in queues {
            self.take_from_driver(cq.0 as usize);
        }
        // SAFETY: the queue pair exists.
        let failed = unsafe { (self.verbs.ibv_destroy_qp)(self.qps[&number].raw) };
        if failed != 0 {
            return Err(convert::refusal("the end of a queue pair", failed));
        }
        // What has completed since must not be taken for that of a later queue pair with this number.
        for cq in queues {
            self.take_from_driver(cq.0 as usize);
        }
        self.forget_requests(number);
        let qp = self.qps.remove(&number).expect("looked up above");
        self.part(qp.partner);
        self.count_users(&qp.init, -1);
        Ok(())
    }

    /// Forgets what is posted on a queue pair.
    pub(super) fn forget_requests(&mut self, number: QpNumber) {
        let Some(qp) = self.qps.get_mut(&number) else {
            return;
        };
        let (sends, receives) = (qp.sends.len() as u32, qp.posted_receives);
        qp.sends.clear();
        qp.chain.clear();
        qp.posted_receives = 0;
        let init = qp.init;
        self.receives
            .retain(|_, receive| receive.owner != ReceiveOwner::Qp(number));
        for (cq, count) in [(init.send_cq, sends), (init.recv_cq, receives)] {
            let cq = &mut self.cqs[cq.0 as usize];
            cq.outstanding -= count;
        }
    }

    /// Counts a queue pair that uses its queues, or one that does no longer.
    fn count_users(&mut self, init: &QpInit, change: i32) {
        for cq in [init.send_cq, init.recv_cq] {
            let users = &mut self.cqs[cq.0 as usize].users;
            *users = users.strict_add_signed(change);
        }
        if let Some(srq) = init.srq {
            let users = &mut self.srqs[srq.0 as usize].users;
            *users = users.strict_add_signed(change);
        }
    }

    pub(super) fn measure(&self) -> Footprint {
        let count = |transport| {
            self.qps
                .values()
                .filter(|qp| qp.init.transport == transport)
                .count()
        };
        let bytes = self.qps.values().map(|qp| {
            let own = if qp.init.srq.is_some() {
                0
            } else {
                qp.init.max_recv as usize
            };
            QP_BYTES + qp.init.max_send as usize * SEND_BYTES + own * RECEIVE_BYTES
        });
        let queues = self.cqs.iter().map(|(_, cq)| cq.capacity as usize * 64);
        let shared = self
            .srqs
            .iter()
            .map(|(_, srq)| srq.capacity as usize * RECEIVE_BYTES);
        Footprint {
            rc_qps: count(Transport::Rc),
            xrc_qps: self.count_xrc(),
            ud_qps: count(Transport::Ud),
            qp_bytes: bytes.sum(),
            other_bytes: queues.chain(shared).sum(),
        }
    }
}

#[cold]
fn in_use(kind: &'static str, number: u32) -> DeviceError {
    DeviceError::InUse { kind, number }
}
