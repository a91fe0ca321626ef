//! Counts of what schedules exercised, so that they can't become harmless unnoticed.

use std::collections::BTreeMap;

use super::world::World;

/// How often each event happened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exercised(BTreeMap<&'static str, u64>);

impl Exercised {
    /// The events in a world.
    pub(crate) fn of(world: &World) -> Self {
        let mut sum = Exercised::default();
        sum.count("deaths", world.plan.deaths.len() as u64);
        sum.count("failed operations", world.failed);
        sum.count("ended operations", world.ended);
        sum.count("scatter/gather entries", world.entries);
        sum.count("refused replays", world.network.replays_refused());
        sum.count("refused forgeries", world.network.forgeries_refused());
        for process in &world.processes {
            let engine = &process.engine;
            let (stats, buffers) = (engine.stats(), engine.buffer_stats());
            let (manager, associations) = (
                engine.manager().counters(),
                engine.associations().counters(),
            );
            let device = engine.device().counters();
            for (what, count) in [
                ("connections", stats.connections as u64),
                ("operations in datagrams", stats.datagram_ops),
                ("switches", stats.switches),
                ("stand-ins", stats.stand_ins),
                ("messages in buffers", buffers.messages),
                ("refills", buffers.refills),
                ("messages moved", buffers.moved),
                ("sizes learned", buffers.learned),
                ("merged set-ups", manager.merged),
                ("restarted set-ups", manager.restarts),
                ("repeated connect messages", manager.retransmitted),
                ("failed set-ups", manager.failed),
                ("ends by agreement", manager.closed),
                ("waits for room", manager.no_room),
                ("yielded queue pairs", manager.yielded),
                ("repeated datagrams", associations.retransmitted),
                ("failed associations", associations.failed),
                ("forwarded messages", device.taken),
            ] {
                sum.count(what, count);
            }
        }
        sum
    }

    fn count(&mut self, what: &'static str, count: u64) {
        *self.0.entry(what).or_default() += count;
    }

    pub(crate) fn add(&mut self, other: &Exercised) {
        for (what, count) in &other.0 {
            self.count(what, *count);
        }
    }

    /// How often an event happened.
    pub(crate) fn of_kind(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// The smallest of all counts.
    pub(crate) fn rarest(&self) -> Option<(&'static str, u64)> {
        let counts = self.0.iter().map(|(&what, &count)| (what, count));
        counts.min_by_key(|&(_, count)| count)
    }
}
