use super::{Row, Target, show, table, to_json};
use crate::conditions::Conditions;
use crate::task::{Bench, Placement};

fn row() -> Row {
    Row {
        bench: Bench::Latency,
        case: "get 8 B".into(),
        placement: Placement::CrossNode,
        target: Target::Computing,
        value: 7.0,
        unit: "us".into(),
        limit: Some(5.0),
        limit_name: Some("UDP round trip".into()),
        ratio: Some(1.4),
        samples: 5,
    }
}

#[test]
fn json_has_exactly_the_promised_fields() {
    let rows = to_json(&[
        row(),
        Row {
            limit: None,
            limit_name: None,
            ratio: None,
            ..row()
        },
    ]);
    let parsed: serde_json::Value = serde_json::from_str(&rows).unwrap();
    let array = parsed.as_array().unwrap();
    assert_eq!(array.len(), 2);
    for object in array {
        let mut fields: Vec<&str> = object
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        fields.sort_unstable();
        let mut promised = [
            "bench",
            "case",
            "placement",
            "target",
            "value",
            "unit",
            "limit",
            "limit_name",
            "ratio",
            "samples",
        ];
        promised.sort_unstable();
        assert_eq!(fields, promised);
    }
    assert_eq!(array[0]["bench"], "latency");
    assert_eq!(array[0]["placement"], "cross-node");
    assert_eq!(array[0]["target"], "computing");
    assert_eq!(array[0]["ratio"], 1.4);
    assert!(array[1]["limit"].is_null());
    let back: Vec<Row> = serde_json::from_str(&rows).unwrap();
    assert_eq!(back[0], row());
}

#[test]
fn no_rows_are_an_empty_array() {
    let parsed: serde_json::Value = serde_json::from_str(&to_json(&[])).unwrap();
    assert_eq!(parsed, serde_json::json!([]));
}

#[test]
fn the_table_shows_each_figure_and_what_is_better() {
    let text = table(&[row()], &Conditions::begin(), None);
    for part in [
        "get 8 B",
        "latency, cross-node, target computing",
        "7.00 us",
        "5.00 us",
        "1.40",
        "UDP round trip",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(
        text.contains("less is better") && text.contains("more is better"),
        "{text}"
    );
}

#[test]
fn a_table_fits_the_terminal_and_keeps_its_figures_whole() {
    let long = Row {
        case: "connections' heap of a process that has reached all, 128 processes on 8 nodes, reach rc-msrq".into(),
        limit_name: Some("cache-line ping-pong, two lines, half round trip".into()),
        ..row()
    };
    let text = table(&[long.clone(), row()], &Conditions::begin(), Some(80));
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert_eq!(text.matches("7.00 us").count(), 2, "{text}");
    // Without a width, lines are not wrapped, so that they can be searched.
    let text = table(std::slice::from_ref(&long), &Conditions::begin(), None);
    assert!(
        text.lines()
            .any(|line| line.contains(&long.case) && line.contains("7.00 us")),
        "{text}"
    );
}

#[test]
fn figures_have_three_digits() {
    let shown = [1234.5, 99.94, 12.34, 1.234, 0.1234, 0.0].map(show);
    assert_eq!(shown, ["1234", "99.9", "12.3", "1.23", "0.123", "0.00"]);
}
