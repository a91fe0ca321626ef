//! A stand-in for libibverbs: a shared object with the real symbols and layouts, whose verbs are those of the software device.
//!
//! ```text
//!   farreach-ibv ── dlopen("libibverbs.so.1") ──▶ this library ──▶ SoftDevice ──▶ UDP sockets on loopback
//!                                                     └─ a thread for each open device, as an adapter has a processor
//! ```
//!
//! The device `ibv` runs on it where there is no adapter: it loads the library, walks the lists and unions of `verbs.h`, and sleeps on
//! its descriptors. What a test of it shows is that `ibv` does by the library what its manual pages say. It shows nothing of how
//! drivers differ.
//!
//! The library has one device, `standin0`, with one port. The port is one of InfiniBand, whose LID is the UDP port of the device, or
//! with `STANDIN_LINK=ethernet` one of RoCE: then each opening has an address of its own, since RoCE's port is fixed. The device has XRC
//! if `STANDIN_XRC` names a folder, in which the processes of a host find each other. With `STANDIN_PINS=1` it reaches the pages that
//! a buffer had when it was registered, and not those that are at its address later. Not there: memory windows, asynchronous events,
//! and whatever `ibv` does not call.
//!
//! The layouts are those of `farreach-ibv`, whose tests compare them with the installed header.

#![allow(unsafe_code)]

#[allow(dead_code, reason = "each side of the interface uses a part")]
#[path = "../../ibv/src/ffi.rs"]
mod ffi;

mod open;
mod pinned;
mod requests;
mod xrc;

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::{Arc, OnceLock};

use farreach_node::Memory;
use farreach_verbs::{
    Access, AdapterAddress, Device, DeviceError, QpInit, QpState, QpTransition, Transport,
};

use ffi::{
    AhAttr, AsyncEvent, CompChannel, Context, Cq, DeviceAttr, Gid, Mr, PortAttr, Qp, QpAttr,
    QpInitAttr, Srq, SrqInitAttr, value,
};
use open::{OpenCq, OpenMr, OpenPd, OpenQp, OpenSrq, Opened, Route, errno_of, set_errno};
use pinned::Pinned;
use rustix::io::Errno;

/// The device's name.
const NAME: &CStr = c"standin0";
/// What stands for the device where nothing of it is needed.
static DEVICE: u64 = 0;
/// The key of the partition that every port is a full member of.
const PARTITION: u16 = 0xffff;
/// The state of the port on which everything goes.
const MTU_4096: c_int = 5;
const LINK_LAYER_INFINIBAND: u8 = 1;
/// What forked children need of the library: nothing, since the stand-in reads memory as the process does.
const FORK_UNNEEDED: c_int = 2;

/// A null pointer, with the error number of a refusal.
fn refused<T>(error: &DeviceError) -> *mut T {
    set_errno(errno_of(error));
    ptr::null_mut()
}

