//! Handles the agents' messages.

use std::fmt::Write as _;

use super::link::Sent;
use super::standstill::Verdict;
use super::{Head, RankOutcome};
use crate::channel::ChannelError;
use crate::protocol::{AgentToHead, ExitStatus, HeadToAgent, Standing};
use crate::signals;

impl Head {
    /// Reads an agent's channel once, and handles its messages.
    pub(super) fn read_agent(&mut self, index: usize) {
        let filled = self.links[index].fill();
        loop {
            match self.links[index].next() {
                Ok(Some(Sent::Message(message))) => self.hear(index, message),
                Ok(Some(Sent::Greeting(greeting))) => {
                    if !self.greet(index, &greeting) {
                        return;
                    }
                }
                Ok(None) => break,
                Err(error) => return self.give_up_agent(index, &error),
            }
        }
        match filled {
            Ok(()) => {}
            // Whether the agent may end now is decided when its process is reaped.
            Err(ChannelError::Closed) => {
                self.links[index].close();
                if self.links[index].is_working() {
                    self.links[index].kill();
                }
            }
            Err(error) => self.give_up_agent(index, &error),
        }
    }

    fn give_up_agent(&mut self, index: usize, error: &ChannelError) {
        let agent = self.name_agent(index);
        self.links[index].close();
        self.links[index].kill();
        self.fail(1, format!("{agent} sent {error}"));
    }

    fn hear(&mut self, index: usize, message: AgentToHead) {
        let node = index as u32;
        match message {
            AgentToHead::Hello { host } => self.links[index].host = host,
            AgentToHead::Facts(facts) => self.hear_facts(index, facts),
            // Whatever arrives is a sign of life.
            AgentToHead::Beat => {}
            AgentToHead::Wants { index: program } => self.send_program(index, program),
            AgentToHead::Unable { text } => {
                let agent = self.name_agent(index);
                self.fail(1, format!("{agent}: {text}"));
            }
            AgentToHead::Spawned {
                rank,
                pid,
                spawn_ns,
            } => {
                if let Some(outcome) = self.ranks.get_mut(rank as usize) {
                    outcome.pid = Some(pid);
                    outcome.spawn_ns = spawn_ns;
                }
            }
            AgentToHead::SpawnFailed { rank, text } => {
                let name = self.name_rank(rank);
                self.fail(126, format!("{name} can't be started: {text}"));
            }
            AgentToHead::Output {
                rank,
                stream,
                bytes,
            } => self.printer.print(node, rank, stream, bytes.0),
            AgentToHead::InputCredit(bytes) => self.input.credit(bytes),
            AgentToHead::InputClosed => self.input.close(),
            AgentToHead::Joined => {
                self.has_joined_ranks = true;
                self.refuse_strangers();
            }
            AgentToHead::Endpoints { endpoints } => {
                self.send_all(&HeadToAgent::Directory { endpoints });
            }
            AgentToHead::Report { rank, stats } => {
                if let Some(outcome) = self.ranks.get_mut(rank as usize) {
                    outcome.stats = Some(stats.0);
                }
            }
            AgentToHead::Finalized { rank } => {
                self.finalized += 1;
                if self.finalized == self.spec.placement.size() {
                    self.send_all(&HeadToAgent::Release);
                } else {
                    self.standstill.note_finalized(rank);
                }
            }
            AgentToHead::Wait { rank, news } => {
                let verdict = self.standstill.hear(rank, news);
                self.follow(verdict);
            }
            AgentToHead::Doubt(doubt) => self.send_to(doubt.about, &HeadToAgent::Doubt(doubt)),
            AgentToHead::Known { doubt, is_there } => {
                self.send_to(doubt.by, &HeadToAgent::Known { doubt, is_there });
            }
            AgentToHead::Abort { rank, code, text } => {
                let name = self.name_rank(rank);
                if text.is_empty() {
                    self.exit(
                        code & 0xff,
                        format!("{name} ended the job with status {code}"),
                    );
                    return;
                }
                self.fail(
                    exit_code(code),
                    format!("{name} aborted the job with code {code}: {text}"),
                );
            }
            AgentToHead::Exited {
                rank,
                status,
                standing,
                end_ns,
            } => {
                if let Some(outcome) = self.ranks.get_mut(rank as usize) {
                    outcome.status = Some(status);
                    outcome.end_ns = end_ns;
                }
                self.exited += 1;
                self.judge_exit(rank, status, standing);
            }
            AgentToHead::Done => self.links[index].note_done(),
        }
    }

