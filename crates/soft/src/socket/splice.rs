//! Sending long payloads without copying them: the kernel takes references to their pages.
//!
//! ```text
//!   vmsplice   the pages of the payload  ──▶ pipe
//!   sendmsg    head                      ──▶ socket, held back (MSG_MORE)
//!   splice     the pipe's pages          ──▶ socket, joined to it
//!   send       tail                      ──▶ socket: the datagram leaves
//! ```
//!
//! Four calls instead of one, and half as fast again at 56 KiB: on one host the receive call then is the first and only copy, made
//! from pages that stay in the sender's cache. Where they are not, the sender copies half of them ([`Splicer::lends`]).
//!
//! The receiver reads the pages when it receives, not when this returns. That is what RDMA allows: the source of a request
//! belongs to the device until it is acknowledged, so until it was received, and a duplicate that is read later is
//! dropped by its number; the bytes of a read are those of some moment between request and completion. Freed memory
//! is no hazard: the kernel holds the pages. The keyed check covers the headers only, and packets with a CRC are not
//! sent from user memory at all.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

use super::Socket;
use super::batch::{SegmentControl, header_of};

/// Payloads from here on are spliced. Two shorter ones fit into one call that copies, which is as fast.
const SPLICE_MIN: usize = 32 << 10;

/// The kernel's pages.
const PAGE: usize = 4096;

/// The most pages: with head and tail the 17 fragments that a datagram can consist of (the kernel's MAX_SKB_FRAGS). Now and
/// then the kernel cuts the head in two, and the packet is copied after all. A pipe holds 16.
const PAGES_MAX: usize = 15;

/// Payloads that may still be in a cache: at 56 KiB each, 3.5 MiB.
const RECENT: usize = 64;

/// Failures in a row after which no more is tried.
const FAILURES_MAX: u32 = 4;

/// The pipe by which pages get to a socket.
pub(super) struct Splicer {
    /// Empty between messages. Made when there is something to splice.
    pipe: Option<Pipe>,
    /// In a row: it may be that this kernel, or a limit of this user, does not let us.
    failures: u32,
    /// Where the payloads began that were sent last, oldest at `oldest`.
    recent: [usize; RECENT],
    oldest: usize,
    /// Whether the next that is not one of them is lent.
    lends_cold: bool,
}

struct Pipe {
    out: OwnedFd,
    into: OwnedFd,
}

impl Splicer {
    pub(super) fn new() -> Splicer {
        Splicer {
            pipe: None,
            failures: 0,
            recent: [0; RECENT],
            oldest: 0,
            lends_cold: true,
        }
    }

    fn is_possible(&self) -> bool {
        self.failures < FAILURES_MAX
    }

    /// Whether the payload at this address, which is sent now, is one to lend.
    ///
    /// The receiver's copy is fast as long as it reads from a cache. One that reads memory takes as long as two copies of which
    /// the sender made the first: then the sender copies every other payload, so that both have the same to do.
    fn lends(&mut self, address: usize) -> bool {
        let is_warm = self.recent.contains(&address);
        self.recent[self.oldest] = address;
        self.oldest = (self.oldest + 1) % RECENT;
        if is_warm {
            return true;
        }
        let lends = self.lends_cold;
        self.lends_cold = !lends;
        lends
    }

    /// The pipe's ends, to read from and to write to.
    fn ends(&mut self) -> Option<(RawFd, RawFd)> {
        if self.pipe.is_none() {
            self.pipe = open_pipe();
        }
        let pipe = self.pipe.as_ref()?;
        Some((pipe.out.as_raw_fd(), pipe.into.as_raw_fd()))
    }

    /// A message left, or did not, and pages may be left in the pipe.
    fn settle(&mut self, sent: bool) {
        if sent {
            self.failures = 0;
        } else {
            self.failures += 1;
            self.pipe = None;
        }
    }
}

fn open_pipe() -> Option<Pipe> {
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors.
    let result = unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC | libc::O_NONBLOCK) };
    // SAFETY: both are open, and nobody else's.
    (result == 0).then(|| unsafe {
        Pipe {
            out: OwnedFd::from_raw_fd(ends[0]),
            into: OwnedFd::from_raw_fd(ends[1]),
        }
    })
}

