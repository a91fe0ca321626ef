//! Which trials a run has, of those that are too many for every run.
//!
//! A run draws some of them by the commit's hash, so that each commit has others. `TRIALS_DRAWN=all` takes all, and
//! `TRIALS_DRAWN=HASH` repeats the draw of a commit.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

/// The variable that says which trials run. It does not begin as settings do, so that jobs may inherit it.
pub(crate) const CHOICE: &str = "TRIALS_DRAWN";

/// Which of the trials run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Draw {
    All,
    /// Those that a text draws.
    By(String),
}

impl Draw {
    /// The draw of this run. One that names its tests takes all of them.
    pub(crate) fn new(names_tests: bool) -> Draw {
        let asked = std::env::var(CHOICE).ok();
        match asked.filter(|text| !text.is_empty()) {
            Some(text) if text == "all" => Draw::All,
            Some(text) => Draw::By(text),
            None if names_tests => Draw::All,
            None => Draw::By(commit()),
        }
    }

    /// Whether a trial runs that is in one of `of` runs.
    pub(crate) fn has(&self, name: &str, of: u64) -> bool {
        let Draw::By(text) = self else { return true };
        let mut hasher = DefaultHasher::new();
        (text, name).hash(&mut hasher);
        hasher.finish().is_multiple_of(of)
    }
}

/// The hash of the commit that is checked out. Outside of a repository there is none, and the draw is always the same.
fn commit() -> String {
    let mut git = Command::new("git");
    let said = git
        .args(["rev-parse", "--short=12", "HEAD"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let hash = said.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    hash.ok()
        .filter(|hash| !hash.is_empty())
        .unwrap_or_else(|| "none".into())
}
