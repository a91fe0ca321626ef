//! The barrier of GASNet-1: split in two, with an identifier that the processes compare.
//!
//! It is a reduction of one [`Vote`] for each process.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;
use std::sync::{Mutex, MutexGuard};

use farreach_c::{give, lock};
use farreach_runtime::collectives::{Kept, Operation, Request, Target};

use crate::state::{BARRIER_MISMATCH, Call, NOT_READY, OK, anywhere, outside};

/// `GASNET_BARRIERFLAG_ANONYMOUS`, which matches any identifier.
const ANONYMOUS: c_int = 1;
/// `GASNET_BARRIERFLAG_MISMATCH`, which matches none.
const MISMATCH: c_int = 2;

/// What processes say of the identifier, as the first word of a vote. The second word is the
/// identifier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vote {
    Any,
    One(c_int),
    None,
}

const VOTE_BYTES: usize = 8;

impl Vote {
    fn new(id: c_int, flags: c_int) -> Vote {
        match flags {
            _ if flags & MISMATCH != 0 => Vote::None,
            _ if flags & ANONYMOUS != 0 => Vote::Any,
            _ => Vote::One(id),
        }
    }

    fn bytes(self) -> [u8; VOTE_BYTES] {
        let (word, id) = match self {
            Vote::Any => (0, 0),
            Vote::One(id) => (1, id),
            Vote::None => (2, 0),
        };
        let mut bytes = [0; VOTE_BYTES];
        bytes[..4].copy_from_slice(&i32::to_ne_bytes(word));
        bytes[4..].copy_from_slice(&id.to_ne_bytes());
        bytes
    }

    fn parse(bytes: &[u8]) -> Vote {
        let word = |at: usize| i32::from_ne_bytes(bytes[at..at + 4].try_into().expect("a word"));
        match word(0) {
            0 => Vote::Any,
            1 => Vote::One(word(4)),
            _ => Vote::None,
        }
    }

    fn and(self, other: Vote) -> Vote {
        match (self, other) {
            (Vote::Any, vote) | (vote, Vote::Any) => vote,
            (Vote::One(a), Vote::One(b)) if a == b => self,
            _ => Vote::None,
        }
    }
}

/// A barrier between its two calls.
struct Notified {
    request: Request,
    /// This process's vote, then that of all.
    vote: Vec<u8>,
}

/// The barrier that was begun, and the result of the last one.
static BARRIER: Mutex<(Option<Notified>, Vote)> = Mutex::new((None, Vote::Any));

fn barrier() -> MutexGuard<'static, (Option<Notified>, Vote)> {
    lock(&BARRIER)
}

fn combine(into: &mut [u8], other: &[u8]) {
    for (into, other) in into
        .chunks_exact_mut(VOTE_BYTES)
        .zip(other.chunks_exact(VOTE_BYTES))
    {
        let vote = Vote::parse(into).and(Vote::parse(other));
        into.copy_from_slice(&vote.bytes());
    }
}

/// `gasnet_barrier_notify`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_barrier_notify(id: c_int, flags: c_int) {
    let call = outside("gasnet_barrier_notify");
    let mut barrier = barrier();
    if barrier.0.is_some() {
        call.fatal("called twice: gasnet_barrier_wait or gasnet_barrier_try comes between");
    }
    let mut vote = Vote::new(id, flags).bytes().to_vec();
    let bytes = ptr::slice_from_raw_parts_mut(vote.as_mut_ptr(), VOTE_BYTES);
    let operator = Kept::new(VOTE_BYTES, &combine, &Vote::Any.bytes());
    // SAFETY: the world lives until the process ends, and the vote until the barrier has ended. It
    // does not move.
    let request = unsafe {
        let data = Target::Private(&mut *bytes);
        let all = call.world.collectives().named("gasnet_barrier");
        all.begin(Operation::AllReduce { data, operator })
    };
    barrier.0 = Some(Notified { request, vote });
}

/// Ends the barrier. Returns its result, for a process that ends it with `own`.
fn end(call: Call, notified: &Notified, own: Vote) -> c_int {
    call.ok(call.world.wait_request(&notified.request));
    let vote = Vote::parse(&notified.vote);
    barrier().1 = vote;
    if vote.and(own) == Vote::None {
        BARRIER_MISMATCH
    } else {
        OK
    }
}

/// The barrier that was begun. Ends the job if there is none.
fn take(call: Call) -> Notified {
    let notified = barrier().0.take();
    notified.unwrap_or_else(|| call.fatal("no barrier was begun: gasnet_barrier_notify begins one"))
}

/// `gasnet_barrier_wait`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_barrier_wait(id: c_int, flags: c_int) -> c_int {
    let call = outside("gasnet_barrier_wait");
    end(call, &take(call), Vote::new(id, flags))
}

/// `gasnet_barrier_try`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_barrier_try(id: c_int, flags: c_int) -> c_int {
    let call = outside("gasnet_barrier_try");
    let notified = take(call);
    if !call.world.test_request(&notified.request) {
        barrier().0 = Some(notified);
        return NOT_READY;
    }
    end(call, &notified, Vote::new(id, flags))
}

/// `gasnet_barrier_result`: the identifier of the last barrier. Returns non-zero if it had none.
///
/// # Safety
/// `id` must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gasnet_barrier_result(id: *mut c_int) -> c_int {
    anywhere("gasnet_barrier_result");
    let Vote::One(matched) = barrier().1 else {
        return 1;
    };
    // SAFETY: the caller's promise.
    unsafe { give(id, matched) };
    OK
}
