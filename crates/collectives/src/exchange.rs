//! All-to-all exchanges: of equal blocks, and of blocks of different lengths.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::group::GroupState;
use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Operator, Order, Source, Target};

/// The most bytes of a node's blocks that its leader gathers at a time.
const TOGETHER: usize = 1 << 20;
/// Bytes of a slot. Each member has a slot for each other, with the length of its block.
const SLOT: usize = 64;
/// Bytes of a slot for the block itself, or for its rendezvous header.
const IN_SLOT: usize = SLOT - COUNT;
/// Bytes of the length in a slot.
const COUNT: usize = 8;
/// The most bytes of a block in a slot of any length. Such a slot passes through several nodes.
const IN_BLOCK: usize = 8 << 10;

/// The lengths of a member's blocks for the others, or from the others, in
/// [`Collectives::all_to_all_v`](super::Collectives::all_to_all_v).
#[derive(Clone, Copy, Debug)]
pub struct Counts<'a> {
    /// The number of elements, by member.
    pub elements: &'a [usize],
    /// Bytes of an element.
    pub unit: usize,
}

impl Counts<'_> {
    /// Bytes of the block for `member`, or from it.
    pub(super) fn bytes(&self, member: usize) -> usize {
        self.elements[member] * self.unit
    }

    /// The range of the block of `member` among all blocks, in bytes.
    pub(super) fn block(&self, member: usize) -> Range<usize> {
        let before: usize = self.elements[..member].iter().sum();
        before * self.unit..(before + self.elements[member]) * self.unit
    }

    /// The blocks of the other members, beginning with the member after `index`.
    pub(super) fn others(&self, index: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let size = self.elements.len();
        let mut at = self.block(index).end;
        (1..size).map(move |distance| {
            let member = (index + distance) % size;
            if member == 0 {
                at = 0;
            }
            let start = at;
            at += self.bytes(member);
            (member, start..at)
        })
    }
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Sends the i-th of the equally long blocks of `source` to member i, for all i. `target`
    /// receives the blocks of all members, in the order of the members.
    pub async fn all_to_all(
        &self,
        source: Source<'_>,
        mut target: Target<'_>,
    ) -> Result<(), P::Error> {
        if self.compares {
            self.compare("all_to_all", &[("the length", source.len() as u64)])
                .await?;
        }
        source.check(self.process)?;
        target.as_source().check(self.process)?;
        let size = self.size();
        if target.len() != source.len() || !source.len().is_multiple_of(size) {
            let wanted = source.len().next_multiple_of(size);
            return Err(self.wrong_length("the target or source", target.len(), wanted));
        }
        let len = source.len() / size;
        let is_near = self.is_local();
        if !is_near && !self.group.topology().each_alone() && self.is_bulk_of_each(len) {
            // A leader that gathered them would copy all blocks of its node several times.
            let elements = vec![len; size];
            let counts = Counts {
                elements: &elements,
                unit: 1,
            };
            return self
                .exchange_far((&source, counts), (&mut target, counts))
                .await;
        }
        let mut state = self.turn();
        let result = if is_near {
            self.all_to_all_local(&mut state, &source, &mut target)
                .await
        } else {
            M::part(self.all_to_all_far(&mut state, &source, &mut target)).await
        };
        self.or_abort(result)
    }

    async fn all_to_all_far(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let size = self.size();
        let len = source.len() / size;
        if self.group.topology().each_alone() {
            if self.is_bulk_of_each(len) {
                return self.all_to_all_bulk(state, source, target).await;
            }
            let all = self.all_to_all_nodes(state, source).await?;
            return target.write(self.process, 0, &all);
        }
        let by_node = self.group.members_by_node(self.process);
        let most = by_node.iter().map(Vec::len).max().unwrap_or(1);
        let piece = (TOGETHER / (size * most)).max(1);
        for at in (0..len).step_by(piece) {
            let range = at..len.min(at + piece);
            self.all_to_all_together(state, most, (source, target), (len, range))
                .await?;
        }
        Ok(())
    }

    /// Exchanges a range of each block of `len` bytes. Each node's leader gathers the blocks of its
    /// members for a destination node into one share. Shares are padded to `most` members on both
    /// nodes.
    async fn all_to_all_together(
        &self,
        state: &mut GroupState<P>,
        most: usize,
        (source, target): (&Source<'_>, &mut Target<'_>),
        (len, range): (usize, Range<usize>),
    ) -> Result<(), P::Error> {
        let (size, part) = (self.size(), range.len());
        let topology = self.group.topology();
        let by_node = self.group.members_by_node(self.process);
        let mut own = vec![0; size * part];
        let mut own_target = Target::Private(&mut own);
        for member in 0..size {
            let at = member * len + range.start;
            own_target.copy(self.process, member * part, source, at..at + part)?;
        }
        let all = self.gather_near(&Source::Private(&own)).await?;
        let mut given = Vec::new();
        if topology.is_leader() {
            let share = most * most * part;
            let mut shares = vec![0; share * by_node.len()];
            let rows = || all.chunks_exact((size * part).max(1)).enumerate();
            for (members, share) in by_node.iter().zip(shares.chunks_exact_mut(share)) {
                for (from, row) in rows() {
                    for (to, &member) in members.iter().enumerate() {
                        share[(from * most + to) * part..][..part]
                            .copy_from_slice(&row[member as usize * part..][..part]);
                    }
                }
            }
            let theirs = self
                .all_to_all_nodes(state, &Source::Private(&shares))
                .await?;
            given = vec![0; all.len()];
            for (members, share) in by_node.iter().zip(theirs.chunks_exact(share)) {
                for (from, &member) in members.iter().enumerate() {
                    for to in 0..topology.local.len() {
                        given[(to * size + member as usize) * part..][..part]
                            .copy_from_slice(&share[(from * most + to) * part..][..part]);
                    }
                }
            }
        }
        let mut own_target = Target::Private(&mut own);
        self.scatter_near(&given, &mut own_target).await?;
        for (member, block) in own.chunks_exact(part).enumerate() {
            target.write(self.process, member * len + range.start, block)?;
        }
        Ok(())
    }

    /// Sends the next `sent.elements[i]` elements of `source` to member i, for i in order. `target`
    /// receives `received.elements[i]` elements from member i, in the order of the members. The
    /// counts are not exchanged: a member that does not know its receive counts gets them by an
    /// [`Collectives::all_to_all`] of counts.
    ///
    /// # Errors
    /// Before anything is sent, if the counts are not one for each member, or do not cover all of
    /// `source` and `target`. At the receiver, after the exchange, if a member's send count differs
    /// from the receive count. The smaller number of elements was received.
    pub async fn all_to_all_v(
        &self,
        source: Source<'_>,
        sent: Counts<'_>,
        mut target: Target<'_>,
        received: Counts<'_>,
    ) -> Result<(), P::Error> {
        if self.compares {
            self.compare("all_to_all_v", &[("the element size", sent.unit as u64)])
                .await?;
        }
        source.check(self.process)?;
        target.as_source().check(self.process)?;
        self.check_counts("the source of the counts", source.len(), sent)?;
        self.check_counts("the target of the counts", target.len(), received)?;
        let mut state = self.turn();
        if self.is_local() {
            let result = self
                .all_to_all_v_local(&mut state, (&source, sent), (&mut target, received))
                .await;
            let wrong = self.or_abort(result)?;
            return wrong.map_or(Ok(()), |count| Err(self.wrong_count(count, received)));
        }
        drop(state);
        self.exchange_far((&source, sent), (&mut target, received))
            .await
    }

    /// The exchange over several nodes, of operands that were checked.
    async fn exchange_far(
        &self,
        source: (&Source<'_>, Counts<'_>),
        (target, received): (&mut Target<'_>, Counts<'_>),
    ) -> Result<(), P::Error> {
        let exchange = self.compared();
        let exchange = M::part(exchange.all_to_all_v_far(source, (target, received)));
        let wrong = self.or_abort(exchange.await)?;
        wrong.map_or(Ok(()), |count| Err(self.wrong_count(count, received)))
    }

    /// The exchange over several nodes. Each member has a slot for each other, with the length of
    /// the block. A short block is in the slot itself. For a long block the slot has a rendezvous header, by
    /// which the receiver reads. The receiver then adds one to a word of the owner, which waits for
    /// that.
    async fn all_to_all_v_far(
        &self,
        (source, sent): (&Source<'_>, Counts<'_>),
        (target, received): (&mut Target<'_>, Counts<'_>),
    ) -> Result<Option<WrongCount>, P::Error> {
        if !self.is_exposed() {
            return self
                .all_to_all_v_flat((source, sent), (target, received))
                .await;
        }
        let is_alone = self.group.topology().each_alone();
        let in_slot = if is_alone { IN_BLOCK } else { IN_SLOT };
        let mut wrong = self
            .all_to_all_v_on_node((source, sent), (target, received))
            .await?;
        let lent = self.lend_source(source)?;
        let buffer = lent.buffer;
        let mut slots = vec![Vec::new(); self.size()];
        let mut readers = 0;
        let mut end = 0;
        for (member, slot) in slots.iter_mut().enumerate() {
            let start = end;
            end += sent.bytes(member);
            if self.is_near(member) {
                continue;
            }
            slot.extend_from_slice(&((end - start) as u64).to_ne_bytes());
            if end - start <= in_slot {
                slot.resize(COUNT + end - start, 0);
                let mut data = Target::Private(&mut slot[COUNT..]);
                data.copy(self.process, 0, source, start..end)?;
            } else {
                slot.extend_from_slice(&buffer.header_at(start, end - start));
                readers += 1;
            }
        }
        let theirs = if is_alone {
            self.all_to_all_v_nodes(&mut self.turn(), slots).await?
        } else {
            self.exchange_slots(&slots).await?
        };
        let received = (target, received);
        let elsewhere = self
            .take_slots(&theirs, in_slot, received, &mut wrong)
            .await?;
        for member in elsewhere {
            self.tell_done(self.group.rank(member as u32))?;
        }
        self.make_progress();
        self.await_done(&mut self.turn(), readers).await?;
        Ok(wrong)
    }

    /// Exchanges slots of equal length. Each node's leader gathers the slots of its members.
    async fn exchange_slots(&self, slots: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, P::Error> {
        let mut all = vec![0; slots.len() * SLOT];
        for (slot, into) in slots.iter().zip(all.chunks_exact_mut(SLOT)) {
            into[..slot.len()].copy_from_slice(slot);
        }
        let mut theirs = vec![0; all.len()];
        self.inside()
            .all_to_all_far(
                &mut self.turn(),
                &Source::Private(&all),
                &mut Target::Private(&mut theirs),
            )
            .await?;
        Ok(theirs.chunks_exact(SLOT).map(<[u8]>::to_vec).collect())
    }

    /// Whether a member shares memory with this process.
    fn is_near(&self, member: usize) -> bool {
        self.process.is_near(self.group.rank(member as u32))
    }

    /// Takes the blocks in the slots, and reads the blocks of more than `in_slot` bytes by their
    /// rendezvous headers. Returns the members whose blocks were read.
    async fn take_slots(
        &self,
        slots: &[Vec<u8>],
        in_slot: usize,
        (target, received): (&mut Target<'_>, Counts<'_>),
        wrong: &mut Option<WrongCount>,
    ) -> Result<Vec<usize>, P::Error> {
        let mut elsewhere = Vec::new();
        let mut end = 0;
        for (from, slot) in slots.iter().enumerate() {
            let start = end;
            end += received.bytes(from);
            if self.is_near(from) {
                continue;
            }
            let (count, data) = slot.split_first_chunk().expect("what all send");
            let bytes = u64::from_ne_bytes(*count) as usize;
            if bytes != end - start {
                wrong.get_or_insert(WrongCount { from, bytes });
            }
            let len = bytes.min(end - start);
            if bytes <= in_slot {
                target.write(self.process, start, &data[..len])?;
            } else {
                elsewhere.push((from, data, start, len));
            }
        }
        if !elsewhere.is_empty() {
            let lent = self.lend_target(target)?;
            for &(from, header, at, len) in &elsewhere {
                let rank = self.group.rank(from as u32);
                self.read_by_header(rank, header, (lent.buffer, at), len)?;
            }
            self.quiet().await?;
        }
        Ok(elsewhere.into_iter().map(|(from, ..)| from).collect())
    }

    /// The exchange among the members of this node.
    async fn all_to_all_v_on_node(
        &self,
        (source, sent): (&Source<'_>, Counts<'_>),
        (target, received): (&mut Target<'_>, Counts<'_>),
    ) -> Result<Option<WrongCount>, P::Error> {
        let local = &self.group.topology().local;
        let counts = |counts: Counts<'_>| -> Vec<usize> {
            local
                .iter()
                .map(|&member| counts.bytes(member as usize))
                .collect()
        };
        let (near_sent, near_received) = (counts(sent), counts(received));
        let mut out = vec![0; near_sent.iter().sum()];
        let mut into = vec![0; near_received.iter().sum()];
        let mut out_target = Target::Private(&mut out);
        let mut at = 0;
        for &member in local {
            let block = sent.block(member as usize);
            let len = block.len();
            out_target.copy(self.process, at, source, block)?;
            at += len;
        }
        // The target's bytes that a member does not send are unchanged.
        let mut at = 0;
        for &member in local {
            let block = received.block(member as usize);
            let len = block.len();
            target.read(self.process, block.start, &mut into[at..at + len])?;
            at += len;
        }
        let bytes = |elements| Counts { elements, unit: 1 };
        let (source, mut incoming) = (Source::Private(&out), Target::Private(&mut into));
        let wrong = self
            .exchange_near(
                (&source, bytes(&near_sent)),
                (&mut incoming, bytes(&near_received)),
            )
            .await?;
        let mut at = 0;
        for &member in local {
            let block = received.block(member as usize);
            target.write(self.process, block.start, &into[at..at + block.len()])?;
            at += block.len();
        }
        Ok(wrong.map(|wrong| WrongCount {
            from: local[wrong.from] as usize,
            ..wrong
        }))
    }

    /// Passes all blocks in slots, in as many rounds as the longest block needs.
    async fn all_to_all_v_flat(
        &self,
        (source, sent): (&Source<'_>, Counts<'_>),
        (target, received): (&mut Target<'_>, Counts<'_>),
    ) -> Result<Option<WrongCount>, P::Error> {
        let size = self.size();
        let longest = (0..size).map(|member| sent.bytes(member)).max();
        let mut rounds = (longest.unwrap_or(0).div_ceil(IN_SLOT).max(1) as u64).to_ne_bytes();
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
        let greatest = |into: &mut [u8], other: &[u8]| {
            let greater = word(into).max(word(other));
            into.copy_from_slice(&greater.to_ne_bytes());
        };
        let operator = Operator {
            unit: 8,
            combine: &greatest,
            identity: &[0; 8],
            order: Order::Any,
        };
        self.all_reduce_into(None, Target::Private(&mut rounds), &operator)
            .await?;
        let mut wrong = None;
        for round in 0..word(&rounds) as usize {
            let part = |block: Range<usize>| {
                let start = block.start + (round * IN_SLOT).min(block.len());
                start..block.end.min(start + IN_SLOT)
            };
            let mut slots = vec![0; size * SLOT];
            for (member, slot) in slots.chunks_exact_mut(SLOT).enumerate() {
                let (count, data) = slot.split_at_mut(COUNT);
                count.copy_from_slice(&(sent.bytes(member) as u64).to_ne_bytes());
                Target::Private(data).copy(self.process, 0, source, part(sent.block(member)))?;
            }
            let mut theirs = vec![0; slots.len()];
            self.inside()
                .all_to_all_far(
                    &mut self.turn(),
                    &Source::Private(&slots),
                    &mut Target::Private(&mut theirs),
                )
                .await?;
            for (from, slot) in theirs.chunks_exact(SLOT).enumerate() {
                let (count, data) = slot.split_at(COUNT);
                let bytes = word(count) as usize;
                if bytes != received.bytes(from) {
                    wrong.get_or_insert(WrongCount { from, bytes });
                }
                let there = bytes.saturating_sub(round * IN_SLOT).min(IN_SLOT);
                let into = part(received.block(from));
                let len = there.min(into.len());
                target.write(self.process, into.start, &data[..len])?;
            }
        }
        Ok(wrong)
    }

    fn check_counts(&self, what: &str, given: usize, counts: Counts<'_>) -> Result<(), P::Error> {
        let add = |sum: usize, &count: &usize| sum.checked_add(count.checked_mul(counts.unit)?);
        let sum = counts.elements.iter().try_fold(0, add);
        if counts.elements.len() != self.size() || sum != Some(given) {
            return Err(self.wrong_length(what, given, sum.unwrap_or(usize::MAX)));
        }
        Ok(())
    }

    pub(super) fn wrong_count(&self, wrong: WrongCount, received: Counts<'_>) -> P::Error {
        let WrongCount { from, bytes } = wrong;
        self.mismatch(format!(
                "member {from} sent {bytes} bytes in an all-to-all, but {} were to be received from it: \
                 the counts that members give must agree",
                received.bytes(from)
            ))
    }
}

/// A send count that differs from the receive count.
#[derive(Clone, Copy)]
pub(super) struct WrongCount {
    pub(super) from: usize,
    pub(super) bytes: usize,
}
