//! What libibverbs passes to and from programs: structures and constants of `infiniband/verbs.h`.
//!
//! Only what this crate reads or writes has a name. The rest is padding of the same length. A test
//! compiles a C program that prints every offset, size and constant of the installed header, and
//! compares.

#![allow(unsafe_code)]
#![allow(
    clippy::struct_field_names,
    reason = "the names are those of the header"
)]

use std::ffi::{c_int, c_uint, c_void};

/// The functions of a driver that every post and poll calls through the context.
#[repr(C)]
pub(crate) struct ContextOps {
    compat: [*mut c_void; 11],
    pub(crate) poll_cq:
        Option<unsafe extern "C" fn(cq: *mut Cq, count: c_int, wc: *mut Wc) -> c_int>,
    pub(crate) req_notify_cq:
        Option<unsafe extern "C" fn(cq: *mut Cq, solicited_only: c_int) -> c_int>,
    compat_cq_and_srq: [*mut c_void; 7],
    pub(crate) post_srq_recv: Option<
        unsafe extern "C" fn(srq: *mut Srq, wr: *mut RecvWr, bad: *mut *mut RecvWr) -> c_int,
    >,
    compat_qp: [*mut c_void; 4],
    pub(crate) post_send:
        Option<unsafe extern "C" fn(qp: *mut Qp, wr: *mut SendWr, bad: *mut *mut SendWr) -> c_int>,
    pub(crate) post_recv:
        Option<unsafe extern "C" fn(qp: *mut Qp, wr: *mut RecvWr, bad: *mut *mut RecvWr) -> c_int>,
    compat_rest: [*mut c_void; 5],
}

/// An open device.
#[repr(C)]
pub(crate) struct Context {
    pub(crate) device: *mut c_void,
    pub(crate) ops: ContextOps,
    pub(crate) cmd_fd: c_int,
    pub(crate) async_fd: c_int,
    pub(crate) num_comp_vectors: c_int,
    mutex: libc::pthread_mutex_t,
    pub(crate) abi_compat: *mut c_void,
}

/// The functions of a driver that were added later, in front of the context that programs know. Newer ones, which this crate does not
/// use, lie in front of these.
#[repr(C)]
pub(crate) struct VerbsContext {
    pub(crate) create_qp_ex:
        Option<unsafe extern "C" fn(context: *mut Context, init: *mut QpInitAttrEx) -> *mut Qp>,
    pub(crate) get_srq_num: Option<unsafe extern "C" fn(srq: *mut Srq, number: *mut u32) -> c_int>,
    pub(crate) create_srq_ex:
        Option<unsafe extern "C" fn(context: *mut Context, init: *mut SrqInitAttrEx) -> *mut Srq>,
    pub(crate) open_xrcd:
        Option<unsafe extern "C" fn(context: *mut Context, init: *mut XrcdInitAttr) -> *mut Xrcd>,
    pub(crate) close_xrcd: Option<unsafe extern "C" fn(xrcd: *mut Xrcd) -> c_int>,
    placeholder: u64,
    /// Bytes of the whole structure as the driver was built with it.
    pub(crate) sz: usize,
    pub(crate) context: Context,
}

/// An XRC domain.
#[repr(C)]
pub(crate) struct Xrcd {
    pub(crate) context: *mut Context,
}

/// What an XRC domain is opened with.
#[repr(C)]
pub(crate) struct XrcdInitAttr {
    pub(crate) comp_mask: u32,
    pub(crate) fd: c_int,
    pub(crate) oflags: c_int,
}

/// An asynchronous event.
#[repr(C)]
pub(crate) struct AsyncEvent {
    pub(crate) element: AsyncElement,
    pub(crate) event_type: c_int,
}

/// What [`Context::abi_compat`] is, if there is a [`VerbsContext`] around the context.
pub(crate) const ABI_IS_EXTENDED: usize = usize::MAX;

impl AsyncEvent {
    pub(crate) const fn blank() -> AsyncEvent {
        AsyncEvent {
            element: AsyncElement {
                pointer: std::ptr::null_mut(),
            },
            event_type: -1,
        }
    }
}

