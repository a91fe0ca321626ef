//! The actions that the manager asks of the layer above.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use farreach_verbs::{AdapterAddress, QpNumber};

use crate::{ConnectError, Rank};

/// A local queue pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalQp {
    /// The queue pair's number, 24 bits.
    pub qp: QpNumber,
    /// The PSN of the queue pair's first request packet, 24 bits.
    pub psn: u32,
    /// Further queue pairs of the connection, with the same first PSN.
    pub others: OtherQps,
}

/// The further queue pairs of a connection, at most five: an XRC target, or those of further
/// receive queues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherQps(pub(crate) [u32; OtherQps::MAX]);

impl OtherQps {
    /// The most further queue pairs of a connection.
    pub const MAX: usize = 5;

    /// Makes a list of further queue pairs.
    ///
    /// # Panics
    /// If there are more than [`OtherQps::MAX`], or a number is 0, which no connected queue pair
    /// has.
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
    /// A connection with one queue pair.
    pub fn new(qp: QpNumber, psn: u32) -> Self {
        LocalQp {
            qp,
            psn,
            others: OtherQps::default(),
        }
    }
}

/// The queue pair at the other end, as RTR and RTS need it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RemoteQp {
    /// The address of the peer's adapter. Packets from other addresses are not the peer's.
    pub address: AdapterAddress,
    /// The number of the peer's queue pair.
    pub qp: QpNumber,
    /// The PSN of the peer's first request packet.
    pub psn: u32,
    /// The further queue pairs of the peer, in the order in which the peer named them.
    pub others: OtherQps,
    /// Bytes of payload in a full packet: the smaller of both sides' limits and paths.
    pub mtu: u32,
    /// The connection's key for [`farreach_verbs::PacketCheck::Keyed`]. Both sides have the same
    /// key. Each attempt has another.
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
/// Messages are built when they are polled, after all other actions. A caller that answers
/// [`Action::CreateQp`] and [`Action::BringUp`] before it polls again therefore saves messages and
/// round trips. If these take long ([`crate::Config::announce`]), messages that are due are polled
/// before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send `message` to the UD endpoint of rank `to`. The message may be lost.
    Send {
        /// The destination.
        to: Rank,
        /// The UD payload.
        message: ConnectMessage,
    },
    /// Create the queue pairs of a connection, move them to INIT, and call
    /// [`crate::Manager::qp_created`] once.
    CreateQp {
        /// The peer that the connection leads to.
        peer: Rank,
    },
    /// Move the queue pairs of `peer` to RTR and RTS, and call [`crate::Manager::qp_up`] once.
    /// Nothing may be posted on them before [`Action::Up`].
    BringUp {
        /// The peer whose queue pairs these are.
        peer: Rank,
        /// The queue pairs at the other end.
        remote: RemoteQp,
        /// The peer's segment information.
        payload: Vec<u8>,
    },
    /// Both ends receive: operations toward `peer` may be posted.
    Up {
        /// The peer.
        peer: Rank,
    },
    /// The peer asks to end the connection. Call [`crate::Manager::agree`] or
    /// [`crate::Manager::decline`].
    Asked {
        /// The peer.
        peer: Rank,
    },
    /// The peer declined the end of the connection that [`crate::Manager::disconnect`] asked for.
    Kept {
        /// The peer.
        peer: Rank,
    },
    /// Post nothing more toward `peer`. Call [`crate::Manager::drained`] when everything that was
    /// posted is complete. New operations wait: after [`crate::Manager::connect`] there will be a
    /// new connection.
    Drain {
        /// The peer.
        peer: Rank,
    },
    /// The connection has ended by agreement, and its queue pair is destroyed. Nothing was under
    /// way.
    Down {
        /// The peer.
        peer: Rank,
    },
    /// Destroy this queue pair and the others of its connection. The manager expects no answer.
    DestroyQp {
        /// The peer that the connection led to.
        peer: Rank,
        /// The first queue pair of the connection.
        qp: QpNumber,
    },
    /// The requested connection failed, or the existing connection is lost. Pending operations
    /// toward the peer fail. [`crate::Manager::connect`] may try again.
    Failed {
        /// The peer.
        peer: Rank,
        /// Why.
        error: ConnectError,
    },
}
