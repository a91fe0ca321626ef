//! The adapter's counters.

/// Counters since the adapter was created. They never decrease.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Packets of connected queue pairs (RC and XRC).
    pub rc: Traffic,
    /// Datagrams.
    pub ud: Traffic,
    /// Request packets that were sent again.
    pub retransmitted: u64,
    /// Expired retransmission timers.
    pub timeouts: u64,
    /// Packets that were sent again because an answer was late, before a timer expired.
    pub probes: u64,
    /// Request packets that arrived more than once.
    pub duplicates: u64,
    /// Request packets that arrived ahead of a gap.
    pub out_of_order: u64,
    /// Sent positive acknowledgements.
    pub acks_sent: u64,
    /// Sent NAKs, without RNR NAKs.
    pub naks_sent: u64,
    /// Received NAKs, without RNR NAKs.
    pub naks_received: u64,
    /// Sent RNR NAKs.
    pub rnr_naks_sent: u64,
    /// Received RNR NAKs.
    pub rnr_naks_received: u64,
    /// Messages that were forwarded to other processes of an XRC domain.
    pub forwarded: u64,
    /// Messages that other processes of an XRC domain forwarded to this process.
    pub taken: u64,
    /// Queue pairs that went to ERROR without a request of the user.
    pub qp_errors: u64,
    /// Completions that were lost because their completion queue was full.
    pub cq_overruns: u64,
    /// Packets that were dropped on arrival.
    pub dropped: Dropped,
}

/// Packets and bytes of UDP payload, in both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Packets that were handed to the link.
    pub packets_sent: u64,
    /// Bytes of these packets.
    pub bytes_sent: u64,
    /// Packets that passed all checks and reached a queue pair.
    pub packets_received: u64,
    /// Bytes of these packets.
    pub bytes_received: u64,
}

/// Packets that were dropped on arrival without an answer, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Not a packet of this protocol.
    pub malformed: u64,
    /// The queue pair does not exist or is of another transport.
    pub unknown_qp: u64,
    /// The queue pair's state does not allow the packet.
    pub wrong_state: u64,
    /// The packet's source is not the connection's peer.
    pub wrong_source: u64,
    /// The invariant CRC or the keyed check did not match.
    pub bad_check: u64,
    /// The partition key is wrong.
    pub wrong_partition: u64,
    /// A datagram's Q_Key is wrong.
    pub wrong_qkey: u64,
    /// A datagram found no receive, or a receive that is too small; or a forwarded message is for a
    /// destroyed queue.
    pub no_receive: u64,
    /// An acknowledgement or response matches nothing outstanding.
    pub stale_response: u64,
}

impl Dropped {
    /// The sum of all reasons.
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
