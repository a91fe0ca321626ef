//! Sends long payloads without a copy: the kernel takes references to their pages.
//!
//! ```text
//!   up to four packets at a time
//!     vmsplice   heads and payloads        ──▶ pipe
//!   each by a connected socket
//!     splice     the pipe's pages of one   ──▶ socket: the datagram leaves
//!   or by the open socket, which has to be told where to: its head is not in the pipe
//!     sendmsg    head                      ──▶ socket, held back (MSG_MORE)
//!     splice     the pipe's pages of one   ──▶ socket, joined to it: the datagram leaves
//! ```
//!
//! On one host the receive call then makes the only copy, from pages in the sender's cache. If the
//! pages are not in a cache, the sender copies half of the payloads. If lending a page costs more
//! than a copy, the sender copies all ([`Splicer::lends`]).
//!
//! The receiver reads the pages when it receives, not when the send call returns. RDMA allows this
//! for a request: its source belongs to the device until the request is acknowledged, and so until
//! it was received. A duplicate that is read later is dropped by its PSN. The bytes of a read are
//! those of some moment between request and completion. Freed memory is no hazard, since the kernel
//! holds the pages. Heads lie in pages that are never written again ([`Margins`]). The keyed check
//! covers headers only, and datagrams with a frame are copied. Packets with an ICRC are not sent from user memory at all.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

use farreach_forks::Descriptor;

use super::Socket;
use super::batch::{SegmentControl, header_of};
use super::lending;
use super::margins::{self, Margins};
use super::ports::OPEN;

/// Payloads of at least this many bytes are spliced. Several shorter payloads fit into one call
/// that copies, which is as fast.
const SPLICE_MIN: usize = 16 << 10;

/// The kernel's page size.
pub(super) const PAGE: usize = 4096;

/// The most pages of a payload. With the head these are the 16 pieces that one `splice` joins in a
/// datagram (the kernel's `splice_to_socket`). A datagram can consist of 17.
const PAGES_MAX: usize = 15;

/// Pages of the pipe for one packet. A new pipe has this size.
const SLOTS: usize = 16;

/// The most packets that one call brings into the pipe.
const RUN_MAX: usize = 4;

/// The number of last payloads that may still be in a cache: 3.25 MiB with payloads of 52 KiB.
const RECENT: usize = 64;

/// Long payloads after which a sender measures whether lending pays. These are copied.
const TRIED_AFTER: u32 = 64;

/// Failures in a row after which splicing is given up.
const FAILURES_MAX: u32 = 4;

/// The pipe by which pages reach a socket.
pub(super) struct Splicer {
    /// Empty between trains. Made when there is something to splice.
    pipe: Option<Pipe>,
    /// Heads under way. Created with the pipe.
    margins: Option<Margins>,
    /// Failures in a row. This kernel, or a limit of this user, may not allow splicing.
    failures: u32,
    /// Long payloads that were sent before it was known whether lending pays.
    sent: u32,
    /// Whether lending costs less than copying. `None` before the trial.
    pays: Option<bool>,
    /// The addresses of the last payloads. The oldest is at `oldest`.
    recent: [usize; RECENT],
    oldest: usize,
    /// Whether the next payload that is not in `recent` is lent.
    lends_cold: bool,
}

pub(super) struct Pipe {
    pub(super) out: Descriptor<OwnedFd>,
    pub(super) into: Descriptor<OwnedFd>,
    /// The number of packets that fit into the pipe.
    packets: usize,
}

/// The pipe's ends: to read from, to write to.
#[derive(Clone, Copy)]
struct Ends {
    out: RawFd,
    into: RawFd,
}

impl Splicer {
    pub(super) fn new() -> Splicer {
        Splicer {
            pipe: None,
            margins: None,
            failures: 0,
            sent: 0,
            pays: None,
            recent: [0; RECENT],
            oldest: 0,
            lends_cold: true,
        }
    }

    fn is_possible(&self) -> bool {
        self.failures < FAILURES_MAX
    }

    /// Bytes of the splicer's memory in this process.
    pub(super) fn bytes(&self) -> usize {
        self.margins.as_ref().map_or(0, |_| margins::BYTES)
    }

