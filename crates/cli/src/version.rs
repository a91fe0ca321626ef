//! The version of this program's build.

use std::sync::LazyLock;

/// The release number.
pub(crate) const NUMBER: &str = env!("CARGO_PKG_VERSION");
/// The target triple of the build.
pub(crate) const TARGET: &str = env!("BUILD_TARGET");
/// `debug` or `release`. For a profile of another name, the profile that it inherits from.
pub(crate) const PROFILE: &str = env!("BUILD_PROFILE");
/// The number of a commit's digits that are shown.
const COMMIT_LENGTH: usize = 12;

/// The commit that was checked out at the build. `None` if the program was not built in the
/// project's repository.
pub(crate) fn commit() -> Option<&'static str> {
    Some(env!("BUILD_COMMIT")).filter(|commit| !commit.is_empty())
}

/// The version for people, for example `0.1.0 (commit 0123456789ab, x86_64-unknown-linux-gnu,
/// release)`.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = commit().and_then(|commit| commit.get(..COMMIT_LENGTH));
        let commit = commit.map(|short| format!("commit {short}, "));
        let commit = commit.unwrap_or_default();
        format!("{NUMBER} ({commit}{TARGET}, {PROFILE})")
    });
    &TEXT
}

/// Release and commit. Programs of one job that run on several hosts have the same.
pub(crate) fn build() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| match commit() {
        Some(commit) => format!("{NUMBER} (commit {commit})"),
        None => NUMBER.to_owned(),
    });
    &TEXT
}
