use super::*;
use crate::ArenaLayout;
use crate::globals::modules::Piece;

fn module(name: &str, stamp: u64, len: usize) -> Module {
    Module {
        name: name.to_owned(),
        stamp,
        pieces: vec![Piece {
            first: 0x1000,
            len,
            from_file: 0,
        }],
    }
}

fn arena() -> Arena {
    Arena::create(ArenaLayout::block(6, 2, 1, 1 << 16).with_globals(1 << 20)).unwrap()
}

/// Does what a process does when it shares its variables.
fn joins(arena: &Arena, local_index: u32, modules: &[Module]) -> Result<(), GlobalsError> {
    enter(arena, local_index, modules);
    check(arena, local_index, modules)
}

#[test]
fn the_same_programs_under_other_names_agree() {
    let arena = arena();
    let modules = |program| [module(program, 1, 4096), module("libx.so", 2, 8192)];
    assert!(joins(&arena, 2, &modules("/a/app")).is_ok());
    assert!(joins(&arena, 0, &modules("/b/app")).is_ok());
    assert!(joins(&arena, 1, &modules("/b/other")).is_ok());
}

#[test]
fn another_library_is_named_with_its_rank() {
    let arena = arena();
    let program = module("/a/app", 1, 4096);
    assert!(joins(&arena, 1, &[program.clone(), module("libx.so", 2, 8192)]).is_ok());
    let text = |modules: &[Module]| joins(&arena, 0, modules).unwrap_err().to_string();
    let other = text(&[program.clone(), module("liby.so", 3, 8192)]);
    assert!(
        other.starts_with(
            "liby.so (8192 bytes of variables, build 0000000000000003) differs from libx.so (8192"
        ) && other.contains("of rank 4"),
        "{other}"
    );
    let fewer = text(&[program]);
    assert!(
        fewer.starts_with("the end of the list of 1 programs and libraries differs from libx.so"),
        "{fewer}"
    );
    let bytes = text(&[module("/a/app", 1, 8192)]);
    assert!(bytes.starts_with("/a/app (8192 bytes"), "{bytes}");
}

#[test]
fn a_long_name_keeps_its_end_and_a_long_list_its_beginning() {
    let arena = arena();
    let name = format!("/{}/ü/app", "x".repeat(100));
    let modules: Vec<Module> = (0..100).map(|stamp| module(&name, stamp, 4096)).collect();
    enter(&arena, 0, &modules);
    let read = read(&table(&arena, 0));
    assert_eq!(read.len(), ENTRIES_MAX);
    assert!(read[0].name.ends_with("x/ü/app") && read[0].name.len() <= NAME);
    assert_ne!(stamp(&modules), stamp(&modules[..99]));
}
