use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use farreach_conformance::VecMemory;
use farreach_verbs::{Access, Memory, PdId};

use super::RegionTable;
use crate::number::Numbers;

#[test]
fn remote_keys_of_regions_that_are_gone_come_again_after_all_others() {
    let mut table = RegionTable::new(3, 100);
    table.rkeys = Numbers::new(3, 2, 2);
    let mut register = || {
        let region = table.register(PdId(1), VecMemory::allocate(8), 0, Access::ALL);
        let region = region.unwrap();
        table.deregister(region.lkey).unwrap();
        region.rkey.0
    };
    // No key is 0, which means no remote access.
    let mut round = || -> Vec<u32> { (0..15).map(|_| register()).collect() };
    let first = round();
    assert_eq!(
        first.iter().copied().collect::<BTreeSet<u32>>(),
        (1..16).collect()
    );
    for _ in 0..10 {
        assert_eq!(round(), first);
    }
}
