//! Executes requests. This is the only module in which a peer's packet changes memory.

use core::hint;

use farreach_verbs::{
    Abilities, Access, AtomicOp, AtomicWidth, Completion, CompletionOp, CompletionStatus,
    ForwardedKind, ListedAtomic, ListedNumbers, ListedOp, ListedOps, Memory, MemoryError, PdId,
    ReceiveRequest, Rkey,
};

use super::Qp;
use super::responder::{ACCESS, AtomicResult, Body, INVALID, Refusal, Unfinished};
use super::wqe::packets;
use crate::link::Gaps;
use crate::region::{Pds, Range};
use crate::shared::Shared;
use crate::wire::{Headers, NakCode, Position, Reth};

impl Qp {
    pub(super) fn execute_send<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<u64, Refusal> {
        if self.is_for_other() {
            return self.execute_forward(shared, headers, payload);
        }
        let position = headers.bth.opcode.position();
        self.check_length(position, payload.len())?;
        let begins = matches!(position, Position::First | Position::Only);
        let (receive, received) = match self.responder.unfinished {
            Unfinished::None if begins => {
                let receive = self.next_receive(shared).ok_or(Refusal::NotReady)?;
                self.take_receive(shared);
                (receive, 0)
            }
            Unfinished::Send { receive, received } if !begins => (receive, received),
            _ => return Err(INVALID),
        };
        self.responder.unfinished = Unfinished::Send { receive, received };
        let len = payload.len() as u32;
        if len > receive.local.len - received {
            self.fail_request(shared, CompletionStatus::LocalLength);
            return Err(INVALID);
        }
        if !self.store_received(shared, &receive, received, payload) {
            self.fail_request(shared, CompletionStatus::LocalProtection);
            return Err(Refusal::Fault(NakCode::RemoteOperation));
        }
        let received = received + len;
        if matches!(position, Position::Last | Position::Only) {
            self.responder.complete_request();
            let op = CompletionOp::Receive;
            self.deliver(shared, receive.id, op, received, headers.imm);
        } else {
            self.responder.unfinished = Unfinished::Send { receive, received };
        }
        Ok(self.responder.expected + 1)
    }

    fn store_received<M: Memory>(
        &self,
        shared: &Shared<M>,
        receive: &ReceiveRequest,
        offset: u32,
        bytes: &[u8],
    ) -> bool {
        if bytes.is_empty() {
            return true;
        }
        let Some(addr) = receive.local.addr.checked_add(u64::from(offset)) else {
            return false;
        };
        let (pd, len) = (self.receive_pd(shared), bytes.len() as u32);
        shared
            .regions
            .local(receive.local.lkey, pd, addr, len, Access::LOCAL_WRITE)
            .is_some_and(|range| range.memory.write(range.offset, bytes).is_ok())
    }

    /// The receive of the request under way completes with an error.
    pub(super) fn fail_request<M>(&mut self, shared: &mut Shared<M>, status: CompletionStatus) {
        if let Some(id) = self.responder.take_receive() {
            self.fail_receive(shared, id, status);
        }
    }

    fn deliver<M>(
        &mut self,
        shared: &mut Shared<M>,
        id: u64,
        op: CompletionOp,
        bytes: u32,
        imm: Option<u32>,
    ) {
        let completion = Completion {
            id,
            qp: self.target(),
            status: CompletionStatus::Success,
            op,
            bytes,
            imm,
            source: None,
        };
        self.complete_receive(shared, completion);
    }

