//! Requests to the driver, and its completions.

#![allow(unsafe_code)]

use std::ffi::c_void;
use std::net::Ipv4Addr;
use std::ptr;

use farreach_verbs::{
    Access, AdapterAddress, AtomicOp, AtomicWidth, Completion, CompletionOp, CompletionStatus,
    Data, DeviceError, Entries, InlineData, MappedMemory, PdId, QpNumber, QpState, QpTransition,
    ROCE_PORT, ReceiveRequest, SendOp, SendRequest, Sge, SrqId, SrqNumber, Transport, UdSource,
};

use super::{IbvDevice, Loss, Qp, Receive, ReceiveOwner, not_found};
use crate::convert;
use crate::ffi::{
    AhAttr, Atomic, Gid, GlobalRoute, Rdma, RecvWr, SendWr, Sge as RawSge, Ud, Wc, Wr, value,
};
use crate::requests::Posted;

/// Bytes of the route header in front of a received datagram.
const GRH: usize = 40;
/// The greatest number of a receive queue.
const SRQ_MOST: u32 = (1 << 24) - 1;
/// Completions that are taken from the driver at a time.
const BATCH: usize = 16;
/// Requests of a queue pair that wait for the next progress at most. The driver is handed them together.
const CHAIN_MOST: usize = 16;
/// The most routers on a datagram's way.
const HOP_LIMIT: u8 = 64;
/// Marks the driver's numbers of sends, which those of receives have not.
const SEND: u64 = 1 << 63;

/// A send request in the driver's form.
struct Work {
    opcode: i32,
    flags: u32,
    sge: RawSge,
    /// More than one entry, in place of `sge`.
    entries: Vec<RawSge>,
    imm: Option<u32>,
    wr: Wr,
    op: CompletionOp,
    /// Bytes that come back.
    fetched: u32,
}

/// The bytes of a request in the driver's form.
struct Source {
    /// The only entry. Of more, the start of the first one and the length of all.
    sge: RawSge,
    /// The entries, if there are more.
    entries: Vec<RawSge>,
    /// The flags of such a request.
    flags: u32,
}

impl Source {
    /// One entry.
    fn of(sge: RawSge, flags: u32) -> Self {
        Source {
            sge,
            entries: Vec::new(),
            flags,
        }
    }
}

/// A request that the driver has not been handed yet. Its pointers are set when it is.
pub(super) struct Chained {
    wr: SendWr,
    sge: RawSge,
    entries: Vec<RawSge>,
    inline: Option<InlineData>,
}

/// The receive queue that a request is for. Zero where requests name none.
fn destination(transport: Transport, srq: Option<SrqNumber>) -> Result<u32, DeviceError> {
    let not_offered = |what| Err(DeviceError::NotOffered { transport, what });
    match (transport, srq) {
        (Transport::XrcTarget, _) => not_offered("sends"),
        (Transport::XrcInitiator, None) => not_offered("requests that name no receive queue"),
        (Transport::XrcInitiator, Some(srq)) if srq.0 > SRQ_MOST => Err(out_of_range(
            "receive queue number",
            srq.0.into(),
            SRQ_MOST.into(),
        )),
        (Transport::XrcInitiator, Some(srq)) => Ok(srq.0),
        (_, Some(_)) => not_offered("requests that name a receive queue"),
        (_, None) => Ok(0),
    }
}

/// The bytes within a request.
fn inline_of(op: &SendOp) -> Option<InlineData> {
    match op {
        SendOp::Send {
            data: Data::Inline(inline),
            ..
        }
        | SendOp::Write {
            data: Data::Inline(inline),
            ..
        } => Some(*inline),
        _ => None,
    }
}

fn raw(sge: &Sge) -> RawSge {
    RawSge {
        addr: sge.addr,
        length: sge.len,
        lkey: sge.lkey.0,
    }
}

