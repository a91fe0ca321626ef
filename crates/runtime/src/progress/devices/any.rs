//! Whichever device the process has opened.

use std::sync::Arc;

use farreach_node::{DeviceTag, Memory};
use farreach_verbs::{Device, forward_device};

use super::agreement::{DeviceKind, tag};
use super::ibv::Ibv;
use super::soft::Soft;
#[cfg(test)]
use super::wire::Wire;
use super::{Arrivals, Counters, DeviceFault, HostDevice, LinkFailure};
use crate::job::settings::Executor;

/// One of the devices that there are. The engine is compiled for this type, so a post and a poll cost a branch on the variant
/// at most, and nothing where there is one variant.
#[expect(
    clippy::large_enum_variant,
    reason = "a process has few devices, and a box would cost each call a load"
)]
pub(crate) enum AnyDevice {
    /// The software device.
    Soft(Soft),
    /// An adapter of the host.
    Ibv(Ibv),
    /// The device of the runtime's own tests.
    #[cfg(test)]
    Wire(Wire),
}

/// Evaluates `call` with the variant's own device.
macro_rules! on_device {
    ($any:expr, $device:ident => $call:expr) => {
        match $any {
            AnyDevice::Soft($device) => $call,
            AnyDevice::Ibv($device) => $call,
            #[cfg(test)]
            AnyDevice::Wire($device) => $call,
        }
    };
}

impl AnyDevice {
    /// What other processes compare with theirs before they connect.
    pub(crate) fn tag(&self, atomics: Executor) -> DeviceTag {
        let kind = match self {
            AnyDevice::Soft(soft) if soft.is_among_adapters() => DeviceKind::SoftRoce,
            AnyDevice::Soft(_) => DeviceKind::Soft,
            AnyDevice::Ibv(_) => DeviceKind::Adapter,
            #[cfg(test)]
            AnyDevice::Wire(_) => DeviceKind::Soft,
        };
        tag(kind, &self.attributes(), atomics)
    }
}

impl Device for AnyDevice {
    type Memory = Memory;

    forward_device! {
        on_device!:
        attributes, address, progress, next_deadline, path_mtu, create_pd, register,
        deregister, watch, hear_changes, create_cq, destroy_cq, create_srq, destroy_srq, open_xrc_domain,
        create_xrc_srq, create_qp, modify_qp, qp_state, silent_for, destroy_qp, post_send,
        post_recv, post_srq_recv, poll_cq, footprint,
    }
}

impl HostDevice for AnyDevice {
    #[inline]
    fn arrivals(&self) -> Arc<dyn Arrivals> {
        on_device!(self, device => HostDevice::arrivals(device))
    }

    #[inline]
    fn arm(&mut self) -> bool {
        on_device!(self, device => HostDevice::arm(device))
    }

    #[inline]
    fn look_everywhere(&mut self) {
        on_device!(self, device => HostDevice::look_everywhere(device));
    }

    #[inline]
    fn take_fault(&mut self) -> Option<DeviceFault> {
        on_device!(self, device => HostDevice::take_fault(device))
    }

    #[inline]
    fn take_link_failure(&mut self) -> Option<LinkFailure> {
        on_device!(self, device => HostDevice::take_link_failure(device))
    }

    fn set_job_key(&mut self, key: [u8; 32]) {
        on_device!(self, device => HostDevice::set_job_key(device, key));
    }

    #[inline]
    fn counters(&self) -> Counters {
        on_device!(self, device => HostDevice::counters(device))
    }

    #[inline]
    fn kernel_bytes(&self) -> usize {
        on_device!(self, device => HostDevice::kernel_bytes(device))
    }
}
