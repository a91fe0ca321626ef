//! The comparison of members' calls before each collective (`FARREACH_DEBUG=on`). All members learn
//! who called what before any waits for a message that will never come.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;
use core::pin::Pin;

use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Source, Target};

/// The most bytes of the names of function and elements that are compared.
const NAME: usize = 56;
const ELEMENTS: usize = 24;
/// The number of values that are compared.
const VALUES: usize = 4;
const RECORD: usize = NAME + ELEMENTS + 8 * VALUES;

/// Values that all members must give alike.
pub(super) type Values<'a> = &'a [(&'static str, u64)];

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Compares the calls of all members. Collectives call this first if `compares` is set.
    ///
    /// # Errors
    /// On all members if two calls differ.
    #[cold]
    pub fn compare(
        &self,
        function: &'static str,
        values: Values<'_>,
    ) -> Pin<Box<impl Future<Output = Result<(), P::Error>>>> {
        // Boxed, because comparisons are rare and their future would enlarge every collective's.
        Box::pin(self.compare_calls(function, values))
    }

    async fn compare_calls(
        &self,
        function: &'static str,
        values: Values<'_>,
    ) -> Result<(), P::Error> {
        self.process.may_call()?;
        let function = self.function.unwrap_or(function);
        let own = record(function, self.elements, values);
        let mut all = vec![0; RECORD * self.size()];
        self.inside()
            .all_gather_compared(Source::Private(&own), Target::Private(&mut all))
            .await?;
        let records: Vec<&[u8]> = all.chunks_exact(RECORD).collect();
        if records.iter().all(|&record| record == own) {
            return Ok(());
        }
        let functions: Vec<String> = records.iter().map(|bytes| name_of(bytes)).collect();
        let what = if let Some(differences) = self.differences(&functions) {
            differences
        } else {
            let differing = values.iter().enumerate().find_map(|(at, (name, _))| {
                let of = |bytes: &&[u8]| value_of(bytes, at).to_string();
                let given: Vec<String> = records.iter().map(of).collect();
                let differences = self.differences(&given)?;
                Some(format!("{function}: {name} is {differences}"))
            });
            differing.expect("the records differ")
        };
        Err(self.mismatch(format!(
                "the members of a set differ in a collective: {what}; all call the same with the same arguments in the same \
                 order (FARREACH_DEBUG)"
            )))
    }

    /// Which ranks have which of several values. `None` if all values are equal.
    fn differences(&self, values: &[String]) -> Option<String> {
        let mut ranks: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (member, value) in values.iter().enumerate() {
            let rank = self.group.rank(member as u32);
            ranks.entry(value).or_default().push(rank);
        }
        if ranks.len() == 1 {
            return None;
        }
        let mut text = String::new();
        for (value, ranks) in &ranks {
            let between = if text.is_empty() { "" } else { ", " };
            let word = if ranks.len() == 1 { "rank" } else { "ranks" };
            let listed: Vec<String> = ranks.iter().take(8).map(u32::to_string).collect();
            let more = if ranks.len() > 8 { " …" } else { "" };
            write!(
                text,
                "{between}{value} on {word} {}{more}",
                listed.join(" ")
            )
            .expect("a string has room");
        }
        Some(text)
    }
}

fn record(function: &str, elements: &str, values: Values<'_>) -> [u8; RECORD] {
    assert!(values.len() <= VALUES, "room for all values");
    let mut record = [0; RECORD];
    for (text, at, len) in [(function, 0, NAME), (elements, NAME, ELEMENTS)] {
        let text = &text[..text.floor_char_boundary(len)];
        record[at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    for (&(_, value), into) in values
        .iter()
        .zip(record[NAME + ELEMENTS..].chunks_exact_mut(8))
    {
        into.copy_from_slice(&value.to_ne_bytes());
    }
    record
}

/// The name of the function in a record, with its elements.
fn name_of(record: &[u8]) -> String {
    let text = |bytes: &[u8]| {
        let len = bytes.iter().position(|&byte| byte == 0);
        String::from_utf8_lossy(&bytes[..len.unwrap_or(bytes.len())]).into_owned()
    };
    let (function, elements) = (text(&record[..NAME]), text(&record[NAME..][..ELEMENTS]));
    if elements.is_empty() {
        return function;
    }
    format!("{function} of {elements}")
}

fn value_of(record: &[u8], at: usize) -> u64 {
    let bytes = &record[NAME + ELEMENTS + 8 * at..][..8];
    u64::from_ne_bytes(bytes.try_into().expect("8 bytes"))
}