impl<M: MappedMemory> IbvDevice<M> {
    pub(super) fn send(
        &mut self,
        number: QpNumber,
        request: &SendRequest,
    ) -> Result<(), DeviceError> {
        let qp = self
            .qps
            .get(&number)
            .ok_or_else(|| not_found("queue pair", number.0))?;
        let init = qp.init;
        if matches!(qp.state, QpState::Reset | QpState::Init | QpState::Rtr) {
            return Err(wrong_state(number, qp.state, "a send"));
        }
        let srq = destination(init.transport, request.srq)?;
        let work = self.work(&init.pd, init.transport, &request.op)?;
        let cq = &mut self.cqs[init.send_cq.0 as usize];
        let qp = self.qps.get_mut(&number).expect("looked up above");
        if (qp.sends.len() + qp.held.len()) as u32 >= init.max_send {
            return Err(exhausted("send request", init.max_send));
        }
        if qp.state == QpState::Sqd {
            qp.held.push(*request);
            return Ok(());
        }
        if cq.outstanding >= cq.capacity {
            return Err(exhausted("completion of a queue", cq.capacity));
        }
        let (place, asks) = qp.sends.next(request.signaled, init.max_send);
        let mut wr = SendWr::blank();
        wr.wr_id = SEND | place;
        wr.opcode = work.opcode;
        wr.send_flags = work.flags;
        if asks {
            wr.send_flags |= value::SEND_SIGNALED;
        }
        if request.fence {
            wr.send_flags |= value::SEND_FENCE;
        }
        wr.imm_data = work.imm.unwrap_or_default().to_be();
        wr.wr = work.wr;
        wr.remote_srqn = srq;
        cq.outstanding += 1;
        if qp.sends.len() == 0 {
            qp.heard_at = self.now;
        }
        let posted = Posted {
            id: request.id,
            op: work.op,
            bytes: work.fetched,
            is_signaled: request.signaled,
        };
        qp.sends.push(posted, asks);
        qp.chain.push(Chained {
            wr,
            sge: work.sge,
            entries: work.entries,
            inline: inline_of(&request.op),
        });
        let chained = qp.chain.len();
        self.count(init.transport, work.sge.length);
        match chained {
            1 => self.unrung.push(number),
            CHAIN_MOST => self.ring(number),
            _ => {}
        }
        Ok(())
    }

    /// Hands the requests that were posted since to the driver, those of a queue pair together.
    pub(super) fn ring_all(&mut self) {
        while let Some(number) = self.unrung.pop() {
            self.ring(number);
        }
    }

    /// Hands the requests of a queue pair to the driver, which rings the adapter's doorbell once.
    pub(super) fn ring(&mut self, number: QpNumber) {
        let Some(qp) = self.qps.get_mut(&number).filter(|qp| !qp.chain.is_empty()) else {
            return;
        };
        let (raw_qp, count) = (qp.raw, qp.chain.len());
        let first = qp.chain.as_mut_ptr();
        for at in 0..count {
            // SAFETY: the chain has `count` requests, to which nothing else refers.
            unsafe {
                let one = first.add(at);
                if let Some(inline) = &(*one).inline {
                    (*one).sge.addr = inline.as_slice().as_ptr().expose_provenance() as u64;
                }
                if !(*one).entries.is_empty() {
                    (*one).wr.sg_list = (*one).entries.as_mut_ptr();
                    (*one).wr.num_sge = (*one).entries.len() as i32;
                } else if (*one).sge.length > 0 {
                    (*one).wr.sg_list = &raw mut (*one).sge;
                    (*one).wr.num_sge = 1;
                }
                if at + 1 < count {
                    (*one).wr.next = &raw mut (*first.add(at + 1)).wr;
                }
            }
        }
        let mut bad = ptr::null_mut::<SendWr>();
        // SAFETY: the queue pair exists. The driver copies the requests, and inline bytes, before it returns. Other bytes are of
        // registered memory, which is kept.
        let refused = unsafe {
            let post = (*(*raw_qp).context).ops.post_send;
            post.expect("each driver sends")(raw_qp, &raw mut (*first).wr, &raw mut bad)
        };
        let lost = if refused == 0 {
            0
        } else {
            let is_bad = |one: &Chained| ptr::from_ref(&one.wr).addr() == bad.addr();
            count - qp.chain.iter().position(is_bad).unwrap_or_default()
        };
        qp.chain.clear();
        if lost > 0 {
            self.refuse(number, lost);
        }
    }

