//! The variables of OpenSHMEM that are read, and their formats.

use farreach_openshmem::settings::from_variables;
use farreach_runtime::settings::{Settings, SettingsError};

const HEAP_NAMES: [&str; 4] = [
    "SHMEM_SYMMETRIC_SIZE",
    "SMA_SYMMETRIC_SIZE",
    "SHMEM_SYMMETRIC_HEAP_SIZE",
    "XT_SYMMETRIC_HEAP_SIZE",
];

fn read(name: &str, value: &str) -> Result<Settings, SettingsError> {
    from_variables(&[(name.to_owned(), value.to_owned())])
}

#[test]
fn openshmem_s_variables_give_the_heap() {
    let heap = |value| read("SHMEM_SYMMETRIC_SIZE", value).map(|settings| settings.heap);
    assert_eq!(heap("20m").unwrap(), 20 << 20);
    assert_eq!(heap("3.1M").unwrap(), 3_250_586);
    assert_eq!(heap(".5m").unwrap(), 512 << 10);
    assert_eq!(heap("20kk").unwrap(), 20 << 10);
    assert_eq!(heap("2e6").unwrap(), 2_000_000);
    assert_eq!(heap("1.5E+1m").unwrap(), 15 << 20);
    assert_eq!(heap("0").unwrap(), 4096);
    let error = heap("many").unwrap_err().to_string();
    assert!(
        error.starts_with("SHMEM_SYMMETRIC_SIZE=many is not understood"),
        "{error}"
    );
    assert!(heap("12x").is_err());
    assert!(heap("1e").is_err());
    assert!(heap("1ek").is_err());
    for name in HEAP_NAMES {
        assert_eq!(read(name, "3m").unwrap().heap, 3 << 20, "{name}");
    }
    let both = [("SMA_SYMMETRIC_SIZE", "1G"), ("SHMEM_SYMMETRIC_SIZE", "2G")];
    let mut both = both
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
    assert_eq!(from_variables(&both).unwrap().heap, 2 << 30);
    both.push(("FARREACH_HEAP".to_owned(), "64M".to_owned()));
    assert_eq!(from_variables(&both).unwrap().heap, 64 << 20);
}

#[test]
fn openshmem_s_variable_looks_for_mistakes() {
    assert!(!from_variables(&[]).unwrap().debug);
    assert!(read("FARREACH_DEBUG", "on").unwrap().debug);
    assert!(read("SHMEM_DEBUG", "").unwrap().debug);
    let both = [("SHMEM_DEBUG", "1"), ("FARREACH_DEBUG", "off")];
    let both = both.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert!(!from_variables(&both).unwrap().debug);
}

#[test]
fn an_empty_size_is_none() {
    let unset = from_variables(&[]).unwrap();
    for name in HEAP_NAMES {
        assert_eq!(read(name, "").unwrap(), unset, "{name}");
    }
    let both = [("SHMEM_SYMMETRIC_SIZE", ""), ("SMA_SYMMETRIC_SIZE", "3m")];
    let both = both.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(from_variables(&both).unwrap().heap, 3 << 20);
}
