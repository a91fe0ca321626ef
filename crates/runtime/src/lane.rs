//! Lanes: each is a network engine, and operations on different lanes share no lock.
//!
//! ```text
//!   thread 1           thread 2           thread 3
//!      │ World::put       │ through(&a)      │ through(&b)       same node: loads and stores, whatever the lane
//!      ▼                  ▼                  ▼
//!   lane 0             lane 1             lane 2                lock, engine, device and connections of its own
//!      ▲ │                │                  │
//!      │ └────────────────┴──────────────────┴───▶ lane 0 of the process that is reached
//!      └── all that others begin
//! ```
//!
//! Lane 0 is the world's: it takes all that comes, and what is begun by [`World`]'s own methods. A lane of one's own
//! is opened when it first needs the network. What goes through it is ordered and completed ([`Through::fence`],
//! [`Through::quiet`]) by itself.

use crate::network::Network;
use crate::{Error, World};

/// The lane of the world, for [`World::direct`].
static SHARED: Lane = Lane::shared();

/// What a context's operations toward other nodes go through.
#[derive(Debug)]
pub struct Lane {
    is_own: bool,
}

impl Lane {
    /// The world's, which any thread's operations may go through.
    pub const fn shared() -> Lane {
        Lane { is_own: false }
    }

    /// One of its own: nobody else's operations share its lock. It costs nothing until it first reaches another node.
    pub const fn own() -> Lane {
        Lane { is_own: true }
    }

    /// Whether it was made by [`Lane::own`].
    pub const fn is_own(&self) -> bool {
        self.is_own
    }
}

/// This process's operations by way of one lane: the same as those of [`World`], which go by way of its own.
#[derive(Clone, Copy)]
pub struct Through<'w> {
    pub(crate) world: &'w World,
    lane: &'w Lane,
}

impl World {
    /// The operations by way of `lane`.
    #[inline]
    pub fn through<'w>(&'w self, lane: &'w Lane) -> Through<'w> {
        Through { world: self, lane }
    }

    /// The operations by way of the world's own lane.
    #[inline]
    pub fn direct(&self) -> Through<'_> {
        self.through(&SHARED)
    }
}

impl<'w> Through<'w> {
    /// The world that this process is in.
    #[inline]
    pub fn world(self) -> &'w World {
        self.world
    }

    /// The lane's network, if it was needed yet.
    pub(crate) fn opened(self) -> Option<&'w Network> {
        let _ = self.lane;
        self.world.network()
    }

    /// The lane's network, which leads to other nodes.
    pub(crate) fn network(self) -> Result<&'w Network, Error> {
        Ok(self
            .opened()
            .expect("a rank of another node means that there is a network"))
    }

    /// The network that leads to `pe`, which is on another node or does not exist.
    pub(crate) fn network_to(self, pe: u32) -> Result<&'w Network, Error> {
        self.world.check_rank(pe)?;
        self.network()
    }
}
