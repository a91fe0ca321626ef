//! Order and completion of the operations that a process began.
//!
//! A reliable connection keeps the order of writes and atomics toward a peer, so a fence has
//! nothing to do there. A signal is a write behind the writes of its data. On a node
//! `crates/node/src/order.rs` orders data and flags.

use std::cell::Cell;

use farreach_node::order;

use super::lane::LaneContext;
use super::network::Core;
use crate::Error;

impl LaneContext<'_> {
    /// Orders this process's operations toward each other process: what comes later is not seen before what came earlier.
    ///
    /// Reliable connections keep that order by themselves, so this only orders stores.
    #[inline]
    #[expect(clippy::unused_self, reason = "it orders this process's operations")]
    pub fn fence(self) {
        order::between_puts();
    }

    /// Waits until all operations that this process has begun by way of this lane, also those with handles, are complete at their
    /// targets.
    pub fn quiet(self) -> Result<(), Error> {
        self.quiet_when(|core, mark| core.engine.is_done_before(mark))
    }

    /// Waits as [`LaneContext::quiet`] does, for the operations toward `pes` only. Numbers in `pes`
    /// that are no rank are ignored.
    pub fn quiet_toward(self, pes: &[u32]) -> Result<(), Error> {
        if pes.iter().all(|&pe| self.world.near(pe).is_some()) {
            order::everything();
            return Ok(());
        }
        if let &[pe] = pes {
            return self.quiet_toward_one(pe);
        }
        self.quiet_when(|core, mark| core.engine.is_done_before_toward(mark, pes))
    }

    /// Waits for the operations toward `pe`. Only the count of these operations is looked at, unless
    /// another thread begins operations toward `pe` meanwhile.
    fn quiet_toward_one(self, pe: u32) -> Result<(), Error> {
        let begun = Cell::new(None);
        self.quiet_when(|core, mark| {
            let count = core.engine.count(pe);
            let first = begun.get().unwrap_or(count.begun);
            begun.set(Some(first));
            // Operations may end in another order than that in which they began.
            count.has_ended(first) && core.engine.is_done_before_toward(mark, &[pe])
        })
    }

    /// Waits until those before now are done.
    #[inline]
    fn quiet_when(self, are_done: impl Fn(&Core, u64) -> bool) -> Result<(), Error> {
        order::everything();
        let Some(network) = self.opened() else {
            return Ok(());
        };
        let (mut mark, mut failure) = (None, None);
        self.wait_for_packets("quiet", |_| {
            network.enter(|core, now| {
                let mark = *mark.get_or_insert_with(|| core.engine.submitted());
                core.poll(now);
                let is_done = are_done(core, mark);
                if is_done {
                    failure = core.take_failure();
                }
                is_done
            })
        });
        self.world.network_result(failure.map_or(Ok(()), Err))
    }
}
