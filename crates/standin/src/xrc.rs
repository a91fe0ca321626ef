//! XRC: the processes of a host that open one file are in one domain.
//!
//! ```text
//!   file of the program ──▶ device and inode ──▶ STANDIN_XRC/DEVICE-INODE: who is in the domain, and by which descriptor
//!                                                    │
//!                                                    ▼
//!                                    an arena that the processes share: rings for messages, and
//!                                    a log of the regions that peers may access
//! ```
//!
//! A real adapter accesses physical memory. Here the process that made the target accesses it instead of the adapter: a region that lies
//! in a file which that process has mapped too is accessed by the mapping of that process. Other memory of another process is not
//! accessible, which a real adapter's would be.

use std::ffi::{OsString, c_int};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use farreach_node::{Arena, ArenaDomain, ArenaLayout, DeviceTag, Endpoint, Memory};
use farreach_verbs::{
    Access, AdapterAddress, CqId, Device, DeviceError, DomainId, DomainRegion, Forwarded,
    ForwardedMessage, MappedMemory, Owner, QpInit, QpNumber, Rkey, SharedSegments, SrqNumber,
    Transport, UdDestination, XrcDomain,
};
use rustix::fs::{FlockOperation, flock};

use crate::ffi::{Context, Qp, QpInitAttrEx, Srq, SrqInitAttrEx, Xrcd, XrcdInitAttr, value};
use crate::open::{OpenCq, OpenPd, OpenQp, OpenSrq, Opened, set_errno};
use crate::refused;

/// The most processes of a domain, dead ones included.
const PROCESSES: u32 = 64;
/// The place of the first process. An adapter's numbers say nothing about processes.
const FIRST: u32 = 8;
/// The words of the log's head: the places that were taken, and the records.
const TAKEN: usize = 0;
const RECORDS: usize = 8;
/// Bytes of a record of the log, and where the first is.
const RECORD: usize = 64;
/// Longer than any process takes to write a record.
const PATIENCE: Duration = Duration::from_secs(1);

/// The folder in which processes find each other. `None`: the device has no XRC.
pub(crate) fn folder() -> Option<OsString> {
    std::env::var_os("STANDIN_XRC")
}

/// An open domain.
#[repr(C)]
pub(crate) struct OpenXrcd {
    raw: Xrcd,
    id: DomainId,
    /// What targets need here, though they have neither in `verbs.h`.
    pd: OpenPd,
    cq: CqId,
}

pub(crate) unsafe extern "C" fn open_xrcd(
    context: *mut Context,
    init: *mut XrcdInitAttr,
) -> *mut Xrcd {
    // SAFETY: the context is open, and the attributes exist.
    let (opened, init) = unsafe { (Opened::at(context), &*init) };
    let both = value::XRCD_INIT_ATTR_FD | value::XRCD_INIT_ATTR_OFLAGS;
    let address = opened.with(|inner| inner.soft.address());
    let domain = if init.comp_mask == both && init.oflags == libc::O_CREAT {
        // SAFETY: the caller's descriptor is open during the call.
        let file = (init.fd >= 0).then(|| unsafe { BorrowedFd::borrow_raw(init.fd) });
        Domain::open(file, address)
    } else {
        Err(io::Error::from_raw_os_error(libc::EINVAL))
    };
    let domain = match domain {
        Ok(domain) => domain,
        Err(error) => {
            set_errno(error.raw_os_error().unwrap_or(libc::EIO));
            return ptr::null_mut();
        }
    };
    let made: Result<_, DeviceError> = opened.with(|inner| {
        let id = inner.soft.open_xrc_domain(Box::new(domain))?;
        inner.domain = Some(id);
        Ok((id, inner.soft.create_cq(1)?))
    });
    // SAFETY: the context is open.
    let pd = unsafe { OpenPd::new(context) };
    match made.and_then(|(id, cq)| Ok((id, cq, pd?))) {
        Ok((id, cq, pd)) => {
            let raw = Xrcd { context };
            Box::into_raw(Box::new(OpenXrcd { raw, id, pd, cq })).cast()
        }
        Err(error) => refused(&error),
    }
}

