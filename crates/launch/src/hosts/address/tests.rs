use std::net::IpAddr;

use super::{AddressError, Wanted, choose};
use crate::hosts::facts::{Facts, Interface};

/// A host, from a text such as `a: eth0 10.0.0.1/8, *eth1 192.168.1.1/24 @100`. The star marks the way
/// out, and the last number is the rate.
fn host(text: &str) -> Facts {
    let (name, list) = text.split_once(": ").unwrap();
    let interface = |text: &str| {
        let mut words = text.split_whitespace();
        let (name, address) = (words.next().unwrap(), words.next().unwrap());
        let (ip, prefix) = address.split_once('/').unwrap();
        let rate = words.next().map(|rate| rate.trim_start_matches('@'));
        Interface {
            name: name.trim_start_matches('*').to_owned(),
            ip: ip.parse().unwrap(),
            prefix: prefix.parse().unwrap(),
            megabits: rate.map_or(0, |rate| rate.parse().unwrap()),
            leads_out: name.starts_with('*'),
        }
    };
    Facts {
        host: name.to_owned(),
        pid: 1,
        boot: Some("boot".to_owned()),
        network: Some(name.to_owned()),
        cores: 1,
        interfaces: list.split(", ").map(interface).collect(),
        no_adapter: None,
    }
}

fn chosen(hosts: &[&str], wanted: Option<&str>) -> Result<String, AddressError> {
    let hosts: Vec<Facts> = hosts.iter().map(|text| host(text)).collect();
    let wanted: Option<Wanted> = wanted.map(|text| text.parse().unwrap());
    let found = choose(&hosts.iter().collect::<Vec<_>>(), wanted.as_ref())?;
    let texts = found.unwrap_or_default();
    let texts: Vec<String> = texts.iter().map(IpAddr::to_string).collect();
    Ok(texts.join(" "))
}

#[test]
fn a_network_that_all_share_is_taken() {
    let lo = "lo 127.0.0.1/8";
    let two = [
        &*format!(
            "a: {lo}, docker0 172.17.0.1/16 @10000, eth0 10.0.0.1/24, ib0 10.9.0.1/24 @100000"
        ),
        &*format!(
            "b: {lo}, docker0 172.17.0.1/16 @10000, ib0 10.9.0.2/24 @100000, eth0 10.0.0.2/24"
        ),
    ];
    assert_eq!(
        chosen(&two, None).unwrap(),
        "10.9.0.1 10.9.0.2",
        "the fastest"
    );
    assert_eq!(chosen(&two, Some("eth0")).unwrap(), "10.0.0.1 10.0.0.2");
    assert_eq!(
        chosen(&two, Some("10.0.0.0/8")).unwrap(),
        "10.9.0.1 10.9.0.2"
    );
    assert_eq!(
        chosen(&two, Some("10.0.0.0/16")).unwrap(),
        "10.0.0.1 10.0.0.2"
    );
    assert_eq!(chosen(&two, Some("10.0.0.2")).unwrap(), "10.0.0.1 10.0.0.2");
    // Six bits of the last byte tell the second host's network apart.
    let apart = [
        "a: eth0 10.0.0.1/26, eth1 fd00::1/64",
        "b: eth0 10.0.0.70/26, eth1 fd00::2/64",
    ];
    assert_eq!(chosen(&apart, None).unwrap(), "fd00::1 fd00::2");
}

#[test]
fn one_machine_needs_no_address() {
    let (mut a, mut b) = (host("a: eth0 10.0.0.1/8"), host("b: eth0 10.0.0.1/8"));
    (a.network, b.network) = (Some("one".to_owned()), Some("one".to_owned()));
    assert_eq!(choose(&[&a, &b], None), Ok(None));
    let ip: IpAddr = "10.0.0.1".parse().unwrap();
    let wanted = Wanted::Name("eth0".to_owned());
    assert_eq!(choose(&[&a, &b], Some(&wanted)), Ok(Some(vec![ip, ip])));
}

#[test]
fn routed_hosts_take_the_way_out() {
    let routed = [
        "a: virbr0 192.168.122.1/24 @10000, *eth0 10.1.0.1/24",
        "b: *eth0 10.2.0.1/24, eth1 192.168.7.1/24",
    ];
    assert_eq!(chosen(&routed, None).unwrap(), "10.1.0.1 10.2.0.1");
}

#[test]
fn what_can_not_be_is_refused_with_names() {
    let two = [
        "a: lo 127.0.0.1/8, eth0 10.0.0.1/24",
        "b: lo 127.0.0.1/8, eth1 10.0.0.2/24",
    ];
    for (wanted, told) in [
        (
            "eth0",
            "b has no usable address of interface eth0; it has lo 127.0.0.1/8, eth1 10.0.0.2/24",
        ),
        (
            "192.168.0.0/16",
            "a has no usable address of 192.168.0.0/16",
        ),
        (
            "10.0.0.9",
            "a has no usable address of the network of 10.0.0.9",
        ),
        ("lo", "a has no usable address of interface lo"),
    ] {
        let error = chosen(&two, Some(wanted)).unwrap_err().to_string();
        assert!(
            error.contains(told) && error.contains("FARREACH_INTERFACE"),
            "{error}"
        );
    }
    let local = [
        "a: eth0 10.0.0.1/24",
        "b: eth0 fe80::1/64, eth1 169.254.3.4/16",
    ];
    let error = chosen(&local, None).unwrap_err().to_string();
    assert!(
        error.contains("b has no usable address of its own; it has eth0 fe80::1/64"),
        "{error}"
    );
    let families = ["a: eth0 10.0.0.1/24", "b: eth0 fd00::1/64"];
    let error = chosen(&families, None).unwrap_err().to_string();
    assert!(
        error.contains("no network in common") && error.contains("a has eth0 10.0.0.1/24"),
        "{error}"
    );
}

#[test]
fn an_interface_has_a_name_an_address_or_a_network() {
    assert_eq!("ib0".parse(), Ok(Wanted::Name("ib0".to_owned())));
    let address: IpAddr = "fd00::1".parse().unwrap();
    assert_eq!("fd00::1".parse(), Ok(Wanted::Address(address)));
    assert_eq!("fd00::1/64".parse(), Ok(Wanted::Network(address, 64)));
    for text in [
        "",
        "a b",
        "10.0.0.0/33",
        "eth0/8",
        "10.0.0.0/x",
        "a-name-of-sixteen",
    ] {
        assert!(text.parse::<Wanted>().is_err(), "{text}");
    }
}
