//! How packets leave.

use farreach_verbs::AdapterAddress;

/// Where an adapter's packets go: sockets, or the event queue of a simulator.
pub trait Link<M> {
    /// Takes one packet, or refuses it for now. The references are valid only during the call.
    fn send(&mut self, packet: &Packet<'_, M>) -> LinkStatus;
}

/// Whether the link took the packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkStatus {
    /// It is on its way (or lost: the link need not say).
    Sent,
    /// No room now: offer it again in a later transmit pass.
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
    /// Where to.
    pub to: AdapterAddress,
    /// The headers and a keyed check, with the payload behind them unless it is [`Payload::Memory`].
    pub head: &'a [u8],
    /// Payload that is still in registered memory.
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

    /// Whether there are no bytes, which never happens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The part of a packet that the link gathers.
#[derive(Debug)]
pub enum Payload<'a, M> {
    /// Nothing: what there is stands in the head.
    None,
    /// Bytes of a registered region; the range lies inside it.
    Memory {
        /// The region's memory.
        memory: &'a M,
        /// The first byte.
        offset: usize,
        /// How many bytes.
        len: usize,
    },
}
