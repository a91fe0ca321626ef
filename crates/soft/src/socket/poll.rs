//! Sleeping on a device's sockets without having the device.

use std::io;
use std::net::UdpSocket;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_forks::Descriptor;

/// A device's sockets, for sleeping in `ppoll` until packets arrive, without the device's lock. It stays valid, though
/// silent, when the device is gone.
#[derive(Clone, Debug)]
pub struct PollHandle {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    sockets: Mutex<Sockets>,
}

#[derive(Debug)]
struct Sockets {
    list: Vec<Arc<Descriptor<UdpSocket>>>,
    /// Becomes readable, for good, when the list is replaced: each list has its own, so that all who sleep on it notice.
    changed: Arc<Descriptor<OwnedFd>>,
}

/// The sockets at one moment. It keeps them open, but soon gets outdated: take a new one for every sleep.
#[derive(Debug)]
pub struct PollSet {
    sockets: Vec<Arc<Descriptor<UdpSocket>>>,
    changed: Arc<Descriptor<OwnedFd>>,
}

impl PollHandle {
    pub(super) fn new(first: Arc<Descriptor<UdpSocket>>) -> io::Result<PollHandle> {
        let sockets = Mutex::new(Sockets {
            list: vec![first],
            changed: Arc::new(event()?),
        });
        Ok(PollHandle {
            shared: Arc::new(Shared { sockets }),
        })
    }

    /// What to sleep on until a packet arrives, or until there are other sockets to sleep on. Never read from it.
    pub fn sockets(&self) -> PollSet {
        let sockets = self.lock();
        PollSet {
            sockets: sockets.list.clone(),
            changed: Arc::clone(&sockets.changed),
        }
    }

    /// Whoever sleeps shall sleep on these from now on.
    pub(super) fn replace(&self, list: Vec<Arc<Descriptor<UdpSocket>>>) {
        let mut sockets = self.lock();
        sockets.list = list;
        let one = 1u64;
        // SAFETY: eight bytes that outlive the call. It fails only if the counter is full, and then it is readable.
        unsafe {
            libc::write(
                sockets.changed.as_raw_fd(),
                (&raw const one).cast(),
                size_of::<u64>(),
            )
        };
        // Out of descriptors, the old one stays: it cuts sleeps short, but nobody misses a packet.
        if let Ok(changed) = event() {
            sockets.changed = Arc::new(changed);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Sockets> {
        // Every change is a single assignment.
        let sockets = &self.shared.sockets;
        sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn event() -> io::Result<Descriptor<OwnedFd>> {
    Descriptor::open(open_event)
}

fn open_event() -> io::Result<OwnedFd> {
    // SAFETY: no pointers.
    let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: open, and nobody else's.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

impl PollSet {
    /// The descriptors; wait for each to become readable.
    pub fn fds(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        let sockets = self.sockets.iter().map(|udp| udp.as_fd());
        sockets.chain([self.changed.as_fd()])
    }
}
