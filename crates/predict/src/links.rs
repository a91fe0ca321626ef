//! The links of nodes: transfers share their bandwidth.

use farreach_verbs::Time;

use crate::machine::Network;

/// When the two directions of each node's link are free.
pub(crate) struct Links {
    out: Vec<Time>,
    into: Vec<Time>,
}

impl Links {
    pub(crate) fn new(nodes: u32) -> Links {
        let free = vec![Time::ZERO; nodes as usize];
        Links {
            out: free.clone(),
            into: free,
        }
    }

    /// When bytes that leave one node now are at another. A link carries one transfer after the
    /// other.
    pub(crate) fn arrival(
        &mut self,
        now: Time,
        (from, to): (u32, u32),
        bytes: f64,
        network: &Network,
    ) -> Time {
        let transfer = network.bandwidth.value.time(bytes);
        let out = &mut self.out[from as usize];
        let begin = now.max(*out);
        *out = begin + transfer;
        // The first bytes arrive while the last ones leave.
        let into = &mut self.into[to as usize];
        *into = begin.max(*into) + transfer;
        *into + network.latency.value
    }
}
