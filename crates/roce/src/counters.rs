//! What an adapter counts.

/// What happened since the adapter was made. Numbers only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Packets of connected pairs, XRC included.
    pub rc: Traffic,
    /// Datagrams.
    pub ud: Traffic,
    /// Request packets that were sent again.
    pub retransmitted: u64,
    /// Times that a retransmission timer ran out.
    pub timeouts: u64,
    /// Packets sent again because an answer was late, before a timer ran out.
    pub probes: u64,
    /// Request packets that arrived again.
    pub duplicates: u64,
    /// Request packets that arrived ahead of a gap.
    pub out_of_order: u64,
    /// Acknowledgements sent (positive ones).
    pub acks_sent: u64,
    /// Negative acknowledgements sent, RNR apart.
    pub naks_sent: u64,
    /// Negative acknowledgements received, RNR apart.
    pub naks_received: u64,
    /// RNR NAKs sent.
    pub rnr_naks_sent: u64,
    /// RNR NAKs received.
    pub rnr_naks_received: u64,
    /// Messages handed to other processes of an XRC domain.
    pub forwarded: u64,
    /// Messages that other processes of an XRC domain handed to this one.
    pub taken: u64,
    /// Queue pairs that went to ERROR by themselves.
    pub qp_errors: u64,
    /// Completions that found their completion queue full.
    pub cq_overruns: u64,
    /// What was dropped on arrival.
    pub dropped: Dropped,
}

/// Packets and bytes (of UDP payload) in both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Packets handed to the link.
    pub packets_sent: u64,
    /// Their bytes.
    pub bytes_sent: u64,
    /// Packets that passed all checks of the wire and reached a queue pair.
    pub packets_received: u64,
    /// Their bytes.
    pub bytes_received: u64,
}

/// What was dropped on arrival without an answer, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Not a packet of this protocol.
    pub malformed: u64,
    /// No such queue pair, or not of the packet's transport.
    pub unknown_qp: u64,
    /// The queue pair is in a state that takes no such packet.
    pub wrong_state: u64,
    /// Another source than the connection's.
    pub wrong_source: u64,
    /// The invariant CRC or the keyed check did not match.
    pub bad_check: u64,
    /// Another partition.
    pub wrong_partition: u64,
    /// A datagram with another Q_Key.
    pub wrong_qkey: u64,
    /// A datagram and no receive posted, or one too small for it; or a forwarded message for a queue that is gone.
    pub no_receive: u64,
    /// An acknowledgement or response that answers nothing outstanding.
    pub stale_response: u64,
}

impl Dropped {
    /// All together.
    pub fn total(&self) -> u64 {
        self.malformed
            + self.unknown_qp
            + self.wrong_state
            + self.wrong_source
            + self.bad_check
            + self.wrong_partition
            + self.wrong_qkey
            + self.no_receive
            + self.stale_response
    }
}
