//! Small data: into the node's leader, between the leaders by mail, and out to the members of each node.
//!
//! ```text
//!   each member   its part into its segment, arrive ─────────────┐        ┌─ the result out of the leader's segment
//!   the leader    waits for all, takes their parts │ mail │ puts the result there, lets all go
//! ```
//!
//! A member's next part overwrites one that the leader has taken, and the leader's next result one that all have taken who
//! arrived since.
//!
//! On a node by itself whoever arrives last leads: it need not be woken.
//!
//! Mail is a put with a signal into the place of its collective and its level in a tree; the signal is the number of
//! the collective. Collectives that are [`DEPTH`] apart share places. Where data flows one way some members may be far
//! ahead, so every few of those are followed by a barrier: then all have read what was sent before.

use farreach_engine::collectives::Place;
use farreach_node::Waited;

use super::group::State;
use super::layout::{self, DEPTH, FROM_ROOT, MAIL_BYTES};
use super::{Collectives, Operator, Source, Target};
use crate::Error;

/// What leaders know of their collective: its number, which its mail carries.
pub(super) struct Lead {
    number: u64,
}

impl Collectives<'_> {
    /// A collective led by leaders. `source` is this member's part, `lead` makes the result on every leader, `target` gets it.
    pub(super) fn led(
        &self,
        state: &mut State,
        source: Option<&Source<'_>>,
        target: Option<&mut Target<'_>>,
        lead: impl FnOnce(&Lead) -> Result<Vec<u8>, Error>,
    ) -> Result<(), Error> {
        let topology = self.group.topology();
        let own_lead = Lead {
            number: self.next_number(state)?,
        };
        let context = layout::context(self.group.context());
        let result_at = context + layout::RESULT;
        if let Some(source) = source {
            self.publish(context + layout::PART, source, 0, source.len())?;
        }
        let barrier = &self.group.barrier;
        let arrival = barrier.arrive();
        let is_alone = topology.nodes() == 1;
        if !(if is_alone {
            arrival.is_last
        } else {
            topology.is_leader()
        }) {
            let waited = self.world.wait_in_node(|poll| barrier.wait(arrival, poll));
            assert_eq!(waited, Waited::Done, "nothing stops this wait");
            let Some(target) = target else {
                return Ok(());
            };
            let len = target.len();
            return self.pull(topology.local[0] as usize, result_at, target, 0, len);
        }
        if !arrival.is_last {
            let waited = self.world.wait_in_node(|poll| barrier.wait_arrivals(poll));
            assert_eq!(waited, Waited::Done, "nothing stops this wait");
        }
        let result = lead(&own_lead)?;
        if topology.local.len() > 1 {
            let leader = self.group.rank(topology.local[0]);
            let segment = self.world.near(leader).expect("on this node").bytes;
            segment
                .copy_in(result_at, &result)
                .map_err(|error| Error::memory(self.world.rank(), leader, error))?;
        }
        barrier.release();
        target.map_or(Ok(()), |target| target.write(self.world, 0, &result))
    }

    /// The number of the next collective between nodes, when its places for mail are free.
    fn next_number(&self, state: &mut State) -> Result<u64, Error> {
        if self.group.topology().nodes() == 1 {
            return Ok(0);
        }
        if state.number + 1 - state.ended > DEPTH {
            self.synchronize(state)?;
        }
        state.number += 1;
        Ok(state.number)
    }

    /// All members take part in what this collective's mail brings: nobody is behind it any more.
    pub(super) fn all_have_ended_before(&self, state: &mut State) {
        if self.group.topology().nodes() > 1 {
            state.ended = state.number - 1;
        }
    }

    /// The part of `len` bytes of a member of this node.
    pub(super) fn part_of(&self, member: u32, part: &mut [u8]) -> Result<(), Error> {
        let len = part.len();
        let mut target = Target::Private(part);
        let offset = layout::context(self.group.context()) + layout::PART;
        self.pull(member as usize, offset, &mut target, 0, len)
    }

    /// The parts of this node's members, combined.
    pub(super) fn combine_node(
        &self,
        len: usize,
        operator: &Operator<'_>,
    ) -> Result<Vec<u8>, Error> {
        let local = &self.group.topology().local;
        let mut combined = vec![0; len];
        self.part_of(local[0], &mut combined)?;
        let mut part = vec![0; if local.len() > 1 { len } else { 0 }];
        for &member in &local[1..] {
            self.part_of(member, &mut part)?;
            (operator.combine)(&mut combined, &part);
        }
        Ok(combined)
    }

    /// Sends mail to the leader of another node.
    pub(super) fn post(
        &self,
        lead: &Lead,
        place: usize,
        node: u32,
        bytes: &[u8],
    ) -> Result<(), Error> {
        assert!(bytes.len() <= MAIL_BYTES, "{} bytes", bytes.len());
        let (signal, data) = self.mail_at(lead, place);
        let rank = self.leader(node);
        self.world.mail(rank, (data, bytes), (signal, lead.number))
    }

    /// Waits for mail and takes it.
    pub(super) fn take(&self, lead: &Lead, place: usize, bytes: &mut [u8]) -> Result<(), Error> {
        let (signal, data) = self.mail_at(lead, place);
        self.world
            .wait_word("a collective's mail", signal, lead.number)?;
        let copied = self.world.own_segment().copy_out(data, bytes);
        copied.map_err(|error| Error::memory(self.world.rank(), self.world.rank(), error))
    }

    fn mail_at(&self, lead: &Lead, place: usize) -> (usize, usize) {
        let context = layout::context(self.group.context());
        let (signal, data) = layout::mail(lead.number, place);
        (context + signal, context + data)
    }

    /// This node's place in the tree of the nodes whose root is that of a member.
    pub(super) fn tree(&self, root: usize) -> Place {
        let topology = self.group.topology();
        let root = if root == 0 {
            0
        } else {
            self.group.node_of_member(self.world, root as u32)
        };
        Place::new(topology.node, topology.nodes(), root)
    }

    /// Combines what the nodes below have into `bytes`, and sends that on towards the root.
    pub(super) fn fan_in(
        &self,
        lead: &Lead,
        place: Place,
        bytes: &mut [u8],
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let mut other = vec![0; bytes.len()];
        for child in place.children() {
            self.take(lead, child.slot as usize, &mut other)?;
            (operator.combine)(bytes, &other);
        }
        match place.parent() {
            Some(parent) => self.post(lead, parent.slot as usize, parent.node, bytes),
            None => Ok(()),
        }
    }

    /// Gets the root's bytes and sends them on to the nodes below.
    pub(super) fn fan_out(&self, lead: &Lead, place: Place, bytes: &mut [u8]) -> Result<(), Error> {
        if place.parent().is_some() {
            self.take(lead, FROM_ROOT, bytes)?;
        }
        place
            .children()
            .rev()
            .try_for_each(|child| self.post(lead, FROM_ROOT, child.node, bytes))
    }

    /// The nodes' blocks, of `bytes_of` each, all collected on all leaders: from this node's `own` on, then the next node's,
    /// round to the one before, in log2 rounds (Bruck and others' concatenation).
    pub(super) fn collect_nodes(
        &self,
        lead: &Lead,
        own: Vec<u8>,
        bytes_of: impl Fn(u32) -> usize,
    ) -> Result<Vec<u8>, Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node, topology.nodes());
        // Bytes of `count` blocks from that of the node `first` on.
        let bytes_from = |first: u32, count: u32| -> usize {
            (0..count)
                .map(|next| bytes_of((first + next) % nodes))
                .sum()
        };
        let mut held = own;
        let mut count = 1;
        for round in 0.. {
            if count >= nodes {
                break;
            }
            let more = count.min(nodes - count);
            let to = (node + nodes - count) % nodes;
            self.post(lead, round, to, &held[..bytes_from(node, more)])?;
            let start = held.len();
            held.resize(start + bytes_from((node + count) % nodes, more), 0);
            self.take(lead, round, &mut held[start..])?;
            count += more;
        }
        Ok(held)
    }
}
