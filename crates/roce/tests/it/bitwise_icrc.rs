//! A second implementation of the invariant CRC, written from the specification's rules. It shares
//! no code with the first. It takes the IP packet from the wire, overwrites what routers may
//! change, and divides bit by bit.

/// The CRC of a RoCEv2 packet with its IP header. The last four bytes, which are the carried CRC,
/// are not covered.
pub(crate) fn bitwise_icrc(ip_packet: &[u8]) -> u32 {
    let mut packet = ip_packet[..ip_packet.len() - 4].to_vec();
    // IBTA annex A17: the fields that are replaced by ones.
    let udp = match packet[0] >> 4 {
        4 => {
            packet[1] = 0xff; // type of service
            packet[8] = 0xff; // time to live
            packet[10..12].fill(0xff); // header checksum
            20
        }
        6 => {
            packet[0] |= 0x0f; // traffic class
            packet[1..4].fill(0xff); // rest of it, flow label
            packet[7] = 0xff; // hop limit
            40
        }
        version => panic!("IP version {version}"),
    };
    packet[udp + 6..udp + 8].fill(0xff); // UDP checksum
    packet[udp + 8 + 4] = 0xff; // BTH: FECN, BECN, reserved

    // 64 bits of ones take the place of InfiniBand's local route header.
    let mut covered = vec![0xff; 8];
    covered.extend(packet);
    crc32(&covered)
}

/// CRC-32 by long division: the register starts with ones, bytes enter lowest bit first, the result
/// is inverted. The register is in transmission order, highest power first.
fn crc32(bytes: &[u8]) -> u32 {
    const GENERATOR: u32 = 0x04c1_1db7;
    let mut register = u32::MAX;
    for byte in bytes {
        for bit in 0..8 {
            let feedback = (register >> 31) ^ u32::from(byte >> bit & 1);
            register <<= 1;
            if feedback == 1 {
                register ^= GENERATOR;
            }
        }
    }
    (!register).reverse_bits()
}

#[test]
fn crc32_has_the_published_check_value() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
}
