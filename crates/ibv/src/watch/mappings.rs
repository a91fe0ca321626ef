//! What kind of memory is at an address.

use std::fs;
use std::ops::Range;

/// Whether all of a range is private memory without a file.
pub(super) fn are_private(range: &Range<u64>) -> bool {
    let maps = fs::read_to_string("/proc/self/maps");
    maps.is_ok_and(|maps| are_private_in(&maps, range))
}

/// Whether all of a range is private memory without a file, by the lines of `/proc/PID/maps`, which are in order.
pub(super) fn are_private_in(maps: &str, range: &Range<u64>) -> bool {
    let mut at = range.start;
    for line in maps.lines() {
        if at >= range.end {
            break;
        }
        let Some((mapped, is_private)) = parse(line) else {
            return false;
        };
        if mapped.end <= at {
            continue;
        }
        if mapped.start > at || !is_private {
            return false;
        }
        at = mapped.end;
    }
    at >= range.end
}

/// The range of a mapping, and whether it is private and without a file.
fn parse(line: &str) -> Option<(Range<u64>, bool)> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let number = |text| u64::from_str_radix(text, 16).ok();
    let range = number(start)?..number(end)?;
    let permissions = fields.next()?;
    let inode = fields.nth(2)?;
    Some((range, permissions.ends_with('p') && inode == "0"))
}
