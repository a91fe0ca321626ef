//! What all peers of a manager share.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use farreach_verbs::{Time, UdDestination};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::mac::Authenticator;
use crate::retransmit::Timers;
use crate::room::Room;
use crate::{Action, Config, ConnectError, Counters, Rank};

/// Who began an attempt. Each kind has its own bound on attempts in flight, so that ours never wait
/// behind those of others, which may wait for ours: a cycle would never end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// We did.
    Active,
    /// The peer did.
    Passive,
}

/// A bounded number of places, and those who wait for one, first come first served.
#[derive(Default)]
pub(crate) struct Places {
    pub(crate) taken: usize,
    pub(crate) waiting: VecDeque<Rank>,
}

/// What all peers share.
pub(crate) struct Core {
    pub(crate) config: Config,
    pub(crate) authenticator: Authenticator,
    /// Our segment information, once it is known.
    pub(crate) payload: Option<Vec<u8>>,
    /// The time of the latest call that told it.
    pub(crate) now: Time,
    pub(crate) actions: VecDeque<Action>,
    /// Whom we have something to tell.
    pub(crate) speak: VecDeque<Rank>,
    pub(crate) timers: Timers,
    pub(crate) counters: Counters,
    pub(crate) jitter: Pcg32,
    pub(crate) active: Places,
    pub(crate) passive: Places,
    pub(crate) room: Room,
    /// Where lanes of others are, as their latest messages say.
    pub(crate) lanes: BTreeMap<Rank, UdDestination>,
    #[cfg(feature = "planted-bugs")]
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
            room: Room::default(),
            lanes: BTreeMap::new(),
            #[cfg(feature = "planted-bugs")]
            bug: None,
            attempts: 0,
        }
    }

    /// A name for a new attempt: greater than all before, its lower half unpredictable.
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
