//! The software device. No other module above `soft` names its crate.

use std::io;
use std::os::fd::BorrowedFd;
use std::sync::Arc;

use farreach_node::Memory;
use farreach_soft::{LossInjection, PollHandle, PollSet, Protection, SoftConfig, SoftDevice};
use farreach_verbs::{AdapterAddress, Device};
use thiserror::Error;

use super::{
    Arrivals, Counters, Descriptors, FailureKind, Found, HostDevice, LinkFailure, MemoryFault,
    OpenError, Options,
};
use crate::job::settings::Settings;
use crate::job::stats::PathStats;

/// The software device over the memory of a node.
pub(super) type Soft = SoftDevice<Memory>;

/// Opens the device.
pub(super) fn open(options: &Options<'_>) -> Result<Soft, OpenError> {
    let settings = options.settings;
    let protection = match (settings.secure, options.job_key) {
        (false, _) => None,
        (true, Some(key)) => Some(Protection::Sealed(key)),
        (true, None) => return Err(OpenError::new(NoKey)),
    };
    let config = SoftConfig {
        protection,
        min_timeout: options.min_timeout,
        connected_sockets: if options.has_own_core {
            SoftConfig::CONNECTED_SOCKETS
        } else {
            0
        },
        loss: (settings.loss > 0.0).then_some(LossInjection {
            probability: settings.loss,
            seed: options.seed.wrapping_add(1),
        }),
        ..config(settings, options.seed)
    };
    SoftDevice::open(&config).map_err(OpenError::new)
}

/// Datagrams can't be sealed, since the job's key comes later than the device.
#[derive(Debug, Error)]
#[error(
    "FARREACH_SECURE=on needs the job's key at the start, which this launcher does not give: start the job by farreach run"
)]
struct NoKey;

/// Opens a device as jobs with these settings do, and describes it.
pub(super) fn find(settings: &Settings) -> Found {
    let name = "soft";
    match Soft::open(&config(settings, 0)) {
        Ok(device) => {
            let attributes = device.attributes();
            let offload = if device.segmentation_offload() {
                "with"
            } else {
                "without"
            };
            let description = format!(
                "software RoCEv2 adapter over UDP at {} (packets of {} B, {offload} segmentation offload, receive buffer of {} B): \
                 used between nodes, because it is the only device of this version",
                settings.bind,
                attributes.max_mtu,
                device.receive_buffer(),
            );
            Found {
                name,
                is_chosen: true,
                description,
            }
        }
        Err(error) => Found {
            name,
            is_chosen: false,
            description: format!("not usable: {error}"),
        },
    }
}

fn config(settings: &Settings, seed: u64) -> SoftConfig {
    SoftConfig {
        mtu: settings.mtu,
        ports: settings.ports,
        dscp: settings.dscp,
        ..SoftConfig::bound_to((settings.bind, 0).into(), seed)
    }
}

impl HostDevice for Soft {
    fn arrivals(&self) -> Arc<dyn Arrivals> {
        Arc::new(self.poll_handle())
    }

    fn arm(&mut self) -> bool {
        // The sockets need no arming: the kernel makes them readable whenever a datagram has come.
        self.sleep_until_packet()
    }

    #[inline]
    fn look_everywhere(&mut self) {
        SoftDevice::look_everywhere(self);
    }

    #[inline]
    fn take_memory_fault(&mut self) -> Option<MemoryFault> {
        SoftDevice::take_memory_fault(self).map(memory_fault)
    }

    #[inline]
    fn take_link_failure(&mut self) -> Option<LinkFailure> {
        let failure = SoftDevice::take_link_failure(self)?;
        let (own, interface) = (self.address(), self.interface());
        Some(link_failure(
            &failure,
            self.attributes().max_mtu,
            own,
            &interface,
        ))
    }

    fn counters(&self) -> Counters {
        let adapter = SoftDevice::counters(self);
        let link = self.link_counters();
        let paths = self.path_counters();
        Counters {
            rc_bytes: adapter.rc.bytes_sent + adapter.rc.bytes_received,
            ud_bytes: adapter.ud.bytes_sent + adapter.ud.bytes_received,
            retransmitted: adapter.retransmitted,
            dropped: adapter.dropped.total() + link.injected_losses,
            unsent: link.send_failures,
            paths: PathStats {
                known: self.known_paths().count() as u64,
                least: self.known_paths().map(|(_, payload)| payload).min(),
                narrow: paths.narrow,
                narrowed: paths.narrowed,
            },
        }
    }

    fn kernel_bytes(&self) -> usize {
        self.socket_bytes()
    }
}

impl Arrivals for PollHandle {
    fn descriptors(&self) -> Box<dyn Descriptors> {
        Box::new(self.sockets())
    }
}

impl Descriptors for PollSet {
    fn list(&self) -> Vec<BorrowedFd<'_>> {
        self.fds().collect()
    }
}

#[cold]
fn memory_fault(fault: farreach_soft::MemoryFault) -> MemoryFault {
    MemoryFault {
        description: fault.to_string(),
    }
}

/// Full packets have up to `mtu` bytes of payload.
#[cold]
fn link_failure(
    failure: &farreach_soft::LinkFailure,
    mtu: u32,
    own: AdapterAddress,
    interface: &str,
) -> LinkFailure {
    use farreach_soft::LinkFailure as Soft;
    match *failure {
        Soft::PacketTooLarge { to, bytes } => LinkFailure {
            to,
            kind: FailureKind::Unsent { bytes: Some(bytes) },
            explanation: format!(
                "the path carries no packet of this size; set FARREACH_MTU, the payload of a full packet (now {mtu} bytes), well \
                 below it"
            ),
        },
        Soft::NoAnswer { to } => LinkFailure {
            to,
            kind: FailureKind::Unanswered,
            explanation: format!(
                "datagrams leave by {interface} from {own}; see whether a firewall on either host lets UDP through between these \
                 ports (FARREACH_PORTS sets them), whether {interface} leads to that host (FARREACH_INTERFACE), and whether that process \
                 is stopped"
            ),
        },
        Soft::OtherFamily { to } => LinkFailure {
            to,
            kind: FailureKind::Unsent { bytes: None },
            explanation: "the address is of the other IP version; set FARREACH_BIND to addresses of one version on all nodes"
                .into(),
        },
        Soft::Refused { to, code } => LinkFailure {
            to,
            kind: FailureKind::Unsent { bytes: None },
            explanation: format!(
                "{}; look whether a firewall, or a route that is missing, keeps UDP packets from that address",
                io::Error::from_raw_os_error(code)
            ),
        },
    }
}
