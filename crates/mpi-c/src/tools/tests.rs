use farreach_runtime::settings::TABLE;

use super::{CHOICES, OWN};

#[test]
fn choices_and_own_settings_are_in_the_table() {
    for (name, choices) in CHOICES {
        let setting = TABLE.iter().find(|setting| setting.name == *name);
        let setting = setting.unwrap_or_else(|| panic!("no setting {name}"));
        assert!(choices.contains(&setting.default), "{name}: {choices:?}");
        for choice in *choices {
            assert!(
                setting.meaning.contains(choice) || *choice == "off",
                "{name}: {choice}"
            );
        }
    }
    for name in OWN {
        assert!(TABLE.iter().any(|setting| setting.name == name), "{name}");
    }
}
