//! The choice of a context for a new set. The context must be free on all members.
//!
//! ```text
//!   gather   all tell which contexts are free here; they choose among those that are free on all, everywhere the same
//!   take     all tell whether they got the chosen one; if all did it is the set's, else they give it back and begin again
//! ```
//!
//! Threads of a process may make several sets at once. The members of one set may come long after
//! those of another, or even because of them. So no member may hold a context while it waits for
//! members that have not come: two threads in two processes could otherwise wait for each other for
//! ever. The gather holds nothing. The take holds a context, but all members have come by then, and
//! each answers at once, whatever other sets do. So every take ends, and there is no cycle.
//!
//! Two sets that take the same context at the same time, each on some of their common members, both
//! return it. The next choice depends on the set, and a set sometimes skips an attempt. The sets
//! therefore soon choose different contexts.

/// The bit of the context to take, which is one of the bits of `candidates`. Zero if the attempt is
/// to be skipped. `set` is a number that all members of the set share, and that differs between
/// sets.
pub fn choose(candidates: u64, set: u64, attempt: u64) -> u64 {
    let mut bits = (0..u64::BITS)
        .map(|bit| candidates & 1 << bit)
        .filter(|&bit| bit != 0);
    if attempt == 0 {
        // The first attempt takes the lowest free context, whose memory was probably used before.
        return bits.next().unwrap_or(0);
    }
    let choices = u64::from(candidates.count_ones()) + 1;
    let chosen = scatter(set ^ scatter(attempt)) % choices;
    bits.nth(chosen as usize).unwrap_or(0)
}

/// The finalizer of MurmurHash3, as a hash function.
fn scatter(mut number: u64) -> u64 {
    number = (number ^ number >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    number = (number ^ number >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn the_choice_is_one_of_the_candidates() {
        for candidates in [0, 1, 1 << 63, 0b1010_0110, u64::MAX] {
            for attempt in 0..100 {
                let chosen = choose(candidates, 77, attempt);
                assert!(chosen.count_ones() <= 1 && chosen & candidates == chosen);
            }
            assert_eq!(choose(candidates, 77, 0) == 0, candidates == 0);
        }
    }

    /// Two sets that compete for one context only: one of them sometimes skips an attempt.
    #[test]
    fn sets_that_are_in_the_way_of_each_other_part_soon() {
        for candidates in [1 << 5, 0b11 << 12, 0b1111 << 12] {
            for set in 0..100 {
                let parts = |&attempt: &u64| {
                    let (one, other) = (
                        choose(candidates, set, attempt),
                        choose(candidates, set + 1, attempt),
                    );
                    one != other
                };
                assert!((1..20).any(|attempt| parts(&attempt)), "{set}");
            }
        }
    }
}