    pub(super) fn execute_write<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<u64, Refusal> {
        let position = headers.bth.opcode.position();
        self.check_length(position, payload.len())?;
        let (rkey, addr, len, written) = match (self.responder.unfinished, headers.reth) {
            (Unfinished::None, Some(reth)) => {
                let (rkey, addr, len) = (reth.rkey, reth.va, reth.length);
                if len > shared.config.limits.max_message {
                    return Err(INVALID);
                }
                // A single packet names the range of its bytes only, which is checked below.
                if position != Position::Only {
                    let access = Access::REMOTE_WRITE;
                    self.admitting(shared, self.pds(), rkey, addr, len, access)?;
                }
                (rkey, addr, len, 0)
            }
            (
                Unfinished::Write {
                    rkey,
                    addr,
                    len,
                    written,
                },
                None,
            ) => (rkey, addr, len, written),
            _ => return Err(INVALID),
        };
        let ends = matches!(position, Position::Last | Position::Only);
        let bytes = payload.len() as u32;
        let left = len - written;
        if bytes > left || ends != (bytes == left) {
            return Err(INVALID);
        }
        let access = Access::REMOTE_WRITE;
        let range = if bytes > 0 {
            let at = addr + u64::from(written);
            Some(self.reach(shared, rkey, at, bytes, access)?)
        } else if self.access.contains(access) {
            None
        } else {
            return Err(ACCESS);
        };
        let notifies = headers.imm.is_some();
        if notifies && !self.is_for_other() && self.next_receive(shared).is_none() {
            return Err(Refusal::NotReady);
        }
        if let Some(range) = range {
            range
                .memory
                .write(range.offset, payload)
                .map_err(|_| ACCESS)?;
        }
        if notifies && self.is_for_other() {
            // If the domain has no room now, the requester sends the bytes again.
            self.forward(shared, ForwardedKind::WriteImm(len), headers.imm, &[])?;
        }
        if position == Position::Only {
            self.responder.complete_request();
            self.note_touched(shared);
        } else {
            self.responder.unfinished = Unfinished::Write {
                rkey,
                addr,
                len,
                written,
            };
            self.written(shared, bytes);
        }
        if notifies && let Some(receive) = self.take_receive(shared) {
            let op = CompletionOp::ReceiveWriteImm;
            self.deliver(shared, receive.id, op, len, headers.imm);
        }
        Ok(self.responder.expected + 1)
    }

    /// Executes a list, up to the first entry that is not permitted.
    pub(super) fn execute_write_list<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<u64, Refusal> {
        let is_between_requests = matches!(self.responder.unfinished, Unfinished::None);
        let Some(reth) = headers
            .reth
            .filter(|_| self.path.holds() && is_between_requests)
        else {
            return Err(INVALID);
        };
        self.check_length(Position::Only, payload.len())?;
        // The key permits access to all of its region. A write beyond the region's end is refused
        // by the memory itself.
        let start = self.reach(shared, reth.rkey, reth.va, 0, Access::REMOTE_WRITE)?;
        let mut ops = ListedOps::new(payload);
        loop {
            while let Some(write) = ops.next_write() {
                let at = start.offset.checked_add(write.offset as usize);
                let written = at.map(|at| start.memory.write(at, write.bytes));
                if !matches!(written, Some(Ok(()))) {
                    return Err(ACCESS);
                }
            }
            match ops.next() {
                None => break,
                Some(Ok(ListedOp::Atomic(atomic))) => {
                    self.execute_listed_atomic(shared, (reth.rkey, reth.va), atomic)?;
                }
                Some(Ok(ListedOp::Accumulate(numbers))) => {
                    self.execute_listed_accumulate(shared, (reth.rkey, reth.va), numbers)?;
                }
                // The loop above has taken all writes.
                Some(_) => return Err(INVALID),
            }
        }
        self.note_touched(shared);
        self.responder.complete_request();
        Ok(self.responder.expected + 1)
    }

    /// Executes a write of blocks, of one packet.
    pub(super) fn execute_write_blocks<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<u64, Refusal> {
        let is_between_requests = matches!(self.responder.unfinished, Unfinished::None);
        let (Some(reth), Some(blocks)) = (headers.reth, headers.spacing) else {
            return Err(INVALID);
        };
        if !self.path.holds() || !is_between_requests || blocks.skipped != 0 {
            return Err(INVALID);
        }
        self.check_length(Position::Only, payload.len())?;
        let span = blocks.spacing.span(0, payload.len() as u64);
        let (_, span) = span.ok_or(INVALID)?;
        // Blocks farther apart than a region may be long are not in one region.
        let span = u32::try_from(span).map_err(|_| ACCESS)?;
        let start = self.reach(shared, reth.rkey, reth.va, span, Access::REMOTE_WRITE)?;
        let mut rest = payload;
        for (at, len) in Gaps::new(blocks.spacing, 0).parts(start.offset, payload.len()) {
            let (bytes, behind) = rest.split_at(len);
            start.memory.write(at, bytes).map_err(|_| ACCESS)?;
            rest = behind;
        }
        self.note_touched(shared);
        self.responder.complete_request();
        Ok(self.responder.expected + 1)
    }

