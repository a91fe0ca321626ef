//! The objects behind the pointers. Each begins with what `verbs.h` says of it.

use std::collections::VecDeque;
use std::ffi::{c_int, c_void};
use std::net::{IpAddr, Ipv4Addr};
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{mem, ptr};

use farreach_node::Memory;
use farreach_soft::{OpenError, PollHandle, SoftConfig, SoftDevice};
use farreach_verbs::{
    Abilities, Access, AdapterAddress, Completion, CqId, Device, DeviceError, DomainId, Lkey,
    Memory as _, PdId, QpNumber, Region, SrqId, SrqNumber, Time, Transport,
};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::rand::GetRandomFlags;

use crate::ffi::{
    ABI_IS_EXTENDED, CompChannel, Context, ContextOps, Cq, Mr, Qp, Srq, VerbsContext,
};
use crate::{requests, xrc};

/// The longest sleep of a device's thread. What is posted meanwhile may have an earlier deadline.
const SLEEP_MAX: Duration = Duration::from_millis(5);

/// The sleep while messages of other processes wait.
const WAITS: Duration = Duration::from_micros(200);

/// An open device.
#[repr(C)]
pub(crate) struct Opened {
    raw: VerbsContext,
    shared: Arc<Shared>,
    pub(crate) is_ethernet: bool,
    thread: Option<JoinHandle<()>>,
    /// The descriptors of commands and of asynchronous events, on which nothing comes.
    _silent: [OwnedFd; 2],
}

/// What the device's thread has too.
struct Shared {
    inner: Mutex<Inner>,
    ends: AtomicBool,
}

/// The device.
pub(crate) struct Inner {
    pub(crate) soft: SoftDevice<Memory>,
    begun: Instant,
    pub(crate) cqs: Vec<*mut OpenCq>,
    /// Queues whose completions are announced.
    pub(crate) events: VecDeque<*mut OpenCq>,
    channel: Option<Arc<OwnedFd>>,
    /// The XRC domain that was opened last. Initiators need one here, though they are of none in `verbs.h`.
    pub(crate) domain: Option<DomainId>,
}

// SAFETY: the pointers are those of this library's own objects, used under the lock.
unsafe impl Send for Inner {}

impl Opened {
    pub(crate) fn open(device: *mut c_void) -> Result<Box<Opened>, OpenError> {
        let is_ethernet = std::env::var("STANDIN_LINK").is_ok_and(|link| link == "ethernet");
        let ip = IpAddr::from(Ipv4Addr::LOCALHOST);
        // Openings with like seeds would draw the same keys.
        let mut seed = [0; 8];
        rustix::rand::getrandom(&mut seed, GetRandomFlags::empty()).expect("a random seed");
        let seed = u64::from_ne_bytes(seed);
        let config = if is_ethernet {
            SoftConfig::among_adapters(ip, seed)
        } else {
            SoftConfig::bound_to((ip, 0).into(), seed)
        };
        let soft = SoftDevice::open(&SoftConfig {
            without: Abilities::KEYED_CHECK | Abilities::SHARED_SEGMENTS,
            ..config
        })?;
        let poll_handle = soft.poll_handle();
        let shared = Arc::new(Shared {
            inner: Mutex::new(Inner {
                soft,
                begun: Instant::now(),
                cqs: Vec::new(),
                events: VecDeque::new(),
                channel: None,
                domain: None,
            }),
            ends: AtomicBool::new(false),
        });
        let of_thread = Arc::clone(&shared);
        let thread = thread::spawn(move || of_thread.run(&poll_handle));
        let silent = [event(), event()];
        // SAFETY: plain data, for which zeros are valid.
        let mut raw: VerbsContext = unsafe { mem::zeroed() };
        raw.sz = size_of::<VerbsContext>();
        raw.open_xrcd = Some(xrc::open_xrcd);
        raw.close_xrcd = Some(xrc::close_xrcd);
        raw.create_srq_ex = Some(xrc::create_srq_ex);
        raw.get_srq_num = Some(xrc::get_srq_num);
        raw.create_qp_ex = Some(xrc::create_qp_ex);
        let context = &mut raw.context;
        context.abi_compat = ptr::without_provenance_mut(ABI_IS_EXTENDED);
        context.device = device;
        context.cmd_fd = silent[0].as_raw_fd();
        context.async_fd = silent[1].as_raw_fd();
        context.num_comp_vectors = 1;
        let ops: &mut ContextOps = &mut context.ops;
        ops.poll_cq = Some(requests::poll_cq);
        ops.req_notify_cq = Some(requests::req_notify_cq);
        ops.post_send = Some(requests::post_send);
        ops.post_recv = Some(requests::post_recv);
        ops.post_srq_recv = Some(requests::post_srq_recv);
        Ok(Box::new(Opened {
            raw,
            shared,
            is_ethernet,
            thread: Some(thread),
            _silent: silent,
        }))
    }

