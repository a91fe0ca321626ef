//! How a waiter waits before it sleeps.

use std::time::{Duration, Instant};

/// How long a waiter with a core of its own spins. A wake-up across cores costs 15–25 µs.
const SPIN: Duration = Duration::from_micros(500);
/// Looks of a spinning waiter between two looks at the clock.
const LOOKS_PER_CLOCK: u32 = 64;

/// A waiter's patience. It is made when the wait begins ([`crate::Arena::patience`]), and asked
/// after every look in vain.
///
/// While the host has a core for each process of the job, a waiter spins for half a millisecond.
/// Where processes share cores, it yields a few times instead. Then it is time to sleep: no waiter
/// burns a core.
///
/// A waiter with a core does not yield it. If a program of somebody else runs there, Linux gives
/// that program all of its time slice, some milliseconds, while a waiter that sleeps is woken at
/// once when its packet comes.
#[derive(Clone, Debug)]
pub struct Patience {
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// Looks so far. The clock starts with its first reading.
    Spin { looks: u32, since: Option<Instant> },
    /// Yields that are left.
    Yield(u32),
}

impl Patience {
    /// The patience of a waiter that has a core to itself.
    pub(crate) fn with_core() -> Patience {
        Patience {
            way: Way::Spin {
                looks: 0,
                since: None,
            },
        }
    }

    /// The patience of a waiter that shares its core. The waiter yields `yields` times.
    pub(crate) fn without_core(yields: u32) -> Patience {
        Patience {
            way: Way::Yield(yields),
        }
    }

    /// Does what [`Patience::pause`] does, after a look that took about a microsecond, such as a
    /// system call.
    #[inline]
    pub fn pause_after_call(&mut self) -> bool {
        if let Way::Spin { looks, .. } = &mut self.way {
            *looks = looks.next_multiple_of(LOOKS_PER_CLOCK) + LOOKS_PER_CLOCK - 1;
        }
        self.pause()
    }

    /// Passes a moment and returns `true`. Returns `false` at once if it is time to sleep.
    #[inline]
    pub fn pause(&mut self) -> bool {
        match &mut self.way {
            Way::Spin { looks, since } => {
                *looks += 1;
                if !looks.is_multiple_of(LOOKS_PER_CLOCK) {
                    std::hint::spin_loop();
                    return true;
                }
                if since.get_or_insert_with(Instant::now).elapsed() < SPIN {
                    return true;
                }
                self.way = Way::Yield(0);
                false
            }
            Way::Yield(0) => false,
            Way::Yield(left) => {
                *left -= 1;
                std::thread::yield_now();
                true
            }
        }
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
