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
    into: Vec<Inlet>,
    contexts: Option<(Contexts, Vec<Cache>)>,
}

impl Links {
    pub(crate) fn new(nodes: u32, machine: &Machine) -> Links {
        let free = vec![Time::ZERO; nodes as usize];
        let contexts = machine.adapter.contexts.clone();
        Links {
            out: free,
            into: vec![Inlet::default(); nodes as usize],
            contexts: contexts.map(|contexts| (contexts, vec![Cache::default(); nodes as usize])),
        }
    }

    /// When bytes that leave one node now are at another. A link carries one transfer after the
    /// other, in the order in which they come to it. An adapter that doesn't remember the queue pair fetches its context first, and nothing
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
        let end = self.into[to.node as usize].take(now, begin, fetched_there + transfer);
        end + network.latency(from.node, to.node)
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

/// The link into a node: when it carries something, in order and without overlaps. Transfers are entered when they are posted, and come
/// to the link later, so that one may come before another that was entered earlier.
#[derive(Clone, Debug, Default)]
struct Inlet {
    busy: Vec<(Time, Time)>,
}

impl Inlet {
    /// Carries a transfer that comes at `begin`, as soon as nothing else is carried. Returns when it has ended.
    fn take(&mut self, now: Time, begin: Time, mut left: Duration) -> Time {
        let past = self.busy.partition_point(|&(_, end)| end <= now);
        self.busy.drain(..past);
        let first = self.busy.partition_point(|&(_, end)| end < begin);
        let (mut from, mut end) = (begin, begin);
        let mut last = first;
        while let Some(&(start, until)) = self.busy.get(last) {
            let free = start.since(end);
            if start > end && free >= left {
                break;
            }
            left = left.saturating_sub(free);
            from = from.min(start);
            end = end.max(until);
            last += 1;
        }
        end = end + left;
        self.busy.splice(first..last, [(from, end)]);
        end
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
    use std::time::Duration;

    use farreach_verbs::Time;

    use super::{Cache, Inlet};

    #[test]
    fn transfers_fill_the_time_that_others_leave() {
        let mut inlet = Inlet::default();
        let mut take = |now, begin, len| {
            inlet
                .take(Time(now), Time(begin), Duration::from_nanos(len))
                .0
        };
        assert_eq!(take(0, 100, 50), 150);
        assert_eq!(take(0, 300, 50), 350);
        assert_eq!(take(0, 10, 40), 50, "before both");
        assert_eq!(
            take(0, 20, 100),
            200,
            "around the first: 50 to 100, and 150 to 200"
        );
        assert_eq!(take(0, 200, 100), 300, "what is left before the second");
        assert_eq!(take(0, 0, 20), 360, "ten before all, and ten behind");
        assert_eq!(take(1_000, 1_000, 5), 1_005);
        assert_eq!(inlet.busy, [(Time(1_000), Time(1_005))]);
    }

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
