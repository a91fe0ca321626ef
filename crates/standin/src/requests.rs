//! Requests, completions and attributes, between the forms of `verbs.h` and of the contract.

use std::ffi::{c_int, c_uint};
use std::time::Duration;

use farreach_verbs::{
    Access, AdapterAddress, AtomicOp, AtomicWidth, Completion, CompletionOp, CompletionStatus,
    Data, Device, Entries, InlineData, Lkey, PacketCheck, QpNumber, QpTransition, ROCE_PORT,
    ReceiveRequest, RemoteAddress, Retry, Rkey, SendOp, SendRequest, Sge, Spacing, SrqNumber,
    Transport, UdDestination,
};

use crate::ffi::{AhAttr, Cq, Qp, QpAttr, RecvWr, SendWr, Sge as RawSge, Srq, Wc, value};
use crate::open::{OpenCq, OpenQp, OpenSrq, Opened, Route, errno_of};

/// A wait for a peer without receives, whatever code was asked for.
const NOT_READY: Duration = Duration::from_millis(1);
/// Longer than any test.
const FOREVER: Duration = Duration::from_hours(1 << 10);
/// The number of retries that means forever.
const RNR_FOREVER: u8 = 7;

/// The attributes of a connection's path.
const PATH: c_int = value::QP_AV | value::QP_PATH_MTU | value::QP_DEST_QPN | value::QP_RQ_PSN;

const WC_RECV: c_int = 128;
const WC_GRH: c_uint = 1;
const WC_REM_OP_ERR: c_int = 11;

/// The accesses that flags permit.
pub(crate) fn access(flags: c_uint) -> Access {
    [
        (value::ACCESS_LOCAL_WRITE, Access::LOCAL_WRITE),
        (value::ACCESS_REMOTE_WRITE, Access::REMOTE_WRITE),
        (value::ACCESS_REMOTE_READ, Access::REMOTE_READ),
        (value::ACCESS_REMOTE_ATOMIC, Access::REMOTE_ATOMIC),
    ]
    .into_iter()
    .filter(|(flag, _)| flags & flag != 0)
    .fold(Access::NONE, |all, (_, one)| all | one)
}

/// The adapter that a route leads to.
pub(crate) fn address(route: &AhAttr, is_ethernet: bool) -> AdapterAddress {
    AdapterAddress {
        gid: route.grh.dgid.raw,
        port: if is_ethernet { ROCE_PORT } else { route.dlid },
    }
}

/// The attributes that a transition to a state takes, no more and no fewer: those that the kernel requires of the transport.
pub(crate) fn mask(state: c_int, transport: Transport) -> c_int {
    let of_state = match (state, transport) {
        (value::QPS_INIT, Transport::Ud) => value::QP_PKEY_INDEX | value::QP_PORT | value::QP_QKEY,
        (value::QPS_INIT, _) => value::QP_PKEY_INDEX | value::QP_PORT | value::QP_ACCESS_FLAGS,
        (value::QPS_RTR, Transport::Rc | Transport::XrcTarget) => {
            PATH | value::QP_MAX_DEST_RD_ATOMIC | value::QP_MIN_RNR_TIMER
        }
        (value::QPS_RTR, Transport::XrcInitiator) => PATH,
        (value::QPS_RTS, Transport::Ud) => value::QP_SQ_PSN,
        (value::QPS_RTS, Transport::XrcTarget) => value::QP_SQ_PSN | value::QP_TIMEOUT,
        (value::QPS_RTS, Transport::Rc | Transport::XrcInitiator) => {
            value::QP_SQ_PSN
                | value::QP_TIMEOUT
                | value::QP_RETRY_CNT
                | value::QP_RNR_RETRY
                | value::QP_MAX_QP_RD_ATOMIC
        }
        _ => 0,
    };
    value::QP_STATE | of_state
}

