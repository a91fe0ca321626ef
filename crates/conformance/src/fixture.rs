//! Two connected queue pairs, each with memory.

use std::time::Duration;

use farreach_verbs::{
    Access, AdapterAddress, Completion, CompletionStatus, CqId, Data, Device, Memory, PacketCheck,
    PdId, QpInit, QpNumber, QpTransition, ReceiveRequest, Region, RemoteAddress, Retry, SendOp,
    SendRequest, Sge, SrqId, SrqNumber, Transport,
};

use crate::Harness;

/// One end of a connection: a queue pair and its objects.
pub struct End<M> {
    /// The device's index in the harness.
    pub device: usize,
    /// The protection domain.
    pub pd: PdId,
    /// The completion queue of sends and receives.
    pub cq: CqId,
    /// The shared receive queue, if requested.
    pub srq: Option<SrqId>,
    /// The queue pair. With XRC, the initiator.
    pub qp: QpNumber,
    /// With XRC, the initiator's partner target.
    pub target: Option<QpNumber>,
    /// The registered memory.
    pub memory: M,
    /// The memory's keys.
    pub region: Region,
}

/// The address that each end asks for, for its first registered byte.
pub const BASE: u64 = 0x7000_0000_1000;

/// The SRQ number of the only queue of a node's only process.
const ONLY_QUEUE: SrqNumber = SrqNumber::of(0, 1);

/// The parameters of a connection's ends.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bytes of memory of each end.
    pub memory: usize,
    /// The accesses that the regions permit.
    pub region_access: Access,
    /// The accesses that the queue pairs permit.
    pub qp_access: Access,
    /// Payload bytes of a full packet.
    pub mtu: u32,
    /// The most outstanding reads and atomics, in each direction.
    pub rd_atomic: u8,
    /// The first retransmission timeout.
    pub timeout: Duration,
    /// When to give up on a silent peer.
    pub retry: Retry,
    /// When to give up on a peer without receives.
    pub rnr_retry: Retry,
    /// The packet check.
    pub check: PacketCheck,
    /// Whether receives come from a shared receive queue. With XRC they always do.
    pub srq: Receives,
    /// The transport that connects the ends.
    pub service: Service,
    /// The first PSN of both directions.
    pub psn: u32,
    /// The number of requests that the queues hold.
    pub depth: u32,
}

/// The source of a queue pair's receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receives {
    /// Its own queue.
    Own,
    /// A shared receive queue.
    Shared,
}

/// The transport that connects two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// A reliable connection.
    Rc,
    /// An extended reliable connection. Each end is the only process of its node and has one shared
    /// receive queue.
    Xrc,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            memory: 1 << 16,
            region_access: Access::ALL,
            qp_access: Access::ALL,
            mtu: 1024,
            rd_atomic: 4,
            timeout: Duration::from_millis(5),
            retry: Retry::For(Duration::from_secs(5)),
            rnr_retry: Retry::For(Duration::from_secs(5)),
            check: PacketCheck::Icrc,
            srq: Receives::Own,
            service: Service::Rc,
            psn: 0xff_fffc,
            depth: 64,
        }
    }
}

/// Devices 0 and 1, connected with default options.
pub fn connected<H: Harness>(harness: &mut H) -> Ends<H> {
    connected_with(harness, &Options::default())
}

/// Two ends.
pub type Ends<H> = (
    End<<<H as Harness>::Device as Device>::Memory>,
    End<<<H as Harness>::Device as Device>::Memory>,
);

/// Devices 0 and 1, connected with `options`.
pub fn connected_with<H: Harness>(harness: &mut H, options: &Options) -> Ends<H> {
    let a = End::create(harness, 0, options);
    let b = End::create(harness, 1, options);
    a.connect(harness, &b, options);
    b.connect(harness, &a, options);
    (a, b)
}

