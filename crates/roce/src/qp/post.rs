//! Posting: makes a queue entry of a work request, after all checks that are possible at once.

use farreach_verbs::{
    Access, AtomicOp, CompletionStatus, Data, DeviceError, Entries, Memory, QpState,
    ReceiveRequest, SendOp, SendRequest, Sge, Spacing, SrqNumber,
};

use super::state::range;
use super::wqe::packets;
use super::{Blocks, Detail, Qp, Source, Wqe, WqeKind};
use crate::region::RegionTable;
use crate::shared::Shared;
use crate::wire::Class;

impl Qp {
    /// Queues a send request.
    pub(crate) fn post_send<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        request: &SendRequest,
    ) -> Result<(), DeviceError> {
        if matches!(self.state, QpState::Reset | QpState::Init | QpState::Rtr) {
            return Err(self.invalid_state("sends"));
        }
        if self.requester.len() >= self.made.max_send as usize {
            return Err(DeviceError::Exhausted {
                kind: "outstanding send request",
                limit: self.made.max_send,
            });
        }
        let mut wqe = self.check_send(shared, request)?;
        if self.state == QpState::Error {
            self.complete_send(shared, &wqe, CompletionStatus::Flushed, 0);
            return Ok(());
        }
        if let SendOp::Send { data, .. } | SendOp::Write { data, .. } = &request.op
            && let Data::Inline(inline) = data
        {
            wqe.source = Source::Inline(shared.inline.store(inline.as_slice()));
        }
        self.requester.push(wqe);
        shared.schedule(self);
        Ok(())
    }

    fn invalid_state(&self, what: &'static str) -> DeviceError {
        DeviceError::InvalidState {
            qp: self.number,
            state: self.state,
            what,
        }
    }

    fn not_offered(&self, what: &'static str) -> DeviceError {
        DeviceError::NotOffered {
            transport: self.made.transport,
            what,
        }
    }

    /// A queue entry of a send without bytes.
    #[inline]
    fn blank(&self, request: &SendRequest) -> Wqe {
        Wqe {
            id: request.id,
            psn: self.requester.end,
            packets: 1,
            short: 0,
            len: 0,
            source: Source::Inline(u32::MAX),
            remote_addr: 0,
            rkey: 0,
            imm: None,
            srq: request.srq,
            kind: WqeKind::Send,
            signaled: request.signaled,
            fence: request.fence,
            patient: request.patient,
            detail: Detail::None,
        }
    }

    /// The queue entry of a valid request. Inline data is not stored yet.
    #[inline]
    fn check_send<M: Memory>(
        &self,
        shared: &Shared<M>,
        request: &SendRequest,
    ) -> Result<Wqe, DeviceError> {
        let limits = &shared.config.limits;
        let connected = self.class != Class::Ud;
        if self.class == Class::Xrc || request.srq.is_some() {
            self.check_srq(request.srq)?;
        }
        let mut wqe = self.blank(request);
        match &request.op {
            SendOp::Send { data, imm, to } => {
                wqe.imm = *imm;
                self.check_data(shared, data, &mut wqe)?;
                match (connected, to) {
                    (true, None) => {}
                    (true, Some(_)) => return Err(self.not_offered("a destination per send")),
                    (false, None) => return Err(self.not_offered("sends without a destination")),
                    (false, Some(_)) if matches!(data, Data::Gathered(_)) => {
                        return Err(self.not_offered("several entries of a datagram"));
                    }
                    (false, Some(to)) => {
                        let most = limits.max_ud_payload.min(shared.config.max_mtu);
                        range("datagram length", wqe.len, 0, u64::from(most))?;
                        range("remote queue pair number", to.qp.0, 0, 0xff_ffff)?;
                        wqe.detail = Detail::Datagram(*to);
                    }
                }
            }
            SendOp::Write { data, remote, imm } if connected => {
                wqe.kind = WqeKind::Write;
                wqe.imm = *imm;
                (wqe.remote_addr, wqe.rkey) = (remote.addr, remote.rkey.0);
                self.check_data(shared, data, &mut wqe)?;
            }
            SendOp::WriteList { list, remote } if self.path.holds() => {
                wqe.kind = WqeKind::WriteList;
                (wqe.remote_addr, wqe.rkey) = (remote.addr, remote.rkey.0);
                self.check_data(shared, &Data::Sge(*list), &mut wqe)?;
                let most = self.path_mtu();
                range("length of a list of writes", wqe.len, 0, u64::from(most))?;
            }
            SendOp::WriteBlocks {
                from,
                remote,
                stride,
            } if self.path.holds() => {
                wqe.kind = WqeKind::WriteBlocks;
                (wqe.remote_addr, wqe.rkey) = (remote.addr, remote.rkey.0);
                self.check_write_blocks(shared, from, *stride, &mut wqe)?;
            }
            SendOp::Read { local, remote } if connected => {
                wqe.kind = WqeKind::Read;
                (wqe.remote_addr, wqe.rkey) = (remote.addr, remote.rkey.0);
                self.check_response(shared, local, &mut wqe)?;
            }
            SendOp::ReadBlocks {
                local,
                remote,
                spacing,
            } if self.path.holds() => {
                wqe.kind = WqeKind::Read;
                (wqe.remote_addr, wqe.rkey) = (remote.addr, remote.rkey.0);
                check_spacing(spacing)?;
                self.check_response(shared, local, &mut wqe)?;
                wqe.detail = Detail::Read {
                    part: 1,
                    blocks: Blocks::There(*spacing),
                };
            }
            SendOp::ReadScattered { into, remote } if connected => {
                wqe.kind = WqeKind::Read;
                (wqe.remote_addr, wqe.rkey) = (remote.addr, remote.rkey.0);
                self.check_read_scattered(shared, into, &mut wqe)?;
            }
            SendOp::Atomic {
                local,
                remote,
                width,
                op,
            } if connected => {
                wqe.kind = WqeKind::Atomic;
                (wqe.remote_addr, wqe.rkey) = (remote.addr, remote.rkey.0);
                let bytes = width.bytes() as u64;
                range("length of the atomic's local word", local.len, bytes, bytes)?;
                self.check_response(shared, local, &mut wqe)?;
                wqe.detail = Detail::Atomic {
                    width: *width,
                    op: *op,
                };
            }
            SendOp::Write { .. } => return Err(self.not_offered("RDMA writes")),
            SendOp::WriteList { .. } => {
                return Err(self.not_offered("lists of writes without the keyed check"));
            }
            SendOp::ReadBlocks { .. } | SendOp::WriteBlocks { .. } => {
                return Err(self.not_offered("blocks without the keyed check"));
            }
            SendOp::Read { .. } | SendOp::ReadScattered { .. } => {
                return Err(self.not_offered("RDMA reads"));
            }
            SendOp::Atomic { .. } => return Err(self.not_offered("atomics")),
        }
        if connected {
            range("message length", wqe.len, 0, u64::from(limits.max_message))?;
            self.cut(&mut wqe);
        }
        Ok(wqe)
    }

    /// Checks the blocks of a send or write. Functions of their own, so that requests of a row are not slower.
    #[inline(never)]
    fn check_gathered<M: Memory>(
        &self,
        shared: &Shared<M>,
        from: &Entries,
        wqe: &mut Wqe,
    ) -> Result<(), DeviceError> {
        check_count(from, shared.config.limits.max_sge)?;
        wqe.detail = Detail::Gathered(from.spacing);
        self.check_entries(shared, from, Access::NONE, wqe)
    }

    /// Checks a write of blocks that are `stride` bytes apart at the target.
    #[inline(never)]
    fn check_write_blocks<M: Memory>(
        &self,
        shared: &Shared<M>,
        from: &Entries,
        stride: u64,
        wqe: &mut Wqe,
    ) -> Result<(), DeviceError> {
        let block = u64::from(from.spacing.block);
        range("distance of blocks", stride, block, u64::MAX)?;
        let most = u64::from(self.path_mtu());
        range("length of a write of blocks", from.len, 0, most)?;
        self.check_entries(shared, from, Access::NONE, wqe)?;
        let here = from.spacing;
        wqe.detail = Detail::Blocks { here, stride };
        Ok(())
    }

    /// Checks a read to blocks.
    #[inline(never)]
    fn check_read_scattered<M: Memory>(
        &self,
        shared: &Shared<M>,
        into: &Entries,
        wqe: &mut Wqe,
    ) -> Result<(), DeviceError> {
        check_count(into, shared.config.limits.max_sge)?;
        self.check_may_respond()?;
        self.check_entries(shared, into, Access::LOCAL_WRITE, wqe)?;
        wqe.detail = Detail::Read {
            part: 1,
            blocks: Blocks::Here(into.spacing),
        };
        Ok(())
    }

    /// Checks blocks of registered memory.
    #[inline(never)]
    fn check_entries<M: Memory>(
        &self,
        shared: &Shared<M>,
        entries: &Entries,
        access: Access,
        wqe: &mut Wqe,
    ) -> Result<(), DeviceError> {
        check_spacing(&entries.spacing)?;
        let span = entries.spacing.span(0, u64::from(entries.len));
        let span = span.map_or(u64::MAX, |(_, bytes)| bytes);
        range("span of the blocks", span, 0, u64::from(entries.span.len))?;
        wqe.source = self.check_sge(&shared.regions, &entries.span, access)?;
        wqe.len = entries.len;
        Ok(())
    }

    /// Cuts the message of a connection into packets.
    #[inline]
    fn cut(&self, wqe: &mut Wqe) {
        if wqe.kind == WqeKind::Atomic || self.path_mtu() == 0 {
            return;
        }
        wqe.packets = packets(wqe.len, self.path_mtu());
        if wqe.kind == WqeKind::Write && self.path.holds() {
            wqe.shorten_first(self.path_mtu());
        }
        if wqe.kind == WqeKind::Read {
            let part = self.requester.full_part(self.path_mtu());
            let blocks = match wqe.detail {
                Detail::Read { blocks, .. } => blocks,
                _ => Blocks::None,
            };
            wqe.detail = Detail::Read { part, blocks };
        }
    }

    /// Checks whether the request names a shared receive queue exactly if it must.
    #[cold]
    #[inline(never)]
    fn check_srq(&self, srq: Option<SrqNumber>) -> Result<(), DeviceError> {
        match (self.class == Class::Xrc, srq) {
            (true, Some(srq)) => range("shared receive queue number", srq.0, 0, 0xff_ffff),
            (true, None) => Err(self.not_offered("requests that name no shared receive queue")),
            (false, Some(_)) => Err(self.not_offered("a shared receive queue per request")),
            (false, None) => Ok(()),
        }
    }

    #[inline]
    fn check_data<M: Memory>(
        &self,
        shared: &Shared<M>,
        data: &Data,
        wqe: &mut Wqe,
    ) -> Result<(), DeviceError> {
        wqe.len = data.len() as u32;
        match data {
            Data::Inline(_) => Ok(()),
            Data::Sge(sge) => {
                wqe.source = self.check_sge(&shared.regions, sge, Access::NONE)?;
                Ok(())
            }
            Data::Gathered(from) => self.check_gathered(shared, from, wqe),
        }
    }

    /// Fails if no read or atomic may be outstanding.
    #[inline]
    fn check_may_respond(&self) -> Result<(), DeviceError> {
        if self.requester.max_rd_atomic == 0 && self.state != QpState::Error {
            return Err(self.not_offered("reads and atomics with a max_rd_atomic of 0"));
        }
        Ok(())
    }

    #[inline]
    fn check_response<M: Memory>(
        &self,
        shared: &Shared<M>,
        local: &Sge,
        wqe: &mut Wqe,
    ) -> Result<(), DeviceError> {
        self.check_may_respond()?;
        wqe.len = local.len;
        wqe.source = self.check_sge(&shared.regions, local, Access::LOCAL_WRITE)?;
        Ok(())
    }

    fn check_sge<M: Memory>(
        &self,
        regions: &RegionTable<M>,
        sge: &Sge,
        access: Access,
    ) -> Result<Source, DeviceError> {
        check_local(regions, self.made.pd, sge, access)?;
        Ok(Source::Region {
            lkey: sge.lkey,
            addr: sge.addr,
        })
    }

    /// Queues a receive request.
    pub(crate) fn post_recv<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        request: &ReceiveRequest,
    ) -> Result<(), DeviceError> {
        if self.class == Class::Xrc {
            return Err(self.not_offered("receives of its own"));
        }
        if self.made.srq.is_some() {
            return Err(self.not_offered("receives of its own beside its shared receive queue"));
        }
        if self.state == QpState::Reset {
            return Err(self.invalid_state("receives"));
        }
        if self.receives.len() >= self.made.max_recv as usize {
            return Err(DeviceError::Exhausted {
                kind: "outstanding receive request",
                limit: self.made.max_recv,
            });
        }
        check_local(
            &shared.regions,
            self.made.pd,
            &request.local,
            Access::LOCAL_WRITE,
        )?;
        if self.state == QpState::Error {
            self.fail_receive(shared, request.id, CompletionStatus::Flushed);
        } else {
            self.receives.push_back(*request);
        }
        Ok(())
    }
}

