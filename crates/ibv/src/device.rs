//! The device: its objects, by the numbers of the contract.

#![allow(unsafe_code)]

mod events;
mod objects;
mod posting;
mod transitions;
mod xrc;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ffi::c_void;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use farreach_forks::{Descriptor, Foreign, is_forked};
use farreach_verbs::{
    Access, AdapterAddress, Attributes, Change, Completion, CqId, Device, DeviceError, DomainId,
    Footprint, InlineData, Lkey, MappedMemory, PdId, QpInit, QpNumber, QpState, QpTransition,
    ReceiveRequest, Region, SendRequest, Sge, SrqId, SrqNumber, Time, Transport, XrcDomain,
};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use slab::Slab;

pub use self::events::{Loss, Notice};
use self::posting::Chained;
use self::xrc::{Domain, Xrc};
use crate::OpenError;
use crate::convert;
use crate::ffi::{
    CompChannel, Context, Cq as RawCq, Mr, Qp as RawQp, Sge as RawSge, Srq as RawSrq, value,
};
use crate::library::Verbs;
use crate::port::{Chosen, Port, Wanted, choose};
use crate::requests::SendQueue;
use crate::watch::Watcher;

/// The depth of a connection's send queue. Each request of it costs memory in each queue pair. Drivers keep a power of two, and some
/// one more than they are asked for: the kernel's Soft-RoCE takes 512 B for each of 32 requests with this depth, and of 64 with one more.
const SEND_DEPTH: u32 = 31;
/// A suitable first timeout, where the driver counts in powers of two.
const TIMEOUT: Duration = Duration::from_millis(60);
/// The most outstanding reads and atomics that are used.
const RD_ATOMIC_MOST: i32 = 16;
/// The most scatter/gather entries that are used: as many as take the place of a request's inline bytes, and so none of their own.
const SGE_MOST: u32 = (InlineData::MAX / size_of::<RawSge>()) as u32;
/// The depths of completion queues that are used at most, whatever the adapter can.
const CQE_MOST: i32 = 1 << 16;

/// Bytes of the headers of a write: IPv4, UDP, BTH and RETH, and the ICRC.
const HEADERS: u64 = 20 + 8 + 12 + 16 + 4;

/// An adapter, through libibverbs.
pub struct IbvDevice<M> {
    verbs: &'static Verbs,
    context: *mut Context,
    channel: *mut CompChannel,
    /// The descriptors of the channel and of events, for threads that sleep.
    arrivals: Arc<[Descriptor<OwnedFd>; 2]>,
    /// What forked children of this process don't get.
    private: Vec<Foreign>,
    /// When somebody has to look at the events.
    look_at_events_at: Time,
    loss: Option<Loss>,
    has_lost: bool,
    notices: VecDeque<Notice>,
    port: Port,
    attributes: Attributes,
    pds: Vec<*mut c_void>,
    regions: HashMap<Lkey, Registered<M>>,
    cqs: Slab<Cq>,
    srqs: Slab<Srq>,
    /// How the driver does XRC, if it does.
    xrc: Option<Xrc>,
    domains: Vec<Domain<M>>,
    qps: BTreeMap<QpNumber, Qp>,
    /// The queue pairs with requests that the driver has not been handed yet.
    unrung: Vec<QpNumber>,
    /// Receives that are posted. A receive's place is its number at the driver.
    receives: Slab<Receive>,
    /// Address handles by protection domain and address. They stay, since peers are few and each costs little.
    handles: HashMap<(PdId, AdapterAddress), *mut c_void>,
    /// Whether the driver was asked to announce the next completion.
    is_armed: bool,
    traffic: Traffic,
    now: Time,
    /// This device's part in the watch of the program's memory, or why there is none. `None` before it is needed.
    watcher: Option<Result<Watcher, String>>,
}

// SAFETY: libibverbs' objects are not tied to a thread, and `&mut self` lets one thread at a time use them.
unsafe impl<M: Send> Send for IbvDevice<M> {}

