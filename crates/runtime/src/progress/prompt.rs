//! Which of many small operations leave at once, and which wait for company.

use std::time::Duration;

use farreach_verbs::Time;

/// On average, one operation leaves for its own sake in so long: sending takes a few microseconds.
const INTERVAL: Duration = Duration::from_micros(50);
/// As many may do so in a row.
const BURST: u32 = 4;

/// Lone operations leave at once, and so do the first of many; the others leave together. (The generic cell rate algorithm
/// of ITU-T I.371.)
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Prompt {
    /// When the next one would come at the average rate.
    expected: Time,
}

impl Prompt {
    /// Whether an operation at `now` leaves at once.
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
