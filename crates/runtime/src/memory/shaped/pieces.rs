//! Transfers of vectors: pieces that each have their own place and length.

use farreach_engine::{Op, Source, Target, Tracking};
use farreach_node::{View, order};

use super::BURST;
use crate::Error;
use crate::error::Local;
use crate::memory::posting::{Leaving, begin_put};
use crate::memory::raw::{lent, view, with_copy};
use crate::memory::rma::{IN_PLACE_MIN, chunks};
use crate::memory::shape::Piece;
use crate::progress::LaneContext;

impl LaneContext<'_> {
    /// Copies pieces of this process's memory into `pe`'s segment, in the order of the list. The
    /// sources may be reused when this returns. If a piece is outside of the segment, nothing is
    /// copied.
    ///
    /// # Safety
    /// The bytes of all pieces must be valid for reads until this returns. They may be symmetric
    /// memory, which other processes change.
    pub unsafe fn put_pieces(self, pe: u32, pieces: &[Piece]) -> Result<(), Error> {
        self.check_pieces(pe, pieces)?;
        let Some(near) = self.world.near(pe) else {
            return self.put_pieces_far(pe, pieces);
        };
        for piece in pieces {
            let copied = near
                .bytes
                .copy_between(piece.there, mine(piece), 0, piece.bytes);
            copied.map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        }
        near.ring();
        Ok(())
    }

    /// Copies pieces of `pe`'s segment to this process's memory. The bytes are here when this
    /// returns. Where pieces overlap here, later pieces overwrite earlier ones. If a piece is outside
    /// of the segment, nothing is copied.
    ///
    /// # Safety
    /// The bytes of all pieces must be valid for writes until this returns, and no reference to them
    /// may exist until then. They may be symmetric memory.
    pub unsafe fn get_pieces(self, pe: u32, pieces: &[Piece]) -> Result<(), Error> {
        self.check_pieces(pe, pieces)?;
        let Some(near) = self.world.near(pe) else {
            return self.get_pieces_far(pe, pieces);
        };
        self.world.attend();
        for piece in pieces {
            let copied = mine(piece).copy_between(0, near.bytes, piece.there, piece.bytes);
            copied.map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        }
        order::after_get();
        Ok(())
    }

    /// Fails unless all pieces are inside of `pe`'s segment.
    pub(in crate::memory) fn check_pieces(self, pe: u32, pieces: &[Piece]) -> Result<(), Error> {
        self.world.check_rank(pe)?;
        let mut pieces = pieces.iter().filter(|piece| piece.bytes > 0);
        pieces.try_for_each(|piece| self.world.check(pe, piece.there, piece.bytes))
    }

    fn put_pieces_far(self, pe: u32, pieces: &[Piece]) -> Result<(), Error> {
        let is_long = |piece: &Piece| piece.bytes >= IN_PLACE_MIN;
        for piece in pieces.iter().filter(|piece| is_long(piece)) {
            self.check_lent(mine(piece), Local::Source)?;
        }
        for pieces in pieces.chunk_by(|first, second| is_long(first) == is_long(second)) {
            if is_long(&pieces[0]) {
                let parts = pieces.iter().flat_map(|piece| {
                    chunks(piece.bytes).map(move |(at, len)| Op::Put {
                        // SAFETY: `all` returns after the operations have ended, and by the callers'
                        // contract the bytes are valid until then. The device only reads the source
                        // of a put.
                        source: Source::Owned(unsafe { lent(mine(piece), at, len) }),
                        offset: (piece.there + at) as u64,
                    })
                });
                self.all(pe, self.under_way_max(pieces.len()), parts, |_, _| {})?;
                continue;
            }
            let mut rest = pieces;
            while !rest.is_empty() {
                let mut bytes = 0;
                let fits = |piece: &&Piece| {
                    bytes += piece.bytes;
                    bytes <= BURST.1
                };
                let count = rest.iter().take(BURST.0).take_while(fits).count();
                let (now, later) = rest.split_at(count);
                rest = later;
                self.post(pe, Leaving::AtOnce, |core, time| {
                    for piece in now.iter().filter(|piece| piece.bytes > 0) {
                        with_copy(mine(piece), |bytes| {
                            begin_put(core, time, pe, (piece.there, bytes), Tracking::Implicit);
                        });
                    }
                })?;
            }
        }
        Ok(())
    }

    fn get_pieces_far(self, pe: u32, pieces: &[Piece]) -> Result<(), Error> {
        for piece in pieces {
            self.check_lent(mine(piece), Local::Target)?;
        }
        if overlap(pieces) {
            return self.get_overlapping_pieces(pe, pieces);
        }
        let parts = pieces.iter().flat_map(|piece| {
            chunks(piece.bytes).map(move |(at, len)| Op::Get {
                // SAFETY: `all` returns after the operations have ended, and by the callers' contract
                // the bytes belong to the device until then.
                into: Target::Owned(unsafe { lent(mine(piece), at, len) }),
                offset: (piece.there + at) as u64,
            })
        });
        self.all(pe, self.under_way_max(pieces.len()), parts, |_, _| {})
    }

    /// Fetches pieces that overlap here to a buffer, and copies them from there in their order. The
    /// pieces of one operation arrive in any order.
    fn get_overlapping_pieces(self, pe: u32, pieces: &[Piece]) -> Result<(), Error> {
        let mut fetched: Vec<Vec<u8>> = pieces.iter().map(|piece| vec![0; piece.bytes]).collect();
        let into: Vec<Piece> = std::iter::zip(pieces, &mut fetched)
            .map(|(piece, buffer)| Piece {
                here: buffer.as_mut_ptr(),
                ..*piece
            })
            .collect();
        self.get_pieces_far(pe, &into)?;
        for (piece, bytes) in pieces.iter().zip(&fetched) {
            mine(piece)
                .copy_in(0, bytes)
                .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        }
        Ok(())
    }
}

/// Whether any two pieces overlap in this process's memory.
pub(super) fn overlap(pieces: &[Piece]) -> bool {
    let apart =
        |first: &Piece, second: &Piece| second.here.addr() - first.here.addr() >= first.bytes;
    if pieces.is_sorted_by(|first, second| first.here <= second.here && apart(first, second)) {
        return false;
    }
    let mut sorted: Vec<&Piece> = pieces.iter().filter(|piece| piece.bytes > 0).collect();
    sorted.sort_unstable_by_key(|piece| piece.here);
    sorted.windows(2).any(|pair| !apart(pair[0], pair[1]))
}

/// The piece in this process's memory.
///
/// By the contract of the functions that take pieces, its bytes are valid until they return. Only the
/// target of a get is written.
pub(in crate::memory) fn mine(piece: &Piece) -> View<'_> {
    // SAFETY: the callers' contract.
    unsafe { view(piece.here, piece.bytes) }
}
