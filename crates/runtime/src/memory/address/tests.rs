use super::*;

fn addresses() -> Addresses {
    let span = |first, len, offset| Span { first, len, offset };
    Addresses {
        heap: span(0x10_0000, 0x1000, 0x100),
        program: span(0x40_0000, 0x2000, 0x9000),
        others: vec![
            span(0x70_0000, 0x1000, 0xc000),
            span(0x50_0000, 0x1000, 0xd000),
        ],
    }
}

#[test]
fn addresses_are_found_to_the_last_byte() {
    let addresses = addresses();
    for (first, len, offset) in [
        (0x10_0000, 0x1000, 0x100),
        (0x40_0000, 0x2000, 0x9000),
        (0x70_0000, 0x1000, 0xc000),
        (0x50_0000, 0x1000, 0xd000),
    ] {
        assert_eq!(addresses.offset(first, 1), Some(offset));
        assert_eq!(addresses.offset(first, len), Some(offset));
        assert_eq!(addresses.offset(first + len - 1, 1), Some(offset + len - 1));
        assert_eq!(addresses.offset(first + len - 1, 2), None);
        assert_eq!(addresses.offset(first + len, 0), None);
        assert_eq!(addresses.offset(first - 1, 1), None);
        assert_eq!(addresses.offset(first, usize::MAX), None);
    }
}

#[test]
fn offsets_of_variables_lead_back() {
    let addresses = addresses();
    assert_eq!(addresses.variable(0x9001), Some(0x40_0001));
    assert_eq!(addresses.variable(0xcfff), Some(0x70_0fff));
    assert_eq!(addresses.variable(0xd000), Some(0x50_0000));
    assert_eq!(addresses.variable(0x100), None);
    assert_eq!(addresses.variable(0xb000), None);
}