/// Checks whether the local key permits the access. A range of no bytes needs no key.
pub(crate) fn check_local<M: Memory>(
    regions: &RegionTable<M>,
    pd: farreach_verbs::PdId,
    sge: &Sge,
    access: Access,
) -> Result<(), DeviceError> {
    let permitted = sge.len == 0
        || regions
            .local(sge.lkey, pd, sge.addr, sge.len, access)
            .is_some();
    if permitted {
        return Ok(());
    }
    Err(DeviceError::Protection {
        lkey: sge.lkey.0,
        addr: sge.addr,
        len: sge.len,
    })
}

/// Checks the number of scatter/gather entries.
fn check_count(entries: &Entries, most: u32) -> Result<(), DeviceError> {
    let count = u64::from(entries.count());
    range("scatter/gather entries", count, 0, u64::from(most))
}

/// Checks the numbers of blocks.
fn check_spacing(spacing: &Spacing) -> Result<(), DeviceError> {
    range("length of a block", spacing.block, 1, u64::from(u32::MAX))?;
    let least = u64::from(spacing.block);
    range("distance of blocks", spacing.stride, least, u64::MAX)
}

/// Whether the standard has the operation. Other operations use a manufacturer-specific opcode.
pub(super) fn is_standard(width: farreach_verbs::AtomicWidth, op: AtomicOp) -> bool {
    width == farreach_verbs::AtomicWidth::W64
        && matches!(op, AtomicOp::Add(_) | AtomicOp::CompareSwap { .. })
}
