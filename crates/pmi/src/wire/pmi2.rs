//! PMI-2: six characters with the length of what follows, then `name=value;` for each field. Two
//! semicolons in a value are one.

use super::{MESSAGE_BYTES_MAX, Message, Parsed, WireError, beginning, check, with_command};

/// Characters of the length.
const LENGTH: usize = 6;

/// The message at the beginning of `bytes`; `None` if its end has not come yet.
pub fn parse(bytes: &[u8]) -> Result<Parsed, WireError> {
    let Some((length, rest)) = bytes.split_at_checked(LENGTH) else {
        return Ok(None);
    };
    // Servers fill the length up by spaces or by zeros.
    let digits = str::from_utf8(length).ok().map(str::trim);
    let digits = digits.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(length) = digits.and_then(|text| text.parse::<usize>().ok()) else {
        return Err(WireError::Length {
            text: beginning(length),
        });
    };
    if length > MESSAGE_BYTES_MAX {
        return Err(WireError::TooLong { bytes: length });
    }
    let Some(body) = rest.get(..length) else {
        return Ok(None);
    };
    let fields = fields(&String::from_utf8_lossy(body));
    Ok(Some((with_command(fields, body)?, LENGTH + length)))
}

/// The fields of a body. What has no `=` is dropped.
fn fields(body: &str) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let mut field = String::new();
        loop {
            let Some(at) = rest.find(';') else {
                field.push_str(rest);
                rest = "";
                break;
            };
            field.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            match rest.strip_prefix(';') {
                Some(behind) => {
                    field.push(';');
                    rest = behind;
                }
                None => break,
            }
        }
        let named = field.split_once('=').filter(|(name, _)| !name.is_empty());
        fields.extend(named.map(|(name, value)| {
            let value = value.trim_end_matches(['\n', '\0']);
            (name.trim().to_owned(), value.to_owned())
        }));
    }
    fields
}

/// The bytes of a message.
pub fn encode(message: &Message) -> Result<Vec<u8>, WireError> {
    check(message, |c| matches!(c, '\n' | '\0'))?;
    let mut body = format!("cmd={};", message.command.replace(';', ";;"));
    for (name, value) in &message.fields {
        body.extend([name, "=", &value.replace(';', ";;"), ";"]);
    }
    if body.len() > MESSAGE_BYTES_MAX {
        return Err(WireError::TooLong { bytes: body.len() });
    }
    Ok(format!("{:06}{body}", body.len()).into_bytes())
}
