//! PMI-1: a line of `name=value`, separated by spaces. A value may contain `=`, but no space.

use super::{MESSAGE_BYTES_MAX, Message, Parsed, WireError, beginning, check, with_command};

/// The message at the beginning of `bytes`; `None` if its end has not come yet.
pub fn parse(bytes: &[u8]) -> Result<Parsed, WireError> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let length = end.unwrap_or(bytes.len());
    if length > MESSAGE_BYTES_MAX {
        return Err(WireError::TooLong { bytes: length });
    }
    let Some(end) = end else { return Ok(None) };
    let line = String::from_utf8_lossy(&bytes[..end]);
    let words = line.split([' ', '\t', '\r', '\0']);
    let fields = words
        .filter_map(|word| word.split_once('='))
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let message = with_command(fields, &bytes[..end]).map_err(|_| WireError::NoCommand {
        text: beginning(&bytes[..end]),
    })?;
    Ok(Some((message, end + 1)))
}

/// The bytes of a message.
pub fn encode(message: &Message) -> Result<Vec<u8>, WireError> {
    check(message, |c| matches!(c, ' ' | '\t' | '\r' | '\n' | '\0'))?;
    let mut line = format!("cmd={}", message.command);
    for (name, value) in &message.fields {
        line.extend([" ", name, "=", value]);
    }
    line.push('\n');
    Ok(line.into_bytes())
}
