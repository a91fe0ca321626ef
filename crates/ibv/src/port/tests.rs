//! Tests of the choice of a GID.

use super::*;

const ETHERNET: u8 = value::LINK_LAYER_ETHERNET;

fn gid(address: &str) -> [u8; 16] {
    match address.parse().expect("an address") {
        IpAddr::V4(v4) => v4.to_ipv6_mapped().octets(),
        IpAddr::V6(v6) => v6.octets(),
    }
}

#[test]
fn the_best_gid_is_of_v2_and_global() {
    let any = Wanted::default();
    let of = |address, kind| rank(gid(address), kind, ETHERNET, &any);
    let in_order = [
        of("10.1.2.3", "RoCE v2\n"),
        of("fd00::1", "RoCE v2\n"),
        of("169.254.1.1", "RoCE v2\n"),
        of("fe80::1", "RoCE v2\n"),
        of("10.1.2.3", "IB/RoCE v1\n"),
        of("fe80::1", "IB/RoCE v1\n"),
    ];
    assert!(in_order.is_sorted(), "{in_order:?}");
    assert!(in_order.iter().all(Option::is_some));
    // A kernel that does not tell kinds has one of them.
    assert_eq!(of("10.1.2.3", ""), of("10.1.2.3", "RoCE v2"));
}

#[test]
fn a_wanted_address_excludes_others() {
    let wanted = Wanted {
        gid: Some("10.1.2.3".parse().expect("an address")),
        ..Wanted::default()
    };
    assert_eq!(rank(gid("10.1.2.4"), "RoCE v2", ETHERNET, &wanted), None);
    assert!(rank(gid("10.1.2.3"), "IB/RoCE v1", ETHERNET, &wanted).is_some());
}

#[test]
fn a_partition_is_found_by_its_number_as_full_member_first() {
    let all = [0xffff, 0x0012, 0, 0x8012, 0x8012];
    assert_eq!(place_of(&all, 0x7fff), Some(0));
    assert_eq!(place_of(&all, 0x0012), Some(3));
    assert_eq!(place_of(&all, 0x8012), Some(3));
    assert_eq!(place_of(&all[..2], 0x8012), Some(1));
    assert_eq!(place_of(&all, 0x0013), None);
}

#[test]
fn the_class_of_a_port_is_read_as_drivers_tell_it() {
    assert_eq!(class_in("Global tclass=106\n"), Some(106));
    assert_eq!(class_in("8\n"), Some(8));
    assert_eq!(class_in(""), None);
    assert_eq!(class_in("Global tclass=900"), None);
}
