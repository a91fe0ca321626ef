//! How connections are made and used: reach, time and protocol of set-ups, receive buffers, the
//! datagram hybrid, and limits. All choices are made when a process starts.
//!
//! The reaches, times of set-up and receive queues are those of M. Koop, J. Sridhar, D. K. Panda,
//! "Scalable MPI design over InfiniBand using eXtended Reliable Connection" (2008). `server`
//! follows ARMCI's clients and data servers.

use core::time::Duration;

use farreach_connect::Protocol;
use strum::{Display, EnumString};
use thiserror::Error;

/// What a connection leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Reach {
    /// Process to process, with one queue pair for each peer.
    #[default]
    Rc,
    /// Process to process, with one queue pair for each peer and each size of receive buffers.
    RcMsrq,
    /// Process to process over XRC. The sender chooses the receive queue.
    Exrc,
    /// Process to node over XRC. One connection reaches all processes of the node.
    Sxrc,
    /// Process to data server. The data server is the first process of a node, and the only one
    /// that other nodes connect to.
    Server,
}

/// When connections are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Setup {
    /// With the first operation toward a peer, to that peer.
    #[default]
    OnDemand,
    /// With the first operation toward a node, by a map that needs the fewest connections: the
    /// *i*-th process of a node connects to the *i*-th process of another.
    Predefined,
    /// All connections when the process starts.
    Static,
}

/// How the data server makes progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Server {
    /// The data server sleeps until a packet arrives.
    #[default]
    Blocking,
    /// The data server polls continuously, which occupies a core.
    Polling,
}

/// The receive buffers of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Buffers {
    /// `Learned` where the sender chooses the receive queue, `One` otherwise.
    #[default]
    Auto,
    /// One queue, whose buffers hold the longest message.
    One,
    /// Six queues, with buffers from 256 B to 16 KiB.
    Six,
    /// Six queues, whose buffer sizes adapt to the messages that arrive.
    Learned,
}

/// When small messages and puts are sent in datagrams, without a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hybrid {
    /// The number of operations toward a peer after which a connection is made. With 0 the first
    /// operation makes the connection and waits for it.
    pub ops: u32,
    /// The number of bytes toward a peer after which a connection is made.
    pub bytes: u64,
}

/// Costs of set-up steps that are added to the device's own, to study slower devices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// The time to create a queue pair and move it to INIT.
    pub create: Duration,
    /// The time to move a queue pair from INIT to RTS.
    pub transitions: Duration,
    /// The fraction of creations that fail.
    pub refused: f64,
}

/// All choices of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fabric {
    /// What connections lead to.
    pub reach: Reach,
    /// When connections are made.
    pub setup: Setup,
    /// The protocol of set-ups.
    pub protocol: Protocol,
    /// How data servers make progress.
    pub server: Server,
    /// The receive buffers.
    pub buffers: Buffers,
    /// The datagram hybrid.
    pub hybrid: Hybrid,
    /// The most connected queue pairs of this process.
    pub qps: Option<u32>,
    /// The most connected queue pairs of all processes of this node together.
    pub node_qps: Option<u32>,
    /// The least time that a connection is kept before it makes room for another.
    pub keep: Duration,
    /// Injected costs.
    pub costs: Costs,
}

impl Default for Hybrid {
    /// The default has no datagram hybrid.
    fn default() -> Self {
        Hybrid {
            ops: 0,
            bytes: 16 << 10,
        }
    }
}

