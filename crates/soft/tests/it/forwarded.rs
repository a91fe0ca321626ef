//! Messages for a process that sleeps on its sockets, received by another process of its node.

use std::sync::mpsc;
use std::thread;

use farreach_node::Memory;
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::{
    Access, AdapterAddress, CompletionStatus, CqId, Data, Device, DomainId, InlineData, Lkey,
    Memory as _, PdId, QpInit, QpNumber, QpTransition, ReceiveRequest, Retry, SendOp, SendRequest,
    Sge, SrqId, SrqNumber, Transport,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::node::{CHECK, PATIENCE, node_of, now};

const MESSAGES: u64 = 300;

/// A process: its device and the objects on it.
struct Process {
    device: SoftDevice<Memory>,
    pd: PdId,
    domain: DomainId,
    cq: CqId,
    srq: SrqId,
    lkey: Lkey,
    memory: Memory,
}

/// The processes of a node.
fn node(processes: u64) -> Vec<Process> {
    let devices: Vec<SoftDevice<Memory>> = (0..processes)
        .map(|seed| SoftDevice::open(&SoftConfig::loopback(seed)).expect("loopback has free ports"))
        .collect();
    let domains = node_of(devices.iter().map(Device::address).collect());
    let make = |(mut device, domain): (SoftDevice<Memory>, _)| {
        let domain = device.open_xrc_domain(Box::new(domain)).expect("a domain");
        let pd = device.create_pd().expect("room");
        let cq = device.create_cq(64).expect("room");
        let (srq, _) = device.create_xrc_srq(pd, domain, cq, 16).expect("room");
        let memory = Memory::allocate(64);
        let region = device.register(pd, memory.clone(), 0, Access::LOCAL_WRITE);
        Process {
            device,
            pd,
            domain,
            cq,
            srq,
            lkey: region.expect("room").lkey,
            memory,
        }
    };
    devices.into_iter().zip(domains).map(make).collect()
}

impl Process {
    /// An XRC initiator and its target, connected once both are up.
    fn pair(&mut self) -> [QpNumber; 2] {
        let init = |transport, partner| QpInit {
            transport,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: 16,
            max_recv: 0,
            domain: Some(self.domain),
            partner,
        };
        let target = self.device.create_qp(&init(Transport::XrcTarget, None));
        let target = target.expect("room");
        let initiator = init(Transport::XrcInitiator, Some(target));
        let initiator = self.device.create_qp(&initiator).expect("room");
        [initiator, target]
    }

    fn connect(
        &mut self,
        [initiator, target]: [QpNumber; 2],
        peer: AdapterAddress,
        theirs: [QpNumber; 2],
    ) {
        for (qp, remote_qp) in [(target, theirs[0]), (initiator, theirs[1])] {
            for transition in [
                QpTransition::ToInit {
                    access: Access::ALL,
                    qkey: 0,
                },
                QpTransition::ToRtr {
                    remote: peer,
                    remote_qp,
                    expected_psn: 9,
                    mtu: 1024,
                    max_dest_rd_atomic: 4,
                    min_rnr_timer: std::time::Duration::from_micros(100),
                    check: CHECK,
                },
                QpTransition::ToRts {
                    psn: 9,
                    max_rd_atomic: 4,
                    timeout: std::time::Duration::from_millis(2),
                    retry: Retry::For(PATIENCE),
                    rnr_retry: Retry::For(PATIENCE),
                },
            ] {
                self.device.modify_qp(qp, &transition).expect("connected");
            }
        }
    }

    fn receive(&mut self) {
        let local = Sge {
            lkey: self.lkey,
            addr: 0,
            len: 64,
        };
        let request = ReceiveRequest { id: 5, local };
        self.device.post_srq_recv(self.srq, &request).expect("room");
    }

    /// Sleeps until a packet arrives, but no longer than the device allows.
    fn sleep(&mut self) {
        if self.device.sleep_until_packet() {
            return;
        }
        let deadline = self.device.next_deadline();
        let timeout = deadline.map_or(PATIENCE, |deadline| deadline.since(now()));
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: i64::from(timeout.subsec_nanos()),
        };
        let handle = self.device.poll_handle();
        let sockets = handle.sockets();
        let mut fds: Vec<_> = sockets
            .fds()
            .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
            .collect();
        let ready = poll(&mut fds, Some(&timeout)).expect("poll");
        assert!(ready > 0 || deadline.is_some(), "nobody woke the sleeper");
    }
}

#[test]
fn a_process_that_sleeps_on_its_sockets_is_woken() {
    let mut sender = node(1).pop().expect("one process");
    let mut both = node(2);
    let (mut sleeper, mut gateway) = (both.pop().expect("two"), both.pop().expect("two"));
    let (ours, theirs) = (sender.pair(), gateway.pair());
    let addresses = [sender.device.address(), gateway.device.address()];
    sender.connect(ours, addresses[1], theirs);
    gateway.connect(theirs, addresses[0], ours);
    let (taken, next) = mpsc::channel();
    let done = mpsc::channel::<()>();
    thread::scope(|scope| {
        // The process looks at nothing before it is sent a packet.
        scope.spawn(move || {
            for i in 0..MESSAGES {
                sleeper.receive();
                let completion = loop {
                    sleeper.device.progress(now());
                    match sleeper.device.poll_cq(sleeper.cq) {
                        Some(completion) => break completion,
                        None => sleeper.sleep(),
                    }
                };
                assert_eq!(completion.status, CompletionStatus::Success);
                let mut bytes = [0; 8];
                sleeper.memory.read(0, &mut bytes).expect("inside");
                assert_eq!(u64::from_ne_bytes(bytes), i);
                taken.send(()).expect("the sender waits");
            }
        });
        let gone = done.1;
        scope.spawn(move || {
            while gone.try_recv() == Err(mpsc::TryRecvError::Empty) {
                if gateway.device.progress(now()) == 0 {
                    thread::yield_now();
                }
            }
        });
        for i in 0..MESSAGES {
            let data = Data::Inline(InlineData::new(&i.to_ne_bytes()).expect("short"));
            let send = SendOp::Send {
                data,
                imm: None,
                to: None,
            };
            let request = SendRequest::new(i, send).to_srq(SrqNumber::of(1, 1));
            let posted = sender.device.post_send(ours[0], &request);
            posted.expect("room");
            while let Err(error) = next.try_recv() {
                assert_eq!(error, mpsc::TryRecvError::Empty, "the sleeper failed");
                sender.device.progress(now());
                thread::yield_now();
            }
            while sender.device.poll_cq(sender.cq).is_some() {}
        }
        drop(done.0);
    });
}