impl Socket {
    /// Whether a message is one to splice.
    pub(super) fn is_spliced(&self, index: usize) -> bool {
        self.batch.messages[index].lent && self.splicer.is_possible()
    }

    /// Decides whether the last message, to which a packet was added, is one to splice.
    pub(super) fn consider_splicing(&mut self) {
        let Some(message) = self.batch.messages.last_mut() else {
            return;
        };
        if message.packets != 1 || message.pieces != 3 || !self.batch.segmentation {
            return;
        }
        let payload = &self.batch.pieces[message.first_piece + 1];
        if payload.iov_len < SPLICE_MIN || pages_of(payload) > PAGES_MAX {
            return;
        }
        if self.splicer.lends(payload.iov_base.addr()) {
            // Whatever joined it would have it copied.
            (message.lent, message.open) = (true, false);
        }
    }

    /// Sends a message by splicing, if it is one for that and it works.
    pub(super) fn send_spliced(&mut self, index: usize) -> bool {
        if !self.is_spliced(index) {
            return false;
        }
        let sent = match self.splicer.ends() {
            Some(pipe) => self.splice_message(index, pipe),
            None => false,
        };
        self.splicer.settle(sent);
        if sent {
            self.counters.spliced_sends += 1;
            self.count_sent(index);
        }
        sent
    }

    /// Whether it left. If not, why will turn out when it is sent otherwise.
    fn splice_message(&mut self, index: usize, (out, into): (RawFd, RawFd)) -> bool {
        let family = self.family;
        let message = &mut self.batch.messages[index];
        let fd = self.ports.fd(message.port);
        let [head, payload, tail] = &mut self.batch.pieces[message.first_piece..][..3] else {
            unreachable!("such a message has three pieces");
        };
        self.counters.send_calls += 4;
        // SAFETY: readable (`Socket::gather`); the kernel refers to the pages, not to the address.
        let taken = unsafe { libc::vmsplice(into, payload, 1, libc::SPLICE_F_NONBLOCK) };
        if !is_all(taken, payload) {
            return false;
        }
        // One segment that is the whole datagram: else the kernel would sum up all bytes of a datagram that is put together.
        let mut control = SegmentControl::new(message.bytes);
        let mut header = header_of(message, std::slice::from_mut(head), &mut control, family);
        header.msg_control = ptr::from_mut(&mut control).cast();
        header.msg_controllen = size_of::<SegmentControl>();
        // SAFETY: name, pieces and control outlive the call; what the pieces name is readable (`gather`).
        if unsafe { libc::sendmsg(fd, &raw const header, libc::MSG_MORE) } < 0 {
            return false;
        }
        let flags = libc::SPLICE_F_MORE | libc::SPLICE_F_NONBLOCK;
        let nowhere = ptr::null_mut();
        // SAFETY: no memory but the pipe's pages.
        let joined = unsafe { libc::splice(out, nowhere, fd, nowhere, payload.iov_len, flags) };
        // Ends the datagram in any case: nothing else may be joined to it. One that lacks bytes fails the receiver's check.
        // SAFETY: the piece is readable (`gather`).
        let ended = unsafe { libc::send(fd, tail.iov_base, tail.iov_len, 0) };
        is_all(joined, payload) && is_all(ended, tail)
    }
}

/// How many pages the payload touches.
fn pages_of(payload: &libc::iovec) -> usize {
    (payload.iov_base.addr() % PAGE + payload.iov_len).div_ceil(PAGE)
}

/// Whether a call moved all bytes of the piece.
fn is_all(result: isize, piece: &libc::iovec) -> bool {
    usize::try_from(result) == Ok(piece.iov_len)
}

#[cfg(test)]
impl Splicer {
    /// Makes the pipe as narrow as it gets: one page.
    pub(super) fn narrow(&mut self) {
        let (_, into) = self.ends().expect("descriptors are left");
        // SAFETY: no pointers.
        let bytes = unsafe { libc::fcntl(into, libc::F_SETPIPE_SZ, PAGE as libc::c_int) };
        assert_eq!(bytes, PAGE as libc::c_int);
    }
}
