//! All-to-all exchanges.

use super::gather::in_pieces;
use super::layout::HALF;
use super::{Collectives, Piece, Source, Target};
use crate::Error;

/// How many bytes a member receives from each in [`Collectives::all_to_all_v`].
pub type Counts = Vec<usize>;

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
            let counts = vec![block; size];
            let (all, _) = self.all_to_all_v(source, &counts)?;
            return target.write(self.world, 0, &all);
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

    /// Sends the next `counts[i]` bytes of `source` to the member i, for i in order. Returns what all members have for this
    /// one, in their order, and how many bytes are from each.
    pub fn all_to_all_v(
        &self,
        source: Source<'_>,
        counts: &[usize],
    ) -> Result<(Vec<u8>, Counts), Error> {
        source.check(self.world)?;
        let sum: usize = counts.iter().sum();
        if counts.len() != self.size() || sum != source.len() {
            return Err(self.wrong_length("the source of the counts", source.len(), sum));
        }
        if self.is_local() {
            let mut state = self.group.turn();
            let result = self.all_to_all_v_local(&mut state, &source, counts);
            return self.or_abort(result);
        }
        // Where in each member's source the bytes for this one are, and how many.
        let mut places = Vec::with_capacity(16 * counts.len());
        let mut start = 0u64;
        for &count in counts {
            places.extend(start.to_ne_bytes());
            places.extend((count as u64).to_ne_bytes());
            start += count as u64;
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
        let received: Counts = theirs.iter().map(|&(_, count)| count).collect();
        let mut all = vec![0; received.iter().sum()];
        let mut target = Target::Private(&mut all);
        let mut starts = Vec::with_capacity(received.len());
        let mut total = 0;
        for count in &received {
            starts.push(total);
            total += count;
        }
        let mut state = self.group.turn();
        let result = in_pieces(&mut state, longest, |state, at, len| {
            let half = self.half(state);
            let own = source.len().saturating_sub(at).min(len);
            self.publish(half, &source, at.min(source.len()), own)?;
            self.synchronize(state)?;
            let pieces = self.others_first().map(|from| {
                let (first, count) = theirs[from];
                let (start, end) = (first.max(at), (first + count).min(at + len));
                Piece {
                    member: from,
                    offset: half + start.saturating_sub(at),
                    at: starts[from] + start - first,
                    len: end.saturating_sub(start),
                }
            });
            self.pull_pieces(&mut target, pieces)
        });
        self.or_abort(result)?;
        Ok((all, received))
    }
}
