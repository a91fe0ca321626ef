//! Adapters through libibverbs. No other module above `ibv` names its crate.

use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;

use farreach_engine::Reach;
use farreach_ibv::{ArrivalsOf, IbvDevice, OpenError as IbvError, Wanted};
use farreach_node::Memory;
use farreach_verbs::Device;
use thiserror::Error;

use super::{
    Arrivals, Counters, Descriptors, Found, HostDevice, LinkFailure, MemoryFault, OpenError,
    Options,
};
use crate::job::settings::{DeviceChoice, Secure, Settings};

/// An adapter over the memory of a node.
pub(super) type Ibv = IbvDevice<Memory>;

/// What the settings ask for, and adapters don't have.
#[derive(Debug, Error)]
enum Lacking {
    #[error(
        "FARREACH_SECURE={0} asks for guarded datagrams, which adapters don't have; use FARREACH_DEVICE=soft, or FARREACH_SECURE=off or auto"
    )]
    Guard(&'static str),
    #[error(
        "FARREACH_REACH={0} needs XRC, which is not used through libibverbs; use FARREACH_DEVICE=soft, or FARREACH_REACH=rc or rc-msrq"
    )]
    Xrc(Reach),
}

/// Opens the adapter that the settings name.
pub(super) fn open(options: &Options<'_>) -> Result<Ibv, OpenError> {
    let guard = match options.settings.secure {
        Secure::On => Some("on"),
        Secure::Authentic => Some("authentic"),
        Secure::Auto | Secure::Off => None,
    };
    if let Some(guard) = guard {
        return Err(OpenError::new(Lacking::Guard(guard)));
    }
    let reach = options.settings.fabric.reach;
    if reach.is_xrc() {
        return Err(OpenError::new(Lacking::Xrc(reach)));
    }
    IbvDevice::open(&wanted(options.settings)).map_err(OpenError::new)
}

fn wanted(settings: &Settings) -> Wanted {
    let (device, port) = match &settings.device.choice {
        DeviceChoice::Ibv { name, port } => (name.clone(), *port),
        DeviceChoice::Soft => (None, None),
    };
    Wanted {
        device,
        port,
        gid: settings.device.gid,
    }
}

/// Looks for an adapter, by opening it.
pub(super) fn find(settings: &Settings) -> Found {
    let is_chosen = matches!(settings.device.choice, DeviceChoice::Ibv { .. });
    let (is_usable, description) = match Ibv::open(&wanted(settings)) {
        Ok(device) => (true, describe(&device, is_chosen)),
        Err(error @ (IbvError::NoLibrary(_) | IbvError::NoDevice)) => {
            (false, format!("none: {error}"))
        }
        Err(error) => (false, format!("not usable: {error}")),
    };
    Found {
        name: "ibv",
        is_chosen: is_chosen && is_usable,
        description,
    }
}

fn describe(device: &Ibv, is_chosen: bool) -> String {
    let attributes = device.attributes();
    let network = if device.is_ethernet() {
        "RoCE"
    } else {
        "InfiniBand"
    };
    let atomics = if attributes.coherent_atomics {
        "atomics by the adapter"
    } else {
        "atomics by the owner's processor"
    };
    let why = if is_chosen {
        "used between nodes, because FARREACH_DEVICE names it"
    } else {
        "not used; FARREACH_DEVICE=ibv uses it"
    };
    format!(
        "{} port {} ({network}, GID of {}, packets of {} B, {} queue pairs, {atomics}): {why}",
        attributes.name,
        device.port(),
        device.address().ip(),
        attributes.max_mtu,
        attributes.max_qp,
    )
}

impl HostDevice for Ibv {
    fn arrivals(&self) -> Arc<dyn Arrivals> {
        Arc::new(IbvDevice::arrivals(self))
    }

    fn arm(&mut self) -> bool {
        IbvDevice::arm(self)
    }

    fn look_everywhere(&mut self) {
        // Each progress looks at all completion queues.
    }

    fn take_memory_fault(&mut self) -> Option<MemoryFault> {
        // The driver has pinned all memory that it accesses.
        None
    }

    fn take_link_failure(&mut self) -> Option<LinkFailure> {
        None
    }

    fn set_job_key(&mut self, _: [u8; 32]) {
        // The adapter guards nothing by it. Connect messages have a MAC under the key all the same.
    }

    fn counters(&self) -> Counters {
        // What else the adapter counts is of the whole host, not of a process.
        let traffic = self.traffic();
        Counters {
            rc_bytes: traffic.connected,
            ud_bytes: traffic.datagrams,
            ..Counters::default()
        }
    }

    fn kernel_bytes(&self) -> usize {
        0
    }
}

impl Arrivals for ArrivalsOf {
    fn descriptors(&self) -> Box<dyn Descriptors> {
        let events = self.as_fd().try_clone_to_owned();
        Box::new(Channel(events.expect("another descriptor of the channel")))
    }
}

/// The descriptor of the completion channel.
struct Channel(std::os::fd::OwnedFd);

impl Descriptors for Channel {
    fn list(&self) -> Vec<BorrowedFd<'_>> {
        vec![self.0.as_fd()]
    }
}
