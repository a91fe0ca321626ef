use std::os::unix::fs::FileExt;
use std::sync::Arc;

use super::*;
use crate::Mapping;

fn runs(piece: &Piece) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    // SAFETY: only this test uses the memory.
    let looked = unsafe {
        each_run(piece, &PageMap::open(), |run| {
            runs.extend((!run.is_empty()).then_some(run));
            Ok::<_, Errno>(())
        })
    };
    looked.unwrap();
    runs
}

/// A piece of fresh memory in which the bytes at `set` are nonzero, and the mapping that keeps it.
fn piece(len: usize, from_file: usize, set: &[usize]) -> (Piece, Arc<Mapping>) {
    let mapping = Arc::new(Mapping::anonymous(len).unwrap());
    let memory = crate::Memory::of_mapping(Arc::clone(&mapping));
    for &at in set {
        memory.store(at, 1_u8).unwrap();
    }
    let first = mapping.as_ptr().as_ptr().expose_provenance();
    let piece = Piece {
        first,
        len,
        from_file,
    };
    (piece, mapping)
}

#[test]
#[expect(clippy::single_range_in_vec_init, reason = "one run")]
fn runs_are_the_pages_that_are_not_zero() {
    let page = rustix::param::page_size();
    let large = LOOKED_AT_MAX + 16 * page;
    for len in [16 * page, large] {
        let set = [0, page + 7, 5 * page, 5 * page + 1, len - 1];
        let (piece, _kept) = piece(len, 2 * page, &set);
        assert_eq!(
            runs(&piece),
            [0..2 * page, 5 * page..6 * page, len - page..len]
        );
    }
    let (piece, _kept) = piece(page, 0, &[3]);
    assert_eq!(runs(&piece), [0..page]);
    let (piece, _kept) = self::piece(4 * page, 0, &[]);
    assert_eq!(runs(&piece), []);
}

#[test]
#[expect(clippy::single_range_in_vec_init, reason = "one run")]
fn looking_at_a_large_piece_touches_no_page() {
    let page = rustix::param::page_size();
    let (piece, _kept) = piece(64 << 20, 0, &[page]);
    assert_eq!(runs(&piece), [page..2 * page]);
    let pages = PageMap::open();
    let asked = (0..piece.len).step_by(ASKED * page);
    let touched = asked.flat_map(|at| pages.touched(&piece, at, page));
    let count = touched.filter(|&is_touched| is_touched).count();
    assert!(count <= 512, "{count} pages are there"); // Or one huge page.
}

#[test]
fn a_replaced_piece_has_the_same_bytes_and_is_the_file_s() {
    let page = rustix::param::page_size();
    let (piece, kept) = piece(8 * page, page, &[1, 3 * page + 2]);
    let fd = rustix::fs::memfd_create("test", rustix::fs::MemfdFlags::CLOEXEC).unwrap();
    rustix::fs::ftruncate(&fd, 16 * page as u64).unwrap();
    let file = File::from(fd);
    let at = 4 * page as u64;
    // SAFETY: only this test uses the memory.
    unsafe { replace(&piece, &PageMap::open(), &file, at).unwrap() };
    let memory = crate::Memory::of_mapping(kept);
    for (byte, set) in [(0, 0_u8), (1, 1), (3 * page + 2, 1), (8 * page - 1, 0)] {
        assert_eq!(memory.load::<u8>(byte), Ok(set), "{byte}");
    }
    file.write_all_at(&[9], at + 7).unwrap();
    assert_eq!(memory.load::<u8>(7), Ok(9));
    memory.store(7 * page, 8_u8).unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, at + 7 * page as u64).unwrap();
    assert_eq!(byte, [8]);
}