    /// The open device behind a context.
    ///
    /// # Safety
    /// The context was opened by this library, and is not closed while the reference lives.
    pub(crate) unsafe fn at<'a>(context: *mut Context) -> &'a Opened {
        // SAFETY: the caller's promise.
        unsafe { &*Opened::around(context) }
    }

    /// The context that programs know.
    pub(crate) fn into_context(self: Box<Self>) -> *mut Context {
        // SAFETY: the field of a box.
        unsafe { &raw mut (*Box::into_raw(self)).raw.context }
    }

    /// The open device whose context this is.
    ///
    /// # Safety
    /// The context was opened by this library, and is not closed.
    pub(crate) unsafe fn around(context: *mut Context) -> *mut Opened {
        // SAFETY: an `Opened` begins with the `VerbsContext` that the context is in.
        unsafe { context.byte_sub(mem::offset_of!(VerbsContext, context)) }.cast()
    }

    /// Uses the device.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut Inner) -> R) -> R {
        self.shared.with(f)
    }

    pub(crate) fn close(mut self: Box<Self>) {
        self.shared.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the device's thread");
        }
    }

    /// Makes the device's completion channel. `ibv` has one.
    pub(crate) fn channel(&self, context: *mut Context) -> *mut CompChannel {
        let fd = Arc::new(event());
        // SAFETY: plain data, for which zeros are valid.
        let mut raw: CompChannel = unsafe { mem::zeroed() };
        raw.fd = fd.as_raw_fd();
        self.with(|inner| inner.channel = Some(fd));
        Box::into_raw(Box::new(OpenChannel { raw, context })).cast()
    }
}

