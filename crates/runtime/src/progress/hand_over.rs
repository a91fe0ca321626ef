//! The state of a lane that application threads and the helper share outside of the lock.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use farreach_forks::Descriptor;
use farreach_verbs::Time;
use rustix::event::{EventfdFlags, eventfd};

/// The words between application threads and the helper, and the helper's alarm.
pub(crate) struct HandOver {
    stop: AtomicBool,
    /// The number of application threads that sleep and rely on the helper.
    sleepers: AtomicU32,
    /// The number of application threads that sleep on the device themselves.
    watchers: AtomicU32,
    /// The time in nanoseconds until which the helper sleeps at most. Zero while the helper looks
    /// within a millisecond, and where there is no helper.
    sleeps_until: AtomicU64,
    /// The alarm, which all lanes of the process share.
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

    /// The state of another lane of this process. It has the same alarm.
    pub(crate) fn beside(&self) -> HandOver {
        HandOver {
            stop: AtomicBool::new(false),
            sleepers: AtomicU32::new(0),
            watchers: AtomicU32::new(0),
            sleeps_until: AtomicU64::new(0),
            alarm: Arc::clone(&self.alarm),
        }
    }

    /// Wakes the helper if it sleeps beyond the deadline of work that the application leaves
    /// behind.
    #[inline]
    pub(crate) fn leave_behind(&self, deadline: impl FnOnce() -> Option<Time>) {
        let until = self.sleeps_until.load(Ordering::SeqCst);
        if until != 0 && deadline().is_some_and(|deadline| deadline.0 < until) {
            self.sleeps_until.store(0, Ordering::SeqCst);
            self.ring();
        }
    }

    /// Says that the helper is about to sleep. The helper reads its deadline after this call. So a
    /// thread that sets an earlier deadline later sees that the helper sleeps, and rings.
    pub(crate) fn fall_asleep(&self) {
        self.sleeps_until.store(u64::MAX, Ordering::SeqCst);
    }

    /// Says until when the helper will sleep. If an earlier deadline was left behind since
    /// `fall_asleep`, its thread has rung.
    pub(crate) fn sleep_until(&self, deadline: Time) {
        let (order, at) = (Ordering::SeqCst, deadline.0.max(1));
        let _ = self
            .sleeps_until
            .compare_exchange(u64::MAX, at, order, order);
    }

    /// Says that the helper is awake.
    pub(crate) fn wake_up(&self) {
        self.sleeps_until.store(0, Ordering::SeqCst);
    }

    pub(crate) fn begin_sleep(&self) {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn end_sleep(&self) {
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Counts an application thread that begins to sleep on the device. Returns whether it is the
    /// only one.
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

    /// The descriptor that is readable after a ring.
    pub(crate) fn alarm(&self) -> &OwnedFd {
        &self.alarm
    }

    /// Makes the alarm unreadable again.
    pub(crate) fn silence(&self) {
        let mut count = [0; 8];
        // Fails only if the alarm has not rung.
        let _ = rustix::io::read(&*self.alarm, &mut count);
    }

    /// Wakes the helper if it sleeps.
    pub(crate) fn ring(&self) {
        // Fails only if the counter is full, and then the alarm is readable.
        let _ = rustix::io::write(&*self.alarm, &1u64.to_ne_bytes());
    }
}
