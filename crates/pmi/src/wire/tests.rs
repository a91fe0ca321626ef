use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn message(text: &str) -> Message {
    let (message, length) = pmi1::parse(text.as_bytes())
        .expect("a message")
        .expect("a whole one");
    assert_eq!(length, text.len());
    message
}

#[test]
fn lines_of_several_servers_are_read_whatever_the_order_of_their_fields() {
    let hydra = message("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n");
    let newer = message("cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=2\n");
    for answer in [&hydra, &newer] {
        assert_eq!(answer.command, "response_to_init");
        assert_eq!(answer.number("rc"), Some(0));
        assert_eq!(answer.number("pmi_version"), Some(1));
    }
    assert_eq!(message("tag=0 cmd=barrier_out\n").command, "barrier_out");
    let value = message("cmd=get_result rc=0 msg=success value=(vector,(0,1,4))\n");
    assert_eq!(value.field("value"), Some("(vector,(0,1,4))"));
    assert_eq!(
        message("cmd=get_result value=a=b==\n").field("value"),
        Some("a=b==")
    );
}

#[test]
fn what_is_no_message_is_an_error_with_its_text() {
    let text = b"what do you mean\n";
    let error = pmi1::parse(text).expect_err("no command");
    assert!(error.to_string().contains("what do you mean"), "{error}");
    let error = pmi2::parse(b"abcdefcmd=finalize;").expect_err("no length");
    assert!(error.to_string().contains("abcdef"), "{error}");
    let error = pmi2::parse(b"999999cmd=").expect_err("too long");
    assert!(error.to_string().contains("999999"), "{error}");
    assert!(pmi1::parse(&vec![b'a'; MESSAGE_BYTES_MAX + 1]).is_err());
    assert_eq!(pmi1::parse(b"cmd=barrier_o"), Ok(None));
    assert_eq!(pmi2::parse(b"00002"), Ok(None));
}

#[test]
fn lengths_may_be_filled_up_by_spaces() {
    let (message, length) = pmi2::parse(b"    16cmd=init;rc=0;\n;rest")
        .expect("a message")
        .expect("a whole one");
    assert_eq!((message.command.as_str(), length), ("init", 22));
}

#[test]
fn what_separates_fields_is_not_written() {
    let put = |value: &str| Message::new("put").with("key", "a").with("value", value);
    for value in ["a b", "a\nb", "a\0b"] {
        assert!(pmi1::encode(&put(value)).is_err(), "{value:?}");
    }
    assert!(pmi1::encode(&Message::new("put").with("a=b", 1)).is_err());
    assert!(pmi2::encode(&Message::new("put").with("a;b", 1)).is_err());
    assert!(pmi2::encode(&put("a\nb")).is_err());
    assert_eq!(
        pmi2::encode(&put("a;b")).expect("writable"),
        b"000025cmd=put;key=a;value=a;;b;"
    );
}

fn fields() -> impl Strategy<Value = BTreeMap<String, String>> {
    // No name is that of the command.
    prop::collection::btree_map("[a-bd-z_]{1,8}", "[!-:<-~]{0,24}", 0..6)
}

fn of(command: &str, fields: &BTreeMap<String, String>) -> Message {
    let all = fields.iter();
    all.fold(Message::new(command), |message, (name, value)| {
        message.with(name, value)
    })
}

proptest! {
    #[test]
    fn messages_are_read_as_they_were_written(
        command in "[a-z_-]{1,16}",
        fields in fields(),
        rest in prop::collection::vec(any::<u8>(), 0..32),
    ) {
        let message = of(&command, &fields);
        for (encode, parse) in [
            (pmi1::encode as fn(&Message) -> _, pmi1::parse as fn(&[u8]) -> _),
            (pmi2::encode, pmi2::parse),
        ] {
            let mut bytes: Vec<u8> = encode(&message).expect("writable");
            let length = bytes.len();
            for end in 0..length {
                prop_assert_eq!(parse(&bytes[..end]), Ok(None));
            }
            bytes.extend(&rest);
            prop_assert_eq!(parse(&bytes), Ok(Some((message.clone(), length))));
        }
    }

    #[test]
    fn values_of_pmi_2_may_have_semicolons_and_spaces(value in "[a-z; =]{0,24}") {
        let message = Message::new("kvs-put").with("value", &value).with("rc", 0);
        let bytes = pmi2::encode(&message).expect("writable");
        let (read, _) = pmi2::parse(&bytes).expect("a message").expect("a whole one");
        prop_assert_eq!(read.field("value"), Some(value.as_str()));
        prop_assert_eq!(read.number("rc"), Some(0));
    }

    #[test]
    fn no_bytes_make_a_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..256)) {
        for parse in [pmi1::parse, pmi2::parse] {
            if let Ok(Some((_, length))) = parse(&bytes) {
                prop_assert!(0 < length && length <= bytes.len());
            }
        }
    }

    #[test]
    fn no_text_like_a_message_makes_a_parser_panic(text in "[0-9 ]{0,6}(cmd=|[a-c]|=|;| |\n){0,24}") {
        let _ = pmi1::parse(text.as_bytes());
        let _ = pmi2::parse(text.as_bytes());
    }
}
