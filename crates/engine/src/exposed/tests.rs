use alloc::vec;

use farreach_conformance::VecMemory;
use farreach_sim::{Faults, Network};
use farreach_verbs::ListedWrite;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::*;
use crate::segments::SEGMENT_BASE;

const LEN: usize = 256;

fn region(key: u32, base: u64) -> Region {
    Region {
        lkey: Lkey(key),
        rkey: Rkey(key),
        base,
    }
}

fn remote(rkey: u32, addr: u64) -> RemotePlace {
    let rkey = Rkey(rkey);
    RemotePlace::Exposed(RemoteAddress { rkey, addr })
}

/// A segment of [`LEN`] bytes.
fn with_segment(shared: Option<(SharedSegments, u32)>) -> (Exposed<VecMemory>, VecMemory) {
    let (mut exposed, memory) = (Exposed::new(), VecMemory::allocate(LEN));
    let (region, can) = (region(1, SEGMENT_BASE), (Abilities::ALL, 1));
    exposed.set_segment(Some(region), memory.clone(), shared, can);
    (exposed, memory)
}

#[test]
fn what_lies_inside_is_done_and_nothing_else() {
    let (exposed, memory) = with_segment(None);
    let mut random = Pcg64::seed_from_u64(1);
    let mut model = vec![0; LEN];
    let mut bytes = Vec::new();
    for step in 0..2_000 {
        let offset = random.random_range(0..LEN + 16);
        let len = random.random_range(0..32);
        let place = RemotePlace::Segment(offset as u64);
        let is_inside = offset + len <= LEN;
        if step % 2 == 0 {
            let new: Vec<u8> = (0..len).map(|_| random.random()).collect();
            assert_eq!(exposed.write(place, &new).is_ok(), is_inside);
            if is_inside {
                model[offset..offset + len].copy_from_slice(&new);
            }
        } else {
            assert_eq!(exposed.read(place, len, &mut bytes).is_ok(), is_inside);
            if is_inside {
                assert_eq!(bytes, model[offset..offset + len]);
            }
        }
    }
    assert_eq!(memory.to_vec(), model);
}

#[test]
fn a_refusal_names_the_range_and_the_limit() {
    let (exposed, _) = with_segment(None);
    let refused = exposed.write(RemotePlace::Segment(250), &[0; 8]);
    let (offset, len, limit) = (250, 8, LEN as u64);
    assert_eq!(
        refused.unwrap_err(),
        Refused { offset, len, limit },
        "beyond the end"
    );
    let unaligned = exposed.update(RemotePlace::Segment(3), AtomicWidth::W64, AtomicOp::Add(1));
    assert_eq!(unaligned.unwrap_err().offset, 3);
    let unknown = exposed.write(remote(9, 64), &[0; 8]).unwrap_err();
    assert_eq!((unknown.offset, unknown.limit), (64, Record::NOT_EXPOSED));
}

#[test]
fn other_memory_permits_what_it_was_registered_for_while_it_is() {
    let (mut exposed, _) = with_segment(None);
    let memory = VecMemory::allocate(16);
    exposed.insert(region(2, 0), memory.clone(), Access::REMOTE_READ);
    let mut bytes = Vec::new();
    assert!(exposed.read(remote(2, 8), 8, &mut bytes).is_ok());
    assert!(exposed.read(remote(2, 9), 8, &mut bytes).is_err());
    assert!(exposed.write(remote(2, 0), &[1]).is_err());
    exposed.remove(Lkey(2));
    assert!(exposed.read(remote(2, 8), 8, &mut bytes).is_err());
}

#[test]
fn a_list_is_carried_out_up_to_the_first_that_is_outside() {
    let (exposed, memory) = with_segment(None);
    let list = VecMemory::allocate(256);
    let mut end = 0;
    for offset in [0, 8, LEN as u64, 16] {
        let bytes = &[7; 8];
        let write = ListedWrite { offset, bytes };
        end = write.store(&list, end).unwrap();
    }
    let refused = exposed.execute_list(&list.to_vec()[..end]).unwrap_err();
    assert_eq!(refused.offset, LEN as u64);
    assert_eq!(
        memory.to_vec()[..24],
        [[7; 16].as_slice(), &[0; 8]].concat()
    );
}

#[test]
fn the_key_of_a_node_leads_to_the_own_segment() {
    let segments = SharedSegments {
        base: 1 << 40,
        stride: 1 << 20,
        rkey: Rkey(77),
    };
    let (exposed, memory) = with_segment(Some((segments, 3)));
    let info = exposed.info();
    let told = RemoteAddress {
        rkey: info.rkey,
        addr: info.base + 40,
    };
    assert_eq!(told.addr, (1 << 40) + (3 << 20) + 40);
    exposed.write(RemotePlace::Exposed(told), &[5]).unwrap();
    assert_eq!(memory.to_vec()[40], 5);
}

#[test]
fn parts_of_a_segment_grow_with_it() {
    const MIB: u64 = 1 << 20;
    let mut device = Network::new(1, Faults::default()).attach(0, 1);
    let pd = device.create_pd().expect("a protection domain");
    let (mut exposed, memory) = (Exposed::new(), VecMemory::allocate(64 << 20));
    exposed.set_segment(None, memory, None, (Abilities::ALL, 1));
    let mut part = |offset, len| {
        let covered = exposed.cover(&mut device, pd, (offset, len), 2 * MIB);
        covered.expect("inside").0
    };
    assert_eq!(part(5 * MIB + 8, 8), 5 * MIB..5 * MIB + GRAIN_LEAST);
    // Not around again.
    assert_eq!(part(5 * MIB, 8), 5 * MIB..5 * MIB + 8);
    part(8 * MIB, 4 * MIB);
    assert_eq!(part(MIB, 8), MIB..2 * MIB, "an eighth, rounded up");
    part(16 * MIB, 32 * MIB);
    assert_eq!(part(3 * MIB, 8), 2 * MIB..4 * MIB, "at most");
}
