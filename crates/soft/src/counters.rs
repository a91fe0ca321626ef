//! The driver's counters.

/// Counters of a device's sockets since the device was opened. The counters never decrease.
/// [`farreach_roce::Counters`] counts what the packets were for: connected pairs, datagrams,
/// retransmissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCounters {
    /// Datagrams that the kernel accepted.
    pub packets_sent: u64,
    /// Bytes of these datagrams, without UDP and IP headers.
    pub bytes_sent: u64,
    /// Send calls.
    pub send_calls: u64,
    /// Trains of more than one datagram, cut up by the kernel (segmentation offload).
    pub segmented_sends: u64,
    /// Trains whose payload was lent to the kernel page by page instead of copied.
    pub spliced_sends: u64,
    /// Packets that were sent in parts, because their path became narrower.
    pub cut_sends: u64,
    /// Times that the kernel had no room and packets were kept for later.
    pub send_blocked: u64,
    /// Datagrams that the kernel refused for good.
    pub send_failures: u64,
    /// Datagrams that arrived.
    pub packets_received: u64,
    /// Bytes of these datagrams, without UDP and IP headers.
    pub bytes_received: u64,
    /// Receive calls.
    pub receive_calls: u64,
    /// Receive calls that found nothing.
    pub empty_receives: u64,
    /// Receive calls that brought more than one datagram (receive offload).
    pub coalesced_receives: u64,
    /// Receive calls that wrote a payload directly to its target memory.
    pub placed_receives: u64,
    /// Looks at the first bytes of a datagram before it is received.
    pub looks: u64,
    /// Errors that the kernel reported instead of a datagram, for example that a peer is gone.
    pub receive_errors: u64,
    /// Datagrams longer than the largest packet.
    pub truncated: u64,
    /// Datagrams that the kernel dropped because the socket's buffer was full.
    pub socket_drops: u64,
    /// Datagrams that were changed on their way, or are from devices with another protection.
    pub damaged: u64,
    /// Authentic or sealed datagrams that no process of the job made for this device.
    pub forged: u64,
    /// Authentic or sealed datagrams that came before.
    pub replayed: u64,
    /// Datagrams that came before this process knew the secret of the job.
    pub early: u64,
    /// Packets that were dropped because this process did not know the secret of the job.
    pub unsealed: u64,
    /// Datagrams dropped by [`crate::LossInjection`].
    pub injected_losses: u64,
}
