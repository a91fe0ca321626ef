//! Mistakes, each with an error on every process that names the argument and the bound.

use farreach::armci::Armci;
use farreach::arrays::{Array, Error, Layout};

pub(crate) fn all(armci: &Armci) -> Result<(), Error> {
    layouts(armci);
    calls(armci)?;
    files(armci)
}

#[track_caller]
fn refused<R>(result: Result<R, Error>, words: &[&str]) {
    let Err(error) = result else {
        panic!("{words:?} was not refused");
    };
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "{word}: {text}");
    }
}

fn layouts(armci: &Armci) {
    let too_many = armci.size() as usize + 1;
    for (layout, words) in [
        (Layout::regular(&[]), ["extents", "0 dimensions", "1 to 7"]),
        (
            Layout::regular(&[1; 8]),
            ["extents", "8 dimensions", "1 to 7"],
        ),
        (
            Layout::regular(&[3, 0]),
            ["extents", "dimension 1", "at least 1"],
        ),
        (
            Layout::regular(&[usize::MAX, 2]),
            ["extents", "address space", "2]"],
        ),
        (
            Layout::block_cyclic(&[3, 3], &[1, 0]),
            ["block", "dimension 1", "at least 1"],
        ),
        (
            Layout::block_cyclic(&[3, 3], &[1]),
            ["block", "1 lengths", "2 dimensions"],
        ),
        (
            Layout::block_cyclic(&[3], &[1]).ghosts(&[1]),
            ["ghosts", "block-cyclic", "no"],
        ),
        (
            Layout::irregular(&[4], &[&[3]]),
            ["lengths", "3 elements", "extent is 4"],
        ),
        (
            Layout::irregular(&[4, 4], &[&[4]]),
            ["lengths", "1 lists", "2 dimensions"],
        ),
        (
            Layout::irregular(&[4], &[&[4]]).grid(&[1]),
            ["grid", "irregular", "lengths"],
        ),
        (
            Layout::regular(&[4]).grid(&[too_many]),
            ["grid", "wants", "there are"],
        ),
        (
            Layout::regular(&[4]).grid(&[0]),
            ["grid", "of 0", "at least 1"],
        ),
        (
            Layout::regular(&[4]).ghosts(&[5]),
            ["ghosts", "5 ghost cells", "extent is 4"],
        ),
        (
            Layout::regular(&[4]).ghosts(&[1, 1]),
            ["ghosts", "2 widths", "1 dimensions"],
        ),
    ] {
        refused(Array::<f64>::new(armci, &layout), &words);
    }
    let many = vec![1; too_many];
    let layout = Layout::irregular(&[too_many], &[&many]);
    refused(
        Array::<f64>::new(armci, &layout),
        &["lengths", "wants", "there are"],
    );
    if armci.size() > 1 {
        // Not the same layout on all processes.
        let layout = Layout::regular(&[10 + armci.rank() as usize]);
        refused(
            Array::<f64>::new(armci, &layout),
            &["layout", "different arrays"],
        );
    }
}

fn calls(armci: &Armci) -> Result<(), Error> {
    let mut array = Array::<i32>::new(armci, &Layout::regular(&[4, 5]))?;
    let mut other = Array::<i32>::new(armci, &Layout::regular(&[5, 4]))?;
    let whole = vec![0..4; 1];
    refused(array.get(&whole), &["patch", "1 ranges", "2 dimensions"]);
    refused(array.get(&[0..4, 2..6]), &["patch", "2..6", "extent is 5"]);
    #[expect(clippy::reversed_empty_ranges, reason = "that is the mistake")]
    {
        refused(
            array.put(&[3..2, 0..1], &[]),
            &["patch", "3..2", "extent is 4"],
        );
    }
    refused(
        array.put(&[0..2, 0..2], &[1; 3]),
        &["values", "3 elements", "has 4"],
    );
    refused(
        array.get_into(&[0..2, 0..2], &mut [1; 5]),
        &["into", "5 elements", "has 4"],
    );
    refused(array.fetch_add(&[4, 0], 1), &["index", "[4, 0]", "[4, 5]"]);
    refused(array.gather(&[[0, 9]]), &["index", "[0, 9]", "[4, 5]"]);
    refused(
        array.scatter(&[[0, 0]], &[1, 2]),
        &["values", "2 values", "1 indices"],
    );
    refused(array.copy_from(&other), &["other", "[4, 5]", "[5, 4]"]);
    refused(array.dot(&other), &["other", "[4, 5]", "[5, 4]"]);
    refused(
        other.multiply(1, &array, &array, 0),
        &["[4, 5]", "[5, 4]", "no product"],
    );
    if armci.size() > 1 {
        // Process 0 is in a call for another array.
        let filled = if armci.rank() == 0 {
            array.fill(1)
        } else {
            other.fill(1)
        };
        refused(filled, &["array", "other processes"]);
    }
    array.free()?;
    other.free()
}

fn files(armci: &Armci) -> Result<(), Error> {
    let mut name = [i64::from(std::process::id())];
    armci
        .all()
        .reduce(farreach::armci::Operation::Min, &mut name)?;
    let path = std::env::temp_dir().join(format!("farreach-arrays-fixed-{}.npy", name[0]));
    let mut array = Array::<f64>::new(armci, &Layout::block_cyclic(&[9, 7], &[2, 3]))?;
    array.fill_with(|index| (index[0] * 7 + index[1]) as f64)?;
    refused(Array::<f64>::read(armci, &path), &["No such file"]);
    refused(array.save(&path.join("none")), &[]);
    array.save(&path)?;
    let read = Array::<f64>::read(armci, &path)?;
    assert_eq!(read.get(&[0..9, 0..7])?, array.get(&[0..9, 0..7])?);
    read.free()?;
    refused(Array::<i64>::read(armci, &path), &["type <f8", "not <i8"]);
    let mut other = Array::<f64>::new(armci, &Layout::regular(&[7, 9]))?;
    refused(other.load(&path), &["[9, 7]", "[7, 9]"]);
    let good = armci.rank() == 0;
    armci.barrier()?;
    let bytes = std::fs::read(&path).expect("the file");
    let damages: [(&str, Vec<u8>); 4] = [
        ("does not begin", bytes[1..].to_vec()),
        ("want", bytes[..bytes.len() - 8].to_vec()),
        ("ends inside", bytes[..40].to_vec()),
        (
            "Fortran order",
            String::from_utf8_lossy(&bytes[..128])
                .replace("False", "True ")
                .into(),
        ),
    ];
    for (what, mut damaged) in damages {
        if what == "Fortran order" {
            damaged = [&bytes[..10], &damaged[damaged.len() - 118..], &bytes[128..]].concat();
        }
        armci.barrier()?;
        if good {
            std::fs::write(&path, damaged).expect("a damaged file");
        }
        armci.barrier()?;
        refused(array.load(&path), &[what]);
    }
    // Arrays of NumPy that have no elements, and no dimensions.
    for (shape, what) in [("0, 3", "at least 1"), ("", "1 to 7")] {
        armci.barrier()?;
        if good {
            let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({shape})}}");
            let mut file = b"\x93NUMPY\x01\x00".to_vec();
            file.extend((header.len() as u16).to_le_bytes());
            file.extend(header.as_bytes());
            file.extend(vec![0; if shape.is_empty() { 8 } else { 0 }]);
            std::fs::write(&path, file).expect("a file without elements");
        }
        armci.barrier()?;
        refused(Array::<f64>::read(armci, &path), &["extents", what]);
    }
    armci.barrier()?;
    if good {
        std::fs::remove_file(&path).expect("the damaged file");
    }
    other.free()?;
    array.free()
}
