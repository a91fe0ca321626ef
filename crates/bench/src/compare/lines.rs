//! Reads the output lines of the measuring programs, Farreach's and the peers'. The lines are not
//! trusted.

use std::collections::BTreeMap;
use std::fmt;

use super::catalogue::Operation;

#[cfg(test)]
mod tests;

/// The longest line of a measuring program.
const LINE_BYTES_MAX: usize = 200;

/// The contents of a program's output.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Said {
    /// Figures in base units: seconds, operations per second, bytes per second.
    pub(super) figures: BTreeMap<Operation, f64>,
    /// Operations whose data arrived changed.
    pub(super) wrong: Vec<Operation>,
    /// Whether the program came to its end.
    pub(super) done: bool,
    /// The number of processes in the job, if the output has it.
    pub(super) size: Option<u32>,
}

/// A line that looks like a measuring program's but is malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misread {
    line: String,
    why: &'static str,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the line {:?} is not as agreed: {}", self.line, self.why)
    }
}

/// Reads the output of a program that was asked for `operations`. Other lines belong to the
/// launcher or to a library, and are skipped.
pub(super) fn read(output: &[u8], operations: &[Operation]) -> Result<Said, Misread> {
    let mut said = Said::default();
    for line in output.split(|&byte| byte == b'\n') {
        let shown = &line[..line.len().min(LINE_BYTES_MAX)];
        let refuse = |why| Misread {
            line: String::from_utf8_lossy(shown).into_owned(),
            why,
        };
        let is_ours = [&b"row "[..], b"wrong ", b"size ", b"done"]
            .iter()
            .any(|start| line.starts_with(start));
        if !is_ours {
            continue;
        }
        if line.len() > LINE_BYTES_MAX {
            return Err(refuse("it is too long"));
        }
        let text = std::str::from_utf8(line).map_err(|_| refuse("it is not text"))?;
        read_line(text, operations, &mut said).map_err(refuse)?;
    }
    Ok(said)
}

fn read_line(line: &str, operations: &[Operation], said: &mut Said) -> Result<(), &'static str> {
    let find = |name: &str| {
        operations
            .iter()
            .find(|operation| operation.to_string() == name)
            .copied()
            .ok_or("this operation was not asked for")
    };
    let fields: Vec<&str> = line.split(' ').collect();
    match fields[..] {
        ["done"] => {
            said.done = true;
            Ok(())
        }
        ["size", size] => {
            let size = size.parse().map_err(|_| "the size is no number")?;
            said.size = Some(size);
            Ok(())
        }
        ["wrong", operation] => {
            said.wrong.push(find(operation)?);
            Ok(())
        }
        ["row", name, value, unit] => {
            let operation = find(name)?;
            let value: f64 = value.parse().map_err(|_| "the value is no number")?;
            if !value.is_finite() || value <= 0.0 {
                return Err("the value is not above 0");
            }
            if unit != operation.unit().base_name() {
                return Err("the unit is another");
            }
            match said.figures.insert(operation, value) {
                None => Ok(()),
                Some(_) => Err("the operation has a figure already"),
            }
        }
        _ => Err("it has more or fewer fields"),
    }
}
