use libc::PF_R;

use super::*;

const PAGE: usize = 4096;

fn header(p_type: u32, flags: u32, vaddr: u64, filesz: u64, memsz: u64) -> Elf64_Phdr {
    Elf64_Phdr {
        p_type,
        p_flags: flags,
        p_offset: vaddr,
        p_vaddr: vaddr,
        p_paddr: vaddr,
        p_filesz: filesz,
        p_memsz: memsz,
        p_align: 4096,
    }
}

fn piece(first: usize, len: usize, from_file: usize) -> Piece {
    Piece {
        first,
        len,
        from_file,
    }
}

#[test]
fn what_is_protected_after_relocation_is_left_out() {
    // As GNU ld lays a program out.
    let headers = [
        header(PT_LOAD, PF_R | PF_X, 0x1000, 0x181, 0x181),
        header(PT_LOAD, PF_R | PF_W, 0x3dd0, 0x24c, 0x2590),
        header(PT_GNU_RELRO, PF_R, 0x3dd0, 0x230, 0x230),
    ];
    let base = 0x5555_0000_0000;
    assert_eq!(
        pieces(base, &headers, PAGE),
        [piece(base + 0x4000, 0x3000, 0x1c)]
    );
    // As LLD does: a segment of its own, in whole pages.
    let headers = [
        header(PT_LOAD, PF_R | PF_W, 0x3dd0, 0x230, 0x1230),
        header(PT_GNU_RELRO, PF_R, 0x3dd0, 0x230, 0x1230),
        header(PT_LOAD, PF_R | PF_W, 0x6010, 0x10, 0x20),
    ];
    assert_eq!(pieces(0, &headers, PAGE), [piece(0x6000, 0x1000, 0x20)]);
    // In the middle.
    let headers = [
        header(PT_LOAD, PF_R | PF_W, 0x1000, 0x3800, 0x5000),
        header(PT_GNU_RELRO, PF_R, 0x2000, 0x1000, 0x1000),
    ];
    let expected = [piece(0x1000, 0x1000, 0x1000), piece(0x3000, 0x3000, 0x1800)];
    assert_eq!(pieces(0, &headers, PAGE), expected);
}

#[test]
fn a_page_with_other_variables_behind_what_is_protected_stays_whole() {
    let headers = [
        header(PT_LOAD, PF_R | PF_W, 0x1000, 0x800, 0x1800),
        header(PT_GNU_RELRO, PF_R, 0x1000, 0x400, 0x400),
    ];
    assert_eq!(pieces(0, &headers, PAGE), [piece(0x1000, 0x2000, 0x800)]);
    let unprotected = &headers[..1];
    assert_eq!(pieces(0, unprotected, PAGE), [piece(0x1000, 0x2000, 0x800)]);
}

#[test]
fn code_that_is_writable_and_empty_segments_are_not_variables() {
    let headers = [
        header(PT_LOAD, PF_R | PF_W | PF_X, 0x1000, 0x800, 0x800),
        header(PT_LOAD, PF_R | PF_W, 0x3000, 0, 0),
    ];
    assert_eq!(pieces(0, &headers, PAGE), []);
}

#[test]
fn libraries_of_the_system_are_known_by_place_or_name() {
    for path in [
        "/lib/x86_64-linux-gnu/libfoo.so.1",
        "/usr/lib64/libbar.so",
        "/nix/store/abc-glibc-2.40/lib/libc.so.6",
        "/opt/gcc/lib64/libstdc++.so.6",
        "/opt/valgrind/libexec/vgpreload_core-amd64-linux.so",
    ] {
        assert!(is_of_system(path), "{path}");
    }
    for path in [
        "./libours.so",
        "/usr/local/lib/libsolver.so",
        "/home/me/libcool.so",
    ] {
        assert!(!is_of_system(path), "{path}");
    }
}

#[test]
fn a_build_s_number_is_found_behind_other_notes() {
    let mut notes = Vec::new();
    for (name, kind, bytes) in [
        (&b"GNU\0"[..], 1_u32, &[1_u8; 5][..]),
        (b"GNU\0", 3, &[7; 20]),
    ] {
        for word in [name.len() as u32, bytes.len() as u32, kind] {
            notes.extend(word.to_ne_bytes());
        }
        notes.extend(name);
        notes.extend(bytes);
        notes.resize(notes.len().next_multiple_of(4), 0);
    }
    assert_eq!(build_id(&notes), Some(&[7; 20][..]));
    for len in 0..notes.len() {
        assert_eq!(build_id(&notes[..len]), None, "{len} bytes");
    }
}

#[test]
fn the_program_comes_first_and_the_same_each_time() {
    static VARIABLE: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
    let (once, again) = (with_variables(), with_variables());
    let address = (&raw const VARIABLE).addr();
    let pieces = &once[0].pieces;
    assert!(
        pieces
            .iter()
            .any(|piece| address.wrapping_sub(piece.first) < piece.len),
        "{address:x} in {pieces:x?}"
    );
    let stamps = |modules: &[Module]| {
        modules
            .iter()
            .map(|module| module.stamp)
            .collect::<Vec<_>>()
    };
    assert_eq!(stamps(&once), stamps(&again));
}