impl<M: Memory> End<M> {
    /// A queue pair in RESET with all of its objects.
    pub fn create<H>(harness: &mut H, device: usize, options: &Options) -> Self
    where
        H: Harness,
        H::Device: Device<Memory = M>,
    {
        let domain = (options.service == Service::Xrc).then(|| {
            let mut domains = harness.domain(&[device]);
            domains.pop().expect("a domain for the device")
        });
        let d = &mut harness.devices()[device];
        let domain = domain.map(|domain| d.open_xrc_domain(domain).expect("a domain"));
        let pd = d.create_pd().expect("a protection domain");
        let cq = d
            .create_cq(4 * options.depth.max(1))
            .expect("a completion queue");
        let srq = match (domain, options.srq) {
            (Some(domain), _) => {
                let made = d.create_xrc_srq(pd, domain, cq, options.depth);
                let (srq, number) = made.expect("an SRQ");
                assert_eq!(number, ONLY_QUEUE);
                Some(srq)
            }
            (None, Receives::Shared) => Some(d.create_srq(pd, options.depth).expect("an SRQ")),
            (None, Receives::Own) => None,
        };
        let memory = M::allocate(options.memory);
        let region = d
            .register(pd, memory.clone(), BASE, options.region_access)
            .expect("a region");
        let init = QpInit {
            transport: Transport::Rc,
            pd,
            send_cq: cq,
            recv_cq: cq,
            srq,
            max_send: options.depth,
            max_recv: options.depth,
            domain,
            partner: None,
        };
        let target = domain.map(|_| {
            let target = QpInit {
                transport: Transport::XrcTarget,
                srq: None,
                ..init
            };
            d.create_qp(&target).expect("a target")
        });
        let init = match target {
            None => init,
            Some(_) => QpInit {
                transport: Transport::XrcInitiator,
                srq: None,
                partner: target,
                ..init
            },
        };
        let qp = d.create_qp(&init).expect("a queue pair");
        End {
            device,
            pd,
            cq,
            srq,
            qp,
            target,
            memory,
            region,
        }
    }

