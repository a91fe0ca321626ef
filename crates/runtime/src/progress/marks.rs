//! Completion of the operations up to a mark, with and without waiting.

use farreach_node::order;

use super::lane::LaneContext;
use super::network::Core;
use crate::Error;

impl LaneContext<'_> {
    /// A mark behind the operations that this process has begun by way of this lane.
    pub fn mark(self) -> u64 {
        self.opened().map_or(0, |network| {
            network.peek_often(|_| false, |core, _| core.engine.submitted())
        })
    }

    /// Whether all operations before `mark` are complete at their targets. Makes progress on the
    /// network, but takes no messages.
    pub fn has_reached(self, mark: u64) -> Result<bool, Error> {
        let Some(network) = self.opened() else {
            return Ok(true);
        };
        let (is_done, failure) = network.enter(|core, now| {
            let is_done = core.engine.is_done_before(mark) || {
                core.poll(now);
                core.engine.is_done_before(mark)
            };
            (is_done, failure(core, is_done))
        });
        order::everything();
        if !is_done {
            self.world.polled_in_vain();
        }
        self.world.network_result(failure.map_or(Ok(is_done), Err))
    }

    /// Waits until all operations before `mark` are complete at their targets.
    pub fn wait_for_mark(self, mark: u64) -> Result<(), Error> {
        order::everything();
        let Some(network) = self.opened() else {
            return Ok(());
        };
        let mut failed = None;
        self.wait_for_packets("one-sided operations", |_| {
            network.enter(|core, now| {
                core.poll(now);
                let is_done = core.engine.is_done_before(mark);
                failed = failure(core, is_done);
                is_done
            })
        });
        self.world.network_result(failed.map_or(Ok(()), Err))
    }
}

/// The failure of an operation, once those that are asked for have ended.
fn failure(core: &mut Core, is_done: bool) -> Option<farreach_engine::EngineError> {
    is_done.then(|| core.take_failure()).flatten()
}
