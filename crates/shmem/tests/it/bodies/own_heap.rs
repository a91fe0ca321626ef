//! Memory that has another size, or another place, in each process.

use farreach_runtime::collectives::{Group, Members};
use farreach_shmem::{Error, Pe};

use crate::pattern::{assert_same, bytes, mix};

/// The bytes of `pe`'s block in a round: often none.
fn size(pe: u32, round: u64) -> usize {
    let draw = mix(u64::from(pe), round);
    (draw >> 8) as usize % 5000 * usize::from(!draw.is_multiple_of(3))
}

/// Puts this PE's pattern into all other PEs' blocks, a part into each, and checks its own block.
fn exchange(pe: &Pe, places: &[(u32, usize, usize)], seed: u64) -> Result<(), Error> {
    let (me, world) = (pe.my_pe(), pe.world());
    let index = places
        .iter()
        .position(|&(of, ..)| of == me)
        .expect("a member");
    let parts = places.len();
    for &(to, offset, len) in places {
        let part = len * index / parts..len * (index + 1) / parts;
        let pattern = bytes(mix(seed, u64::from(to)), len);
        world
            .direct()
            .put(to, offset + part.start, &pattern[part])?;
    }
    world.direct().quiet()?;
    Ok(())
}

fn check(pe: &Pe, (of, offset, len): (u32, usize, usize), seed: u64) -> Result<(), Error> {
    let mut got = vec![0; len];
    pe.world().direct().get(of, offset, &mut got)?;
    let wanted = bytes(mix(seed, u64::from(of)), len);
    assert_same(&got, &wanted, || format!("{len} bytes of {of}"));
    Ok(())
}

/// Blocks of another size in each process have one place everywhere.
pub(super) fn own_sizes(pe: &Pe) -> Result<(), Error> {
    let (me, n, world) = (pe.my_pe(), pe.n_pes(), pe.world());
    let mut kept = Vec::new();
    for round in 0..30 {
        let offset = world.allocate_of_own_size(size(me, round), 64)?.offset;
        // The offset is agreed on without an exchange of sizes.
        let symmetric = pe.alloc::<u8>(100)?;
        let alone = world.allocate_alone(size(me, round + 100), 8)?;
        let places: Vec<_> = (0..n).map(|pe| (pe, offset, size(pe, round))).collect();
        exchange(pe, &places, round)?;
        pe.barrier_all()?;
        for place in [places[me as usize], places[((me + 1) % n) as usize]] {
            check(pe, place, round)?;
        }
        kept.push((offset, symmetric, alone));
        pe.barrier_all()?;
        if round % 4 == 3 {
            let (offset, symmetric, alone) = kept.swap_remove(mix(9, round) as usize % kept.len());
            world.free_alone(alone)?;
            world.free(offset)?;
            pe.free(symmetric)?;
        }
    }
    for (offset, symmetric, alone) in kept {
        let twice = (alone, world.free_alone(alone), world.free_alone(alone));
        twice.1?;
        let text = twice.2.expect_err("freed twice").to_string();
        assert!(
            text.contains("is not the start of an allocated block"),
            "{text}"
        );
        world.free(offset)?;
        pe.free(symmetric)?;
    }
    assert_eq!(world.stats().heap_bytes, 0);
    Ok(())
}

/// Memory of a group has its own place in each member, whatever the members have allocated before.
pub(super) fn memory_of_groups(pe: &Pe) -> Result<(), Error> {
    let (me, n, world) = (pe.my_pe(), pe.n_pes(), pe.world());
    // The places differ.
    let mine = world.allocate_alone(1000 * (1 + me as usize), 8)?;
    let members = Members::Strided {
        start: me % 2,
        stride: 2,
        size: (n + 1 - me % 2) / 2,
    };
    let ranks: Vec<u32> = (0..n).filter(|pe| pe % 2 == me % 2).collect();
    let group: Group = world
        .collectives()
        .split(Some(members))?
        .expect("a member of it");
    for round in 0..10 {
        let offsets = world.allocate_among(&group, size(me, round), 64)?;
        let places = ranks.iter().zip(&offsets);
        let places: Vec<_> = places.map(|(&of, &at)| (of, at, size(of, round))).collect();
        exchange(pe, &places, round)?;
        world.collectives_of(&group).barrier()?;
        for &place in &places {
            check(pe, place, round)?;
        }
        world.collectives_of(&group).barrier()?;
        let index = ranks.iter().position(|&of| of == me).expect("a member");
        world.free_alone(offsets[index])?;
    }
    // All members fail when one does.
    let too_much = if me < 2 { usize::MAX / 2 } else { 8 };
    let error = world
        .allocate_among(&group, too_much, 8)
        .expect_err("too much");
    assert!(error.is_lack_of_memory(), "{error}");
    world.collectives_of(&group).disband()?;
    world.free_alone(mine)?;
    assert_eq!(world.stats().heap_bytes, 0);
    pe.barrier_all()
}

/// Symmetric and own blocks share the heap. A full heap is an error with numbers.
pub(super) fn both_ends(pe: &Pe) -> Result<(), Error> {
    let (me, n, world) = (pe.my_pe(), pe.n_pes(), pe.world());
    let heap = world.settings().heap as usize;
    // Only the last process takes much.
    let own = if me == n - 1 { heap / 2 } else { 64 };
    let alone = world.allocate_alone(own, 64)?;
    let text = pe
        .alloc::<u8>(heap * 3 / 4)
        .expect_err("too much")
        .to_string();
    assert!(
        text.contains("has no room for") || text.contains("another process"),
        "{text}"
    );
    let text = world.allocate_of_own_size(if me == 0 { heap * 3 / 4 } else { 0 }, 64);
    let text = text.expect_err("too much").to_string();
    assert!(text.contains("FARREACH_HEAP"), "{text}");
    let symmetric = world.allocate(heap / 4, 64)?;
    if me == n - 1 {
        let text = world
            .allocate_alone(heap / 2, 64)
            .expect_err("too much")
            .to_string();
        assert!(text.contains("FARREACH_HEAP"), "{text}");
    }
    world.free(symmetric)?;
    world.free_alone(alone)?;
    let text = world
        .allocate_alone(8, 24)
        .expect_err("alignment")
        .to_string();
    assert!(text.contains("24 is not a power of two"), "{text}");
    assert_eq!(world.stats().heap_bytes, 0);
    pe.barrier_all()
}