    /// Whether to lend the payload at `address`, which is sent now.
    ///
    /// The receiver's copy is fast if it reads from a cache. A receiver that reads from memory
    /// takes as long as two copies of which the sender made the first. In that case the sender
    /// copies every other payload, so that both sides have equal work.
    fn lends(&mut self, address: usize) -> bool {
        if !self.pays() {
            return false;
        }
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

    /// Whether lending costs less than copying. `false` before the trial.
    fn pays(&mut self) -> bool {
        if self.pays.is_none() && self.sent >= TRIED_AFTER {
            self.pays = Some(lending::pays());
        }
        self.sent = self.sent.saturating_add(1);
        self.pays == Some(true)
    }

    /// The pipe's ends, and the number of packets that fit into it.
    fn ends(&mut self) -> Option<(Ends, usize)> {
        if self.pipe.is_none() {
            self.pipe = open_pipe();
        }
        let pipe = self.pipe.as_ref()?;
        let ends = Ends {
            out: pipe.out.as_raw_fd(),
            into: pipe.into.as_raw_fd(),
        };
        Some((ends, pipe.packets))
    }

    /// Room for `count` heads that are lent together.
    fn margins(&mut self, count: usize) -> Option<&mut Margins> {
        if self.margins.is_none() {
            self.margins = Margins::new();
        }
        let margins = self.margins.as_mut()?;
        margins.make_room(count).then_some(margins)
    }

    /// A train left, or did not, and pages may be left in the pipe.
    fn settle(&mut self, sent: bool) {
        if sent {
            self.failures = 0;
        } else {
            self.failures += 1;
            self.pipe = None;
        }
    }
}

pub(super) fn open_pipe() -> Option<Pipe> {
    let mut ends = [0; 2];
    // SAFETY: the array has room for two descriptors.
    let result = unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC | libc::O_NONBLOCK) };
    if result != 0 {
        return None;
    }
    let bytes = RUN_MAX * SLOTS * PAGE;
    // SAFETY: the call takes no pointers.
    let granted = unsafe { libc::fcntl(ends[1], libc::F_SETPIPE_SZ, bytes as libc::c_int) };
    let is_wide = usize::try_from(granted).is_ok_and(|granted| granted >= bytes);
    // SAFETY: both descriptors are open and have no other owner.
    Some(unsafe {
        Pipe {
            out: OwnedFd::from_raw_fd(ends[0]).into(),
            into: OwnedFd::from_raw_fd(ends[1]).into(),
            packets: if is_wide { RUN_MAX } else { 1 },
        }
    })
}

impl Socket {
    /// Whether a train is one to splice.
    pub(super) fn is_spliced(&self, index: usize) -> bool {
        self.batch.trains[index].lent && self.splicer.is_possible()
    }

    /// Decides whether the last train, to which a packet was added, is one to splice.
    pub(super) fn consider_splicing(&mut self) {
        let Some(train) = self.batch.trains.last_mut() else {
            return;
        };
        // A packet with a pad has a third piece.
        if train.packets != 1 || train.pieces != 2 || !self.batch.segmentation {
            return;
        }
        let payload = &self.batch.pieces[train.first_piece + 1];
        if payload.iov_len < SPLICE_MIN || pages_of(payload) > PAGES_MAX {
            return;
        }
        if self.splicer.lends(payload.iov_base.addr()) {
            // Whatever joined it would have it copied.
            (train.lent, train.open) = (true, false);
        }
    }

    /// Sends trains from `first` on by splicing, if they are ones for that and it works. Returns how many left.
    pub(super) fn send_spliced(&mut self, first: usize) -> usize {
        if !self.is_spliced(first) {
            return 0;
        }
        let (wanted, sent) = match self.splicer.ends() {
            None => (1, 0),
            Some((pipe, room)) => {
                let run = self.spliced_run(first, room);
                let sent = if self.fill(pipe, first, run) {
                    let leaves = |&index: &usize| self.splice_train(index, pipe);
                    (first..first + run).take_while(leaves).count()
                } else {
                    0
                };
                (run, sent)
            }
        };
        self.splicer.settle(sent == wanted);
        self.counters.spliced_sends += sent as u64;
        for index in first..first + sent {
            self.count_sent(index);
        }
        sent
    }

