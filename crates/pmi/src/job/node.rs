//! The processes of a node, from the side of the first one or of another.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use farreach_node::WireEndpoint;

use crate::channel::{Channel, Heard, ToFirst, ToOther, shortened};
use crate::error::PmiError;
use crate::link;

/// This node's other processes, or its first.
#[derive(Debug)]
pub(super) enum Node {
    First(Vec<Member>),
    Other {
        /// `None` once the first process has left the job as it should. An end that is kept would be readable forever when that
        /// process exits, and whoever waits for news would not sleep.
        first: Option<Channel>,
        rank: u32,
    },
}

/// Another process, from the side of the first.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) rank: u32,
    /// `None` once its process has ended.
    pub(super) channel: Option<Channel>,
    /// Its end is no death any more.
    pub(super) has_finalized: bool,
    /// It has ended the job. It waits for the others, and is not waited for.
    pub(super) ends_job: bool,
}

/// What was heard on the node.
pub(super) enum News {
    Endpoint { rank: u32, endpoint: WireEndpoint },
    Exchanged { key: [u8; 32], host_size: u32 },
}

impl Node {
    pub(super) fn is_first(&self) -> bool {
        matches!(self, Node::First(_))
    }

    pub(super) fn fds(&self) -> Vec<BorrowedFd<'_>> {
        match self {
            Node::First(members) => {
                let channels = members.iter().filter_map(|member| member.channel.as_ref());
                channels.map(Channel::fd).collect()
            }
            Node::Other { first, .. } => first.iter().map(Channel::fd).collect(),
        }
    }

    /// The next news. An error if a process of this node is gone.
    pub(super) fn hear(&mut self, host: &str) -> Result<Option<News>, PmiError> {
        let gone = |rank| PmiError::RankLost {
            rank,
            host: host.to_owned(),
        };
        match self {
            Node::First(members) => {
                for member in members {
                    let Some(channel) = &member.channel else {
                        continue;
                    };
                    match channel.hear()? {
                        Heard::Nothing => {}
                        Heard::Gone if member.has_finalized => member.channel = None,
                        Heard::Gone => return Err(gone(member.rank)),
                        Heard::Message(ToFirst::Endpoint(endpoint), _) => {
                            let rank = member.rank;
                            return Ok(Some(News::Endpoint { rank, endpoint }));
                        }
                        Heard::Message(ToFirst::Finalize, _) => member.has_finalized = true,
                        Heard::Message(ToFirst::Abort, _) => {
                            let text = format!("rank {} on {host} has ended the job", member.rank);
                            member.ends_job = true;
                            return Err(PmiError::Ended(text));
                        }
                        Heard::Message(ToFirst::Hello { .. }, _) => {
                            return Err(PmiError::Refused(format!(
                                "rank {} on {host} has come twice",
                                member.rank
                            )));
                        }
                    }
                }
                Ok(None)
            }
            Node::Other { first, rank } => {
                while let Some(channel) = first {
                    match channel.hear()? {
                        Heard::Nothing => break,
                        Heard::Gone => return Err(gone(*rank)),
                        Heard::Message(ToOther::Exchanged { key, host_size }, _) => {
                            return Ok(Some(News::Exchanged { key, host_size }));
                        }
                        Heard::Message(ToOther::Ended(why), _) => {
                            return Err(PmiError::Ended(why));
                        }
                        Heard::Message(ToOther::Left, _) => *first = None,
                        Heard::Message(ToOther::Welcome | ToOther::Refused(_), _) => {
                            return Err(PmiError::Refused(format!(
                                "rank {rank} on {host} welcomes this process twice"
                            )));
                        }
                    }
                }
                Ok(None)
            }
        }
    }

    pub(super) fn publish(&self, endpoint: &WireEndpoint) -> Result<(), PmiError> {
        self.tell_first(&ToFirst::Endpoint(*endpoint))
    }

    pub(super) fn say_finalized(&self) -> Result<(), PmiError> {
        self.tell_first(&ToFirst::Finalize)
    }

    /// If the first process is gone, that is noticed by hearing it.
    pub(super) fn say_aborted(&self) {
        let _ = self.tell_first(&ToFirst::Abort);
        self.say_ended("another process has ended the job");
    }

    fn tell_first(&self, message: &ToFirst) -> Result<(), PmiError> {
        if let Node::Other {
            first: Some(first), ..
        } = self
        {
            first.send(message, None)?;
        }
        Ok(())
    }

    pub(super) fn say_exchanged(&self, key: [u8; 32], host_size: u32) -> Result<(), PmiError> {
        self.tell_others(&ToOther::Exchanged { key, host_size })
    }

    pub(super) fn say_left(&self) {
        let _ = self.tell_others(&ToOther::Left);
    }

    pub(super) fn say_ended(&self, why: &str) {
        let _ = self.tell_others(&ToOther::Ended(shortened(why)));
    }

    /// Waits until the processes that were told of the job's end are gone, for `patience` at most. They
    /// flush what they have printed, and the launcher would kill them at once.
    pub(super) fn await_ends(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let awaited: Vec<BorrowedFd<'_>> = match self {
            Node::First(members) => {
                let awaited = members.iter().filter(|member| !member.ends_job);
                let channels = awaited.filter_map(|member| member.channel.as_ref());
                channels.map(Channel::fd).collect()
            }
            Node::Other { .. } => self.fds(),
        };
        for fd in awaited {
            let left = until.saturating_duration_since(Instant::now());
            link::await_hangup(fd, left);
        }
    }

    /// Closes the ways to the other processes, for which this one is gone then.
    pub(super) fn hang_up(&mut self) {
        match self {
            Node::First(members) => {
                for member in members {
                    member.channel = None;
                }
            }
            Node::Other { first, .. } => *first = None,
        }
    }

    fn tell_others(&self, message: &ToOther) -> Result<(), PmiError> {
        if let Node::First(members) = self {
            for channel in members.iter().filter_map(|member| member.channel.as_ref()) {
                channel.send(message, None)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