/// A registered region. The memory is kept for as long as the adapter may access it.
struct Registered<M> {
    mr: *mut Mr,
    memory: M,
    pd: PdId,
    base: u64,
    access: Access,
}

struct Cq {
    raw: *mut RawCq,
    capacity: u32,
    /// Requests that may still complete here.
    outstanding: u32,
    /// Completions that were taken from the driver and not polled.
    ready: VecDeque<Completion>,
    /// Queue pairs that use the queue.
    users: u32,
}

struct Srq {
    raw: *mut RawSrq,
    pd: PdId,
    capacity: u32,
    posted: u32,
    users: u32,
    /// The completion queue of its receives, if the queue is of an XRC domain.
    cq: Option<CqId>,
}

struct Qp {
    raw: *mut RawQp,
    init: QpInit,
    state: QpState,
    sends: SendQueue,
    /// Requests that the driver has not been handed yet.
    chain: Vec<Chained>,
    /// Requests that were posted in SQD, and wait for RTS.
    held: Vec<SendRequest>,
    posted_receives: u32,
    /// The other half of this end of an XRC connection.
    partner: Option<QpNumber>,
    /// When a request was posted with nothing outstanding, or when the last one completed.
    heard_at: Time,
}

/// A receive that is posted.
struct Receive {
    id: u64,
    local: Sge,
    owner: ReceiveOwner,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ReceiveOwner {
    Srq(u32),
    Qp(QpNumber),
}

/// Bytes that were posted to be sent or read, and that were received in messages. The adapter does not tell its headers: for each packet
/// those of a write over IPv4 are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// By connected queue pairs. What peers write and read here is not among them.
    pub connected: u64,
    /// In datagrams.
    pub datagrams: u64,
}

/// The descriptors that become readable when something completes, or when an event comes. They stay open as long as this value, though
/// silent, when the device is gone.
#[derive(Clone, Debug)]
pub struct ArrivalsOf(Arc<[Descriptor<OwnedFd>; 2]>);

impl ArrivalsOf {
    /// The descriptors.
    pub fn fds(&self) -> [BorrowedFd<'_>; 2] {
        self.0.each_ref().map(AsFd::as_fd)
    }
}