/// What an event is about: a queue, a queue pair, or a port's number.
#[repr(C)]
pub(crate) union AsyncElement {
    pub(crate) pointer: *mut c_void,
    pub(crate) number: c_int,
}

/// A completion queue.
#[repr(C)]
pub(crate) struct Cq {
    pub(crate) context: *mut Context,
}

/// A shared receive queue.
#[repr(C)]
pub(crate) struct Srq {
    pub(crate) context: *mut Context,
}

/// A queue pair.
#[repr(C)]
pub(crate) struct Qp {
    pub(crate) context: *mut Context,
    rest: [u8; 44],
    pub(crate) qp_num: u32,
}

/// A memory region.
#[repr(C)]
pub(crate) struct Mr {
    rest: [u8; 36],
    pub(crate) lkey: u32,
    pub(crate) rkey: u32,
}

/// A completion channel.
#[repr(C)]
pub(crate) struct CompChannel {
    context: *mut Context,
    pub(crate) fd: c_int,
    refcnt: c_int,
}

/// The attributes of a device.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct DeviceAttr {
    versions: [u8; 80],
    pub(crate) max_mr_size: u64,
    ids: [u8; 20],
    pub(crate) max_qp: c_int,
    pub(crate) max_qp_wr: c_int,
    pub(crate) device_cap_flags: c_uint,
    pub(crate) max_sge: c_int,
    pub(crate) max_sge_rd: c_int,
    pub(crate) max_cq: c_int,
    pub(crate) max_cqe: c_int,
    max_mr: c_int,
    max_pd: c_int,
    pub(crate) max_qp_rd_atom: c_int,
    max_ee_rd_atom: c_int,
    max_res_rd_atom: c_int,
    pub(crate) max_qp_init_rd_atom: c_int,
    max_ee_init_rd_atom: c_int,
    pub(crate) atomic_cap: c_int,
    rest: [u8; 44],
    pub(crate) max_srq: c_int,
    pub(crate) max_srq_wr: c_int,
    max_srq_sge: c_int,
    max_pkeys: u16,
    local_ca_ack_delay: u8,
    pub(crate) phys_port_cnt: u8,
    end: [u8; 4],
}

/// The attributes of a port.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct PortAttr {
    pub(crate) state: c_int,
    max_mtu: c_int,
    pub(crate) active_mtu: c_int,
    pub(crate) gid_tbl_len: c_int,
    port_cap_flags: u32,
    pub(crate) max_msg_sz: u32,
    counters: [u8; 8],
    pub(crate) pkey_tbl_len: u16,
    pub(crate) lid: u16,
    rest: [u8; 10],
    pub(crate) link_layer: u8,
    end: [u8; 5],
    // Later versions of the library may have more.
    spare: [u8; 64],
}

/// A global address.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Gid {
    pub(crate) raw: [u8; 16],
    /// The union has 64-bit members.
    align: [u64; 0],
}

impl Gid {
    pub(crate) const fn new(raw: [u8; 16]) -> Gid {
        Gid { raw, align: [] }
    }
}

/// A completion.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Wc {
    pub(crate) wr_id: u64,
    pub(crate) status: c_int,
    pub(crate) opcode: c_int,
    pub(crate) vendor_err: u32,
    pub(crate) byte_len: u32,
    /// In network order.
    pub(crate) imm_data: u32,
    pub(crate) qp_num: u32,
    pub(crate) src_qp: u32,
    pub(crate) wc_flags: c_uint,
    pkey_index: u16,
    pub(crate) slid: u16,
    sl: u8,
    dlid_path_bits: u8,
}

/// A range of local memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Sge {
    pub(crate) addr: u64,
    pub(crate) length: u32,
    pub(crate) lkey: u32,
}

