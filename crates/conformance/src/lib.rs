//! The conformance suite that every device must pass, and parts for other tests of devices.
//!
//! ```text
//!   cases::<H>() ──▶ Case { name, run } ──▶ H::new(n) ──▶ n devices on one network
//!                                             drive(until) ── time passes, packets move
//! ```
//!
//! A device's tests implement [`Harness`] and call [`run_all`]. [`VecMemory`] is memory that any
//! device can register. [`VecNode`] is an XRC domain over such memory. [`hooks`] watch a device or
//! make it fail. No product code depends on this crate.

mod datagrams;
mod errors;
mod extended;
mod fixture;
pub mod hooks;
mod messages;
mod objects;
mod remote;

use std::panic::{AssertUnwindSafe, catch_unwind};

use farreach_verbs::{Device, XrcDomain};

pub use self::fixture::{BASE, End, Ends, Options, Receives, Service, connected, connected_with};
pub use farreach_sim::{VecDomain, VecMemory, VecNode};

/// Devices that can reach each other, and their time.
pub trait Harness: Sized {
    /// The device under test.
    type Device: Device;

    /// A harness with `devices` new devices.
    fn new(devices: usize) -> Self;

    /// The devices.
    fn devices(&mut self) -> &mut [Self::Device];

    /// An XRC domain that `devices` share, as if each device belonged to a process of one node.
    /// Returns what each device opens, in their order. Each process has at least 64 KiB of memory
    /// in the domain, whose file they share. Only called if [`farreach_verbs::Attributes::xrc`].
    fn domain(&mut self, devices: &[usize]) -> Vec<DomainOf<Self>>;

    /// Lets time pass and packets flow until `until` returns true. Calls `until` at once, and then
    /// after each step.
    ///
    /// # Panics
    /// If this takes unreasonably long.
    fn drive(&mut self, until: &mut dyn FnMut(&mut [Self::Device]) -> bool);
}

/// An XRC domain for a harness's devices.
pub type DomainOf<H> = Box<dyn XrcDomain<<<H as Harness>::Device as Device>::Memory>>;

/// One case of the suite.
#[derive(Clone, Copy)]
pub struct Case<H> {
    /// The property that the case checks.
    pub name: &'static str,
    /// The number of devices that the case needs.
    pub devices: usize,
    /// Runs the case. Panics if the device does not conform.
    pub run: fn(&mut H),
}

/// All cases.
pub fn cases<H: Harness>() -> Vec<Case<H>> {
    let mut cases = objects::cases();
    cases.extend(messages::cases());
    cases.extend(remote::cases());
    cases.extend(errors::cases());
    cases.extend(datagrams::cases());
    cases.extend(extended::cases());
    cases
}

/// Runs every case, each on new devices.
///
/// # Panics
/// If a case fails. The message names all failed cases.
pub fn run_all<H: Harness>() {
    let failed: Vec<_> = cases::<H>()
        .iter()
        .filter(|case| {
            let run = || (case.run)(&mut H::new(case.devices));
            let has_failed = catch_unwind(AssertUnwindSafe(run)).is_err();
            println!(
                "{}: {}",
                case.name,
                if has_failed { "FAILED" } else { "ok" }
            );
            has_failed
        })
        .map(|case| case.name)
        .collect();
    assert!(failed.is_empty(), "these cases failed: {failed:?}");
}
