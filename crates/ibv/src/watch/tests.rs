//! Tests of the watch, with memory of this process. Where the kernel has no events of memory, they say so and pass.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard};
use std::{ptr, thread};

use super::kernel::release_of;
use super::*;

/// A multiple of each kernel's page.
const PAGE: usize = 64 << 10;
const LEN: usize = 16 * PAGE;

/// The watch of this process, and nobody else with it: tests map and unmap at addresses that others may get.
fn watch() -> Option<(&'static Watch, MutexGuard<'static, ()>)> {
    static WATCH: OnceLock<Result<&Watch, String>> = OnceLock::new();
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    match WATCH.get_or_init(Watch::begin) {
        Ok(watch) => Some((watch, alone)),
        Err(reason) => {
            println!("{reason}: NOT TESTED");
            None
        }
    }
}

fn watcher(watch: &'static Watch) -> Watcher {
    watch.take_part().expect("few devices")
}

fn map(at: usize, len: usize) -> usize {
    let fixed = if at > 0 { libc::MAP_FIXED } else { 0 };
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | fixed;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: new memory, or memory at the address of a test's own.
    let mapped = unsafe {
        libc::mmap(
            ptr::without_provenance_mut(at),
            len,
            protection,
            flags,
            -1,
            0,
        )
    };
    assert_ne!(mapped, libc::MAP_FAILED);
    mapped.addr()
}

fn unmap(at: usize, len: usize) {
    // SAFETY: memory of the test, to which there is no reference.
    let failed = unsafe { libc::munmap(ptr::without_provenance_mut(at), len) };
    assert_eq!(failed, 0);
}

/// The changes that a watcher hears of, in whole.
fn heard(watcher: &mut Watcher) -> Vec<Change> {
    let mut changes = Vec::new();
    while !watcher.hear(&mut |change| changes.push(change)) {
        thread::yield_now();
    }
    changes
}

fn range(at: usize, len: usize) -> Range<u64> {
    at as u64..(at + len) as u64
}

#[test]
fn each_change_of_watched_memory_is_heard() {
    let Some((watch, _alone)) = watch() else {
        return;
    };
    let mut watcher = watcher(watch);
    let mut other = self::watcher(watch);
    let at = map(0, LEN);
    assert!(watcher.watch(at as u64 + 100, LEN as u64 - 200));
    assert_eq!(heard(&mut watcher), []);
    let page = PAGE;
    // Over a part of it.
    map(at + page, page);
    assert_eq!(
        heard(&mut watcher),
        [Change::Replaced(range(at + page, page))]
    );
    // SAFETY: memory of the test, to which there is no reference.
    unsafe {
        let empty = |at, len, advice| libc::madvise(ptr::without_provenance_mut(at), len, advice);
        assert_eq!(empty(at + 4 * page, page, libc::MADV_DONTNEED), 0);
        assert_eq!(empty(at + 8 * page, page, libc::MADV_FREE), 0);
        let moved = libc::mremap(
            ptr::without_provenance_mut(at + 10 * page),
            page,
            2 * page,
            libc::MREMAP_MAYMOVE,
        );
        assert_ne!(moved, libc::MAP_FAILED);
        unmap(moved.addr(), 2 * page);
        let moved = range(moved.addr(), 2 * page);
        let changes = heard(&mut watcher);
        let is_there = |change: &Change| changes.contains(change);
        assert!(is_there(&Change::Emptied(range(at + 4 * page, page))));
        assert!(is_there(&Change::Emptied(range(at + 8 * page, page))));
        let covers = |place: &Range<u64>| {
            changes.iter().any(|change| match change {
                Change::Replaced(range) => range.start <= place.start && place.end <= range.end,
                Change::Emptied(_) => false,
            })
        };
        assert!(covers(&range(at + 10 * page, page)), "{changes:x?}");
        assert!(covers(&moved), "{changes:x?}");
    }
    unmap(at, 10 * page);
    unmap(at + 11 * page, 5 * page);
    assert_eq!(heard(&mut watcher).len(), 2);
    // Another device hears of all of them.
    assert!(heard(&mut other).len() >= 5);
    assert_eq!(heard(&mut other), []);
    // What is not watched is not heard of.
    let at = map(0, LEN);
    unmap(at, LEN);
    assert_eq!(heard(&mut watcher), []);
}

#[test]
fn only_private_memory_without_a_file_is_watched() {
    let Some((watch, _alone)) = watch() else {
        return;
    };
    let watcher = watcher(watch);
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    // SAFETY: new memory.
    let shared = unsafe { libc::mmap(ptr::null_mut(), LEN, protection, flags, -1, 0) };
    assert_ne!(shared, libc::MAP_FAILED);
    assert!(!watcher.watch(shared.addr() as u64, LEN as u64));
    unmap(shared.addr(), LEN);
    assert!(
        !watcher.watch(shared.addr() as u64, LEN as u64),
        "no memory"
    );
    let constant: &'static str = "bytes of the program's file";
    assert!(!watcher.watch(constant.as_ptr().addr() as u64, constant.len() as u64));
    let private = map(0, LEN);
    assert!(watcher.watch(private as u64 + 1, 2));
    unmap(private, LEN);
}

