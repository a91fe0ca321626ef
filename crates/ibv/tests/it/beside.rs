//! The conformance suite between an adapter of this host and the software device: two implementations of one protocol.
//!
//! Run where `FARREACH_BESIDE` names a network namespace, the first of two addresses there, and the address of the adapter: the kernel's
//! Soft-RoCE has RoCEv2's port of its own namespace, so that the software device needs another one. `FARREACH_BESIDE_CASES` chooses cases by words of
//! their names, separated by `|`.

use std::fs::File;
use std::net::IpAddr;
use std::os::fd::AsFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use farreach_conformance::{Case, DomainOf, Harness, Options, cases, connected_with};
use farreach_ibv::{IbvDevice, Wanted};
use farreach_node::Memory;
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::{
    Abilities, Attributes, Completion, CompletionOp, Device, Memory as _, SendOp, Time,
    forward_device,
};
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

/// Longer than any case or run of a program takes on an emulated machine. Only a hang takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
/// An acknowledgement takes no longer on an emulated machine, unless a packet is lost.
const LATE: Duration = Duration::from_millis(100);
/// The greatest message.
const LONG: usize = 1 << 20;

/// Whether the software device is the first of each pair.
static SOFTWARE_FIRST: AtomicBool = AtomicBool::new(false);

/// One of the two.
#[expect(clippy::large_enum_variant, reason = "a test has few devices")]
pub(crate) enum Either {
    Adapter(IbvDevice<Memory>),
    Software(SoftDevice<Memory>),
}

macro_rules! on_device {
    ($either:expr, $device:ident => $call:expr) => {
        match $either {
            Either::Adapter($device) => $call,
            Either::Software($device) => $call,
        }
    };
}

impl Device for Either {
    type Memory = Memory;

    forward_device! {
        on_device!:
        address, progress, next_deadline, path_mtu, create_pd, register,
        deregister, create_cq, destroy_cq, create_srq, destroy_srq, open_xrc_domain,
        create_xrc_srq, create_qp, modify_qp, qp_state, silent_for, destroy_qp, post_send,
        post_recv, post_srq_recv, poll_cq, footprint,
    }

    fn attributes(&self) -> Attributes {
        let own = on_device!(self, device => Device::attributes(device));
        Attributes { xrc: false, ..own }
    }
}

/// What `FARREACH_BESIDE` says.
pub(crate) struct Places {
    pub(crate) namespace: String,
    /// The address of the first software device. Those of further ones follow it.
    software: IpAddr,
    pub(crate) adapter: IpAddr,
}

pub(crate) fn places() -> Option<Places> {
    let text = std::env::var("FARREACH_BESIDE").ok()?;
    let mut words = text.split(',');
    let mut word = || words.next().expect("NAMESPACE,ADDRESS THERE,ADDRESS HERE");
    let namespace = word().to_owned();
    let mut address = || word().parse().expect("an address");
    Some(Places {
        namespace,
        software: address(),
        adapter: address(),
    })
}

/// The address so many behind another.
fn behind(address: IpAddr, count: usize) -> IpAddr {
    match address {
        IpAddr::V4(v4) => IpAddr::V4((u32::from(v4) + count as u32).into()),
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) + count as u128).into()),
    }
}

pub(crate) struct Pair {
    devices: Vec<Either>,
    start: Instant,
}

/// A software device in the namespace, `at` addresses behind the first.
fn software(places: &Places, at: usize) -> Either {
    let config = SoftConfig {
        without: Abilities::ALL,
        min_timeout: LATE,
        ..SoftConfig::among_adapters(behind(places.software, at), at as u64)
    };
    let open = || SoftDevice::open(&config).expect("the namespace has the address");
    Either::Software(inside(&places.namespace, open))
}

impl Pair {
    /// One software device, beside another program.
    pub(crate) fn of_software(places: &Places) -> Pair {
        Pair {
            devices: vec![software(places, 0)],
            start: Instant::now(),
        }
    }

    /// What the software devices have counted.
    fn counters(&self) -> String {
        let counters = self.devices.iter().filter_map(|device| match device {
            Either::Software(soft) => {
                Some(format!("{:?} {:?}", soft.counters(), soft.link_counters()))
            }
            Either::Adapter(_) => None,
        });
        counters.collect()
    }
}

/// Runs `open` in a network namespace. Sockets stay where they were opened.
pub(crate) fn inside<R>(namespace: &str, open: impl FnOnce() -> R) -> R {
    let enter = |path: &str| {
        let file = File::open(path).expect("a namespace");
        move_into_link_name_space(file.as_fd(), Some(LinkNameSpaceType::Network))
            .expect("root enters a namespace");
    };
    enter(namespace);
    let opened = open();
    enter("/proc/1/ns/net");
    opened
}

