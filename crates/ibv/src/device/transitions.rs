//! The states of queue pairs.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_verbs::{
    Access, DeviceError, MappedMemory, PacketCheck, QpNumber, QpState, QpTransition, Transport,
};

use super::{IbvDevice, not_found};
use crate::convert;
use crate::ffi::{Qp, QpAttr, QpInitAttr, value};

/// The greatest PSN or queue pair number.
const MAX_24: u32 = (1 << 24) - 1;

impl<M: MappedMemory> IbvDevice<M> {
    pub(super) fn transit(
        &mut self,
        number: QpNumber,
        transition: &QpTransition,
    ) -> Result<(), DeviceError> {
        let qp = self
            .qps
            .get(&number)
            .ok_or_else(|| not_found("queue pair", number.0))?;
        let (transport, raw) = (qp.init.transport, qp.raw);
        self.ring(number);
        let state = self.state_of(number)?;
        let leads_to = transition.check(transport, (number, state))?;
        if matches!(transition, QpTransition::ToRts { .. }) {
            self.check_partner(number)?;
        }
        if (state, leads_to) == (QpState::Reset, QpState::Error) {
            // Drivers know no direct way.
            let to_init = QpTransition::ToInit {
                access: Access::NONE,
                qkey: 0,
            };
            self.modify(raw, transport, &to_init)?;
        }
        // SQD is this device's alone: drivers stop what was posted before, and can't be made to go on at once.
        let is_own = leads_to == QpState::Sqd || (state, leads_to) == (QpState::Sqd, QpState::Rts);
        if !is_own {
            self.modify(raw, transport, transition)?;
        }
        if leads_to == QpState::Reset {
            // What has completed is reported, the rest is forgotten.
            let init = self.qps[&number].init;
            for cq in [init.send_cq, init.recv_cq] {
                self.take_from_driver(cq.0 as usize);
            }
            self.forget_requests(number);
        }
        let now = self.now;
        let qp = self.qps.get_mut(&number).expect("looked up above");
        qp.state = leads_to;
        qp.heard_at = now;
        // In ERROR the driver reports them as flushed.
        let held = std::mem::take(&mut qp.held);
        if leads_to != QpState::Reset {
            held.iter()
                .try_for_each(|request| self.send(number, request))?;
        }
        Ok(())
    }

    pub(super) fn modify(
        &self,
        raw: *mut Qp,
        transport: Transport,
        transition: &QpTransition,
    ) -> Result<(), DeviceError> {
        let (mut attributes, mask) = self.attributes_for(transport, transition)?;
        // SAFETY: the queue pair exists, and the library reads what the mask names.
        let refused = unsafe { (self.verbs.ibv_modify_qp)(raw, &raw mut attributes, mask) };
        if refused != 0 {
            return Err(convert::refusal(transition.name(), refused));
        }
        Ok(())
    }

