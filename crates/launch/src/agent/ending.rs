//! The end of a node: SIGTERM, then SIGKILL until no process is left, then the rest of the output.

use rustix::process::{Pid, Signal};

use super::{Agent, NS_PER_MS};
use crate::clock::now_ns;
use crate::protocol::Stream;
use crate::reaper;

/// The state of a node whose job is over.
pub(super) struct Ending {
    /// The time from which on the remaining processes are killed.
    pub(super) kill_at_ns: u64,
    /// Whether no process is left, own or adopted.
    pub(super) childless: bool,
}

impl Agent {
    /// Sends a signal to the process group of every running rank.
    pub(super) fn signal_ranks(&self, signal: Signal) {
        for rank in self.ranks.iter().filter(|rank| rank.is_running) {
            // The rank is not reaped, so its pid still names it and its group.
            let _ = rustix::process::kill_process_group(rank.pid, signal);
        }
    }

    pub(super) fn begin_ending(&mut self, grace_ms: u32) {
        let kill_at_ns = now_ns() + u64::from(grace_ms) * NS_PER_MS;
        if let Some(ending) = &mut self.ending {
            ending.kill_at_ns = ending.kill_at_ns.min(kill_at_ns);
            return;
        }
        self.ending = Some(Ending {
            kill_at_ns,
            childless: false,
        });
        if grace_ms > 0 {
            for signal in [Signal::TERM, Signal::CONT] {
                self.signal_ranks(signal);
                reaper::signal_children(signal, |pid| !self.is_in_group_of_rank(pid));
            }
        }
    }

    /// Whether [`Agent::signal_ranks`] reaches `pid`, a child of this process.
    fn is_in_group_of_rank(&self, pid: Pid) -> bool {
        let group = rustix::process::getpgid(Some(pid)).ok();
        (self.ranks.iter()).any(|rank| rank.is_running && Some(rank.pid) == group)
    }

    pub(super) fn advance_ending(&mut self) {
        let Some(ending) = &self.ending else { return };
        if !ending.childless {
            if now_ns() >= ending.kill_at_ns {
                self.signal_ranks(Signal::KILL);
                reaper::signal_children(Signal::KILL, |_| true);
            }
            if !self.reap() {
                return;
            }
            if let Some(ending) = &mut self.ending {
                ending.childless = true;
            }
        }
        self.drain_outputs();
    }

    /// Reads the pipes to their end. No process is left, so they hold all output that remains.
    fn drain_outputs(&mut self) {
        for index in 0..self.ranks.len() {
            for stream in [Stream::Stdout, Stream::Stderr] {
                while self.output_credit > 0 && self.read_output(index, stream) {}
                if self.output_credit > 0 || !self.head_is_there {
                    let rest = self.ranks[index].close_pipe(stream);
                    let rank = self.ranks[index].number;
                    self.forward(rank, stream, rest);
                }
            }
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.ending.as_ref().is_some_and(|ending| ending.childless)
            && self.ranks.iter().all(|rank| {
                rank.pipe(Stream::Stdout).is_none() && rank.pipe(Stream::Stderr).is_none()
            })
    }
}
