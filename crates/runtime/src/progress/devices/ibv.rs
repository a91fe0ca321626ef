//! Adapters through libibverbs. No other module above `ibv` names its crate.

use std::os::fd::BorrowedFd;
use std::sync::Arc;

use farreach_engine::Reach;
use farreach_ibv::{ArrivalsOf, IbvDevice, OpenError as IbvError, Wanted};
use farreach_node::Memory;
use farreach_verbs::Device;
use thiserror::Error;

use super::{
    Arrivals, Counters, Descriptors, DeviceFault, FailureKind, Found, HostDevice, LinkFailure,
    OpenError, Options,
};
use crate::job::settings::{DeviceChoice, Executor, Secure, Settings};

/// An adapter over the memory of a node.
pub(super) type Ibv = IbvDevice<Memory>;

/// What the settings ask for, and adapters don't have.
#[derive(Debug, Error)]
pub(super) enum Lacking {
    #[error(
        "FARREACH_SECURE={0} asks for guarded datagrams, which adapters don't have; use FARREACH_DEVICE=soft, or FARREACH_SECURE=off or auto"
    )]
    Guard(&'static str),
    #[error(
        "FARREACH_REACH={0} needs XRC, which adapters are asked for with FARREACH_DEVICE=ibv only; use FARREACH_DEVICE=ibv or soft, or FARREACH_REACH=rc or rc-msrq"
    )]
    Xrc(Reach),
    #[error(
        "FARREACH_REACH={reach} needs XRC, which the adapter {adapter} lacks; use FARREACH_DEVICE=soft, or FARREACH_REACH=rc or rc-msrq"
    )]
    XrcOf { reach: Reach, adapter: &'static str },
    #[error(
        "{reason}, but this process can't open it: {source}; FARREACH_DEVICE=soft does without adapters"
    )]
    Chosen { reason: String, source: IbvError },
}

/// Opens the adapter that the settings name.
pub(super) fn open(options: &Options<'_>) -> Result<Ibv, OpenError> {
    if let Some(lacking) = lacking(options.settings) {
        return Err(OpenError::new(lacking));
    }
    let opened: Result<Ibv, IbvError> = IbvDevice::open(&wanted(options.settings));
    if let Some(lacking) = opened
        .as_ref()
        .ok()
        .and_then(|device| lacking_of(device, options.settings))
    {
        return Err(OpenError::new(lacking));
    }
    opened.map_err(|source| match &options.settings.device.reason {
        Some(reason) => OpenError::new(Lacking::Chosen {
            reason: reason.clone(),
            source,
        }),
        None => OpenError::new(source),
    })
}

/// Why adapters can't do what the settings ask for.
pub(super) fn refusal(settings: &Settings) -> Option<String> {
    let lacking = lacking(settings).or_else(|| {
        // Whether an adapter has XRC is known when it is open.
        let is_asked = settings.fabric.reach.is_xrc();
        let device = is_asked.then(|| IbvDevice::open(&wanted(settings)));
        let device: Ibv = device?.ok()?;
        lacking_of(&device, settings)
    });
    Some(lacking?.to_string())
}

/// What the settings ask for, and this adapter does not have.
fn lacking_of(device: &Ibv, settings: &Settings) -> Option<Lacking> {
    let (reach, attributes) = (settings.fabric.reach, device.attributes());
    let adapter = attributes.name;
    (reach.is_xrc() && !attributes.xrc).then_some(Lacking::XrcOf { reach, adapter })
}

/// Why adapters, and whoever speaks to them, can't do what the settings ask for.
pub(super) fn lacking(settings: &Settings) -> Option<Lacking> {
    let reach = settings.fabric.reach;
    match settings.secure {
        Secure::On => Some(Lacking::Guard("on")),
        Secure::Authentic => Some(Lacking::Guard("authentic")),
        Secure::Auto | Secure::Off => {
            // An adapter that is named tells itself, when it is open, whether it has XRC.
            let is_named = matches!(settings.device.choice, DeviceChoice::Ibv { .. });
            (reach.is_xrc() && !is_named).then_some(Lacking::Xrc(reach))
        }
    }
}