    /// Ends the last requests of a queue pair, which the driver does not take, and the queue pair.
    #[cold]
    fn refuse(&mut self, number: QpNumber, count: usize) {
        let qp = self.qps.get_mut(&number).expect("its requests are refused");
        let (raw_qp, init) = (qp.raw, qp.init);
        let ended = qp.sends.take_last(count);
        // What was taken before is flushed. If the driver refuses even this, the peer's timeout ends it.
        let _ = self.modify(raw_qp, init.transport, &QpTransition::ToError);
        self.take_from_driver(init.send_cq.0 as usize);
        let cq = &mut self.cqs[init.send_cq.0 as usize];
        cq.outstanding -= ended.len() as u32;
        for (at, posted) in ended.into_iter().enumerate() {
            cq.ready.push_back(Completion {
                id: posted.id,
                qp: number,
                status: match at {
                    0 => CompletionStatus::LocalQpOperation,
                    _ => CompletionStatus::Flushed,
                },
                op: posted.op,
                bytes: posted.bytes,
                imm: None,
                source: None,
            });
        }
        let qp = self.qps.get_mut(&number).expect("looked up above");
        qp.state = QpState::Error;
    }

    /// The request in the driver's form, if the transport offers it and the local key permits it.
    fn work(&mut self, pd: &PdId, transport: Transport, op: &SendOp) -> Result<Work, DeviceError> {
        let not_offered = |what| Err(DeviceError::NotOffered { transport, what });
        let blank = Wr {
            rdma: Rdma {
                remote_addr: 0,
                rkey: 0,
            },
        };
        match op {
            SendOp::Send { data, imm, to } => {
                let Source {
                    sge,
                    entries,
                    flags,
                } = self.source(*pd, data)?;
                if transport == Transport::Ud && !entries.is_empty() {
                    return not_offered("several entries of a datagram");
                }
                let wr = match (transport, to) {
                    (Transport::Ud, Some(to)) => {
                        let limit = self.attributes.max_ud_payload;
                        if sge.length > limit {
                            return Err(out_of_range("datagram", sge.length.into(), limit.into()));
                        }
                        let ah = self.handle(*pd, to.address)?;
                        Wr {
                            ud: Ud {
                                ah,
                                remote_qpn: to.qp.0,
                                remote_qkey: to.qkey,
                            },
                        }
                    }
                    (Transport::Ud, None) => return not_offered("a send without a destination"),
                    (_, Some(_)) => return not_offered("a send to a destination of its own"),
                    (_, None) => blank,
                };
                let opcode = if imm.is_some() {
                    value::WR_SEND_WITH_IMM
                } else {
                    value::WR_SEND
                };
                Ok(Work {
                    opcode,
                    flags,
                    sge,
                    entries,
                    imm: *imm,
                    wr,
                    op: CompletionOp::Send,
                    fetched: 0,
                })
            }
            _ if transport == Transport::Ud => not_offered("anything but sends"),
            SendOp::Write { data, remote, imm } => {
                let opcode = if imm.is_some() {
                    value::WR_RDMA_WRITE_WITH_IMM
                } else {
                    value::WR_RDMA_WRITE
                };
                let source = self.source(*pd, data)?;
                let work = rdma_work(opcode, source, *remote, CompletionOp::Write);
                Ok(Work { imm: *imm, ..work })
            }
            SendOp::Read { local, remote } => {
                self.check_local(*pd, local, Access::LOCAL_WRITE)?;
                let target = Source::of(raw(local), 0);
                let work = rdma_work(value::WR_RDMA_READ, target, *remote, CompletionOp::Read);
                let fetched = local.len;
                Ok(Work { fetched, ..work })
            }
            SendOp::ReadScattered { into, remote } => {
                let most = self.attributes.max_sge_rd;
                let target = self.entries(*pd, into, Access::LOCAL_WRITE, most)?;
                let work = rdma_work(value::WR_RDMA_READ, target, *remote, CompletionOp::Read);
                let fetched = into.len;
                Ok(Work { fetched, ..work })
            }
            SendOp::Atomic {
                local,
                remote,
                width,
                op,
            } => {
                let (opcode, compare_add, swap) = match (width, op) {
                    (AtomicWidth::W64, AtomicOp::Add(operand)) => {
                        (value::WR_ATOMIC_FETCH_AND_ADD, *operand, 0)
                    }
                    (AtomicWidth::W64, AtomicOp::CompareSwap { compare, swap }) => {
                        (value::WR_ATOMIC_CMP_AND_SWP, *compare, *swap)
                    }
                    _ => return not_offered("this atomic"),
                };
                self.check_local(*pd, local, Access::LOCAL_WRITE)?;
                let atomic = Atomic {
                    remote_addr: remote.addr,
                    compare_add,
                    swap,
                    rkey: remote.rkey.0,
                };
                Ok(Work {
                    opcode,
                    flags: 0,
                    sge: raw(local),
                    entries: Vec::new(),
                    imm: None,
                    wr: Wr { atomic },
                    op: CompletionOp::Atomic,
                    fetched: local.len,
                })
            }
            SendOp::WriteList { .. } => not_offered("lists"),
            SendOp::WriteBlocks { .. } | SendOp::ReadBlocks { .. } => not_offered("blocks"),
        }
    }