/// Choices that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FabricError {
    /// `predefined` needs connections that the processes of a node share.
    #[error(
        "setup predefined needs reach sxrc: with {reach} every peer has its own connection; use on-demand or static"
    )]
    Predefined {
        /// The reach.
        reach: Reach,
    },
    /// A reach with one receive queue cannot have several buffer sizes.
    #[error(
        "buffers {buffers} need a reach whose sender chooses the receive queue: rc-msrq, exrc, sxrc or server, not {reach}"
    )]
    Buffers {
        /// The buffers.
        buffers: Buffers,
        /// The reach.
        reach: Reach,
    },
    /// `rc-msrq` has a queue pair per buffer size, so a single size contradicts it.
    #[error("reach rc-msrq has a queue pair for each size of buffers: buffers one is reach rc")]
    OneSize,
    /// `static` makes all connections, which a limit on queue pairs may not allow.
    #[error(
        "setup static makes all connections at once, which a limit on queue pairs ({limit}) does not allow: use on-demand"
    )]
    StaticLimit {
        /// The limit.
        limit: u32,
    },
    /// A single peer needs more queue pairs than the limit.
    #[error(
        "reach rc-msrq needs {needed} queue pairs for a peer, but the limit is {limit}: use another reach or a higher limit"
    )]
    TooFew {
        /// Queue pairs per peer.
        needed: u32,
        /// The limit.
        limit: u32,
    },
}

impl Reach {
    /// Whether connections use XRC.
    pub fn is_xrc(self) -> bool {
        matches!(self, Reach::Exrc | Reach::Sxrc | Reach::Server)
    }

    /// The connected queue pairs that a connection counts for at each end. An XRC initiator and its
    /// target count as one.
    pub const fn queue_pairs(self) -> u32 {
        match self {
            Reach::RcMsrq => CLASSES as u32,
            Reach::Rc | Reach::Exrc | Reach::Sxrc | Reach::Server => 1,
        }
    }

    /// Whether a connection leads to all processes of a node.
    pub fn is_shared(self) -> bool {
        matches!(self, Reach::Sxrc | Reach::Server)
    }
}

impl Fabric {
    /// Whether peers are told of a set-up before the queue pair exists. This pays where creation
    /// takes long, or where operations travel with the announcement.
    pub fn begins_with_announcement(&self) -> bool {
        let Costs {
            create,
            transitions,
            ..
        } = self.costs;
        !create.is_zero() || !transitions.is_zero() || self.hybrid.ops > 0
    }

    /// Checks that the choices don't contradict each other.
    pub fn check(&self) -> Result<(), FabricError> {
        let Fabric { reach, buffers, .. } = *self;
        if self.setup == Setup::Predefined && reach != Reach::Sxrc {
            return Err(FabricError::Predefined { reach });
        }
        if reach == Reach::Rc && matches!(buffers, Buffers::Six | Buffers::Learned) {
            return Err(FabricError::Buffers { buffers, reach });
        }
        if reach == Reach::RcMsrq && buffers == Buffers::One {
            return Err(FabricError::OneSize);
        }
        if let (Setup::Static, Some(limit)) = (self.setup, self.qps.or(self.node_qps)) {
            return Err(FabricError::StaticLimit { limit });
        }
        let needed = reach.queue_pairs();
        match self.qps.or(self.node_qps) {
            Some(limit) if needed > 1 && limit < needed => {
                Err(FabricError::TooFew { needed, limit })
            }
            _ => Ok(()),
        }
    }

    /// The choices for a lane beyond the first. Such a lane connects process to process on demand,
    /// takes no messages, and has no limits.
    #[must_use]
    pub fn of_lane(&self) -> Fabric {
        Fabric {
            reach: Reach::Rc,
            setup: Setup::OnDemand,
            buffers: Buffers::One,
            hybrid: Hybrid::default(),
            qps: None,
            node_qps: None,
            ..*self
        }
    }

    /// Whether a queue pair for one more connection may be unavailable. Such jobs have no lanes
    /// beyond the first, because lanes cannot make room for each other.
    pub fn is_limited(&self) -> bool {
        self.qps.or(self.node_qps).is_some() || self.costs.refused > 0.0
    }

    /// The receive buffers, with `Auto` resolved for this reach.
    pub fn buffers(&self) -> Buffers {
        match (self.buffers, self.reach) {
            (Buffers::Auto, Reach::Rc) => Buffers::One,
            (Buffers::Auto, _) => Buffers::Learned,
            (buffers, _) => buffers,
        }
    }
}

/// The number of sizes of receive buffers, where there is more than one.
pub const CLASSES: usize = 6;

#[cfg(test)]
mod tests;
