//! Lists of hosts: those of `--hosts`, of host files, and of Slurm.
//!
//! ```text
//!   --hosts     a,b:2,n[1-3,07]:4,[fd00::1]:2        a count behind a colon; Slurm's ranges
//!   host file   a            # a comment
//!               b:2                                  hydra's form
//!               c slots=2 max_slots=4                Open MPI's form
//!   Slurm       SLURM_JOB_NODELIST=n[1-3],m1         SLURM_TASKS_PER_NODE=2(x3),1
//! ```

use std::net::Ipv6Addr;

use thiserror::Error;

/// The most hosts of a list.
const HOSTS_MAX: usize = 1 << 20;
/// The most bytes of a host's name, with a user's name in front of it.
const NAME_BYTES_MAX: usize = 512;

/// A host, as a list names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostEntry {
    /// The name for the remote shell.
    pub name: String,
    /// The number of ranks that the host takes, if the list says it.
    pub slots: Option<u32>,
}

/// Why a list can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ListError {
    /// A part of the list is not understood.
    #[error("{text:?} is not understood: {why}")]
    Part {
        /// The part.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A line of a file is not understood.
    #[error("line {line}: {error}")]
    Line {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with it.
        error: Box<ListError>,
    },
    /// There are too many hosts.
    #[error("more than {HOSTS_MAX} hosts")]
    TooMany,
}

/// Reads a list such as `a,b:2,n[1-3]`.
pub fn parse_list(text: &str) -> Result<Vec<HostEntry>, ListError> {
    let mut hosts = Vec::new();
    for part in outside_brackets(text) {
        read_hosts(part.trim(), &mut hosts)?;
    }
    Ok(hosts)
}

/// Reads the text of a host file.
pub fn parse_file(text: &str) -> Result<Vec<HostEntry>, ListError> {
    let mut hosts = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        let Some(names) = words.next() else { continue };
        let from = hosts.len();
        let mut read = || {
            for part in outside_brackets(names) {
                read_hosts(part, &mut hosts)?;
            }
            words.try_for_each(|word| read_word(word, &mut hosts[from..]))
        };
        read().map_err(|error| ListError::Line {
            line,
            error: Box::new(error),
        })?;
    }
    Ok(hosts)
}

/// Reads the hosts of a Slurm allocation, from its node list and the numbers of tasks of its nodes.
pub fn parse_slurm(nodes: &str, tasks: Option<&str>) -> Result<Vec<HostEntry>, ListError> {
    let mut hosts = Vec::new();
    for part in outside_brackets(nodes) {
        expand(part.trim(), None, &mut hosts)?;
    }
    let Some(tasks) = tasks else { return Ok(hosts) };
    let mut counts = Vec::new();
    for part in tasks.split(',') {
        let refused = || refuse(part, "numbers of tasks look like 2(x3),1");
        let (count, times) = match part.split_once("(x") {
            Some((count, times)) => (count, times.strip_suffix(')').ok_or_else(refused)?),
            None => (part, "1"),
        };
        let count: u32 = count.trim().parse().map_err(|_| refused())?;
        let times: usize = times.parse().map_err(|_| refused())?;
        let times = times.min(hosts.len() + 1 - counts.len().min(hosts.len()));
        counts.extend(std::iter::repeat_n(count, times));
    }
    if counts.len() != hosts.len() {
        return Err(refuse(tasks, "it has not one number for each host"));
    }
    for (host, count) in hosts.iter_mut().zip(counts) {
        host.slots = Some(count);
    }
    Ok(hosts)
}

fn refuse(text: &str, why: &'static str) -> ListError {
    /// The most characters that a message repeats.
    const SHOWN_MAX: usize = 80;
    ListError::Part {
        text: text.chars().take(SHOWN_MAX).collect(),
        why,
    }
}

