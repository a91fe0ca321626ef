//! Sending and receiving of messages.

use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{Device, DeviceError, InlineData, Memory};

use super::Engine;
use crate::inbox::{self, BufferStats, HEADER, Kind, MESSAGE_MAX};
use crate::op::{Op, Source, Tracking};
use crate::{Directory, EngineError};

impl<D: Device, L: Directory> Engine<D, L> {
    /// Makes a message of `bytes` for [`Engine::submit`]. The message arrives after everything that
    /// was submitted to its peer before. It is done when the peer's process has received it. The
    /// peer's program takes it with [`Engine::take_message`].
    ///
    /// # Panics
    /// If `bytes` is longer than [`MESSAGE_MAX`].
    pub fn message(&self, bytes: &[u8]) -> Op<D::Memory> {
        self.message_of(Kind::Program, bytes)
    }

    fn message_of(&self, kind: Kind, bytes: &[u8]) -> Op<D::Memory> {
        assert!(
            bytes.len() <= MESSAGE_MAX,
            "a message of {} bytes, more than {MESSAGE_MAX}",
            bytes.len()
        );
        let header = inbox::header(self.config.rank, kind);
        let len = HEADER + bytes.len();
        let mut inline = [0; InlineData::MAX];
        if len <= inline.len() {
            inline[..HEADER].copy_from_slice(&header);
            inline[HEADER..len].copy_from_slice(bytes);
            let inline = InlineData::new(&inline[..len]).expect("the length was checked");
            return Op::Message {
                data: Source::Inline(inline),
            };
        }
        let memory = D::Memory::allocate(len);
        let written = memory.write(0, &header);
        let written = written.and_then(|()| memory.write(HEADER, bytes));
        written.expect("allocated for them");
        Op::Message {
            data: Source::Owned(memory),
        }
    }

    /// Takes the oldest message that arrived: replaces the contents of `into` and returns the
    /// sender. The first call posts all receive buffers.
    pub fn take_message(&mut self, into: &mut Vec<u8>) -> Result<Option<Rank>, EngineError> {
        self.inbox.open(&mut self.device)?;
        if !self.inbox.take(&mut self.device, into)? {
            return Ok(None);
        }
        for peer in self.inbox.release() {
            self.unconnected.associations().set_held(peer, false);
        }
        let (source, _, _) = inbox::parse(into).expect("checked when it came");
        into.drain(..HEADER);
        Ok(Some(source))
    }

    /// The receive queue, counted from 1, for a message to another process of this node over XRC.
    /// `framed_len` includes the header ([`crate::framed`]).
    pub fn queue_for(&self, framed_len: usize) -> u32 {
        self.inbox.base_class(framed_len) as u32 + 1
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
            let received = self.inbox.received(&mut self.device, &completion);
            self.note_trouble(received);
        }
        while let Some((peer, kind, bytes)) = self.inbox.poll_notice() {
            let op = self.message_of(kind, &bytes);
            self.submit(self.now, peer, op, Tracking::Unawaited);
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
