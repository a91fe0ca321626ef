use std::sync::atomic::Ordering;

use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};

use crate::{DeviceTag, Endpoint};

use super::*;

fn small() -> ArenaLayout {
    ArenaLayout::block(4, 2, 1, 1 << 20)
}

#[test]
fn two_mappings_of_one_arena_share_their_bytes() {
    let made = Arena::create(small()).unwrap();
    let fd = made.fd().unwrap().try_clone_to_owned().unwrap();
    let attached = Arena::attach(fd).unwrap();
    assert_eq!(made.layout(), attached.layout());
    assert_eq!(attached.placement().block(1), Some(2..4));
    made.segment(1).store_u64(8, 7).unwrap();
    assert_eq!(attached.segment(1).load_u64(8), Ok(7));
    assert_eq!(attached.segment(0).load_u64(8), Ok(0));
    let offset = attached.segment_offset(1) + 8;
    assert_eq!(attached.memory().load_u64(offset), Ok(7));
}

#[test]
fn a_segment_ends_where_it_ends() {
    let arena = Arena::anonymous(small()).unwrap();
    let segment = arena.segment(0);
    assert_eq!(segment.len(), arena.heap_offset() + (1 << 20));
    assert!(segment.load_u64(segment.len() - 8).is_ok());
    assert!(segment.load_u64(segment.len() - 7).is_err());
}

#[test]
#[should_panic(expected = "local index 2 on a node of 2 processes")]
fn a_wrong_local_index_is_named() {
    let arena = Arena::anonymous(small()).unwrap();
    drop(arena.segment(2));
}

#[test]
fn parts_keep_the_arena_mapped() {
    let arena = Arena::create(small()).unwrap();
    let segment = arena.segment(0);
    drop(arena);
    segment.store_u64(0, 1).unwrap();
    assert_eq!(segment.load_u64(0), Ok(1));
}

#[test]
fn mapping_a_large_node_takes_no_memory() {
    let arena = Arena::create(ArenaLayout::block(64, 1, 0, 256 << 20)).unwrap();
    arena
        .segment(63)
        .store_u64(arena.heap_offset() + (256 << 20) - 8, 1)
        .unwrap();
    assert!(arena.memory().len() > 16 << 30);
    let file = rustix::fs::fstat(arena.fd().unwrap()).unwrap();
    assert!(file.st_blocks * 512 < 1 << 20, "{} blocks", file.st_blocks);
}

