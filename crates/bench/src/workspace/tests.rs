use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::{PREFIX, Workspace, remove_stale};

#[test]
fn directories_are_private_and_gone_afterwards() {
    let one = Workspace::make().unwrap();
    let other = Workspace::make().unwrap();
    assert_ne!(one.files(), other.files());
    let mode = fs::metadata(one.files()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    fs::write(one.files().join("program"), "x").unwrap();
    let directories = [one.files().to_owned(), one.shared().to_owned()];
    drop(one);
    assert!(directories.iter().all(|directory| !directory.exists()));
    assert!(other.files().exists());
}

#[test]
fn only_what_processes_left_that_are_gone_is_removed() {
    let place = Workspace::make().unwrap();
    let own = format!("{PREFIX}{}.7", std::process::id());
    // No process has this id, which exceeds the kernel's limit.
    let gone = format!("{PREFIX}4194305.0");
    for name in [&own, &gone, "farreach-bench", "other.4194305.0"] {
        fs::create_dir(place.files().join(name)).unwrap();
    }
    remove_stale(place.files());
    let exists = |name: &str| place.files().join(name).exists();
    assert!(exists(&own) && exists("farreach-bench") && exists("other.4194305.0"));
    assert!(!exists(&gone));
}