pub(crate) unsafe extern "C" fn close_xrcd(xrcd: *mut Xrcd) -> c_int {
    // SAFETY: the domain was opened above. Its part of the device ends with the device.
    drop(unsafe { Box::from_raw(xrcd.cast::<OpenXrcd>()) });
    0
}

pub(crate) unsafe extern "C" fn create_srq_ex(
    context: *mut Context,
    init: *mut SrqInitAttrEx,
) -> *mut Srq {
    // SAFETY: the context is open, and so do the attributes and the objects that they name exist.
    unsafe {
        let init = &*init;
        let all = value::SRQ_INIT_ATTR_TYPE
            | value::SRQ_INIT_ATTR_PD
            | value::SRQ_INIT_ATTR_XRCD
            | value::SRQ_INIT_ATTR_CQ;
        if (init.comp_mask, init.srq_type) != (all, value::SRQT_XRC) {
            set_errno(libc::EINVAL);
            return ptr::null_mut();
        }
        let pd = (*init.pd.cast::<OpenPd>()).id;
        let domain = (*init.xrcd.cast::<OpenXrcd>()).id;
        let cq = (*init.cq.cast::<OpenCq>()).id;
        let depth = init.max_wr;
        let made =
            Opened::at(context).with(|inner| inner.soft.create_xrc_srq(pd, domain, cq, depth));
        match made {
            Ok((id, number)) => {
                let mut srq = OpenSrq::new(context, id);
                srq.number = Some(number);
                Box::into_raw(Box::new(srq)).cast()
            }
            Err(error) => refused(&error),
        }
    }
}

pub(crate) unsafe extern "C" fn get_srq_num(srq: *mut Srq, into: *mut u32) -> c_int {
    // SAFETY: the queue was made by this library, and the number is the caller's.
    unsafe {
        match (*srq.cast::<OpenSrq>()).number {
            Some(number) => {
                *into = number.0;
                0
            }
            None => libc::EINVAL,
        }
    }
}

pub(crate) unsafe extern "C" fn create_qp_ex(
    context: *mut Context,
    init: *mut QpInitAttrEx,
) -> *mut Qp {
    // SAFETY: the context is open, and so do the attributes and the domain that they name exist.
    unsafe {
        let init = &*init;
        let kind = (init.qp_type, init.comp_mask);
        if kind != (value::QPT_XRC_RECV, value::QP_INIT_ATTR_XRCD) {
            set_errno(libc::EINVAL);
            return ptr::null_mut();
        }
        let domain = &*init.xrcd.cast::<OpenXrcd>();
        let transport = Transport::XrcTarget;
        let wanted = QpInit {
            transport,
            pd: domain.pd.id,
            send_cq: domain.cq,
            recv_cq: domain.cq,
            srq: None,
            max_send: 0,
            max_recv: 0,
            domain: Some(domain.id),
            partner: None,
        };
        match Opened::at(context).with(|inner| inner.soft.create_qp(&wanted)) {
            Ok(number) => {
                Box::into_raw(Box::new(OpenQp::new(&domain.pd, transport, number))).cast()
            }
            Err(error) => refused(&error),
        }
    }
}

/// A process's part in a domain.
struct Domain {
    inner: ArenaDomain,
    log: Log,
    own: u32,
    /// Records that were read.
    heard: usize,
}

impl Domain {
    /// Joins the domain of a file. Without a file the domain is a new one.
    fn open(file: Option<BorrowedFd<'_>>, address: AdapterAddress) -> io::Result<Domain> {
        let arena = match (file, folder()) {
            (Some(file), Some(folder)) => join(file, Path::new(&folder))?,
            _ => make()?,
        };
        let log = Log(arena.segment(0));
        let taken = log.word(TAKEN).fetch_add(1, Ordering::AcqRel) as u32;
        let own = FIRST + taken;
        if own >= PROCESSES {
            return Err(io::Error::from_raw_os_error(libc::ENOMEM));
        }
        let destination = UdDestination {
            address,
            qp: QpNumber(0),
            qkey: 0,
        };
        let endpoint = Endpoint {
            destination,
            device: DeviceTag::default(),
        };
        arena.directory().set_endpoint(own, &endpoint);
        Ok(Domain {
            inner: ArenaDomain::open(&arena, own, 1),
            log,
            own,
            heard: 0,
        })
    }
}