    /// The bytes of a send or write. The pointer to inline data is valid as long as the request.
    fn source(&self, pd: PdId, data: &Data) -> Result<Source, DeviceError> {
        match data {
            Data::Inline(inline) => {
                let bytes = inline.as_slice();
                bytes.as_ptr().expose_provenance();
                let sge = RawSge {
                    addr: bytes.as_ptr().addr() as u64,
                    length: bytes.len() as u32,
                    lkey: 0,
                };
                Ok(Source::of(sge, value::SEND_INLINE))
            }
            Data::Sge(sge) => {
                self.check_local(pd, sge, Access::NONE)?;
                self.check_length(sge.len)?;
                Ok(Source::of(raw(sge), 0))
            }
            Data::Gathered(entries) => {
                self.entries(pd, entries, Access::NONE, self.attributes.max_sge)
            }
        }
    }

    fn check_length(&self, len: u32) -> Result<(), DeviceError> {
        let limit = self.attributes.max_message;
        if len > limit {
            return Err(out_of_range("message", len.into(), limit.into()));
        }
        Ok(())
    }

    /// Blocks of registered memory as entries of a request, which has `most` at most.
    fn entries(
        &self,
        pd: PdId,
        blocks: &Entries,
        access: Access,
        most: u32,
    ) -> Result<Source, DeviceError> {
        if blocks.count() > most {
            let count = blocks.count().into();
            return Err(out_of_range("scatter/gather entries", count, most.into()));
        }
        self.check_length(blocks.len)?;
        let span = blocks.spacing.span(0, blocks.len.into());
        let span = span.and_then(|(_, bytes)| u32::try_from(bytes).ok());
        let limit = blocks.span.len;
        if span.is_none_or(|span| span > limit) {
            let span = span.map_or(u64::MAX, u64::from);
            return Err(out_of_range("span of the blocks", span, limit.into()));
        }
        self.check_local(pd, &blocks.span, access)?;
        let mut sge = raw(&blocks.span);
        sge.length = blocks.len;
        Ok(Source {
            sge,
            entries: blocks.each().map(|block| raw(&block)).collect(),
            flags: 0,
        })
    }

    /// The route to an adapter.
    pub(super) fn route(&self, to: AdapterAddress) -> AhAttr {
        let mut route = AhAttr::blank();
        route.grh = GlobalRoute {
            dgid: Gid::new(to.gid),
            flow_label: 0,
            sgid_index: self.port.gid_index,
            hop_limit: HOP_LIMIT,
            traffic_class: self.port.traffic_class,
        };
        route.is_global = 1;
        route.sl = self.port.service_level;
        if !self.port.is_ethernet() {
            route.dlid = to.port;
        }
        route.port_num = self.port.number;
        route
    }

    /// The address handle of an adapter.
    fn handle(&mut self, pd: PdId, to: AdapterAddress) -> Result<*mut c_void, DeviceError> {
        if let Some(&handle) = self.handles.get(&(pd, to)) {
            return Ok(handle);
        }
        let mut route = self.route(to);
        // SAFETY: the domain exists, and the library reads the route.
        let handle = unsafe { (self.verbs.ibv_create_ah)(self.pd(pd)?, &raw mut route) };
        if handle.is_null() {
            return Err(convert::last_refusal("an address handle"));
        }
        self.handles.insert((pd, to), handle);
        Ok(handle)
    }

