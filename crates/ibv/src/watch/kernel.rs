//! The kernel's userfaultfd: structures, requests and events.

use std::ffi::c_int;
use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::{mem, ptr};

use farreach_forks::Descriptor;
use farreach_verbs::Change;
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::ioctl::opcode;

/// The group of a userfaultfd's requests, and the numbers of those that are used.
const GROUP: u8 = 0xaa;
const API: u8 = 0x3f;
const REGISTER: u8 = 0x00;
const WRITE_PROTECT: u8 = 0x06;
/// The request of `/dev/userfaultfd` for a new userfaultfd.
const NEW: u8 = 0x00;

const API_VERSION: u64 = 0xaa;
const FEATURE_EVENT_REMAP: u64 = 1 << 2;
const FEATURE_EVENT_REMOVE: u64 = 1 << 3;
const FEATURE_EVENT_UNMAP: u64 = 1 << 6;
const MODE_WRITE_PROTECT: u64 = 1 << 1;
/// Faults of the kernel are not handled, so that any user may have a userfaultfd.
const USER_MODE_ONLY: c_int = 1;

const EVENT_REMAP: u8 = 0x14;
const EVENT_REMOVE: u8 = 0x15;
const EVENT_UNMAP: u8 = 0x16;

/// The oldest kernel that counts the changes that are under way.
const OLDEST: (u32, u32) = (5, 15);
/// Events that are read at a time.
const EVENTS: usize = 16;

#[repr(C)]
struct UffdApi {
    api: u64,
    features: u64,
    ioctls: u64,
}

#[repr(C)]
struct UffdRegister {
    start: u64,
    len: u64,
    mode: u64,
    ioctls: u64,
}

#[repr(C)]
struct UffdWriteProtect {
    start: u64,
    len: u64,
    mode: u64,
}

/// An event. The meaning of its numbers depends on its kind.
#[repr(C)]
#[derive(Clone, Copy)]
struct Event {
    kind: u8,
    _reserved: [u8; 7],
    numbers: [u64; 3],
}

/// An open userfaultfd.
pub(super) struct Kernel {
    fd: Descriptor<OwnedFd>,
    /// What the descriptor becomes when the watch ends.
    silent: Descriptor<OwnedFd>,
    /// A page that is registered, and that nobody ever touches.
    untouched: u64,
    /// Bytes of a page.
    pub(super) page: u64,
}

/// Whether changes are under way.
pub(super) enum Settled {
    Yes,
    No,
    /// The userfaultfd does not work.
    Broken,
}

