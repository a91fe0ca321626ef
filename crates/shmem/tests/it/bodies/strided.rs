//! Strided puts and gets.

use farreach_runtime::Blocks;
use farreach_shmem::{Error, Pe};

use crate::pattern::{assert_same, bytes, effort, mix, own};

/// Bytes of a block, the number of blocks, and the bytes between blocks at both ends.
const SHAPES: &[(usize, usize, usize, usize)] = &[
    (8, 1, 8, 0),
    (8, 100, 0, 0),
    (8, 600, 8, 24),
    (4, 333, 0, 4),
    (1, 50, 2, 700),
    (16, 700, 16, 1000),
    (3, 77, 1, 2),
    (100, 40, 0, 60),
    (2000, 9, 100, 600),
    (70_000, 3, 5, 2000),
    (5000, 60, 0, 64),
    (8, 0, 8, 8),
    (0, 5, 8, 8),
];

/// Every PE puts blocks to every other and gets them back. The bytes in between are unchanged.
pub(super) fn strides(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let room = 1 + SHAPES
        .iter()
        .map(|&(bytes, count, _, gap)| count * (bytes + gap))
        .max()
        .expect("there are some");
    let object = pe.alloc::<u8>(room)?;
    let few = effort(pe, 8) < 8;
    for (round, &(len, count, here, there)) in SHAPES.iter().enumerate() {
        if few && len * count > 100_000 {
            continue;
        }
        let blocks = Blocks {
            bytes: len,
            count,
            here: len + here,
            there: len + there,
        };
        for shift in [1, n.div_ceil(2)] {
            let to = (me + shift) % n;
            let from = (me + n - shift % n) % n;
            let seed = |pe: u32| mix(u64::from(pe), (round * 1000) as u64 + u64::from(shift));
            // Unaligned every second time.
            let at = round % 2;
            let empty = vec![0xa5; room];
            pe.write(object, &empty)?;
            pe.barrier_all()?;
            let source = bytes(seed(me), blocks.span_here());
            pe.world()
                .direct()
                .put_strided(to, object.offset() + at, &source, blocks)?;
            let mut back = vec![0x5a; blocks.span_here()];
            // The gets come after the puts toward the same PE.
            pe.quiet()?;
            pe.world()
                .direct()
                .get_strided(to, object.offset() + at, &mut back, blocks)?;
            pe.barrier_all()?;
            let (mut wanted, mut wanted_back) = (empty, vec![0x5a; back.len()]);
            let theirs = bytes(seed(from), source.len());
            for block in 0..if len == 0 { 0 } else { count } {
                let (a, b) = (block * blocks.here, at + block * blocks.there);
                wanted[b..b + len].copy_from_slice(&theirs[a..a + len]);
                wanted_back[a..a + len].copy_from_slice(&source[a..a + len]);
            }
            let what = || format!("{blocks:?} from {from}");
            assert_same(&own(pe, &object, 0, room)?, &wanted, what);
            assert_same(&back, &wanted_back, || format!("{blocks:?} back from {to}"));
            pe.barrier_all()?;
        }
    }
    refusals(pe)
}

fn refusals(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let limit = pe.world().own_segment().len();
    let blocks = Blocks {
        bytes: 8,
        count: 10,
        here: 8,
        there: 16,
    };
    let mut data = [0; 80];
    for to in 0..n {
        for (offset, blocks, len, wrong) in [
            (limit - 151, blocks, 80, "152 bytes at offset"),
            (limit - 152, blocks, 79, "80 bytes at offset 0"),
            (
                0,
                Blocks {
                    there: usize::MAX / 4,
                    ..blocks
                },
                80,
                "bytes at offset 0",
            ),
        ] {
            let put = pe
                .world()
                .direct()
                .put_strided(to, offset, &data[..len], blocks);
            let get = pe
                .world()
                .direct()
                .get_strided(to, offset, &mut data[..len], blocks);
            for result in [put, get] {
                let text = result.expect_err("outside").to_string();
                assert!(text.contains(wrong), "no {wrong:?} in {text}");
                assert!(text.contains(&format!("rank {me}:")), "{text}");
            }
        }
    }
    for count in [0, 1, 10] {
        let blocks = Blocks { count, ..blocks };
        assert!(matches!(
            pe.world().direct().put_strided(n, 0, &data, blocks),
            Err(Error::NoSuchRank { .. })
        ));
    }
    pe.barrier_all()
}
