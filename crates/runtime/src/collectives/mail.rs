//! Mail: a put with a signal whose acknowledgement nobody waits for.

use farreach_engine::{Op, Source, Tracking};
use farreach_verbs::InlineData;

use crate::rma::{is_within, put_op};
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
        let network = self.network().expect("other nodes are reached by it");
        let has_room = network.enter(|core, now| {
            if !bytes.is_empty() {
                let op = put_op(offset, bytes);
                core.engine.submit(now, rank, op, Tracking::Unawaited);
            }
            let word = InlineData::new(&value.to_ne_bytes()).expect("a word fits");
            let op = Op::Put {
                source: Source::Inline(word),
                offset: signal as u64,
            };
            core.engine.submit(now, rank, op, Tracking::Unawaited);
            core.poll(now);
            is_within(core, 1)
        });
        if !has_room {
            self.make_room(network);
        }
        Ok(())
    }
}
