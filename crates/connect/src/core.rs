//! State that all peers of a manager share.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use farreach_verbs::{Time, UdDestination};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::mac::Authenticator;
use crate::qp_waiters::QpWaiters;
use crate::retransmit::Timers;
use crate::{Action, Config, ConnectError, Counters, Rank};

/// The side that began an attempt. Each class has its own limit of attempts in flight, so that our
/// attempts never wait for those of others. Otherwise processes could wait for each other in a
/// cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// This process began the attempt.
    Active,
    /// The peer began the attempt.
    Passive,
}

/// A bounded number of places, and a first-in-first-out queue for them.
#[derive(Default)]
pub(crate) struct Places {
    pub(crate) taken: usize,
    pub(crate) waiting: VecDeque<Rank>,
}

/// State that all peers share.
pub(crate) struct Core {
    pub(crate) config: Config,
    pub(crate) authenticator: Authenticator,
    /// This process's segment information, once known.
    pub(crate) payload: Option<Vec<u8>>,
    /// The latest time that a caller passed.
    pub(crate) now: Time,
    pub(crate) actions: VecDeque<Action>,
    /// Peers that a message is due for.
    pub(crate) speak: VecDeque<Rank>,
    pub(crate) timers: Timers,
    pub(crate) counters: Counters,
    pub(crate) jitter: Pcg32,
    pub(crate) active: Places,
    pub(crate) passive: Places,
    pub(crate) room: QpWaiters,
    /// The endpoints of other processes' lanes, from their latest messages.
    pub(crate) lanes: BTreeMap<Rank, UdDestination>,
    #[cfg(debug_assertions)]
    pub(crate) bug: Option<crate::planted::Bug>,
    attempts: u32,
}

impl Core {
    pub(crate) fn new(config: Config) -> Self {
        let stream = config.seed ^ (u64::from(config.rank) << 32);
        Core {
            authenticator: Authenticator::new(&config.job_key),
            jitter: Pcg32::seed_from_u64(stream),
            config,
            payload: None,
            now: Time::ZERO,
            actions: VecDeque::new(),
            speak: VecDeque::new(),
            timers: Timers::default(),
            counters: Counters::default(),
            active: Places::default(),
            passive: Places::default(),
            room: QpWaiters::default(),
            lanes: BTreeMap::new(),
            #[cfg(debug_assertions)]
            bug: None,
            attempts: 0,
        }
    }

    /// A new incarnation. It is greater than all before, and its lower half is random.
    pub(crate) fn new_incarnation(&mut self) -> u64 {
        self.attempts = self
            .attempts
            .checked_add(1)
            .expect("no process begins 2^32 attempts");
        self.counters.attempts += 1;
        u64::from(self.attempts) << 32 | u64::from(self.jitter.next_u32())
    }

    pub(crate) fn places(&mut self, class: Class) -> &mut Places {
        match class {
            Class::Active => &mut self.active,
            Class::Passive => &mut self.passive,
        }
    }

    /// Takes a place if one is free.
    pub(crate) fn take_place(&mut self, class: Class) -> bool {
        let limit = self.config.max_handshakes;
        let places = self.places(class);
        let free = places.taken < limit;
        places.taken += usize::from(free);
        free
    }

    pub(crate) fn fail(&mut self, error: ConnectError) {
        self.counters.failed += 1;
        self.actions.push_back(Action::Failed {
            peer: error.peer,
            error,
        });
    }
}
