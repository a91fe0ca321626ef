//! Which build this program is.

use std::sync::LazyLock;

/// The number of the release.
pub(crate) const NUMBER: &str = env!("CARGO_PKG_VERSION");
/// The triple that it was built for.
pub(crate) const TARGET: &str = env!("BUILD_TARGET");
/// `debug` or `release`; for a profile of another name, the one that it is derived from.
pub(crate) const PROFILE: &str = env!("BUILD_PROFILE");
/// How much of a commit people are shown.
const COMMIT_LENGTH: usize = 12;

/// The commit that was checked out when it was built; `None` if it was not built in the project's repository.
pub(crate) fn commit() -> Option<&'static str> {
    Some(env!("BUILD_COMMIT")).filter(|commit| !commit.is_empty())
}

/// All of it for people: `0.1.0 (commit 0123456789ab, x86_64-unknown-linux-gnu, release)`.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = commit().and_then(|commit| commit.get(..COMMIT_LENGTH));
        let commit = commit.map(|short| format!("commit {short}, "));
        let commit = commit.unwrap_or_default();
        format!("{NUMBER} ({commit}{TARGET}, {PROFILE})")
    });
    &TEXT
}
