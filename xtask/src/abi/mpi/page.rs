//! The page of the guide that says which functions there are.

use std::fmt::Write as _;

use super::{Family, Kind};

/// The most characters of a line.
const LINE_MAX: usize = 140;

/// The page. Functions with large counts (`_c`) stand with the others of their name.
pub(super) fn functions(families: &[Family]) -> String {
    let (absent, present): (Vec<&Family>, Vec<&Family>) = families
        .iter()
        .partition(|family| family.kind == Kind::Absent);
    let mut names: Vec<(&str, Vec<String>)> = present
        .iter()
        .map(|family| (family.name, names(family)))
        .collect();
    names.sort();
    let absent: Vec<String> = absent
        .iter()
        .flat_map(|family| self::names(family))
        .collect();
    let count: usize = names.iter().map(|(_, names)| names.len()).sum();
    let mut page = String::from("# Functions of MPI\n\n");
    // Writing to a string does not fail.
    let _ = write!(
        page,
        "Made by `cargo xtask abi` from the table of the interface. `farreach info --mpi` lists the same. {count} functions are there,\n\
         and {} are not. The prefix `MPI_` is left out. `[_c]` marks functions that are also there with large counts.\n",
        absent.len()
    );
    for (family, names) in names {
        let _ = write!(page, "\n## {}\n\n", title(family));
        page.push_str(&lines(&joined(&names)));
    }
    page.push_str("\n## Not there\n\nThese exist, and give `MPI_ERR_UNSUPPORTED_OPERATION`.\n\n");
    page.push_str(&lines(&joined(&absent)));
    page
}

fn names(family: &Family) -> Vec<String> {
    let functions = family.functions().into_iter();
    let mut names: Vec<String> = functions.map(|function| function.name).collect();
    names.sort();
    names
}

/// A family as a heading.
fn title(family: &str) -> String {
    let mut letters = family.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The names without their prefix. One with large counts stands behind its twin.
fn joined(names: &[String]) -> Vec<String> {
    let has = |name: &str| names.iter().any(|other| other == name);
    let short = |name: &str| name.strip_prefix("MPI_").unwrap_or(name).to_owned();
    let is_twin = |name: &str| name.strip_suffix("_c").is_some_and(has);
    let shown = names.iter().filter(|name| !is_twin(name));
    shown
        .map(|name| {
            let mark = if has(&format!("{name}_c")) {
                "[_c]"
            } else {
                ""
            };
            format!("`{}{mark}`", short(name))
        })
        .collect()
}

/// Words in lines.
fn lines(words: &[String]) -> String {
    let mut text = String::new();
    let mut len = 0;
    for word in words {
        if len > 0 && len + 1 + word.len() > LINE_MAX {
            text.push('\n');
            len = 0;
        } else if len > 0 {
            text.push(' ');
            len += 1;
        }
        text.push_str(word);
        len += word.len();
    }
    text.push('\n');
    text
}
