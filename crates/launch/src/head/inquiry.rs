//! Answers the user's question what the ranks wait for, which SIGRTMIN to the launcher asks.
//!
//! A rank answers when it next looks at its wait. A rank that waits sleeps at most a second at a time. Who
//! has not answered by then does not wait in the library, or has only just begun to.

use std::collections::BTreeMap;

use super::Head;
use super::news::in_runs;
use crate::clock::now_ns;
use crate::protocol::HeadToAgent;

/// The time for the answers: more than the longest sleep of a rank that waits.
const PATIENCE_NS: u64 = 1_500_000_000;

/// A question, and the answers so far.
#[derive(Debug)]
pub(super) struct Inquiry {
    due_ns: u64,
    /// By rank: the seconds, and the name of the wait.
    answers: BTreeMap<u32, (u64, String)>,
}

/// What is known of a rank that does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Silent {
    Runs,
    Finalized,
    Exited,
}

impl Inquiry {
    fn new(now_ns: u64) -> Inquiry {
        Inquiry {
            due_ns: now_ns + PATIENCE_NS,
            answers: BTreeMap::new(),
        }
    }

    pub(super) fn due_ns(&self) -> u64 {
        self.due_ns
    }

    pub(super) fn hear(&mut self, rank: u32, seconds: u64, what: String) {
        self.answers.insert(rank, (seconds, what));
    }

    /// The lines of the answer for `size` ranks.
    fn lines(&self, size: u32, silent: impl Fn(u32) -> Silent) -> Vec<String> {
        let mut by_wait: BTreeMap<&str, (u64, u64, Vec<u32>)> = BTreeMap::new();
        for (&rank, (seconds, what)) in &self.answers {
            let (least, most, ranks) = by_wait.entry(what).or_insert((*seconds, *seconds, vec![]));
            (*least, *most) = ((*least).min(*seconds), (*most).max(*seconds));
            ranks.push(rank);
        }
        let waits = by_wait.into_iter().map(|(what, (least, most, ranks))| {
            let verb = if ranks.len() == 1 { "waits" } else { "wait" };
            let ranks = in_runs(ranks.into_iter());
            let time = if least == most {
                format!("{most} s")
            } else {
                format!("{least} to {most} s")
            };
            format!("{ranks} {verb} in {what}, since {time}")
        });
        let others = [
            (Silent::Runs, "not waiting in the library"),
            (Silent::Finalized, "finalized"),
            (Silent::Exited, "exited"),
        ];
        let others = others.into_iter().filter_map(|(kind, text)| {
            let all = (0..size).filter(|rank| !self.answers.contains_key(rank));
            let ranks = in_runs(all.filter(|&rank| silent(rank) == kind));
            (!ranks.is_empty()).then(|| format!("{ranks}: {text}"))
        });
        waits.chain(others).collect()
    }
}

impl Head {
    /// Asks all ranks what they wait for. A question that is being answered is enough.
    pub(super) fn inquire(&mut self) {
        if self.inquiry.is_none() && self.verdict.is_none() {
            self.inquiry = Some(Inquiry::new(now_ns()));
            self.send_all(&HeadToAgent::Inquire);
        }
    }

    /// Prints the answers when their time is over.
    pub(super) fn check_inquiry(&mut self) {
        let Some(inquiry) = self.inquiry.take_if(|inquiry| inquiry.due_ns <= now_ns()) else {
            return;
        };
        let lines = inquiry.lines(self.spec.placement.size(), |rank| {
            if self.ranks[rank as usize].status.is_some() {
                Silent::Exited
            } else if self.standstill.has_finalized(rank) {
                Silent::Finalized
            } else {
                Silent::Runs
            }
        });
        for line in lines {
            self.printer.announce(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Inquiry, Silent};

    #[test]
    fn answers_are_told_by_what_is_waited_for() {
        let mut inquiry = Inquiry::new(0);
        for (rank, seconds, what) in [
            (3, 7, "barrier"),
            (1, 9, "barrier"),
            (2, 9, "barrier"),
            (5, 4, "get"),
        ] {
            inquiry.hear(rank, seconds, what.to_owned());
        }
        let silent = |rank| match rank {
            0 => Silent::Exited,
            4 => Silent::Finalized,
            _ => Silent::Runs,
        };
        assert_eq!(
            inquiry.lines(8, silent),
            [
                "rank 1-3 wait in barrier, since 7 to 9 s",
                "rank 5 waits in get, since 4 s",
                "rank 6-7: not waiting in the library",
                "rank 4: finalized",
                "rank 0: exited",
            ]
        );
    }
}
