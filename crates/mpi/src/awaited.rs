//! What receives wait for, for messages to people.

use std::fmt::Write as _;

use crate::mpi::{CONTEXTS_MAX, Mpi};

/// The most messages that are named.
const NAMED_MAX: usize = 3;

impl Mpi {
    /// The messages that receives of this process wait for: their senders, by their ranks in the job, and their
    /// tags. Empty if there is none. Those of collectives are left out.
    pub fn describe_awaited(&self) -> String {
        let all = self.world().awaited_messages();
        // A communicator's first context is even, and is that of the program's messages.
        let own = |context: u32| context < CONTEXTS_MAX && context.is_multiple_of(2);
        let of_program = all.iter().filter(|pattern| own(pattern.context));
        let mut text = String::new();
        for (at, pattern) in of_program.enumerate() {
            if at == NAMED_MAX {
                text += ", ..";
                break;
            }
            text += if at == 0 {
                "a message of "
            } else {
                ", one of "
            };
            let _ = match pattern.source {
                Some(source) => write!(text, "rank {source}"),
                None => write!(text, "any rank"),
            };
            let _ = match pattern.tag {
                Some(tag) => write!(text, " with tag {tag}"),
                None => write!(text, " with any tag"),
            };
        }
        text
    }
}
