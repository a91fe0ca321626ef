//! The suite of the device contract, over the virtual network.

use farreach_verbs::conformance::{cases, run_all};

use crate::net::Net;

#[test]
fn the_adapter_conforms() {
    assert!(cases::<Net>().len() > 30);
    run_all::<Net>();
}
