//! How a node ends: SIGTERM, SIGKILL, until no process is left; then the rest of the output.

use rustix::process::{Pid, Signal};

use super::{Agent, NS_PER_MS};
use crate::clock::now_ns;
use crate::protocol::Stream;
use crate::reaper;

/// The job is over for this node.
pub(super) struct Ending {
    /// What still runs then is killed.
    pub(super) kill_at_ns: u64,
    /// No process is left, own or adopted.
    pub(super) childless: bool,
}

impl Agent {
    /// To the process group of every rank that runs.
    pub(super) fn signal_ranks(&self, signal: Signal) {
        for rank in self.ranks.iter().filter(|rank| rank.is_running) {
            // Not reaped yet, so its pid still names it and its group.
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

    /// Whether `pid`, a child of this process, gets what [`Agent::signal_ranks`] sends.
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

    /// With no process left the pipes hold all that will ever come.
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