impl<M: MappedMemory> IbvDevice<M> {
    /// Opens the adapter and the port that are wanted.
    pub fn open(wanted: &Wanted) -> Result<Self, OpenError> {
        let verbs = Verbs::load()?;
        let Chosen {
            name,
            context,
            attributes,
            port,
        } = choose(verbs, wanted)?;
        let refused = |what, code| OpenError::Refused {
            device: name.clone(),
            what,
            code,
        };
        // SAFETY: the device is open.
        let channel = unsafe { (verbs.ibv_create_comp_channel)(context) };
        if channel.is_null() {
            let code = std::io::Error::last_os_error().raw_os_error();
            // SAFETY: the device was opened here, and has no objects.
            unsafe { (verbs.ibv_close_device)(context) };
            return Err(refused("a completion channel", code.unwrap_or_default()));
        }
        // SAFETY: the descriptors are open as long as the channel and the device.
        let (own, private) = unsafe {
            let own = [(*channel).fd, (*context).async_fd].map(|fd| BorrowedFd::borrow_raw(fd));
            let [channel, events] = own;
            let private = [channel, events, BorrowedFd::borrow_raw((*context).cmd_fd)];
            (own, private.map(Foreign::new))
        };
        let arrivals = match own.map(unblocked) {
            [Ok(channel), Ok(events)] => Arc::new([channel, events]),
            [Err(errno), _] | [_, Err(errno)] => {
                drop(private);
                // SAFETY: the two were opened here, and have no objects.
                unsafe {
                    (verbs.ibv_destroy_comp_channel)(channel);
                    (verbs.ibv_close_device)(context);
                }
                let what = "another descriptor that does not block";
                return Err(refused(what, errno.raw_os_error()));
            }
        };
        let xrc = Xrc::of(context, &attributes);
        let atomics = attributes
            .max_qp_rd_atom
            .min(attributes.max_qp_init_rd_atom)
            .clamp(1, RD_ATOMIC_MOST);
        let entries = |most: i32| (most.max(1) as u32).min(SGE_MOST);
        let attributes = Attributes {
            // A process opens few devices, so that the names that are kept forever are few.
            name: Box::leak(name.into_boxed_str()),
            max_mtu: port.mtu(),
            max_ud_payload: port.mtu(),
            max_message: port.attributes.max_msg_sz,
            max_qp: attributes.max_qp as u32,
            max_rd_atomic: atomics as u8,
            send_depth: SEND_DEPTH.min(attributes.max_qp_wr as u32),
            max_cqe: attributes.max_cqe.min(CQE_MOST) as u32,
            coherent_atomics: attributes.atomic_cap == value::ATOMIC_GLOB,
            extended_atomics: false,
            xrc: xrc.is_some(),
            shares_segments: false,
            keyed_check: false,
            write_list: 0,
            blocks: false,
            max_sge: entries(attributes.max_sge),
            max_sge_rd: entries(attributes.max_sge_rd),
            registers_sparsely: false,
            announces_writes: false,
            timeout: TIMEOUT,
        };
        Ok(IbvDevice {
            verbs,
            context,
            channel,
            arrivals,
            private: private.into(),
            look_at_events_at: Time::ZERO,
            loss: None,
            has_lost: false,
            notices: VecDeque::new(),
            port,
            attributes,
            pds: Vec::new(),
            regions: HashMap::new(),
            cqs: Slab::new(),
            srqs: Slab::new(),
            xrc,
            domains: Vec::new(),
            qps: BTreeMap::new(),
            unrung: Vec::new(),
            receives: Slab::new(),
            handles: HashMap::new(),
            is_armed: false,
            traffic: Traffic::default(),
            now: Time::ZERO,
            watcher: None,
        })
    }

    /// Why no change of memory can be seen, so that no registration can outlive its use. `None` if changes can be seen.
    pub fn blindness(&mut self) -> Option<&str> {
        self.watcher().as_ref().err().map(String::as_str)
    }

    fn watcher(&mut self) -> &mut Result<Watcher, String> {
        let verbs = self.verbs;
        self.watcher.get_or_insert_with(|| Watcher::new(verbs))
    }

    /// The number of the port, from 1 on.
    pub fn port(&self) -> u8 {
        self.port.number
    }

    /// Which GID is used, and those that the rule puts behind it.
    pub fn gid_choice(&self) -> &str {
        &self.port.gid_choice
    }

    /// Whether the port speaks RoCE, not InfiniBand.
    pub fn is_ethernet(&self) -> bool {
        self.port.is_ethernet()
    }

