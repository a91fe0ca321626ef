//! Signals that end a measurement in order: its processes are ended, and its files are removed.
//!
//! ```text
//!   signal ──▶ its thread: remembers it, ends the children of this process, again and again
//!                 └──▶ the measuring thread: its job fails, or [`Interrupts::check`] does; it returns, and cleans up on its way
//!                         └──▶ [`Interrupts::follow`]: the process dies of the signal, as its parent expects
//! ```

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The signals that end a measurement.
const ENDING: [i32; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];
/// The time between two signals to the children, since the measuring thread may have started
/// another child.
const ASKED_EVERY: Duration = Duration::from_millis(20);
/// How long children have to end by themselves.
const GRACE: Duration = Duration::from_secs(2);

/// A signal ended the measurement.
#[derive(Debug, thiserror::Error)]
#[error("got signal {0}")]
pub struct Interrupted(i32);

/// Watches for signals.
#[derive(Debug)]
pub struct Interrupts {
    /// The first signal. 0 if there was none.
    caught: Arc<AtomicI32>,
}

impl Interrupts {
    /// Watches for signals from now on, until this process ends. All children of this process are
    /// taken for the measurement's.
    pub fn watch() -> Result<Interrupts> {
        let wanted = ENDING.into_iter().filter(|&signal| !is_ignored(signal));
        let signals = Signals::new(wanted).context("watching for signals")?;
        let caught = Arc::new(AtomicI32::new(0));
        let shared = Arc::clone(&caught);
        thread::Builder::new()
            .name("signals".into())
            .spawn(move || take(signals, &shared))
            .context("starting the thread that watches for signals")?;
        Ok(Interrupts { caught })
    }

    /// Fails once a signal has arrived.
    pub fn check(&self) -> Result<(), Interrupted> {
        match self.caught.load(Ordering::Acquire) {
            0 => Ok(()),
            signal => Err(Interrupted(signal)),
        }
    }

    /// If a signal has arrived, ends this process by that signal. Call this when everything is
    /// removed.
    pub fn follow(&self) {
        if let Err(Interrupted(signal)) = self.check() {
            // The call returns only for a signal that does not end a process, and no such signal is
            // watched.
            let _ = emulate_default_handler(signal);
        }
    }
}

fn take(mut signals: Signals, caught: &AtomicI32) {
    let Some(signal) = signals.forever().next() else {
        return;
    };
    caught.store(signal, Ordering::Release);
    let begun = Instant::now();
    loop {
        let ending = if begun.elapsed() < GRACE {
            Signal::TERM
        } else {
            Signal::KILL
        };
        for child in farreach_launch::children() {
            // The child may have ended meanwhile.
            let _ = kill_process(child, ending);
        }
        thread::sleep(ASKED_EVERY);
        if let Some(again) = signals.pending().next() {
            // A user who asks twice does not want to wait for the removal.
            let _ = emulate_default_handler(again);
        }
    }
}

/// Whether this process ignores the signal, as processes under nohup do.
fn is_ignored(signal: i32) -> bool {
    ignored().is_ok_and(|ignored| ignored & (1 << (signal - 1)) != 0)
}

/// The signals that this process ignores, a bit for each.
fn ignored() -> io::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.ok_or_else(|| io::ErrorKind::InvalidData.into())
}
