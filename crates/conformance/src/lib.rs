//! What every device must do, as tests, and what tests of devices are made of.
//!
//! ```text
//!   cases::<H>() ──▶ Case { name, run } ──▶ H::new(n) ──▶ n devices on one network
//!                                             drive(until) ── time passes, packets move
//! ```
//!
//! A device's own tests implement [`Harness`] and call [`run_all`]. [`VecMemory`] is memory that any device can register,
//! [`VecNode`] is an XRC domain over it, and [`hooks`] watch a device or make it fail. No product code depends on this crate.

mod datagrams;
mod domain;
mod errors;
mod extended;
mod fixture;
pub mod hooks;
mod memory;
mod messages;
mod objects;
mod remote;

use std::panic::{AssertUnwindSafe, catch_unwind};

use farreach_verbs::{Device, XrcDomain};

pub use self::domain::{VecDomain, VecNode};
pub use self::fixture::{BASE, End, Ends, Options, Receives, Service, connected, connected_with};
pub use self::memory::{VecMemory, apply};

/// Some devices that reach each other, and the passing of time.
pub trait Harness: Sized {
    /// The device under test.
    type Device: Device;

    /// So many fresh devices.
    fn new(devices: usize) -> Self;

    /// The devices.
    fn devices(&mut self) -> &mut [Self::Device];

    /// An XRC domain that these devices share, as if each belonged to a process of one node: what each of them opens, in their
    /// order. Each process has at least 64 KiB of memory in it. Only asked for if [`farreach_verbs::Attributes::xrc`].
    fn domain(&mut self, devices: &[usize]) -> Vec<DomainOf<Self>>;

    /// Lets time pass and packets flow until `until` says so; it is asked at once and then after each step.
    ///
    /// # Panics
    /// If that takes unreasonably long.
    fn drive(&mut self, until: &mut dyn FnMut(&mut [Self::Device]) -> bool);
}

/// A domain for a harness's devices.
pub type DomainOf<H> = Box<dyn XrcDomain<<<H as Harness>::Device as Device>::Memory>>;

/// One case of the suite.
#[derive(Clone, Copy)]
pub struct Case<H> {
    /// What it shows.
    pub name: &'static str,
    /// How many devices it needs.
    pub devices: usize,
    /// Runs it; panics if the device does not conform.
    pub run: fn(&mut H),
}

/// Every case.
pub fn cases<H: Harness>() -> Vec<Case<H>> {
    let mut cases = objects::cases();
    cases.extend(messages::cases());
    cases.extend(remote::cases());
    cases.extend(errors::cases());
    cases.extend(datagrams::cases());
    cases.extend(extended::cases());
    cases
}

/// Runs every case on devices of its own.
///
/// # Panics
/// If one fails, with the names of all that did.
pub fn run_all<H: Harness>() {
    let failed: Vec<_> = cases::<H>()
        .iter()
        .filter(|case| {
            let run = || (case.run)(&mut H::new(case.devices));
            catch_unwind(AssertUnwindSafe(run)).is_err()
        })
        .map(|case| case.name)
        .collect();
    assert!(failed.is_empty(), "these cases failed: {failed:?}");
}
