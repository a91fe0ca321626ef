//! Answers other ranks that ask whether a silent rank of this node is there.
//!
//! ```text
//!   rank 0 ──Doubt──▶ its agent ──▶ head ──▶ agent of node 1 ──Call──▶ rank 5
//!   rank 0 ◀──Known── its agent ◀── head ◀── agent of node 1 ◀──Present── rank 5, after it has taken all packets that had come
//! ```
//!
//! A rank that is stopped does not answer, and nobody answers for it, so the asking rank waits on.
//! A rank is gone if its process has ended or has closed the socket to its agent.

use super::Agent;
use crate::protocol::{AgentToHead, AgentToRank, Doubt};

/// The questions about one rank.
#[derive(Default)]
pub(super) struct Doubts {
    /// The number of the unanswered call, or of the last call.
    call: u32,
    /// The questions that the answer to that call answers.
    called: Vec<Doubt>,
    /// Questions that arrived since. They need another call, as the rank may have received the
    /// present call before they arrived.
    waiting: Vec<Doubt>,
}

impl Doubts {
    /// Starts the next call, if one is needed, and returns its number.
    fn next_call(&mut self) -> Option<u32> {
        if !self.called.is_empty() || self.waiting.is_empty() {
            return None;
        }
        self.called = std::mem::take(&mut self.waiting);
        self.call = self.call.wrapping_add(1);
        Some(self.call)
    }

    /// Takes the questions that the answer to `call` answers.
    fn answered(&mut self, call: u32) -> Vec<Doubt> {
        if call == self.call {
            std::mem::take(&mut self.called)
        } else {
            Vec::new()
        }
    }

    fn take_all(&mut self) -> Vec<Doubt> {
        let mut all = std::mem::take(&mut self.called);
        all.append(&mut self.waiting);
        all
    }
}

impl Agent {
    /// Handles a question about a rank of this node.
    pub(super) fn look_for(&mut self, doubt: Doubt) {
        let rank = self
            .ranks
            .iter_mut()
            .find(|rank| rank.number == doubt.about);
        // A rank that is not started yet will be there.
        let Some(rank) = rank else { return };
        rank.doubts.waiting.push(doubt);
        let number = rank.number;
        self.call(number);
    }

    pub(super) fn hear_present(&mut self, index: usize, call: u32) {
        let rank = &mut self.ranks[index];
        let number = rank.number;
        let doubts = rank.doubts.answered(call);
        self.answer(doubts, true);
        self.call(number);
    }

    /// Calls a rank if a question needs it, or answers that the rank is gone.
    pub(super) fn call(&mut self, number: u32) {
        let Some(rank) = self.ranks.iter_mut().find(|rank| rank.number == number) else {
            return;
        };
        if rank.channel.is_none() || !rank.is_running {
            let doubts = rank.doubts.take_all();
            self.answer(doubts, false);
        } else if let Some(call) = rank.doubts.next_call() {
            rank.tell(&AgentToRank::Call { call });
        }
    }

    fn answer(&mut self, doubts: Vec<Doubt>, is_there: bool) {
        for doubt in doubts {
            self.send(&AgentToHead::Known { doubt, is_there });
        }
    }

    /// Forwards the answer to a question of a rank of this node.
    pub(super) fn pass_on_known(&mut self, doubt: Doubt, is_there: bool) {
        let asker = self.ranks.iter_mut().find(|rank| rank.number == doubt.by);
        if let Some(rank) = asker {
            let number = doubt.number;
            rank.tell(&AgentToRank::Known { number, is_there });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Doubts;
    use crate::protocol::Doubt;

    #[test]
    fn who_asks_during_a_call_waits_for_the_next() {
        let doubt = |by| Doubt {
            by,
            number: 7,
            about: 0,
        };
        let mut doubts = Doubts::default();
        assert_eq!(doubts.next_call(), None);
        doubts.waiting.push(doubt(1));
        assert_eq!(doubts.next_call(), Some(1));
        doubts.waiting.push(doubt(2));
        assert_eq!(doubts.next_call(), None, "one at a time");
        assert_eq!(doubts.answered(0), []);
        assert_eq!(doubts.answered(1), [doubt(1)]);
        assert_eq!(doubts.next_call(), Some(2));
        doubts.waiting.push(doubt(3));
        assert_eq!(doubts.take_all(), [doubt(2), doubt(3)]);
        assert_eq!(doubts.next_call(), None);
    }
}
