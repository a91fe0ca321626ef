//! The UD queue pair that connect messages and the datagrams of associations travel over.

use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::{
    Access, Completion, CompletionStatus, CqId, Data, Device, DeviceError, InlineData, Lkey,
    Memory, PdId, QpInit, QpNumber, QpTransition, ReceiveRequest, Retry, SendOp, SendRequest, Sge,
    Transport, UdDestination, UdSource,
};

/// Bytes of the global routing header that precede a received datagram.
const GRH: usize = 40;
/// The most receives that are kept posted.
const RECEIVES: u32 = 64;
/// So many at first: their memory is used again and again, that of the others not before there is much to receive.
const FEW: u32 = 16;
/// Datagrams that can be on their way out at once.
const SENDS: u32 = 64;

/// To RTS, where a datagram pair retries nothing.
const TO_RTS: QpTransition = QpTransition::ToRts {
    psn: 0,
    max_rd_atomic: 1,
    timeout: Duration::from_secs(1),
    retry: Retry::Count(0),
    rnr_retry: Retry::Count(0),
};

/// The UD queue pair with its buffers.
pub(crate) struct DatagramQp<M> {
    qp: QpNumber,
    qkey: u32,
    cq: CqId,
    memory: M,
    lkey: Lkey,
    slot: usize,
    /// How many receives are kept posted.
    receives: u32,
    free_sends: Vec<u32>,
    /// The datagram that is put together, and the one that came last.
    outgoing: Vec<u8>,
    arrived: Vec<u8>,
}

impl<M: Memory> DatagramQp<M> {
    /// Makes the queue pair for datagrams of up to `max_datagram` bytes and posts its receives.
    pub(crate) fn new<D: Device<Memory = M>>(
        device: &mut D,
        pd: PdId,
        max_datagram: usize,
        qkey: u32,
    ) -> Result<Self, DeviceError> {
        let cq = device.create_cq(RECEIVES + SENDS)?;
        let qp = device.create_qp(&QpInit {
            transport: Transport::Ud,
            pd,
            send_cq: cq,
            recv_cq: cq,
            srq: None,
            max_send: SENDS,
            max_recv: RECEIVES,
            domain: None,
            partner: None,
        })?;
        device.modify_qp(
            qp,
            &QpTransition::ToInit {
                access: Access::NONE,
                qkey,
            },
        )?;
        device.modify_qp(qp, &QpTransition::ToRtrUd)?;
        device.modify_qp(qp, &TO_RTS)?;
        let slot = (GRH + max_datagram).next_multiple_of(64);
        let memory = M::allocate(slot * (RECEIVES + SENDS) as usize);
        let region = device.register(pd, memory.clone(), 0, Access::LOCAL_WRITE)?;
        let mut datagrams = DatagramQp {
            qp,
            qkey,
            cq,
            memory,
            lkey: region.lkey,
            slot,
            receives: 0,
            free_sends: (RECEIVES..RECEIVES + SENDS).collect(),
            outgoing: Vec::new(),
            arrived: Vec::new(),
        };
        datagrams.post_receives(device, FEW)?;
        Ok(datagrams)
    }

    /// Keeps `count` receives posted from here on.
    fn post_receives<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        count: u32,
    ) -> Result<(), DeviceError> {
        for slot in self.receives..count {
            // No datagram shall wait for a fresh page.
            let start = slot as usize * self.slot;
            let touched = self.memory.write(start, &[0]);
            touched.expect("the slot lies inside the memory");
            self.post_receive(device, slot)?;
        }
        self.receives = count;
        Ok(())
    }

    /// So many datagrams came at once. Twice as many can come the next time.
    pub(crate) fn came<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        datagrams: usize,
    ) -> Result<(), DeviceError> {
        let has_few = self.receives < RECEIVES && datagrams >= self.receives as usize / 2;
        if has_few {
            self.post_receives(device, self.receives * 2)?;
        }
        Ok(())
    }

    pub(crate) fn qp(&self) -> QpNumber {
        self.qp
    }

    pub(crate) fn qkey(&self) -> u32 {
        self.qkey
    }

    /// Whether there is a buffer for another datagram.
    pub(crate) fn has_room(&self) -> bool {
        !self.free_sends.is_empty()
    }

    fn post_receive<D: Device<Memory = M>>(
        &self,
        device: &mut D,
        slot: u32,
    ) -> Result<(), DeviceError> {
        let local = Sge {
            lkey: self.lkey,
            addr: (slot as usize * self.slot) as u64,
            len: self.slot as u32,
        };
        device.post_recv(
            self.qp,
            &ReceiveRequest {
                id: u64::from(slot),
                local,
            },
        )
    }

    /// Begins another datagram: its bytes are appended, then [`DatagramQp::send`] sends them.
    pub(crate) fn begin(&mut self) -> &mut Vec<u8> {
        self.outgoing.clear();
        &mut self.outgoing
    }

    /// Sends the datagram that was put together; `false` if all buffers are on their way out, in which case the datagram counts as lost.
    pub(crate) fn send<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        to: UdDestination,
    ) -> Result<bool, DeviceError> {
        let bytes = &self.outgoing[..];
        assert!(
            GRH + bytes.len() <= self.slot,
            "a datagram of {} bytes",
            bytes.len()
        );
        let Some(slot) = self.free_sends.pop() else {
            return Ok(false);
        };
        // Short ones leave in one piece with their headers.
        let data = InlineData::new(bytes).map_or_else(|| self.store(slot, bytes), Data::Inline);
        let request = SendRequest {
            id: u64::from(slot),
            op: SendOp::Send {
                data,
                imm: None,
                to: Some(to),
            },
            signaled: true,
            fence: false,
            patient: false,
            srq: None,
        };
        if let Err(error) = device.post_send(self.qp, &request) {
            self.free_sends.push(slot);
            return Err(error);
        }
        Ok(true)
    }

    fn store(&self, slot: u32, bytes: &[u8]) -> Data {
        let start = slot as usize * self.slot;
        self.memory
            .write(start, bytes)
            .expect("the slot lies inside the memory");
        Data::Sge(Sge {
            lkey: self.lkey,
            addr: start as u64,
            len: bytes.len() as u32,
        })
    }

    /// Where datagrams complete.
    #[inline]
    pub(crate) fn cq(&self) -> CqId {
        self.cq
    }

    /// Takes what completed: a datagram that was received, with its source, or the buffer of one that was sent, which is free again.
    pub(crate) fn complete<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        completion: &Completion,
    ) -> Result<Option<(UdSource, &[u8])>, DeviceError> {
        let slot = completion.id as u32;
        if slot >= RECEIVES {
            self.free_sends.push(slot);
            return Ok(None);
        }
        let len = (completion.bytes as usize).saturating_sub(GRH);
        let source = completion.source;
        let source = source.filter(|_| completion.status == CompletionStatus::Success);
        if source.is_some() {
            self.arrived.resize(len, 0);
            self.memory
                .read(slot as usize * self.slot + GRH, &mut self.arrived)
                .expect("a datagram fits its slot");
        }
        self.post_receive(device, slot)?;
        Ok(source.map(|source| (source, &self.arrived[..])))
    }
}
