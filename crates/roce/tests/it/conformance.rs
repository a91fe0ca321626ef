//! The conformance suite, over the virtual network.

use farreach_conformance::hooks::{Fault, Trace};
use farreach_conformance::{DomainOf, Harness, cases, run_all};
use farreach_roce::AdapterConfig;
use farreach_verbs::Abilities;

use crate::net::{Faults, Net};

/// A network of adapters that share no segments, so that XRC is the standard's.
struct Apart(Net);

impl Harness for Apart {
    type Device = <Net as Harness>::Device;

    fn new(devices: usize) -> Self {
        let configure = |config| AdapterConfig {
            without: Abilities::SHARED_SEGMENTS,
            ..config
        };
        Apart(Net::configured(devices, 1, Faults::default(), configure))
    }

    fn devices(&mut self) -> &mut [Self::Device] {
        self.0.devices()
    }

    fn domain(&mut self, devices: &[usize]) -> Vec<DomainOf<Self>> {
        self.0.domain(devices)
    }

    fn drive(&mut self, until: &mut dyn FnMut(&mut [Self::Device]) -> bool) {
        self.0.drive(until);
    }
}

#[test]
fn the_adapter_conforms() {
    assert!(cases::<Net>().len() > 30);
    run_all::<Net>();
}

#[test]
fn it_conforms_inside_hooks_that_pass_everything() {
    run_all::<Net<(Trace, Fault)>>();
}

#[test]
fn it_conforms_without_shared_segments() {
    run_all::<Apart>();
}
