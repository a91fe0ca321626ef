use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::{Arena, ArenaLayout};

/// A test's own directory, removed when dropped.
struct Tree(PathBuf);

impl Tree {
    fn new(name: &str) -> Tree {
        let path = std::env::temp_dir().join(format!("farreach-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Tree(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn available(&self) -> Available {
        self.available_for(u64::MAX)
    }

    fn available_for(&self, wanted: u64) -> Available {
        limits::available_in(&self.0.join("proc"), &self.0.join("cgroup"), wanted)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn assert_limit(found: &Available, bytes: u64, file: &str) {
    assert_eq!(found.bytes, bytes, "{found:?}");
    assert!(Path::new(&found.limit).ends_with(file), "{found:?}");
}

#[test]
fn the_tightest_group_limits() {
    let tree = Tree::new("limits-v2");
    tree.write("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    1000 kB\n");
    assert_limit(&tree.available(), 1_024_000, "proc/meminfo");

    tree.write("proc/self/cgroup", "0::/a/b\n");
    tree.write("cgroup/a/b/memory.max", "max\n");
    tree.write("cgroup/a/b/memory.current", "5\n");
    assert_limit(&tree.available(), 1_024_000, "proc/meminfo");

    tree.write("cgroup/a/memory.max", "500000\n");
    tree.write("cgroup/a/memory.current", "100000\n");
    assert_limit(&tree.available(), 400_000, "cgroup/a/memory.max");

    tree.write("cgroup/a/memory.stat", "anon 1\ninactive_file 50000\nx 2\n");
    assert_limit(&tree.available(), 450_000, "cgroup/a/memory.max");

    let enough = tree.available_for(400_000);
    assert_limit(&enough, 400_000, "cgroup/a/memory.max");
    let short = tree.available_for(400_001);
    assert_limit(&short, 450_000, "cgroup/a/memory.max");

    tree.write("cgroup/a/b/memory.max", "1000\n");
    tree.write("cgroup/a/b/memory.current", "2000\n");
    assert_limit(&tree.available(), 0, "cgroup/a/b/memory.max");
}

#[test]
fn version_one_limits_too_and_unreadable_files_do_not() {
    let tree = Tree::new("limits-v1");
    assert_eq!(tree.available().bytes, u64::MAX);
    tree.write("proc/meminfo", "MemAvailable: 1000 kB\n");
    tree.write(
        "proc/self/cgroup",
        "5:cpu:/x\n4:memory:/../host/path\nbad\n0::/\n",
    );
    tree.write("cgroup/memory/memory.limit_in_bytes", "7000\n");
    tree.write("cgroup/memory/memory.usage_in_bytes", "1000\n");
    assert_limit(&tree.available(), 6000, "memory/memory.limit_in_bytes");
    tree.write("cgroup/memory/memory.usage_in_bytes", "what?\n");
    assert_limit(&tree.available(), 1_024_000, "proc/meminfo");
}

#[test]
fn what_is_reserved_is_there_and_can_be_reserved_again() {
    let layout = ArenaLayout::block(2, 1, 0, 8 << 20);
    for arena in [Arena::create(layout), Arena::anonymous(layout)] {
        let arena = arena.unwrap();
        let heap = arena.heap_offset() as u64;
        arena.segment(1).store_u64(heap as usize, 5).unwrap();
        arena.reserve(1, heap..heap + (4 << 20)).unwrap();
        arena.reserve(1, heap + 100..heap + 200).unwrap();
        arena.reserve(1, heap..heap).unwrap();
        assert_eq!(arena.segment(1).load_u64(heap as usize), Ok(5));
    }
}

#[test]
fn more_than_there_is_is_an_error_with_numbers() {
    let heap_bytes = 1 << 44;
    let layout = ArenaLayout::block(1, 1, 0, heap_bytes);
    let arena = Arena::create(layout).unwrap();
    let heap = arena.heap_offset() as u64;
    let error = arena.reserve(0, heap..heap + heap_bytes).unwrap_err();
    let ReserveError::Exhausted {
        wanted, available, ..
    } = &error
    else {
        panic!("{error:?}")
    };
    assert_eq!(*wanted, heap_bytes);
    assert!(*available < heap_bytes);
    assert!(error.to_string().contains("FARREACH_HEAP"));
}

#[test]
fn ranges_outside_the_segment_are_refused() {
    let arena = Arena::anonymous(ArenaLayout::block(1, 1, 0, 1 << 20)).unwrap();
    let limit = arena.segment(0).len() as u64;
    let beyond = ReserveError::OutOfBounds {
        start: 0,
        end: limit + 1,
        limit,
    };
    assert_eq!(arena.reserve(0, 0..limit + 1), Err(beyond));
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    let backwards = arena.reserve(0, 10..5);
    assert!(backwards.is_err());
}

#[test]
fn pages_are_whole() {
    let page = rustix::param::page_size() as u64;
    assert_eq!(pages(0..1), 0..page);
    assert_eq!(pages(page - 1..page + 1), 0..2 * page);
    assert_eq!(pages(page..2 * page), page..2 * page);
    assert_eq!(pages(page + 5..page + 5), page..2 * page);
}
