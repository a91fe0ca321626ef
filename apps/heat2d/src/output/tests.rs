//! Files that are written can be read again, whole or not at all.

use std::fs;
use std::io::BufReader;

use super::Output;
use crate::field::Field;
use crate::input;

fn field() -> Field {
    Field::from_fn(3, 5, |row, col| row as f64 / 3.0 - col as f64 * 1e10).expect("a field")
}

#[test]
fn values_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("last.NPY");
    Output::new(&path)
        .expect("an output")
        .write(&field())
        .expect("written");
    assert_eq!(input::read(&path).expect("read"), field());
    let bytes = fs::read(&path).expect("read");
    assert_eq!((bytes.len() - 3 * 5 * 8) % 64, 0, "the values are aligned");
    assert_eq!(
        fs::read_dir(folder.path()).expect("list").count(),
        1,
        "nothing else is left"
    );
}

#[test]
fn pictures_have_a_pixel_per_cell() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("last.png");
    let field = Field::new(2, 3, vec![-1.0, 0.0, 1.0, 1.0, 1.0, -1.0]).expect("a field");
    Output::new(&path)
        .expect("an output")
        .write(&field)
        .expect("written");
    let file = BufReader::new(fs::File::open(&path).expect("open"));
    let mut reader = png::Decoder::new(file).read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    assert_eq!(
        (frame.width, frame.height, frame.color_type),
        (3, 2, png::ColorType::Rgb)
    );
    let (low, middle, high) = ([0, 0, 4], [188, 55, 84], [252, 255, 164]);
    assert_eq!(pixels, [low, middle, high, high, high, low].concat());
}

#[test]
fn even_and_extreme_fields_have_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    for values in [vec![7.0; 4], vec![-1e290, 1e290, 0.0, 1.0]] {
        let field = Field::new(2, 2, values).expect("a field");
        let output = Output::new(folder.path().join("a.png")).expect("an output");
        output.write(&field).expect("written");
    }
}

#[test]
fn what_cannot_be_written_is_known_early() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing").join("a.npy");
    let error = Output::new(&missing)
        .expect("an output")
        .check()
        .expect_err("refused");
    assert!(
        format!("{error:#}").contains("missing/a.npy; choose another --output: "),
        "{error:#}"
    );
    let directory = folder.path().join("b.png");
    fs::create_dir(&directory).expect("create");
    Output::new(&directory)
        .expect("an output")
        .check()
        .expect_err("a folder");
    Output::new(folder.path().join("c.png"))
        .expect("an output")
        .check()
        .expect("writable");
    assert_eq!(
        fs::read_dir(folder.path()).expect("list").count(),
        1,
        "a check leaves nothing"
    );
}

#[test]
fn unknown_formats_are_refused() {
    for name in ["heat", "heat.jpg", ".png"] {
        assert!(
            Output::new(name).expect_err(name).contains(".npy"),
            "{name}"
        );
    }
}
