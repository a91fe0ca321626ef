//! How a waiter waits before it sleeps.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// How long a waiter with a core of its own spins. A wake-up across cores costs 15–25 µs.
const SPIN: Duration = Duration::from_micros(500);
/// Looks of a spinning waiter between two looks at the clock.
const LOOKS_PER_CLOCK: u32 = 64;
/// Yields of a waiter that shares its core with few. A yield costs less than a microsecond; a sleep
/// and its wake-up cost several, and disturb the other cores.
const YIELDS_AMONG_FEW: u32 = 200;
/// A yield that takes longer has given the core to a program that computes.
const LONG: Duration = Duration::from_millis(1);
/// Waits without a yield after a long one.
const WAITS_WITHOUT: u32 = 32;

thread_local! {
    /// The waits of this thread that are to come without a yield.
    static WITHOUT: Cell<u32> = const { Cell::new(0) };
}

/// A waiter's patience. It is made when the wait begins ([`crate::Arena::patience`]), and asked
/// after every look in vain.
///
/// While the host has a core for each process of the job, a waiter spins for half a millisecond.
/// Where processes share cores, it yields instead, so that the awaited process can run: many times
/// where few share a core, else a few times, because each yield then passes by many others. Then it is
/// time to sleep: no waiter burns a core.
///
/// If a program runs on the core that does not wait, such as one of somebody else, Linux gives it all
/// of its time slice at each yield, some milliseconds, while a waiter that sleeps is woken at once
/// when its message comes. So a waiter with a core does not yield it, and one that shares its core
/// with few goes to sleep after a long yield. The next waits of the thread then sleep at once.
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
    /// Yields that are left, unless one takes long.
    YieldAmongFew(u32),
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

    /// The patience of a waiter that shares its core with few.
    pub(crate) fn among_few() -> Patience {
        let without = WITHOUT.get();
        WITHOUT.set(without.saturating_sub(1));
        let yields = if without == 0 { YIELDS_AMONG_FEW } else { 0 };
        Patience {
            way: Way::YieldAmongFew(yields),
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
            Way::Yield(0) | Way::YieldAmongFew(0) => false,
            Way::Yield(left) => {
                *left -= 1;
                std::thread::yield_now();
                true
            }
            Way::YieldAmongFew(left) => {
                let start = Instant::now();
                std::thread::yield_now();
                *left = left_after(*left, start.elapsed());
                true
            }
        }
    }
}

/// The yields that are left after one of `left` has taken this long.
fn left_after(left: u32, took: Duration) -> u32 {
    if took > LONG {
        WITHOUT.set(WAITS_WITHOUT);
        return 0;
    }
    left - 1
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
    fn a_long_yield_ends_those_of_the_next_waits() {
        WITHOUT.set(0);
        let yields = || match Patience::among_few().way {
            Way::YieldAmongFew(yields) => yields,
            way => unreachable!("{way:?}"),
        };
        assert_eq!(left_after(yields(), LONG), YIELDS_AMONG_FEW - 1);
        assert_eq!(left_after(yields(), LONG * 2), 0);
        let without = (0..WAITS_WITHOUT).map(|_| yields());
        assert_eq!(without.sum::<u32>(), 0);
        assert_eq!(yields(), YIELDS_AMONG_FEW);
        // Another thread has its own.
        left_after(1, LONG * 2);
        std::thread::scope(|scope| {
            let elsewhere = scope.spawn(yields).join();
            assert_eq!(elsewhere.expect("it does not panic"), YIELDS_AMONG_FEW);
        });
    }

    #[test]
    fn among_few_it_only_yields() {
        WITHOUT.set(0);
        let (pauses, _) = exhaust(Patience::among_few());
        assert!(
            (1..=YIELDS_AMONG_FEW).contains(&(pauses as u32)),
            "{pauses}"
        );
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