    /// A separate function, so that it does not slow the writes of a list, whose instructions are
    /// counted.
    #[inline(never)]
    fn execute_listed_atomic<M: Memory>(
        &self,
        shared: &Shared<M>,
        (rkey, base): (u32, u64),
        atomic: ListedAtomic,
    ) -> Result<(), Refusal> {
        let (width, len) = (atomic.width(), atomic.width().bytes() as u32);
        let addr = base.checked_add(atomic.offset).ok_or(ACCESS)?;
        let range = self.reach(shared, rkey, addr, len, Access::REMOTE_ATOMIC)?;
        let updated = range.memory.update(range.offset, width, atomic.op());
        updated.map_err(|_| ACCESS)
    }

    #[inline(never)]
    fn execute_listed_accumulate<M: Memory>(
        &self,
        shared: &Shared<M>,
        (rkey, base): (u32, u64),
        numbers: ListedNumbers<'_>,
    ) -> Result<(), Refusal> {
        let len = numbers.numbers.len();
        let addr = base.checked_add(numbers.offset).ok_or(ACCESS)?;
        let range = self.reach(shared, rkey, addr, len as u32, Access::REMOTE_ATOMIC)?;
        let how = (numbers.number, numbers.op);
        let changed = range.memory.accumulate(range.offset, how, numbers.numbers);
        changed.map_err(|_| ACCESS)
    }

    pub(super) fn execute_read<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        psn: u64,
    ) -> Result<u64, Refusal> {
        let Some(reth) = headers.reth else {
            return Err(INVALID);
        };
        self.check_room()?;
        if reth.length > shared.config.limits.max_message {
            return Err(INVALID);
        }
        let body = self.read_body(shared, headers, &reth, self.pds())?;
        let count = packets(reth.length, self.path.mtu);
        self.responder.complete_request();
        self.responder.respond(psn, count, body);
        Ok(psn + u64::from(count))
    }

    /// The body of the response to a read, if the read is permitted.
    pub(super) fn read_body<M: Memory>(
        &self,
        shared: &Shared<M>,
        headers: &Headers,
        reth: &Reth,
        pds: Pds,
    ) -> Result<Body, Refusal> {
        let (rkey, addr, len) = (reth.rkey, reth.va, reth.length);
        let access = Access::REMOTE_READ;
        let Some(blocks) = headers.spacing else {
            let pd = self.admitting(shared, pds, rkey, addr, len, access)?;
            return Ok(Body::Read {
                rkey,
                addr,
                len,
                pd,
            });
        };
        if !self.path.holds() {
            return Err(INVALID);
        }
        let skipped = u64::from(blocks.skipped);
        let span = blocks.spacing.span(skipped, u64::from(len));
        let (first, bytes) = span.ok_or(INVALID)?;
        let first = addr.checked_add(first).ok_or(ACCESS)?;
        // Blocks farther apart than a region may be long are not in one region.
        let bytes = u32::try_from(bytes).map_err(|_| ACCESS)?;
        let pd = self.admitting(shared, pds, rkey, first, bytes, access)?;
        Ok(Body::ReadBlocks {
            rkey,
            addr,
            len,
            pd,
            blocks,
        })
    }

    pub(super) fn execute_atomic<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        psn: u64,
    ) -> Result<u64, Refusal> {
        let Some((width, op, addr, rkey)) = requested_atomic(headers) else {
            return Err(INVALID);
        };
        self.check_room()?;
        let len = width.bytes() as u32;
        if addr % u64::from(len) != 0 {
            return Err(INVALID);
        }
        let range = self.reach(shared, rkey, addr, len, Access::REMOTE_ATOMIC)?;
        let without = shared.config.without;
        let original = if without.contains(Abilities::COHERENT_ATOMICS) {
            atomic_of_adapter(range.memory, range.offset, width, op)
        } else {
            range.memory.atomic(range.offset, width, op)
        };
        let original = original.map_err(|_| INVALID)?;
        self.note_touched(shared);
        let r = &mut self.responder;
        r.complete_request();
        while r.atomics.len() >= usize::from(r.max_dest_rd_atomic) {
            r.atomics.pop_front();
        }
        r.atomics.push_back(AtomicResult { psn, original });
        r.respond(psn, 1, Body::Atomic { original });
        Ok(psn + 1)
    }

    /// Whether one more read or atomic may be outstanding, and comes between requests.
    fn check_room(&self) -> Result<(), Refusal> {
        let r = &self.responder;
        if r.has_room(false) && matches!(r.unfinished, Unfinished::None) {
            return Ok(());
        }
        Err(INVALID)
    }

    /// The protection domain under which queue pair and region permit remote access to the range. A
    /// range of no bytes needs no region.
    pub(super) fn admitting<M: Memory>(
        &self,
        shared: &Shared<M>,
        pds: Pds,
        rkey: u32,
        addr: u64,
        len: u32,
        access: Access,
    ) -> Result<PdId, Refusal> {
        if !self.access.contains(access) {
            return Err(ACCESS);
        }
        if len == 0 {
            return Ok(pds.first);
        }
        shared
            .regions
            .remote_pd(Rkey(rkey), pds, addr, len, access)
            .ok_or(ACCESS)
    }

    /// The range, if queue pair and region permit remote access to it.
    #[inline]
    fn reach<'a, M: Memory>(
        &self,
        shared: &'a Shared<M>,
        rkey: u32,
        addr: u64,
        len: u32,
        access: Access,
    ) -> Result<Range<'a, M>, Refusal> {
        if !self.access.contains(access) {
            return Err(ACCESS);
        }
        shared
            .regions
            .remote(Rkey(rkey), self.pds(), addr, len, access)
            .ok_or(ACCESS)
    }

    /// Checks the payload length. All packets of a message except the last are full. Between
    /// Farreach's adapters the first packet may be shorter.
    pub(super) fn check_length(&self, position: Position, len: usize) -> Result<(), Refusal> {
        let mtu = self.path.mtu as usize;
        let suits = match position {
            Position::First if self.path.holds() => (1..=mtu).contains(&len),
            Position::First | Position::Middle => len == mtu,
            Position::Last => (1..=mtu).contains(&len),
            Position::Only => len <= mtu,
        };
        if suits { Ok(()) } else { Err(INVALID) }
    }
}

