//! Two nodes of two processes each, connected by XRC.

use std::time::Duration;

use farreach_verbs::{
    Access, AdapterAddress, Completion, CompletionStatus, CqId, Device, DomainId, Memory,
    PacketCheck, PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, Region,
    RemoteAddress, Retry, SendOp, SendRequest, Sge, SharedSegments, SrqId, SrqNumber, Transport,
};

use crate::{BASE, DomainOf, Harness, Options};

pub(super) type M<H> = <<H as Harness>::Device as Device>::Memory;

/// A process of a node, with its objects on a device.
pub(super) struct Process<M> {
    pub(super) device: usize,
    /// The index on its node.
    pub(super) index: usize,
    pub(super) pd: PdId,
    pub(super) domain: DomainId,
    pub(super) cq: CqId,
    pub(super) srq: SrqId,
    pub(super) number: SrqNumber,
    /// Private memory, registered under `pd` at [`BASE`]: for receives, and as the source of sends.
    pub(super) memory: M,
    pub(super) region: Region,
    pub(super) node: M,
    pub(super) segments: SharedSegments,
    /// This process's segment as it has registered it, if the device shares no segments.
    pub(super) alone: Option<Region>,
}

/// An initiator and its partner target.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) initiator: QpNumber,
    pub(super) target: QpNumber,
}

/// Two nodes of two processes each. Their first processes are connected.
pub(super) struct Nodes<M> {
    pub(super) here: [Process<M>; 2],
    pub(super) there: [Process<M>; 2],
    pub(super) pairs: [Pair; 2],
    pub(super) check: PacketCheck,
}

/// Bytes of private memory.
pub(super) const PRIVATE: usize = 64 << 10;

impl<M: Memory> Process<M> {
    pub(super) fn new<H>(harness: &mut H, device: usize, index: usize, domain: DomainOf<H>) -> Self
    where
        H: Harness,
        H::Device: Device<Memory = M>,
    {
        let (node, segments) = (domain.memory(), domain.segments());
        let d = &mut harness.devices()[device];
        let domain = d.open_xrc_domain(domain).expect("a domain");
        let pd = d.create_pd().expect("a protection domain");
        let cq = d.create_cq(256).expect("a completion queue");
        let (srq, number) = d.create_xrc_srq(pd, domain, cq, 64).expect("an SRQ");
        let alone = if d.attributes().shares_segments {
            assert_eq!(number, SrqNumber::of(index as u32, 1));
            None
        } else {
            let bytes = segments.stride as usize;
            let segment = node.slice(index * bytes, bytes).expect("inside");
            let made = d.register(pd, segment, segments.base, Access::ALL);
            Some(made.expect("a region"))
        };
        let memory = M::allocate(PRIVATE);
        let region = d.register(pd, memory.clone(), BASE, Access::ALL);
        let region = region.expect("a region");
        Process {
            device,
            index,
            pd,
            domain,
            cq,
            srq,
            number,
            memory,
            region,
            node,
            segments,
            alone,
        }
    }

    pub(super) fn init(&self, transport: Transport, partner: Option<QpNumber>) -> QpInit {
        QpInit {
            transport,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: 64,
            max_recv: 0,
            domain: Some(self.domain),
            partner,
        }
    }

    pub(super) fn pair<D: Device>(&self, device: &mut D) -> Pair {
        let target = device.create_qp(&self.init(Transport::XrcTarget, None));
        let target = target.expect("a target");
        let init = self.init(Transport::XrcInitiator, Some(target));
        let initiator = device.create_qp(&init).expect("an initiator");
        Pair { initiator, target }
    }

    /// The remote address of a byte in this process's segment.
    pub(super) fn segment(&self, offset: usize) -> RemoteAddress {
        if let Some(region) = &self.alone {
            return region.remote(offset as u64);
        }
        let start = self.segments.base + self.index as u64 * self.segments.stride;
        RemoteAddress {
            rkey: self.segments.rkey,
            addr: start + offset as u64,
        }
    }

    /// The first and the last byte that the key of [`Process::segment`] covers.
    pub(super) fn bounds(&self) -> [u64; 2] {
        let SharedSegments { base, stride, .. } = self.segments;
        match &self.alone {
            Some(region) => [region.base, region.base + stride - 1],
            None => [base, base + 2 * stride - 1],
        }
    }

    /// Bytes of the segment.
    pub(super) fn in_segment(&self, offset: usize, len: usize) -> Vec<u8> {
        let start = self.index * self.segments.stride as usize;
        read(&self.node, start + offset, len)
    }

    pub(super) fn sge(&self, offset: usize, len: usize) -> Sge {
        self.region.sge(offset as u64, len as u32)
    }

    pub(super) fn fill(&self, salt: u8) {
        let bytes: Vec<u8> = (0..PRIVATE)
            .map(|i| (i as u8).wrapping_mul(29).wrapping_add((i >> 8) as u8) ^ salt)
            .collect();
        self.memory.write(0, &bytes).expect("own memory");
    }

