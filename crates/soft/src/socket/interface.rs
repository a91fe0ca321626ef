//! The interface that has an address: its name and its MTU.

use std::ffi::CStr;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ptr;

/// Assumed if no interface has the address: Ethernet's MTU.
const DEFAULT_MTU: u32 = 1500;

/// The addresses of loopback that are used: 127.0.0.1 and those that follow.
const LOOPBACK_MOST: u8 = 254;

/// Linux's MTU of loopback.
const LOOPBACK_MTU: u32 = 65536;

/// The most bytes of an IP packet on the interface that has `ip`.
pub(super) fn mtu_of(ip: IpAddr) -> u32 {
    let mtu = name_of(ip)
        .and_then(|name| fs::read_to_string(format!("/sys/class/net/{name}/mtu")).ok())
        .and_then(|text| text.trim().parse().ok());
    let fallback = if ip.is_loopback() {
        LOOPBACK_MTU
    } else {
        DEFAULT_MTU
    };
    // RFC 791 requires every IP network to carry 576 bytes.
    mtu.unwrap_or(fallback).max(576)
}

/// The name of the interface that has `ip`.
pub(super) fn name_of(ip: IpAddr) -> Option<String> {
    if ip.is_loopback() {
        // Each address of 127.0.0.0/8 belongs to the loopback interface, though the interface lists
        // one.
        return Some("lo".to_owned());
    }
    let all = list();
    let found = all.into_iter().find(|(address, _)| *address == ip);
    found.map(|(_, name)| name)
}

/// The addresses of the interface that has `ip`, of the same IP version. Of loopback's many the first [`LOOPBACK_MOST`]. Link-local
/// addresses are left out.
pub(super) fn addresses_beside(ip: IpAddr) -> Vec<IpAddr> {
    if let IpAddr::V4(v4) = ip
        && v4.is_loopback()
    {
        let numbers = 1..=LOOPBACK_MOST;
        return numbers
            .map(|n| Ipv4Addr::new(127, 0, 0, n).into())
            .collect();
    }
    let all = list();
    let own = all.iter().find(|(address, _)| *address == ip);
    let Some((_, interface)) = own else {
        return vec![ip];
    };
    let beside = all.iter().filter(|(_, name)| name == interface);
    let usable = beside.map(|(address, _)| *address).filter(|address| {
        let is_local = matches!(address, IpAddr::V6(v6) if v6.is_unicast_link_local());
        address.is_ipv4() == ip.is_ipv4() && !is_local
    });
    usable.collect()
}

/// The addresses of this host, and the interface of each.
fn list() -> Vec<(IpAddr, String)> {
    let mut list: *mut libc::ifaddrs = ptr::null_mut();
    // SAFETY: the call makes a list and stores its head in `list`, or fails.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut next = list;
    while !next.is_null() {
        // SAFETY: a non-null node of the list, which is freed below.
        let node = unsafe { &*next };
        if let Some(address) = address_of(node) {
            // SAFETY: each node's name is a C string.
            let bytes = unsafe { CStr::from_ptr(node.ifa_name) };
            found.push((address, bytes.to_string_lossy().into_owned()));
        }
        next = node.ifa_next;
    }
    // SAFETY: the list that `getifaddrs` made, freed once.
    unsafe { libc::freeifaddrs(list) };
    found
}

fn address_of(node: &libc::ifaddrs) -> Option<IpAddr> {
    if node.ifa_addr.is_null() {
        return None;
    }
    // SAFETY: a non-null socket name starts with its family.
    match i32::from(unsafe { (*node.ifa_addr).sa_family }) {
        libc::AF_INET => {
            // SAFETY: the family says that it is this structure, which may be unaligned.
            let v4 = unsafe { node.ifa_addr.cast::<libc::sockaddr_in>().read_unaligned() };
            Some(Ipv4Addr::from(v4.sin_addr.s_addr.to_ne_bytes()).into())
        }
        libc::AF_INET6 => {
            // SAFETY: the family says that it is this structure, which may be unaligned.
            let v6 = unsafe { node.ifa_addr.cast::<libc::sockaddr_in6>().read_unaligned() };
            Some(Ipv6Addr::from(v6.sin6_addr.s6_addr).into())
        }
        _ => None,
    }
}