    /// What was moved since the device was opened.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    fn count(&mut self, transport: Transport, bytes: u32) {
        let counter = match transport {
            Transport::Ud => &mut self.traffic.datagrams,
            _ => &mut self.traffic.connected,
        };
        let packets = bytes.div_ceil(self.attributes.max_mtu).max(1);
        *counter += u64::from(bytes) + u64::from(packets) * HEADERS;
    }

    /// What threads sleep on that wait for a completion. See [`IbvDevice::arm`].
    pub fn arrivals(&self) -> ArrivalsOf {
        ArrivalsOf(Arc::clone(&self.arrivals))
    }

    /// Asks the driver to make [`IbvDevice::arrivals`] readable at the next completion. Returns whether something has
    /// completed already.
    pub fn arm(&mut self) -> bool {
        self.ring_all();
        self.is_armed = true;
        let mut has_any = false;
        for index in 0..self.cqs.capacity() {
            if let Some(cq) = self.cqs.get(index) {
                // SAFETY: the queue exists, and so does its context.
                let refused = unsafe {
                    let notify = (*(*cq.raw).context).ops.req_notify_cq;
                    notify.expect("each driver can announce")(cq.raw, 0)
                };
                // A queue that can't announce is polled by the sleeper's deadline.
                has_any |= refused != 0;
                self.take_from_driver(index);
                has_any |= !self.cqs[index].ready.is_empty();
            }
        }
        has_any
    }

    /// Takes the announcements that have come.
    fn take_events(&mut self) {
        loop {
            let (mut cq, mut context) = (ptr::null_mut(), ptr::null_mut());
            // SAFETY: the channel exists, and the library stores two pointers.
            let failed = unsafe {
                (self.verbs.ibv_get_cq_event)(self.channel, &raw mut cq, &raw mut context)
            };
            if failed != 0 {
                return;
            }
            // SAFETY: the library has just named the queue. It can't have been destroyed: that waits for this call.
            unsafe { (self.verbs.ibv_ack_cq_events)(cq, 1) };
        }
    }

    fn pd(&self, pd: PdId) -> Result<*mut c_void, DeviceError> {
        let raw = self.pds.get(pd.0 as usize);
        raw.copied()
            .ok_or_else(|| not_found("protection domain", pd.0))
    }

    /// Checks that a local key permits the access, and is of the protection domain.
    fn check_local(&self, pd: PdId, sge: &Sge, needed: Access) -> Result<(), DeviceError> {
        let is_permitted = self.regions.get(&sge.lkey).is_some_and(|region| {
            let start = sge.addr.checked_sub(region.base);
            let end = start.and_then(|start| start.checked_add(u64::from(sge.len)));
            end.is_some_and(|end| end <= region.memory.len() as u64)
                && region.pd == pd
                && region.access.contains(needed)
        });
        if is_permitted {
            return Ok(());
        }
        Err(DeviceError::Protection {
            lkey: sge.lkey.0,
            addr: sge.addr,
            len: sge.len,
        })
    }
}

impl<M: MappedMemory> Device for IbvDevice<M> {
    type Memory = M;

    fn attributes(&self) -> Attributes {
        self.attributes
    }

    fn address(&self) -> AdapterAddress {
        self.port.address()
    }

    fn progress(&mut self, now: Time) -> usize {
        self.now = now;
        self.ring_all();
        if self.is_armed {
            self.is_armed = false;
            self.take_events();
            self.take_async();
        } else if now >= self.look_at_events_at {
            self.take_async();
        }
        let mut taken = 0;
        for index in 0..self.cqs.capacity() {
            if self.cqs.contains(index) {
                taken += self.take_from_driver(index);
            }
        }
        taken
    }

    fn next_deadline(&self) -> Option<Time> {
        None
    }

    fn create_pd(&mut self) -> Result<PdId, DeviceError> {
        // SAFETY: the device is open.
        let pd = unsafe { (self.verbs.ibv_alloc_pd)(self.context) };
        if pd.is_null() {
            return Err(convert::last_refusal("a protection domain"));
        }
        self.pds.push(pd);
        Ok(PdId(self.pds.len() as u32 - 1))
    }

    fn register(
        &mut self,
        pd: PdId,
        memory: M,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        self.make_region(pd, memory, base, access)
    }

    fn deregister(&mut self, lkey: Lkey) -> Result<(), DeviceError> {
        let region = self.regions.remove(&lkey);
        let region = region.ok_or_else(|| not_found("region", lkey.0))?;
        // SAFETY: the region exists, and nobody else has it.
        let failed = unsafe { (self.verbs.ibv_dereg_mr)(region.mr) };
        // The adapter may still access memory whose registration did not end.
        if failed != 0 {
            std::mem::forget(region.memory);
            return Err(convert::refusal("the end of a registration", failed));
        }
        Ok(())
    }

    fn watch(&mut self, start: u64, len: u64) -> bool {
        let watcher = self.watcher();
        watcher
            .as_ref()
            .is_ok_and(|watcher| watcher.watch(start, len))
    }

    fn hear_changes(&mut self, report: &mut dyn FnMut(Change)) -> bool {
        let watcher = self.watcher();
        watcher.as_mut().is_ok_and(|watcher| watcher.hear(report))
    }

