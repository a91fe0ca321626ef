//! Attributes and statuses in the forms of the contract and of libibverbs.

use std::ffi::{c_int, c_uint};
use std::time::Duration;

use farreach_verbs::{Access, CompletionStatus, DeviceError, QpState, Retry};

use crate::ffi::value;

/// The longest exponent of a timeout that still notices a lost peer within two seconds: 4.096 µs · 2^16 is 268 ms, which is
/// waited seven times.
const TIMEOUT_MOST: u8 = 16;
/// The least exponent that is used: 1 ms.
const TIMEOUT_LEAST: u8 = 8;
/// The most retries toward a silent peer. The field has room for 7, which Soft-RoCE takes for forever.
const RETRIES_MOST: u8 = 6;
/// What means forever toward a peer without receives, by the standard.
const FOREVER: u8 = 7;
/// A longer time than this is forever.
const LONG: Duration = Duration::from_hours(1);

/// The waits for a peer without receives, in units of 10 µs, by code from 1 on (IBTA volume 1, table 45).
const RNR_TIMERS: [u32; 31] = [
    1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048,
    3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
];

/// The access flags of a region or queue pair.
pub(crate) fn access_flags(access: Access) -> c_uint {
    [
        (Access::LOCAL_WRITE, value::ACCESS_LOCAL_WRITE),
        (Access::REMOTE_WRITE, value::ACCESS_REMOTE_WRITE),
        (Access::REMOTE_READ, value::ACCESS_REMOTE_READ),
        (Access::REMOTE_ATOMIC, value::ACCESS_REMOTE_ATOMIC),
    ]
    .into_iter()
    .filter(|(one, _)| access.intersects(*one))
    .fold(0, |all, (_, flag)| all | flag)
}

/// The code of a payload of a full packet. `None` if it is not a standard one.
pub(crate) fn mtu_code(mtu: u32) -> Option<c_int> {
    (1..=5).find(|code| 128 << code == mtu)
}

/// The code of a wait for a peer without receives, rounded up.
pub(crate) fn rnr_timer_code(wait: Duration) -> u8 {
    let units = wait.as_micros().div_ceil(10);
    let code = RNR_TIMERS
        .iter()
        .position(|&timer| u128::from(timer) >= units);
    code.map_or(31, |code| code as u8 + 1)
}

/// The exponent of a timeout and the number of retries.
pub(crate) fn timeout_codes(timeout: Duration, retry: Retry) -> (u8, u8) {
    let exponent = |time: Duration| {
        let fits = |&exponent: &u8| Duration::from_nanos(4096 << exponent) >= time;
        (TIMEOUT_LEAST..TIMEOUT_MOST)
            .find(fits)
            .unwrap_or(TIMEOUT_MOST)
    };
    match retry {
        Retry::Count(count) => (exponent(timeout), count.min(RETRIES_MOST)),
        Retry::For(time) => (exponent(time / u32::from(RETRIES_MOST)), RETRIES_MOST),
    }
}

/// The number of retries toward a peer without receives.
pub(crate) fn rnr_retries(retry: Retry) -> u8 {
    match retry {
        Retry::Count(count) => count.min(RETRIES_MOST),
        Retry::For(time) if time < LONG => RETRIES_MOST,
        Retry::For(_) => FOREVER,
    }
}

pub(crate) fn status(status: c_int) -> CompletionStatus {
    match status {
        value::WC_SUCCESS => CompletionStatus::Success,
        value::WC_LOC_LEN_ERR => CompletionStatus::LocalLength,
        value::WC_LOC_QP_OP_ERR => CompletionStatus::LocalQpOperation,
        value::WC_LOC_PROT_ERR => CompletionStatus::LocalProtection,
        value::WC_WR_FLUSH_ERR => CompletionStatus::Flushed,
        value::WC_REM_INV_REQ_ERR => CompletionStatus::RemoteInvalidRequest,
        value::WC_REM_ACCESS_ERR => CompletionStatus::RemoteAccess,
        value::WC_RETRY_EXC_ERR => CompletionStatus::RetryExceeded,
        value::WC_RNR_RETRY_EXC_ERR => CompletionStatus::RnrRetryExceeded,
        // What is left of the standard's statuses, and those of drivers: the peer, or what is between, has failed.
        _ => CompletionStatus::RemoteOperation,
    }
}

pub(crate) fn state(state: c_int) -> QpState {
    match state {
        value::QPS_RESET => QpState::Reset,
        value::QPS_INIT => QpState::Init,
        value::QPS_RTR => QpState::Rtr,
        value::QPS_RTS => QpState::Rts,
        _ => QpState::Error,
    }
}

/// The driver's refusal, by its error number.
#[cold]
pub(crate) fn refusal(what: &'static str, code: c_int) -> DeviceError {
    DeviceError::Driver {
        what,
        code: code.abs(),
    }
}

/// The refusal by the error number of this thread.
#[cold]
pub(crate) fn last_refusal(what: &'static str) -> DeviceError {
    let code = std::io::Error::last_os_error().raw_os_error();
    refusal(what, code.unwrap_or_default())
}

#[cfg(test)]
mod tests;
