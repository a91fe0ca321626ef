//! What the driver counts.

/// What happened at the socket since the device was opened. Numbers only grow. What the packets were for
/// (connected pairs, datagrams, retransmissions) is in [`farreach_roce::Counters`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCounters {
    /// Datagrams that the kernel took.
    pub packets_sent: u64,
    /// Their bytes, without UDP and IP headers.
    pub bytes_sent: u64,
    /// Send calls.
    pub send_calls: u64,
    /// Trains of more than one datagram, cut up by the kernel (segmentation offload).
    pub segmented_sends: u64,
    /// Trains whose payload was lent to the kernel page by page instead of copied.
    pub spliced_sends: u64,
    /// Times that the kernel had no room and packets were kept.
    pub send_blocked: u64,
    /// Datagrams lost because the kernel refused them for good.
    pub send_failures: u64,
    /// Datagrams that arrived.
    pub packets_received: u64,
    /// Their bytes, without UDP and IP headers.
    pub bytes_received: u64,
    /// Receive calls.
    pub receive_calls: u64,
    /// Receive calls that found nothing.
    pub empty_receives: u64,
    /// Receive calls that brought more than one datagram (receive offload).
    pub coalesced_receives: u64,
    /// Receive calls that put a payload where it belongs.
    pub placed_receives: u64,
    /// Looks at the front of a datagram before it is received.
    pub looks: u64,
    /// Errors that the kernel reported in place of a datagram, such as peers that are gone.
    pub receive_errors: u64,
    /// Datagrams longer than any packet can be.
    pub truncated: u64,
    /// Datagrams that the kernel dropped because the socket's buffer was full.
    pub socket_drops: u64,
    /// Datagrams lost on purpose.
    pub injected_losses: u64,
}
