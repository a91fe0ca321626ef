//! Transfers of many pieces in one call: vectors, lists of equal blocks, and strided blocks.
//!
//! Each piece is a put or get of its own. The network sends them in batches.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;

use farreach_c::slice;
use farreach_gasnet::am::{Message, Payload};

use crate::events::NO_OP;
use crate::objects::Team;
use crate::rma::{There, event, get_part, put_part, would_wait};
use crate::state::{Call, Location, outside};

/// `gex_Memvec_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) address: *mut c_void,
    pub(crate) len: usize,
}

// SAFETY: the address is the program's, which says who uses its bytes.
unsafe impl Send for Piece {}
// SAFETY: as above.
unsafe impl Sync for Piece {}

impl Piece {
    pub(crate) const NONE: Piece = Piece::new(ptr::null_mut(), 0);

    pub(crate) const fn new(address: *mut c_void, len: usize) -> Piece {
        Piece { address, len }
    }
}

/// `GEX_VIS_MAX_PEERCOMPLETION`.
const PEER_MAX: usize = 127;

/// The message behind a put.
struct Peer {
    handler: u8,
    bytes: Vec<u8>,
}

thread_local! {
    /// The message that the thread's next put sends behind itself.
    static PEER: Cell<Option<Peer>> = const { Cell::new(None) };
}

/// A transfer between this process and another.
struct Transfer {
    call: Call,
    there: Location,
    is_put: bool,
}

impl Transfer {
    /// The transfer of a call. `None` if it is immediate and would have to wait.
    ///
    /// # Safety
    /// `team` must be a value of `gex_TM_t`.
    unsafe fn new(
        functions: [&'static str; 2],
        is_put: c_int,
        (team, rank): (*const Team, u32),
        flags: u32,
    ) -> Option<Transfer> {
        let is_put = is_put != 0;
        let call = outside(functions[usize::from(is_put)]);
        // SAFETY: the caller's promise.
        let there = unsafe { call.location(team, rank) };
        (!would_wait(call, there.rank, flags)).then_some(Transfer {
            call,
            there,
            is_put,
        })
    }

    /// Begins to copy a piece.
    ///
    /// # Safety
    /// The bytes in this process's memory must be valid until the transfer has ended.
    unsafe fn piece(&self, dest: *mut c_void, source: *mut c_void, len: usize) {
        let (call, location) = (self.call, self.there);
        let address = if self.is_put { dest } else { source };
        let there = There { location, address };
        // SAFETY: the caller's promise.
        unsafe {
            if self.is_put {
                put_part(call, there, (source, len), false);
            } else {
                get_part(call, there, (dest, len));
            }
        }
    }

    /// Begins to copy between lists of pieces, which are divided where either list has an end.
    ///
    /// # Safety
    /// As for [`Transfer::piece`].
    unsafe fn pieces(
        &self,
        dest: impl Iterator<Item = Piece>,
        source: impl Iterator<Item = Piece>,
    ) {
        let mut dest = dest.filter(|piece| piece.len > 0);
        let mut source = source.filter(|piece| piece.len > 0);
        let (mut to, mut from) = (dest.next(), source.next());
        while let (Some(into), Some(out)) = (&mut to, &mut from) {
            let len = into.len.min(out.len);
            // SAFETY: the caller's promise.
            unsafe { self.piece(into.address, out.address, len) };
            for (piece, list) in [
                (&mut to, &mut dest as &mut dyn Iterator<Item = Piece>),
                (&mut from, &mut source),
            ] {
                if let Some(rest) = piece {
                    rest.address = rest.address.wrapping_byte_add(len);
                    rest.len -= len;
                    if rest.len == 0 {
                        *piece = list.next();
                    }
                }
            }
        }
        if to.is_some() || from.is_some() {
            self.call
                .fatal("the destination and the source differ in their number of bytes");
        }
    }

    /// The event of all that was begun. Sends the message that follows a put.
    fn end(&self) -> *mut c_void {
        let (world, rank) = (&self.call.world, self.there.rank);
        if self.is_put
            && let Some(peer) = PEER.take()
        {
            let message = Message {
                to: rank,
                handler: peer.handler,
                arguments: &[],
                payload: Payload::Medium(&peer.bytes),
            };
            self.call.sent(message.notify(world));
        }
        event((!world.is_near(rank)).then(|| world.direct().mark()))
    }
}

/// `gex_VIS_VectorPutNB` and `gex_VIS_VectorGetNB`.
///
/// # Safety
/// The lists must have so many entries, and the bytes in this process's memory be valid until the
/// event has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_vector(
    is_put: c_int,
    team: *const Team,
    rank: u32,
    dest_count: usize,
    dest: *const Piece,
    source_count: usize,
    source: *const Piece,
    flags: u32,
) -> *mut c_void {
    let functions = ["gex_VIS_VectorGet", "gex_VIS_VectorPut"];
    // SAFETY: the caller's promise.
    unsafe {
        let Some(transfer) = Transfer::new(functions, is_put, (team, rank), flags) else {
            return NO_OP;
        };
        let (dest, source) = (slice(dest, dest_count), slice(source, source_count));
        transfer.pieces(dest.iter().copied(), source.iter().copied());
        transfer.end()
    }
}

