//! The decision which small operations are sent at once, and which wait to be sent with others.

use std::time::Duration;

use farreach_verbs::Time;

/// The average time between operations that are sent at once. To send takes a few microseconds.
const INTERVAL: Duration = Duration::from_micros(50);
/// The number of operations in a row that are sent at once.
const BURST: u32 = 4;

/// Operations that come alone are sent at once, and so are the first ones of many. The others are
/// sent together. This is the generic cell rate algorithm of ITU-T I.371.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Prompt {
    /// The time of the next operation at the average rate.
    expected: Time,
}

impl Prompt {
    /// Whether an operation at `now` is sent at once. If so, the operation is counted.
    pub(crate) fn admits(&mut self, now: Time) -> bool {
        let admits = self.expected <= now + INTERVAL * (BURST - 1);
        if admits {
            self.expected = self.expected.max(now) + INTERVAL;
        }
        admits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_operations_and_the_first_of_many_leave_at_once() {
        let mut prompt = Prompt::default();
        let mut now = Time(1_000_000_000);
        for _ in 0..10 {
            assert!(prompt.admits(now), "lone");
            now = now + INTERVAL;
        }
        let admitted = (0..1000).filter(|_| prompt.admits(now)).count();
        assert_eq!(admitted, BURST as usize);
        // A steady stream of a million a second.
        let admitted = (0..1000)
            .filter(|&micros| prompt.admits(now + Duration::from_micros(micros)))
            .count();
        assert_eq!(admitted, 1000 / 50 - 1);
        assert!(prompt.admits(now + Duration::from_millis(2)));
    }
}
