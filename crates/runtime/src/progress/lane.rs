//! Lanes. Each lane has an engine, and operations on different lanes share no lock.
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
//! Lane 0 is the world's. All operations of other processes arrive on it, and [`World::direct`]
//! uses it. Another lane opens when it first needs the network. Its operations are ordered and
//! completed separately ([`LaneContext::fence`], [`LaneContext::quiet`]).

use std::sync::{Arc, OnceLock};

use farreach_forks::is_forked;

use super::lanes::Lanes;
use super::network::Network;
use super::opening::open_lane;
use crate::{Error, World};

/// The world's lane, for [`World::direct`].
static SHARED: Lane = Lane::shared();

/// The way of a context's operations toward other nodes.
pub struct Lane {
    is_own: bool,
    /// The lane of its own, once it was needed.
    opened: OnceLock<Opened>,
}

/// An open lane, which is given back when it is dropped.
struct Opened {
    network: Arc<Network>,
    /// The lanes that it goes back to. `None` for lane 0, which takes the place of another lane.
    lanes: Option<Arc<Lanes>>,
}

impl Lane {
    /// The world's lane. Operations of any thread may use it.
    pub const fn shared() -> Lane {
        Lane {
            is_own: false,
            opened: OnceLock::new(),
        }
    }

    /// A lane of its own, whose lock no other operations share. The lane costs nothing until it
    /// first reaches another node. Complete its operations with [`LaneContext::quiet`] before it is
    /// dropped. Operations that are not complete are completed all the same.
    ///
    /// Where queue pairs are limited, in a process without a helper, and beyond 64 lanes, the
    /// world's lane is used instead.
    pub const fn own() -> Lane {
        Lane {
            is_own: true,
            opened: OnceLock::new(),
        }
    }

    /// Whether the lane was made by [`Lane::own`].
    pub const fn is_own(&self) -> bool {
        self.is_own
    }

    /// A lane of its own that is open and is not given back.
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
            // The lane is the parent's.
            std::mem::forget((self.lanes.take(), Arc::clone(&self.network)));
        } else if let Some(lanes) = self.lanes.take() {
            lanes.give_back(Arc::clone(&self.network));
        }
    }
}

/// This process's operations through one lane: they are ordered and completed apart from those of other lanes.
#[derive(Clone, Copy)]
pub struct LaneContext<'w> {
    pub(crate) world: &'w World,
    lane: &'w Lane,
}

impl World {
    /// The operations through `lane`.
    #[inline]
    pub fn through<'w>(&'w self, lane: &'w Lane) -> LaneContext<'w> {
        LaneContext { world: self, lane }
    }

    /// The operations through the world's lane.
    #[inline]
    pub fn direct(&self) -> LaneContext<'_> {
        self.through(&SHARED)
    }

    /// Waits until the operations through all lanes are complete.
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

    /// Opens a lane, or takes an open one that has no owner.
    fn open_lane(&self) -> Result<Opened, Error> {
        if is_forked() {
            return Err(self.forked("reach other nodes"));
        }
        let lanes = self
            .lanes()
            .expect("a rank of another node means that there is a network");
        let only_first = |network: &Network| network.peek(|core, _| core.engine.sends_to_owner());
        let may_open = self.helper().is_some()
            && !self.settings().fabric.is_limited()
            && !self.network().is_some_and(only_first);
        if may_open {
            if let Some(network) = lanes.take() {
                let lane = Lane::of(network);
                // The last owner may have left operations behind. Whether they failed does not
                // concern the new one.
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

impl<'w> LaneContext<'w> {
    /// The world that this process is in.
    #[inline]
    pub fn world(self) -> &'w World {
        self.world
    }

    /// The lane's network, if the lane is open.
    #[inline]
    pub(crate) fn opened(self) -> Option<&'w Network> {
        if self.lane.is_own {
            let opened = self.lane.opened.get().filter(|_| !is_forked());
            opened.map(|opened| &*opened.network)
        } else {
            self.world.network()
        }
    }

    /// The lane's network. Opens the lane if it is not open.
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
        // If another thread was faster, this lane is given back.
        Ok(&self.lane.opened.get_or_init(|| opened).network)
    }

    /// The network that leads to `pe`, which is on another node or does not exist. Opens the lane
    /// if it is not open.
    #[inline]
    pub(crate) fn network_to(self, pe: u32) -> Result<&'w Network, Error> {
        self.world.check_rank(pe)?;
        self.network()
    }
}