    fn judge_exit(&mut self, rank: u32, status: ExitStatus, standing: Standing) {
        match (status, standing) {
            (ExitStatus::Code(0), Standing::Finalized) => {}
            (ExitStatus::Code(0), Standing::Stranger) => {
                self.stranger.get_or_insert(rank);
                self.refuse_strangers();
            }
            (ExitStatus::Code(0), Standing::Joined) => {
                let name = self.name_rank(rank);
                self.fail(
                    1,
                    format!("{name} exited with code 0, but without finalizing"),
                );
            }
            (ExitStatus::Code(code), _) => {
                let name = self.name_rank(rank);
                self.fail(code, format!("{name} exited with code {code}"));
            }
            (ExitStatus::Signal(signal), _) => {
                let (name, what) = (self.name_rank(rank), signals::describe(signal));
                self.fail(
                    status.shell_code(),
                    format!("{name} was killed by signal {what}"),
                );
            }
        }
        if self.exited == self.spec.placement.size() && self.end_sent_ns.is_none() {
            self.send_end(super::GRACE_MS);
        }
    }

    /// Sends a message to the agent of a rank's node.
    fn send_to(&mut self, rank: u32, message: &HeadToAgent) {
        if rank < self.spec.placement.size() {
            let node = self.spec.placement.node_of(rank);
            self.links[node as usize].send(message);
        }
    }

    /// Asks whether the ranks stand still, or ends the job because they do.
    fn follow(&mut self, verdict: Option<Verdict>) {
        match verdict {
            None => {}
            Some(Verdict::Ask { round }) => self.send_all(&HeadToAgent::Ask { round }),
            Some(Verdict::NobodyGoesOn { text }) => self.fail(1, text),
        }
    }

    /// Ends the job if a rank exited without joining while others have joined: they would wait for
    /// it for ever.
    fn refuse_strangers(&mut self) {
        if let (true, Some(rank)) = (self.has_joined_ranks, self.stranger) {
            let name = self.name_rank(rank);
            self.fail(
                1,
                format!("{name} exited without having joined the job that other ranks have joined"),
            );
        }
    }

    /// `rank 5 on host (node 1, pid 77)`.
    fn name_rank(&self, rank: u32) -> String {
        let node = self
            .spec
            .placement
            .node_of(rank.min(self.spec.placement.size() - 1));
        let host = &self.links[node as usize].host;
        match self
            .ranks
            .get(rank as usize)
            .and_then(|outcome| outcome.pid)
        {
            Some(pid) => format!("rank {rank} on {host} (node {node}, pid {pid})"),
            None => format!("rank {rank} on {host} (node {node})"),
        }
    }

    /// `the agent of node 1 on host (pid 76)`.
    pub(super) fn name_agent(&self, index: usize) -> String {
        let link = &self.links[index];
        let host = &link.host;
        let pid = match link.remote() {
            None => link.pid.as_raw_pid(),
            Some(remote) => match &remote.facts {
                Some(facts) => facts.pid,
                None => return format!("the agent of node {index} on {host}"),
            },
        };
        format!("the agent of node {index} on {host} (pid {pid})")
    }
}

/// The job's exit code for an abort with `code`. An abort never looks like success, and a shell
/// receives eight bits only.
fn exit_code(code: i32) -> i32 {
    match code & 0xff {
        0 => 1,
        code => code,
    }
}

/// The ranks that have not exited, for example `ranks 0-2, 5`.
pub(super) fn running_ranks(ranks: &[RankOutcome]) -> String {
    let running = (0..)
        .zip(ranks)
        .filter(|(_, outcome)| outcome.status.is_none())
        .map(|(rank, _)| rank);
    in_runs(running)
}

/// A list of ranks, for example `ranks 0-2, 5`.
pub(super) fn in_runs(mut ranks: impl Iterator<Item = u32>) -> String {
    let mut text = String::new();
    let mut run: Option<(u32, u32)> = None;
    let mut close = |run: (u32, u32)| {
        let separator = if text.is_empty() { "rank " } else { ", " };
        let _ = match run {
            (first, last) if first == last => write!(text, "{separator}{first}"),
            (first, last) => write!(text, "{separator}{first}-{last}"),
        };
    };
    loop {
        match (ranks.next(), run) {
            (Some(rank), Some((first, last))) if rank == last + 1 => run = Some((first, rank)),
            (Some(rank), before) => {
                before.map(&mut close);
                run = Some((rank, rank));
            }
            (None, Some(before)) => {
                close(before);
                run = None;
            }
            (None, None) => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{exit_code, running_ranks};
    use crate::head::RankOutcome;
    use crate::protocol::ExitStatus;

    #[test]
    fn running_ranks_are_told_in_runs() {
        let mut ranks = vec![RankOutcome::default(); 9];
        assert_eq!(running_ranks(&ranks), "rank 0-8");
        for gone in [0, 3, 4, 7] {
            ranks[gone].status = Some(ExitStatus::Code(0));
        }
        assert_eq!(running_ranks(&ranks), "rank 1-2, 5-6, 8");
    }

    #[test]
    fn an_abort_is_never_a_success() {
        assert_eq!([0, 7, 256, -1].map(exit_code), [1, 7, 1, 255]);
    }
}
