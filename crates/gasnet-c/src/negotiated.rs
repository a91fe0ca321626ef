//! Messages with negotiated payload: the program asks for a buffer, fills it, and then sends it.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use farreach_c::slice;
use farreach_gasnet::am::{Category, Prepared, Source, Terms};

use crate::deliver::Token;
use crate::messages::{NOTHING_DONE, blocking, category, end_source, payload, replying};
use crate::objects::Team;
use crate::state::{Call, OK, anywhere, outside};

/// What `gex_AM_SrcDesc_t` points to.
#[repr(C)]
pub(crate) struct SourceDescriptor<'a> {
    /// `gasnetex.h` reads the first two.
    address: *mut c_void,
    size: usize,
    prepared: Prepared,
    dest: *mut c_void,
    /// Where the event goes that says when the program's buffer can be reused. Null without such a
    /// buffer.
    event: *mut *mut c_void,
    /// The token of a reply.
    token: Option<&'a Token<'a>>,
}

/// What a function does with a message.
#[derive(Clone, Copy)]
enum Step {
    Prepare,
    Commit,
    Cancel,
}

fn function(step: Step, category: Category, is_reply: bool) -> &'static str {
    match (step, category, is_reply) {
        (Step::Prepare, Category::Medium, false) => "gex_AM_PrepareRequestMedium",
        (Step::Prepare, Category::Medium, true) => "gex_AM_PrepareReplyMedium",
        (Step::Prepare, _, false) => "gex_AM_PrepareRequestLong",
        (Step::Prepare, _, true) => "gex_AM_PrepareReplyLong",
        (Step::Commit, Category::Medium, false) => "gex_AM_CommitRequestMedium",
        (Step::Commit, Category::Medium, true) => "gex_AM_CommitReplyMedium",
        (Step::Commit, _, false) => "gex_AM_CommitRequestLong",
        (Step::Commit, _, true) => "gex_AM_CommitReplyLong",
        (Step::Cancel, Category::Medium, false) => "gex_AM_CancelRequestMedium",
        (Step::Cancel, Category::Medium, true) => "gex_AM_CancelReplyMedium",
        (Step::Cancel, _, false) => "gex_AM_CancelRequestLong",
        (Step::Cancel, _, true) => "gex_AM_CancelReplyLong",
    }
}

/// Prepares a request to rank `to` of a team, or a reply if there is a `token`. Returns null if the
/// message is immediate and would have to wait.
///
/// # Safety
/// `token` must be that of a handler that runs, or null; the bytes at `client` must be valid for reads
/// until the message is sent or cancelled; `event` is a constant or valid for writes until then.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_prepare(
    team: *const Team,
    to: u32,
    token: *const Token<'_>,
    is_reply: c_int,
    kind: u32,
    client: *const c_void,
    least: usize,
    most: usize,
    dest: *mut c_void,
    event: *mut *mut c_void,
    flags: u32,
    count: c_uint,
) -> *const SourceDescriptor<'_> {
    let (category, is_reply) = (category(kind), is_reply != 0);
    let function = function(Step::Prepare, category, is_reply);
    let call = if is_reply {
        anywhere(function)
    } else {
        outside(function)
    };
    if client.is_null() != event.is_null() {
        call.wrong("lc_opt", "it is NULL if client_buf is NULL, and only then");
    }
    let terms = Terms {
        category,
        least,
        most,
        arguments: count as usize,
        source: if client.is_null() {
            Source::Library
        } else {
            Source::Program
        },
    };
    // SAFETY: the caller's promise.
    let token = is_reply.then(|| unsafe { replying(call, token) });
    let prepared = if let Some(token) = token {
        Prepared::reply(&call.world, token.received, terms, blocking(flags))
    } else {
        // SAFETY: the caller's promise.
        let to = unsafe { call.job_rank(team, to) };
        Prepared::request(&call.world, to, terms, blocking(flags))
    };
    let Some(mut prepared) = call.sent(prepared) else {
        return ptr::null();
    };
    let address = match prepared.buffer() {
        Some(buffer) => buffer.as_mut_slice().as_mut_ptr().cast(),
        None => client.cast_mut(),
    };
    Box::into_raw(Box::new(SourceDescriptor {
        address,
        size: prepared.size(),
        prepared,
        dest,
        event,
        token,
    }))
}

/// The prepared message of a call. Ends the job if it is of another kind.
///
/// # Safety
/// `sd` must be what [`farreach_gex_prepare`] has returned.
unsafe fn described(
    call: Call,
    sd: *mut SourceDescriptor<'_>,
    is_reply: bool,
    category: Category,
) -> &SourceDescriptor<'_> {
    if sd.is_null() {
        call.wrong("sd", "it is GEX_AM_SRCDESC_NO_OP");
    }
    if !Prepared::exists() {
        let what = "this thread has prepared no message, or has sent or cancelled it";
        call.wrong("sd", what);
    }
    // SAFETY: the caller's promise; this thread has one that was not used up.
    let described = unsafe { &*sd };
    let prepared = described.prepared.category();
    if prepared != category || described.token.is_some() != is_reply {
        let by = function(Step::Prepare, prepared, described.token.is_some());
        call.wrong("sd", format!("it comes from {by}"));
    }
    described
}

/// Sends a prepared message. Returns non-zero if it is immediate and would have to wait: it is then
/// still prepared.
///
/// # Safety
/// `sd` must be what [`farreach_gex_prepare`] has returned; `words` must have `count` words.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_commit(
    sd: *mut SourceDescriptor<'_>,
    is_reply: c_int,
    kind: u32,
    handler: u8,
    bytes: usize,
    dest: *mut c_void,
    flags: u32,
    count: usize,
    words: *const i32,
) -> c_int {
    let (category, is_reply) = (category(kind), is_reply != 0);
    let call = anywhere(function(Step::Commit, category, is_reply));
    // SAFETY: the caller's promise.
    let described = unsafe { described(call, sd, is_reply, category) };
    let prepared = &described.prepared;
    call.sent(prepared.check(bytes, count));
    if !described.dest.is_null() && described.dest != dest {
        let what = format!("{dest:p}, but {:p} was prepared", described.dest);
        call.wrong("dest_addr", what);
    }
    // SAFETY: the caller's promise; the buffer has that many bytes.
    let (bytes, words) = unsafe {
        (
            slice(described.address.cast(), bytes),
            slice(words.cast(), count),
        )
    };
    let payload = payload(call, prepared.to(), category, bytes, dest);
    let received = described.token.map(|token| token.received);
    let sent = prepared.commit(
        &call.world,
        received,
        handler,
        words,
        payload,
        blocking(flags),
    );
    if !call.sent(sent) {
        return NOTHING_DONE;
    }
    // SAFETY: the caller's promise; the event is named with a buffer of the program. The message is not used afterwards.
    unsafe {
        if !described.event.is_null() {
            end_source(call, described.event, is_reply);
        }
        drop(Box::from_raw(sd));
    }
    OK
}

/// Cancels a prepared message.
///
/// # Safety
/// `sd` must be what [`farreach_gex_prepare`] has returned.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_cancel(
    sd: *mut SourceDescriptor<'_>,
    is_reply: c_int,
    kind: u32,
) -> c_int {
    let (category, is_reply) = (category(kind), is_reply != 0);
    let call = anywhere(function(Step::Cancel, category, is_reply));
    // SAFETY: the caller's promise. The message is not used afterwards.
    unsafe {
        described(call, sd, is_reply, category);
        drop(Box::from_raw(sd));
    }
    OK
}
