//! Ethernet, IP and UDP headers around a RoCEv2 datagram: decoded from captured frames, encoded for
//! frames that other programs read.

use std::fmt::Write;
use std::net::IpAddr;

use farreach_roce::wire::icrc::Flow;
use farreach_verbs::AdapterAddress;

const ETHERNET_LEN: usize = 14;
const UDP_LEN: usize = 8;
const ETHERTYPE_IPV4: u16 = 0x0800;
const ETHERTYPE_IPV6: u16 = 0x86dd;

/// A decoded frame.
pub(crate) struct Frame<'a> {
    pub(crate) flow: Flow,
    /// The whole IP packet.
    pub(crate) ip: &'a [u8],
    /// The UDP payload.
    pub(crate) datagram: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Decodes a well-formed Ethernet frame.
    pub(crate) fn dissect(ethernet: &'a [u8]) -> Frame<'a> {
        let ip = &ethernet[ETHERNET_LEN..];
        let (ip_len, source, destination) = match be16(ethernet, 12) {
            ETHERTYPE_IPV4 => (20, IpAddr::from(at::<4>(ip, 12)), at::<4>(ip, 16).into()),
            ETHERTYPE_IPV6 => (40, IpAddr::from(at::<16>(ip, 8)), at::<16>(ip, 24).into()),
            other => panic!("EtherType {other:#06x} is not IP"),
        };
        let udp = &ip[ip_len..];
        let udp_len = usize::from(be16(udp, 4));
        let mut flow = Flow::new(
            address(source, be16(udp, 0)),
            address(destination, be16(udp, 2)),
        );
        if flow.is_ipv4() {
            flow.identification = be16(ip, 4);
            flow.flags_fragment = be16(ip, 6);
        }
        Frame {
            flow,
            ip: &ip[..ip_len + udp_len],
            datagram: &udp[UDP_LEN..udp_len],
        }
    }
}

/// An Ethernet frame around `datagram`, with the IP and UDP headers of `flow`. `mutable` sets the
/// fields that routers may change, such as type of service.
pub(crate) fn build(flow: &Flow, mutable: u8, datagram: &[u8]) -> Vec<u8> {
    let mut frame = vec![2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2];
    let udp_len = (UDP_LEN + datagram.len()) as u16;
    if let (IpAddr::V4(source), IpAddr::V4(destination)) = (flow.source.ip(), flow.destination.ip())
    {
        frame.extend(ETHERTYPE_IPV4.to_be_bytes());
        let mut header = vec![0x45, mutable];
        header.extend((20 + udp_len).to_be_bytes());
        header.extend(flow.identification.to_be_bytes());
        header.extend(flow.flags_fragment.to_be_bytes());
        header.extend([mutable, 17, 0, 0]);
        header.extend(source.octets());
        header.extend(destination.octets());
        let checksum = internet_checksum(&header).to_be_bytes();
        header[10..12].copy_from_slice(&checksum);
        frame.extend(header);
    } else {
        frame.extend(ETHERTYPE_IPV6.to_be_bytes());
        frame.extend([0x60 | mutable >> 4, mutable, mutable, mutable]);
        frame.extend(udp_len.to_be_bytes());
        frame.extend([17, mutable]);
        frame.extend(flow.source.gid);
        frame.extend(flow.destination.gid);
    }
    frame.extend(flow.source.port.to_be_bytes());
    frame.extend(flow.destination.port.to_be_bytes());
    frame.extend(udp_len.to_be_bytes());
    frame.extend([0, 0]);
    frame.extend(datagram);
    frame
}

/// An adapter's address.
pub(crate) fn address(ip: IpAddr, port: u16) -> AdapterAddress {
    std::net::SocketAddr::new(ip, port).into()
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("strings grow");
        text
    })
}

/// Hexadecimal digits as bytes.
pub(crate) fn unhex(digits: &str) -> Vec<u8> {
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal digits"))
        .collect()
}

fn internet_checksum(header: &[u8]) -> u16 {
    let words = header.chunks_exact(2).map(|word| u32::from(be16(word, 0)));
    let sum: u32 = words.sum();
    !(((sum >> 16) + (sum & 0xffff)) as u16)
}

fn be16(bytes: &[u8], offset: usize) -> u16 {
    u16::from_be_bytes(at(bytes, offset))
}

fn at<const N: usize>(bytes: &[u8], offset: usize) -> [u8; N] {
    bytes[offset..offset + N].try_into().unwrap()
}
