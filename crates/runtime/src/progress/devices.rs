//! The devices of this machine, and the one that is used.
//!
//! ```text
//!   Network, helper, statistics ──▶ HostDevice (host.rs) ◀── implemented by ── AnyDevice (any.rs) ──▶ soft.rs, ibv.rs ──▶ farreach_soft, farreach_ibv
//!   engine ───────────────────────▶ verbs::Device        ◀─────────────────────────┘
//! ```
//!
//! `AnyDevice` is an enum with a variant for each kind of device, so post and poll have no dynamic dispatch.
//!
//! A new device is a file beside `soft.rs`, which opens the device, implements `HostDevice` for it and alone names its crate, and a
//! variant of `AnyDevice`.

mod agreement;
mod any;
mod host;
mod ibv;
mod soft;
#[cfg(test)]
pub(crate) mod wire;

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use farreach_engine::Peers;
pub use farreach_node::{
    Adapter, AdapterGid, AdapterPort, LOCKED_LEAST, adapters, locked_most, no_adapter,
};
use farreach_node::{probe_attach, yama_scope};

use crate::job::settings::{DeviceChoice, Settings};

pub(crate) use agreement::{disagreement, go_together};
pub(crate) use any::AnyDevice;
pub(crate) use host::{
    Arrivals, Counters, Descriptors, DeviceFault, FailureKind, HostDevice, LinkFailure,
};

/// A device that was found or looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The device's name.
    pub name: &'static str,
    /// Whether jobs with these settings use it.
    pub is_chosen: bool,
    /// What it is, and why it is used or not.
    pub description: String,
}

/// Why the device that the settings choose can't do what else they ask for. `None` if it can, and if it is not decided.
pub fn refusal(settings: &Settings) -> Option<String> {
    match settings.device.choice {
        DeviceChoice::Soft | DeviceChoice::Auto => None,
        DeviceChoice::SoftRoce | DeviceChoice::Mixed | DeviceChoice::Ibv { .. } => {
            ibv::refusal(settings)
        }
    }
}

/// Looks for devices, by opening them. What only a job knows, the devices of other hosts, is left out.
pub fn find(settings: &Settings) -> Vec<Found> {
    let settings = decide(settings.clone(), no_adapter);
    vec![
        soft::find(&settings),
        ibv::find(&settings),
        shared_memory(),
        attach(),
    ]
}

/// Whether buffers of a program stay registered with the adapter of this host, and why not, in words. `None` if no adapter can be opened.
pub fn kept_buffers(settings: &Settings) -> Option<(bool, String)> {
    ibv::kept_buffers(settings)
}

fn shared_memory() -> Found {
    Found {
        name: "shm",
        is_chosen: true,
        description: "the node's shared memory: used between processes of a node, because it is the shortest way"
            .into(),
    }
}

/// Cross-memory attach, which reads the private memory of the node's processes.
pub fn attach() -> Found {
    let probed = probe_attach();
    let description = match (&probed, yama_scope()) {
        (Err(error), _) => format!(
            "not used: process_vm_readv: {error}; long messages of a node are sent in pieces through shared memory"
        ),
        (Ok(()), Some(scope @ 1..)) => format!(
            "cross-memory attach, for long messages of a node: used where Yama permits (ptrace_scope is {scope}; each process lets its agent's descendants attach)"
        ),
        (Ok(()), _) => "cross-memory attach, for long messages of a node: used where the kernel permits it between two processes"
            .into(),
    };
    Found {
        name: "attach",
        is_chosen: probed.is_ok(),
        description,
    }
}

/// What a device is opened with.
pub(crate) struct Options<'a> {
    pub(crate) settings: &'a Settings,
    /// The device's random draws come from it.
    pub(crate) seed: u64,
    /// The secret of the job, if it is known.
    pub(crate) job_key: Option<[u8; 32]>,
    /// The least time that an acknowledgement may take before its packets are sent again.
    pub(crate) min_timeout: Duration,
    /// Whether this process has a core for itself.
    pub(crate) has_own_core: bool,
}

/// Replaces [`DeviceChoice::Auto`] by the device that it stands for, and keeps the reason. `no_adapter` says why the job can't use
/// adapters. All processes of a job decide alike, since their settings are the same and the launcher tells all the same.
pub(crate) fn decide(
    mut settings: Settings,
    no_adapter: impl FnOnce() -> Option<String>,
) -> Settings {
    match settings.device.choice {
        DeviceChoice::Auto => {}
        DeviceChoice::Mixed => return decide_alone(settings),
        _ => return settings,
    }
    let refusal = ibv::refusal(&settings).or_else(no_adapter);
    let (choice, reason) = match refusal {
        Some(refusal) => (
            DeviceChoice::Soft,
            format!("FARREACH_DEVICE=auto uses no adapter: {refusal}"),
        ),
        None => (
            DeviceChoice::Ibv {
                name: None,
                port: None,
            },
            "FARREACH_DEVICE=auto uses an adapter, since each host has one".to_owned(),
        ),
    };
    settings.device.choice = choice;
    settings.device.reason = Some(reason);
    settings
}

/// Replaces [`DeviceChoice::Mixed`] by the device that this process uses.
fn decide_alone(mut settings: Settings) -> Settings {
    let (choice, reason) = match no_adapter() {
        Some(none) => (
            DeviceChoice::SoftRoce,
            format!("FARREACH_DEVICE=mixed uses no adapter here: {none}"),
        ),
        None => (
            DeviceChoice::Ibv {
                name: None,
                port: None,
            },
            "FARREACH_DEVICE=mixed uses an adapter, since this host has one".to_owned(),
        ),
    };
    settings.device.choice = choice;
    settings.device.reason = Some(reason);
    settings
}

/// Whether processes with other devices may be in the job.
pub(crate) fn peers(settings: &Settings) -> Peers {
    match settings.device.choice {
        DeviceChoice::Soft | DeviceChoice::Auto => Peers::Alike,
        DeviceChoice::SoftRoce | DeviceChoice::Ibv { .. } | DeviceChoice::Mixed => Peers::Mixed,
    }
}

/// Opens the device that the settings choose.
pub(crate) fn open(options: &Options<'_>) -> Result<AnyDevice, OpenError> {
    Ok(match options.settings.device.choice {
        // Nobody has decided: the process is alone.
        DeviceChoice::Soft | DeviceChoice::SoftRoce | DeviceChoice::Auto | DeviceChoice::Mixed => {
            AnyDevice::Soft(soft::open(options)?)
        }
        DeviceChoice::Ibv { .. } => AnyDevice::Ibv(ibv::open(options)?),
    })
}

/// Why a device could not be opened, in the words of the device.
#[derive(Debug)]
pub struct OpenError(Box<dyn Error + Send + Sync>);

impl OpenError {
    fn new(source: impl Error + Send + Sync + 'static) -> OpenError {
        OpenError(Box::new(source))
    }
}

impl Display for OpenError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

#[cfg(test)]
mod tests;
