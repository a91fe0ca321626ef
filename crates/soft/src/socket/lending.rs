//! Whether to lend the pages of payloads to the kernel, or have it copy them.
//!
//! Lending saves the sender's copy, and costs both sides something for each page: a reference taken and dropped, a copy of its
//! own at the receiver. Which is less is the processor's and the kernel's matter: one machine takes 187 microseconds for 1 MiB by
//! copying and 96 by lending, another 102 and 121. So whoever sends much tries it, once.

use std::io;
use std::net::{Ipv4Addr, UdpSocket};
use std::os::fd::AsRawFd;
use std::ptr;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::splice::{PAGE, open_pipe};

/// Bytes of the trial's payload: whole pages, which with one more for where it begins are within what one datagram takes.
const PAYLOAD: usize = 12 * PAGE;

/// How often each way is tried. The fastest counts: others may have been interrupted.
const ROUNDS: usize = 8;

/// For a datagram on its way through one host.
const PATIENCE: Duration = Duration::from_millis(10);

/// Whether lending costs less than copying on this machine. The first call tries it, in some 300 microseconds.
pub(super) fn pays() -> bool {
    static PAYS: OnceLock<bool> = OnceLock::new();
    *PAYS.get_or_init(|| try_both().is_ok_and(|(copied, lent)| lent < copied))
}

/// The least times of a payload from here to here, copied and lent.
pub(super) fn try_both() -> io::Result<(Duration, Duration)> {
    let sender = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    let receiver = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    sender.connect(receiver.local_addr()?)?;
    receiver.connect(sender.local_addr()?)?;
    receiver.set_read_timeout(Some(PATIENCE))?;
    let pipe = open_pipe().ok_or_else(io::Error::last_os_error)?;
    // Written to, or all pages would be the same one.
    let payload = vec![1_u8; PAYLOAD];
    let mut arrived = vec![1_u8; PAYLOAD];
    let (mut copied, mut lent) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        sender.send(&payload)?;
        receive(&receiver, &mut arrived)?;
        let between = Instant::now();
        let piece = libc::iovec {
            iov_base: payload.as_ptr().cast_mut().cast(),
            iov_len: PAYLOAD,
        };
        let flags = libc::SPLICE_F_NONBLOCK;
        // SAFETY: the payload is readable, and nobody writes to it.
        let taken = unsafe { libc::vmsplice(pipe.into.as_raw_fd(), &raw const piece, 1, flags) };
        whole(taken)?;
        let (from, to, nowhere) = (pipe.out.as_raw_fd(), sender.as_raw_fd(), ptr::null_mut());
        // SAFETY: no memory but the pipe's pages.
        whole(unsafe { libc::splice(from, nowhere, to, nowhere, PAYLOAD, flags) })?;
        receive(&receiver, &mut arrived)?;
        copied = copied.min(between - started);
        lent = lent.min(between.elapsed());
    }
    Ok((copied, lent))
}

fn receive(receiver: &UdpSocket, into: &mut [u8]) -> io::Result<()> {
    whole(receiver.recv(into)? as isize)
}

/// What a call moved has to be the whole payload.
fn whole(moved: isize) -> io::Result<()> {
    if moved < 0 {
        return Err(io::Error::last_os_error());
    }
    if moved as usize != PAYLOAD {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}