impl Harness for Pair {
    type Device = Either;

    fn new(devices: usize) -> Self {
        let places = places().expect("looked at before");
        let first = usize::from(!SOFTWARE_FIRST.load(Ordering::Relaxed));
        let open = |at: usize| {
            if at % 2 == first {
                return software(&places, at / 2);
            }
            let wanted = Wanted {
                gid: Some(places.adapter),
                ..Wanted::default()
            };
            Either::Adapter(IbvDevice::open(&wanted).expect("the adapter"))
        };
        Pair {
            devices: (0..devices).map(open).collect(),
            start: Instant::now(),
        }
    }

    fn devices(&mut self) -> &mut [Self::Device] {
        &mut self.devices
    }

    fn domain(&mut self, _: &[usize]) -> Vec<DomainOf<Self>> {
        unreachable!("there is no XRC")
    }

    fn drive(&mut self, until: &mut dyn FnMut(&mut [Self::Device]) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !until(&mut self.devices) {
            assert!(
                Instant::now() < deadline,
                "not done in {PATIENCE:?}: {}",
                self.counters()
            );
            let now = Time(self.start.elapsed().as_nanos() as u64);
            for device in &mut self.devices {
                device.progress(now);
            }
            std::thread::yield_now();
        }
    }
}

/// Messages, writes and reads of a MiB, in both directions, and writes with an immediate.
fn long(harness: &mut Pair) {
    let options = Options {
        memory: 2 * LONG,
        timeout: Duration::from_millis(60),
        ..Options::default()
    };
    let (a, b) = connected_with(harness, &options);
    for (from, to, salt) in [(&a, &b, 1), (&b, &a, 2)] {
        from.fill(salt);
        to.memory
            .write(0, &vec![0; 2 * LONG])
            .expect("its own memory");
        let (data, remote) = (from.data(0, LONG), to.remote(LONG));
        let imm = Some(77);
        to.post_recv(harness, 1, 0, LONG);
        to.post_recv(harness, 2, 0, 0);
        from.post(
            harness,
            3,
            SendOp::Send {
                data,
                imm: None,
                to: None,
            },
        );
        from.post(harness, 4, SendOp::Write { data, remote, imm });
        let local = from.sge(LONG, LONG);
        let source = to.remote(0);
        from.post(
            harness,
            5,
            SendOp::Read {
                local,
                remote: source,
            },
        );
        for id in [3, 4, 5] {
            assert_eq!(from.success(harness).id, id);
        }
        let received = |completion: Completion| (completion.id, completion.op, completion.imm);
        let first = received(to.success(harness));
        assert_eq!(first, (1, CompletionOp::Receive, None));
        let second = received(to.success(harness));
        assert_eq!(second, (2, CompletionOp::ReceiveWriteImm, imm));
        let sent = from.bytes(0, LONG);
        for (end, offset) in [(to, 0), (to, LONG), (from, LONG)] {
            assert!(end.bytes(offset, LONG) == sent, "salt {salt}");
        }
    }
}

#[test]
fn an_adapter_and_the_software_device_speak_one_protocol() {
    if places().is_none() {
        eprintln!("FARREACH_BESIDE is not set: NOT TESTED");
        return;
    }
    let mut failed = Vec::new();
    let only = std::env::var("FARREACH_BESIDE_CASES").unwrap_or_default();
    let is_wanted = |name: &str| only.split('|').any(|word| name.contains(word));
    for software_first in [false, true] {
        SOFTWARE_FIRST.store(software_first, Ordering::Relaxed);
        let pairs = cases::<Pair>().into_iter().filter(|case| case.devices >= 2);
        let long = Case {
            name: "a MiB of each kind",
            devices: 2,
            run: long,
        };
        for case in pairs.chain([long]).filter(|case| is_wanted(case.name)) {
            let begun = Instant::now();
            let run = || (case.run)(&mut Pair::new(case.devices));
            let has_failed = catch_unwind(AssertUnwindSafe(run)).is_err();
            let result = if has_failed { "FAILED" } else { "ok" };
            let order = if software_first {
                "software, adapter"
            } else {
                "adapter, software"
            };
            println!("{order}: {}: {result} ({:.1?})", case.name, begun.elapsed());
            if has_failed {
                failed.push((order, case.name));
            }
        }
    }
    assert!(failed.is_empty(), "these cases failed: {failed:?}");
}
