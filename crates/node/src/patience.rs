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
/// A yield that takes longer has given the core to a program that computes: Linux lets it run for 3 ms or more. Among more than
/// two waiters twice that, since each of the others may have worked.
const LONG: Duration = Duration::from_millis(1);
/// The most waits without a yield after a long one.
const WITHOUT_MAX: u32 = 1024;
/// How long such a wait looks before it sleeps: about as long as it takes to fall asleep, which includes a barrier on all cores. What a
/// process on another core answers at once comes sooner.
const GLANCE: Duration = Duration::from_micros(5);
/// Looks of such a wait between two looks at the clock.
const LOOKS_PER_GLANCE: u32 = 8;

/// How long the thread stays where the kernel has it after a long yield: at least, and if such yields come again and again.
const AWAY_MIN: Duration = Duration::from_millis(20);
const AWAY_MAX: Duration = Duration::from_secs(1);

thread_local! {
    /// The waits of this thread that are to come without a yield.
    static WITHOUT: Cell<Without> = const { Cell::new(Without { left: 0, next: 1 }) };
    static AWAY: Cell<Away> = const { Cell::new(Away { since: None, span: AWAY_MIN }) };
}

/// The time in which a thread does not return to its own core, because somebody computes there.
#[derive(Clone, Copy, Debug)]
struct Away {
    /// When the last long yield ended.
    since: Option<Instant>,
    span: Duration,
}

impl Away {
    /// What follows a long yield. Where the kernel had the thread instead, others compute as well.
    fn after_long(self, now: Instant) -> Away {
        if self.lasts(now) {
            return Away {
                since: None,
                span: AWAY_MIN,
            };
        }
        let is_soon = |since| now.saturating_duration_since(since) < 2 * self.span;
        let span = match self.since {
            Some(since) if is_soon(since) => (2 * self.span).min(AWAY_MAX),
            _ => AWAY_MIN,
        };
        Away {
            since: Some(now),
            span,
        }
    }

    fn lasts(self, now: Instant) -> bool {
        let lasts = |since| now.saturating_duration_since(since) < self.span;
        self.since.is_some_and(lasts)
    }
}

/// Whether the kernel shall choose the core of the calling thread. A program that does not wait has had the thread's core for long, and the
/// kernel may know a better one.
pub(crate) fn is_away() -> bool {
    AWAY.get().lasts(Instant::now())
}

/// Waits without a yield.
///
/// The processes of a job now and then work for long between two waits as well. So each long yield is followed by twice as many waits
/// without as the one before, and each wait without a long yield makes them one fewer.
#[derive(Clone, Copy, Debug)]
struct Without {
    /// Those that are to come.
    left: u32,
    /// Those after the next long yield.
    next: u32,
}

impl Without {
    /// What is left when a wait begins. The wait yields if nothing is left here.
    fn begin_wait(self) -> Without {
        match self.left {
            0 => Without {
                left: 0,
                next: (self.next - 1).max(1),
            },
            left => Without {
                left: left - 1,
                ..self
            },
        }
    }

    /// What is left after a long yield.
    fn after_long(self) -> Without {
        Without {
            left: self.next,
            next: (2 * self.next + 1).min(WITHOUT_MAX + 1),
        }
    }
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
/// with few goes to sleep after a long yield. Some next waits of the thread then sleep after a glance, more of them the more
/// yields were long.
#[derive(Clone, Debug)]
pub struct Patience {
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// Looks so far. The clock starts with its first reading.
    Spin { looks: u32, since: Option<Instant> },
    /// Looks so far, without a yield, and the time of the first.
    Glance { looks: u32, since: Option<Instant> },
    /// Yields that are left.
    Yield(u32),
    /// Yields that are left, unless one takes longer than `long`.
    YieldAmongFew { left: u32, long: Duration },
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