    pub(super) fn receive<D: Device>(&self, device: &mut D, id: u64, offset: usize, len: usize) {
        let local = self.sge(offset, len);
        let request = ReceiveRequest { id, local };
        device.post_srq_recv(self.srq, &request).expect("a receive");
    }
}

pub(super) fn read<M: Memory>(memory: &M, offset: usize, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    memory.read(offset, &mut bytes).expect("inside");
    bytes
}

/// Brings both halves up toward the peer's halves.
pub(super) fn connect<D: Device>(
    device: &mut D,
    own: Pair,
    remote: AdapterAddress,
    peer: Pair,
    check: PacketCheck,
) {
    for (qp, remote_qp) in [(own.target, peer.initiator), (own.initiator, peer.target)] {
        for transition in transitions(remote, remote_qp, check) {
            device.modify_qp(qp, &transition).expect("a transition");
        }
        assert_eq!(device.qp_state(qp), Ok(QpState::Rts));
    }
}

pub(super) fn transitions(
    remote: AdapterAddress,
    remote_qp: QpNumber,
    check: PacketCheck,
) -> [QpTransition; 3] {
    let options = Options::default();
    [
        QpTransition::ToInit {
            access: Access::ALL,
            qkey: 0,
        },
        QpTransition::ToRtr {
            remote,
            remote_qp,
            expected_psn: options.psn,
            mtu: options.mtu,
            max_dest_rd_atomic: options.rd_atomic,
            min_rnr_timer: Duration::from_millis(1),
            check,
        },
        QpTransition::ToRts {
            psn: options.psn,
            max_rd_atomic: options.rd_atomic,
            timeout: options.timeout,
            retry: Retry::For(Duration::from_secs(5)),
            rnr_retry: Retry::For(Duration::from_hours(2)),
        },
    ]
}

pub(super) fn nodes<H: Harness>(harness: &mut H, check: PacketCheck) -> Nodes<M<H>> {
    let mut make = |devices: [usize; 2]| {
        let domains = harness.domain(&devices);
        let mut made = devices.into_iter().zip(domains).enumerate();
        let mut next = || {
            let (index, (device, domain)) = made.next().expect("a domain for each");
            Process::new(harness, device, index, domain)
        };
        [next(), next()]
    };
    let (here, there) = (make([0, 1]), make([2, 3]));
    let pairs = join(harness, [&here[0], &there[0]], check);
    Nodes {
        here,
        there,
        pairs,
        check,
    }
}

/// Connects two processes: the first on device 0, the second on device 2.
pub(super) fn join<H: Harness>(
    harness: &mut H,
    processes: [&Process<M<H>>; 2],
    check: PacketCheck,
) -> [Pair; 2] {
    let pairs = processes.map(|p| p.pair(&mut harness.devices()[p.device]));
    let devices = harness.devices();
    let addresses = [0, 2].map(|device| devices[device].address());
    connect(&mut devices[0], pairs[0], addresses[1], pairs[1], check);
    connect(&mut devices[2], pairs[1], addresses[0], pairs[0], check);
    pairs
}

/// Runs a case with the ICRC and, on domains of other devices, with the keyed check.
pub(super) fn both_checks<H: Harness>(harness: &mut H, run: fn(&mut H, &Nodes<M<H>>)) {
    if !harness.devices()[0].attributes().xrc {
        return;
    }
    let nodes = if harness.devices()[0].attributes().keyed_check {
        nodes(harness, PacketCheck::Keyed([7; 16]))
    } else {
        nodes(harness, PacketCheck::Icrc)
    };
    run(harness, &nodes);
    if harness.devices()[0].attributes().keyed_check {
        let mut fresh = H::new(4);
        let nodes = self::nodes(&mut fresh, PacketCheck::Icrc);
        run(&mut fresh, &nodes);
    }
}

impl<M: Memory> Nodes<M> {
    /// Posts a request of the first process of node `from` for a process of the other node.
    pub(super) fn post<D>(&self, devices: &mut [D], from: usize, to: SrqNumber, id: u64, op: SendOp)
    where
        D: Device<Memory = M>,
    {
        let request = SendRequest::new(id, op).to_srq(to);
        devices[2 * from]
            .post_send(self.pairs[from].initiator, &request)
            .expect("a post");
    }
}

pub(super) fn completion<H: Harness>(harness: &mut H, device: usize, cq: CqId) -> Completion {
    let mut completion = None;
    harness.drive(&mut |devices| {
        completion = devices[device].poll_cq(cq);
        completion.is_some()
    });
    completion.expect("drive returns only then")
}

pub(super) fn success<H: Harness>(harness: &mut H, device: usize, cq: CqId) -> Completion {
    let done = completion(harness, device, cq);
    assert_eq!(done.status, CompletionStatus::Success, "{done:?}");
    done
}
