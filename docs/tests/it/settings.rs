//! Settings that the pages name.

use std::fmt::Write as _;

use farreach::settings::{TABLE, check_name};
use libtest_mimic::Failed;

use crate::pages;

const PAGE: &str = "docs/src/settings.md";
/// What stands around the table.
const BEGIN: &str = "<!-- table of settings -->\n";
const END: &str = "<!-- end of the table -->";

/// The table of the page has what the code's has.
pub(crate) fn table() -> Result<(), Failed> {
    let page = pages::read(PAGE);
    let inside = page
        .split_once(BEGIN)
        .and_then(|(_, behind)| behind.split_once(END));
    let (shown, _) = inside.ok_or("the page has no table")?;
    let mut wanted = String::from("| setting | default | meaning |\n| --- | --- | --- |\n");
    for setting in TABLE {
        // Writing to a string does not fail.
        let _ = writeln!(
            wanted,
            "| `{}` | `{}` | {} |",
            setting.name, setting.default, setting.meaning
        );
    }
    if shown == wanted {
        return Ok(());
    }
    Err(format!("{PAGE}: the table is to be\n{wanted}").into())
}

/// Each name of a setting anywhere on the pages is one.
pub(crate) fn names() -> Result<(), Failed> {
    let mut named = 0;
    for (path, text) in pages::all() {
        let is_name = |c: char| c.is_ascii_uppercase() || c == '_';
        for word in text.split(|c| !is_name(c)) {
            if word.starts_with("FARREACH_") && word != "FARREACH_" {
                named += 1;
                check_name(word).map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
    }
    if named < TABLE.len() {
        return Err(format!("only {named} settings are named").into());
    }
    Ok(())
}
