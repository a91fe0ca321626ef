//! The invariant CRC of RoCEv2 (IBTA volume 1, 7.8 and annex A17).
//!
//! CRC-32 of Ethernet and zlib, sent little-endian, over the bytes that no router changes. Bytes
//! that routers may change count as ones:
//!
//! ```text
//!   ┌─────────┬──────────────────────┬──────────────┬───────────────────┬───────────────────┬─────────┬─────┐
//!   │ 8 bytes │ IPv4 header, 20      │ UDP header   │ BTH               │ extension headers │ payload │ pad │
//!   │ of ff   │ or IPv6 header, 40   │ checksum:    │ byte 4 (FECN,     │                   │         │     │
//!   │         │ IPv4: TOS, TTL,      │ ones         │ BECN, reserved):  │                   │         │     │
//!   │         │   checksum: ones     │              │ ones              │                   │         │     │
//!   │         │ IPv6: class, flow,   │              │                   │                   │         │     │
//!   │         │   hop limit: ones    │              │                   │                   │         │     │
//!   └─────────┴──────────────────────┴──────────────┴───────────────────┴───────────────────┴─────────┴─────┘
//! ```
//!
//! The lengths in the IP and UDP headers count the four bytes of the CRC itself.
//!
//! The IPv4 identification and flags are *not* masked. A UDP socket that is unconnected and asks
//! for path MTU discovery sends identification 0 and don't-fragment, which [`Flow::new`] assumes.
//! The identification of a foreign adapter's packet is not visible to a UDP socket.
//! [`verify_any_identification`] computes it.

use core::net::IpAddr;

use crc32fast::Hasher;
use farreach_verbs::AdapterAddress;

use super::CHECK_LEN;

const IPV4_LEN: usize = 20;
const IPV6_LEN: usize = 40;
const UDP_LEN: usize = 8;
const PROTOCOL_UDP: u8 = 17;
/// The offset in the BTH of FECN, BECN and reserved bits.
const BTH_MASKED: usize = 4;
/// The most bytes of the pseudo header, over IPv6.
const HEAD_MAX: usize = 8 + IPV6_LEN + UDP_LEN;
/// Packets of up to this many bytes are copied behind the pseudo header.
const SHORT: usize = 192;
/// Bytes of the shortest packet: a BTH and the CRC.
const MIN_DATAGRAM: usize = 12 + CHECK_LEN;

/// The don't-fragment bit in the IPv4 word of flags and fragment offset.
pub const DONT_FRAGMENT: u16 = 0x4000;

/// What the CRC covers of the IP and UDP headers, besides the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The sender: address and UDP source port.
    pub source: AdapterAddress,
    /// The receiver: address and UDP destination port. The flow is IPv4 if both addresses are
    /// IPv4-mapped, else IPv6.
    pub destination: AdapterAddress,
    /// The IPv4 identification.
    pub identification: u16,
    /// The IPv4 flags and fragment offset.
    pub flags_fragment: u16,
}

impl Flow {
    /// The flow of packets from Farreach's sockets: identification 0, don't-fragment.
    pub fn new(source: AdapterAddress, destination: AdapterAddress) -> Self {
        Flow {
            source,
            destination,
            identification: 0,
            flags_fragment: DONT_FRAGMENT,
        }
    }

    /// Whether the flow is over IPv4.
    pub fn is_ipv4(&self) -> bool {
        self.source.ip().is_ipv4() && self.destination.ip().is_ipv4()
    }

    /// The longest datagram (UDP payload) that fits into an IP packet of the flow.
    pub fn max_datagram(&self) -> usize {
        let headers = if self.is_ipv4() { IPV4_LEN } else { 0 } + UDP_LEN;
        usize::from(u16::MAX) - headers
    }
}

/// A CRC in progress. The packet is fed piece by piece.
#[derive(Clone, Debug)]
pub struct Icrc {
    hasher: Hasher,
    /// Bytes of the datagram that were fed so far.
    position: usize,
}

impl Icrc {
    /// Starts the CRC of a datagram (UDP payload) of `datagram_len` bytes, including the four bytes
    /// of the CRC.
    ///
    /// # Panics
    /// If the datagram does not fit into an IP packet. See [`Flow::max_datagram`].
    pub fn new(flow: &Flow, datagram_len: usize) -> Self {
        let mut hasher = Hasher::new();
        let mut head = [0; HEAD_MAX];
        let len = pseudo_header(flow, datagram_len, &mut head);
        hasher.update(&head[..len]);
        Icrc {
            hasher,
            position: 0,
        }
    }

    /// Feeds the next bytes of the datagram. The first are those of the BTH.
    pub fn update(&mut self, bytes: &[u8]) {
        match BTH_MASKED.checked_sub(self.position) {
            Some(masked) if masked < bytes.len() => {
                self.hasher.update(&bytes[..masked]);
                self.hasher.update(&[0xff]);
                self.hasher.update(&bytes[masked + 1..]);
            }
            _ => self.hasher.update(bytes),
        }
        self.position += bytes.len();
    }

    /// The CRC. It is sent little-endian.
    pub fn finish(self) -> u32 {
        self.hasher.finalize()
    }
}

