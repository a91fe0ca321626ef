//! Forwards to the head what ranks report of their waits.
//!
//! A rank stands still only if no one but another rank can end its wait. A rank knows its own
//! threads and children. Processes that its children left behind may access the node's memory as
//! well, and only the agent, which adopted them, knows them. While such a process exists, the agent
//! holds back the report that a rank stands still. A rank that stands still has no child and starts
//! none. Once all ranks of a node stand still, no further process can therefore be left behind.

use rustix::process::Pid;

use super::Agent;
use crate::protocol::{AgentToHead, WaitNews};
use crate::reaper;

impl Agent {
    pub(super) fn hear_of_wait(&mut self, index: usize, news: WaitNews) {
        let is_held_back = news == WaitNews::StandsStill && self.has_adopted();
        let rank = &mut self.ranks[index];
        let was_held_back = std::mem::replace(&mut rank.is_held_back, is_held_back);
        let rank = rank.number;
        // The head was not told what this would take back.
        if !is_held_back && !was_held_back {
            self.send(&AgentToHead::Wait { rank, news });
        }
    }

    /// Tells the head what was held back, once the adopted processes are gone.
    pub(super) fn pass_on_held_back(&mut self) {
        if !self.ranks.iter().any(|rank| rank.is_held_back) || self.has_adopted() {
            return;
        }
        for index in 0..self.ranks.len() {
            let rank = &mut self.ranks[index];
            if std::mem::take(&mut rank.is_held_back) {
                let rank = rank.number;
                let news = WaitNews::StandsStill;
                self.send(&AgentToHead::Wait { rank, news });
            }
        }
    }

    /// Whether a process that a rank left behind exists. Only this process removes children from
    /// the list that is read, so none is missed. Children that have ended were reaped before.
    fn has_adopted(&self) -> bool {
        let is_rank = |pid: &Pid| {
            self.ranks
                .iter()
                .any(|rank| rank.is_running && rank.pid == *pid)
        };
        !reaper::children().iter().all(is_rank)
    }
}
