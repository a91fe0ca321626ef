use std::path::Path;

use farreach_engine::Reach;
use proptest::prelude::*;

use super::{ConnectFile, ConnectFileError, Shape};
use crate::job::jobs::Placement;

fn shape(size: u32, nodes: u32, reach: Reach) -> Shape {
    Shape {
        placement: Placement::new(size, nodes).unwrap(),
        reach,
    }
}

/// Of four processes on two nodes.
fn file() -> ConnectFile {
    let reached = ["2-3", "2", "0-1", "0"].map(|text| text.parse().unwrap());
    ConnectFile::new(shape(4, 2, Reach::Rc), &reached)
}

fn parse(text: &str, of: &Shape) -> Result<ConnectFile, ConnectFileError> {
    ConnectFile::parse(Path::new("some.connect"), text.as_bytes(), of)
}

/// The same with a checksum that is right.
fn sealed(body: &str) -> String {
    format!("{body}crc32 {:08x}\n", crc32fast::hash(body.as_bytes()))
}

fn body() -> String {
    let text = file().to_text("hello\nworld");
    text[..text.rfind("crc32").unwrap()].to_owned()
}

#[track_caller]
fn assert_refused(text: &str, of: &Shape, told: &[&str]) {
    let error = parse(text, of).unwrap_err().to_string();
    for part in [&["some.connect"], told].concat() {
        assert!(error.contains(part), "no {part:?} in {error}");
    }
}

#[test]
fn a_file_is_read_as_it_is_written() {
    let written = file();
    let read = parse(&written.to_text("hello\nworld"), &written.shape).unwrap();
    assert_eq!(read, written);
    assert_eq!(read.of(0).to_string(), "2-3");
}

#[test]
fn a_connection_that_one_end_told_of_is_that_of_both() {
    let told = ["2-3", "", "1", ""].map(|text| text.parse().unwrap());
    let text = ConnectFile::new(shape(4, 2, Reach::Rc), &told).to_text("hello");
    assert!(text.contains("\n0: 2-3\n1: 2\n2: 0-1\n3: 0\n"), "{text}");
}

#[test]
fn files_of_other_jobs_are_refused_by_what_differs() {
    let text = file().to_text("hello");
    let again = "record it again";
    let of = "4 processes on 2 nodes, reach rc";
    assert_refused(
        &text,
        &shape(8, 2, Reach::Rc),
        &[of, "8 processes on 2 nodes", again],
    );
    assert_refused(
        &text,
        &shape(4, 4, Reach::Rc),
        &[of, "4 processes on 4 nodes", again],
    );
    assert_refused(&text, &shape(4, 2, Reach::Sxrc), &[of, "reach sxrc", again]);
}

#[test]
fn what_is_no_connect_file_is_refused_as_such() {
    for text in [
        "",
        "hello\n",
        "farreach connections 2\n",
        "farreach connections",
    ] {
        assert_refused(
            text,
            &file().shape,
            &["is no connect file", "--record-connections"],
        );
    }
}

#[test]
fn damage_is_told_by_its_place() {
    let (body, of) = (body(), &file().shape);
    let whole = sealed(&body);
    assert_refused(
        &whole[..whole.len() - 1],
        of,
        &["damaged", "end is missing"],
    );
    assert_refused(
        &whole.replace("0: 2-3", "0: 2-2"),
        of,
        &["damaged", "checksum"],
    );
    assert_refused(&body, of, &["damaged", "end is missing"]);
    for (from, to, told) in [
        ("1: 2\n", "", "is not that of rank 1"),
        ("3: 0\n", "", "rank 3 is missing"),
        ("3: 0\n", "3: 0\n4: 0\n", "more lines than the 4 ranks"),
        ("2: 0-1\n", "2: 0-x\n", "rank 2: \"0-x\""),
        ("0: 2-3\n", "0: 2-4\n", "rank 4 of 4"),
        ("3: 0\n", "3: 2\n", "rank 3 is connected to its own node"),
    ] {
        assert_refused(
            &sealed(&body.replace(from, to)),
            of,
            &["damaged", told, "record it again"],
        );
    }
}

#[test]
fn every_shorter_file_is_refused() {
    let whole = file().to_text("hello");
    for len in 0..whole.len() {
        assert!(parse(&whole[..len], &file().shape).is_err(), "{len} bytes");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_parser_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let of = &file().shape;
        let path = Path::new("some.connect");
        prop_assert!(ConnectFile::parse(path, &bytes, of).is_err());
        let mut body = body().into_bytes();
        body.extend(&bytes);
        let checksum = crc32fast::hash(&body);
        body.extend(format!("crc32 {checksum:08x}\n").bytes());
        let read = ConnectFile::parse(path, &body, of);
        prop_assert!(read.is_err() || bytes.is_empty());
    }
}
