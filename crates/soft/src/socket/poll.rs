//! Sleeping on a device's sockets without access to the device. The helper thread sleeps on the current
//! set of sockets, which changes with the hottest peers.

use std::io;
use std::net::UdpSocket;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_forks::Descriptor;

/// A device's sockets, on which a thread can sleep in `ppoll` without the device's lock. The handle
/// stays valid after the device is gone, but then never becomes readable.
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
    /// Becomes and stays readable when the list is replaced. Each list has its own event, so that
    /// all sleepers notice.
    changed: Arc<Descriptor<OwnedFd>>,
}

/// The sockets at one moment. The set keeps them open, and soon gets outdated: take a new set for
/// every sleep.
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

    /// The descriptors to sleep on until a packet arrives, or until the sockets change. Never read
    /// from them.
    pub fn sockets(&self) -> PollSet {
        let sockets = self.lock();
        PollSet {
            sockets: sockets.list.clone(),
            changed: Arc::clone(&sockets.changed),
        }
    }

    /// Replaces the sockets on which threads sleep.
    pub(super) fn replace(&self, list: Vec<Arc<Descriptor<UdpSocket>>>) {
        let mut sockets = self.lock();
        sockets.list = list;
        let one = 1u64;
        // SAFETY: the eight bytes outlive the call. A write fails only at the counter's maximum, at
        // which the event is readable.
        unsafe {
            libc::write(
                sockets.changed.as_raw_fd(),
                (&raw const one).cast(),
                size_of::<u64>(),
            )
        };
        // If no descriptor can be created the old one stays: sleeps become short, but no packet is
        // missed.
        if let Ok(changed) = event() {
            sockets.changed = Arc::new(changed);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Sockets> {
        // A poisoned lock is harmless: every change is a single assignment.
        let sockets = &self.shared.sockets;
        sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn event() -> io::Result<Descriptor<OwnedFd>> {
    Descriptor::open(open_event)
}

fn open_event() -> io::Result<OwnedFd> {
    // SAFETY: the call takes no pointers.
    let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is open and has no other owner.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

impl PollSet {
    /// The descriptors. Wait until any of them is readable.
    pub fn fds(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        let sockets = self.sockets.iter().map(|udp| udp.as_fd());
        sockets.chain([self.changed.as_fd()])
    }
}
