//! Watching the program's memory: which addresses get other memory while an adapter has their pages.
//!
//! ```text
//!   program: munmap, brk, mremap, mmap over it, madvise ─┐ waits
//!                                                        ▼
//!                                         kernel: an event of the userfaultfd ──▶ thread of the watch ──▶ log of each device
//!                                                        ▲                                                     │
//!   engine ── hear_changes ── is anything changing? ─────┘ (also reads events)                 ◀── changes ────┘
//! ```
//!
//! A process has one userfaultfd, which serves all its devices. Watched ranges are registered for write protection, and nothing is
//! ever write-protected: no access to them faults because of it. What is left are the kernel's events of changes.
//!
//! The caller of `munmap` waits until its event is read. Its addresses may have new memory before that: the kernel queues the event
//! when the memory is gone. Whoever gets the new memory finds no event, but the kernel counts changes that have begun and whose event was
//! not read. Write protection is refused while there are any, so [`Watcher::hear`] asks for that of a page of its own:
//!
//! - Each event is read and logged under one lock, and [`Watcher::hear`] takes it.
//! - Memory that a process can know of at an address was mapped after the change of the old one had begun. So the change is
//!   either counted, or its event was read, and is in the log.
//!
//! The kernel counts so since Linux 5.15.
//!
//! The event of `madvise(MADV_DONTNEED)` comes before the pages are gone, and nothing tells when they are. Such a change is
//! reported as [`Change::Emptied`].
//!
//! The kernel has no events for `shmat` with `SHM_REMAP` over private memory, nor for `MADV_GUARD_INSTALL` (Linux 6.13), which nobody uses on
//! memory whose content is still wanted. Pages of files and shared memory may be replaced by whoever has the file, so that only
//! private memory without a file is watched. Where the kernel does not copy an adapter's pages for a forked child, nothing is watched:
//! there the child would miss what is registered.
//!
//! *Invariant: no thread that holds the lock of the logs allocates or frees memory. A thread that unmaps watched memory waits for
//! somebody who takes the lock.*

#![allow(unsafe_code)]

mod kernel;
mod log;
mod mappings;

use std::mem;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use farreach_forks::is_forked;
use farreach_verbs::Change;

use self::kernel::{Kernel, Settled};
use self::log::Log;
use crate::library::Verbs;

/// The most devices of a process that watch.
const DEVICES_MOST: usize = 64;
/// How often the kernel is asked whether a change is under way, with a yield in between, before the question is given up.
const ASKED_MOST: usize = 32;
/// Bytes of the stack of the thread that reads events.
const STACK: usize = 128 << 10;

/// The watch of this process.
struct Watch {
    kernel: Kernel,
    logs: Mutex<Logs>,
}

/// A log for each device that watches.
struct Logs {
    all: [Option<Box<Log>>; DEVICES_MOST],
    /// Whether no more events can be read.
    is_broken: bool,
}

/// A device's part in the watch.
pub(crate) struct Watcher {
    watch: &'static Watch,
    place: usize,
    /// An empty log, to exchange for the one with changes.
    spare: Box<Log>,
}

impl Watcher {
    /// Takes part in the watch of this process, which begins with the first part. Fails with the reason why nothing can be watched.
    pub(crate) fn new(verbs: &Verbs) -> Result<Watcher, String> {
        Watch::of_process(verbs)?.take_part()
    }

    fn of(watch: &'static Watch) -> Result<Watcher, String> {
        let (mut log, spare) = (Some(Box::new(Log::new())), Box::new(Log::new()));
        let mut logs = watch.lock();
        let place = logs.all.iter().position(Option::is_none);
        if let Some(place) = place {
            logs.all[place] = log.take();
        }
        drop(logs);
        let place = place.ok_or_else(|| format!("{DEVICES_MOST} devices watch already"))?;
        Ok(Watcher {
            watch,
            place,
            spare,
        })
    }

