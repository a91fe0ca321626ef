//! What the library tells the user itself.

use std::fmt::Display;
use std::io::{self, Write as _};

/// Writes a line of the library to standard error, behind the library's name. The line leaves in one
/// call of the kernel: whoever is killed in the middle leaves a whole line, or none. A stream that
/// can't be written is no error.
pub fn say(text: impl Display) {
    let line = format!("farreach: {text}\n");
    let _ = io::stderr().write_all(line.as_bytes());
}
