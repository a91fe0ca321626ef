//! What the application's threads and the helper tell each other about a lane.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use farreach_forks::Descriptor;
use farreach_verbs::Time;
use rustix::event::{EventfdFlags, eventfd};

/// The words between the application and the helper, and the helper's alarm.
pub(crate) struct HandOver {
    stop: AtomicBool,
    /// Application threads that sleep and rely on the helper.
    sleepers: AtomicU32,
    /// Application threads that sleep on the device itself.
    watchers: AtomicU32,
    /// Until when (nanoseconds) the helper sleeps at most; zero while it will look within a millisecond, or does not exist.
    sleeps_until: AtomicU64,
    /// That of all lanes.
    alarm: Arc<Descriptor<OwnedFd>>,
}

impl HandOver {
    pub(crate) fn new() -> io::Result<HandOver> {
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
        Ok(HandOver {
            stop: AtomicBool::new(false),
            sleepers: AtomicU32::new(0),
            watchers: AtomicU32::new(0),
            sleeps_until: AtomicU64::new(0),
            alarm: Arc::new(Descriptor::open(|| eventfd(0, flags))?),
        })
    }

    /// That of another lane of the same process.
    pub(crate) fn beside(&self) -> HandOver {
        HandOver {
            stop: AtomicBool::new(false),
            sleepers: AtomicU32::new(0),
            watchers: AtomicU32::new(0),
            sleeps_until: AtomicU64::new(0),
            alarm: Arc::clone(&self.alarm),
        }
    }

    /// Wakes the helper if it sleeps beyond the deadline that the application leaves behind.
    #[inline]
    pub(crate) fn leave_behind(&self, deadline: impl FnOnce() -> Option<Time>) {
        let until = self.sleeps_until.load(Ordering::SeqCst);
        if until != 0 && deadline().is_some_and(|deadline| deadline.0 < until) {
            self.sleeps_until.store(0, Ordering::SeqCst);
            self.ring();
        }
    }

    /// The helper is about to sleep until a packet or `deadline`, which it reads only now: a deadline that is set
    /// later meets a word that says that the helper sleeps.
    pub(crate) fn fall_asleep(&self) {
        self.sleeps_until.store(u64::MAX, Ordering::SeqCst);
    }

    /// The helper knows until when it will sleep. A deadline that was left behind since `fall_asleep` has rung.
    pub(crate) fn sleep_until(&self, deadline: Time) {
        let (order, at) = (Ordering::SeqCst, deadline.0.max(1));
        let _ = self
            .sleeps_until
            .compare_exchange(u64::MAX, at, order, order);
    }

    /// The helper is awake.
    pub(crate) fn wake_up(&self) {
        self.sleeps_until.store(0, Ordering::SeqCst);
    }

    pub(crate) fn begin_sleep(&self) {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn end_sleep(&self) {
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// An application thread begins to sleep on the device itself. Returns whether it is the only one.
    pub(crate) fn begin_watch(&self) -> bool {
        self.watchers.fetch_add(1, Ordering::SeqCst) == 0
    }

    pub(crate) fn end_watch(&self) {
        self.watchers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Whether application threads sleep on the device itself.
    pub(crate) fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::SeqCst) > 0
    }

    /// Whether application threads sleep and rely on the helper.
    pub(crate) fn has_sleepers(&self) -> bool {
        self.sleepers.load(Ordering::SeqCst) > 0
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        self.ring();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Readable when somebody rang.
    pub(crate) fn alarm(&self) -> &OwnedFd {
        &self.alarm
    }

    /// Makes the alarm unreadable again.
    pub(crate) fn silence(&self) {
        let mut count = [0; 8];
        // Fails only if nobody rang.
        let _ = rustix::io::read(&*self.alarm, &mut count);
    }

    /// Wakes the helper if it sleeps.
    pub(crate) fn ring(&self) {
        // Fails only if the counter is full, and then the alarm is readable.
        let _ = rustix::io::write(&*self.alarm, &1u64.to_ne_bytes());
    }
}
