use alloc::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

#[test]
fn a_slot_used_again_has_another_key() {
    let mut slab = Slab::new(1);
    let first = slab.insert('a').unwrap();
    assert_eq!(slab.insert('b'), None);
    assert_eq!(slab.remove(first), Some('a'));
    let second = slab.insert('b').unwrap();
    assert_ne!(first, second);
    assert_eq!(slab.get(first), None);
    assert_eq!(slab.remove(first), None);
    assert_eq!(slab.get(second), Some(&'b'));
    assert_eq!(slab.len(), 1);
}

proptest! {
    #[test]
    fn number_table_is_a_map(ops in prop::collection::vec((any::<bool>(), 0u32..64, 0u32..8), 0..400)) {
        let mut table = NumberTable::new();
        let mut model = BTreeMap::new();
        for (i, (add, low, high)) in ops.into_iter().enumerate() {
            // Few low bits and some high bits, so that many numbers have one home.
            let number = (low % 7) | (high << 10);
            if add && !model.contains_key(&number) {
                table.insert(number, Key(i as u32));
                model.insert(number, Key(i as u32));
            } else {
                table.remove(number);
                model.remove(&number);
            }
            for low in 0..7 {
                for high in 0..8 {
                    let number = low | (high << 10);
                    prop_assert_eq!(table.get(number), model.get(&number).copied());
                }
            }
        }
    }
}
