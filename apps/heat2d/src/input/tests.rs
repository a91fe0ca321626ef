//! Files are found, recognised and named in errors.

use std::fs;

use super::read;

#[test]
fn errors_name_file_place_problem_and_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.csv");
    fs::write(&path, "1,2\n3,x\n").expect("write");
    let error = read(&path).expect_err("refused").to_string();
    let expected = format!(
        "{}, line 2, value 2: \"x\" is not a number; accepted: decimal numbers separated by commas",
        path.display()
    );
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn formats_are_chosen_by_extension() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, contents) in [("a.CSV", "1,2\n"), ("a.pgm", "P2 2 1 9 1 2")] {
        let path = folder.path().join(name);
        fs::write(&path, contents).expect("write");
        assert_eq!(read(&path).expect(name).values(), [1.0, 2.0]);
    }
    for name in ["a.txt", "a", "missing.npy"] {
        let error = read(&folder.path().join(name)).expect_err(name).to_string();
        assert!(
            error.ends_with("accepted: a readable .npy, .pgm or .csv file"),
            "{error}"
        );
    }
}