impl Shared {
    fn with<R>(&self, f: impl FnOnce(&mut Inner) -> R) -> R {
        f(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Does what an adapter does by itself.
    fn run(&self, sockets: &PollHandle) {
        while !self.ends.load(Ordering::Relaxed) {
            let due = self.with(|inner| {
                inner.progress();
                // Who forwards a message of XRC from now on sends a packet.
                let waits = inner.soft.sleep_until_packet();
                let (now, due) = (inner.now(), inner.soft.next_deadline());
                if waits {
                    // For a receive, perhaps.
                    return WAITS;
                }
                due.map_or(SLEEP_MAX, |due| {
                    Duration::from_nanos(due.0.saturating_sub(now.0))
                })
            });
            let set = sockets.sockets();
            let mut fds: Vec<PollFd<'_>> = set
                .fds()
                .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
                .collect();
            let sleep = Timespec {
                tv_sec: 0,
                tv_nsec: due.min(SLEEP_MAX).as_nanos() as i64,
            };
            // An interrupted sleep is a short one.
            let _ = poll(&mut fds, Some(&sleep));
        }
    }
}

impl Inner {
    fn now(&self) -> Time {
        Time(self.begun.elapsed().as_nanos() as u64)
    }

    /// Moves packets, and announces completions of queues whose user asked for it.
    pub(crate) fn progress(&mut self) {
        let now = self.now();
        self.soft.progress(now);
        for &cq in &self.cqs {
            // SAFETY: a queue in the list exists, and the lock is held.
            let cq_ref = unsafe { &mut *cq };
            let before = cq_ref.ready.len();
            while let Some(completion) = self.soft.poll_cq(cq_ref.id) {
                cq_ref.ready.push_back(completion);
            }
            if cq_ref.ready.len() > before && mem::take(&mut cq_ref.is_armed) {
                self.events.push_back(cq);
                if let Some(channel) = &self.channel {
                    rustix::io::write(channel, &1u64.to_ne_bytes()).expect("an event");
                }
            }
        }
    }
}

fn event() -> OwnedFd {
    eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).expect("an event descriptor")
}

#[repr(C)]
struct OpenChannel {
    raw: CompChannel,
    context: *mut Context,
}

/// # Safety
/// The channel was made by [`Opened::channel`].
pub(crate) unsafe fn end_channel(channel: *mut CompChannel) {
    // SAFETY: the caller's promise.
    let channel = unsafe { Box::from_raw(channel.cast::<OpenChannel>()) };
    // SAFETY: a channel ends before its context.
    unsafe { Opened::at(channel.context) }.with(|inner| inner.channel = None);
}

/// Takes a queue whose completions are announced.
///
/// # Safety
/// The channel was made by [`Opened::channel`], and its context is open.
pub(crate) unsafe fn take_event(channel: *mut CompChannel) -> Option<*mut OpenCq> {
    // SAFETY: the caller's promise.
    let opened = unsafe { Opened::at((*channel.cast::<OpenChannel>()).context) };
    opened.with(|inner| {
        let event = inner.events.pop_front();
        if inner.events.is_empty()
            && let Some(channel) = &inner.channel
        {
            // Fails if nothing was announced.
            let _ = rustix::io::read(channel, &mut [0; 8]);
        }
        event
    })
}

/// A protection domain.
#[repr(C)]
pub(crate) struct OpenPd {
    pub(crate) context: *mut Context,
    handle: u32,
    pub(crate) id: PdId,
    /// Stands for the memory of requests that have none.
    pub(crate) nothing: Region,
}

impl OpenPd {
    /// # Safety
    /// The context is open.
    pub(crate) unsafe fn new(context: *mut Context) -> Result<OpenPd, DeviceError> {
        // SAFETY: the caller's promise.
        unsafe { Opened::at(context) }.with(|inner| {
            let id = inner.soft.create_pd()?;
            let memory = Memory::allocate(8);
            let nothing = inner.soft.register(id, memory, 0, Access::LOCAL_WRITE)?;
            Ok(OpenPd {
                context,
                handle: id.0,
                id,
                nothing,
            })
        })
    }
}

/// A region.
#[repr(C)]
pub(crate) struct OpenMr {
    raw: Mr,
    pub(crate) context: *mut Context,
    pub(crate) lkey: Lkey,
}

impl OpenMr {
    pub(crate) fn new(context: *mut Context, region: &Region) -> OpenMr {
        // SAFETY: plain data, for which zeros are valid.
        let mut raw: Mr = unsafe { mem::zeroed() };
        raw.lkey = region.lkey.0;
        raw.rkey = region.rkey.0;
        OpenMr {
            raw,
            context,
            lkey: region.lkey,
        }
    }
}

/// A completion queue.
#[repr(C)]
pub(crate) struct OpenCq {
    pub(crate) raw: Cq,
    pub(crate) id: CqId,
    pub(crate) ready: VecDeque<Completion>,
    pub(crate) is_armed: bool,
}

impl OpenCq {
    pub(crate) fn new(context: *mut Context, id: CqId) -> OpenCq {
        OpenCq {
            raw: Cq { context },
            id,
            ready: VecDeque::new(),
            is_armed: false,
        }
    }
}

/// A shared receive queue.
#[repr(C)]
pub(crate) struct OpenSrq {
    pub(crate) raw: Srq,
    pub(crate) id: SrqId,
    /// The number, if the queue is of an XRC domain.
    pub(crate) number: Option<SrqNumber>,
}

impl OpenSrq {
    pub(crate) fn new(context: *mut Context, id: SrqId) -> OpenSrq {
        OpenSrq {
            raw: Srq { context },
            id,
            number: None,
        }
    }
}

/// A queue pair.
#[repr(C)]
pub(crate) struct OpenQp {
    pub(crate) raw: Qp,
    pub(crate) transport: Transport,
    pub(crate) nothing: Region,
}

impl OpenQp {
    pub(crate) fn new(pd: &OpenPd, transport: Transport, number: QpNumber) -> OpenQp {
        // SAFETY: plain data, for which zeros are valid.
        let mut raw: Qp = unsafe { mem::zeroed() };
        raw.context = pd.context;
        raw.qp_num = number.0;
        OpenQp {
            raw,
            transport,
            nothing: pd.nothing,
        }
    }

    pub(crate) fn number(&self) -> QpNumber {
        QpNumber(self.raw.qp_num)
    }
}

/// An address handle.
pub(crate) struct Route(pub(crate) AdapterAddress);

/// The error number of a refusal.
pub(crate) fn errno_of(error: &DeviceError) -> c_int {
    match error {
        DeviceError::Exhausted { .. } => libc::ENOMEM,
        _ => libc::EINVAL,
    }
}

pub(crate) fn set_errno(code: c_int) {
    // SAFETY: the place of this thread's error number.
    unsafe { *libc::__errno_location() = code };
}