    pub(super) fn receive(
        &mut self,
        number: QpNumber,
        request: &ReceiveRequest,
    ) -> Result<(), DeviceError> {
        let qp = self
            .qps
            .get(&number)
            .ok_or_else(|| not_found("queue pair", number.0))?;
        let Qp {
            raw: raw_qp,
            init,
            state,
            posted_receives,
            ..
        } = *qp;
        if init.srq.is_some() || init.transport.is_xrc() {
            return Err(DeviceError::NotOffered {
                transport: init.transport,
                what: "receives of its own beside a shared receive queue",
            });
        }
        if state == QpState::Reset {
            return Err(wrong_state(number, state, "a receive"));
        }
        self.check_local(init.pd, &request.local, Access::LOCAL_WRITE)?;
        if posted_receives >= init.max_recv {
            return Err(exhausted("receive request", init.max_recv));
        }
        let place = self.receives.insert(Receive {
            id: request.id,
            local: request.local,
            owner: ReceiveOwner::Qp(number),
        });
        let refused = with_receive(place, &request.local, |wr| {
            let mut bad = ptr::null_mut();
            // SAFETY: the queue pair exists, and the driver copies the request.
            unsafe {
                let post = (*(*raw_qp).context).ops.post_recv;
                post.expect("each driver receives")(raw_qp, wr, &raw mut bad)
            }
        });
        if refused != 0 {
            self.receives.remove(place);
            return Err(convert::refusal("a receive request", refused));
        }
        self.qps
            .get_mut(&number)
            .expect("looked up above")
            .posted_receives += 1;
        self.cqs[init.recv_cq.0 as usize].outstanding += 1;
        Ok(())
    }

    pub(super) fn receive_shared(
        &mut self,
        id: SrqId,
        request: &ReceiveRequest,
    ) -> Result<(), DeviceError> {
        let srq = self.srqs.get(id.0 as usize);
        let srq = srq.ok_or_else(|| not_found("shared receive queue", id.0))?;
        let (raw_srq, pd, posted, capacity) = (srq.raw, srq.pd, srq.posted, srq.capacity);
        self.check_local(pd, &request.local, Access::LOCAL_WRITE)?;
        if posted >= capacity {
            return Err(exhausted("receive request", capacity));
        }
        let place = self.receives.insert(Receive {
            id: request.id,
            local: request.local,
            owner: ReceiveOwner::Srq(id.0),
        });
        let refused = with_receive(place, &request.local, |wr| {
            let mut bad = ptr::null_mut();
            // SAFETY: the queue exists, and the driver copies the request.
            unsafe {
                let post = (*(*raw_srq).context).ops.post_srq_recv;
                post.expect("each driver has shared receive queues")(raw_srq, wr, &raw mut bad)
            }
        });
        if refused != 0 {
            self.receives.remove(place);
            return Err(convert::refusal("a receive request", refused));
        }
        self.srqs[id.0 as usize].posted += 1;
        Ok(())
    }

    /// Takes completions from the driver. Returns their number.
    pub(super) fn take_from_driver(&mut self, index: usize) -> usize {
        let Some(cq) = self.cqs.get(index) else {
            return 0;
        };
        let raw = cq.raw;
        let (mut taken, mut has_failed) = (0, false);
        loop {
            let mut batch = [const { std::mem::MaybeUninit::<Wc>::uninit() }; BATCH];
            // SAFETY: the queue exists, and the driver stores at most as many completions.
            let count = unsafe {
                let poll = (*(*raw).context).ops.poll_cq;
                poll.expect("each driver completes")(raw, BATCH as i32, batch.as_mut_ptr().cast())
            };
            let Ok(count) = usize::try_from(count) else {
                // A negative count is a queue that has failed.
                self.lose(Loss::CompletionQueue);
                return taken;
            };
            for wc in &batch[..count] {
                // SAFETY: the driver has stored as many.
                let wc = unsafe { wc.assume_init() };
                has_failed |= wc.status != value::WC_SUCCESS;
                if let Some(completion) = self.complete(&wc) {
                    self.cqs[index].ready.push_back(completion);
                }
            }
            taken += count;
            if count < BATCH {
                break;
            }
        }
        if has_failed {
            // So that the user is told why before the failure ends the job.
            self.take_async();
        }
        taken
    }

    /// Translates a completion. `None` if the contract reports nothing.
    fn complete(&mut self, wc: &Wc) -> Option<Completion> {
        if wc.wr_id & SEND == 0 {
            return self.complete_receive(wc);
        }
        let number = QpNumber(wc.qp_num);
        let now = self.now;
        let qp = self.qps.get_mut(&number)?;
        let before = qp.sends.len();
        let posted = qp.sends.take(wc.wr_id & !SEND)?;
        let ended = (before - qp.sends.len()) as u32;
        qp.heard_at = now;
        let status = convert::status(wc.status);
        if status != CompletionStatus::Success {
            qp.state = QpState::Error;
        }
        let send_cq = qp.init.send_cq.0 as usize;
        self.cqs[send_cq].outstanding -= ended;
        if status == CompletionStatus::Success && !posted.is_signaled {
            return None;
        }
        Some(Completion {
            id: posted.id,
            qp: number,
            status,
            op: posted.op,
            bytes: posted.bytes,
            imm: None,
            source: None,
        })
    }

