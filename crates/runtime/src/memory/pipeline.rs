//! Blocking transfers that consist of several operations.

use farreach_engine::{Op, Tracking};
use farreach_node::Memory;
use farreach_verbs::Time;

use crate::Error;
use crate::progress::{Core, LaneContext};

impl LaneContext<'_> {
    /// Carries out operations toward `pe`, which is on another node. The operations are begun in
    /// order, and up to `most` are under way at a time. After the last of them, calls `behind`, which may begin further operations. All operations of `ops` have ended when this
    /// returns. After a failure no further operation is begun.
    pub(crate) fn all(
        self,
        pe: u32,
        most: u32,
        ops: impl Iterator<Item = Op<Memory>>,
        behind: impl FnOnce(&mut Core, Time),
    ) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        // All operations share a token, since only the number of ended operations matters.
        let token = network.peek(|core, _| core.token());
        let (mut ops, mut behind) = (ops.fuse().peekable(), Some(behind));
        let (mut under_way, mut failure) = (0, None);
        self.wait_for_packets("a remote operation", |_| {
            network.enter(|core, now| {
                loop {
                    let mut has_moved = false;
                    while failure.is_none() && under_way < most {
                        let Some(op) = ops.next() else {
                            if let Some(behind) = behind.take() {
                                behind(core, now);
                            }
                            break;
                        };
                        under_way += 1;
                        // The acknowledgement of the last operation acknowledges all operations
                        // before it. Each further one would only cost both sides time.
                        let is_followed = under_way < most && ops.peek().is_some();
                        let tracking = if is_followed {
                            Tracking::Followed(token)
                        } else {
                            Tracking::Token(token)
                        };
                        core.engine.submit(now, pe, op, tracking);
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
