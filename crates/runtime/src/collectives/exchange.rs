//! All-to-all exchanges.

use std::ops::Range;

use super::gather::in_pieces;
use super::layout::HALF;
use super::{Collectives, Piece, Source, Target};
use crate::Error;

/// How much a member has for each other, or gets from each, in [`Collectives::all_to_all_v`].
#[derive(Clone, Copy, Debug)]
pub struct Counts<'a> {
    /// Elements, by member.
    pub elements: &'a [usize],
    /// Bytes of an element.
    pub unit: usize,
}

impl Counts<'_> {
    /// Bytes for the `member` or from it.
    pub(super) fn bytes(&self, member: usize) -> usize {
        self.elements[member] * self.unit
    }

    /// Where the block of the `member` is among those of all, in bytes.
    pub(super) fn block(&self, member: usize) -> Range<usize> {
        let before: usize = self.elements[..member].iter().sum();
        before * self.unit..(before + self.elements[member]) * self.unit
    }

    /// The blocks of the others, beginning with the one behind that of the member `index`.
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

impl Collectives<'_> {
    /// Sends the i-th of the equally long blocks of `source` to the member i, for all i; `target` gets, in their order,
    /// the blocks that the members have for this one.
    pub fn all_to_all(&self, source: Source<'_>, mut target: Target<'_>) -> Result<(), Error> {
        source.check(self.world)?;
        target.as_source().check(self.world)?;
        let (size, index) = (self.size(), self.index());
        if target.len() != source.len() || !source.len().is_multiple_of(size) {
            let wanted = source.len().next_multiple_of(size);
            return Err(self.wrong_length("the target or source", target.len(), wanted));
        }
        if self.is_local() {
            let mut state = self.group.turn();
            let result = self.all_to_all_local(&mut state, &source, &mut target);
            return self.or_abort(result);
        }
        let block = source.len() / size;
        if self.group.topology().nodes() > 1 && source.len() * size <= self.led_max() {
            // The whole matrix in log2 messages is quicker than a column in as many as there are members.
            let mut all = vec![0; source.len() * size];
            self.all_gather(source, Target::Private(&mut all))?;
            return (0..size).try_for_each(|from| {
                let start = (from * size + index) * block;
                target.write(self.world, from * block, &all[start..start + block])
            });
        }
        if HALF / size == 0 {
            let counts = Counts {
                elements: &vec![block; size],
                unit: 1,
            };
            return self.all_to_all_v(source, counts, target, counts);
        }
        let part = block.min(HALF / size);
        let mut state = self.group.turn();
        let result = (0..block).step_by(part.max(1)).try_for_each(|at| {
            let len = part.min(block - at);
            let half = self.half(&state);
            for to in 0..size {
                self.publish(half + to * part, &source, to * block + at, len)?;
            }
            self.synchronize(&mut state)?;
            state.round += 1;
            let pieces = self.others_first().map(|from| Piece {
                member: from,
                offset: half + index * part,
                at: from * block + at,
                len,
            });
            self.pull_pieces(&mut target, pieces)
        });
        self.or_abort(result)
    }

    /// Sends the next `sent.elements[i]` elements of `source` to the member i, for i in order; `target` gets, in their
    /// order, `received.elements[i]` elements from each member i. Nothing tells the members of these counts: who does
    /// not know what it receives asks with [`Collectives::all_to_all`] of the counts before.
    ///
    /// # Errors
    /// Before anything is sent, if the counts are not one for each member or not all of `source` and `target`. At the
    /// receiver, when all have what they could get, if a member sent it another count than it gave; the smaller one of both was
    /// received.
    pub fn all_to_all_v(
        &self,
        source: Source<'_>,
        sent: Counts<'_>,
        mut target: Target<'_>,
        received: Counts<'_>,
    ) -> Result<(), Error> {
        source.check(self.world)?;
        target.as_source().check(self.world)?;
        self.check_counts("the source of the counts", source.len(), sent)?;
        self.check_counts("the target of the counts", target.len(), received)?;
        let mut state = self.group.turn();
        if self.is_local() {
            let result =
                self.all_to_all_v_local(&mut state, (&source, sent), (&mut target, received));
            let wrong = self.or_abort(result)?;
            return wrong.map_or(Ok(()), |count| Err(self.wrong_count(count, received)));
        }
        drop(state);
        // Where in each member's source the bytes for this one are, and how many.
        let mut places = Vec::with_capacity(16 * self.size());
        for member in 0..self.size() {
            let block = sent.block(member);
            places.extend((block.start as u64).to_ne_bytes());
            places.extend((block.len() as u64).to_ne_bytes());
        }
        let mut theirs = vec![0; places.len()];
        self.all_to_all(Source::Private(&places), Target::Private(&mut theirs))?;
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes")) as usize;
        let theirs: Vec<(usize, usize)> = theirs
            .chunks_exact(16)
            .map(|place| (word(&place[..8]), word(&place[8..])))
            .collect();
        let lengths = self.all_lengths(source.len())?;
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let mut state = self.group.turn();
        let result = in_pieces(&mut state, longest, |state, at, len| {
            let half = self.half(state);
            let own = source.len().saturating_sub(at).min(len);
            self.publish(half, &source, at.min(source.len()), own)?;
            self.synchronize(state)?;
            let pieces = self.others_first().map(|from| {
                let (first, count) = theirs[from];
                let into = received.block(from);
                let count = count.min(into.len());
                let (start, end) = (first.max(at), (first + count).min(at + len));
                Piece {
                    member: from,
                    offset: half + start.saturating_sub(at),
                    at: into.start + start - first,
                    len: end.saturating_sub(start),
                }
            });
            self.pull_pieces(&mut target, pieces)
        });
        self.or_abort(result)?;
        let wrong = (0..self.size()).find(|&member| theirs[member].1 != received.bytes(member));
        wrong.map_or(Ok(()), |from| {
            let bytes = theirs[from].1;
            Err(self.wrong_count(WrongCount { from, bytes }, received))
        })
    }

    fn check_counts(&self, what: &str, given: usize, counts: Counts<'_>) -> Result<(), Error> {
        let add = |sum: usize, &count: &usize| sum.checked_add(count.checked_mul(counts.unit)?);
        let sum = counts.elements.iter().try_fold(0, add);
        if counts.elements.len() != self.size() || sum != Some(given) {
            return Err(self.wrong_length(what, given, sum.unwrap_or(usize::MAX)));
        }
        Ok(())
    }

    fn wrong_count(&self, wrong: WrongCount, received: Counts<'_>) -> Error {
        let WrongCount { from, bytes } = wrong;
        Error::Mismatch {
            rank: self.world.rank(),
            what: format!(
                "member {from} sent {bytes} bytes in an all-to-all, but {} were to be received from it: \
                 the counts that members give must agree",
                received.bytes(from)
            ),
        }
    }
}

/// What a member sent, where the receiver's count for it is another.
#[derive(Clone, Copy)]
pub(super) struct WrongCount {
    pub(super) from: usize,
    pub(super) bytes: usize,
}
