//! Private memory that the members of a node read in place, where the kernel permits it.
//!
//! Before the first collective with enough data the members of a set try to read each other's memory. They tell each
//! other the outcome, so that all go the same way:
//!
//! ```text
//!   tell the own identity │ tell the address of a word │ read each other's word │ tell whether all could be read
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Room;
use crate::group::GroupState;
use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Source, Target};

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// The room for a collective in which `len` bytes pass from each member that gives data, with private data read
    /// in place if it is long enough and each member can.
    pub(super) async fn room_with_private(
        &self,
        state: &mut GroupState<P>,
        len: usize,
    ) -> Result<Room, P::Error> {
        let room = self.room(len);
        if len < self.switches.private_min || self.size() == 1 {
            return Ok(room);
        }
        let identities = if let Some(identities) = self.group.identities() {
            identities
        } else {
            let learned = self.learn_identities(state).await?;
            self.group.set_identities(learned)
        };
        let reads_private = !identities.is_empty();
        Ok(Room {
            reads_segment: room.reads_segment || reads_private,
            reads_private,
            ..room
        })
    }

    /// The identities of the members, by which each can read the others' memory. Empty if one can't.
    async fn learn_identities(&self, state: &mut GroupState<P>) -> Result<Vec<u64>, P::Error> {
        let identity = self.process.identity().unwrap_or(0);
        let identities = self.tell(state, identity).await?;
        // Kept until all have read it.
        let own = Box::new(identity.to_ne_bytes());
        let addresses = self.tell(state, own.as_ptr().addr() as u64).await?;
        let can_read = |member: usize| {
            let mut read = [0; 8];
            let into = Target::Private(&mut read);
            let from = (self.rank_of(member), identities[member]);
            identities[member] != 0
                && self
                    .process
                    .load_private(from, addresses[member], into)
                    .is_ok()
                && read == identities[member].to_ne_bytes()
        };
        let reads_all = identity != 0 && self.others().all(can_read);
        let all_read = self.tell(state, reads_all.into()).await?;
        let all = all_read.iter().all(|&could| could == 1);
        Ok(if all { identities } else { Vec::new() })
    }

    /// Tells each member a word. Returns the words of all.
    pub(super) async fn tell(
        &self,
        state: &mut GroupState<P>,
        word: u64,
    ) -> Result<Vec<u64>, P::Error> {
        let step = self.room(0).next(state);
        if let Some(before) = state.lacks_room(step, &Source::Private(&[])) {
            self.make_room(state, step, before).await;
        }
        self.process.store_word(step.data, word)?;
        self.announce(step);
        if let Some(wait) = self.meet() {
            self.wait_near(wait).await;
        }
        let mut words = Vec::with_capacity(self.size());
        for member in 0..self.size() {
            if let Some(wait) = self.lacks(step, member) {
                self.wait_near(wait).await;
            }
            words.push(self.process.load_word(self.rank_of(member), step.data)?);
        }
        self.end(step);
        Ok(words)
    }
}
