//! Whom to steal from.

/// Draws other processes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Victims {
    me: u32,
    all: u32,
    state: u64,
}

impl Victims {
    /// Draws for process `me` of `all`, which are at least two if it draws.
    pub(crate) fn new(me: u32, all: u32) -> Victims {
        let state = u64::from(me + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Victims { me, all, state }
    }

    /// Another process.
    pub(crate) fn next(&mut self) -> u32 {
        // Marsaglia's xorshift.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let others = u64::from(self.all - 1);
        let drawn = (self.state % others) as u32;
        if drawn < self.me { drawn } else { drawn + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::Victims;

    #[test]
    fn all_others_are_drawn() {
        for me in 0..5 {
            let mut victims = Victims::new(me, 5);
            let drawn: std::collections::BTreeSet<_> = (0..200).map(|_| victims.next()).collect();
            assert_eq!(drawn, (0..5).filter(|&rank| rank != me).collect());
        }
    }
}
