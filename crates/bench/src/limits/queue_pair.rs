//! The time that the device takes to create a queue pair and bring it to RTS.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;
use farreach_node::Memory;
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::{Access, Device, PacketCheck, QpInit, QpTransition, Retry, Transport};

use crate::meter;

/// The most posted requests of the runtime's connections.
const MAX_SEND: u32 = 1024;
const PATIENCE: Duration = Duration::from_secs(30);

/// Seconds for one pair.
pub(super) fn seconds(budget: Duration) -> Result<f64> {
    let mut device = SoftDevice::<Memory>::open(&SoftConfig::loopback(1))?;
    let pd = device.create_pd()?;
    let cq = device.create_cq(MAX_SEND)?;
    let attributes = device.attributes();
    let remote = device.address();
    let init = QpInit {
        transport: Transport::Rc,
        pd,
        send_cq: cq,
        recv_cq: cq,
        srq: None,
        max_send: MAX_SEND,
        max_recv: 0,
        domain: None,
        partner: None,
    };
    let measured = meter::batches(budget, |_| {
        let qp = black_box(device.create_qp(&init)?);
        let transitions = [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote,
                remote_qp: qp,
                expected_psn: 1,
                mtu: attributes.max_mtu,
                max_dest_rd_atomic: attributes.max_rd_atomic,
                min_rnr_timer: Duration::from_millis(1),
                check: PacketCheck::Icrc,
            },
            QpTransition::ToRts {
                psn: 1,
                max_rd_atomic: attributes.max_rd_atomic,
                timeout: attributes.timeout,
                retry: Retry::For(PATIENCE),
                rnr_retry: Retry::For(PATIENCE),
            },
        ];
        for transition in &transitions {
            device.modify_qp(qp, transition)?;
        }
        // Not part of a set-up, but without it the device would run out of queue pairs.
        device.destroy_qp(qp)?;
        Ok(())
    })?;
    Ok(measured.seconds)
}
