//! Transfers of several operations that have all ended when the call returns.

use farreach_engine::{Op, Tracking};
use farreach_node::Memory;
use farreach_verbs::Time;

use crate::Error;
use crate::progress::{Core, Through};

/// How many operations of one transfer are under way at a time: enough to fill a round trip, and several calls that send.
const UNDER_WAY_MAX: usize = 256;

impl Through<'_> {
    /// Carries out operations toward `pe`, which is on another node, in order and several at a time, then begins what is to
    /// come `behind` them. The operations have ended when this returns; after a failure no more of them are begun.
    pub(crate) fn all(
        self,
        pe: u32,
        ops: impl Iterator<Item = Op<Memory>>,
        behind: impl FnOnce(&mut Core, Time),
    ) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        // One for all of them: which of them has ended is of no interest.
        let token = network.peek(|core, _| core.token());
        let (mut ops, mut behind) = (ops.fuse(), Some(behind));
        let (mut under_way, mut failure) = (0, None);
        self.wait_for_packets("a remote operation", |_| {
            network.enter(|core, now| {
                loop {
                    let mut has_moved = false;
                    while failure.is_none() && under_way < UNDER_WAY_MAX {
                        let Some(op) = ops.next() else {
                            if let Some(behind) = behind.take() {
                                behind(core, now);
                            }
                            break;
                        };
                        core.engine.submit(now, pe, op, Tracking::Token(token));
                        under_way += 1;
                        has_moved = true;
                    }
                    core.poll(now);
                    while let Some(result) = core.take(token) {
                        under_way -= 1;
                        has_moved = true;
                        failure = failure.take().or(result.err());
                    }
                    let is_all = behind.is_none() || failure.is_some();
                    if is_all && under_way == 0 {
                        return true;
                    }
                    if !has_moved {
                        return false;
                    }
                }
            })
        });
        self.world.network_result(failure.map_or(Ok(()), Err))
    }
}
