//! The conformance suite, over the virtual network.

use farreach_conformance::hooks::{Fault, Trace};
use farreach_conformance::{cases, run_all};

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