/// What the operation of a send request needs.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union Wr {
    pub(crate) rdma: Rdma,
    pub(crate) atomic: Atomic,
    pub(crate) ud: Ud,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Rdma {
    pub(crate) remote_addr: u64,
    pub(crate) rkey: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Atomic {
    pub(crate) remote_addr: u64,
    pub(crate) compare_add: u64,
    pub(crate) swap: u64,
    pub(crate) rkey: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Ud {
    pub(crate) ah: *mut c_void,
    pub(crate) remote_qpn: u32,
    pub(crate) remote_qkey: u32,
}

/// A send request.
#[repr(C)]
pub(crate) struct SendWr {
    pub(crate) wr_id: u64,
    pub(crate) next: *mut SendWr,
    pub(crate) sg_list: *mut Sge,
    pub(crate) num_sge: c_int,
    pub(crate) opcode: c_int,
    pub(crate) send_flags: c_uint,
    /// In network order.
    pub(crate) imm_data: u32,
    pub(crate) wr: Wr,
    /// The receive queue that an XRC request is for.
    pub(crate) remote_srqn: u32,
    /// Memory windows and segmentation.
    rest: [u64; 6],
}

impl SendWr {
    /// A request of no operation.
    pub(crate) fn blank() -> SendWr {
        // SAFETY: the structure is plain data, for which zeros are valid.
        unsafe { std::mem::zeroed() }
    }
}

/// A receive request.
#[repr(C)]
pub(crate) struct RecvWr {
    pub(crate) wr_id: u64,
    pub(crate) next: *mut RecvWr,
    pub(crate) sg_list: *mut Sge,
    pub(crate) num_sge: c_int,
}

/// The capacities of a queue pair.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct QpCap {
    pub(crate) max_send_wr: u32,
    pub(crate) max_recv_wr: u32,
    pub(crate) max_send_sge: u32,
    pub(crate) max_recv_sge: u32,
    pub(crate) max_inline_data: u32,
}

/// What a queue pair is created with.
#[repr(C)]
pub(crate) struct QpInitAttr {
    pub(crate) qp_context: *mut c_void,
    pub(crate) send_cq: *mut Cq,
    pub(crate) recv_cq: *mut Cq,
    pub(crate) srq: *mut Srq,
    pub(crate) cap: QpCap,
    pub(crate) qp_type: c_int,
    pub(crate) sq_sig_all: c_int,
}

/// What a queue pair of an XRC domain is created with.
#[repr(C)]
pub(crate) struct QpInitAttrEx {
    qp_context: *mut c_void,
    pub(crate) send_cq: *mut Cq,
    pub(crate) recv_cq: *mut Cq,
    pub(crate) srq: *mut Srq,
    pub(crate) cap: QpCap,
    pub(crate) qp_type: c_int,
    pub(crate) sq_sig_all: c_int,
    pub(crate) comp_mask: u32,
    pub(crate) pd: *mut c_void,
    pub(crate) xrcd: *mut Xrcd,
    create_flags: u32,
    max_tso_header: u16,
    rest: [u64; 6],
}

impl QpInitAttrEx {
    pub(crate) fn blank() -> QpInitAttrEx {
        // SAFETY: the structure is plain data, for which zeros are valid.
        unsafe { std::mem::zeroed() }
    }
}

/// A route.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct GlobalRoute {
    pub(crate) dgid: Gid,
    pub(crate) flow_label: u32,
    pub(crate) sgid_index: u8,
    pub(crate) hop_limit: u8,
    pub(crate) traffic_class: u8,
}

/// An address handle's attributes.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct AhAttr {
    pub(crate) grh: GlobalRoute,
    pub(crate) dlid: u16,
    pub(crate) sl: u8,
    src_path_bits: u8,
    static_rate: u8,
    pub(crate) is_global: u8,
    pub(crate) port_num: u8,
}

impl AhAttr {
    pub(crate) fn blank() -> AhAttr {
        // SAFETY: the structure is plain data, for which zeros are valid.
        unsafe { std::mem::zeroed() }
    }
}

