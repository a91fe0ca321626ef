use super::*;

#[test]
fn accesses_stay_in_bounds_and_aligned() {
    let memory = VecMemory::from_bytes(&[1; 12]);
    let add = AtomicOp::Add(1);
    assert_eq!(
        memory.atomic(8, AtomicWidth::W32, add),
        Ok(0x0101_0101),
        "the old word"
    );
    assert!(matches!(
        memory.atomic(8, AtomicWidth::W64, add),
        Err(MemoryError::OutOfBounds { .. })
    ));
    assert!(matches!(
        memory.atomic(2, AtomicWidth::W32, add),
        Err(MemoryError::Misaligned { .. })
    ));
    assert!(memory.write(9, &[0; 4]).is_err());
    assert!(memory.read(usize::MAX, &mut [0; 2]).is_err());
    memory.write(10, &[7, 8]).unwrap();
    let mut bytes = [0; 3];
    memory.clone().read(9, &mut bytes).unwrap();
    assert_eq!(bytes, [1, 7, 8], "clones share the bytes");
    assert_eq!(memory.to_vec()[..8], [1; 8]);
    let losing = VecMemory::losing(4, 8);
    losing.write(2, &[1; 6]).unwrap();
    losing.write(6, &[1; 2]).unwrap();
    assert!(losing.write(6, &[1; 3]).is_err());
    assert_eq!(losing.to_vec(), [0, 0, 1, 1, 0, 0, 0, 0]);
}

#[test]
fn ranges_reach_over_pages_that_were_written_and_others() {
    let memory = VecMemory::allocate(4 * PAGE);
    let part = memory.slice(PAGE - 3, 2 * PAGE).unwrap();
    let bytes: Vec<u8> = (0..PAGE + 9).map(|at| at as u8).collect();
    part.write(1, &bytes).unwrap();
    let mut read = vec![1; 2 * PAGE];
    part.read(0, &mut read).unwrap();
    assert_eq!(read[0], 0);
    assert_eq!(read[1..PAGE + 10], bytes);
    assert!(read[PAGE + 10..].iter().all(|&byte| byte == 0));
    // A word of the slice lies in two pages.
    let across = memory.slice(PAGE - 4, 8).unwrap();
    assert_eq!(across.write(0, &u64::MAX.to_ne_bytes()), Ok(()));
    let old = across.atomic(0, AtomicWidth::W64, AtomicOp::Swap(5));
    assert_eq!(old, Ok(u64::MAX));
    assert_eq!(across.to_vec(), 5u64.to_ne_bytes());
}
