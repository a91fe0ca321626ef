//! Where members have different lengths, which the others learn with the first bytes.
//!
//! Each member's stream is a header of 8-byte words, then its source; it passes in steps, of which the longest stream
//! decides the number.

use std::ops::Range;

use super::{PIECE, Step};
use crate::Error;
use crate::collectives::group::State;
use crate::collectives::layout::PIECE_BYTES;
use crate::collectives::{Collectives, Counts, Source, Target};

/// What a member takes of another's stream.
struct Incoming {
    /// Bytes of the other's source.
    from: Range<usize>,
    /// Where in the target they go.
    to: usize,
    /// Bytes of the other's whole source.
    all: usize,
}

impl Collectives<'_> {
    pub(in super::super) fn collect_local(
        &self,
        state: &mut State,
        source: &Source<'_>,
    ) -> Result<(Vec<u8>, Vec<usize>), Error> {
        let header = [source.len() as u64];
        let (all, incoming) = self.stream(state, &header, source, 0)?;
        Ok((all, incoming.iter().map(|incoming| incoming.all).collect()))
    }

    pub(in super::super) fn all_to_all_v_local(
        &self,
        state: &mut State,
        source: &Source<'_>,
        counts: &[usize],
    ) -> Result<(Vec<u8>, Counts), Error> {
        // Where the bytes for each member begin, and the end.
        let mut header = Vec::with_capacity(counts.len() + 1);
        let mut start = 0;
        header.push(start);
        for &count in counts {
            start += count as u64;
            header.push(start);
        }
        let (all, incoming) = self.stream(state, &header, source, self.index())?;
        let counts = incoming.iter().map(|incoming| incoming.from.len());
        Ok((all, counts.collect()))
    }

    /// Sends a header and the source, and takes from all what lies between the word `mine` of their headers, or the
    /// beginning if there is but one, and the next. The last word is the length.
    fn stream(
        &self,
        state: &mut State,
        header: &[u64],
        source: &Source<'_>,
        mine: usize,
    ) -> Result<(Vec<u8>, Vec<Incoming>), Error> {
        let head = size_of_val(header);
        let piece_len = PIECE.max(head + 8);
        let room = self.room(PIECE_BYTES);
        let step = room.next(state);
        self.make_room(state, step);
        let words: Vec<u8> = header.iter().flat_map(|word| word.to_ne_bytes()).collect();
        self.put(step, 0, &Source::Private(&words), 0..head)?;
        let first = piece_len - head;
        self.put(step, head, source, 0..first.min(source.len()))?;
        self.announce(step);
        self.meet();
        let mut incoming = Vec::with_capacity(self.size());
        let mut total = 0;
        for member in 0..self.size() {
            self.await_member(step, member);
            let word = |index: usize| -> Result<usize, Error> {
                let word = self.memory(member).load::<u64>(step.data + 8 * index);
                let rank = self.world.rank();
                Ok(word.map_err(|error| Error::memory(rank, rank, error))? as usize)
            };
            let end = word((mine + 1).min(header.len() - 1))?;
            let start = if header.len() == 1 { 0 } else { word(mine)? };
            incoming.push(Incoming {
                from: start..end,
                to: total,
                all: word(header.len() - 1)?,
            });
            total += end - start;
        }
        let mut all = vec![0; total];
        let mut target = Target::Private(&mut all);
        let mut take = |step: Step, at: usize, range: Range<usize>| {
            for member in self.others_first() {
                let incoming = &incoming[member];
                let start = incoming.from.start.max(range.start);
                let end = incoming.from.end.min(range.end);
                if start >= end {
                    continue;
                }
                self.await_member(step, member);
                let to = incoming.to + start - incoming.from.start;
                let at = at + start - range.start;
                self.fetch(step, member, at, &mut target, to..to + end - start)?;
            }
            Ok(())
        };
        take(step, head, 0..first)?;
        self.end(step);
        let longest = incoming.iter().map(|incoming| incoming.all).max();
        let rest = longest.unwrap_or(0).saturating_sub(first);
        self.in_batches(
            state,
            (rest, piece_len, room),
            |step, range| {
                let end = source.len().min(first + range.end);
                let start = end.min(first + range.start);
                self.put(step, 0, source, start..end)
            },
            |_, step, range| take(step, 0, first + range.start..first + range.end),
        )?;
        Ok((all, incoming))
    }
}