/// The transition that attributes ask for.
pub(crate) fn transition(
    to: &QpAttr,
    transport: Transport,
    is_ethernet: bool,
) -> Option<QpTransition> {
    Some(match to.qp_state {
        value::QPS_RESET => QpTransition::ToReset,
        value::QPS_ERR => QpTransition::ToError,
        value::QPS_INIT => QpTransition::ToInit {
            access: access(to.qp_access_flags),
            qkey: to.qkey,
        },
        value::QPS_RTR if transport == Transport::Ud => QpTransition::ToRtrUd,
        value::QPS_RTR => QpTransition::ToRtr {
            remote: address(&to.ah_attr, is_ethernet),
            remote_qp: QpNumber(to.dest_qp_num),
            expected_psn: to.rq_psn,
            mtu: 128 << to.path_mtu,
            max_dest_rd_atomic: to.max_dest_rd_atomic,
            min_rnr_timer: NOT_READY,
            check: PacketCheck::Icrc,
        },
        value::QPS_RTS => QpTransition::ToRts {
            psn: to.sq_psn,
            max_rd_atomic: to.max_rd_atomic.max(1),
            timeout: Duration::from_nanos(4096 << to.timeout),
            retry: Retry::Count(to.retry_cnt),
            rnr_retry: if to.rnr_retry == RNR_FOREVER {
                Retry::For(FOREVER)
            } else {
                Retry::Count(to.rnr_retry)
            },
        },
        _ => return None,
    })
}

/// # Safety
/// The list has as many elements.
unsafe fn element(list: *const RawSge, count: c_int) -> Option<Sge> {
    // SAFETY: the caller's promise.
    let raw = (count > 0).then(|| unsafe { &*list })?;
    Some(Sge {
        lkey: Lkey(raw.lkey),
        addr: raw.addr,
        len: raw.length,
    })
}

/// Entries of a request that are equal blocks at equal distances, which is all that the device underneath takes.
///
/// # Safety
/// The list has as many elements.
unsafe fn entries(list: *const RawSge, count: c_int) -> Option<Entries> {
    let count = usize::try_from(count).ok().filter(|&count| count > 1)?;
    // SAFETY: the caller's promise.
    let list = unsafe { std::slice::from_raw_parts(list, count) };
    let (first, last) = (&list[0], &list[count - 1]);
    let entries = Entries {
        span: Sge {
            lkey: Lkey(first.lkey),
            addr: first.addr,
            len: u32::try_from(last.addr.checked_sub(first.addr)?).ok()? + last.length,
        },
        spacing: Spacing {
            block: first.length,
            stride: list[1].addr.checked_sub(first.addr)?,
        },
        len: list.iter().map(|entry| entry.length).sum(),
    };
    let is_equal = |(entry, block): (&RawSge, Sge)| {
        (entry.addr, entry.length, entry.lkey) == (block.addr, block.len, block.lkey.0)
    };
    let are_equal = list.iter().zip(entries.each()).all(is_equal);
    (entries.count() as usize == count && are_equal).then_some(entries)
}