/// The attributes of a queue pair.
#[repr(C)]
pub(crate) struct QpAttr {
    pub(crate) qp_state: c_int,
    cur_qp_state: c_int,
    pub(crate) path_mtu: c_int,
    path_mig_state: c_int,
    pub(crate) qkey: u32,
    pub(crate) rq_psn: u32,
    pub(crate) sq_psn: u32,
    pub(crate) dest_qp_num: u32,
    pub(crate) qp_access_flags: c_uint,
    cap: QpCap,
    pub(crate) ah_attr: AhAttr,
    alt_ah_attr: AhAttr,
    pub(crate) pkey_index: u16,
    alt_pkey_index: u16,
    en_sqd_async_notify: u8,
    sq_draining: u8,
    pub(crate) max_rd_atomic: u8,
    pub(crate) max_dest_rd_atomic: u8,
    pub(crate) min_rnr_timer: u8,
    pub(crate) port_num: u8,
    pub(crate) timeout: u8,
    pub(crate) retry_cnt: u8,
    pub(crate) rnr_retry: u8,
    rest: [u8; 7],
    spare: [u8; 8],
}

impl QpAttr {
    pub(crate) fn blank() -> QpAttr {
        // SAFETY: the structure is plain data, for which zeros are valid.
        unsafe { std::mem::zeroed() }
    }
}

/// What a shared receive queue is created with.
#[repr(C)]
pub(crate) struct SrqInitAttr {
    pub(crate) srq_context: *mut c_void,
    pub(crate) max_wr: u32,
    pub(crate) max_sge: u32,
    pub(crate) srq_limit: u32,
}

/// What a shared receive queue of an XRC domain is created with.
#[repr(C)]
pub(crate) struct SrqInitAttrEx {
    srq_context: *mut c_void,
    pub(crate) max_wr: u32,
    pub(crate) max_sge: u32,
    pub(crate) srq_limit: u32,
    pub(crate) comp_mask: u32,
    pub(crate) srq_type: c_int,
    pub(crate) pd: *mut c_void,
    pub(crate) xrcd: *mut Xrcd,
    pub(crate) cq: *mut Cq,
    tags: [u32; 2],
}

impl SrqInitAttrEx {
    pub(crate) fn blank() -> SrqInitAttrEx {
        // SAFETY: the structure is plain data, for which zeros are valid.
        unsafe { std::mem::zeroed() }
    }
}

/// The constants, with the header's values.
pub(crate) mod value {
    use std::ffi::{c_int, c_uint};

    pub(crate) const ACCESS_LOCAL_WRITE: c_uint = 1;
    pub(crate) const ACCESS_REMOTE_WRITE: c_uint = 2;
    pub(crate) const ACCESS_REMOTE_READ: c_uint = 4;
    pub(crate) const ACCESS_REMOTE_ATOMIC: c_uint = 8;

    pub(crate) const QPT_RC: c_int = 2;
    pub(crate) const QPT_UD: c_int = 4;
    pub(crate) const QPT_XRC_SEND: c_int = 9;
    pub(crate) const QPT_XRC_RECV: c_int = 10;

    pub(crate) const DEVICE_XRC: c_uint = 1 << 20;
    pub(crate) const XRCD_INIT_ATTR_FD: u32 = 1;
    pub(crate) const XRCD_INIT_ATTR_OFLAGS: u32 = 2;
    pub(crate) const SRQT_XRC: c_int = 1;
    pub(crate) const SRQ_INIT_ATTR_TYPE: u32 = 1;
    pub(crate) const SRQ_INIT_ATTR_PD: u32 = 2;
    pub(crate) const SRQ_INIT_ATTR_XRCD: u32 = 4;
    pub(crate) const SRQ_INIT_ATTR_CQ: u32 = 8;
    pub(crate) const QP_INIT_ATTR_XRCD: u32 = 2;

    pub(crate) const WR_RDMA_WRITE: c_int = 0;
    pub(crate) const WR_RDMA_WRITE_WITH_IMM: c_int = 1;
    pub(crate) const WR_SEND: c_int = 2;
    pub(crate) const WR_SEND_WITH_IMM: c_int = 3;
    pub(crate) const WR_RDMA_READ: c_int = 4;
    pub(crate) const WR_ATOMIC_CMP_AND_SWP: c_int = 5;
    pub(crate) const WR_ATOMIC_FETCH_AND_ADD: c_int = 6;

