use proptest::prelude::*;

use super::super::catalogue::{Action, Operation};
use super::{LINE_BYTES_MAX, Said, read};

const PUT: Operation = Operation {
    action: Action::Put,
    bytes: 8,
};
const RATE: Operation = Operation {
    action: Action::PutRate,
    bytes: 8,
};

fn said(output: &str) -> Result<Said, String> {
    read(output.as_bytes(), &[PUT, RATE]).map_err(|misread| misread.to_string())
}

#[test]
fn figures_are_read_between_what_others_print() {
    let output = "hwloc: no GPU\nrow put:8 1.5e-8 s\n\nrow put_rate:8 2e6 1/s\nsize 2\ndone\n";
    let said = said(output).unwrap();
    assert_eq!(
        said.figures.into_iter().collect::<Vec<_>>(),
        [(PUT, 1.5e-8), (RATE, 2e6)]
    );
    assert_eq!((said.size, said.done, said.wrong), (Some(2), true, vec![]));
}

#[test]
fn an_output_that_breaks_off_is_not_done() {
    let said = said("row put:8 1.5e-8 s\nrow_without_end").unwrap();
    assert!(!said.done && said.figures.len() == 1);
}

#[test]
fn wrong_data_is_told() {
    assert_eq!(said("wrong put_rate:8\n").unwrap().wrong, [RATE]);
}

#[test]
fn lines_that_are_not_as_agreed_are_refused_with_the_reason() {
    let long = format!("row {}", "x".repeat(LINE_BYTES_MAX));
    for (line, why) in [
        ("row put:8 1.5e-8", "fields"),
        ("row put:8 1.5e-8 s s", "fields"),
        ("row put:16 1.5e-8 s", "not asked for"),
        ("row get:8 1.5e-8 s", "not asked for"),
        ("wrong get:8", "not asked for"),
        ("row put:8 fast s", "no number"),
        ("row put:8 nan s", "not above 0"),
        ("row put:8 inf s", "not above 0"),
        ("row put:8 -1 s", "not above 0"),
        ("row put:8 0 s", "not above 0"),
        ("row put:8 1 B/s", "unit"),
        ("row put:8 1 s\nrow put:8 2 s", "already"),
        ("size two", "no number"),
        ("size -1", "no number"),
        ("done or not", "fields"),
        (&long, "too long"),
    ] {
        let error = said(line).expect_err(line);
        assert!(error.contains(why), "{line}: {error}");
    }
    let error = read(b"row \xFF:8 1 s", &[PUT]).unwrap_err();
    assert!(error.to_string().contains("not text"), "{error}");
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic_or_yield_a_figure_that_is_none(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        start in prop::sample::select(vec!["", "row ", "row put:8 ", "size ", "wrong ", "done"]),
    ) {
        let mut output = start.as_bytes().to_vec();
        output.extend(bytes);
        if let Ok(said) = read(&output, &[PUT, RATE]) {
            prop_assert!(said.figures.values().all(|value| value.is_finite() && *value > 0.0));
        }
    }
}