    /// The patience of a waiter that shares its core with few: `waiters` in all.
    pub(crate) fn among_few(waiters: u32) -> Patience {
        let without = WITHOUT.get();
        WITHOUT.set(without.begin_wait());
        let way = if without.left == 0 {
            Way::YieldAmongFew {
                left: YIELDS_AMONG_FEW,
                long: LONG * waiters.saturating_sub(1).clamp(1, 2),
            }
        } else {
            Way::Glance {
                looks: 0,
                since: None,
            }
        };
        Patience { way }
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
            Way::Glance { looks, since } => {
                let since = since.get_or_insert_with(Instant::now);
                *looks += 1;
                if looks.is_multiple_of(LOOKS_PER_GLANCE) && since.elapsed() >= GLANCE {
                    self.way = Way::Yield(0);
                    return false;
                }
                std::hint::spin_loop();
                true
            }
            Way::Yield(0) | Way::YieldAmongFew { left: 0, .. } => false,
            Way::Yield(left) => {
                *left -= 1;
                std::thread::yield_now();
                true
            }
            Way::YieldAmongFew { left, long } => {
                let start = Instant::now();
                std::thread::yield_now();
                *left = left_after(*left, start.elapsed() > *long);
                true
            }
        }
    }
}

/// The yields that are left after one of `left`.
fn left_after(left: u32, was_long: bool) -> u32 {
    if was_long {
        WITHOUT.set(WITHOUT.get().after_long());
        AWAY.set(AWAY.get().after_long(Instant::now()));
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

    /// The waits without a yield until one yields.
    fn waits_without() -> u32 {
        let yields = || matches!(Patience::among_few(2).way, Way::YieldAmongFew { left, .. } if left == YIELDS_AMONG_FEW);
        (0..=2 * WITHOUT_MAX)
            .find(|_| yields())
            .expect("one yields in the end")
    }

    #[test]
    fn long_yields_end_those_of_more_and_more_waits() {
        WITHOUT.set(Without { left: 0, next: 1 });
        assert_eq!(waits_without(), 0);
        assert_eq!(left_after(7, false), 6);
        let powers = (0..=10).map(|power| 1 << power);
        for expected in powers.chain([WITHOUT_MAX, WITHOUT_MAX]) {
            assert_eq!(left_after(7, true), 0);
            assert_eq!(waits_without(), expected);
        }
        // Waits with short yields only.
        for _ in 0..WITHOUT_MAX {
            assert_eq!(waits_without(), 0);
        }
        left_after(7, true);
        assert_eq!(waits_without(), 1);
        left_after(7, true);
        // Another thread has its own.
        std::thread::scope(|scope| {
            let elsewhere = scope.spawn(waits_without).join();
            assert_eq!(elsewhere.expect("it does not panic"), 0);
        });
    }

    #[test]
    fn who_sleeps_soon_glances_before() {
        WITHOUT.set(Without { left: 1, next: 1 });
        let (pauses, took) = exhaust(Patience::among_few(2));
        assert!(
            took >= GLANCE && pauses >= u64::from(LOOKS_PER_GLANCE) - 1,
            "{pauses} pauses in {took:?}"
        );
    }

    #[test]
    fn a_thread_stays_away_from_where_others_compute() {
        let start = Instant::now();
        let now = |millis| start + Duration::from_millis(millis);
        let mut away = Away {
            since: None,
            span: AWAY_MIN,
        };
        assert!(!away.lasts(now(0)));
        // Whoever comes back too soon stays away for longer.
        let mut began = 0;
        for span in [20, 40, 80, 160, 320, 640, 1000, 1000] {
            away = away.after_long(now(began));
            assert!(away.lasts(now(began + span - 1)));
            assert!(!away.lasts(now(began + span)));
            began += span;
        }
        // Others compute there as well.
        away = away.after_long(now(began));
        away = away.after_long(now(began + 1));
        assert!(!away.lasts(now(began + 1)));
        away = away.after_long(now(began + 2));
        assert!(away.lasts(now(began + 21)));
        assert!(!away.lasts(now(began + 22)));
        // A long time later it begins anew.
        began += 10_000;
        away = away.after_long(now(began));
        assert!(!away.lasts(now(began + 20)));
    }

    #[test]
    fn a_yield_may_take_longer_among_more() {
        WITHOUT.set(Without { left: 0, next: 1 });
        let long = |waiters| match Patience::among_few(waiters).way {
            Way::YieldAmongFew { long, .. } => long,
            way => unreachable!("{way:?}"),
        };
        assert_eq!([1, 2, 3, 4].map(long), [LONG, LONG, 2 * LONG, 2 * LONG]);
    }

    #[test]
    fn among_few_it_only_yields() {
        WITHOUT.set(Without { left: 0, next: 1 });
        let (pauses, _) = exhaust(Patience::among_few(2));
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