    /// How many trains from `first` on, at most `room`, are spliced together. The first of all is by itself, so that its
    /// receiver begins.
    fn spliced_run(&self, first: usize, room: usize) -> usize {
        let trains = &self.batch.trains;
        let begins = !trains[..first].iter().any(|train| train.lent);
        let most = if begins { 1 } else { room };
        let lent = trains[first..].iter().take_while(|train| train.lent);
        lent.take(most).count()
    }

    /// Brings what is lent of so many trains into the pipe. Returns whether all is there.
    fn fill(&mut self, pipe: Ends, first: usize, count: usize) -> bool {
        let mut pieces = [NOTHING; 2 * RUN_MAX];
        let mut used = 0;
        let Some(margins) = self.splicer.margins(count) else {
            return false;
        };
        for train in &self.batch.trains[first..first + count] {
            let [head, payload] = &self.batch.pieces[train.first_piece..][..2] else {
                unreachable!("such a train has two pieces");
            };
            if train.port != OPEN {
                let Some(head) = margins.keep(head) else {
                    return false;
                };
                pieces[used] = head;
                used += 1;
            }
            pieces[used] = *payload;
            used += 1;
        }
        self.counters.send_calls += 1;
        let bytes: usize = pieces.iter().map(|piece| piece.iov_len).sum();
        let flags = libc::SPLICE_F_NONBLOCK;
        // SAFETY: payloads and margins are readable (`Socket::gather`). The kernel keeps the pages,
        // not the addresses.
        let taken = unsafe { libc::vmsplice(pipe.into, pieces.as_ptr(), used, flags) };
        usize::try_from(taken) == Ok(bytes)
    }

    /// Sends a train of which what is lent comes next in the pipe. Returns whether it left; why not will turn out when it is
    /// sent otherwise.
    fn splice_train(&mut self, index: usize, pipe: Ends) -> bool {
        let family = self.family;
        let train = &mut self.batch.trains[index];
        let fd = self.ports.fd(train.port);
        let head = &mut self.batch.pieces[train.first_piece];
        let mut bytes = train.bytes;
        let has_name = train.port == OPEN;
        if has_name {
            bytes -= head.iov_len;
            self.counters.send_calls += 1;
            // One segment that is the whole datagram: else the kernel would sum up all bytes of a datagram that is put together.
            let mut control = SegmentControl::new(train.bytes);
            let mut header = header_of(train, std::slice::from_mut(head), &mut control, family);
            header.msg_control = ptr::from_mut(&mut control).cast();
            header.msg_controllen = size_of::<SegmentControl>();
            // SAFETY: name, piece and control outlive the call, and the memory of the piece is
            // readable (`gather`).
            if unsafe { libc::sendmsg(fd, &raw const header, libc::MSG_MORE) } < 0 {
                return false;
            }
        }
        self.counters.send_calls += 1;
        let (nowhere, flags) = (ptr::null_mut(), libc::SPLICE_F_NONBLOCK);
        // SAFETY: the call uses no memory of this process.
        let left = unsafe { libc::splice(pipe.out, nowhere, fd, nowhere, bytes, flags) };
        let has_left = usize::try_from(left) == Ok(bytes);
        if has_name && !has_left {
            // Ends the datagram: nothing else may be joined to it. It lacks bytes, and fails the receiver's check.
            // SAFETY: no bytes are read.
            let _ = unsafe { libc::send(fd, ptr::null(), 0, 0) };
        }
        has_left
    }
}

/// An empty piece.
const NOTHING: libc::iovec = libc::iovec {
    iov_base: ptr::null_mut(),
    iov_len: 0,
};

/// The number of pages that the payload touches.
fn pages_of(payload: &libc::iovec) -> usize {
    (payload.iov_base.addr() % PAGE + payload.iov_len).div_ceil(PAGE)
}

#[cfg(test)]
impl Splicer {
    /// Sets the trial's result, or `None` for no trial yet.
    pub(super) fn decide(&mut self, pays: Option<bool>) {
        (self.pays, self.sent) = (pays, 0);
    }

    /// Shrinks the pipe to its least size, one page.
    pub(super) fn narrow(&mut self) {
        let (ends, _) = self.ends().expect("descriptors are left");
        // SAFETY: the call takes no pointers.
        let bytes = unsafe { libc::fcntl(ends.into, libc::F_SETPIPE_SZ, PAGE as libc::c_int) };
        assert_eq!(bytes, PAGE as libc::c_int);
    }
}
