//! The software device. No other module above `soft` names its crate.

use std::io;
use std::os::fd::BorrowedFd;
use std::sync::Arc;

use farreach_node::Memory;
use farreach_soft::{LossInjection, PollHandle, PollSet, Protection, SoftConfig, SoftDevice};
use farreach_verbs::{AdapterAddress, Device};

use super::ibv::lacking;
use super::{
    Arrivals, Counters, Descriptors, DeviceFault, FailureKind, Found, HostDevice, LinkFailure,
    OpenError, Options,
};
use crate::job::settings::{DeviceChoice, Secure, Settings};
use crate::job::stats::PathStats;

/// The software device over the memory of a node.
pub(super) type Soft = SoftDevice<Memory>;

/// Opens the device.
pub(super) fn open(options: &Options<'_>) -> Result<Soft, OpenError> {
    let settings = options.settings;
    if is_among_adapters(settings)
        && let Some(lacking) = lacking(settings)
    {
        return Err(OpenError::new(lacking));
    }
    let config = SoftConfig {
        protection: protection(settings, options.job_key),
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

/// What guards datagrams. `None` leaves it to the device: nothing on loopback, and a CRC between hosts.
///
/// Other users of this host see no packets of its loopback interface, and can't send in the name of an address and a port that a
/// process has.
fn protection(settings: &Settings, job_key: Option<[u8; 32]>) -> Option<Protection> {
    match settings.secure {
        // Adapters guard packets by the ICRC alone.
        _ if is_among_adapters(settings) => Some(Protection::Plain),
        Secure::Off => None,
        Secure::Auto if settings.bind.is_loopback() => None,
        Secure::Auto | Secure::Authentic => Some(Protection::Authentic(job_key)),
        Secure::On => Some(Protection::Sealed(job_key)),
    }
}

/// Opens a device as jobs with these settings do, and describes it.
pub(super) fn find(settings: &Settings) -> Found {
    let name = "soft";
    let is_chosen = matches!(
        settings.device.choice,
        DeviceChoice::Soft | DeviceChoice::SoftRoce
    );
    let config = SoftConfig {
        protection: protection(settings, Some([0; 32])),
        ..config(settings, 0)
    };
    match Soft::open(&config) {
        Ok(device) => {
            let attributes = device.attributes();
            let offload = if device.segmentation_offload() {
                "with"
            } else {
                "without"
            };
            let description = format!(
                "software RoCEv2 adapter over UDP at {} (packets of {} B, {offload} segmentation offload, receive buffer of {} B, datagrams {}): \
                 {}",
                settings.bind,
                attributes.max_mtu,
                device.receive_buffer(),
                guarded(&device),
                why(is_chosen, settings),
            );
            Found {
                name,
                is_chosen,
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

/// Whether the device is used, and why.
fn why(is_chosen: bool, settings: &Settings) -> String {
    match (&settings.device.reason, is_chosen) {
        (Some(reason), true) => format!("used between nodes: {reason}"),
        (None, true) => "used between nodes".to_owned(),
        (Some(reason), false) => format!("not used: {reason}"),
        (None, false) => "not used, because FARREACH_DEVICE names another".to_owned(),
    }
}

/// What `farreach info` says of the protection.
fn guarded(device: &Soft) -> &'static str {
    match device.protection() {
        _ if device.is_among_adapters() => "checked by the ICRC, as those of adapters",
        Protection::Plain => "without a check of their payloads, since they stay on this host",
        Protection::Checked => "checked by a CRC, which forgers can compute",
        Protection::Authentic(_) => "authenticated under the job's key",
        Protection::Sealed(_) => "encrypted and authenticated under the job's key",
    }
}

fn config(settings: &Settings, seed: u64) -> SoftConfig {
    SoftConfig {
        mtu: settings.mtu,
        ports: settings.ports,
        dscp: settings.dscp,
        without: settings.device.without,
        ..if is_among_adapters(settings) {
            SoftConfig::among_adapters(settings.bind, seed)
        } else {
            SoftConfig::bound_to((settings.bind, 0).into(), seed)
        }
    }
}

/// Whether processes with adapters of their hosts may be in the job.
fn is_among_adapters(settings: &Settings) -> bool {
    settings.device.choice == DeviceChoice::SoftRoce
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
    fn take_fault(&mut self) -> Option<DeviceFault> {
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

    fn set_job_key(&mut self, key: [u8; 32]) {
        self.set_secret(key);
    }

    fn counters(&self) -> Counters {
        let adapter = SoftDevice::counters(self);
        let link = self.link_counters();
        let paths = self.path_counters();
        Counters {
            rc_bytes: adapter.rc.bytes_sent + adapter.rc.bytes_received,
            ud_bytes: adapter.ud.bytes_sent + adapter.ud.bytes_received,
            retransmitted: adapter.retransmitted,
            dropped: adapter.dropped.total()
                + link.damaged
                + link.forged
                + link.replayed
                + link.injected_losses,
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
fn memory_fault(fault: farreach_soft::MemoryFault) -> DeviceFault {
    DeviceFault {
        description: format!("{fault}: a buffer stays as it is until its transfer is complete"),
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
        Soft::OtherProtection { to, theirs } => LinkFailure {
            to,
            kind: FailureKind::Disagreement,
            explanation: format!(
                "its datagrams are {theirs}, so its FARREACH_SECURE or FARREACH_BIND is not as here; give all processes the same \
                 FARREACH_SECURE"
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
