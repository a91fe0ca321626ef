//! The adapters of nodes and their links: transfers share the bandwidth, and queue pairs share the adapter's memory for their contexts.

use std::collections::BTreeMap;
use std::time::Duration;

use farreach_verbs::Time;

use crate::machine::{Contexts, Machine, Network};

/// The ends of a transfer: a node, and which queue pair of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) node: u32,
    /// A number that no other queue pair of the node has.
    pub(crate) queue_pair: u64,
}

/// When the two directions of each node's link are free, and what the adapters remember.
pub(crate) struct Links {
    out: Vec<Time>,
    into: Vec<Time>,
    contexts: Option<(Contexts, Vec<Cache>)>,
}

impl Links {
    pub(crate) fn new(nodes: u32, machine: &Machine) -> Links {
        let free = vec![Time::ZERO; nodes as usize];
        let contexts = machine.adapter.contexts.clone();
        Links {
            out: free.clone(),
            into: free,
            contexts: contexts.map(|contexts| (contexts, vec![Cache::default(); nodes as usize])),
        }
    }

    /// When bytes that leave one node now are at another. A link carries one transfer after the
    /// other. An adapter that doesn't remember the queue pair fetches its context first, and nothing
    /// passes meanwhile.
    pub(crate) fn arrival(
        &mut self,
        now: Time,
        (from, to): (End, End),
        bytes: f64,
        network: &Network,
    ) -> Time {
        let transfer = network.bandwidth.value.time(bytes);
        let [fetched_here, fetched_there] = [from, to].map(|end| self.fetch(end));
        let out = &mut self.out[from.node as usize];
        let begin = now.max(*out) + fetched_here;
        *out = begin + transfer;
        // The first bytes arrive while the last ones leave.
        let into = &mut self.into[to.node as usize];
        *into = begin.max(*into) + fetched_there + transfer;
        *into + network.latency(from.node, to.node)
    }

    /// The time to fetch the context of a queue pair.
    fn fetch(&mut self, end: End) -> Duration {
        let Some((contexts, caches)) = &mut self.contexts else {
            return Duration::ZERO;
        };
        if caches[end.node as usize].touch(end.queue_pair, contexts.entries) {
            Duration::ZERO
        } else {
            contexts.miss.value
        }
    }
}

/// The queue pairs whose contexts an adapter has. Of too many the least recently used goes.
#[derive(Clone, Debug, Default)]
struct Cache {
    turn: u64,
    used: BTreeMap<u64, u64>,
    by_turn: BTreeMap<u64, u64>,
}

impl Cache {
    /// Uses a queue pair. Returns whether its context was there.
    fn touch(&mut self, queue_pair: u64, entries: u32) -> bool {
        self.turn += 1;
        let before = self.used.insert(queue_pair, self.turn);
        if let Some(turn) = before {
            self.by_turn.remove(&turn);
        }
        self.by_turn.insert(self.turn, queue_pair);
        if self.used.len() > entries as usize
            && let Some((_, oldest)) = self.by_turn.pop_first()
        {
            self.used.remove(&oldest);
        }
        before.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn the_least_recently_used_context_goes() {
        let mut cache = Cache::default();
        let touched = [1, 2, 1, 3, 2, 1, 3, 3].map(|queue_pair| cache.touch(queue_pair, 2));
        assert_eq!(
            touched,
            [false, false, true, false, false, false, false, true]
        );
    }
}
