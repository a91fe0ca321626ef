//! The table of a process's shared programs, at the start of its area for variables.
//!
//! ```text
//!   0 stamp of all u64, written last │ 8 how many u64 │ 16 {stamp u64, bytes u64, name 48 B, zeroes behind} × how many
//! ```
//!
//! The first process of a node that shares its variables stores its stamp in the node's directory.
//! Each other process compares its own stamp. Where stamps differ, a comparison of the tables shows
//! which program or library differs.

use std::sync::atomic::Ordering;

use super::GlobalsError;
use super::modules::{Hash, Module};
use crate::layout::PAGE;
use crate::{Arena, Memory};

const FIRST: usize = 16;
const ENTRY: usize = 64;
const NAME: usize = 48;
/// Entries that fit into the table. Further modules count in the stamp only.
const ENTRIES_MAX: usize = (4096 - FIRST) / ENTRY;

const _: () = assert!(
    PAGE >= 4096,
    "the table has a page before the variables begin"
);

/// An entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    stamp: u64,
    bytes: u64,
    name: String,
}

impl Entry {
    fn of(module: &Module) -> Entry {
        // The end of a path says more than its beginning.
        let cut = module.name.len().saturating_sub(NAME);
        let name = &module.name[module.name.ceil_char_boundary(cut)..];
        Entry {
            stamp: module.stamp,
            bytes: module.bytes() as u64,
            name: name.to_owned(),
        }
    }
}

fn table(arena: &Arena, local_index: u32) -> Memory {
    let segment = arena.segment(local_index);
    segment
        .slice(arena.globals_offset(), PAGE as usize)
        .expect("the area holds more than the table")
}

fn stamp(modules: &[Module]) -> u64 {
    let mut hash = Hash::new();
    for module in modules {
        hash.add(&module.stamp.to_ne_bytes());
        hash.add(&module.bytes().to_ne_bytes());
    }
    hash.0.max(1)
}

/// Writes this process's table.
pub(super) fn enter(arena: &Arena, local_index: u32, modules: &[Module]) {
    let table = table(arena, local_index);
    let fits = "inside the table";
    for (nth, module) in modules.iter().take(ENTRIES_MAX).enumerate() {
        let (entry, at) = (Entry::of(module), FIRST + nth * ENTRY);
        table.store_u64(at, entry.stamp).expect(fits);
        table.store_u64(at + 8, entry.bytes).expect(fits);
        table.copy_in(at + 16, entry.name.as_bytes()).expect(fits);
    }
    let count = modules.len().min(ENTRIES_MAX) as u64;
    table.store_u64(8, count).expect(fits);
    let all = table.atomic_u64(0).expect(fits);
    all.store(stamp(modules), Ordering::Release);
}

/// Compares with the table of the first process of the node that shared its variables.
pub(super) fn check(
    arena: &Arena,
    local_index: u32,
    modules: &[Module],
) -> Result<(), GlobalsError> {
    let (own, order) = (stamp(modules), Ordering::SeqCst);
    let first = &arena.directory_control().globals;
    let Err(theirs) = first.compare_exchange(0, own, order, order).map_or_else(
        |theirs| if theirs == own { Ok(()) } else { Err(theirs) },
        |_| Ok(()),
    ) else {
        return Ok(());
    };
    // The process that stored the stamp has written a table before.
    let local_size = arena.layout().local_size;
    let is_theirs = |&index: &u32| {
        let table = table(arena, index);
        let all = table.atomic_u64(0).expect("inside the table");
        index != local_index && all.load(Ordering::Acquire) == theirs
    };
    let other = (0..local_size).find(is_theirs).unwrap_or(0);
    let rank = arena.rank_of(other);
    let (own, other) = difference(
        &read(&table(arena, local_index)),
        &read(&table(arena, other)),
    );
    Err(GlobalsError::Differs { own, other, rank })
}

/// The entries of a table. The bytes may be arbitrary.
fn read(table: &Memory) -> Vec<Entry> {
    let count = table.load_u64(8).unwrap_or(0).min(ENTRIES_MAX as u64) as usize;
    let entry = |nth: usize| {
        let at = FIRST + nth * ENTRY;
        let mut name = [0; NAME];
        table.copy_out(at + 16, &mut name).ok()?;
        let len = name.iter().position(|&byte| byte == 0).unwrap_or(NAME);
        Some(Entry {
            stamp: table.load_u64(at).ok()?,
            bytes: table.load_u64(at + 8).ok()?,
            name: String::from_utf8_lossy(&name[..len]).into_owned(),
        })
    };
    (0..count).map_while(entry).collect()
}

/// The first entries that differ, as text: this process's, then the other's.
fn difference(own: &[Entry], other: &[Entry]) -> (String, String) {
    let same = own
        .iter()
        .zip(other)
        .take_while(|(own, other)| (own.stamp, own.bytes) == (other.stamp, other.bytes))
        .count();
    let told = |entries: &[Entry]| {
        entries.get(same).map_or_else(
            || {
                format!(
                    "the end of the list of {} programs and libraries",
                    entries.len()
                )
            },
            |entry| {
                let Entry { stamp, bytes, name } = entry;
                format!("{name} ({bytes} bytes of variables, build {stamp:016x})")
            },
        )
    };
    (told(own), told(other))
}

#[cfg(test)]
mod tests;