    /// A UD queue pair in RTS with all of its objects.
    pub fn create_ud<H>(harness: &mut H, device: usize, options: &Options, qkey: u32) -> Self
    where
        H: Harness,
        H::Device: Device<Memory = M>,
    {
        let end = End::create(harness, device, options);
        let d = &mut harness.devices()[device];
        d.destroy_qp(end.qp).expect("destroyed");
        let init = QpInit {
            transport: Transport::Ud,
            pd: end.pd,
            send_cq: end.cq,
            recv_cq: end.cq,
            srq: None,
            max_send: options.depth,
            max_recv: options.depth,
            domain: None,
            partner: None,
        };
        let qp = d.create_qp(&init).expect("a queue pair");
        for transition in [
            QpTransition::ToInit {
                access: Access::NONE,
                qkey,
            },
            QpTransition::ToRtrUd,
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 0,
                timeout: options.timeout,
                retry: Retry::Count(0),
                rnr_retry: Retry::Count(0),
            },
        ] {
            d.modify_qp(qp, &transition).expect("a transition");
        }
        End { qp, ..end }
    }

    /// Brings the queue pair up toward `peer`.
    pub fn connect<H>(&self, harness: &mut H, peer: &End<M>, options: &Options)
    where
        H: Harness,
        H::Device: Device<Memory = M>,
    {
        let remote = harness.devices()[peer.device].address();
        let d = &mut harness.devices()[self.device];
        let target = self.target.map(|target| (target, peer.qp));
        let own = (self.qp, peer.target.unwrap_or(peer.qp));
        for (qp, remote_qp) in target.into_iter().chain([own]) {
            Self::bring_up(d, qp, (remote, remote_qp, options.psn), options);
        }
    }

    /// Brings the queue pair up toward one of another program: its address, its number, and its first PSN. Without XRC.
    pub fn connect_to<D: Device>(
        &self,
        device: &mut D,
        remote: (AdapterAddress, QpNumber, u32),
        options: &Options,
    ) {
        Self::bring_up(device, self.qp, remote, options);
    }

    fn bring_up<D: Device>(
        d: &mut D,
        qp: QpNumber,
        (remote, remote_qp, expected_psn): (AdapterAddress, QpNumber, u32),
        options: &Options,
    ) {
        for transition in [
            QpTransition::ToInit {
                access: options.qp_access,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote,
                remote_qp,
                expected_psn,
                mtu: options.mtu,
                max_dest_rd_atomic: options.rd_atomic,
                min_rnr_timer: Duration::from_millis(1),
                check: options.check,
            },
            QpTransition::ToRts {
                psn: options.psn,
                max_rd_atomic: options.rd_atomic,
                timeout: options.timeout,
                retry: options.retry,
                rnr_retry: options.rnr_retry,
            },
        ] {
            d.modify_qp(qp, &transition).expect("a transition");
        }
    }

    /// A range of this end's memory as a scatter/gather element.
    pub fn sge(&self, offset: usize, len: usize) -> Sge {
        self.region.sge(offset as u64, len as u32)
    }

    /// A range of this end's memory as the source of a send or write.
    pub fn data(&self, offset: usize, len: usize) -> Data {
        Data::Sge(self.sge(offset, len))
    }

    /// A place in this end's memory as the peer addresses it.
    pub fn remote(&self, offset: usize) -> RemoteAddress {
        self.region.remote(offset as u64)
    }

    /// Fills the memory with a pattern that depends on `salt`.
    pub fn fill(&self, salt: u8) {
        let bytes: Vec<u8> = (0..self.memory.len())
            .map(|i| (i as u8).wrapping_mul(31).wrapping_add((i >> 8) as u8) ^ salt)
            .collect();
        self.memory.write(0, &bytes).expect("own memory");
    }

    /// Some bytes of the memory.
    pub fn bytes(&self, offset: usize, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.memory.read(offset, &mut bytes).expect("own memory");
        bytes
    }

    /// The request, with the peer's SRQ if the transport requires it.
    pub fn addressed(&self, request: SendRequest) -> SendRequest {
        match self.target {
            Some(_) => request.to_srq(ONLY_QUEUE),
            None => request,
        }
    }

    /// Posts a signaled send request.
    pub fn post<H>(&self, harness: &mut H, id: u64, op: SendOp)
    where
        H: Harness,
        H::Device: Device<Memory = M>,
    {
        let request = self.addressed(SendRequest::new(id, op));
        harness.devices()[self.device]
            .post_send(self.qp, &request)
            .expect("a post");
    }

    /// Posts a receive, to the shared receive queue if there is one.
    pub fn post_recv<H>(&self, harness: &mut H, id: u64, offset: usize, len: usize)
    where
        H: Harness,
        H::Device: Device<Memory = M>,
    {
        let request = ReceiveRequest {
            id,
            local: self.sge(offset, len),
        };
        let d = &mut harness.devices()[self.device];
        match self.srq {
            Some(srq) => d.post_srq_recv(srq, &request),
            None => d.post_recv(self.qp, &request),
        }
        .expect("a receive");
    }

    /// Waits for the next completion.
    pub fn completion<H>(&self, harness: &mut H) -> Completion
    where
        H: Harness,
        H::Device: Device<Memory = M>,
    {
        let mut completion = None;
        harness.drive(&mut |devices| {
            completion = devices[self.device].poll_cq(self.cq);
            completion.is_some()
        });
        completion.expect("drive returns only then")
    }

    /// Waits for the next completion, which must be a success.
    pub fn success<H>(&self, harness: &mut H) -> Completion
    where
        H: Harness,
        H::Device: Device<Memory = M>,
    {
        let completion = self.completion(harness);
        assert_eq!(
            completion.status,
            CompletionStatus::Success,
            "{completion:?}"
        );
        completion
    }
}