/// A thread unmaps and another gets the address. Whoever sees the new memory hears of the end of the old one.
#[test]
fn new_memory_at_an_address_is_seen_after_the_end_of_the_old() {
    let Some((watch, _alone)) = watch() else {
        return;
    };
    let mut watcher = watcher(watch);
    let is_over = Arc::new(AtomicBool::new(false));
    // Others unmap watched memory meanwhile.
    let busy = {
        let (is_over, other) = (Arc::clone(&is_over), self::watcher(watch));
        thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                let at = map(0, LEN);
                other.watch(at as u64, LEN as u64);
                unmap(at, LEN);
            }
        })
    };
    let mut refused = 0;
    for _ in 0..300 {
        let at = map(0, LEN);
        assert!(watcher.watch(at as u64, LEN as u64));
        let unmapper = thread::spawn(move || unmap(at, LEN));
        // The kernel gives the address away as soon as it is free, which is before the other call has returned.
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
        // SAFETY: new memory where there is none.
        let is_there = || unsafe {
            let place = ptr::without_provenance_mut(at);
            libc::mmap(place, LEN, libc::PROT_READ, flags, -1, 0) == place
        };
        let is_ours = loop {
            // Other threads of this program may get the address.
            let is_free = unmapper.is_finished();
            if is_there() {
                break true;
            }
            if is_free {
                break false;
            }
            thread::yield_now();
        };
        if !is_ours {
            unmapper.join().expect("it unmaps");
            heard(&mut watcher);
            continue;
        }
        let mut changes = Vec::new();
        let is_all = watcher.hear(&mut |change| changes.push(change));
        let wanted = range(at, LEN);
        let is_heard = changes.iter().any(|change| match change {
            Change::Replaced(range) => range.start <= wanted.start && wanted.end <= range.end,
            Change::Emptied(_) => false,
        });
        assert!(
            is_heard || !is_all,
            "new memory at {at:#x}, and {changes:x?}"
        );
        refused += u32::from(!is_all);
        unmapper.join().expect("it unmaps");
        unmap(at, LEN);
        heard(&mut watcher);
    }
    is_over.store(true, Ordering::Relaxed);
    busy.join().expect("it unmaps");
    println!("{refused} of 300 times it was unknown whether all changes were heard");
}

#[test]
fn a_log_that_is_full_joins_its_changes() {
    let mut log = Log::new();
    for number in 0..1000_u64 {
        let range = number * 100..number * 100 + 10;
        log.add(&match number % 10 {
            0 => Change::Emptied(range),
            _ => Change::Replaced(range),
        });
    }
    let (mut replaced, mut emptied) = (Vec::new(), Vec::new());
    log.take(&mut |change| match change {
        Change::Replaced(range) => replaced.push(range),
        Change::Emptied(range) => emptied.push(range),
    });
    for number in 0..1000_u64 {
        let at = number * 100;
        let of_kind = if number % 10 == 0 {
            &emptied
        } else {
            &replaced
        };
        assert!(of_kind.iter().any(|range| range.contains(&at)), "{number}");
    }
    log.take(&mut |change| panic!("{change:?} was taken before"));
}

#[test]
fn mappings_tell_private_memory_from_files() {
    const MAPS: &str = "\
55d0a0000000-55d0a0001000 r--p 00000000 08:01 1234                       /usr/bin/program
55d0a1000000-55d0a1021000 rw-p 00000000 00:00 0                          [heap]
7f0000000000-7f0000100000 rw-p 00000000 00:00 0
7f0000100000-7f0000200000 r--p 00000000 00:00 0
7f0000200000-7f0000300000 rw-s 00000000 00:01 99                         /dev/zero (deleted)
7f0000400000-7f0000500000 rw-p 00000000 00:00 0                          [anon:name]
";
    let is_private = |start, end| mappings::are_private_in(MAPS, &(start..end));
    assert!(is_private(0x55d0_a100_0000, 0x55d0_a102_1000));
    assert!(is_private(0x7f00_0000_1000, 0x7f00_0020_0000));
    assert!(is_private(0x7f00_0040_0000, 0x7f00_0050_0000));
    assert!(!is_private(0x55d0_a000_0000, 0x55d0_a000_1000), "a file");
    assert!(!is_private(0x7f00_001f_f000, 0x7f00_0020_1000), "shared");
    assert!(!is_private(0x7f00_002f_f000, 0x7f00_0040_1000), "a hole");
    assert!(!is_private(0x7f00_0040_0000, 0x7f00_0060_0000), "the end");
    assert!(!is_private(0x1000, 0x2000), "nothing");
}

#[test]
fn releases_are_compared_by_their_numbers() {
    assert_eq!(release_of("5.15.0-91-generic"), Some((5, 15)));
    assert_eq!(release_of("6.18.44"), Some((6, 18)));
    assert_eq!(release_of("5.4"), Some((5, 4)));
    assert_eq!(release_of("strange"), None);
}