    fn complete_receive(&mut self, wc: &Wc) -> Option<Completion> {
        let receive = self.receives.try_remove(wc.wr_id as usize)?;
        let mut number = QpNumber(wc.qp_num);
        let status = convert::status(wc.status);
        let qp = self.qps.get_mut(&number);
        if qp.is_none() {
            // The message came through another process of the XRC domain.
            number = QpNumber(0);
        }
        let transport = qp.as_ref().map_or(Transport::Rc, |qp| qp.init.transport);
        let is_datagram = transport == Transport::Ud;
        match receive.owner {
            ReceiveOwner::Srq(srq) => self.srqs[srq as usize].posted -= 1,
            ReceiveOwner::Qp(_) => {
                if let Some(qp) = qp {
                    qp.posted_receives -= 1;
                    if status != CompletionStatus::Success {
                        qp.state = QpState::Error;
                    }
                    let recv_cq = qp.init.recv_cq.0 as usize;
                    self.cqs[recv_cq].outstanding -= 1;
                }
            }
        }
        let is_good = status == CompletionStatus::Success;
        if is_good {
            self.count(transport, wc.byte_len);
        }
        let source = (is_good && is_datagram).then(|| UdSource {
            address: self.source_of(&receive.local, wc),
            qp: QpNumber(wc.src_qp),
        });
        Some(Completion {
            id: receive.id,
            qp: number,
            status,
            op: if wc.opcode == value::WC_RECV_RDMA_WITH_IMM {
                CompletionOp::ReceiveWriteImm
            } else {
                CompletionOp::Receive
            },
            bytes: wc.byte_len,
            imm: (wc.wc_flags & value::WC_WITH_IMM != 0).then(|| u32::from_be(wc.imm_data)),
            source,
        })
    }

    /// The sender of a datagram, from the route header in front of it. Over IPv4 the header's last 20 bytes are those of the IP
    /// header.
    fn source_of(&self, local: &Sge, wc: &Wc) -> AdapterAddress {
        let mut header = [0; GRH];
        if let Some(region) = self.regions.get(&local.lkey) {
            let start = (local.addr - region.base) as usize;
            // A buffer that is shorter than a route header takes no datagram.
            let _ = region.memory.read(start, &mut header);
        }
        let is_v4 = header[0] >> 4 != 6 && header[20] >> 4 == 4;
        let gid = if is_v4 {
            let [.., a, b, c, d, _, _, _, _] = header;
            Ipv4Addr::new(a, b, c, d).to_ipv6_mapped().octets()
        } else {
            header[8..24].try_into().expect("16 bytes")
        };
        let port = if self.port.is_ethernet() {
            ROCE_PORT
        } else {
            wc.slid
        };
        AdapterAddress { gid, port }
    }
}

/// Calls `post` with a receive request in the driver's form.
fn with_receive(place: usize, local: &Sge, post: impl FnOnce(*mut RecvWr) -> i32) -> i32 {
    let mut sge = raw(local);
    let mut wr = RecvWr {
        wr_id: place as u64,
        next: ptr::null_mut(),
        sg_list: &raw mut sge,
        num_sge: 1,
    };
    post(&raw mut wr)
}

fn rdma(remote: farreach_verbs::RemoteAddress) -> Wr {
    Wr {
        rdma: Rdma {
            remote_addr: remote.addr,
            rkey: remote.rkey.0,
        },
    }
}

/// A write without an immediate, or a read that fetches nothing.
fn rdma_work(
    opcode: i32,
    source: Source,
    remote: farreach_verbs::RemoteAddress,
    op: CompletionOp,
) -> Work {
    let Source {
        sge,
        entries,
        flags,
    } = source;
    Work {
        opcode,
        flags,
        sge,
        entries,
        imm: None,
        wr: rdma(remote),
        op,
        fetched: 0,
    }
}

#[cold]
fn wrong_state(qp: QpNumber, state: QpState, what: &'static str) -> DeviceError {
    DeviceError::InvalidState { qp, state, what }
}

#[cold]
fn exhausted(kind: &'static str, limit: u32) -> DeviceError {
    DeviceError::Exhausted { kind, limit }
}

#[cold]
fn out_of_range(what: &'static str, value: u64, max: u64) -> DeviceError {
    DeviceError::OutOfRange {
        what,
        value,
        min: 0,
        max,
    }
}