/// Turns of a loop that take about as long as an adapter in hardware needs to get a word and to write it back: microseconds.
const ACROSS_THE_BUS: u32 = 200;

/// Applies an atomic as an adapter does whose atomics exclude only each other: a CPU that changes the word between the load and the
/// store loses its change. An adapter that is told to do without coherent atomics does so, and tests find out who relies on them.
fn atomic_of_adapter<M: Memory>(
    memory: &M,
    offset: usize,
    width: AtomicWidth,
    op: AtomicOp,
) -> Result<u64, MemoryError> {
    let bytes = width.bytes();
    if !offset.is_multiple_of(bytes) {
        return Err(MemoryError::Misaligned {
            offset,
            width: bytes,
        });
    }
    // The low half of a word in the host's order is at its start or its end.
    let at = if cfg!(target_endian = "little") {
        0
    } else {
        8 - bytes
    };
    let mut word = [0; 8];
    memory.read(offset, &mut word[at..at + bytes])?;
    let old = u64::from_ne_bytes(word);
    for _ in 0..ACROSS_THE_BUS {
        hint::spin_loop();
    }
    let new = op.applied(old, width).to_ne_bytes();
    memory.write(offset, &new[at..at + bytes])?;
    Ok(old)
}

/// The width, operation, address and remote key of an atomic.
fn requested_atomic(headers: &Headers) -> Option<(AtomicWidth, AtomicOp, u64, u32)> {
    use crate::wire::Opcode;
    if let Some(ext) = headers.atomic_ext {
        return Some((ext.width, ext.op, ext.va, ext.rkey));
    }
    let atomic = headers.atomic?;
    let is_swap = matches!(
        headers.bth.opcode,
        Opcode::CompareSwap | Opcode::XrcCompareSwap
    );
    let op = if is_swap {
        AtomicOp::CompareSwap {
            compare: atomic.compare,
            swap: atomic.swap_or_add,
        }
    } else {
        AtomicOp::Add(atomic.swap_or_add)
    };
    Some((AtomicWidth::W64, op, atomic.va, atomic.rkey))
}
