//! Inquiries: whether all that a process has sent before has come.
//!
//! Messages between two processes keep their order. So when a process answers an inquiry, whatever it
//! has sent before has come as well: that it has read a message, for example.

use farreach_connect::Rank;
use farreach_verbs::Memory;

use super::wire::Head;
use super::{Action, Tagged};

/// What a process knows of its inquiries at another one.
#[derive(Debug, Default)]
pub(super) struct Inquiries {
    made: u32,
    answered: u32,
}

/// An inquiry at a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inquiry {
    of: Rank,
    number: u32,
}

impl<M: Memory, R> Tagged<M, R> {
    /// Asks a process for an answer.
    pub fn inquire(&mut self, of: Rank) -> Inquiry {
        let inquiries = &mut self.peer(of).inquiries;
        inquiries.made = inquiries.made.wrapping_add(1);
        let number = inquiries.made;
        self.push_control(of, Head::Inquiry { number });
        Inquiry { of, number }
    }

    /// Whether an inquiry was answered. [`Action::Answered`] tells when to ask.
    pub fn is_answered(&mut self, inquiry: Inquiry) -> bool {
        let inquiries = &self.peer(inquiry.of).inquiries;
        // Inquiries are answered in their order.
        let left = inquiries.made.wrapping_sub(inquiry.number);
        inquiries.made.wrapping_sub(inquiries.answered) <= left
    }

    /// Another process has answered an inquiry.
    pub(super) fn take_answer(&mut self, from: Rank, number: u32) -> Option<()> {
        let inquiries = &mut self.peers.get_mut(from)?.inquiries;
        let is_next =
            inquiries.answered != inquiries.made && number == inquiries.answered.wrapping_add(1);
        if !is_next {
            return None;
        }
        inquiries.answered = number;
        self.actions.push_back(Action::Answered);
        Some(())
    }
}
