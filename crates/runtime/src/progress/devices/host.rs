//! What a process needs of a device beside the verbs: to sleep until something arrives, and to learn what went wrong below the verbs.

use std::os::fd::BorrowedFd;
use std::sync::Arc;

use farreach_node::Memory;
use farreach_verbs::{AdapterAddress, Device};

use crate::job::stats::PathStats;

/// A device as a process uses it.
///
/// [`Device`] has the verbs. Its [`address`](Device::address) is the one under which the node's directory lists this process.
/// This trait has what only an operating system gives, so that the crates below need no descriptor and no error number.
///
/// A sleep goes like this. Step 1 has the device's lock, steps 2 and 3 don't:
///
/// 1. [`arm`](HostDevice::arm); if something has arrived already, no sleep follows.
/// 2. [`Arrivals::descriptors`], anew for each sleep.
/// 3. `poll` until a descriptor is readable, or until [`Device::next_deadline`].
/// 4. [`Device::progress`], which takes what has arrived.
pub(crate) trait HostDevice: Device<Memory = Memory> {
    /// What threads without the device's lock sleep on. It stays valid, though silent, when the device is gone.
    fn arrivals(&self) -> Arc<dyn Arrivals>;

    /// Prepares one sleep: what arrives from here on makes a descriptor of [`arrivals`](HostDevice::arrivals) readable, until
    /// [`Device::progress`] takes it. Returns whether something has arrived already.
    ///
    /// Data of peers that has been written to registered memory counts as an arrival, since waits for memory rely on it. Several threads
    /// may sleep after one call each. If one of them takes what has arrived, the others may sleep on.
    fn arm(&mut self) -> bool;

    /// The next [`Device::progress`] looks wherever something can have arrived, also where that is unlikely.
    fn look_everywhere(&mut self);

    /// Takes the first fault since the last call: registered memory that is gone, or a part of the device. What needs it never ends.
    fn take_fault(&mut self) -> Option<DeviceFault>;

    /// Takes the first packet since the last call that could not be sent. Connected queue pairs send it again.
    fn take_link_failure(&mut self) -> Option<LinkFailure>;

    /// Sets the job's key, which was not known when the device was opened. Without the key a device whose packets need it sends and
    /// takes nothing.
    fn set_job_key(&mut self, key: [u8; 32]);

    /// What has happened since the device was opened.
    fn counters(&self) -> Counters;

    /// The bytes that the operating system holds for the device at this moment.
    fn kernel_bytes(&self) -> usize;
}

/// The place where a thread learns, without the device's lock, that something has arrived.
pub(crate) trait Arrivals: Send + Sync {
    /// The descriptors to sleep on, as they are now. A descriptor also becomes readable when there are others to sleep on.
    /// Nobody but the device reads from them.
    fn descriptors(&self) -> Box<dyn Descriptors>;
}

/// The descriptors of one sleep, which stay open as long as this value lives.
pub(crate) trait Descriptors {
    /// Each of them; any may become readable.
    fn list(&self) -> Vec<BorrowedFd<'_>>;
}

/// Registered memory that is no memory of the process, or a part of the device that is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeviceFault {
    /// What is gone, what that means, and what the user can do.
    pub(crate) description: String,
}

/// A packet that could not be sent, or an address that does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinkFailure {
    /// Where to.
    pub(crate) to: AdapterAddress,
    pub(crate) kind: FailureKind,
    /// Why, and what the user can do.
    pub(crate) explanation: String,
}

/// What a link fails in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// A packet could not be sent. It has its length, where that is the reason.
    Unsent { bytes: Option<usize> },
    /// Nothing ever came from there.
    Unanswered,
    /// The link of this process has changed. The address is this process's own.
    Changed,
    /// What comes from there is protected in another way, and is not taken.
    Disagreement,
}

/// What has happened since a device was opened. Numbers only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    /// Bytes sent and received by connected queue pairs, with headers.
    pub(crate) rc_bytes: u64,
    /// Bytes sent and received in datagrams, with headers.
    pub(crate) ud_bytes: u64,
    /// Packets sent again.
    pub(crate) retransmitted: u64,
    /// Packets that were dropped on arrival: damaged, forged, replayed, or by injected loss.
    pub(crate) dropped: u64,
    /// Packets that could not be sent.
    pub(crate) unsent: u64,
    /// What the paths to other hosts carry.
    pub(crate) paths: PathStats,
}