/// `gex_VIS_IndexedPutNB` and `gex_VIS_IndexedGetNB`.
///
/// # Safety
/// As for [`farreach_gex_vector`].
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_indexed(
    is_put: c_int,
    team: *const Team,
    rank: u32,
    dest_count: usize,
    dest: *const *mut c_void,
    dest_len: usize,
    source_count: usize,
    source: *const *mut c_void,
    source_len: usize,
    flags: u32,
) -> *mut c_void {
    let functions = ["gex_VIS_IndexedGet", "gex_VIS_IndexedPut"];
    // SAFETY: the caller's promise.
    unsafe {
        let Some(transfer) = Transfer::new(functions, is_put, (team, rank), flags) else {
            return NO_OP;
        };
        let piece = |len: usize| move |&address: &*mut c_void| Piece { address, len };
        transfer.pieces(
            slice(dest, dest_count).iter().map(piece(dest_len)),
            slice(source, source_count).iter().map(piece(source_len)),
        );
        transfer.end()
    }
}

/// `gex_VIS_StridedPutNB` and `gex_VIS_StridedGetNB`.
///
/// # Safety
/// Strides and counts must have `levels` entries, and the bytes in this process's memory be valid until
/// the event has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_strided(
    is_put: c_int,
    team: *const Team,
    rank: u32,
    dest: *mut c_void,
    dest_strides: *const isize,
    source: *mut c_void,
    source_strides: *const isize,
    element: usize,
    counts: *const usize,
    levels: usize,
    flags: u32,
) -> *mut c_void {
    let functions = ["gex_VIS_StridedGet", "gex_VIS_StridedPut"];
    // SAFETY: the caller's promise.
    unsafe {
        let Some(transfer) = Transfer::new(functions, is_put, (team, rank), flags) else {
            return NO_OP;
        };
        let mut counts = slice(counts, levels);
        let mut strides = (slice(dest_strides, levels), slice(source_strides, levels));
        let mut element = element;
        if element == 0 || counts.contains(&0) {
            return transfer.end();
        }
        // Levels whose blocks are contiguous on both sides are one block.
        while let Some((&count, rest)) = counts.split_first()
            && [strides.0[0], strides.1[0]] == [element.cast_signed(); 2]
        {
            element *= count;
            counts = rest;
            strides = (&strides.0[1..], &strides.1[1..]);
        }
        blocks(&transfer, (dest, source), element, strides, counts);
        transfer.end()
    }
}

/// Copies the blocks of all levels. The last level has the greatest blocks.
///
/// # Safety
/// As for [`farreach_gex_strided`].
unsafe fn blocks(
    transfer: &Transfer,
    (dest, source): (*mut c_void, *mut c_void),
    element: usize,
    strides: (&[isize], &[isize]),
    counts: &[usize],
) {
    let Some((&count, inner)) = counts.split_last() else {
        // SAFETY: the caller's promise.
        return unsafe { transfer.piece(dest, source, element) };
    };
    let level = inner.len();
    for at in 0..count.cast_signed() {
        let dest = dest.wrapping_byte_offset(at * strides.0[level]);
        let source = source.wrapping_byte_offset(at * strides.1[level]);
        // SAFETY: the caller's promise.
        unsafe { blocks(transfer, (dest, source), element, strides, inner) };
    }
}

/// `gex_VIS_SetPeerCompletionHandler`.
///
/// # Safety
/// `source` must have `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_VIS_SetPeerCompletionHandler(
    handler: u8,
    source: *const c_void,
    bytes: usize,
    _flags: u32,
) {
    let call = outside("gex_VIS_SetPeerCompletionHandler");
    if bytes > PEER_MAX {
        let what = format!("{bytes}, but a message behind a put has at most {PEER_MAX} bytes");
        call.wrong("nbytes", what);
    }
    // SAFETY: the caller's promise.
    let bytes = unsafe { slice(source.cast::<u8>(), bytes) };
    PEER.set((handler != 0).then(|| Peer {
        handler,
        bytes: bytes.to_vec(),
    }));
}
