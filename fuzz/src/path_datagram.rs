//! Any datagrams of path discovery, one after the other, while a path is searched.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use farreach_roce::path::{Message, PathConfig, Paths};
use farreach_verbs::{AdapterAddress, Time};

const BASE: u32 = 1200;
const TOP: u32 = 8960;

/// Hands `bytes` to the table of paths of an adapter. Each datagram begins with two bytes that give
/// its length, little-endian.
///
/// # Panics
/// If an invariant of `farreach_roce::path` does not hold.
pub fn path_datagram(bytes: &[u8]) {
    let host = |last| AdapterAddress::from(SocketAddr::from((Ipv4Addr::new(10, 0, 0, last), 7)));
    let (own, other) = (host(1), host(2));
    let mut paths = Paths::new(PathConfig {
        own,
        base: BASE,
        top: TOP,
        seed: 7,
    });
    let mut now = Time::ZERO;
    let mut rest = bytes;
    while let Some((len, behind)) = rest.split_first_chunk() {
        let len = usize::from(u16::from_le_bytes(*len)).min(behind.len());
        let (datagram, behind) = behind.split_at(len);
        rest = behind;
        let limit = paths.limit(now, other);
        assert!(limit.is_none_or(|limit| (BASE..=TOP).contains(&limit)));
        if let Some(message) = Message::parse(datagram) {
            let mut again = vec![0; message.len()];
            message.emit(&mut again);
            assert_eq!(again[..16], datagram[..16]);
            assert_eq!(again.len(), datagram.len());
        }
        if let Some(whole) = paths.take_datagram(now, other, datagram) {
            assert!(!whole.is_empty());
        }
        while let Some((to, message)) = paths.poll_transmit() {
            assert_eq!(to, other);
            assert!(message.len() <= TOP as usize);
        }
        now = now + Duration::from_millis(17);
        paths.handle_timeout(now);
        paths.doubt(now, other);
    }
}
