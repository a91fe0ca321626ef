//! What MPICH 4 and 5 say of many types: bounds, and a hash of two elements when packed.

use super::expression::Expression;
use super::model::packed;

/// One type a line: expression, size, lower bound, extent, true lower bound, true extent, and the
/// number of bytes and the FNV hash of two packed elements.
const FACTS: &str = include_str!("facts.txt");

/// The buffer from whose middle elements were packed.
const BUFFER: usize = 1 << 20;

fn source() -> Vec<u8> {
    let byte = |index: usize| index * index * 31 + index * 7 + (index >> 8) * 13;
    (0..BUFFER).map(|index| byte(index) as u8).collect()
}

fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[test]
fn types_are_as_mpich_makes_them() {
    let source = source();
    let mut seen = 0;
    for line in FACTS.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let text = fields.next().unwrap();
        let expected = fields.next_back().unwrap();
        let numbers: Vec<isize> = fields.map(|field| field.parse().unwrap()).collect();
        let built = Expression::parse(text).build();
        let datatype = built.unwrap_or_else(|error| panic!("{text}: {error}"));
        let (lower, extent) = datatype.extent();
        let (true_lower, true_extent) = datatype.true_extent();
        let bounds = [
            datatype.size() as isize,
            lower,
            extent,
            true_lower,
            true_extent,
        ];
        assert_eq!(bounds[..], numbers[..], "{text}");
        if expected != "-" {
            let bytes = packed(&datatype, 2, &source, BUFFER / 2);
            let found = format!("{}:{:016x}", bytes.len(), hash(&bytes));
            assert_eq!(found, expected, "{text}");
        }
        seen += 1;
    }
    assert!(seen > 300, "{seen} types");
}
