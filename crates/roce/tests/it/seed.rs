//! Seeds. A failing test prints its seed, and `FARREACH_SEED` repeats the run.

/// A seed that is printed if the test that holds it panics.
pub(crate) struct Seed(u64);

impl Seed {
    /// `FARREACH_SEED` if it is set, else `default`.
    pub(crate) fn new(default: u64) -> Self {
        let value = std::env::var("FARREACH_SEED").ok();
        Seed(value.map_or(default, |text| {
            text.parse().expect("FARREACH_SEED is a number")
        }))
    }

    pub(crate) fn value(&self) -> u64 {
        self.0
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to see this again: FARREACH_SEED={}", self.0);
        }
    }
}
