//! Which counters came, as in RFC 6479.

/// Counters up to this far behind the greatest are told apart. More packets than that are never
/// under way toward one receiver.
const REACH: u64 = (WORDS as u64 - 1) * 64;
const WORDS: usize = 65;

/// The counters that came, near the greatest one.
pub(super) struct Window {
    /// One more than the greatest counter. Zero if none came.
    end: u64,
    /// A ring of bits, one per counter.
    seen: [u64; WORDS],
}

impl Default for Window {
    fn default() -> Self {
        Window {
            end: 0,
            seen: [0; WORDS],
        }
    }
}

impl Window {
    /// Whether `counter` came before, or is too old to know.
    #[inline]
    pub(super) fn refuses(&self, counter: u64) -> bool {
        if counter >= self.end {
            return false;
        }
        let (word, bit) = place(counter);
        self.end - counter > REACH || self.seen[word] & bit != 0
    }

    /// Notes that `counter`, which is not refused, came.
    #[inline]
    pub(super) fn note(&mut self, counter: u64) {
        if counter >= self.end {
            // The words that the ring now uses for greater counters.
            let last = self.end.saturating_sub(1) / 64;
            let new = (counter / 64).saturating_sub(last).min(WORDS as u64);
            for word in 1..=new {
                self.seen[((last + word) % WORDS as u64) as usize] = 0;
            }
            self.end = counter.saturating_add(1);
        }
        let (word, bit) = place(counter);
        self.seen[word] |= bit;
    }
}

fn place(counter: u64) -> (usize, u64) {
    let word = (counter / 64 % WORDS as u64) as usize;
    (word, 1 << (counter % 64))
}
