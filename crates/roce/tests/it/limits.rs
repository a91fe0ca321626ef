//! The adapter's limits: bytes per queue pair, bytes in flight, deadlines, states.

use std::time::Duration;

use farreach_conformance::hooks::Quiet;
use farreach_conformance::{End, Harness, Options, VecMemory, connected, connected_with};
use farreach_roce::{Adapter, AdapterConfig};
use farreach_verbs::{
    Access, Device, DeviceError, PacketCheck, QpInit, QpNumber, QpState, QpTransition, Retry,
    SendOp, Time, Transport,
};
use proptest::prelude::*;

use crate::net::{Faults, Net, address};

fn write(a: &End<VecMemory>, b: &End<VecMemory>, len: usize) -> SendOp {
    SendOp::Write {
        data: a.data(0, len),
        remote: b.remote(0),
        imm: None,
    }
}

#[test]
fn an_idle_pair_is_small() {
    const PAIRS: usize = 1000;
    let options = Options {
        memory: 64,
        depth: 64,
        ..Options::default()
    };
    let mut net = Net::<Quiet>::new(2);
    let ends: Vec<_> = (0..PAIRS)
        .map(|_| connected_with(&mut net, &options))
        .collect();
    let fresh = net.devices[0].footprint();
    assert_eq!(fresh.rc_qps, PAIRS);
    let fresh = fresh.qp_bytes / PAIRS;
    assert!(fresh <= 1024, "{fresh} bytes per connected pair");
    for (a, b) in &ends {
        a.post(&mut net, 1, write(a, b, 64));
        a.success(&mut net);
    }
    let used = net.devices[0].footprint().qp_bytes / PAIRS;
    assert!(used <= 1024, "{used} bytes per pair that was used once");
    println!("bytes per idle RC pair: {fresh} fresh, {used} used once");
}

#[test]
fn an_idle_pair_has_no_deadline() {
    let mut net = Net::<Quiet>::new(2);
    let (a, b) = connected(&mut net);
    let (c, d) = connected(&mut net);
    assert_eq!(net.devices[0].next_deadline(), None);
    for _ in 0..3 {
        a.post(&mut net, 1, write(&a, &b, 10_000));
        c.post(&mut net, 2, write(&c, &d, 10_000));
        net.step();
        assert!(net.devices[0].next_deadline().is_some());
        a.success(&mut net);
        c.success(&mut net);
        while net.step() {}
        assert_eq!(net.devices[0].next_deadline(), None);
        assert_eq!(net.devices[1].next_deadline(), None);
        assert!(!net.devices[0].device().adapter.has_ready(net.now));
    }
    // Nor has a queue pair that is destroyed while it waits.
    a.post(&mut net, 1, write(&a, &b, 10_000));
    net.devices[0].progress(Time(1));
    assert!(net.devices[0].next_deadline().is_some());
    net.devices[0].destroy_qp(a.qp).unwrap();
    assert_eq!(net.devices[0].next_deadline(), None);
}

/// Bytes that are sent in one pass while nothing is acknowledged.
fn sent_at_once(pairs: usize, window: u32, destination_window: u32) -> u64 {
    let configure = |mut config: AdapterConfig| {
        config.limits.window_bytes = window;
        config.limits.destination_window_bytes = destination_window;
        config
    };
    let lost = Faults {
        loss: 1.0,
        ..Faults::default()
    };
    let mut net = Net::<Quiet>::configured(2, 1, lost, configure);
    for _ in 0..pairs {
        let (a, b) = connected(&mut net);
        a.post(&mut net, 1, write(&a, &b, 60_000));
        a.post(&mut net, 1, write(&a, &b, 60_000));
    }
    // All within the first timeout, which the network's time has not reached.
    for _ in 0..100 {
        if !net.devices[0].device().adapter.has_ready(net.now) {
            break;
        }
        net.step();
    }
    assert!(net.now < Time(5_000_000));
    net.counters(0).rc.bytes_sent
}

