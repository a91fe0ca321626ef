//! The conformance suite, over real sockets.

use std::marker::PhantomData;
use std::time::Instant;

use farreach_conformance::{DomainOf, Harness, run_all};
use farreach_node::Memory;
use farreach_soft::{Offload, Protection, SoftConfig, SoftDevice};
use farreach_verbs::Device;

use crate::node::{PATIENCE, node_of, now};

/// The way in which the devices of a run are made.
trait Kind {
    fn change(config: &mut SoftConfig);
}

/// Devices on loopback, driven by the test's thread.
struct Loopback<K> {
    devices: Vec<SoftDevice<Memory>>,
    kind: PhantomData<K>,
}

impl<K: Kind> Harness for Loopback<K> {
    type Device = SoftDevice<Memory>;

    fn new(devices: usize) -> Self {
        let open = |index| {
            let mut config = SoftConfig::loopback(1000 + index as u64);
            K::change(&mut config);
            SoftDevice::open(&config).expect("loopback has free ports")
        };
        Loopback {
            devices: (0..devices).map(open).collect(),
            kind: PhantomData,
        }
    }

    fn devices(&mut self) -> &mut [Self::Device] {
        &mut self.devices
    }

    fn domain(&mut self, devices: &[usize]) -> Vec<DomainOf<Self>> {
        let addresses = devices.iter().map(|&device| self.devices[device].address());
        node_of(addresses.collect())
            .into_iter()
            .map(|domain| -> DomainOf<Self> { Box::new(domain) })
            .collect()
    }

    fn drive(&mut self, until: &mut dyn FnMut(&mut [Self::Device]) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !until(&mut self.devices) {
            assert!(Instant::now() < deadline, "not done in {PATIENCE:?}");
            for device in &mut self.devices {
                device.progress(now());
            }
        }
    }
}

struct Default;

impl Kind for Default {
    fn change(_: &mut SoftConfig) {}
}

struct SmallPackets;

impl Kind for SmallPackets {
    fn change(config: &mut SoftConfig) {
        config.mtu = Some(1024);
        config.offload = Offload::Off;
    }
}

struct Checked;

impl Kind for Checked {
    fn change(config: &mut SoftConfig) {
        config.mtu = Some(1408);
        config.protection = Some(Protection::Checked);
    }
}

struct Sealed;

impl Kind for Sealed {
    fn change(config: &mut SoftConfig) {
        config.mtu = Some(8192);
        config.protection = Some(Protection::Sealed(Some([3; 32])));
    }
}

struct Authentic;

impl Kind for Authentic {
    fn change(config: &mut SoftConfig) {
        config.mtu = Some(1400);
        config.protection = Some(Protection::Authentic(Some([3; 32])));
    }
}

#[test]
fn the_device_conforms_with_checked_datagrams() {
    run_all::<Loopback<Checked>>();
}

#[test]
fn the_device_conforms_with_authentic_datagrams() {
    run_all::<Loopback<Authentic>>();
}

#[test]
fn the_device_conforms_with_sealed_datagrams() {
    run_all::<Loopback<Sealed>>();
}

#[test]
fn the_device_conforms() {
    run_all::<Loopback<Default>>();
}

#[test]
fn the_device_conforms_with_small_packets_and_without_offload() {
    run_all::<Loopback<SmallPackets>>();
}
