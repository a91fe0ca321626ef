//! The two wire formats of PMI servers. Parsing takes any bytes and never panics.
//!
//! ```text
//!   PMI-1:  cmd=put kvsname=kvs_1_0 key=farreach-0 value=AQID\n
//!   PMI-2:  000047cmd=kvs-put;key=farreach-0;value=AQID;
//!           └─┬──┘ bytes that follow, in six characters
//! ```

pub mod pmi1;
pub mod pmi2;

use std::fmt::Display;

/// The most bytes of a message. A server that sends more is refused.
pub const MESSAGE_BYTES_MAX: usize = 64 << 10;

/// A message: a command, and fields with names.
///
/// The order of fields has no meaning. Of two fields with one name the first counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The command.
    pub command: String,
    /// The fields behind the command.
    pub fields: Vec<(String, String)>,
}

impl Message {
    /// A message without fields.
    pub fn new(command: &str) -> Message {
        Message {
            command: command.to_owned(),
            fields: Vec::new(),
        }
    }

    /// This message with one more field.
    pub fn with(mut self, name: &str, value: impl Display) -> Message {
        self.fields.push((name.to_owned(), value.to_string()));
        self
    }

    /// The value of a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(field, _)| field == name)?;
        Some(&found.1)
    }

    /// The number that a field has.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.field(name)?.parse().ok()
    }
}

/// Why bytes are no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The message has no command.
    #[error("a message without cmd=: {text:?}")]
    NoCommand {
        /// The message's beginning.
        text: String,
    },
    /// The length before a message of PMI-2 is no number.
    #[error("{text:?} in the place of a message's length")]
    Length {
        /// What stands there.
        text: String,
    },
    /// The message is longer than [`MESSAGE_BYTES_MAX`].
    #[error("a message of {bytes} bytes or more: {MESSAGE_BYTES_MAX} are the limit")]
    TooLong {
        /// The message's bytes, as far as known.
        bytes: usize,
    },
    /// A field can't be written in this format.
    #[error("the characters of {name}={value:?} can't be written in a message")]
    Unwritable {
        /// The field.
        name: String,
        /// Its value.
        value: String,
    },
}

/// A message that stands at the beginning of some bytes, and how many of them it takes.
pub type Parsed = Option<(Message, usize)>;

/// The beginning of a text, for an error.
fn beginning(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned()
}

/// Takes the command out of the fields.
fn with_command(mut fields: Vec<(String, String)>, of: &[u8]) -> Result<Message, WireError> {
    let Some(at) = fields.iter().position(|(name, _)| name == "cmd") else {
        return Err(WireError::NoCommand {
            text: beginning(of),
        });
    };
    let (_, command) = fields.remove(at);
    Ok(Message { command, fields })
}

/// Refuses a message with a character that separates fields.
fn check(message: &Message, is_separator: impl Fn(char) -> bool) -> Result<(), WireError> {
    let fields = message.fields.iter();
    let all = fields.map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in all.chain([("cmd", message.command.as_str())]) {
        let is_of_name = |c: char| c.is_ascii_graphic() && c != '=' && c != ';';
        let is_named = !name.is_empty() && name.chars().all(is_of_name);
        if !is_named || value.contains(&is_separator) {
            return Err(WireError::Unwritable {
                name: name.to_owned(),
                value: value.to_owned(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