#[test]
fn files_that_are_no_arena_are_refused() {
    let unsealed = memfd_create("x", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap();
    ftruncate(&unsealed, 1 << 20).unwrap();
    assert!(matches!(
        Arena::attach(unsealed),
        Err(ArenaError::NotSealed)
    ));

    let sealed = |len: u64, start: &[u8]| {
        let fd = memfd_create("x", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap();
        ftruncate(&fd, len).unwrap();
        let file = File::from(fd);
        file.write_all_at(start, 0).unwrap();
        fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW).unwrap();
        OwnedFd::from(file)
    };
    assert!(matches!(
        Arena::attach(sealed(100, &[])),
        Err(ArenaError::Layout(LayoutError::Size { .. }))
    ));
    assert!(matches!(
        Arena::attach(sealed(1 << 20, &[0x5a; 4096])),
        Err(ArenaError::Layout(LayoutError::Magic { .. }))
    ));
    let header = Plan::new(small()).unwrap().encode();
    assert!(matches!(
        Arena::attach(sealed(8192, &header)),
        Err(ArenaError::Layout(LayoutError::Size { .. }))
    ));
    let pipe = OwnedFd::from(io::pipe().unwrap().0);
    assert!(Arena::attach(pipe).is_err());
}

#[test]
fn the_arena_can_not_shrink() {
    let arena = Arena::create(small()).unwrap();
    assert!(ftruncate(arena.fd().unwrap(), 4096).is_err());
}

#[test]
fn the_memfd_is_closed_on_exec() {
    use rustix::io::{FdFlags, fcntl_getfd};
    let arena = Arena::create(small()).unwrap();
    let flags = fcntl_getfd(arena.fd().unwrap()).unwrap();
    assert!(flags.contains(FdFlags::CLOEXEC));
    assert!(Arena::anonymous(small()).unwrap().fd().is_none());
}

fn endpoint(rank: u32) -> Endpoint {
    Endpoint {
        destination: UdDestination {
            address: AdapterAddress {
                gid: std::array::from_fn(|i| (rank as u8).wrapping_mul(16) + i as u8),
                port: 40_000 + rank as u16,
            },
            qp: QpNumber(0x00ab_c000 + rank),
            qkey: 0xffff_0000 + rank,
        },
        device: DeviceTag(0xfedc - rank as u16),
    }
}

#[test]
fn the_directory_returns_what_was_entered() {
    let arena = Arena::create(small()).unwrap();
    let directory = arena.directory();
    for rank in 0..4 {
        assert_eq!(directory.endpoint(rank), None);
    }
    for rank in 0..4 {
        directory.set_endpoint(rank, &endpoint(rank));
    }
    for rank in 0..4 {
        assert_eq!(directory.endpoint(rank), Some(endpoint(rank)));
    }
    assert_eq!(directory.endpoint(4), None);
    assert_eq!(directory.endpoint(u32::MAX), None);
}

#[test]
fn only_processes_that_may_run_on_the_same_cores_share_them() {
    let own = crate::topology::OwnCores::find();
    let (count, size) = (own.count as u32, 2 * own.count as u32 + 1);
    let arena = Arena::create(ArenaLayout::block(size, 1, 0, 1 << 20)).unwrap();
    let say = |local_index: u32, bits: [u64; 8]| {
        let process = arena.process(local_index);
        for (said, bits) in process.cores.bits.iter().zip(bits) {
            said.store(bits, Ordering::Relaxed);
        }
        process.once.has_cores.store(1, Ordering::Release);
    };
    arena.say_cores(0);
    assert!(!arena.has_core_each(), "nobody else has said anything");
    // One of the others may run on one of these cores and on others, the rest on others alone.
    let elsewhere = own.bits.map(|bits| !bits);
    let first = own.bits.iter().position(|&bits| bits != 0).unwrap();
    let mut overlapping = elsewhere;
    overlapping[first] |= 1 << own.bits[first].trailing_zeros();
    say(1, overlapping);
    for local_index in 2..size {
        say(local_index, elsewhere);
    }
    // Asking for something else does not hide that all have spoken.
    assert_eq!(arena.processes_per_core(), 2_u32.div_ceil(count));
    assert_eq!(arena.has_core_each(), count >= 2);
    assert_eq!(arena.host_size(), size);
    // Processes of other nodes on this host may run anywhere.
    arena.learn_host_size(size + 2 * count);
    assert_eq!(
        (arena.has_core_each(), arena.processes_per_core()),
        (false, (2 + 2 * count).div_ceil(count))
    );
}

#[test]
fn processes_of_other_nodes_on_this_host_count_once_they_are_known() {
    let cores = crate::topology::OwnCores::find().count as u32;
    let arena = Arena::create(ArenaLayout::block(1, 1, 0, 1 << 20)).unwrap();
    assert!(arena.has_core_each());
    arena.take_core(0);
    arena.learn_host_size(3 * cores);
    assert_eq!(
        (arena.host_size(), arena.has_core_each()),
        (3 * cores, false)
    );
    assert_eq!(arena.processes_per_core(), 3);
    // What is known of fewer changes nothing.
    arena.learn_host_size(1);
    assert_eq!(arena.host_size(), 3 * cores);
    let looks = || {
        let mut patience = arena.patience();
        iter::from_fn(|| patience.pause().then_some(())).count()
    };
    assert!(looks() <= 200, "it yields, and does not spin");
    arena.learn_host_size(5 * cores);
    assert_eq!(looks(), 2, "among many it yields rarely");
}

#[test]
fn polls_in_vain_yield_a_core_that_is_shared() {
    let cores = crate::topology::OwnCores::find().count as u32;
    let arena = Arena::create(ArenaLayout::block(1, 1, 0, 1 << 20)).unwrap();
    let yields = || (0..80).filter(|_| arena.polled_in_vain()).count();
    assert_eq!(yields(), 0, "there is a core for the process");
    arena.learn_host_size(cores + 1);
    assert_eq!(yields(), 10);
    // Each thread counts its own.
    std::thread::scope(|scope| {
        (0..7).for_each(|_| assert!(!arena.polled_in_vain()));
        let first = scope.spawn(|| arena.polled_in_vain()).join();
        assert!(!first.expect("it does not panic"));
        assert!(arena.polled_in_vain());
    });
}
