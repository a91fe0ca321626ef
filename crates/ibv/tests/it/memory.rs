//! The kernel's memory of a connection, as the kernel counts it. The figures are those of the whole machine, so that only a guest with the
//! kernel's Soft-RoCE has to keep the limit.

use std::fs;
use std::time::Duration;

use farreach_ibv::{IbvDevice, OpenError, Wanted};
use farreach_node::Memory;
use farreach_verbs::{Access, Device, PacketCheck, QpInit, QpTransition, Retry, Transport};

/// Queue pairs that are made: what else changes meanwhile is small beside them.
const QUEUE_PAIRS: u64 = 256;
/// The most KiB of a queue pair.
const MOST: u64 = 32;

/// KiB that the kernel has taken for itself.
fn taken() -> u64 {
    let text = fs::read_to_string("/proc/meminfo").expect("the kernel's figures");
    let figure = |name: &str| -> u64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let words = line.expect("a figure of every kernel").split_whitespace();
        let mut numbers = words.filter_map(|word| word.parse().ok());
        numbers.next().expect("a number")
    };
    figure("SUnreclaim:") + figure("VmallocUsed:") + figure("PageTables:")
}

#[test]
fn an_idle_connection_takes_little_memory_of_the_kernel() {
    let opened = IbvDevice::<Memory>::open(&Wanted::default());
    let mut device = match opened {
        Ok(device) => device,
        Err(error @ (OpenError::NoLibrary(_) | OpenError::NoDevice)) => {
            eprintln!("{error}: NOT TESTED");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let attributes = device.attributes();
    if !attributes.name.starts_with("rxe") {
        eprintln!("{} has memory of its own: NOT TESTED", attributes.name);
        return;
    }
    let pd = device.create_pd().expect("a protection domain");
    let cq = device.create_cq(256).expect("a completion queue");
    let srq = device.create_srq(pd, 128).expect("a receive queue");
    // The queue pairs of the engine.
    let init = QpInit {
        transport: Transport::Rc,
        pd,
        send_cq: cq,
        recv_cq: cq,
        srq: Some(srq),
        max_send: attributes.send_depth,
        max_recv: 0,
        domain: None,
        partner: None,
    };
    let before = taken();
    let address = device.address();
    for _ in 0..QUEUE_PAIRS {
        let qp = device.create_qp(&init).expect("a queue pair");
        let steps = [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: address,
                remote_qp: qp,
                expected_psn: 0,
                mtu: attributes.max_mtu,
                max_dest_rd_atomic: attributes.max_rd_atomic,
                min_rnr_timer: Duration::from_micros(20),
                check: PacketCheck::Icrc,
            },
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: attributes.max_rd_atomic,
                timeout: attributes.timeout,
                retry: Retry::Count(6),
                rnr_retry: Retry::Count(6),
            },
        ];
        for step in &steps {
            device.modify_qp(qp, step).expect("the next state");
        }
    }
    let each = taken().saturating_sub(before) as f64 / QUEUE_PAIRS as f64;
    println!("an idle connection takes {each:.1} KiB of kernel memory");
    assert!(
        each <= MOST as f64,
        "{each:.1} KiB of kernel memory for an idle connection"
    );
}