fn told(result: Result<(), DeviceError>) -> c_int {
    result.map_or_else(|error| errno_of(&error), |()| 0)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_get_device_list(count: *mut c_int) -> *mut *mut c_void {
    let device: *mut c_void = (&raw const DEVICE).cast_mut().cast();
    if !count.is_null() {
        // SAFETY: the caller's number.
        unsafe { *count = 1 };
    }
    Box::into_raw(Box::new([device, ptr::null_mut()])).cast()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_free_device_list(list: *mut *mut c_void) {
    // SAFETY: the list was made above.
    drop(unsafe { Box::from_raw(list.cast::<[*mut c_void; 2]>()) });
}

#[unsafe(no_mangle)]
extern "C" fn ibv_get_device_name(_: *mut c_void) -> *const c_char {
    NAME.as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn ibv_open_device(device: *mut c_void) -> *mut Context {
    match Opened::open(device) {
        Ok(opened) => opened.into_context(),
        Err(error) => {
            eprintln!("standin0: {error}");
            set_errno(libc::EIO);
            ptr::null_mut()
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_close_device(context: *mut Context) -> c_int {
    // SAFETY: the context was made by `ibv_open_device`, and nobody uses it any more.
    let opened = unsafe { Box::from_raw(Opened::around(context)) };
    opened.close();
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_query_device(context: *mut Context, into: *mut DeviceAttr) -> c_int {
    // SAFETY: the context is open.
    let attributes = unsafe { Opened::at(context) }.with(|inner| inner.soft.attributes());
    // SAFETY: plain data, for which zeros are valid.
    let mut told: DeviceAttr = unsafe { std::mem::zeroed() };
    if xrc::folder().is_some() {
        told.device_cap_flags = value::DEVICE_XRC;
    }
    told.max_mr_size = u64::MAX;
    told.max_qp = attributes.max_qp as c_int;
    told.max_qp_wr = 1 << 14;
    told.max_sge = attributes.max_sge as c_int;
    told.max_sge_rd = attributes.max_sge_rd as c_int;
    told.max_cq = 1 << 10;
    told.max_cqe = attributes.max_cqe.min(1 << 20) as c_int;
    told.max_qp_rd_atom = attributes.max_rd_atomic.into();
    told.max_qp_init_rd_atom = attributes.max_rd_atomic.into();
    told.atomic_cap = value::ATOMIC_GLOB;
    told.max_srq = 1 << 10;
    told.max_srq_wr = 1 << 14;
    told.phys_port_cnt = 1;
    // SAFETY: the caller's structure.
    unsafe { into.write(told) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_query_port(context: *mut Context, port: u8, into: *mut PortAttr) -> c_int {
    if port != 1 {
        return libc::EINVAL;
    }
    // SAFETY: the context is open.
    let opened = unsafe { Opened::at(context) };
    let (address, most) =
        opened.with(|inner| (inner.soft.address(), inner.soft.attributes().max_message));
    // SAFETY: plain data, for which zeros are valid.
    let mut told: PortAttr = unsafe { std::mem::zeroed() };
    told.state = value::PORT_ACTIVE;
    told.active_mtu = MTU_4096;
    told.gid_tbl_len = 1;
    told.pkey_tbl_len = 1;
    told.max_msg_sz = most;
    told.link_layer = if opened.is_ethernet {
        value::LINK_LAYER_ETHERNET
    } else {
        told.lid = address.port;
        LINK_LAYER_INFINIBAND
    };
    // SAFETY: the caller's structure.
    unsafe { into.write(told) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_query_gid(
    context: *mut Context,
    port: u8,
    index: c_int,
    into: *mut Gid,
) -> c_int {
    if (port, index) != (1, 0) {
        return -1;
    }
    // SAFETY: the context is open, and the caller's structure is written.
    unsafe {
        let address = Opened::at(context).with(|inner| inner.soft.address());
        into.write(Gid::new(address.gid));
    }
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_query_pkey(
    _: *mut Context,
    port: u8,
    index: c_int,
    into: *mut u16,
) -> c_int {
    if (port, index) != (1, 0) {
        return -1;
    }
    // SAFETY: the caller's number is written.
    unsafe { into.write(PARTITION.to_be()) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_alloc_pd(context: *mut Context) -> *mut c_void {
    // SAFETY: the context is open.
    match unsafe { OpenPd::new(context) } {
        Ok(pd) => Box::into_raw(Box::new(pd)).cast(),
        Err(error) => refused(&error),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_dealloc_pd(pd: *mut c_void) -> c_int {
    // SAFETY: the domain was made above.
    drop(unsafe { Box::from_raw(pd.cast::<OpenPd>()) });
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_reg_mr_iova(
    pd: *mut c_void,
    addr: *mut c_void,
    len: usize,
    iova: u64,
    access: c_int,
) -> *mut Mr {
    let Some(first) = ptr::NonNull::new(addr.cast::<u8>()) else {
        set_errno(libc::EINVAL);
        return ptr::null_mut();
    };
    // SAFETY: the domain exists, and the caller keeps the memory until the registration ends.
    let made = unsafe {
        let pd = &*pd.cast::<OpenPd>();
        let access = requests::access(access as c_uint);
        let memory = match pin(first, len, access) {
            Ok(Some(pinned)) => Memory::scattered(Arc::new(pinned)),
            Ok(None) => Memory::from_raw_parts(first, len),
            Err(errno) => {
                set_errno(errno.raw_os_error());
                return ptr::null_mut();
            }
        };
        let made =
            Opened::at(pd.context).with(|inner| inner.soft.register(pd.id, memory, iova, access));
        made.map(|region| OpenMr::new(pd.context, &region))
    };
    match made {
        Ok(mr) => Box::into_raw(Box::new(mr)).cast(),
        Err(error) => refused(&error),
    }
}

/// Pins a buffer, if buffers are pinned. Atomics go to the addresses, and so does what can't be written.
///
/// # Safety
/// The caller keeps the memory until the registration ends.
unsafe fn pin(
    first: ptr::NonNull<u8>,
    len: usize,
    access: Access,
) -> Result<Option<Pinned>, Errno> {
    static PINS: OnceLock<bool> = OnceLock::new();
    let pins = PINS.get_or_init(|| std::env::var("STANDIN_PINS").is_ok_and(|pins| pins == "1"));
    if !pins || len == 0 || access.intersects(Access::REMOTE_ATOMIC) {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    match unsafe { Pinned::new(first, len) } {
        Err(Errno::FAULT) if !access.contains(Access::LOCAL_WRITE) => Ok(None),
        // No rings here.
        Err(Errno::NOSYS | Errno::PERM) => Ok(None),
        pinned => pinned.map(Some),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_dereg_mr(mr: *mut Mr) -> c_int {
    // SAFETY: the region was made above.
    let mr = unsafe { Box::from_raw(mr.cast::<c_void>().cast::<OpenMr>()) };
    // SAFETY: its context is open.
    told(unsafe { Opened::at(mr.context) }.with(|inner| inner.soft.deregister(mr.lkey)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_create_comp_channel(context: *mut Context) -> *mut CompChannel {
    // SAFETY: the context is open.
    unsafe { Opened::at(context) }.channel(context)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_destroy_comp_channel(channel: *mut CompChannel) -> c_int {
    // SAFETY: the channel was made above.
    unsafe { open::end_channel(channel) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_create_cq(
    context: *mut Context,
    capacity: c_int,
    _: *mut c_void,
    _: *mut CompChannel,
    _: c_int,
) -> *mut Cq {
    // SAFETY: the context is open.
    let opened = unsafe { Opened::at(context) };
    match opened.with(|inner| inner.soft.create_cq(capacity as u32)) {
        Ok(id) => {
            let cq = Box::into_raw(Box::new(OpenCq::new(context, id)));
            opened.with(|inner| inner.cqs.push(cq));
            cq.cast()
        }
        Err(error) => refused(&error),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_destroy_cq(cq: *mut Cq) -> c_int {
    let cq = cq.cast::<OpenCq>();
    // SAFETY: the queue was made above, and its context is open.
    unsafe {
        let opened = Opened::at((*cq).raw.context);
        let ended = opened.with(|inner| {
            inner.soft.destroy_cq((*cq).id)?;
            inner.cqs.retain(|&one| one != cq);
            inner.events.retain(|&one| one != cq);
            Ok(())
        });
        if ended.is_ok() {
            drop(Box::from_raw(cq));
        }
        told(ended)
    }
}

#[unsafe(no_mangle)]
extern "C" fn ibv_get_async_event(_: *mut Context, _: *mut AsyncEvent) -> c_int {
    set_errno(libc::EAGAIN);
    -1
}

#[unsafe(no_mangle)]
extern "C" fn ibv_ack_async_event(_: *mut AsyncEvent) {}

#[unsafe(no_mangle)]
extern "C" fn ibv_fork_init() -> c_int {
    0
}

#[unsafe(no_mangle)]
extern "C" fn ibv_is_fork_initialized() -> c_int {
    FORK_UNNEEDED
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_get_cq_event(
    channel: *mut CompChannel,
    cq: *mut *mut Cq,
    context: *mut *mut c_void,
) -> c_int {
    // SAFETY: the channel was made above, and its context is open.
    let event = unsafe { open::take_event(channel) };
    let Some(event) = event else {
        set_errno(libc::EAGAIN);
        return -1;
    };
    // SAFETY: the caller's pointers.
    unsafe {
        *cq = event.cast();
        *context = ptr::null_mut();
    }
    0
}

#[unsafe(no_mangle)]
extern "C" fn ibv_ack_cq_events(_: *mut Cq, _: c_uint) {}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_create_srq(pd: *mut c_void, init: *mut SrqInitAttr) -> *mut Srq {
    // SAFETY: the domain exists, and so do the attributes.
    unsafe {
        let pd = &*pd.cast::<OpenPd>();
        let depth = (*init).max_wr;
        let made = Opened::at(pd.context).with(|inner| inner.soft.create_srq(pd.id, depth));
        match made {
            Ok(id) => Box::into_raw(Box::new(OpenSrq::new(pd.context, id))).cast(),
            Err(error) => refused(&error),
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_destroy_srq(srq: *mut Srq) -> c_int {
    let srq = srq.cast::<OpenSrq>();
    // SAFETY: the queue was made above, and its context is open.
    unsafe {
        let opened = Opened::at((*srq).raw.context);
        let ended = opened.with(|inner| inner.soft.destroy_srq((*srq).id));
        if ended.is_ok() {
            drop(Box::from_raw(srq));
        }
        told(ended)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_create_qp(pd: *mut c_void, init: *mut QpInitAttr) -> *mut Qp {
    // SAFETY: the domain exists, and so do the attributes and the objects that they name.
    unsafe {
        let (pd, init) = (&*pd.cast::<OpenPd>(), &*init);
        let transport = match init.qp_type {
            value::QPT_RC => Transport::Rc,
            value::QPT_UD => Transport::Ud,
            value::QPT_XRC_SEND => Transport::XrcInitiator,
            _ => {
                set_errno(libc::EOPNOTSUPP);
                return ptr::null_mut();
            }
        };
        let cq = |cq: *mut Cq| (*cq.cast::<OpenCq>()).id;
        let srq = init.srq.cast::<OpenSrq>();
        let is_xrc = transport.is_xrc();
        let domain = Opened::at(pd.context).with(|inner| inner.domain);
        let wanted = QpInit {
            transport,
            pd: pd.id,
            send_cq: cq(init.send_cq),
            recv_cq: cq(if is_xrc { init.send_cq } else { init.recv_cq }),
            srq: (!srq.is_null()).then(|| (*srq).id),
            max_send: init.cap.max_send_wr,
            max_recv: init.cap.max_recv_wr,
            domain: domain.filter(|_| is_xrc),
            partner: None,
        };
        match Opened::at(pd.context).with(|inner| inner.soft.create_qp(&wanted)) {
            Ok(number) => Box::into_raw(Box::new(OpenQp::new(pd, transport, number))).cast(),
            Err(error) => refused(&error),
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_modify_qp(qp: *mut Qp, to: *mut QpAttr, mask: c_int) -> c_int {
    // SAFETY: the queue pair was made above, its context is open, and the attributes exist.
    unsafe {
        let (qp, to) = (&*qp.cast::<OpenQp>(), &*to);
        let opened = Opened::at(qp.raw.context);
        if mask != requests::mask(to.qp_state, qp.transport) {
            return libc::EINVAL;
        }
        let Some(transition) = requests::transition(to, qp.transport, opened.is_ethernet) else {
            return libc::EINVAL;
        };
        let number = qp.number();
        told(opened.with(|inner| {
            inner.soft.modify_qp(number, &transition)?;
            if transition == QpTransition::ToError {
                // What is flushed is reported at once.
                inner.progress();
            }
            Ok(())
        }))
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_query_qp(
    qp: *mut Qp,
    into: *mut QpAttr,
    _: c_int,
    _: *mut QpInitAttr,
) -> c_int {
    // SAFETY: the queue pair was made above, its context is open, and the caller's structure is written.
    unsafe {
        let qp = &*qp.cast::<OpenQp>();
        let state = Opened::at(qp.raw.context).with(|inner| inner.soft.qp_state(qp.number()));
        match state {
            Ok(state) => {
                (*into).qp_state = match state {
                    QpState::Reset => value::QPS_RESET,
                    QpState::Init => value::QPS_INIT,
                    QpState::Rtr => value::QPS_RTR,
                    QpState::Rts | QpState::Sqd => value::QPS_RTS,
                    QpState::Error => value::QPS_ERR,
                };
                0
            }
            Err(error) => errno_of(&error),
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_destroy_qp(qp: *mut Qp) -> c_int {
    let qp = qp.cast::<OpenQp>();
    // SAFETY: the queue pair was made above, and its context is open.
    unsafe {
        let opened = Opened::at((*qp).raw.context);
        let ended = opened.with(|inner| inner.soft.destroy_qp((*qp).number()));
        if ended.is_ok() {
            drop(Box::from_raw(qp));
        }
        told(ended)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_create_ah(pd: *mut c_void, to: *mut AhAttr) -> *mut c_void {
    // SAFETY: the domain exists, its context is open, and so do the attributes.
    unsafe {
        let is_ethernet = Opened::at((*pd.cast::<OpenPd>()).context).is_ethernet;
        let address: AdapterAddress = requests::address(&*to, is_ethernet);
        Box::into_raw(Box::new(Route(address))).cast()
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ibv_destroy_ah(ah: *mut c_void) -> c_int {
    // SAFETY: the handle was made above.
    drop(unsafe { Box::from_raw(ah.cast::<Route>()) });
    0
}
