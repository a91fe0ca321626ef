use super::*;

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

#[test]
fn lists_of_ranks_are_read_in_any_order() {
    assert_eq!(ranks(&text("0,2,1,3")), Some(vec![0, 2, 1, 3]));
    assert_eq!(ranks(&text("12, 3")), Some(vec![12, 3]));
    for wrong in ["", "1,,2", "a", "1-3"] {
        assert_eq!(ranks(&text(wrong)), None, "{wrong}");
    }
    assert_eq!(ranks(&Value::Number(0)), None);
}

#[test]
fn hosts_get_numbers() {
    let names = ["h1", "h2", "h1", "h3"].map(text).to_vec();
    assert_eq!(numbered(names), [0, 1, 0, 2]);
}

#[test]
fn a_host_of_several_servers_is_found() {
    let nodes = text("h1,h2,h12,h1");
    assert!(is_repeated(&text("h1"), &nodes));
    assert!(!is_repeated(&text("h12"), &nodes));
    assert!(!is_repeated(&text("h"), &nodes));
}
