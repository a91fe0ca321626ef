use proptest::prelude::*;

use super::*;

fn value(endpoints: &[WireEndpoint]) -> NodeValue {
    NodeValue {
        version: 1,
        sizes: Sizes {
            job: 9,
            heap: 1 << 30,
            globals: 0,
        },
        share: [7; 16],
        host: "h1".into(),
        boot: "boot".into(),
        network: "net:[1]".into(),
        proof: Some([1; 32]),
        watched_at: Some(([9; 16], 4000)),
        endpoints: Endpoints::new(endpoints),
    }
}

fn endpoint(gid: u8, number: u32) -> WireEndpoint {
    WireEndpoint {
        gid: [gid; 16],
        port: number as u16,
        qp: number.wrapping_mul(77),
        qkey: !number,
        device: DeviceTag(number as u16 / 64),
    }
}

#[test]
fn a_node_with_one_address_says_it_once() {
    let one: Vec<WireEndpoint> = (0..64).map(|number| endpoint(1, number)).collect();
    let mut two = one.clone();
    two[63].gid = [2; 16];
    let [one, two] = [one, two].map(|all| split(&value(&all), 1 << 20)[0].len());
    assert!(one + 60 * 16 < two, "{one} and {two} characters");
}

#[test]
fn wrong_pieces_are_an_error_that_says_so() {
    for (piece, wrong) in [
        ("", "number of pieces"),
        ("AQID", "number of pieces"),
        ("0.AQID", "number of pieces"),
        ("-1.AQID", "number of pieces"),
        ("99999999999.AQID", "number of pieces"),
        ("1.A", "not encoded right"),
        ("1.A!", "not encoded right"),
        ("1.AQID", "another form"),
    ] {
        let error = Pieces::default().take(piece).expect_err(piece);
        assert!(error.contains(wrong), "{piece}: {error}");
    }
}

proptest! {
    #[test]
    fn values_are_put_together_from_pieces_of_any_size(
        count in 0..40_u32,
        addresses in 1..3_u8,
        value_max in 1..400_usize,
    ) {
        let all = (0..count).map(|number| endpoint(number as u8 % addresses, number));
        let all: Vec<WireEndpoint> = all.collect();
        let value = value(&all);
        let mut pieces = Pieces::default();
        let split = split(&value, value_max);
        for (nth, piece) in split.iter().enumerate() {
            prop_assert_eq!(pieces.wanted(), nth);
            prop_assert!(piece.len() < value_max.max(COUNT_MAX + 2));
            let taken = pieces.take(piece).expect("a piece");
            let is_last = nth + 1 == split.len();
            prop_assert_eq!(taken.clone(), is_last.then(|| value.clone()));
            if let Some(value) = taken {
                prop_assert_eq!(value.endpoints.into_list(), all.clone());
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(pieces in prop::collection::vec("[0-9]{0,2}\\.?[A-Za-z0-9_=-]{0,60}", 1..4)) {
        let mut reader = Pieces::default();
        for piece in &pieces {
            if reader.take(piece).is_err() {
                break;
            }
        }
    }
}
