//! The UD queue pair that carries connect messages and the datagrams of associations.

use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::{
    Access, Completion, CompletionStatus, CqId, Data, Device, DeviceError, InlineData, Memory,
    PdId, QpInit, QpNumber, QpTransition, ReceiveRequest, Region, Retry, SendOp, SendRequest,
    Transport, UdDestination, UdSource,
};

/// Bytes of the global routing header (GRH) in front of each received datagram.
const GRH: usize = 40;
/// The most receives that are kept posted.
const RECEIVES: u32 = 64;
/// Receives that are posted at first.
const FEW: u32 = 16;
/// The most datagrams that the device may be sending at one time.
const SENDS: u32 = 64;

/// The transition to RTS. A UD queue pair has no retries, so their counts are zero.
const TO_RTS: QpTransition = QpTransition::ToRts {
    psn: 0,
    max_rd_atomic: 1,
    timeout: Duration::from_secs(1),
    retry: Retry::Count(0),
    rnr_retry: Retry::Count(0),
};

/// How many receives of datagrams a process keeps posted. A datagram that finds none is lost. More are posted only when many datagrams
/// arrive at one time, because each receive takes memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagramReceives(u32);

impl DatagramReceives {
    /// The receives of a process that starts.
    pub fn few() -> DatagramReceives {
        DatagramReceives(FEW)
    }

    /// The number of posted receives.
    pub fn posted(self) -> u32 {
        self.0
    }

    /// The receives after so many `datagrams` have arrived at one time. There are twice as many if these used half of them.
    #[must_use]
    pub fn after(self, datagrams: usize) -> DatagramReceives {
        let has_few = self.0 < RECEIVES && datagrams > 1 && datagrams >= self.0 as usize / 2;
        DatagramReceives(if has_few { self.0 * 2 } else { self.0 })
    }
}

/// The UD queue pair and its buffers.
pub(crate) struct DatagramQp<M> {
    qp: QpNumber,
    qkey: u32,
    cq: CqId,
    memory: M,
    region: Region,
    slot: usize,
    receives: DatagramReceives,
    free_sends: Vec<u32>,
    /// The datagram that is being built, and the datagram that was received last.
    outgoing: Vec<u8>,
    arrived: Vec<u8>,
}

impl<M: Memory> DatagramQp<M> {
    /// Creates the queue pair for datagrams of up to `max_datagram` bytes and posts its receives.
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
            region,
            slot,
            receives: DatagramReceives(0),
            free_sends: (RECEIVES..RECEIVES + SENDS).collect(),
            outgoing: Vec::new(),
            arrived: Vec::new(),
        };
        datagrams.post_receives(device, DatagramReceives::few())?;
        Ok(datagrams)
    }

    /// Raises the number of posted receives.
    fn post_receives<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        receives: DatagramReceives,
    ) -> Result<(), DeviceError> {
        for slot in self.receives.posted()..receives.posted() {
            // Touches the page now, so that no arriving datagram waits for a page fault.
            let start = slot as usize * self.slot;
            let touched = self.memory.write(start, &[0]);
            touched.expect("the slot lies inside the memory");
            self.post_receive(device, slot)?;
        }
        self.receives = receives;
        Ok(())
    }

    /// Posts more receives if `datagrams` that arrived at one time need them.
    pub(crate) fn came<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        datagrams: usize,
    ) -> Result<(), DeviceError> {
        self.post_receives(device, self.receives.after(datagrams))
    }

    pub(crate) fn qp(&self) -> QpNumber {
        self.qp
    }

    pub(crate) fn qkey(&self) -> u32 {
        self.qkey
    }

    /// Whether a send buffer is free.
    pub(crate) fn has_room(&self) -> bool {
        !self.free_sends.is_empty()
    }

    fn post_receive<D: Device<Memory = M>>(
        &self,
        device: &mut D,
        slot: u32,
    ) -> Result<(), DeviceError> {
        let start = slot as usize * self.slot;
        let local = self.region.sge(start as u64, self.slot as u32);
        device.post_recv(
            self.qp,
            &ReceiveRequest {
                id: u64::from(slot),
                local,
            },
        )
    }

    /// Begins a datagram. The caller appends its bytes and calls [`DatagramQp::send`].
    pub(crate) fn begin(&mut self) -> &mut Vec<u8> {
        self.outgoing.clear();
        &mut self.outgoing
    }

    /// Sends the datagram that was built. Returns `false` if all send buffers are in use. The
    /// datagram then counts as lost.
    pub(crate) fn post<D: Device<Memory = M>>(
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
        // A short datagram travels inline, in one piece with its headers.
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
        Data::Sge(self.region.sge(start as u64, bytes.len() as u32))
    }

    /// The completion queue of sent and received datagrams.
    #[inline]
    pub(crate) fn cq(&self) -> CqId {
        self.cq
    }

    /// Takes a completion. The completion of a receive gives the datagram and its source. The
    /// completion of a send frees its buffer.
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
