use farreach_conformance::VecMemory;
use farreach_sim::{Faults, Network, SimDevice};
use farreach_verbs::ListedOps;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::*;

const BYTES: u32 = 16 << 10;

fn device() -> (SimDevice<VecMemory>, PdId) {
    let mut device = Network::new(1, Faults::default()).attach(0, 1);
    let pd = device.create_pd().unwrap();
    (device, pd)
}

#[test]
fn a_list_holds_what_was_added_and_its_furthest_put() {
    let (mut device, pd) = device();
    let mut lists = Lists::new(BYTES);
    let mut random = Pcg64::seed_from_u64(4);
    for _ in 0..50 {
        let max = lists.max(Some(random.random_range(1024..4096)));
        let index = lists.take(&mut device, pd, max, 8).unwrap().unwrap();
        lists.open(index, 3, Tracking::Implicit, max);
        assert_eq!(lists.pop_open(), Some(3));
        let mut puts = Vec::new();
        loop {
            let len = random.random_range(1..64);
            let put = (random.random_range(0..1 << 20), alloc::vec![7; len]);
            let (offset, bytes) = (put.0, &put.1[..]);
            let added = if puts.is_empty() {
                lists.add(index, Tracking::Implicit, ListedWrite { offset, bytes })
            } else {
                lists.add_to_latest(3, Tracking::Implicit, offset, bytes)
            };
            puts.extend(added.map(|_| put));
            if added != Some(Added::HasRoom) {
                break;
            }
        }
        // Refused: a put toward another peer, and a put with other tracking.
        assert_eq!(lists.add_to_latest(4, Tracking::Implicit, 0, &[]), None);
        assert_eq!(lists.add_to_latest(3, Tracking::Unawaited, 0, &[]), None);
        lists.close(index);
        assert_eq!(lists.add_to_latest(3, Tracking::Implicit, 0, &[]), None);
        let end = |&(offset, ref bytes): &(u64, Vec<u8>)| offset + bytes.len() as u64;
        let (offset, len) = lists.get(index).furthest();
        assert_eq!(puts.iter().map(end).max(), Some(offset + len as u64));
        let mut copy = Vec::new();
        lists.get(index).copy(&mut copy);
        assert!(copy.len() <= max);
        let listed: Vec<u64> = ListedOps::new(&copy)
            .map(|op| op.unwrap().offset())
            .collect();
        assert!(puts.iter().map(|put| &put.0).eq(&listed));
        lists.free(index);
    }
    assert_eq!(lists.in_use(), 0);
    assert_eq!(lists.all.len(), 1, "its memory is used again");
}

#[test]
fn there_are_so_many_of_each_kind() {
    let (mut device, pd) = device();
    let mut lists = Lists::new(BYTES);
    for (max, first, most) in [
        (UNCONNECTED, 8, LISTS_MAX),
        (BYTES as usize, 8, LISTS_MAX),
        (BYTES as usize, SMALL, LARGE_MAX),
    ] {
        for _ in 0..most {
            let taken = lists.take(&mut device, pd, max, first).unwrap();
            assert!(taken.is_some());
        }
        assert_eq!(lists.take(&mut device, pd, max, first).unwrap(), None);
    }
    assert_eq!(lists.in_use(), 2 * LISTS_MAX + LARGE_MAX);
}
