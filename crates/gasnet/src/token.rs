//! What a handler knows of its message, and how it replies.

use farreach_runtime::World;

use crate::endpoint::{ActiveMessageKind, Message, Table};
use crate::{Error, Long, Medium, Short};

/// A message inside its handler. A handler replies with it, once at most: a reply takes the token.
/// A reply's own handler can't reply.
pub struct Token<'a> {
    pub(crate) world: &'a World,
    pub(crate) table: &'a Table,
    pub(crate) source: u32,
    pub(crate) is_request: bool,
}

impl Token<'_> {
    /// The rank that sent the message.
    pub fn source(&self) -> u32 {
        self.source
    }

    /// Whether the message is a request, which can be replied to.
    pub fn is_request(&self) -> bool {
        self.is_request
    }

    /// Replies with a short message.
    ///
    /// # Errors
    /// As with all replies: if the message is a reply itself ([`Token::is_request`]).
    pub fn reply_short(self, handler: Short, arguments: &[u32]) -> Result<(), Error> {
        self.reply(
            "Token::reply_short",
            handler.0,
            arguments,
            ActiveMessageKind::Short,
        )
    }

    /// Replies with a medium message.
    pub fn reply_medium(
        self,
        handler: Medium,
        arguments: &[u32],
        payload: &[u8],
    ) -> Result<(), Error> {
        self.reply(
            "Token::reply_medium",
            handler.0,
            arguments,
            ActiveMessageKind::Medium(payload),
        )
    }

    /// Replies with a long message, whose payload goes to `offset` of the requester's segment.
    pub fn reply_long(
        self,
        handler: Long,
        arguments: &[u32],
        payload: &[u8],
        offset: usize,
    ) -> Result<(), Error> {
        self.reply(
            "Token::reply_long",
            handler.0,
            arguments,
            ActiveMessageKind::Long(payload, offset),
        )
    }

    fn reply(
        self,
        function: &'static str,
        handler: u8,
        arguments: &[u32],
        kind: ActiveMessageKind<'_>,
    ) -> Result<(), Error> {
        if !self.is_request {
            let rank = self.world.rank();
            return Err(Error::ReplyToReply { rank, function });
        }
        let message = Message {
            function,
            to: self.source,
            handler,
            arguments,
            kind,
        };
        self.table.send(self.world, message, false)
    }
}
