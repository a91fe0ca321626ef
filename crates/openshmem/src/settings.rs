//! The environment variables by which OpenSHMEM's standard gives settings. Farreach's own variables
//! take precedence.

use farreach_runtime::settings::{self, HEAP_MIN, Settings, SettingsError};

/// Other names of the symmetric heap's size. The first that is set counts. The names are
/// OpenSHMEM's, OpenSHMEM's deprecated one, and those of Open MPI and Cray.
const HEAP_NAMES: [&str; 4] = [
    "SHMEM_SYMMETRIC_SIZE",
    "SMA_SYMMETRIC_SIZE",
    "SHMEM_SYMMETRIC_HEAP_SIZE",
    "XT_SYMMETRIC_HEAP_SIZE",
];

/// Reads the settings of this process's environment.
pub fn from_environment() -> Result<Settings, SettingsError> {
    from_variables(&settings::environment())
}

/// Reads settings from pairs of name and value. Unknown variables are ignored.
///
/// An empty value counts as unset. Exception: `SHMEM_DEBUG` turns checks on with any value, an
/// empty one too.
pub fn from_variables(variables: &[(String, String)]) -> Result<Settings, SettingsError> {
    let mut settings = Settings::from_variables(variables)?;
    let value = |name: &str| {
        let mut all = variables.iter();
        all.find_map(|(other, value)| (other == name).then_some(value))
    };
    let given = |name: &str| value(name).filter(|value| !value.is_empty());
    let standard = HEAP_NAMES
        .into_iter()
        .find_map(|name| Some((name, given(name)?)));
    if let (None, Some((name, value))) = (given("FARREACH_HEAP"), standard) {
        let heap = size(value).ok_or_else(|| SettingsError::BadValue {
            name,
            value: value.clone(),
            wanted: "a number, perhaps with a fraction, and perhaps one of k, m, g, t behind it",
        })?;
        settings.heap = heap.max(HEAP_MIN);
    }
    if given("FARREACH_DEBUG").is_none() {
        settings.debug = value("SHMEM_DEBUG").is_some();
    }
    Ok(settings)
}

/// Parses a size in OpenSHMEM's format. Text after the first letter is ignored, and fractions of
/// bytes are rounded up.
fn size(text: &str) -> Option<u64> {
    let text = text.trim();
    let from = |at: usize, isnt: fn(char) -> bool| {
        text[at..].find(isnt).map_or(text.len(), |end| at + end)
    };
    let mut end = from(0, |c| !c.is_ascii_digit() && c != '.');
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        end = from(end + 1 + sign, |c| !c.is_ascii_digit());
    }
    let (number, suffix) = text.split_at(end);
    let factor = match suffix.chars().next().map(|c| c.to_ascii_lowercase()) {
        None => 1u64,
        Some('k') => 1 << 10,
        Some('m') => 1 << 20,
        Some('g') => 1 << 30,
        Some('t') => 1 << 40,
        Some(_) => return None,
    };
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(factor);
    }
    let bytes = (number.parse::<f64>().ok()? * factor as f64).ceil();
    (bytes < u64::MAX as f64).then_some(bytes as u64)
}
