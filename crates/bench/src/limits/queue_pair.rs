//! The time that the device takes to create a queue pair and bring it to RTS.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use farreach_node::Memory;
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::{
    Access, Device, PacketCheck, QpInit, QpNumber, QpTransition, Retry, Transport,
};

use crate::meter;

/// The most posted requests of the runtime's connections.
const MAX_SEND: u32 = 1024;
const PATIENCE: Duration = Duration::from_secs(30);

/// Pairs of which [`costs`] takes the mean.
const COSTED: u32 = 2000;

/// Seconds for one pair.
pub(super) fn seconds(budget: Duration) -> Result<f64> {
    let mut pairs = Pairs::open()?;
    let measured = meter::batches(budget, |_| {
        let qp = black_box(pairs.create()?);
        pairs.bring_up(qp)?;
        pairs.destroy(qp)
    })?;
    Ok(measured.seconds)
}

/// Seconds to create a queue pair of the software device and move it to INIT, and seconds to move it
/// to RTS.
pub fn costs() -> Result<(f64, f64)> {
    let mut pairs = Pairs::open()?;
    let (mut create, mut transitions) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..COSTED {
        let begun = Instant::now();
        let qp = black_box(pairs.create()?);
        let created = Instant::now();
        pairs.bring_up(qp)?;
        transitions += created.elapsed();
        create += created - begun;
        pairs.destroy(qp)?;
    }
    let each = |time: Duration| time.as_secs_f64() / f64::from(COSTED);
    Ok((each(create), each(transitions)))
}

/// A device, and how its queue pairs are made.
struct Pairs {
    device: SoftDevice<Memory>,
    init: QpInit,
}

impl Pairs {
    fn open() -> Result<Pairs> {
        let mut device = SoftDevice::<Memory>::open(&SoftConfig::loopback(1))?;
        let pd = device.create_pd()?;
        let cq = device.create_cq(MAX_SEND)?;
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
        Ok(Pairs { device, init })
    }

    /// A pair in INIT.
    fn create(&mut self) -> Result<QpNumber> {
        let qp = self.device.create_qp(&self.init)?;
        let to_init = QpTransition::ToInit {
            access: Access::ALL,
            qkey: 0,
        };
        self.device.modify_qp(qp, &to_init)?;
        Ok(qp)
    }

    fn bring_up(&mut self, qp: QpNumber) -> Result<()> {
        let attributes = self.device.attributes();
        let transitions = [
            QpTransition::ToRtr {
                remote: self.device.address(),
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
            self.device.modify_qp(qp, transition)?;
        }
        Ok(())
    }

    /// Not part of a set-up, but without it the device would run out of queue pairs.
    fn destroy(&mut self, qp: QpNumber) -> Result<()> {
        Ok(self.device.destroy_qp(qp)?)
    }
}
