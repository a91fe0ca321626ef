//! Which values are read, and which refused.

use super::*;

fn read(name: &str, value: &str) -> Result<Settings, SettingsError> {
    Settings::from_variables(&[(name.to_owned(), value.to_owned())])
}

#[test]
fn every_default_can_be_read() {
    let settings = Settings::from_variables(&[]).unwrap();
    assert_eq!(settings.heap, 1 << 30);
    assert_eq!(settings.mtu, None);
    assert!(settings.helper);
}

#[test]
fn an_unknown_name_is_refused_with_the_nearest() {
    let error = read("FARREACH_HAEP", "1G").unwrap_err();
    assert_eq!(
        error,
        SettingsError::Unknown {
            name: "FARREACH_HAEP".into(),
            nearest: Some("FARREACH_HEAP")
        }
    );
    let error = read("FARREACH_FOO", "1").unwrap_err();
    let text = "unknown setting FARREACH_FOO; `farreach info` lists all settings";
    assert_eq!(error.to_string(), text);
    assert!(read("FARREACHER", "1").is_ok());
}

#[test]
fn bad_values_are_refused_by_name() {
    for (name, value) in [
        ("FARREACH_HEAP", "lots"),
        ("FARREACH_HEAP", "0"),
        ("FARREACH_HEAP", "99999999999999999999"),
        ("FARREACH_GLOBALS", "some"),
        ("FARREACH_BIND", "localhost"),
        ("FARREACH_MTU", "17"),
        ("FARREACH_HELPER", "yes"),
        ("FARREACH_PEER_TIMEOUT", "0"),
        ("FARREACH_HANDSHAKES", "0"),
        ("FARREACH_ACCUMULATE", "locks"),
        ("FARREACH_ATOMICS", "device"),
        ("FARREACH_COLLECTIVES", "tree"),
        ("FARREACH_DEBUG", "1"),
        ("FARREACH_REACH", "xrc"),
        ("FARREACH_SETUP", "later"),
        ("FARREACH_PROTOCOL", "both"),
        ("FARREACH_BUFFERS", "7"),
        ("FARREACH_QPS", "0"),
        ("FARREACH_NODE_QPS", "0"),
        ("FARREACH_CREATE_FAIL", "2"),
        ("FARREACH_PRECONNECT", "some"),
        ("FARREACH_LOSS", "1"),
        ("FARREACH_SEED", "x"),
    ] {
        let error = read(name, value).unwrap_err();
        assert!(
            error.to_string().contains(&format!("{name}={value}")),
            "{error}"
        );
    }
}

#[test]
fn an_empty_value_is_none() {
    let unset = Settings::from_variables(&[]).unwrap();
    for name in TABLE.iter().map(|setting| setting.name) {
        assert_eq!(read(name, "").unwrap(), unset, "{name}");
    }
}

#[test]
fn choices_that_do_not_go_together_are_refused_by_name() {
    let both = |a: (&str, &str), b: (&str, &str)| {
        let variables = [a, b].map(|(name, value)| (name.to_owned(), value.to_owned()));
        Settings::from_variables(&variables)
            .unwrap_err()
            .to_string()
    };
    let error = both(("FARREACH_REACH", "exrc"), ("FARREACH_SETUP", "predefined"));
    assert!(
        error.contains("predefined needs reach sxrc") && error.contains("exrc"),
        "{error}"
    );
    let error = both(("FARREACH_REACH", "rc"), ("FARREACH_BUFFERS", "six"));
    assert!(error.contains("buffers six"), "{error}");
    let error = both(("FARREACH_QPS", "4"), ("FARREACH_SETUP", "static"));
    assert!(error.contains("(4)"), "{error}");
    let error = both(("FARREACH_QPS", "4"), ("FARREACH_PRECONNECT", "all"));
    assert!(error.contains("FARREACH_PRECONNECT=all"), "{error}");
    for other in [("FARREACH_REACH", "sxrc"), ("FARREACH_NODE_QPS", "9")] {
        let error = both(("FARREACH_ATOMICS", "adapter"), other);
        assert!(error.contains("FARREACH_ATOMICS=owner"), "{error}");
    }
    let error = read("FARREACH_PRECONNECT", "file").unwrap_err().to_string();
    assert!(error.contains("FARREACH_CONNECT_FILE"), "{error}");
}

#[test]
fn sizes_have_suffixes() {
    assert_eq!(parse_size("4096"), Some(4096));
    assert_eq!(parse_size("64K"), Some(65536));
    assert_eq!(parse_size("2.5g"), Some(2_684_354_560));
    assert_eq!(parse_size("1TiB"), Some(1 << 40));
    assert_eq!(parse_size("1X"), None);
    assert_eq!(parse_size("-1"), None);
    assert_eq!(parse_size("99999999T"), None);
}
