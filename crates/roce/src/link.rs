//! The link: how packets leave the adapter.

use farreach_verbs::AdapterAddress;

/// The output of an adapter: sockets, or the event queue of a simulator.
pub trait Link<M> {
    /// Accepts one packet, or refuses it for now. The references are valid during the call only.
    fn send(&mut self, packet: &Packet<'_, M>) -> LinkStatus;
}

/// Whether the link took the packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkStatus {
    /// The link accepted the packet. It may be lost without a report.
    Sent,
    /// The link has no room now. The packet is offered again in a later transmit pass.
    Full,
}

/// One packet. The UDP payload on the wire is `head ++ payload ++ tail`.
///
/// ```text
///   head                                              payload            tail
///  ┌─────┬───────────────────┬───────┬ ─ ─ ─ ─ ─ ─ ┐ ┌────────────────┐ ┌──────────┐
///  │ BTH │ extension headers │ check │ short bytes │ │ from memory    │ │ pad 0..3 │          keyed check
///  └─────┴───────────────────┴───────┴ ─ ─ ─ ─ ─ ─ ┘ └────────────────┘ └──────────┘
///  ┌─────┬───────────────────┬ ─ ─ ─ ┐                                  ┌──────────┬──────┐
///  │ BTH │ extension headers │ bytes │                                  │ pad 0..3 │ ICRC │   ICRC
///  └─────┴───────────────────┴ ─ ─ ─ ┘                                  └──────────┴──────┘
/// ```
#[derive(Debug)]
pub struct Packet<'a, M> {
    /// The destination.
    pub to: AdapterAddress,
    /// The headers and a keyed check. The payload follows in `head` unless it is
    /// [`Payload::Memory`].
    pub head: &'a [u8],
    /// The payload that is still in registered memory.
    pub payload: Payload<'a, M>,
    /// Pad bytes and the ICRC: up to 7 bytes.
    pub tail: &'a [u8],
}

impl<M> Packet<'_, M> {
    /// The length of the datagram.
    pub fn len(&self) -> usize {
        let payload = match self.payload {
            Payload::None => 0,
            Payload::Memory { len, .. } => len,
        };
        self.head.len() + payload + self.tail.len()
    }

    /// Whether the datagram is empty, which never happens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The part of a packet that the link gathers.
#[derive(Debug)]
pub enum Payload<'a, M> {
    /// No separate payload: all bytes are in `head`.
    None,
    /// Bytes of a registered region. The range lies inside the region.
    Memory {
        /// The region's memory.
        memory: &'a M,
        /// The offset of the first byte.
        offset: usize,
        /// The length in bytes.
        len: usize,
    },
}
