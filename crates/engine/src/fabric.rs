//! How connections are made and used: the reach, the time and the protocol of set-ups, receive buffers, the datagram
//! hybrid, limits. All of it is chosen when a process starts.
//!
//! The reaches, times of set-up and receive queues are those of M. Koop, J. Sridhar, D. K. Panda, "Scalable MPI design over
//! InfiniBand using eXtended Reliable Connection" (2008); `server` is that of ARMCI's clients and data servers.

use core::time::Duration;

use farreach_connect::Protocol;
use strum::{Display, EnumString};
use thiserror::Error;

/// Who is the other end of a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Reach {
    /// Process to process, one queue pair for each peer.
    #[default]
    Rc,
    /// Process to process, one queue pair for each peer and size of receive buffers.
    RcMsrq,
    /// Process to process over XRC: the sender chooses the receive queue.
    Exrc,
    /// Process to node over XRC: any process there is reached over one connection.
    Sxrc,
    /// Process to the data server of a node, its first process; nobody else is connected to.
    Server,
}

/// When connections are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Setup {
    /// With the first operation that needs one, to whom it is for.
    #[default]
    OnDemand,
    /// With the first operation that needs one, by a map that makes the fewest: the *i*-th process of a node connects to
    /// the *i*-th of another.
    Predefined,
    /// All when the process starts.
    Static,
}

/// How the data server makes progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Server {
    /// It sleeps until a packet comes.
    #[default]
    Blocking,
    /// It looks all the time, which takes a core.
    Polling,
}

/// The receive buffers of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Buffers {
    /// Learned where the sender chooses the queue, else one size.
    #[default]
    Auto,
    /// One queue of buffers for the longest message.
    One,
    /// Six queues, of buffers from 256 B to 8 KiB.
    Six,
    /// Six queues, of sizes that follow the messages which come.
    Learned,
}

/// When small messages and puts go in datagrams, without a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hybrid {
    /// Operations toward a peer after which a connection is made; 0: with the first, which waits for it.
    pub ops: u32,
    /// Bytes after which one is made.
    pub bytes: u64,
}

/// What steps of a set-up cost beyond what the device takes: to see what slower devices would do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// Creating a queue pair and its way to INIT.
    pub create: Duration,
    /// Its way from INIT to RTS.
    pub transitions: Duration,
    /// The fraction of creations that are refused.
    pub refused: f64,
}

/// All choices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fabric {
    /// Who is connected to.
    pub reach: Reach,
    /// When.
    pub setup: Setup,
    /// How.
    pub protocol: Protocol,
    /// How data servers make progress.
    pub server: Server,
    /// Receive buffers.
    pub buffers: Buffers,
    /// The datagram hybrid.
    pub hybrid: Hybrid,
    /// The most connected queue pairs of this process.
    pub qps: Option<u32>,
    /// The most of all processes of this node together.
    pub node_qps: Option<u32>,
    /// How long a connection is kept at least before it makes room for another.
    pub keep: Duration,
    /// Injected costs.
    pub costs: Costs,
}

impl Default for Hybrid {
    /// No datagrams.
    fn default() -> Self {
        Hybrid {
            ops: 0,
            bytes: 16 << 10,
        }
    }
}

/// Choices that don't go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FabricError {
    /// A map needs connections that many processes share.
    #[error(
        "setup predefined needs reach sxrc: with {reach} every peer has its own connection; use on-demand or static"
    )]
    Predefined {
        /// The reach.
        reach: Reach,
    },
    /// One queue pair has one receive queue.
    #[error(
        "buffers {buffers} need a reach whose sender chooses the receive queue: rc-msrq, exrc, sxrc or server, not {reach}"
    )]
    Buffers {
        /// The buffers.
        buffers: Buffers,
        /// The reach.
        reach: Reach,
    },
    /// A queue pair for each size, and one size.
    #[error("reach rc-msrq has a queue pair for each size of buffers: buffers one is reach rc")]
    OneSize,
    /// All at once, within a limit.
    #[error(
        "setup static makes all connections at once, which a limit on queue pairs ({limit}) does not allow: use on-demand"
    )]
    StaticLimit {
        /// The limit.
        limit: u32,
    },
    /// A peer needs more queue pairs than there may be.
    #[error(
        "reach rc-msrq needs {needed} queue pairs for a peer, but the limit is {limit}: use another reach or a higher limit"
    )]
    TooFew {
        /// For one peer.
        needed: u32,
        /// The limit.
        limit: u32,
    },
}

impl Reach {
    /// Whether connections are XRC ones.
    pub fn is_xrc(self) -> bool {
        matches!(self, Reach::Exrc | Reach::Sxrc | Reach::Server)
    }

    /// Whether a connection leads to all processes of a node.
    pub fn is_shared(self) -> bool {
        matches!(self, Reach::Sxrc | Reach::Server)
    }
}

impl Fabric {
    /// Whether peers are told of a set-up before the queue pair is there: where that takes long, or operations go along.
    pub(crate) fn begins_with_announcement(&self) -> bool {
        let Costs {
            create,
            transitions,
            ..
        } = self.costs;
        !create.is_zero() || !transitions.is_zero() || self.hybrid.ops > 0
    }

    /// Whether the choices go together.
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
        let needed = CLASSES as u32;
        match self.qps.or(self.node_qps) {
            Some(limit) if reach == Reach::RcMsrq && limit < needed => {
                Err(FabricError::TooFew { needed, limit })
            }
            _ => Ok(()),
        }
    }

    /// How a lane beyond the first connects: with each process that it reaches by itself, when it first does, whatever the
    /// choices are; it takes no messages and knows nothing of limits.
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

    /// Whether there may not always be a queue pair for one more connection: then lanes, which cannot make room for each other,
    /// are not for this job.
    pub fn is_limited(&self) -> bool {
        self.qps.or(self.node_qps).is_some() || self.costs.refused > 0.0
    }

    /// The receive buffers, where they are left to the reach.
    pub fn buffers(&self) -> Buffers {
        match (self.buffers, self.reach) {
            (Buffers::Auto, Reach::Rc) => Buffers::One,
            (Buffers::Auto, _) => Buffers::Learned,
            (buffers, _) => buffers,
        }
    }
}

/// How many sizes of receive buffers there are, where there is more than one.
pub const CLASSES: usize = 6;

#[cfg(test)]
mod tests;
