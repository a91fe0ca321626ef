//! The states of a queue pair and their transitions (IBTA volume 1, 10.3.1).

use core::time::Duration;

use farreach_verbs::{DeviceError, QpState, QpTransition, Retry, Transport};

use super::{Half, Qp};
use crate::config::AdapterConfig;

const MAX_24: u64 = 0xff_ffff;

/// The state to which the transition leads, if state and attributes allow it.
pub(super) fn check(
    qp: &Qp,
    half: Half,
    transition: &QpTransition,
    config: &AdapterConfig,
) -> Result<QpState, DeviceError> {
    let (transport, number, state) = qp.half(half);
    let to = transition.check(transport, (number, state))?;
    if half != Half::Both {
        qp.check_partners(half, transition)?;
    }
    let limits = &config.limits;
    match *transition {
        QpTransition::ToRtr {
            remote_qp,
            expected_psn,
            mtu,
            max_dest_rd_atomic,
            ..
        } => {
            range("remote queue pair number", remote_qp.0, 0, MAX_24)?;
            range("expected PSN", expected_psn, 0, MAX_24)?;
            range("MTU", mtu, 256, u64::from(config.max_mtu))?;
            // Otherwise packets could split words of memory.
            range("remainder of the MTU by 8", mtu % 8, 0, 0)?;
            let most = u64::from(limits.max_rd_atomic);
            range("max_dest_rd_atomic", max_dest_rd_atomic, 0, most)?;
        }
        QpTransition::ToRts {
            psn,
            max_rd_atomic,
            timeout,
            retry,
            rnr_retry,
        } => {
            range("PSN", psn, 0, MAX_24)?;
            if matches!(transport, Transport::Rc | Transport::XrcInitiator) {
                let most = u64::from(limits.max_rd_atomic);
                range("max_rd_atomic", max_rd_atomic, 0, most)?;
                positive("timeout in nanoseconds", timeout)?;
                for retry in [retry, rnr_retry] {
                    if let Retry::For(limit) = retry {
                        positive("retry time in nanoseconds", limit)?;
                    }
                }
            }
        }
        QpTransition::ToInit { .. }
        | QpTransition::ToRtrUd
        | QpTransition::ToSqd
        | QpTransition::ToError
        | QpTransition::ToReset => {}
    }
    Ok(to)
}

/// Checks whether `value` lies in `min..=max`.
pub(crate) fn range(
    what: &'static str,
    value: impl Into<u64>,
    min: u64,
    max: u64,
) -> Result<(), DeviceError> {
    let value = value.into();
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(DeviceError::OutOfRange {
        what,
        value,
        min,
        max,
    })
}

fn positive(what: &'static str, duration: Duration) -> Result<(), DeviceError> {
    let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
    range(what, nanos, 1, u64::MAX)
}
