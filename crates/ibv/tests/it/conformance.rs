//! The conformance suite, over an adapter of this host.

use std::time::{Duration, Instant};

use farreach_conformance::{DomainOf, Harness, run_all};
use farreach_ibv::{IbvDevice, OpenError, Wanted};
use farreach_node::{Arena, ArenaDomain, ArenaLayout, Memory};
use farreach_verbs::{Device, Time};

/// Longer than any case takes on an emulated machine. Only a hang takes longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Several openings of one adapter.
struct Adapters {
    devices: Vec<IbvDevice<Memory>>,
    start: Instant,
}

impl Harness for Adapters {
    type Device = IbvDevice<Memory>;

    fn new(devices: usize) -> Self {
        let open = |_| IbvDevice::open(&Wanted::default()).expect("the adapter opens again");
        Adapters {
            devices: (0..devices).map(open).collect(),
            start: Instant::now(),
        }
    }

    fn devices(&mut self) -> &mut [Self::Device] {
        &mut self.devices
    }

    fn domain(&mut self, devices: &[usize]) -> Vec<DomainOf<Self>> {
        let layout = ArenaLayout {
            internal_bytes: 64 << 10,
            ..ArenaLayout::block(devices.len() as u32, 1, 0, 0)
        };
        let arena = Arena::create(layout).expect("address space");
        (0..devices.len() as u32)
            .map(|own| -> DomainOf<Self> { Box::new(ArenaDomain::open(&arena, own, 1)) })
            .collect()
    }

    fn drive(&mut self, until: &mut dyn FnMut(&mut [Self::Device]) -> bool) {
        let deadline = self.start + PATIENCE;
        while !until(&mut self.devices) {
            assert!(Instant::now() < deadline, "not done in {PATIENCE:?}");
            let now = Time(self.start.elapsed().as_nanos() as u64);
            for device in &mut self.devices {
                device.progress(now);
            }
            // On an emulated machine a thread that polls keeps the driver's threads from their core.
            std::thread::yield_now();
        }
    }
}

#[test]
fn an_adapter_of_this_host_conforms() {
    match IbvDevice::<Memory>::open(&Wanted::default()) {
        Ok(device) => {
            let attributes = device.attributes();
            let xrc = if attributes.xrc { "with" } else { "without" };
            eprintln!("adapter {}, {xrc} XRC", attributes.name);
        }
        Err(error @ (OpenError::NoLibrary(_) | OpenError::NoDevice)) => {
            eprintln!("{error}: the device was NOT TESTED");
            return;
        }
        Err(error) => panic!("{error}"),
    }
    run_all::<Adapters>();
}
