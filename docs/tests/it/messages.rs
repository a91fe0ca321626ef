//! Messages that a page explains.

use std::fs;
use std::path::Path;

use libtest_mimic::Failed;

use crate::pages;

const PAGE: &str = "docs/src/troubleshooting.md";
/// What stands in a heading for what differs from message to message.
const GAP: &str = "..";

/// Each heading that quotes a message quotes what a source file says.
pub(crate) fn exist() -> Result<(), Failed> {
    let mut sources = String::new();
    collect(&pages::root().join("crates"), &mut sources);
    let page = pages::read(PAGE);
    let quotes = page.lines().filter_map(|line| line.strip_prefix("### `"));
    let mut quoted = 0;
    for quote in quotes {
        quoted += 1;
        let quote = quote.trim_end_matches('`');
        for part in quote
            .split(GAP)
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            if !sources.contains(part) {
                return Err(format!("{PAGE}: no message says {part:?}").into());
            }
        }
    }
    if quoted == 0 {
        return Err(format!("{PAGE} quotes no message").into());
    }
    Ok(())
}

/// The text of all sources below a folder; strings that go on in the next line are put together.
fn collect(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let mut lines = text.lines();
            while let Some(line) = lines.next() {
                let mut line = line.to_owned();
                while let Some(begin) = line.strip_suffix('\\') {
                    let next = lines.next().unwrap_or_default();
                    line = format!("{begin}{}", next.trim_start());
                }
                into.push_str(&line);
                into.push('\n');
            }
        }
    }
}
