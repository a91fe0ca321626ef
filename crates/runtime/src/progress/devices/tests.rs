use super::{decide, ibv};
use crate::job::settings::{DeviceChoice, Settings};

fn settings(variables: &[(&str, &str)]) -> Settings {
    let variables: Vec<(String, String)> = (variables.iter())
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    Settings::from_variables(&variables).expect("values that are understood")
}

#[test]
fn auto_decides_by_what_all_hosts_have() {
    const AUTO: (&str, &str) = ("FARREACH_DEVICE", "auto");
    let none = || Some("b: it has no adapter".to_owned());
    let decided = decide(settings(&[AUTO]), none).device;
    assert_eq!(decided.choice, DeviceChoice::Soft);
    let reason = decided.reason.expect("the library has chosen");
    assert!(
        reason.ends_with("auto uses no adapter: b: it has no adapter"),
        "{reason}"
    );

    let decided = decide(settings(&[AUTO]), || None).device;
    assert!(
        matches!(decided.choice, DeviceChoice::Ibv { .. }),
        "{decided:?}"
    );
    assert!(decided.reason.is_some(), "{decided:?}");
    // What adapters can't do is asked before the hosts are.
    for asked in [("FARREACH_SECURE", "on"), ("FARREACH_REACH", "sxrc")] {
        let decided = decide(settings(&[AUTO, asked]), || panic!("not asked")).device;
        assert_eq!(decided.choice, DeviceChoice::Soft);
        assert!(
            decided
                .reason
                .is_some_and(|reason| reason.contains(asked.0))
        );
    }
    // Whoever names a device gets it, or an error.
    let named = settings(&[("FARREACH_DEVICE", "ibv:a:2")]);
    let decided = decide(named.clone(), || panic!("not asked"));
    assert_eq!(decided, named);
    assert_eq!(ibv::refusal(&named), None);
    // An adapter that is named is asked for XRC when it is open.
    for (device, is_refused) in [("ibv:a:2", false), ("soft:roce", true), ("mixed", true)] {
        let over_xrc = settings(&[("FARREACH_DEVICE", device), ("FARREACH_REACH", "sxrc")]);
        assert_eq!(ibv::refusal(&over_xrc).is_some(), is_refused, "{device}");
    }
}