    pub(crate) const SEND_FENCE: c_uint = 1;
    pub(crate) const SEND_SIGNALED: c_uint = 2;
    pub(crate) const SEND_INLINE: c_uint = 8;

    pub(crate) const QP_STATE: c_int = 1;
    pub(crate) const QP_ACCESS_FLAGS: c_int = 8;
    pub(crate) const QP_PKEY_INDEX: c_int = 16;
    pub(crate) const QP_PORT: c_int = 32;
    pub(crate) const QP_QKEY: c_int = 64;
    pub(crate) const QP_AV: c_int = 128;
    pub(crate) const QP_PATH_MTU: c_int = 256;
    pub(crate) const QP_TIMEOUT: c_int = 512;
    pub(crate) const QP_RETRY_CNT: c_int = 1024;
    pub(crate) const QP_RNR_RETRY: c_int = 2048;
    pub(crate) const QP_RQ_PSN: c_int = 4096;
    pub(crate) const QP_MAX_QP_RD_ATOMIC: c_int = 8192;
    pub(crate) const QP_MIN_RNR_TIMER: c_int = 32768;
    pub(crate) const QP_SQ_PSN: c_int = 65536;
    pub(crate) const QP_MAX_DEST_RD_ATOMIC: c_int = 131_072;
    pub(crate) const QP_DEST_QPN: c_int = 1_048_576;

    pub(crate) const QPS_RESET: c_int = 0;
    pub(crate) const QPS_INIT: c_int = 1;
    pub(crate) const QPS_RTR: c_int = 2;
    pub(crate) const QPS_RTS: c_int = 3;
    pub(crate) const QPS_ERR: c_int = 6;

    pub(crate) const WC_RECV_RDMA_WITH_IMM: c_int = 129;
    pub(crate) const WC_WITH_IMM: c_uint = 2;

    pub(crate) const WC_SUCCESS: c_int = 0;
    pub(crate) const WC_LOC_LEN_ERR: c_int = 1;
    pub(crate) const WC_LOC_QP_OP_ERR: c_int = 2;
    pub(crate) const WC_LOC_PROT_ERR: c_int = 4;
    pub(crate) const WC_WR_FLUSH_ERR: c_int = 5;
    pub(crate) const WC_REM_INV_REQ_ERR: c_int = 9;
    pub(crate) const WC_REM_ACCESS_ERR: c_int = 10;
    pub(crate) const WC_RETRY_EXC_ERR: c_int = 12;
    pub(crate) const WC_RNR_RETRY_EXC_ERR: c_int = 13;

    pub(crate) const EVENT_CQ_ERR: c_int = 0;
    pub(crate) const EVENT_QP_FATAL: c_int = 1;
    pub(crate) const EVENT_QP_REQ_ERR: c_int = 2;
    pub(crate) const EVENT_QP_ACCESS_ERR: c_int = 3;
    pub(crate) const EVENT_PATH_MIG_ERR: c_int = 7;
    pub(crate) const EVENT_DEVICE_FATAL: c_int = 8;
    pub(crate) const EVENT_PORT_ACTIVE: c_int = 9;
    pub(crate) const EVENT_PORT_ERR: c_int = 10;
    pub(crate) const EVENT_LID_CHANGE: c_int = 11;
    pub(crate) const EVENT_SRQ_ERR: c_int = 14;
    pub(crate) const EVENT_GID_CHANGE: c_int = 18;

    pub(crate) const ATOMIC_GLOB: c_int = 2;
    pub(crate) const PORT_ACTIVE: c_int = 4;
    pub(crate) const LINK_LAYER_ETHERNET: u8 = 2;
}

// The stand-in for the library has this file too, in another folder.
#[cfg(test)]
#[path = "ffi/tests.rs"]
mod tests;