#[test]
fn windows_bound_what_is_in_flight() {
    let one = sent_at_once(1, 64 << 10, 1 << 20);
    assert!((30_000..=64 << 10).contains(&one), "{one}");
    let twenty = sent_at_once(20, 64 << 10, 256 << 10);
    assert!((100_000..=256 << 10).contains(&twenty), "{twenty}");
}

#[test]
fn pairs_that_wait_for_their_destination_all_finish() {
    let configure = |mut config: AdapterConfig| {
        config.limits.destination_window_bytes = 8 << 10;
        config
    };
    let faults = Faults {
        loss: 0.05,
        duplication: 0.05,
        reordering: 0.05,
    };
    let mut net = Net::<Quiet>::configured(2, 5, faults, configure);
    let ends: Vec<_> = (0..30).map(|_| connected(&mut net)).collect();
    for (i, (a, b)) in ends.iter().enumerate() {
        a.fill(i as u8);
        a.post(&mut net, 1, write(a, b, 20_000));
    }
    for (a, b) in &ends {
        a.success(&mut net);
        assert!(a.bytes(0, 20_000) == b.bytes(0, 20_000));
    }
}

#[test]
fn what_the_link_holds_back_is_not_the_peer_s_fault() {
    let mut net = Net::<Quiet>::new(2);
    let options = Options {
        retry: Retry::For(Duration::from_millis(50)),
        ..Options::default()
    };
    let (a, b) = connected_with(&mut net, &options);
    a.post(&mut net, 1, write(&a, &b, 5000));
    // The packets are lost, and afterwards the link accepts none.
    net.faults.loss = 1.0;
    net.step();
    net.faults.loss = 0.0;
    net.devices[0].device_mut().outbox.room = 0;
    for ms in 1..500 {
        net.devices[0].progress(Time(1_000_000 * ms));
    }
    assert_eq!(net.counters(0).timeouts, 1);
    net.now = Time(500_000_000);
    net.devices[0].device_mut().outbox.room = 100;
    a.success(&mut net);
}

#[test]
fn a_pair_that_waited_for_its_destination_can_be_used_again() {
    let configure = |mut config: AdapterConfig| {
        config.limits.destination_window_bytes = 4 << 10;
        config
    };
    let mut net = Net::<Quiet>::configured(2, 5, Faults::default(), configure);
    let pairs = [connected(&mut net), connected(&mut net)];
    let refill = |net: &mut Net| {
        for (a, b) in &pairs {
            a.post(net, 1, write(a, b, 20_000));
        }
        net.devices[0].progress(net.now);
    };
    refill(&mut net);
    for (a, b) in &pairs {
        for end in [a, b] {
            net.devices[end.device]
                .modify_qp(end.qp, &QpTransition::ToReset)
                .unwrap();
        }
    }
    for (a, b) in &pairs {
        a.connect(&mut net, b, &Options::default());
        b.connect(&mut net, a, &Options::default());
    }
    refill(&mut net);
    for (a, _) in &pairs {
        a.success(&mut net);
    }
}

#[test]
fn numbers_and_keys_depend_on_the_seed_alone() {
    let numbers = |seed| {
        let mut adapter = Adapter::<VecMemory>::new(AdapterConfig::new(address(0), seed));
        let init = init(&mut adapter, Transport::Rc);
        [(); 4].map(|()| adapter.create_qp(&init).unwrap().0)
    };
    assert_eq!(numbers(1), numbers(1));
    let (one, two) = (numbers(1), numbers(2));
    assert!(one.iter().zip(&two).all(|(a, b)| a != b));
    assert!(one.windows(2).all(|w| w[0].abs_diff(w[1]) > 16));
}

