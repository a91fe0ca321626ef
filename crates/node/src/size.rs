//! Sizes for people.

use std::fmt;

/// A number of bytes, shown as users write sizes: `64G`, `512M`, `1.5G`, `100 bytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u32, char); 4] = [(40, 'T'), (30, 'G'), (20, 'M'), (10, 'K')];
        let bytes = self.0;
        let Some((shift, unit)) = UNITS.into_iter().find(|(shift, _)| bytes >> shift > 0) else {
            return write!(f, "{bytes} bytes");
        };
        let tenths = ((u128::from(bytes) * 10 + (1 << (shift - 1))) >> shift) as u64;
        match (tenths / 10, tenths % 10) {
            (whole, 0) => write!(f, "{whole}{unit}"),
            (whole, tenth) => write!(f, "{whole}.{tenth}{unit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn sizes_are_written_as_users_write_them() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1 << 10, "1K"),
            (512 << 20, "512M"),
            (64 << 30, "64G"),
            ((64 << 30) + 4096, "64G"),
            (3 << 29, "1.5G"),
            (u64::MAX, "16777216T"),
        ] {
            assert_eq!(Size(bytes).to_string(), text);
        }
    }
}
