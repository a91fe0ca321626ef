//! Lanes: each is a network engine, and operations on different lanes share no lock.
//!
//! ```text
//!   thread 1           thread 2           thread 3
//!      │ direct()         │ through(&a)      │ through(&b)       same node: loads and stores, whatever the lane
//!      ▼                  ▼                  ▼
//!   lane 0             lane 1             lane 2                lock, engine, device and connections of its own
//!      ▲ │                │                  │
//!      │ └────────────────┴──────────────────┴───▶ lane 0 of the process that is reached
//!      └── all that others begin
//! ```
//!
//! Lane 0 is the world's: it takes all that comes, and what is begun by [`World::direct`]. A lane of one's own
//! is opened when it first needs the network. What goes through it is ordered and completed ([`Through::fence`],
//! [`Through::quiet`]) by itself.

use std::sync::{Arc, OnceLock};

use farreach_forks::is_forked;

use super::lanes::Lanes;
use super::network::Network;
use super::opening::open_lane;
use crate::{Error, World};

/// The lane of the world, for [`World::direct`].
static SHARED: Lane = Lane::shared();

/// What a context's operations toward other nodes go through.
pub struct Lane {
    is_own: bool,
    /// One's own, once it was needed.
    opened: OnceLock<Opened>,
}

/// A lane that its owner gives back.
struct Opened {
    network: Arc<Network>,
    /// Where to. None if it is lane 0, in place of another.
    lanes: Option<Arc<Lanes>>,
}

impl Lane {
    /// The world's, which any thread's operations may go through.
    pub const fn shared() -> Lane {
        Lane {
            is_own: false,
            opened: OnceLock::new(),
        }
    }

    /// One of its own: nobody else's operations share its lock. It costs nothing until it first reaches another node. When it
    /// is dropped, what goes through it should be complete ([`Through::quiet`]); what is not will be all the same.
    ///
    /// Where queue pairs are limited, without a helper thread, and beyond many lanes, it is the world's by another name.
    pub const fn own() -> Lane {
        Lane {
            is_own: true,
            opened: OnceLock::new(),
        }
    }

    /// Whether it was made by [`Lane::own`].
    pub const fn is_own(&self) -> bool {
        self.is_own
    }

    /// One that is open and stays so.
    pub(crate) fn of(network: Arc<Network>) -> Lane {
        let lanes = None;
        Lane {
            is_own: true,
            opened: OnceLock::from(Opened { network, lanes }),
        }
    }
}

impl std::fmt::Debug for Lane {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lane")
            .field("is_own", &self.is_own)
            .field("is_open", &self.opened.get().is_some())
            .finish()
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        if is_forked() {
            // It is the parent's.
            std::mem::forget((self.lanes.take(), Arc::clone(&self.network)));
        } else if let Some(lanes) = self.lanes.take() {
            lanes.give_back(Arc::clone(&self.network));
        }
    }
}

/// This process's operations by way of one lane.
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

    /// Waits until the operations by way of all lanes are complete.
    pub fn quiet_everywhere(&self) -> Result<(), Error> {
        let mut result = self.direct().quiet();
        if let Some(lanes) = self.lanes() {
            let open = lanes.all().clone();
            for network in open.into_iter().skip(1) {
                let lane = Lane::of(network);
                result = result.and(self.through(&lane).quiet());
            }
        }
        result
    }

    /// A lane for who needs one.
    fn open_lane(&self) -> Result<Opened, Error> {
        if is_forked() {
            return Err(self.forked("reach other nodes"));
        }
        let lanes = self
            .lanes()
            .expect("a rank of another node means that there is a network");
        let may_open = self.helper().is_some() && !self.settings().fabric.is_limited();
        if may_open {
            if let Some(network) = lanes.take() {
                let lane = Lane::of(network);
                // Its last owner may have left something, which failed or not.
                let _ = self.through(&lane).quiet();
                let network = lane
                    .opened
                    .into_inner()
                    .expect("opened above")
                    .network
                    .clone();
                let lanes = Some(Arc::clone(lanes));
                return Ok(Opened { network, lanes });
            }
            if let Some(network) = lanes.open(|number| open_lane(self, number))? {
                let lanes = Some(Arc::clone(lanes));
                return Ok(Opened { network, lanes });
            }
        }
        let network = Arc::clone(&lanes.all()[0]);
        Ok(Opened {
            network,
            lanes: None,
        })
    }
}

impl<'w> Through<'w> {
    /// The world that this process is in.
    #[inline]
    pub fn world(self) -> &'w World {
        self.world
    }

    /// The lane's network, if it was needed yet.
    #[inline]
    pub(crate) fn opened(self) -> Option<&'w Network> {
        if self.lane.is_own {
            let opened = self.lane.opened.get().filter(|_| !is_forked());
            opened.map(|opened| &*opened.network)
        } else {
            self.world.network()
        }
    }

    /// The lane's network, which leads to other nodes.
    #[inline]
    pub(crate) fn network(self) -> Result<&'w Network, Error> {
        match self.opened() {
            Some(network) => Ok(network),
            None => self.open(),
        }
    }

    #[cold]
    fn open(self) -> Result<&'w Network, Error> {
        let opened = self.world.open_lane()?;
        // If another thread was faster, this one goes back.
        Ok(&self.lane.opened.get_or_init(|| opened).network)
    }

    /// The network that leads to `pe`, which is on another node or does not exist.
    #[inline]
    pub(crate) fn network_to(self, pe: u32) -> Result<&'w Network, Error> {
        self.world.check_rank(pe)?;
        self.network()
    }
}
