//! What the manager asks of the layer above.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use farreach_verbs::{AdapterAddress, QpNumber};

use crate::{ConnectError, Rank};

/// A queue pair of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalQp {
    /// Its number, 24 bits.
    pub qp: QpNumber,
    /// The PSN of the first request packet that it will send, 24 bits.
    pub psn: u32,
    /// Further queue pairs of the same connection, which begin at the same PSN.
    pub others: OtherQps,
}

/// Up to five queue pairs that belong to a connection beside its first: its XRC target, or those of further receive queues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherQps(pub(crate) [u32; OtherQps::MAX]);

impl OtherQps {
    /// The most of them.
    pub const MAX: usize = 5;

    /// These queue pairs.
    ///
    /// # Panics
    /// If there are more than [`OtherQps::MAX`], or one has number 0, which no connected queue pair has.
    pub fn new(qps: &[QpNumber]) -> Self {
        let mut numbers = [0; OtherQps::MAX];
        for (number, qp) in numbers[..qps.len()].iter_mut().zip(qps) {
            assert!(qp.0 != 0, "queue pair 0 belongs to no connection");
            *number = qp.0;
        }
        OtherQps(numbers)
    }

    /// The queue pairs in their order.
    pub fn iter(self) -> impl Iterator<Item = QpNumber> {
        let numbers = self.0.into_iter().take_while(|&number| number != 0);
        numbers.map(QpNumber)
    }
}

impl LocalQp {
    /// A connection of one queue pair.
    pub fn new(qp: QpNumber, psn: u32) -> Self {
        LocalQp {
            qp,
            psn,
            others: OtherQps::default(),
        }
    }
}

/// The queue pair at the other end: what RTR and RTS need.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RemoteQp {
    /// The peer's adapter. Packets from elsewhere are not the peer's.
    pub address: AdapterAddress,
    /// Its queue pair.
    pub qp: QpNumber,
    /// The PSN of the first request packet to come from there.
    pub psn: u32,
    /// The further queue pairs of its end, in the order in which it named them.
    pub others: OtherQps,
    /// Bytes of payload in a full packet: the smaller of both sides'.
    pub mtu: u32,
    /// The connection's key for [`farreach_verbs::PacketCheck::Keyed`], the same on both sides and
    /// different for every attempt to connect.
    pub check_key: [u8; 16],
}

impl fmt::Debug for RemoteQp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} at {} psn {:#x} mtu {}",
            self.qp, self.address, self.psn, self.mtu
        )
    }
}

/// A connect message, ready to be sent over UD.
#[derive(Clone, PartialEq, Eq)]
pub struct ConnectMessage(pub(crate) Vec<u8>);

impl Deref for ConnectMessage {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for ConnectMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConnectMessage({} B)", self.0.len())
    }
}

/// What the layer above has to do, in this order.
///
/// Messages are put together when they are polled, after all other actions. So whoever answers
/// [`Action::CreateQp`] and [`Action::BringUp`] before polling again saves messages and round trips. Where these take long
/// ([`crate::Config::announce`]), what is to be said by then comes before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send `message` to the UD endpoint of rank `to`. It may get lost.
    Send {
        /// The destination.
        to: Rank,
        /// The UD payload.
        message: ConnectMessage,
    },
    /// Create the queue pairs of a connection and bring them to INIT, then call [`crate::Manager::qp_created`], once.
    CreateQp {
        /// Whom it is for.
        peer: Rank,
    },
    /// Bring the queue pairs of `peer` to RTR and RTS, then call [`crate::Manager::qp_up`], once. Nothing may be
    /// sent on it before [`Action::Up`].
    BringUp {
        /// Whose queue pair.
        peer: Rank,
        /// What it is connected to.
        remote: RemoteQp,
        /// The peer's segment information.
        payload: Vec<u8>,
    },
    /// Both ends receive: what is pending toward `peer` may be posted.
    Up {
        /// The peer.
        peer: Rank,
    },
    /// The peer would like to end the connection: call [`crate::Manager::agree`] or [`crate::Manager::decline`].
    Asked {
        /// The peer.
        peer: Rank,
    },
    /// The peer does not want the connection to end now, as [`crate::Manager::disconnect`] asked for.
    Kept {
        /// The peer.
        peer: Rank,
    },
    /// Post no more toward `peer`, and call [`crate::Manager::drained`] when all that was posted is complete. What comes
    /// meanwhile waits: [`crate::Manager::connect`] makes a new connection after this one.
    Drain {
        /// The peer.
        peer: Rank,
    },
    /// The connection has ended by agreement, and its queue pair is destroyed: nothing was on its way.
    Down {
        /// The peer.
        peer: Rank,
    },
    /// Destroy this queue pair and the others of its connection. No answer is expected.
    DestroyQp {
        /// Whom it was for.
        peer: Rank,
        /// The first of its queue pairs.
        qp: QpNumber,
    },
    /// The connection that we asked for can't be had, or the one that we had is lost: what is
    /// pending toward the peer fails. [`crate::Manager::connect`] may try again.
    Failed {
        /// The peer.
        peer: Rank,
        /// Why.
        error: ConnectError,
    },
}
