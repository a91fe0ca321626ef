//! Arrays in NumPy's `.npy` files, which all processes write and read at once.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::Path;

use farreach_armci::Armci;

use crate::array::elements;
use crate::distribution::{for_each, strides};
use crate::npy::{self, Header};
use crate::{Array, Element, Error, Layout};

impl<'w, T: Element> Array<'w, T> {
    /// Writes the array to a `.npy` file. Each process writes its own elements: all need to reach the
    /// file by its path. Collective: if a process fails, all do.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        self.meet("save", 0)?;
        let head = npy::head(T::NPY, self.extents());
        let bytes = head.len() + self.distribution().elements() * size_of::<T>();
        let begin = || {
            if self.own == 0 {
                let file = File::create(path)?;
                file.write_all_at(&head, 0)?;
                file.set_len(bytes as u64)?;
            }
            Ok(())
        };
        let begun = begin().map_err(|error: std::io::Error| Error::file(self.rank(), path, &error));
        self.agree("save", begun)?;
        self.agree("save", self.write_own(path, head.len()))
    }

    /// Makes an array of what a `.npy` file has, with a regular layout. Collective over all
    /// processes: if a process fails, all do.
    pub fn read(armci: &'w Armci, path: &Path) -> Result<Array<'w, T>, Error> {
        let rank = armci.rank();
        let found = open::<T>(rank, path);
        // A process that finds no file waits for the others with an array of one element.
        let extents = match &found {
            Ok((_, header)) => header.shape.clone(),
            Err(_) => Vec::new(),
        };
        let mut failed = [if found.is_err() { i64::from(rank) } else { -1 }];
        armci
            .all()
            .reduce(farreach_armci::Operation::Max, &mut failed)?;
        found?;
        if failed[0] >= 0 {
            return Err(Error::Elsewhere {
                rank,
                call: "read",
                failed: failed[0] as u32,
            });
        }
        let mut array = Array::new(armci, &Layout::regular(&extents))?;
        array.load(path)?;
        Ok(array)
    }

    /// Reads the elements from a `.npy` file with the array's extents and type. Collective: if a
    /// process fails, all do.
    pub fn load(&mut self, path: &Path) -> Result<(), Error> {
        self.meet("load", 0)?;
        let read = open::<T>(self.rank(), path).and_then(|(file, header)| {
            if header.shape != self.extents() {
                let (found, wanted) = (&header.shape, self.extents());
                let what = format!("its extents are {found:?}, and those of the array {wanted:?}");
                return Err(Error::file(self.rank(), path, &what));
            }
            self.read_own(path, &file, header.start)
        });
        self.agree("load", read)
    }

    fn write_own(&self, path: &Path, start: usize) -> Result<(), Error> {
        let regions = self.own_regions();
        if regions.is_empty() {
            return Ok(());
        }
        let failed = |error| Error::file(self.rank(), path, &error);
        let file = File::options().write(true).open(path).map_err(failed)?;
        for region in regions {
            let values = self.get(&region)?;
            for_each_row(&region, self.extents(), |here, there, len| {
                let bytes = bytemuck::cast_slice(&values[here..here + len]);
                file.write_all_at(bytes, (start + there * size_of::<T>()) as u64)
            })
            .map_err(failed)?;
        }
        Ok(())
    }

    fn read_own(&self, path: &Path, file: &File, start: usize) -> Result<(), Error> {
        for region in self.own_regions() {
            let mut values = vec![T::ZERO; elements(&region)];
            for_each_row(&region, self.extents(), |here, there, len| {
                let bytes = bytemuck::cast_slice_mut(&mut values[here..here + len]);
                file.read_exact_at(bytes, (start + there * size_of::<T>()) as u64)
            })
            .map_err(|error| Error::file(self.rank(), path, &error))?;
            self.put(&region, &values)?;
        }
        Ok(())
    }
}

/// Opens a file with elements of type `T`, as many as its header says.
fn open<T: Element>(rank: u32, path: &Path) -> Result<(File, Header), Error> {
    let failed = |what: String| Error::file(rank, path, &what);
    let file = File::open(path).map_err(|error| failed(error.to_string()))?;
    let mut head = Vec::new();
    let read = (&file).take(npy::HEAD_MAX as u64).read_to_end(&mut head);
    read.map_err(|error| failed(error.to_string()))?;
    let header = npy::parse(&head).map_err(failed)?;
    if header.descr != T::NPY {
        let what = format!("it has elements of type {}, not {}", header.descr, T::NPY);
        return Err(failed(what));
    }
    if header.is_fortran_order {
        return Err(failed(
            "it is in Fortran order: save it in C order".to_owned(),
        ));
    }
    let bytes = header
        .shape
        .iter()
        .try_fold(size_of::<T>(), |all, &n| all.checked_mul(n));
    let wanted = bytes.and_then(|bytes| bytes.checked_add(header.start));
    let metadata = file.metadata().map_err(|error| failed(error.to_string()))?;
    if wanted != Some(metadata.len() as usize) {
        let what = format!(
            "it has {} bytes, and {:?} elements of {} bytes behind a header of {} want {}",
            metadata.len(),
            header.shape,
            size_of::<T>(),
            header.start,
            wanted.map_or("more than there can be".to_owned(), |wanted| wanted
                .to_string())
        );
        return Err(failed(what));
    }
    Ok((file, header))
}

/// Calls `f` for each row of a region along the last dimension: its first element in the region and
/// in the array, and its length.
fn for_each_row<E>(
    region: &[Range<usize>],
    extents: &[usize],
    mut f: impl FnMut(usize, usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    let all = strides(extents);
    let last = region.len() - 1;
    let len = region[last].len();
    let counts: Vec<usize> = region[..last].iter().map(ExactSizeIterator::len).collect();
    let (mut here, mut result) = (0, Ok(()));
    for_each(&counts, |index| {
        if result.is_err() {
            return;
        }
        let starts = index.iter().zip(region).zip(&all);
        let there = starts.map(|((at, range), stride)| (at + range.start) * stride);
        result = f(here, there.sum::<usize>() + region[last].start, len);
        here += len;
    });
    result
}