impl Kernel {
    /// Opens a userfaultfd, or says why there is none.
    pub(super) fn open() -> std::result::Result<Kernel, String> {
        let release = rustix::system::uname()
            .release()
            .to_string_lossy()
            .into_owned();
        if release_of(&release).is_none_or(|version| version < OLDEST) {
            let (major, minor) = OLDEST;
            return Err(format!(
                "Linux {release} can't tell when memory is unmapped: {major}.{minor} or later can"
            ));
        }
        let none = |error: &Error| {
            format!(
                "the kernel refuses a userfaultfd ({error}): a container's seccomp profile may forbid it"
            )
        };
        let fd = Descriptor::open(open).map_err(|error| none(&error))?;
        let silent = Descriptor::open(|| eventfd(0, EventfdFlags::CLOEXEC));
        let silent = silent.map_err(|error| format!("no further descriptor: {error}"))?;
        let mut api = UffdApi {
            api: API_VERSION,
            features: FEATURE_EVENT_REMAP | FEATURE_EVENT_REMOVE | FEATURE_EVENT_UNMAP,
            ioctls: 0,
        };
        let code = opcode::read_write::<UffdApi>(GROUP, API);
        request(fd.as_fd(), code, &mut api).map_err(|error| {
            format!("the kernel's userfaultfd has no events of memory: {error}")
        })?;
        let page = rustix::param::page_size() as u64;
        // SAFETY: new memory, at an address that the kernel chooses.
        let untouched = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            libc::mmap(
                ptr::null_mut(),
                page as usize,
                libc::PROT_NONE,
                flags,
                -1,
                0,
            )
        };
        if untouched == libc::MAP_FAILED {
            return Err(format!("no page: {}", Error::last_os_error()));
        }
        let kernel = Kernel {
            fd,
            silent,
            untouched: untouched.addr() as u64,
            page,
        };
        let own = kernel.untouched..kernel.untouched + page;
        let watched = kernel.watch(&own);
        let settled = watched.map(|()| kernel.is_settled());
        match settled {
            Ok(Settled::Yes | Settled::No) => Ok(kernel),
            refused => {
                let error = refused.err().map(|error| format!(": {error}"));
                Err(format!(
                    "the kernel has no write protection by userfaultfd{}",
                    error.unwrap_or_default()
                ))
            }
        }
    }

    /// Registers a range of whole pages.
    pub(super) fn watch(&self, range: &Range<u64>) -> Result<()> {
        let mut register = UffdRegister {
            start: range.start,
            len: range.end - range.start,
            mode: MODE_WRITE_PROTECT,
            ioctls: 0,
        };
        let code = opcode::read_write::<UffdRegister>(GROUP, REGISTER);
        request(self.fd.as_fd(), code, &mut register)
    }

    /// Whether no change has begun whose event was not read.
    pub(super) fn is_settled(&self) -> Settled {
        let mut protect = UffdWriteProtect {
            start: self.untouched,
            len: self.page,
            mode: 0,
        };
        let code = opcode::read_write::<UffdWriteProtect>(GROUP, WRITE_PROTECT);
        match request(self.fd.as_fd(), code, &mut protect) {
            Ok(()) => Settled::Yes,
            Err(error) if is_for_now(&error) => Settled::No,
            Err(_) => Settled::Broken,
        }
    }

    /// Waits for an event. Returns `false` if there will be none.
    pub(super) fn wait(&self) -> bool {
        let mut fds = [PollFd::new(&self.fd, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) => fds[0].revents() == PollFlags::IN,
            Err(error) => error == rustix::io::Errno::INTR,
        }
    }

    /// Reads all events that are there. Allocates nothing. Returns `false` if that can't be done any more.
    pub(super) fn read(&self, mut report: impl FnMut(Change)) -> bool {
        loop {
            let mut events = [const { MaybeUninit::<Event>::uninit() }; EVENTS];
            // SAFETY: the kernel stores whole events, of which as many fit.
            let read = unsafe {
                libc::read(
                    self.fd.as_raw_fd(),
                    events.as_mut_ptr().cast(),
                    size_of_val(&events),
                )
            };
            let Ok(read) = usize::try_from(read) else {
                let error = Error::last_os_error();
                return is_for_now(&error);
            };
            for event in &events[..read / size_of::<Event>()] {
                // SAFETY: the kernel has stored this number of events.
                let Event { kind, numbers, .. } = unsafe { event.assume_init() };
                let [first, second, third] = numbers;
                match kind {
                    EVENT_REMAP => report(Change::Replaced(first..first.saturating_add(third))),
                    EVENT_REMOVE => report(Change::Emptied(first..second)),
                    EVENT_UNMAP => report(Change::Replaced(first..second)),
                    // No page is write-protected.
                    _ => {}
                }
            }
        }
    }

    /// Ends the userfaultfd. Whoever waits for events waits no more, and nothing is watched.
    pub(super) fn close(&self) {
        let (silent, fd) = (self.silent.as_raw_fd(), self.fd.as_raw_fd());
        // SAFETY: the number stays a descriptor of this value.
        unsafe { libc::dup3(silent, fd, libc::O_CLOEXEC) };
    }
}

/// Runs `f` with all signals blocked. Threads that begin there never handle one.
pub(super) fn without_signals<R>(f: impl FnOnce() -> R) -> R {
    // SAFETY: plain data, for which zeros are valid, and which the calls fill.
    unsafe {
        let (mut all, mut before) = (mem::zeroed(), mem::zeroed());
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        let result = f();
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, ptr::null_mut());
        result
    }
}

fn open() -> Result<OwnedFd> {
    let flags = libc::O_CLOEXEC | libc::O_NONBLOCK | USER_MODE_ONLY;
    // SAFETY: a new descriptor, or an error.
    let opened = unsafe { libc::syscall(libc::SYS_userfaultfd, flags) };
    let refused = Error::last_os_error();
    let opened = if opened >= 0 {
        opened as RawFd
    } else {
        // Where the call is forbidden, the device may be permitted.
        let device = File::open("/dev/userfaultfd").map_err(|_| refused)?;
        // SAFETY: a new descriptor, or an error.
        let opened =
            unsafe { libc::ioctl(device.as_raw_fd(), opcode::none(GROUP, NEW) as _, flags) };
        if opened < 0 {
            return Err(Error::last_os_error());
        }
        opened
    };
    // SAFETY: the descriptor was just opened.
    Ok(unsafe { OwnedFd::from_raw_fd(opened) })
}

/// Makes a request with a structure that the kernel reads and fills.
fn request<T>(fd: BorrowedFd<'_>, code: rustix::ioctl::Opcode, structure: &mut T) -> Result<()> {
    // SAFETY: the code has the size of the structure.
    let done = unsafe { libc::ioctl(fd.as_raw_fd(), code as _, ptr::from_mut(structure)) };
    if done < 0 {
        return Err(Error::last_os_error());
    }
    Ok(())
}

fn is_for_now(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// The first two numbers of a kernel's release.
pub(super) fn release_of(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit());
    let mut next = || numbers.next()?.parse().ok();
    Some((next()?, next()?))
}
