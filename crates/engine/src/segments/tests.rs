use alloc::vec::Vec;

use super::*;

const INFO: SegmentInfo = SegmentInfo {
    version: 1,
    base: SEGMENT_BASE,
    len: 1 << 20,
    rkey: Rkey(0),
    layout: 7,
    stride: 0,
    own: Rkey(0),
    abilities: Abilities::NONE,
    reads: 16,
};

#[test]
fn numbers_of_queues_follow_a_segment() {
    let numbers = [SrqNumber(0x12_3456), SrqNumber(9), SrqNumber(0xff_ffff)];
    let mut bytes = INFO.encode();
    assert_eq!(queues(&bytes).count(), 0);
    add_queues(&mut bytes, numbers.into_iter());
    assert_eq!(SegmentInfo::decode(&bytes), Some(INFO));
    assert_eq!(queues(&bytes).collect::<Vec<_>>(), numbers);
    // More or fewer numbers than are told are no information.
    assert_eq!(SegmentInfo::decode(&bytes[..bytes.len() - 4]), None);
    bytes.extend([0; 4]);
    assert_eq!(SegmentInfo::decode(&bytes), None);
}

#[test]
fn processes_of_a_node_have_keys_of_their_own_unless_they_share_one() {
    let alone = SegmentInfo {
        rkey: Rkey(5),
        ..INFO
    };
    let other = alone.of_node_member(1, 3);
    assert_eq!((other.rkey, other.base), (Rkey(0), alone.base));
    let shared = SegmentInfo {
        stride: 1 << 30,
        own: Rkey(6),
        ..alone
    };
    let other = shared.of_node_member(1, 3);
    let base = shared.base + 2 * shared.stride;
    assert_eq!((other.rkey, other.base), (Rkey(5), base));
}
