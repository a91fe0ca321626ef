//! Sending and receiving of messages.

use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{Device, DeviceError, InlineData, Memory, Time};

use super::Engine;
use crate::batches::{BATCHED_MAX, Batch};
use crate::inbox::{self, BufferStats, Delivered, HEADER, MESSAGE_MAX, MessageKind, ReceivedKind};
use crate::op::{Op, Source, Tracking};
use crate::{Directory, EngineError};

impl<D: Device, L: Directory> Engine<D, L> {
    /// Makes a message of `head` and `body` together for [`Engine::submit`]. The message arrives
    /// after everything that was submitted to its peer before. It is done when the peer's process
    /// has received it. The peer takes it with [`Engine::take_message`] of the kind's port.
    ///
    /// # Panics
    /// If the message is longer than [`MESSAGE_MAX`].
    pub fn encode_message(&self, kind: MessageKind, head: &[u8], body: &[u8]) -> Op<D::Memory> {
        self.encode(ReceivedKind::Port(kind), head, body)
    }

    fn encode(&self, kind: ReceivedKind, head: &[u8], body: &[u8]) -> Op<D::Memory> {
        let bytes = head.len() + body.len();
        assert!(
            bytes <= MESSAGE_MAX,
            "a message of {bytes} bytes, more than {MESSAGE_MAX}"
        );
        let header = inbox::header(self.config.rank, kind);
        let (at_body, len) = (HEADER + head.len(), HEADER + bytes);
        let mut inline = [0; InlineData::MAX];
        if len <= inline.len() {
            inline[..HEADER].copy_from_slice(&header);
            inline[HEADER..at_body].copy_from_slice(head);
            inline[at_body..len].copy_from_slice(body);
            let inline = InlineData::new(&inline[..len]).expect("the length was checked");
            return Op::Message {
                data: Source::Inline(inline),
            };
        }
        Op::Message {
            data: Source::Owned(D::Memory::joined(&[&header, head, body])),
        }
    }

    /// Whether a message for this port, which is below [`PORTS`](crate::PORTS), has arrived.
    #[inline]
    pub fn has_message(&self, port: usize) -> bool {
        self.inbox.has(port)
    }

    /// Takes the oldest message that arrived for this port: replaces the contents of `into` and
    /// returns the sender and the kind. The first call posts all receive buffers.
    pub fn take_message(
        &mut self,
        port: usize,
        into: &mut Vec<u8>,
    ) -> Result<Option<(Rank, MessageKind)>, EngineError> {
        self.inbox.open(&mut self.device)?;
        if !self.inbox.take(&mut self.device, port, into)? {
            return Ok(None);
        }
        for peer in self.inbox.release() {
            self.unconnected.associations().set_held(peer, false);
        }
        let Some((source, ReceivedKind::Port(kind), _)) = inbox::parse(into) else {
            unreachable!("checked when it came");
        };
        into.drain(..HEADER);
        Ok(Some((source, kind)))
    }

    /// Takes messages that arrived for this port, the oldest first, until `taken` has `most` or
    /// more. The first call posts all receive buffers.
    pub fn take_messages(
        &mut self,
        port: usize,
        most: usize,
        taken: &mut Delivered,
    ) -> Result<(), EngineError> {
        self.inbox.open(&mut self.device)?;
        self.inbox
            .take_many(&mut self.device, (port, most), taken)?;
        for peer in self.inbox.release() {
            self.unconnected.associations().set_held(peer, false);
        }
        Ok(())
    }

    /// Adds a message of `head` and `body` together to a batch. The batch is sent once it has 2 KiB,
    /// and at the next [`Engine::poll`] at the latest. Its end is [`Tracking::Unawaited`]. The bytes are copied.
    /// The peer takes it with [`Engine::take_messages`].
    ///
    /// # Panics
    /// If the message is longer than [`BATCHED_MAX`].
    pub fn batch_message(
        &mut self,
        now: Time,
        peer: Rank,
        kind: MessageKind,
        (head, body): (&[u8], &[u8]),
    ) {
        let len = head.len() + body.len();
        assert!(
            len <= BATCHED_MAX && peer < self.config.size,
            "{len} bytes for rank {peer}"
        );
        self.now = now;
        let before = (self.config.live_bytes)();
        if !self.has_unsent() {
            self.posted_at = self.now;
        }
        if let Some(batch) = self.batches.add(peer, kind, head, body) {
            self.submit_batch(peer, batch);
        }
        self.account(before);
    }

    /// Submits the peer's batch, if there is one.
    pub(super) fn flush_batch(&mut self, peer: Rank) {
        if let Some(batch) = self.batches.take(peer) {
            self.submit_batch(peer, batch);
        }
    }

    /// Submits all batches.
    pub(super) fn flush_batches(&mut self) {
        while let Some((peer, batch)) = self.batches.pop() {
            self.submit_batch(peer, batch);
        }
    }

    fn submit_batch(&mut self, peer: Rank, batch: Batch) {
        let (kind, bytes) = batch.as_message();
        self.submit_own(peer, ReceivedKind::Port(kind), bytes);
        self.batches.reuse(batch);
    }

    /// Submits a message that the engine has made itself.
    fn submit_own(&mut self, peer: Rank, kind: ReceivedKind, bytes: &[u8]) {
        // As the message of a caller, it is freed without accounting.
        let (index, op) = self.without_accounting(|engine| {
            let op = engine.encode(kind, bytes, &[]);
            (engine.begin(peer, Tracking::Unawaited, &op), op)
        });
        self.start(peer, index, op);
    }

    /// Statistics of the receive buffers.
    pub fn buffer_stats(&self) -> BufferStats {
        self.inbox.stats()
    }

    /// Handles completed receives, and sends the notices that follow from them.
    pub(super) fn take_arrivals(&mut self) -> usize {
        let mut taken = 0;
        while let Some(completion) = self.device.poll_cq(self.inbox.cq()) {
            taken += 1;
            let (directory, own) = (&self.directory, self.config.rank);
            let is_near = |rank| directory.node_member(rank, 0) == directory.node_member(own, 0);
            let received = self.inbox.received(&mut self.device, &completion, is_near);
            self.note_trouble(received);
        }
        if taken > 0 && !self.attributes.registers_sparsely && self.inbox.can_grow() {
            self.without_accounting(|engine| engine.inbox.grow(&mut engine.device));
        }
        while let Some((peer, kind, bytes)) = self.inbox.poll_notice() {
            self.submit_own(peer, kind, &bytes);
        }
        taken
    }

    /// Prepares for arriving messages. The memory for this does not count as a connection's.
    pub(super) fn prepare_messages(&mut self) {
        if !self.inbox.is_open() {
            let prepared =
                self.without_accounting(|engine| engine.inbox.prepare(&mut engine.device));
            self.note_trouble(prepared);
        }
    }

    /// Keeps an error that no operation reports, as the error of an implicit operation.
    pub(super) fn note_trouble(&mut self, result: Result<(), DeviceError>) {
        self.operations.note(result.map_err(EngineError::from));
    }
}
