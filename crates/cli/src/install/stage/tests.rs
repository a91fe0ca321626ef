//! Installations of few files, replaced, stopped and removed.

use std::fs;
use std::path::Path;

use super::{FOLDER, LIST, Stage, remove};

/// Installs files with the text `text`.
fn install(prefix: &Path, files: &[&str], text: &str) {
    let stage = Stage::new(prefix).expect("a stage");
    for file in files {
        stage.write(file, text).expect(file);
    }
    stage.finish().expect("an installation");
}

fn lines(prefix: &Path) -> Vec<String> {
    let text = fs::read_to_string(prefix.join(LIST)).expect("a list");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn an_installation_replaces_the_earlier_one_and_is_removed_with_its_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path().join("a b/c");
    install(&prefix, &["bin/one", "lib/old/two", "lib/three"], "first");
    install(&prefix, &["bin/one", "lib/three", "include/four"], "second");
    let wanted = [
        "./",
        "bin/",
        "bin/one",
        "include/",
        "include/four",
        "lib/",
        "lib/three",
        "share/",
        "share/farreach/",
        LIST,
    ];
    assert_eq!(lines(&prefix), wanted);
    for line in wanted {
        assert!(prefix.join(line).exists(), "{line}");
    }
    assert!(!prefix.join("lib/old").exists());
    assert!(!prefix.join(FOLDER).exists());
    let text = fs::read_to_string(prefix.join("bin/one")).expect("a file");
    assert_eq!(text, "second");
    let removed = remove(&prefix).expect("it is listed");
    assert_eq!((removed.files, removed.kept.len()), (4, 0));
    assert!(!prefix.exists());
}

#[test]
fn foreign_files_and_folders_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path();
    fs::create_dir(prefix.join("bin")).expect("a folder");
    install(prefix, &["bin/one", "lib/two"], "ours");
    fs::write(prefix.join("lib/foreign"), "theirs").expect("a file");
    fs::remove_file(prefix.join("bin/one")).expect("it is there");
    let removed = remove(prefix).expect("it is listed");
    assert_eq!(removed.files, 2);
    assert_eq!(removed.kept, [prefix.join("lib")]);
    for (path, stays) in [
        ("bin", true),
        ("lib/foreign", true),
        ("lib/two", false),
        ("share", false),
    ] {
        assert_eq!(prefix.join(path).exists(), stays, "{path}");
    }
    let again = remove(prefix).err().expect("the list is gone").to_string();
    assert!(
        again.contains(LIST) && again.contains("farreach install --prefix"),
        "{again}"
    );
}

#[test]
fn what_a_stopped_installation_left_is_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path();
    install(prefix, &["bin/one"], "first");
    let stopped = Stage::new(prefix).expect("a stage");
    stopped.write("bin/half", "half").expect("a file");
    // Neither its folder nor its lock is taken from it while it works.
    let refused = Stage::new(prefix).err().expect("a lock").to_string();
    assert!(refused.contains("wait until it has ended"), "{refused}");
    let left = prefix.join(FOLDER);
    drop(stopped);
    assert!(!left.exists());
    fs::create_dir_all(left.join("bin")).expect("a folder");
    fs::write(left.join("bin/half"), "half").expect("a file");
    install(prefix, &["bin/two"], "second");
    assert!(!left.exists() && !prefix.join("bin/half").exists());
    assert!(!prefix.join("bin/one").exists() && prefix.join("bin/two").exists());
}

#[test]
fn a_damaged_list_removes_nothing_outside() {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path().join("prefix");
    let outside = folder.path().join("outside");
    fs::write(&outside, "theirs").expect("a file");
    for line in ["../outside", outside.to_str().expect("text")] {
        install(&prefix, &["bin/one"], "ours");
        let list = fs::read_to_string(prefix.join(LIST)).expect("a list");
        fs::write(prefix.join(LIST), format!("{list}{line}\n")).expect("a list");
        let refused = remove(&prefix).err().expect(line).to_string();
        assert!(refused.contains("the list is damaged"), "{refused}");
        assert!(outside.exists() && prefix.join("bin/one").exists());
        fs::write(prefix.join(LIST), list).expect("a list");
    }
}