    /// The driver's attributes for a transition, and the mask that names them.
    fn attributes_for(
        &self,
        transport: Transport,
        transition: &QpTransition,
    ) -> Result<(QpAttr, c_int), DeviceError> {
        let mut to = QpAttr::blank();
        let mut mask = value::QP_STATE;
        match *transition {
            QpTransition::ToInit { access, qkey } => {
                to.qp_state = value::QPS_INIT;
                to.port_num = self.port.number;
                to.pkey_index = self.port.pkey_index;
                mask |= value::QP_PKEY_INDEX | value::QP_PORT;
                if transport == Transport::Ud {
                    to.qkey = qkey;
                    mask |= value::QP_QKEY;
                } else {
                    to.qp_access_flags = convert::access_flags(access);
                    mask |= value::QP_ACCESS_FLAGS;
                }
            }
            QpTransition::ToRtrUd => to.qp_state = value::QPS_RTR,
            QpTransition::ToRtr {
                remote,
                remote_qp,
                expected_psn,
                mtu,
                max_dest_rd_atomic,
                min_rnr_timer,
                check,
            } => {
                if check != PacketCheck::Icrc {
                    return Err(DeviceError::NotOffered {
                        transport,
                        what: "the keyed check",
                    });
                }
                let max_mtu = self.attributes.max_mtu;
                let code = convert::mtu_code(mtu).filter(|_| mtu <= max_mtu);
                let code = code.ok_or_else(|| range("MTU", mtu.into(), 256, max_mtu.into()))?;
                check_range("queue pair number", remote_qp.0, MAX_24)?;
                check_range("PSN", expected_psn, MAX_24)?;
                let most = self.attributes.max_rd_atomic;
                check_range(
                    "outstanding reads and atomics",
                    max_dest_rd_atomic.into(),
                    most.into(),
                )?;
                to.qp_state = value::QPS_RTR;
                to.path_mtu = code;
                to.dest_qp_num = remote_qp.0;
                to.rq_psn = expected_psn;
                to.max_dest_rd_atomic = max_dest_rd_atomic;
                to.min_rnr_timer = convert::rnr_timer_code(min_rnr_timer);
                to.ah_attr = self.route(remote);
                mask |= value::QP_AV | value::QP_PATH_MTU | value::QP_DEST_QPN | value::QP_RQ_PSN;
                // An initiator answers nothing.
                if transport != Transport::XrcInitiator {
                    mask |= value::QP_MAX_DEST_RD_ATOMIC | value::QP_MIN_RNR_TIMER;
                }
            }
            QpTransition::ToRts {
                psn,
                max_rd_atomic,
                timeout,
                retry,
                rnr_retry,
            } => {
                check_range("PSN", psn, MAX_24)?;
                to.qp_state = value::QPS_RTS;
                to.sq_psn = psn;
                mask |= value::QP_SQ_PSN;
                if transport != Transport::Ud {
                    let most = self.attributes.max_rd_atomic;
                    check_range(
                        "outstanding reads and atomics",
                        max_rd_atomic.into(),
                        most.into(),
                    )?;
                    to.max_rd_atomic = max_rd_atomic;
                    (to.timeout, to.retry_cnt) = convert::timeout_codes(timeout, retry);
                    to.rnr_retry = convert::rnr_retries(rnr_retry);
                    mask |= value::QP_TIMEOUT;
                    // A target asks nothing.
                    if transport != Transport::XrcTarget {
                        mask |=
                            value::QP_MAX_QP_RD_ATOMIC | value::QP_RETRY_CNT | value::QP_RNR_RETRY;
                    }
                }
            }
            QpTransition::ToSqd => unreachable!("not told to the driver"),
            QpTransition::ToError => to.qp_state = value::QPS_ERR,
            QpTransition::ToReset => to.qp_state = value::QPS_RESET,
        }
        Ok((to, mask))
    }

    /// The state of a queue pair. One that is up may have failed meanwhile, which its driver knows.
    pub(super) fn state_of(&self, number: QpNumber) -> Result<QpState, DeviceError> {
        let qp = self
            .qps
            .get(&number)
            .ok_or_else(|| not_found("queue pair", number.0))?;
        if !matches!(qp.state, QpState::Rtr | QpState::Rts | QpState::Sqd) {
            return Ok(qp.state);
        }
        let told = convert::state(self.query(qp.raw)?.qp_state);
        let is_own = (qp.state, told) == (QpState::Sqd, QpState::Rts);
        Ok(if is_own { QpState::Sqd } else { told })
    }

    fn query(&self, raw: *mut Qp) -> Result<QpAttr, DeviceError> {
        let mut attributes = QpAttr::blank();
        // SAFETY: plain data, for which zeros are valid.
        let mut init: QpInitAttr = unsafe { std::mem::zeroed() };
        // SAFETY: the queue pair exists, and the library fills the attributes.
        let refused = unsafe {
            (self.verbs.ibv_query_qp)(raw, &raw mut attributes, value::QP_STATE, &raw mut init)
        };
        if refused != 0 {
            return Err(convert::refusal("a queue pair's state", refused));
        }
        Ok(attributes)
    }
}

fn check_range(what: &'static str, value: u32, max: u32) -> Result<(), DeviceError> {
    if value <= max {
        return Ok(());
    }
    Err(range(what, value.into(), 0, max.into()))
}

#[cold]
fn range(what: &'static str, value: u64, min: u64, max: u64) -> DeviceError {
    DeviceError::OutOfRange {
        what,
        value,
        min,
        max,
    }
}
