//! What a handler knows of its message, and how it replies.

use farreach_runtime::World;

use crate::am::{Blocking, Payload, Received};
use crate::endpoint::Table;
use crate::{Error, Long, Medium, Short};

/// A message inside its handler. A handler replies with it, once at most: a reply takes the token.
/// A reply's own handler can't reply.
pub struct Token<'a> {
    pub(crate) world: &'a World,
    pub(crate) table: &'a Table,
    pub(crate) received: &'a Received,
}

impl Token<'_> {
    /// The rank that sent the message.
    pub fn source(&self) -> u32 {
        self.received.source()
    }

    /// Whether the message is a request, which can be replied to.
    pub fn is_request(&self) -> bool {
        self.received.is_request()
    }

    /// Replies with a short message.
    ///
    /// # Errors
    /// As with all replies: if the message is a reply itself ([`Token::is_request`]).
    pub fn reply_short(self, handler: Short, arguments: &[u32]) -> Result<(), Error> {
        self.reply("Token::reply_short", handler.0, arguments, Payload::Short)
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
            Payload::Medium(payload),
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
            Payload::Long(payload, offset),
        )
    }

    fn reply(
        self,
        function: &'static str,
        handler: u8,
        arguments: &[u32],
        payload: Payload<'_>,
    ) -> Result<(), Error> {
        let sent = self
            .received
            .reply(self.world, handler, arguments, payload, Blocking::Wait);
        self.table.sent(self.world, function, handler, sent)
    }
}
