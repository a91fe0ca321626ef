//! Files that are written can be read again, whole or not at all.

use std::fs;
use std::io::BufReader;
use std::path::Path;

use super::{Blocks, Output};
use crate::decomposition::Decomposition;
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
        .write(&field(), None)
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

/// Width, height and pixels of a picture.
fn read(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = BufReader::new(fs::File::open(path).expect("open"));
    let mut reader = png::Decoder::new(file).read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    (frame.width, frame.height, pixels)
}

#[test]
fn pictures_have_a_pixel_per_cell() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("last.png");
    let field = Field::new(2, 3, vec![-1.0, 0.0, 1.0, 1.0, 1.0, -1.0]).expect("a field");
    Output::new(&path)
        .expect("an output")
        .write(&field, None)
        .expect("written");
    let (width, height, pixels) = read(&path);
    assert_eq!((width, height), (3, 2));
    let (low, middle, high) = ([0, 0, 4], [188, 55, 84], [252, 255, 164]);
    assert_eq!(pixels, [low, middle, high, high, high, low].concat());
}

#[test]
fn blocks_have_lines_and_the_field_has_a_colour_bar() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("blocks.png");
    // Two by two blocks, the upper ones on a node and the lower ones on another.
    let field = Field::from_fn(256, 256, |row, _| row as f64).expect("a field");
    let cut = Decomposition::new(256, 256, 4);
    assert_eq!((cut.down(), cut.across()), (2, 2));
    let blocks = Blocks::new(cut, |process| process as u32 / 2);
    let output = Output::new(&path).expect("an output");
    output.write(&field, Some(&blocks)).expect("written");
    let (width, height, pixels) = read(&path);
    assert_eq!(height, 256);
    let at = |x: usize, y: usize| {
        let begin = (y * width as usize + x) * 3;
        [pixels[begin], pixels[begin + 1], pixels[begin + 2]]
    };
    let (thin, thick) = ([90, 170, 200], [170, 235, 255]);
    for y in [10, 246] {
        assert_eq!([at(127, y), at(128, y)], [thin, thin]);
        assert!(at(126, y) != thin && at(129, y) != thin);
    }
    for x in [10, 128, 246] {
        for y in 126..130 {
            assert_eq!(at(x, y), thick);
        }
        assert!(at(x, 130) != thick);
    }
    // The bar goes from the greatest value down to the least, as the field goes up.
    let bar = 256 + 10;
    assert_eq!([at(bar, 0), at(bar, 255)], [[252, 255, 164], [0, 0, 4]]);
    let is_ink = |x: usize| (0..256).any(|y| at(x, y) == [0, 0, 0]);
    assert!((bar + 20..width as usize).any(is_ink));
}

#[test]
fn small_fields_have_large_annotated_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.png");
    for values in [vec![7.0; 4], vec![-1e290, 1e290, 0.0, 1.0]] {
        let field = Field::new(1, 4, values).expect("a field");
        let blocks = Blocks::new(Decomposition::new(1, 4, 3), |_| 0);
        let output = Output::new(&path).expect("an output");
        output.write(&field, Some(&blocks)).expect("written");
        let (width, height, _) = read(&path);
        assert!(width > 256 && height >= 60, "{width} x {height}");
    }
}

#[test]
fn even_and_extreme_fields_have_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    for values in [vec![7.0; 4], vec![-1e290, 1e290, 0.0, 1.0]] {
        let field = Field::new(2, 2, values).expect("a field");
        let output = Output::new(folder.path().join("a.png")).expect("an output");
        output.write(&field, None).expect("written");
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
