use proptest::prelude::*;

use super::*;

fn layout() -> ArenaLayout {
    ArenaLayout::block(64, 4, 1, 256 << 20).with_globals(1 << 30)
}

#[test]
fn sections_are_apart_and_large_segments_are_aligned() {
    let plan = Plan::new(layout()).unwrap();
    let mut end = HEADER_BYTES as u64;
    for kind in SectionKind::ALL {
        let section = plan.section(kind);
        assert!(section.offset >= end && section.offset.is_multiple_of(PAGE));
        end = section.offset + section.len;
    }
    assert!(end <= plan.total);
    for local in 0..plan.layout.local_size {
        assert!(plan.segment_offset(local).is_multiple_of(SEGMENT_ALIGN));
        assert!(plan.segment_offset(local) + plan.segment_bytes() <= plan.total);
    }
    assert!(plan.segment_offset(1) - plan.segment_offset(0) >= plan.segment_bytes());
}

/// The hash by which the first-level cache of AMD's Zen selects a way ("Take A Way", section 3).
fn way_hash(address: u64) -> u64 {
    let bit = |index: u32| address >> index & 1;
    let pairs = [
        (12, 27),
        (13, 26),
        (14, 25),
        (15, 20),
        (16, 21),
        (17, 22),
        (18, 23),
        (19, 24),
    ];
    let hash = |sum, (low, high)| sum << 1 | (bit(low) ^ bit(high));
    pairs.into_iter().fold(0, hash)
}

#[test]
fn neighbours_pages_do_not_displace_each_other() {
    for heap in [16 << 20, 256 << 20, 1 << 30, (3 << 30) + 4096] {
        let plan = Plan::new(ArenaLayout::block(8, 1, 0, heap)).unwrap();
        let (own, next) = (plan.segment_offset(2), plan.segment_offset(3));
        assert_ne!(way_hash(own), way_hash(next));
        for distance in (12..28).map(|power| 1 << power) {
            assert_ne!(way_hash(own + distance), way_hash(next), "{distance}");
            assert_ne!(way_hash(own), way_hash(next + distance), "{distance}");
        }
    }
}

#[test]
fn small_segments_are_dense() {
    let layout = ArenaLayout {
        internal_bytes: PAGE,
        ..ArenaLayout::block(2, 1, 0, 1000).with_globals(1)
    };
    let plan = Plan::new(layout).unwrap();
    assert_eq!(plan.layout.heap_bytes, PAGE);
    assert_eq!(plan.layout.globals_bytes, PAGE);
    assert_eq!(plan.segment_offset(1) - plan.segment_offset(0), 3 * PAGE);
}

#[test]
fn a_header_comes_back() {
    let plan = Plan::new(layout()).unwrap();
    assert_eq!(Plan::decode(&plan.encode(), plan.total), Ok(plan));
    assert_eq!(
        Plan::decode(&plan.encode(), plan.total - 1),
        Err(LayoutError::Size {
            expected: plan.total,
            actual: plan.total - 1
        })
    );
}

#[test]
fn unknown_sections_are_ignored() {
    let plan = Plan::new(layout()).unwrap();
    let mut header = plan.encode();
    let at = TABLE + SectionKind::ALL.len() * TABLE_ENTRY;
    header[12..16].copy_from_slice(&(SectionKind::ALL.len() as u32 + 1).to_ne_bytes());
    header[at..at + 4].copy_from_slice(&77_u32.to_ne_bytes());
    assert_eq!(Plan::decode(&header, plan.total), Ok(plan));
}

#[test]
fn wrong_headers_are_named() {
    let plan = Plan::new(layout()).unwrap();
    let mut header = plan.encode();
    header[0] = b'X';
    assert!(matches!(
        Plan::decode(&header, plan.total),
        Err(LayoutError::Magic { .. })
    ));
    let mut header = plan.encode();
    header[8] = 99;
    assert!(matches!(
        Plan::decode(&header, plan.total),
        Err(LayoutError::Version { found: 99, .. })
    ));
    let mut header = plan.encode();
    header[TABLE] = 200;
    assert!(matches!(
        Plan::decode(&header, plan.total),
        Err(LayoutError::Section { kind: 1, .. })
    ));
}

#[test]
fn impossible_parameters_are_refused() {
    let refused = |change: fn(&mut ArenaLayout)| {
        let mut layout = layout();
        change(&mut layout);
        let error = Plan::new(layout).unwrap_err();
        assert!(matches!(error, LayoutError::OutOfRange { .. }), "{error:?}");
    };
    refused(|l| l.job_size = 0);
    refused(|l| l.nodes = 65);
    refused(|l| l.node = 4);
    refused(|l| l.first_rank = 49);
    refused(|l| l.local_size = 0);
    refused(|l| l.host_size = 15);
    refused(|l| l.heap_bytes = u64::MAX);
    refused(|l| l.heap_bytes = ARENA_BYTES_MAX);
    refused(|l| l.globals_bytes = u64::MAX);
    refused(|l| l.globals_bytes = ARENA_BYTES_MAX / 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 16 } else { 4096 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// A damaged header is refused, or its sections lie inside the file.
    #[test]
    fn a_damaged_header_is_refused_or_harmless(
        damage in prop::collection::vec((0_usize..TABLE + (SectionKind::ALL.len() + 1) * TABLE_ENTRY, any::<u8>()), 1..12),
        actual in prop_oneof![any::<u64>(), 0_u64..(1 << 34)],
    ) {
        let mut header = Plan::new(layout()).unwrap().encode();
        for (at, byte) in damage {
            header[at] = byte;
        }
        if let Ok(plan) = Plan::decode(&header, actual) {
            prop_assert!(plan.total <= actual);
            for kind in SectionKind::ALL {
                let section = plan.section(kind);
                prop_assert!(section.offset + section.len <= plan.total);
                prop_assert!(section.len >= needed(&plan.layout, kind));
            }
            let last = plan.layout.local_size - 1;
            prop_assert!(plan.segment_offset(last) + plan.segment_bytes() <= plan.total);
        }
    }
}
