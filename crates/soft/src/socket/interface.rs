//! The interface that has an address: its name and its MTU.

use std::ffi::CStr;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ptr;

/// Assumed if no interface has the address: Ethernet's MTU.
const DEFAULT_MTU: u32 = 1500;

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
    let mut list: *mut libc::ifaddrs = ptr::null_mut();
    // SAFETY: the call makes a list and stores its head in `list`, or fails.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return None;
    }
    let mut name = None;
    let mut next = list;
    while !next.is_null() {
        // SAFETY: a non-null node of the list, which is freed below.
        let node = unsafe { &*next };
        if address_of(node) == Some(ip) {
            // SAFETY: each node's name is a C string.
            let bytes = unsafe { CStr::from_ptr(node.ifa_name) };
            name = Some(bytes.to_string_lossy().into_owned());
            break;
        }
        next = node.ifa_next;
    }
    // SAFETY: the list that `getifaddrs` made, freed once.
    unsafe { libc::freeifaddrs(list) };
    name
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
