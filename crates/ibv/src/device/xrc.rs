//! XRC: domains, their receive queues, and their queue pairs.
//!
//! ```text
//!   process 0 of a node                         process 1
//!   ┌──────────────────────────────┐            ┌──────────────────────────────┐
//!   │ target ◀═══ initiators of    │            │ receive queue 2 ─▶ its       │
//!   │   │         other nodes      │            │   ▲   protection domain      │
//!   └───┼──────────────────────────┘            └───┼──────────────────────────┘
//!       └─────────── domain of the adapter ─────────┘   one for each file of a node
//! ```
//!
//! The kernel knows a domain by a file. Processes that open the same file are in the same domain. A request names a receive queue by the
//! number that the adapter has given it. The adapter delivers the request to the process that made the queue, whichever process
//! made the target, and checks keys against the protection domain of the queue.
//!
//! Drivers know no partners: an initiator and its target are two queue pairs.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::mem::offset_of;
use std::ptr::NonNull;

use farreach_verbs::{
    CqId, DeviceError, DomainId, MappedMemory, PdId, QpInit, QpNumber, QpState, SrqId, SrqNumber,
    Transport, XrcDomain,
};

use super::{IbvDevice, Qp, Srq, not_found};
use crate::convert;
use crate::ffi::{
    ABI_IS_EXTENDED, Context, DeviceAttr, Qp as RawQp, QpInitAttrEx, Srq as RawSrq, SrqInitAttrEx,
    VerbsContext, Xrcd, XrcdInitAttr, value,
};

/// No file: the domain is of this process alone.
const NO_FILE: c_int = -1;

/// The driver's functions for XRC.
#[derive(Clone, Copy)]
pub(super) struct Xrc {
    context: *mut Context,
    create_qp_ex: unsafe extern "C" fn(*mut Context, *mut QpInitAttrEx) -> *mut RawQp,
    get_srq_num: unsafe extern "C" fn(*mut RawSrq, *mut u32) -> c_int,
    create_srq_ex: unsafe extern "C" fn(*mut Context, *mut SrqInitAttrEx) -> *mut RawSrq,
    open_xrcd: unsafe extern "C" fn(*mut Context, *mut XrcdInitAttr) -> *mut Xrcd,
    close_xrcd: unsafe extern "C" fn(*mut Xrcd) -> c_int,
}

/// An open XRC domain.
pub(super) struct Domain<M> {
    raw: NonNull<Xrcd>,
    /// Keeps the file open.
    _domain: Box<dyn XrcDomain<M>>,
}

impl Xrc {
    /// The functions of an open device. `None` if the adapter has no XRC, or its driver is too old.
    pub(super) fn of(context: *mut Context, attributes: &DeviceAttr) -> Option<Xrc> {
        if attributes.device_cap_flags & value::DEVICE_XRC == 0 {
            return None;
        }
        // SAFETY: the device is open. The mark says that a `VerbsContext` is around the context.
        unsafe {
            if (*context).abi_compat.addr() != ABI_IS_EXTENDED {
                return None;
            }
            let around = context
                .byte_sub(offset_of!(VerbsContext, context))
                .cast::<VerbsContext>();
            let around = &*around;
            // A driver that was built with a shorter structure has none of its front.
            if around.sz < size_of::<VerbsContext>() - offset_of!(VerbsContext, create_qp_ex) {
                return None;
            }
            Some(Xrc {
                context,
                create_qp_ex: around.create_qp_ex?,
                get_srq_num: around.get_srq_num?,
                create_srq_ex: around.create_srq_ex?,
                open_xrcd: around.open_xrcd?,
                close_xrcd: around.close_xrcd?,
            })
        }
    }

    /// # Safety
    /// The domain was opened by this driver, is not used any more, and is closed once.
    pub(super) unsafe fn close<M>(&self, domain: &Domain<M>) {
        // SAFETY: the caller's promise.
        unsafe { (self.close_xrcd)(domain.raw.as_ptr()) };
    }
}

impl<M: MappedMemory> IbvDevice<M> {
    fn driver_of_xrc(&self) -> Result<Xrc, DeviceError> {
        self.xrc.ok_or(DeviceError::NotOffered {
            transport: Transport::XrcTarget,
            what: "XRC by this adapter",
        })
    }

    fn domain(&self, id: DomainId) -> Result<*mut Xrcd, DeviceError> {
        let domain = self.domains.get(id.0 as usize);
        domain
            .map(|domain| domain.raw.as_ptr())
            .ok_or_else(|| not_found("XRC domain", id.0))
    }

    pub(super) fn open_domain(
        &mut self,
        domain: Box<dyn XrcDomain<M>>,
    ) -> Result<DomainId, DeviceError> {
        let xrc = self.driver_of_xrc()?;
        let mut init = XrcdInitAttr {
            comp_mask: value::XRCD_INIT_ATTR_FD | value::XRCD_INIT_ATTR_OFLAGS,
            fd: domain.file().unwrap_or(NO_FILE),
            // The first of the node makes the domain, the others find it.
            oflags: libc::O_CREAT,
        };
        // SAFETY: the device is open, and the library reads the attributes.
        let raw = unsafe { (xrc.open_xrcd)(xrc.context, &raw mut init) };
        let raw = NonNull::new(raw).ok_or_else(|| convert::last_refusal("an XRC domain"))?;
        self.domains.push(Domain {
            raw,
            _domain: domain,
        });
        Ok(DomainId(self.domains.len() as u32 - 1))
    }