/// # Safety
/// The request is one of `verbs.h`, and what it points to exists.
unsafe fn send_request(wr: &SendWr, qp: &OpenQp) -> Option<SendRequest> {
    // SAFETY: the caller's promise.
    let (sge, apart) = unsafe {
        let several = (wr.num_sge > 1).then(|| entries(wr.sg_list, wr.num_sge));
        (element(wr.sg_list, wr.num_sge), several)
    };
    let apart = match apart {
        Some(None) => return None,
        apart => apart.flatten(),
    };
    let nothing = InlineData::new(&[]).map(Data::Inline);
    let data = match sge {
        None => nothing,
        Some(_) if apart.is_some() => apart.map(Data::Gathered),
        Some(sge) if wr.send_flags & value::SEND_INLINE != 0 => {
            let first = std::ptr::with_exposed_provenance::<u8>(sge.addr as usize);
            // SAFETY: inline bytes are read while they are posted.
            let bytes = unsafe { std::slice::from_raw_parts(first, sge.len as usize) };
            InlineData::new(bytes).map(Data::Inline)
        }
        Some(sge) => Some(Data::Sge(sge)),
    };
    let local = sge.unwrap_or_else(|| qp.nothing.sge(0, 0));
    let imm = Some(u32::from_be(wr.imm_data));
    // SAFETY: the opcode says which member of the union is there.
    let (rdma, atomic) = unsafe { (wr.wr.rdma, wr.wr.atomic) };
    let remote = RemoteAddress {
        rkey: Rkey(rdma.rkey),
        addr: rdma.remote_addr,
    };
    let to = (qp.transport == Transport::Ud).then(|| {
        // SAFETY: a datagram has the member, whose handle exists.
        unsafe {
            let ud = wr.wr.ud;
            UdDestination {
                address: (*ud.ah.cast::<Route>()).0,
                qp: QpNumber(ud.remote_qpn),
                qkey: ud.remote_qkey,
            }
        }
    });
    let fetch = |op| SendOp::Atomic {
        local,
        remote: RemoteAddress {
            rkey: Rkey(atomic.rkey),
            addr: atomic.remote_addr,
        },
        width: AtomicWidth::W64,
        op,
    };
    let op = match wr.opcode {
        value::WR_SEND => SendOp::Send {
            data: data?,
            imm: None,
            to,
        },
        value::WR_SEND_WITH_IMM => SendOp::Send {
            data: data?,
            imm,
            to,
        },
        value::WR_RDMA_WRITE => SendOp::Write {
            data: data?,
            remote,
            imm: None,
        },
        value::WR_RDMA_WRITE_WITH_IMM => SendOp::Write {
            data: data?,
            remote,
            imm,
        },
        value::WR_RDMA_READ => match apart {
            Some(into) => SendOp::ReadScattered { into, remote },
            None => SendOp::Read { local, remote },
        },
        value::WR_ATOMIC_FETCH_AND_ADD => fetch(AtomicOp::Add(atomic.compare_add)),
        value::WR_ATOMIC_CMP_AND_SWP => fetch(AtomicOp::CompareSwap {
            compare: atomic.compare_add,
            swap: atomic.swap,
        }),
        _ => return None,
    };
    Some(SendRequest {
        signaled: wr.send_flags & value::SEND_SIGNALED != 0,
        fence: wr.send_flags & value::SEND_FENCE != 0,
        srq: (qp.transport == Transport::XrcInitiator).then_some(SrqNumber(wr.remote_srqn)),
        ..SendRequest::new(wr.wr_id, op)
    })
}

pub(crate) unsafe extern "C" fn post_send(
    qp: *mut Qp,
    wr: *mut SendWr,
    bad: *mut *mut SendWr,
) -> c_int {
    // SAFETY: the queue pair was made by this library, its context is open, and the requests are a list of `verbs.h`.
    unsafe {
        let qp = &*qp.cast::<OpenQp>();
        Opened::at(qp.raw.context).with(|inner| {
            let mut next = wr;
            let mut result = 0;
            while !next.is_null() {
                result = match send_request(&*next, qp) {
                    Some(request) => {
                        let posted = inner.soft.post_send(qp.number(), &request);
                        posted.map_or_else(|error| errno_of(&error), |()| 0)
                    }
                    None => libc::EINVAL,
                };
                if result != 0 {
                    *bad = next;
                    break;
                }
                next = (*next).next;
            }
            // The doorbell.
            inner.progress();
            result
        })
    }
}

/// # Safety
/// The request is one of `verbs.h`, and what it points to exists.
unsafe fn receive_request(wr: &RecvWr) -> Option<ReceiveRequest> {
    // SAFETY: the caller's promise.
    let local = unsafe { element(wr.sg_list, wr.num_sge) }?;
    Some(ReceiveRequest {
        id: wr.wr_id,
        local,
    })
}

