//! How a waiter waits before it sleeps.

use std::time::{Duration, Instant};

/// How long a waiter with a core of its own spins. A wake-up across cores costs 15–25 µs.
const SPIN: Duration = Duration::from_micros(500);
/// Looks of a spinning waiter between two looks at the clock.
const LOOKS_PER_CLOCK: u32 = 64;
/// The time between a spinning waiter's yields. The scheduler wakes a packet's receiver on the core
/// that sent the packet. On a busy host that receiver may stand behind the waiter that waits for
/// its answer.
const OFFERS: Duration = Duration::from_micros(20);
/// Yields of a waiter that has spun in vain.
const YIELDS: u32 = 2;

/// A waiter's patience. It is made when the wait begins ([`crate::Arena::patience`]), and asked
/// after every look in vain.
///
/// While the host has a core for each process of the job, a waiter spins for half a millisecond and
/// yields its core now and then. After that, or at once where processes share cores, the waiter
/// yields a few times. Then it is time to sleep: no waiter burns a core.
#[derive(Clone, Debug)]
pub struct Patience {
    spins: Spins,
    /// Yields that are left.
    yields: u32,
}

#[derive(Clone, Debug)]
enum Spins {
    /// Looks so far. The clock starts with its first reading.
    Left {
        looks: u32,
        since: Option<Instant>,
        /// When to yield next, in time since the first reading.
        offer: Duration,
    },
    Over,
}

impl Patience {
    /// The patience of a waiter that has a core to itself.
    pub(crate) fn with_core() -> Patience {
        Patience {
            spins: Spins::Left {
                looks: 0,
                since: None,
                offer: OFFERS,
            },
            yields: YIELDS,
        }
    }

    /// The patience of a waiter that shares its core. The waiter yields `yields` times.
    pub(crate) fn without_core(yields: u32) -> Patience {
        Patience {
            spins: Spins::Over,
            yields,
        }
    }

    /// Does what [`Patience::pause`] does, after a look that took about a microsecond, such as a
    /// system call.
    #[inline]
    pub fn pause_after_call(&mut self) -> bool {
        if let Spins::Left { looks, .. } = &mut self.spins {
            *looks = looks.next_multiple_of(LOOKS_PER_CLOCK) + LOOKS_PER_CLOCK - 1;
        }
        self.pause()
    }

    /// Passes a moment and returns `true`. Returns `false` at once if it is time to sleep.
    #[inline]
    pub fn pause(&mut self) -> bool {
        if let Spins::Left {
            looks,
            since,
            offer,
        } = &mut self.spins
        {
            *looks += 1;
            if !looks.is_multiple_of(LOOKS_PER_CLOCK) {
                std::hint::spin_loop();
                return true;
            }
            let spun = since.get_or_insert_with(Instant::now).elapsed();
            if spun < SPIN {
                if spun >= *offer {
                    *offer = spun + OFFERS;
                    std::thread::yield_now();
                }
                return true;
            }
            self.spins = Spins::Over;
        }
        if self.yields == 0 {
            return false;
        }
        self.yields -= 1;
        std::thread::yield_now();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exhaust(mut patience: Patience) -> (u64, Duration) {
        let (start, mut pauses) = (Instant::now(), 0);
        while patience.pause() {
            pauses += 1;
        }
        assert!(!patience.pause(), "patience came back");
        (pauses, start.elapsed())
    }

    #[test]
    fn without_a_core_it_only_yields() {
        assert_eq!(exhaust(Patience::without_core(7)).0, 7);
    }

    #[test]
    fn with_a_core_it_spins_for_its_time() {
        let (pauses, took) = exhaust(Patience::with_core());
        assert!(
            took >= SPIN && pauses > u64::from(LOOKS_PER_CLOCK),
            "{pauses} pauses in {took:?}"
        );
    }
}