fn wanted(settings: &Settings) -> Wanted {
    let (device, port) = match &settings.device.choice {
        DeviceChoice::Ibv { name, port } => (name.clone(), *port),
        DeviceChoice::Soft | DeviceChoice::SoftRoce | DeviceChoice::Auto | DeviceChoice::Mixed => {
            (None, None)
        }
    };
    Wanted {
        device,
        port,
        gid: settings.device.gid,
        partition: settings.device.partition,
        service_level: settings.device.service_level,
        traffic_class: settings.device.traffic_class,
        // The processes of a node share an XRC domain, which is one adapter's.
        is_near: !settings.fabric.reach.is_xrc(),
    }
}

/// Looks for an adapter, by opening it.
pub(super) fn find(settings: &Settings) -> Found {
    let is_chosen = matches!(settings.device.choice, DeviceChoice::Ibv { .. });
    let (is_usable, description) = match Ibv::open(&wanted(settings)) {
        Ok(mut device) => (true, describe(&mut device, is_chosen, settings)),
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

fn describe(device: &mut Ibv, is_chosen: bool, settings: &Settings) -> String {
    let attributes = device.attributes();
    let network = if device.is_ethernet() {
        "RoCE"
    } else {
        "InfiniBand"
    };
    let atomics = match settings.device.atomics {
        _ if attributes.coherent_atomics => "atomics by the adapter",
        Executor::Owner => "atomics by the owner's processor",
        Executor::Adapter => "atomics by the adapter, because FARREACH_ATOMICS says so",
    };
    let why = match (&settings.device.reason, is_chosen) {
        (Some(reason), true) => format!("used between nodes if all hosts have one: {reason}"),
        (None, true) => "used between nodes, because FARREACH_DEVICE names it".to_owned(),
        (Some(reason), false) => format!("not used: {reason}"),
        (None, false) => "not used; FARREACH_DEVICE=ibv or auto uses it".to_owned(),
    };
    let (_, buffers) = keeps_buffers(device, settings);
    format!(
        "{} port {} ({network}, {}, packets of {} B, {} queue pairs, {}, {atomics}; {buffers}): {why}",
        attributes.name,
        device.port(),
        device.gid_choice(),
        attributes.max_mtu,
        attributes.max_qp,
        if attributes.xrc { "XRC" } else { "no XRC" },
    )
}

/// Whether buffers of the program stay registered with this adapter, and why not, in words. `None` if no adapter can be opened.
pub(super) fn kept_buffers(settings: &Settings) -> Option<(bool, String)> {
    let mut device = Ibv::open(&wanted(settings)).ok()?;
    Some(keeps_buffers(&mut device, settings))
}

fn keeps_buffers(device: &mut Ibv, settings: &Settings) -> (bool, String) {
    match (settings.device.kept_bytes, device.blindness()) {
        (0, _) => {
            let text = "buffers are registered for each operation, because FARREACH_KEEP_REGISTERED=0 says so";
            (false, text.to_owned())
        }
        (kept, None) => {
            let most = kept.div_ceil(1 << 20);
            (true, format!("up to {most} MiB of buffers stay registered"))
        }
        (_, Some(reason)) => {
            let text = format!("buffers are registered for each operation: {reason}");
            (false, text)
        }
    }
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

    fn take_fault(&mut self) -> Option<DeviceFault> {
        // Memory can't be gone, since the driver has pinned what it accesses.
        let loss = self.take_loss()?;
        Some(DeviceFault {
            description: format!("{}: {loss}", self.attributes().name),
        })
    }

    fn take_link_failure(&mut self) -> Option<LinkFailure> {
        let notice = self.take_notice()?;
        Some(LinkFailure {
            to: self.address(),
            kind: FailureKind::Changed,
            explanation: format!("{}: {notice}", self.attributes().name),
        })
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
        Box::new(self.clone())
    }
}

impl Descriptors for ArrivalsOf {
    fn list(&self) -> Vec<BorrowedFd<'_>> {
        self.fds().to_vec()
    }
}