/// Writes the pseudo header of a datagram of `datagram_len` bytes. Returns its length.
fn pseudo_header(flow: &Flow, datagram_len: usize, into: &mut [u8; HEAD_MAX]) -> usize {
    let max = flow.max_datagram();
    assert!(
        datagram_len <= max,
        "a datagram of {datagram_len} bytes exceeds {max}"
    );
    let udp_len = (UDP_LEN + datagram_len) as u16;
    *into = [0xff; HEAD_MAX];
    let ip = &mut into[8..];
    let ips = (flow.source.ip(), flow.destination.ip());
    let ip_len = if let (IpAddr::V4(source), IpAddr::V4(destination)) = ips {
        ip[0] = 0x45;
        ip[2..4].copy_from_slice(&(udp_len + IPV4_LEN as u16).to_be_bytes());
        ip[4..6].copy_from_slice(&flow.identification.to_be_bytes());
        ip[6..8].copy_from_slice(&flow.flags_fragment.to_be_bytes());
        ip[9] = PROTOCOL_UDP;
        ip[12..16].copy_from_slice(&source.octets());
        ip[16..20].copy_from_slice(&destination.octets());
        IPV4_LEN
    } else {
        ip[0] = 0x6f;
        ip[4..6].copy_from_slice(&udp_len.to_be_bytes());
        ip[6] = PROTOCOL_UDP;
        ip[8..24].copy_from_slice(&flow.source.gid);
        ip[24..40].copy_from_slice(&flow.destination.gid);
        IPV6_LEN
    };
    let udp = &mut ip[ip_len..][..UDP_LEN];
    udp[0..2].copy_from_slice(&flow.source.port.to_be_bytes());
    udp[2..4].copy_from_slice(&flow.destination.port.to_be_bytes());
    udp[4..6].copy_from_slice(&udp_len.to_be_bytes());
    8 + ip_len + UDP_LEN
}

/// The CRC of a packet. `parts` are its bytes from the BTH to the pad.
pub fn icrc(flow: &Flow, parts: &[&[u8]]) -> u32 {
    let len: usize = parts.iter().map(|part| part.len()).sum();
    if (BTH_MASKED + 1..=SHORT).contains(&len) {
        return icrc_short(flow, parts, len);
    }
    let mut icrc = Icrc::new(flow, len + CHECK_LEN);
    for part in parts {
        icrc.update(part);
    }
    icrc.finish()
}

/// The CRC of a short packet. The parts are joined first: the CRC of one piece takes a third of the
/// time of six pieces.
fn icrc_short(flow: &Flow, parts: &[&[u8]], len: usize) -> u32 {
    let mut whole = [0; HEAD_MAX + SHORT];
    let (head, _) = whole
        .split_first_chunk_mut()
        .expect("longer than the headers");
    let start = pseudo_header(flow, len + CHECK_LEN, head);
    let mut end = start;
    for part in parts {
        whole[end..end + part.len()].copy_from_slice(part);
        end += part.len();
    }
    whole[start + BTH_MASKED] = 0xff;
    crc32fast::hash(&whole[..end])
}

/// Whether `datagram`, a whole packet, ends with the right CRC.
pub fn verify(flow: &Flow, datagram: &[u8]) -> bool {
    difference(flow, datagram) == Some(0)
}

/// The IPv4 identification with which `datagram`, a whole packet, ends with the right CRC, if there
/// is one. 0 over IPv6.
///
/// The CRC is linear, so the contribution of an identification other than `flow`'s can be computed.
/// The difference of the CRCs, run backwards over the bytes that follow the identification, must
/// have no other bits than the 16 of the identification. 16 of the CRC's 32 bits of protection
/// remain.
pub fn verify_any_identification(flow: &Flow, datagram: &[u8]) -> Option<u16> {
    let difference = difference(flow, datagram)?;
    if !flow.is_ipv4() {
        return (difference == 0).then_some(0);
    }
    // The identification and all covered bytes after it.
    let behind = IPV4_LEN - 4 + UDP_LEN + datagram.len() - CHECK_LEN;
    let bits = crc_backwards(difference, behind as u32);
    let [first, second, 0, 0] = bits.to_le_bytes() else {
        return None;
    };
    Some(flow.identification ^ u16::from_be_bytes([first, second]))
}

/// The CRC of `datagram` XOR the CRC that it carries. `None` if it can't be a packet.
fn difference(flow: &Flow, datagram: &[u8]) -> Option<u32> {
    if datagram.len() < MIN_DATAGRAM || datagram.len() > flow.max_datagram() {
        return None;
    }
    let (body, check) = datagram.split_last_chunk::<CHECK_LEN>()?;
    Some(icrc(flow, &[body]) ^ u32::from_le_bytes(*check))
}

/// The value of the CRC register before `bytes` zero bytes were shifted through it.
///
/// Multiplies by x⁻¹ to the power of 8 · `bytes` modulo the polynomial, by repeated squaring.
fn crc_backwards(register: u32, bytes: u32) -> u32 {
    // The register is bit-reversed: the top bit is the coefficient of x⁰. A multiplication by x
    // shifts right. A multiplication by x⁻¹ shifts left, and adds the polynomial if x⁰ was shifted
    // out.
    const ONE: u32 = 0x8000_0000;
    const X_INVERSE: u32 = POLYNOMIAL << 1 | 1;
    let mut power = X_INVERSE;
    let mut exponent = bytes * 8;
    let mut result = ONE;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, power);
        }
        power = multiply(power, power);
        exponent >>= 1;
    }
    multiply(register, result)
}

/// The CRC-32 polynomial, bit-reversed.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// The product of two polynomials modulo [`POLYNOMIAL`], all bit-reversed.
fn multiply(a: u32, b: u32) -> u32 {
    let mut product = 0;
    let mut b = b;
    for bit in (0..32).rev() {
        if a >> bit & 1 == 1 {
            product ^= b;
        }
        b = if b & 1 == 1 {
            (b >> 1) ^ POLYNOMIAL
        } else {
            b >> 1
        };
    }
    product
}
