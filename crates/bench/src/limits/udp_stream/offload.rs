//! UDP segmentation offload and receive coalescing, Linux's udp(7), which no safe library sets.

#![allow(unsafe_code)]

use std::io;
use std::net::UdpSocket;
use std::os::fd::AsRawFd;

use anyhow::{Context, Result};

/// Makes the kernel cut what is sent into datagrams of `bytes` bytes.
pub(super) fn segment(socket: &UdpSocket, bytes: usize) -> Result<()> {
    let bytes = i32::try_from(bytes).context("a datagram's bytes")?;
    set(socket, libc::UDP_SEGMENT, bytes).context("UDP_SEGMENT")
}

/// Makes one call receive equal datagrams that arrive together.
pub(super) fn coalesce(socket: &UdpSocket) -> Result<()> {
    set(socket, libc::UDP_GRO, 1).context("UDP_GRO")
}

fn set(socket: &UdpSocket, option: i32, value: i32) -> io::Result<()> {
    let len = size_of_val(&value) as libc::socklen_t;
    // SAFETY: the option's value is an int, which outlives the call.
    let result = unsafe {
        libc::setsockopt(
            socket.as_raw_fd(),
            libc::SOL_UDP,
            option,
            (&raw const value).cast(),
            len,
        )
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
