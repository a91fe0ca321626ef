//! The program as a job of one process: from arguments to files.

use std::ffi::OsString;

use farreach_heat2d::field::Field;
use farreach_heat2d::{input, sequential};

/// One test: a process joins its job once.
#[test]
fn a_job_of_one_computes_what_a_sequential_run_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let first =
        Field::from_fn(13, 17, |row, col| (row * row) as f64 - col as f64 / 3.0).expect("a field");
    let table: Vec<String> = (0..first.rows())
        .map(|row| {
            first
                .row(row)
                .iter()
                .map(f64::to_string)
                .collect::<Vec<_>>()
                .join(",")
        })
        .collect();
    let source = folder.path().join("first.csv");
    std::fs::write(&source, table.join("\n")).expect("write");
    let (values, picture) = (
        folder.path().join("last.npy"),
        folder.path().join("last.png"),
    );
    let arguments: Vec<OsString> = vec![
        "--steps".into(),
        "25".into(),
        "--alpha=0.125".into(),
        "--check".into(),
        "--input".into(),
        source.into(),
        "--output".into(),
        values.clone().into(),
        "--output".into(),
        picture.clone().into(),
    ];
    farreach_heat2d::main(arguments.into_iter()).expect("the job ends well");
    let last = input::read(&values).expect("the values");
    let bits = |field: &Field| {
        field
            .values()
            .iter()
            .map(|v| v.to_bits())
            .collect::<Vec<_>>()
    };
    assert_eq!(bits(&last), bits(&sequential::run(&first, 25, 0.125)));
    assert!(
        std::fs::read(&picture)
            .expect("the picture")
            .starts_with(b"\x89PNG")
    );
}