fn make() -> io::Result<Arena> {
    let layout = ArenaLayout {
        internal_bytes: 64 << 10,
        ..ArenaLayout::block(PROCESSES, 1, 0, 1 << 20)
    };
    Arena::create(layout).map_err(io::Error::other)
}

/// The arena of the domain of a file, which the first process makes.
fn join(file: BorrowedFd<'_>, folder: &Path) -> io::Result<Arena> {
    let known = File::from(file.try_clone_to_owned()?).metadata()?;
    let path = folder.join(format!("{}-{}", known.dev(), known.ino()));
    let mut members = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)?;
    flock(&members, FlockOperation::LockExclusive)?;
    let mut text = String::new();
    members.read_to_string(&mut text)?;
    // Members that have ended are not there any more.
    let found = text.lines().find_map(|member| {
        let (process, fd) = member.split_once(' ')?;
        let path = format!("/proc/{process}/fd/{fd}");
        let open = OpenOptions::new().read(true).write(true).open(path);
        Arena::attach(OwnedFd::from(open.ok()?)).ok()
    });
    let arena = match found {
        Some(arena) => arena,
        None => make()?,
    };
    let fd = arena.fd().expect("the arena has a file").as_raw_fd();
    writeln!(members, "{} {fd}", std::process::id())?;
    Ok(arena)
}

impl XrcDomain<Memory> for Domain {
    fn segments(&self) -> SharedSegments {
        self.inner.segments()
    }

    fn memory(&self) -> Memory {
        self.inner.memory()
    }

    fn new_srq(&mut self) -> Option<SrqNumber> {
        self.inner.new_srq()
    }

    fn release_srq(&mut self, srq: SrqNumber) {
        self.inner.release_srq(srq);
    }

    fn owner(&self, srq: SrqNumber) -> Option<Owner> {
        let taken = self.log.word(TAKEN).load(Ordering::Acquire) as u32;
        let is_taken = (FIRST..FIRST + taken).contains(&srq.process());
        is_taken.then(|| self.inner.owner(srq))?
    }

    fn forward_max(&self) -> u32 {
        self.inner.forward_max()
    }

    fn forward(&mut self, message: &ForwardedMessage, bytes: &[u8]) -> Forwarded {
        self.inner.forward(message, bytes)
    }

    fn take(&mut self, bytes: &mut Vec<u8>) -> Option<ForwardedMessage> {
        self.inner.take(bytes)
    }

    fn touched(&self, srq: SrqNumber) {
        self.inner.touched(srq);
    }

    fn sleep_until_packet(&mut self) -> bool {
        self.inner.sleep_until_packet()
    }

    fn tell(&mut self, region: &DomainRegion<Memory>) {
        let (place, len) = match &region.memory {
            Some(memory) => (memory.as_ptr().and_then(file_of), memory.len()),
            None => (Some(FilePlace::default()), 0),
        };
        // What is in no file is not accessible to other processes.
        if let Some(FilePlace { inode, offset }) = place {
            let access = ACCESSES
                .iter()
                .enumerate()
                .filter(|(_, one)| region.access.contains(**one))
                .fold(0, |all, (bit, _)| all | 1 << bit);
            self.log.append([
                u64::from(self.own) | u64::from(region.rkey.0) << 32,
                region.base,
                len as u64,
                access,
                inode,
                offset,
            ]);
        }
    }