    /// Begins to watch a range of addresses. `false` if its changes can't all be seen.
    pub(crate) fn watch(&self, start: u64, len: u64) -> bool {
        let page = self.watch.kernel.page;
        let end = start.saturating_add(len).next_multiple_of(page);
        let range = start - start % page..end;
        !is_forked()
            && len > 0
            && mappings::are_private(&range)
            && self.watch.kernel.watch(&range).is_ok()
    }

    /// Reports what has changed since the last call. Returns whether that is all.
    pub(crate) fn hear(&mut self, report: &mut dyn FnMut(Change)) -> bool {
        if is_forked() {
            return false;
        }
        let mut logs = self.watch.lock();
        if !self.watch.is_settled(&mut logs) {
            return false;
        }
        let log = logs.all[self.place].as_mut().expect("this device's log");
        mem::swap(log, &mut self.spare);
        drop(logs);
        self.spare.take(report);
        true
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if !is_forked() {
            let log = self.watch.lock().all[self.place].take();
            // Freed without the lock.
            drop(log);
        }
    }
}

impl Watch {
    fn of_process(verbs: &Verbs) -> Result<&'static Watch, String> {
        static WATCH: OnceLock<Result<&Watch, String>> = OnceLock::new();
        if is_forked() {
            return Err("a forked process has no adapter".to_owned());
        }
        let watch = WATCH.get_or_init(|| {
            if !verbs.spares_children {
                let why = "libibverbs does not say that the kernel copies an adapter's pages for forked processes (Linux 5.12, rdma-core 36)";
                return Err(why.to_owned());
            }
            Watch::begin()
        });
        watch.clone()
    }

    /// Begins a watch that lasts as long as the process.
    fn begin() -> Result<&'static Watch, String> {
        let watch: &Watch = Box::leak(Box::new(Watch {
            kernel: Kernel::open()?,
            logs: Mutex::new(Logs {
                all: [const { None }; DEVICES_MOST],
                is_broken: false,
            }),
        }));
        let reader = thread::Builder::new()
            .name("farreach-watch".to_owned())
            .stack_size(STACK);
        let reader = kernel::without_signals(|| reader.spawn(|| watch.read_events()));
        reader.map_err(|error| format!("no thread for it: {error}"))?;
        Ok(watch)
    }

    fn take_part(&'static self) -> Result<Watcher, String> {
        Watcher::of(self)
    }

    fn lock(&self) -> MutexGuard<'_, Logs> {
        // A panic leaves logs, which are always valid.
        self.logs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the thread of the watch does.
    fn read_events(&self) {
        while self.kernel.wait() {
            let mut logs = self.lock();
            self.take_events(&mut logs);
            if logs.is_broken {
                return;
            }
        }
        self.end(&mut self.lock());
    }

    /// Whether each change that has begun is in the logs.
    fn is_settled(&self, logs: &mut Logs) -> bool {
        for _ in 0..ASKED_MOST {
            if logs.is_broken {
                return false;
            }
            match self.kernel.is_settled() {
                Settled::Yes => return true,
                Settled::No => {
                    self.take_events(logs);
                    thread::yield_now();
                }
                Settled::Broken => self.end(logs),
            }
        }
        false
    }

    /// Reads the events that are there.
    fn take_events(&self, logs: &mut Logs) {
        let is_open = self.kernel.read(|change| {
            for log in logs.all.iter_mut().flatten() {
                log.add(&change);
            }
        });
        if !is_open {
            self.end(logs);
        }
    }

    /// Ends the watch. Nobody waits for events any more.
    fn end(&self, logs: &mut Logs) {
        if !mem::replace(&mut logs.is_broken, true) {
            self.kernel.close();
        }
    }
}

/// The addresses of both, and of what is between.
fn hull(one: &Range<u64>, other: &Range<u64>) -> Range<u64> {
    one.start.min(other.start)..one.end.max(other.end)
}

#[cfg(test)]
mod tests;