fn init(adapter: &mut Adapter<VecMemory>, transport: Transport) -> QpInit {
    let pd = adapter.create_pd().unwrap();
    let cq = adapter.create_cq(16).unwrap();
    QpInit {
        transport,
        pd,
        send_cq: cq,
        recv_cq: cq,
        srq: None,
        max_send: 4,
        max_recv: 4,
        domain: None,
        partner: None,
    }
}

fn transition(index: usize) -> QpTransition {
    let second = Duration::from_secs(1);
    [
        QpTransition::ToInit {
            access: Access::ALL,
            qkey: 1,
        },
        QpTransition::ToRtr {
            remote: address(1),
            remote_qp: QpNumber(5),
            expected_psn: 0xff_ffff,
            mtu: 1024,
            max_dest_rd_atomic: 1,
            min_rnr_timer: second,
            check: PacketCheck::Icrc,
        },
        QpTransition::ToRtrUd,
        QpTransition::ToRts {
            psn: 0xff_ffff,
            max_rd_atomic: 1,
            timeout: second,
            retry: Retry::For(second),
            rnr_retry: Retry::Count(1),
        },
        QpTransition::ToSqd,
        QpTransition::ToError,
        QpTransition::ToReset,
    ][index]
}

/// A second table of the state transitions (IBTA volume 1, 10.3.1).
fn model(ud: bool, state: QpState, index: usize) -> Option<QpState> {
    let table: &[(usize, &[QpState], QpState)] = &[
        (0, &[QpState::Reset], QpState::Init),
        (if ud { 2 } else { 1 }, &[QpState::Init], QpState::Rtr),
        (3, &[QpState::Rtr, QpState::Sqd], QpState::Rts),
        (4, &[QpState::Rts], QpState::Sqd),
    ];
    match index {
        5 => Some(QpState::Error),
        6 => Some(QpState::Reset),
        _ => table
            .iter()
            .find(|(i, from, _)| *i == index && from.contains(&state))
            .map(|row| row.2),
    }
}

proptest! {
    #[test]
    fn states_follow_the_table(ud: bool, walk in prop::collection::vec(0usize..7, 0..40)) {
        let transport = if ud { Transport::Ud } else { Transport::Rc };
        let mut adapter = Adapter::<VecMemory>::new(AdapterConfig::new(address(0), 1));
        let init = init(&mut adapter, transport);
        let qp = adapter.create_qp(&init).unwrap();
        let mut state = QpState::Reset;
        for index in walk {
            let result = adapter.modify_qp(qp, &transition(index));
            if let Some(next) = model(ud, state, index) {
                prop_assert_eq!(result, Ok(()));
                state = next;
            } else {
                    let refused = matches!(result, Err(DeviceError::InvalidState { .. }));
                    prop_assert!(refused);
                }
            prop_assert_eq!(adapter.qp_state(qp), Ok(state));
        }
        adapter.destroy_qp(qp).unwrap();
        adapter.destroy_cq(init.send_cq).unwrap();
    }

    #[test]
    fn numbers_wrap_unnoticed(before in 0u32..40, len in 0usize..20_000, seed: u64) {
        let faults = Faults { loss: 0.1, duplication: 0.1, reordering: 0.1 };
        let mut net = Net::<Quiet>::with(2, seed, faults);
        let psn = (0x100_0000 - before) & 0xff_ffff;
        let options = Options { psn, mtu: 256, ..Options::default() };
        let (a, b) = connected_with(&mut net, &options);
        a.fill(1);
        b.fill(2);
        a.post(&mut net, 1, write(&a, &b, len));
        let read = SendOp::Read { local: a.sge(20_000, len), remote: b.remote(40_000) };
        a.post(&mut net, 2, read);
        prop_assert_eq!(a.success(&mut net).id, 1);
        prop_assert_eq!(a.success(&mut net).id, 2);
        prop_assert!(a.bytes(0, len) == b.bytes(0, len));
        prop_assert!(a.bytes(20_000, len) == b.bytes(40_000, len));
    }
}