    fn told(&mut self) -> Option<(u32, DomainRegion<Memory>)> {
        loop {
            let [key, base, len, access, inode, offset] = self.log.read(self.heard)?;
            self.heard += 1;
            let process = key as u32;
            let memory = if len == 0 {
                None
            } else {
                // A file that is not mapped here is not accessible.
                let Some(first) = mapped(FilePlace { inode, offset }) else {
                    continue;
                };
                // SAFETY: a node's arena, which is the only file whose regions are told, is mapped whole as long as the process.
                Some(unsafe { Memory::from_raw_parts(first, len as usize) })
            };
            if process != self.own {
                let accesses = ACCESSES.iter().enumerate();
                let access = accesses
                    .filter(|(bit, _)| access >> bit & 1 == 1)
                    .fold(Access::NONE, |all, (_, &one)| all | one);
                let region = DomainRegion {
                    rkey: Rkey((key >> 32) as u32),
                    base,
                    access,
                    memory,
                };
                return Some((process, region));
            }
        }
    }
}

const ACCESSES: [Access; 4] = [
    Access::LOCAL_WRITE,
    Access::REMOTE_WRITE,
    Access::REMOTE_READ,
    Access::REMOTE_ATOMIC,
];

/// The regions of all processes of a domain, in the order of telling.
///
/// ```text
///   0        8         16   64                72
///   ├────────┼─────────┼────┼─────────────────┼───────────────────────────────────────────────┤ …
///   │ places │ records │    │ 1: it is whole  │ process, key │ base │ length │ access │ inode │ offset │
///   └────────┴─────────┴────┴─────────────────┴───────────────────────────────────────────────┘
/// ```
struct Log(Memory);

impl Log {
    fn word(&self, at: usize) -> &AtomicU64 {
        self.0.atomic_u64(at).expect("the log has the word")
    }

    fn append(&self, record: [u64; 6]) {
        let at = RECORD * (1 + self.word(RECORDS).fetch_add(1, Ordering::AcqRel) as usize);
        for (place, word) in record.into_iter().enumerate() {
            self.word(at + 8 + 8 * place).store(word, Ordering::Relaxed);
        }
        self.word(at).store(1, Ordering::Release);
    }

    /// The record with a number. Waits for a process that is writing it.
    fn read(&self, number: usize) -> Option<[u64; 6]> {
        if number as u64 >= self.word(RECORDS).load(Ordering::Acquire) {
            return None;
        }
        let at = RECORD * (1 + number);
        let begun = Instant::now();
        while self.word(at).load(Ordering::Acquire) == 0 {
            assert!(
                begun.elapsed() < PATIENCE,
                "a process died while it told a region"
            );
            std::thread::yield_now();
        }
        Some(std::array::from_fn(|place| {
            self.word(at + 8 + 8 * place).load(Ordering::Relaxed)
        }))
    }
}

/// A place in a file of memory. Such files have inodes that no other of them has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct FilePlace {
    inode: u64,
    offset: u64,
}

/// The mappings of this process that it shares: addresses, and the place of the first byte in its file.
fn mappings() -> impl Iterator<Item = (std::ops::Range<u64>, FilePlace)> {
    let text = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.into_iter().filter_map(|line| {
        let mut fields = line.split_whitespace();
        let (start, end) = fields.next()?.split_once('-')?;
        let is_shared = fields.next()?.ends_with('s');
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let offset = number(fields.next()?)?;
        let inode = fields.nth(1)?.parse().ok()?;
        let place = FilePlace { inode, offset };
        is_shared.then_some((number(start)?..number(end)?, place))
    })
}

/// Where in a file the byte at an address is.
fn file_of(first: *const u8) -> Option<FilePlace> {
    let at = first.addr() as u64;
    let (range, start) = mappings().find(|(range, _)| range.contains(&at))?;
    Some(FilePlace {
        inode: start.inode,
        offset: start.offset + (at - range.start),
    })
}

/// Where this process has mapped a byte of a file.
fn mapped(place: FilePlace) -> Option<NonNull<u8>> {
    mappings().find_map(|(range, start)| {
        let distance = place.offset.checked_sub(start.offset)?;
        let is_there = start.inode == place.inode && distance < range.end - range.start;
        let at = (range.start + distance) as usize;
        is_there.then(|| NonNull::new(ptr::with_exposed_provenance_mut(at)))?
    })
}
