//! What the ranks of a node tell their agent.

use farreach_node::WireEndpoint;

use super::Agent;
use super::ranks::Rank;
use crate::channel::{ChannelError, check_length};
use crate::protocol::{
    ABORT_TEXT_BYTES_MAX, AgentToHead, Doubt, ENDPOINTS_PER_MESSAGE, RankToAgent, STATS_BYTES_MAX,
    Standing, WAIT_BYTES_MAX,
};

impl Agent {
    pub(super) fn read_rank(&mut self, index: usize) {
        let Some(channel) = &mut self.ranks[index].channel else {
            return;
        };
        let filled = channel.fill();
        loop {
            let Some(channel) = &mut self.ranks[index].channel else {
                return;
            };
            match channel.next() {
                Ok(Some(message)) => self.hear(index, message),
                Ok(None) => break,
                Err(error) => return self.give_up_channel(index, &error),
            }
        }
        match filled {
            Ok(()) => {}
            Err(ChannelError::Closed) => self.close_channel(index),
            Err(error) => self.give_up_channel(index, &error),
        }
    }

    fn close_channel(&mut self, index: usize) {
        self.ranks[index].channel = None;
        self.call(self.ranks[index].number);
    }

    fn give_up_channel(&mut self, index: usize, error: &ChannelError) {
        self.close_channel(index);
        self.forward_abort(index, 1, format!("its agent got {error}"));
    }

    /// Forwards a rank's first abort, which ends the job. Further aborts would only pile up.
    fn forward_abort(&mut self, index: usize, code: i32, text: String) {
        let rank = &mut self.ranks[index];
        if !std::mem::replace(&mut rank.has_aborted, true) {
            let rank = rank.number;
            self.send(&AgentToHead::Abort { rank, code, text });
        }
    }

    fn hear(&mut self, index: usize, message: RankToAgent) {
        let rank = self.ranks[index].number;
        match message {
            RankToAgent::Join => {
                self.ranks[index].standing = self.ranks[index].standing.max(Standing::Joined);
                if !std::mem::replace(&mut self.has_joined_ranks, true) {
                    self.send(&AgentToHead::Joined);
                }
            }
            RankToAgent::Publish(endpoint) => {
                if self.ranks[index].endpoint.replace(endpoint).is_none() {
                    self.send_endpoints_when_complete();
                }
            }
            RankToAgent::Finalize => {
                if self.ranks[index].standing != Standing::Finalized {
                    self.ranks[index].standing = Standing::Finalized;
                    self.send(&AgentToHead::Finalized { rank });
                }
            }
            RankToAgent::Wait(news) => self.hear_of_wait(index, news),
            RankToAgent::Waits { seconds, what } => {
                let what = what[..what.floor_char_boundary(WAIT_BYTES_MAX)].to_owned();
                self.send(&AgentToHead::Waits {
                    rank,
                    seconds,
                    what,
                });
            }
            RankToAgent::Doubt { number, about } => {
                let by = rank;
                self.send(&AgentToHead::Doubt(Doubt { by, number, about }));
            }
            RankToAgent::Present { call } => self.hear_present(index, call),
            RankToAgent::Report(stats) => {
                match check_length("a report", stats.0.len(), STATS_BYTES_MAX) {
                    Ok(()) => self.send(&AgentToHead::Report { rank, stats }),
                    Err(error) => self.give_up_channel(index, &error),
                }
            }
            RankToAgent::Abort { code, text } => {
                match check_length("an abort's text", text.len(), ABORT_TEXT_BYTES_MAX) {
                    Ok(()) => self.forward_abort(index, code, text),
                    Err(error) => self.give_up_channel(index, &error),
                }
            }
        }
    }

    fn send_endpoints_when_complete(&mut self) {
        let Some(node) = &self.node else { return };
        let endpoint = |rank: &Rank| rank.endpoint.map(|endpoint| (rank.number, endpoint));
        let all: Vec<(u32, WireEndpoint)> = self.ranks.iter().filter_map(endpoint).collect();
        if all.len() < node.local_size() as usize {
            return;
        }
        for part in all.chunks(ENDPOINTS_PER_MESSAGE) {
            let endpoints = part.to_vec();
            self.send(&AgentToHead::Endpoints { endpoints });
        }
    }
}