pub(crate) unsafe extern "C" fn post_recv(
    qp: *mut Qp,
    wr: *mut RecvWr,
    bad: *mut *mut RecvWr,
) -> c_int {
    // SAFETY: the queue pair was made by this library, its context is open, and the request is one of `verbs.h`.
    unsafe {
        let qp = &*qp.cast::<OpenQp>();
        let posted = receive_request(&*wr).map(|request| {
            let opened = Opened::at(qp.raw.context);
            opened.with(|inner| inner.soft.post_recv(qp.number(), &request))
        });
        *bad = wr;
        posted.map_or(libc::EINVAL, |posted| {
            posted.map_or_else(|error| errno_of(&error), |()| 0)
        })
    }
}

pub(crate) unsafe extern "C" fn post_srq_recv(
    srq: *mut Srq,
    wr: *mut RecvWr,
    bad: *mut *mut RecvWr,
) -> c_int {
    // SAFETY: the queue was made by this library, its context is open, and the request is one of `verbs.h`.
    unsafe {
        let srq = &*srq.cast::<OpenSrq>();
        let posted = receive_request(&*wr).map(|request| {
            let opened = Opened::at(srq.raw.context);
            opened.with(|inner| inner.soft.post_srq_recv(srq.id, &request))
        });
        *bad = wr;
        posted.map_or(libc::EINVAL, |posted| {
            posted.map_or_else(|error| errno_of(&error), |()| 0)
        })
    }
}

pub(crate) unsafe extern "C" fn req_notify_cq(cq: *mut Cq, _: c_int) -> c_int {
    let cq = cq.cast::<OpenCq>();
    // SAFETY: the queue was made by this library, and its context is open.
    unsafe { Opened::at((*cq).raw.context).with(|_| (*cq).is_armed = true) };
    0
}

pub(crate) unsafe extern "C" fn poll_cq(cq: *mut Cq, count: c_int, wc: *mut Wc) -> c_int {
    let cq = cq.cast::<OpenCq>();
    // SAFETY: the queue was made by this library, its context is open, and there is room for `count` completions.
    unsafe {
        Opened::at((*cq).raw.context).with(|inner| {
            inner.progress();
            let ready = &mut (*cq).ready;
            let taken = ready.len().min(count as usize);
            for (at, completion) in ready.drain(..taken).enumerate() {
                wc.add(at).write(told(&completion));
            }
            taken as c_int
        })
    }
}

/// A completion in the form of `verbs.h`.
fn told(completion: &Completion) -> Wc {
    // SAFETY: plain data, for which zeros are valid.
    let mut wc: Wc = unsafe { std::mem::zeroed() };
    wc.wr_id = completion.id;
    wc.status = status(completion.status);
    wc.opcode = match completion.op {
        CompletionOp::Receive => WC_RECV,
        CompletionOp::ReceiveWriteImm => value::WC_RECV_RDMA_WITH_IMM,
        // Of sends the program knows what they are.
        _ => 0,
    };
    wc.byte_len = completion.bytes;
    wc.qp_num = completion.qp.0;
    if let Some(imm) = completion.imm {
        wc.imm_data = imm.to_be();
        wc.wc_flags |= value::WC_WITH_IMM;
    }
    if let Some(source) = completion.source {
        wc.src_qp = source.qp.0;
        wc.slid = source.address.port;
        wc.wc_flags |= WC_GRH;
    }
    wc
}

fn status(status: CompletionStatus) -> c_int {
    match status {
        CompletionStatus::Success => value::WC_SUCCESS,
        CompletionStatus::LocalLength => value::WC_LOC_LEN_ERR,
        CompletionStatus::LocalQpOperation => value::WC_LOC_QP_OP_ERR,
        CompletionStatus::LocalProtection => value::WC_LOC_PROT_ERR,
        CompletionStatus::Flushed => value::WC_WR_FLUSH_ERR,
        CompletionStatus::RemoteInvalidRequest => value::WC_REM_INV_REQ_ERR,
        CompletionStatus::RemoteAccess => value::WC_REM_ACCESS_ERR,
        CompletionStatus::RemoteOperation => WC_REM_OP_ERR,
        CompletionStatus::RetryExceeded => value::WC_RETRY_EXC_ERR,
        CompletionStatus::RnrRetryExceeded => value::WC_RNR_RETRY_EXC_ERR,
    }
}
