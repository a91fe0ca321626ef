use std::sync::atomic::Ordering;

use super::*;
use crate::{ArenaLayout, Doorbell};

#[test]
fn each_segment_is_the_one_that_the_arena_gives() {
    for local_size in [1, 3] {
        let arena = Arena::create(ArenaLayout::block(local_size, 1, 0, 1 << 20)).unwrap();
        let segments = Segments::new(&arena);
        for index in 0..local_size {
            let segment = segments.get(index as usize).unwrap();
            let bytes = arena.segment(index);
            assert_eq!(segment.bytes.len(), bytes.len());
            let last = bytes.len() - 8;
            segment.bytes.store(last, u64::from(index) + 7).unwrap();
            assert_eq!(bytes.load_u64(last), Ok(u64::from(index) + 7));
            assert!(segment.bytes.load::<u64>(last + 1).is_err());
        }
        assert!(segments.get(local_size as usize).is_none());
        assert!(segments.get(usize::MAX).is_none());
    }
}

#[test]
fn a_ring_reaches_the_doorbell_of_its_process() {
    let arena = Arena::create(ArenaLayout::block(2, 1, 0, 0)).unwrap();
    let segments = Segments::new(&arena);
    let doorbell = Doorbell::new(&arena, 1);
    let word = || arena.process(1).doorbell.word.load(Ordering::SeqCst);
    let prepared = doorbell.prepare();
    segments.get(0).unwrap().ring();
    assert_eq!(word(), 1, "the other process's ring");
    segments.get(1).unwrap().ring();
    assert_eq!(word(), 2);
    doorbell.cancel(prepared);
}