    pub(super) fn make_xrc_srq(
        &mut self,
        (pd, domain, cq): (PdId, DomainId, CqId),
        capacity: u32,
    ) -> Result<(SrqId, SrqNumber), DeviceError> {
        let xrc = self.driver_of_xrc()?;
        let known = self.cqs.get(cq.0 as usize);
        let mut init = SrqInitAttrEx::blank();
        init.max_wr = capacity.max(1);
        init.max_sge = 1;
        init.comp_mask = value::SRQ_INIT_ATTR_TYPE
            | value::SRQ_INIT_ATTR_PD
            | value::SRQ_INIT_ATTR_XRCD
            | value::SRQ_INIT_ATTR_CQ;
        init.srq_type = value::SRQT_XRC;
        init.pd = self.pd(pd)?;
        init.xrcd = self.domain(domain)?;
        init.cq = known
            .ok_or_else(|| not_found("completion queue", cq.0))?
            .raw;
        // SAFETY: the objects that the attributes name exist.
        let raw = unsafe { (xrc.create_srq_ex)(xrc.context, &raw mut init) };
        if raw.is_null() {
            return Err(convert::last_refusal("a shared receive queue of XRC"));
        }
        let mut number = 0;
        // SAFETY: the queue was just made, and the driver stores a number.
        let refused = unsafe { (xrc.get_srq_num)(raw, &raw mut number) };
        if refused != 0 {
            // SAFETY: the queue was just made, and nobody knows it.
            unsafe { (self.verbs.ibv_destroy_srq)(raw) };
            let what = "the number of a shared receive queue";
            return Err(convert::refusal(what, refused));
        }
        self.cqs[cq.0 as usize].users += 1;
        let index = self.srqs.insert(Srq {
            raw,
            pd,
            capacity,
            posted: 0,
            users: 0,
            cq: Some(cq),
        });
        Ok((SrqId(index as u32), SrqNumber(number)))
    }

    /// Checks what an XRC queue pair, or another one, is to be made with. Returns whether it is one of XRC.
    pub(super) fn check_xrc(&self, init: &QpInit) -> Result<bool, DeviceError> {
        let transport = init.transport;
        let not_offered = |what| Err(DeviceError::NotOffered { transport, what });
        if !transport.is_xrc() {
            return match (init.domain, init.partner) {
                (None, None) => Ok(false),
                (Some(_), _) => not_offered("XRC domains"),
                (_, Some(_)) => not_offered("partners"),
            };
        }
        let Some(domain) = init.domain else {
            return not_offered("pairs without a domain");
        };
        if init.srq.is_some() {
            return not_offered("a shared receive queue of its own");
        }
        self.domain(domain)?;
        let Some(number) = init.partner else {
            return Ok(true);
        };
        if transport == Transport::XrcTarget {
            return not_offered("partners: the initiator, which is made after it, names it");
        }
        let target = self.qps.get(&number);
        let target = target.ok_or_else(|| not_found("queue pair", number.0))?;
        if target.init.transport != Transport::XrcTarget || target.init.domain != init.domain {
            return not_offered("a partner that is no target of its domain");
        }
        if target.partner.is_some() {
            return Err(DeviceError::InUse {
                kind: "XRC target",
                number: number.0,
            });
        }
        Ok(true)
    }

    /// Makes the target of a domain.
    pub(super) fn make_target(&self, init: &QpInit) -> Result<*mut RawQp, DeviceError> {
        let xrc = self.driver_of_xrc()?;
        let mut attributes = QpInitAttrEx::blank();
        attributes.qp_type = value::QPT_XRC_RECV;
        attributes.comp_mask = value::QP_INIT_ATTR_XRCD;
        attributes.xrcd = self.domain(init.domain.expect("checked before"))?;
        // SAFETY: the domain exists.
        Ok(unsafe { (xrc.create_qp_ex)(xrc.context, &raw mut attributes) })
    }

    /// Notes that a new queue pair is the partner of its target.
    pub(super) fn join(&mut self, number: QpNumber) {
        let partner = self.qps.get(&number).and_then(|qp| qp.partner);
        if let Some(target) = partner.and_then(|partner| self.qps.get_mut(&partner)) {
            target.partner = Some(number);
        }
    }

    /// Notes that a queue pair is gone, which had this partner.
    pub(super) fn part(&mut self, partner: Option<QpNumber>) {
        if let Some(other) = partner.and_then(|partner| self.qps.get_mut(&partner)) {
            other.partner = None;
        }
    }

    /// Checks that the partner target of an initiator that goes to RTS is ready to receive.
    pub(super) fn check_partner(&self, number: QpNumber) -> Result<(), DeviceError> {
        let qp = self.qps.get(&number);
        let initiator = qp.filter(|qp| qp.init.transport == Transport::XrcInitiator);
        let partner = initiator.and_then(|qp| self.qps.get(&qp.partner?));
        match partner.map(|target| target.state) {
            Some(state @ (QpState::Reset | QpState::Init)) => Err(DeviceError::InvalidState {
                qp: number,
                state,
                what: "the transition to RTS of its partner",
            }),
            _ => Ok(()),
        }
    }

    /// The ends of XRC connections. Partners are one.
    pub(super) fn count_xrc(&self) -> usize {
        let of_xrc = |qp: &&Qp| qp.init.transport.is_xrc();
        let halves = self.qps.values().filter(of_xrc);
        halves
            .filter(|qp| qp.init.transport == Transport::XrcInitiator || qp.partner.is_none())
            .count()
    }
}
