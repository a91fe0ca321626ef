//! The suite of the device contract, over the virtual network.

use farreach_verbs::conformance::{cases, run_all};
use farreach_verbs::hooks::{Fault, Trace};

use crate::net::Net;

#[test]
fn the_adapter_conforms() {
    assert!(cases::<Net>().len() > 30);
    run_all::<Net>();
}

#[test]
fn it_conforms_inside_hooks_that_pass_everything() {
    run_all::<Net<(Trace, Fault)>>();
}
