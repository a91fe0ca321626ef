//! Recorded counts, and their comparison with new counts.

use std::fmt::Write;

use anyhow::{Context, bail};

/// A relative change up to this is attributed to the compiler.
const PART_MAX: f64 = 0.02;
/// A change of fewer instructions is attributed to the compiler.
const INSTRUCTIONS_MIN: f64 = 2.0;

/// What counts depend on besides the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tools {
    pub(super) compiler: String,
    pub(super) library: String,
    pub(super) architecture: String,
}

/// Counts, and the tools that they were made with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Snapshot {
    pub(super) tools: Tools,
    /// The instructions of one operation, for each path.
    pub(super) instructions: Vec<(String, f64)>,
}

impl Snapshot {
    pub(super) fn to_toml(&self) -> String {
        let Tools {
            compiler,
            library,
            architecture,
        } = &self.tools;
        let mut text = format!(
            "# Instructions of one operation on each hot path; `cargo xtask counts --update` writes this file.\n\
             compiler = {compiler:?}\nlibrary = {library:?}\narchitecture = {architecture:?}\n\n[instructions]\n"
        );
        for (path, count) in &self.instructions {
            writeln!(text, "{path:?} = {count:.1}").expect("a string takes all");
        }
        text
    }

    pub(super) fn from_toml(text: &str) -> anyhow::Result<Snapshot> {
        let table: toml::Table = text.parse()?;
        let tool = |name: &str| -> anyhow::Result<String> {
            let value = table.get(name).and_then(toml::Value::as_str);
            Ok(value
                .with_context(|| format!("{name} is missing"))?
                .to_owned())
        };
        let tools = Tools {
            compiler: tool("compiler")?,
            library: tool("library")?,
            architecture: tool("architecture")?,
        };
        let Some(toml::Value::Table(counts)) = table.get("instructions") else {
            bail!("the table [instructions] is missing");
        };
        let mut instructions = Vec::new();
        for (path, count) in counts {
            let count = count.as_float();
            let count = count.with_context(|| format!("{path:?} is not a number like 17.0"))?;
            instructions.push((path.clone(), count));
        }
        Ok(Snapshot {
            tools,
            instructions,
        })
    }

    fn count_of(&self, path: &str) -> Option<f64> {
        let found = self.instructions.iter().find(|(other, _)| other == path);
        found.map(|(_, count)| *count)
    }
}

/// The result of a comparison.
pub(super) struct Comparison {
    /// A line for each path, and what to do about changes.
    pub(super) text: String,
    /// Whether nothing has changed, or the counts can't be compared.
    pub(super) is_same: bool,
}

/// Compares new counts with the recorded counts.
pub(super) fn compare(recorded: &Snapshot, counted: &Snapshot) -> Comparison {
    let mut text = format!(
        "{:>11} {:>11} {:>8}   instructions of one\n",
        "recorded", "counted", "change"
    );
    let comparable = recorded.tools == counted.tools;
    let mut changes = 0;
    for (path, now) in &counted.instructions {
        let before = recorded.count_of(path);
        let is_changed = comparable && before.is_none_or(|before| differ(before, *now));
        changes += usize::from(is_changed);
        let (before, change) = match before {
            Some(before) => (
                format!("{before:.1}"),
                format!("{:+.1} %", 100.0 * (now - before) / before),
            ),
            None => ("none".to_owned(), "new".to_owned()),
        };
        let mark = if is_changed { '!' } else { ' ' };
        writeln!(text, "{before:>11} {now:>11.1} {change:>8} {mark} {path}").expect("a string");
    }
    for (path, before) in &recorded.instructions {
        if counted.count_of(path).is_none() {
            changes += 1;
            writeln!(text, "{before:>11.1} {:>11} {:>8} ! {path}", "none", "gone")
                .expect("a string");
        }
    }
    if !comparable {
        writeln!(
            text,
            "not compared: recorded with {}, counted with {}",
            recorded.tools.text(),
            counted.tools.text()
        )
        .expect("a string");
    } else if changes > 0 {
        writeln!(
            text,
            "{changes} counts changed by at least {INSTRUCTIONS_MIN} instructions and more than {} %: find out why, \
             or record them by `cargo xtask counts --update`",
            PART_MAX * 100.0
        )
        .expect("a string");
    }
    Comparison {
        text,
        is_same: !comparable || changes == 0,
    }
}

impl Tools {
    fn text(&self) -> String {
        format!("{}, {}, {}", self.compiler, self.library, self.architecture)
    }
}

fn differ(before: f64, now: f64) -> bool {
    let change = (now - before).abs();
    change >= INSTRUCTIONS_MIN && change > before * PART_MAX
}

#[cfg(test)]
mod tests {
    use super::{Snapshot, Tools, compare};

    fn snapshot(counts: &[(&str, f64)]) -> Snapshot {
        Snapshot {
            tools: Tools {
                compiler: "rustc 1.95.0".into(),
                library: "glibc 2.36".into(),
                architecture: "x86_64".into(),
            },
            instructions: counts
                .iter()
                .map(|&(path, count)| (path.to_owned(), count))
                .collect(),
        }
    }

    #[test]
    fn what_is_recorded_is_read_again() {
        let recorded = snapshot(&[("same node: p 8 B", 17.0), ("a \"name\"", 1234.5)]);
        let mut read = Snapshot::from_toml(&recorded.to_toml()).unwrap();
        // A table has no order.
        read.instructions.sort_by(|one, other| other.0.cmp(&one.0));
        assert_eq!(read, recorded);
        for bad in ["", "compiler = 1", "[instructions]\nx = \"y\"", "x = ["] {
            assert!(Snapshot::from_toml(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn changes_count_from_two_instructions_and_two_percent_on() {
        let recorded = snapshot(&[("few", 20.0), ("many", 1000.0)]);
        for (few, many, same) in [
            (20.0, 1000.0, true),
            (21.9, 1020.0, true),
            (18.1, 980.0, true),
            (22.0, 1000.0, false),
            (18.0, 1000.0, false),
            (20.0, 1021.0, false),
            (20.0, 979.0, false),
        ] {
            let comparison = compare(&recorded, &snapshot(&[("few", few), ("many", many)]));
            assert_eq!(comparison.is_same, same, "{}", comparison.text);
            assert_eq!(comparison.text.contains('!'), !same);
            assert_eq!(comparison.text.contains("--update"), !same);
        }
    }

    #[test]
    fn a_path_that_came_or_went_is_a_change() {
        let (one, two) = (
            snapshot(&[("one", 20.0)]),
            snapshot(&[("one", 20.0), ("two", 9.0)]),
        );
        assert!(compare(&one, &two).text.contains("new ! two"));
        assert!(compare(&two, &one).text.contains("gone ! two"));
        assert!(!compare(&one, &two).is_same && !compare(&two, &one).is_same);
    }

    #[test]
    fn counts_of_another_compiler_are_shown_but_not_judged() {
        let recorded = snapshot(&[("one", 20.0)]);
        let mut counted = snapshot(&[("one", 90.0)]);
        counted.tools.compiler = "rustc 1.96.0".into();
        let comparison = compare(&recorded, &counted);
        assert!(comparison.is_same && comparison.text.contains("90.0"));
        assert!(
            comparison.text.contains("not compared") && comparison.text.contains("rustc 1.96.0")
        );
    }
}
