//! Mail: a put with a signal whose acknowledgement nobody waits for.

use farreach_engine::Tracking;

use crate::rma::begin_put;
use crate::{Error, World};

impl World {
    /// Stores `bytes` at `offset` of a process's segment, and then `value` at `signal` there. It has left when this returns,
    /// but [`World::quiet`] does not wait for it: the answer that a collective brings tells that it came.
    pub(super) fn mail(
        &self,
        rank: u32,
        (offset, bytes): (usize, &[u8]),
        (signal, value): (usize, u64),
    ) -> Result<(), Error> {
        if self.near(rank).is_some() {
            return self.put_signal(rank, offset, bytes, signal, value);
        }
        self.at_once(rank, |core, now| {
            let tracking = Tracking::Unawaited;
            if !bytes.is_empty() {
                begin_put(core, now, rank, (offset, bytes), tracking);
            }
            begin_put(core, now, rank, (signal, &value.to_ne_bytes()), tracking);
        })
    }
}