/// The parts of a list between commas that are not inside of brackets.
fn outside_brackets(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0u32;
    text.split(move |c| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}

/// Reads `HOST` or `HOST:SLOTS`, where the host may have ranges.
fn read_hosts(text: &str, hosts: &mut Vec<HostEntry>) -> Result<(), ListError> {
    // An address of IPv6 is written in brackets, if a count follows it.
    if let Some((address, rest)) = text.strip_prefix('[').and_then(|text| text.split_once(']'))
        && address.parse::<Ipv6Addr>().is_ok()
    {
        let slots = match rest {
            "" => None,
            rest => Some(read_slots(text, rest.strip_prefix(':').unwrap_or(""))?),
        };
        return push(address.to_owned(), slots, hosts);
    }
    if text.parse::<Ipv6Addr>().is_ok() {
        return push(text.to_owned(), None, hosts);
    }
    match text.rsplit_once(':') {
        Some((name, slots)) => expand(name, Some(read_slots(text, slots)?), hosts),
        None => expand(text, None, hosts),
    }
}

fn read_slots(text: &str, slots: &str) -> Result<u32, ListError> {
    let is_number = !slots.is_empty() && slots.bytes().all(|byte| byte.is_ascii_digit());
    let number = slots.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| refuse(text, "a count stands behind a colon, as in host:2"))
}

/// Reads a word behind the host of a line.
fn read_word(word: &str, hosts: &mut [HostEntry]) -> Result<(), ListError> {
    let wanted = "behind a host stands slots=N, or max_slots=N, which changes nothing";
    let (key, value) = word.split_once('=').ok_or_else(|| refuse(word, wanted))?;
    let number: u32 = value.parse().map_err(|_| refuse(word, wanted))?;
    match key {
        "slots" => {
            for host in hosts {
                if host
                    .slots
                    .replace(number)
                    .is_some_and(|slots| slots != number)
                {
                    return Err(refuse(word, "the host has another count already"));
                }
            }
            Ok(())
        }
        "max_slots" | "max-slots" => Ok(()),
        _ => Err(refuse(word, wanted)),
    }
}

/// Adds a host, or all hosts of a name with ranges, such as `r[1-2]n[01-10]`.
fn expand(text: &str, slots: Option<u32>, hosts: &mut Vec<HostEntry>) -> Result<(), ListError> {
    let mut names = vec![String::new()];
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        let Some((ranges, after)) = behind.split_once(']') else {
            return Err(refuse(text, "a bracket is not closed"));
        };
        let mut numbers = Vec::new();
        for range in ranges.split(',') {
            read_range(text, range, &mut numbers)?;
        }
        if names.len().saturating_mul(numbers.len()) > HOSTS_MAX {
            return Err(ListError::TooMany);
        }
        names = names
            .iter()
            .flat_map(|name| {
                numbers
                    .iter()
                    .map(move |number| format!("{name}{before}{number}"))
            })
            .collect();
        rest = after;
        if names[0].len() > NAME_BYTES_MAX {
            return Err(refuse(text, "the name is too long"));
        }
    }
    if rest.contains(']') {
        return Err(refuse(text, "a bracket is closed that was not opened"));
    }
    for name in names {
        push(name + rest, slots, hosts)?;
    }
    Ok(())
}

/// Reads `7` or `01-10`. Numbers have at least as many digits as the first of the range.
fn read_range(text: &str, range: &str, numbers: &mut Vec<String>) -> Result<(), ListError> {
    /// The most digits of a number in a range.
    const DIGITS_MAX: usize = 9;
    let wanted = || refuse(text, "ranges look like [1-4,7]");
    let number = |digits: &str| {
        let is_number = (1..=DIGITS_MAX).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits
            .parse::<u32>()
            .ok()
            .filter(|_| is_number)
            .ok_or_else(wanted)
    };
    let range = range.trim();
    let (low, high) = range.split_once('-').unwrap_or((range, range));
    let (first, last) = (number(low)?, number(high)?);
    if first > last {
        return Err(refuse(text, "a range whose end is below its start"));
    }
    if numbers.len() + (last - first) as usize >= HOSTS_MAX {
        return Err(ListError::TooMany);
    }
    let width = low.len();
    numbers.extend((first..=last).map(|number| format!("{number:0width$}")));
    Ok(())
}

fn push(name: String, slots: Option<u32>, hosts: &mut Vec<HostEntry>) -> Result<(), ListError> {
    if name.is_empty() {
        return Err(refuse(&name, "a host's name is missing"));
    }
    // A remote shell would take such a name for an option.
    if name.starts_with('-') {
        return Err(refuse(&name, "a host's name begins with no dash"));
    }
    let is_part = |c: char| c.is_alphanumeric() || "-_.@:%".contains(c);
    if name.len() > NAME_BYTES_MAX || !name.chars().all(is_part) {
        return Err(refuse(&name, "that is no host's name"));
    }
    if hosts.len() >= HOSTS_MAX {
        return Err(ListError::TooMany);
    }
    hosts.push(HostEntry { name, slots });
    Ok(())
}

#[cfg(test)]
mod tests;
