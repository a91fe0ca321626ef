use super::*;

#[test]
fn heads_are_read_as_they_were_written() {
    for shape in [&[5][..], &[2, 3], &[1, 2, 3, 4, 5, 6, 7]] {
        let bytes = head("<f8", shape);
        assert_eq!(bytes.len() % ALIGNMENT, 0);
        let read = parse(&bytes).expect("a header");
        assert_eq!((read.shape.as_slice(), read.start), (shape, bytes.len()));
        assert_eq!((read.descr.as_str(), read.is_fortran_order), ("<f8", false));
    }
    assert!(head("<c16", &[5]).windows(4).any(|at| at == b"(5,)"));
}

#[test]
fn damaged_heads_are_refused() {
    let good = head("<i4", &[10, 20]);
    for end in 0..good.len() {
        assert!(parse(&good[..end]).is_err(), "cut at {end}");
    }
    let mut refused = 0;
    for at in 0..good.len() {
        for byte in 0..=255 {
            let mut bytes = good.clone();
            bytes[at] = byte;
            // No byte makes it panic. A changed digit or space is still a header.
            refused += usize::from(parse(&bytes).is_err());
        }
    }
    assert!(refused > 10_000, "{refused}");
    for (text, what) in [
        ("{'descr': '<i4', 'shape': (1,), }", "lacks fortran_order"),
        (
            "{'descr': '<i4', 'fortran_order': None}",
            "unknown key or value",
        ),
        ("{'shape': (99999999999999999999999,)}", "no number"),
        ("{'descr': '<i4", "without an end"),
    ] {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((text.len() as u16).to_le_bytes());
        bytes.extend(text.as_bytes());
        let error = parse(&bytes).expect_err(text);
        assert!(error.contains(what), "{error}");
    }
}