    fn create_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError> {
        self.make_cq(capacity)
    }

    fn destroy_cq(&mut self, cq: CqId) -> Result<(), DeviceError> {
        self.end_cq(cq)
    }

    fn create_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError> {
        self.make_srq(pd, capacity)
    }

    fn destroy_srq(&mut self, srq: SrqId) -> Result<(), DeviceError> {
        self.end_srq(srq)
    }

    fn open_xrc_domain(&mut self, domain: Box<dyn XrcDomain<M>>) -> Result<DomainId, DeviceError> {
        self.open_domain(domain)
    }

    fn create_xrc_srq(
        &mut self,
        pd: PdId,
        domain: DomainId,
        cq: CqId,
        capacity: u32,
    ) -> Result<(SrqId, SrqNumber), DeviceError> {
        self.make_xrc_srq((pd, domain, cq), capacity)
    }

    fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        self.make_qp(init)
    }

    fn modify_qp(&mut self, qp: QpNumber, transition: &QpTransition) -> Result<(), DeviceError> {
        self.transit(qp, transition)
    }

    fn qp_state(&self, qp: QpNumber) -> Result<QpState, DeviceError> {
        self.state_of(qp)
    }

    fn silent_for(&self, qp: QpNumber, now: Time) -> Option<Duration> {
        let qp = self
            .qps
            .get(&qp)
            .filter(|qp| qp.init.transport.is_connected())?;
        (qp.sends.len() > 0).then(|| now.since(qp.heard_at))
    }

    fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError> {
        self.end_qp(qp)
    }

    fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError> {
        self.send(qp, request)
    }

    fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError> {
        self.receive(qp, request)
    }

    fn post_srq_recv(&mut self, srq: SrqId, request: &ReceiveRequest) -> Result<(), DeviceError> {
        self.receive_shared(srq, request)
    }

    fn poll_cq(&mut self, cq: CqId) -> Option<Completion> {
        // The last progress has taken all from the driver, whose calls cost more than these.
        self.cqs.get_mut(cq.0 as usize)?.ready.pop_front()
    }

    fn footprint(&self) -> Footprint {
        self.measure()
    }
}

impl<M> Drop for IbvDevice<M> {
    fn drop(&mut self) {
        // A forked child has none of the descriptors, and its parent uses the objects.
        if is_forked() {
            return;
        }
        self.private.clear();
        // The driver refuses to end what something else uses, so the order is that of use. What it refuses all the same stays
        // until the process ends.
        // SAFETY: the objects exist, and nobody has them after this.
        unsafe {
            for qp in self.qps.values() {
                (self.verbs.ibv_destroy_qp)(qp.raw);
            }
            for (_, srq) in &self.srqs {
                (self.verbs.ibv_destroy_srq)(srq.raw);
            }
            if let Some(xrc) = &self.xrc {
                for domain in &self.domains {
                    xrc.close(domain);
                }
            }
            for (_, cq) in &self.cqs {
                (self.verbs.ibv_destroy_cq)(cq.raw);
            }
            for &handle in self.handles.values() {
                (self.verbs.ibv_destroy_ah)(handle);
            }
            for (_, region) in self.regions.drain() {
                if (self.verbs.ibv_dereg_mr)(region.mr) != 0 {
                    std::mem::forget(region.memory);
                }
            }
            for &pd in &self.pds {
                (self.verbs.ibv_dealloc_pd)(pd);
            }
            (self.verbs.ibv_destroy_comp_channel)(self.channel);
            (self.verbs.ibv_close_device)(self.context);
        }
    }
}

/// Another descriptor of the same file, which does not block.
fn unblocked(fd: BorrowedFd<'_>) -> rustix::io::Result<Descriptor<OwnedFd>> {
    fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)?;
    Descriptor::open(|| rustix::io::fcntl_dupfd_cloexec(fd, 3))
}

#[cold]
fn not_found(kind: &'static str, number: u32) -> DeviceError {
    DeviceError::NotFound { kind, number }
}
