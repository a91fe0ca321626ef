//! Socket options, and the trial of segmentation and receive offload.

use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::Duration;

use farreach_forks::Descriptor;
use farreach_verbs::AdapterAddress;

use super::SocketMemory;
use super::name::{Family, Name};

/// Sets the options that every device's socket has.
pub(super) fn prepare(udp: &UdpSocket, family: Family, dscp: u8) -> io::Result<()> {
    if dscp != 0 {
        // The two lower bits of the field are for congestion notification.
        let class = i32::from(dscp) << 2;
        match family {
            Family::V4 => set(udp, libc::IPPROTO_IP, libc::IP_TOS, class)?,
            Family::V6 => set(udp, libc::IPPROTO_IPV6, libc::IPV6_TCLASS, class)?,
        }
    }
    match family {
        // An unconnected socket that may not fragment sends IPv4 packets with identification 0. The
        // ICRC is computed for this value. The kernel's own knowledge of the path is not asked: the
        // device finds out by itself, and a message of ICMP may be forged.
        Family::V4 => set(
            udp,
            libc::IPPROTO_IP,
            libc::IP_MTU_DISCOVER,
            libc::IP_PMTUDISC_PROBE,
        )?,
        Family::V6 => {
            set(
                udp,
                libc::IPPROTO_IPV6,
                libc::IPV6_MTU_DISCOVER,
                libc::IPV6_PMTUDISC_PROBE,
            )?;
            // Foreign adapters send a UDP checksum of 0: the ICRC guards the packet.
            set(udp, libc::IPPROTO_UDP, libc::UDP_NO_CHECK6_RX, 1)?;
        }
    }
    set(udp, libc::SOL_SOCKET, libc::SO_RXQ_OVFL, 1)
}

/// Asks for `bytes` of receive buffer. Returns what was granted, in the kernel's accounting.
pub(super) fn grow_receive_buffer(udp: &UdpSocket, bytes: usize) -> io::Result<usize> {
    let wanted = i32::try_from(bytes).unwrap_or(i32::MAX);
    set(udp, libc::SOL_SOCKET, libc::SO_RCVBUF, wanted)?;
    get(udp, libc::SOL_SOCKET, libc::SO_RCVBUF).map(|granted| granted as usize)
}

/// Turns receive offload on or off.
pub(super) fn coalesce(udp: &UdpSocket, on: bool) -> io::Result<()> {
    set(udp, libc::IPPROTO_UDP, libc::UDP_GRO, i32::from(on))
}

/// Allows or forbids other sockets of this user to bind the address of this socket.
pub(super) fn share_port(udp: &UdpSocket, shared: bool) -> io::Result<()> {
    set(udp, libc::SOL_SOCKET, libc::SO_REUSEPORT, i32::from(shared))
}

/// Binds a socket to the address of another socket, which must share it at the moment.
pub(super) fn bind_shared(address: SocketAddr) -> io::Result<Descriptor<UdpSocket>> {
    let domain = match address {
        SocketAddr::V4(_) => libc::AF_INET,
        SocketAddr::V6(_) => libc::AF_INET6,
    };
    let udp = Descriptor::open(|| {
        // SAFETY: the call takes no pointers.
        let fd = unsafe { libc::socket(domain, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor is open and has no other owner.
        Ok(UdpSocket::from(unsafe { OwnedFd::from_raw_fd(fd) }))
    })?;
    share_port(&udp, true)?;
    let family = match address {
        SocketAddr::V4(_) => Family::V4,
        SocketAddr::V6(_) => Family::V6,
    };
    let name = Name::of(AdapterAddress::from(address), family)
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    // SAFETY: the name is valid for its family's length.
    let result =
        unsafe { libc::bind(udp.as_raw_fd(), (&raw const name).cast(), family.name_len()) };
    if result == 0 {
        Ok(udp)
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Tries segmentation and receive offload between two sockets at `ip`: two datagrams are sent in
/// one call and must arrive in one call. Returns `false` on any error.
pub(super) fn offload_works(ip: IpAddr) -> bool {
    let attempt = || -> io::Result<bool> {
        let sender = UdpSocket::bind((ip, 0))?;
        let receiver = UdpSocket::bind((ip, 0))?;
        set(&sender, libc::IPPROTO_UDP, libc::UDP_SEGMENT, 8)?;
        coalesce(&receiver, true)?;
        // Within one host the send call delivers the datagrams. The timeout only bounds a failure.
        receiver.set_read_timeout(Some(Duration::from_millis(20)))?;
        sender.send_to(&[1; 16], receiver.local_addr()?)?;
        Ok(receiver.recv(&mut [0; 32])? == 16)
    };
    attempt().unwrap_or(false)
}

/// A random number. A seed will not do where it must not come twice.
pub(super) fn random() -> io::Result<u64> {
    let mut number = 0_u64;
    let len = size_of::<u64>();
    // SAFETY: the kernel writes at most `len` bytes, the size of the number.
    let written = unsafe { libc::getrandom((&raw mut number).cast(), len, 0) };
    if written == len as isize {
        Ok(number)
    } else {
        Err(io::Error::last_os_error())
    }
}

/// What the kernel holds for the socket. Zeros if the kernel does not tell.
pub(super) fn memory(udp: &UdpSocket) -> SocketMemory {
    // The order of the words is defined by the kernel: SK_MEMINFO_RMEM_ALLOC, RCVBUF, WMEM_ALLOC,
    // SNDBUF, FWD_ALLOC, WMEM_QUEUED, OPTMEM, BACKLOG, DROPS (linux/sock_diag.h).
    let mut words = [0u32; 9];
    let mut len = size_of_val(&words) as libc::socklen_t;
    // SAFETY: the kernel writes at most `len` bytes to `words`, for which all bit patterns are
    // valid.
    let result = unsafe {
        libc::getsockopt(
            udp.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_MEMINFO,
            words.as_mut_ptr().cast(),
            &raw mut len,
        )
    };
    if result != 0 {
        return SocketMemory::default();
    }
    SocketMemory {
        receive_used: words[0] as usize,
        receive_limit: words[1] as usize,
        // The kernel counts 1 for the socket itself.
        send_used: (words[2] as usize).saturating_sub(1),
        reserved: words[4] as usize + words[6] as usize + words[7] as usize,
        drops: u64::from(words[8]),
    }
}

fn set(udp: &UdpSocket, level: libc::c_int, option: libc::c_int, value: i32) -> io::Result<()> {
    // SAFETY: the option's value is one integer that outlives the call.
    let result = unsafe {
        libc::setsockopt(
            udp.as_raw_fd(),
            level,
            option,
            (&raw const value).cast(),
            size_of::<i32>() as libc::socklen_t,
        )
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

fn get(udp: &UdpSocket, level: libc::c_int, option: libc::c_int) -> io::Result<i32> {
    let mut value = 0i32;
    let mut len = size_of::<i32>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `len` bytes, the size of an integer.
    let result = unsafe {
        libc::getsockopt(
            udp.as_raw_fd(),
            level,
            option,
            (&raw mut value).cast(),
            &raw mut len,
        )
    };
    if result == 0 {
        Ok(value)
    } else {
        Err(io::Error::last_os_error())
    }
}
