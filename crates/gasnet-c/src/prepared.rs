//! Messages with negotiated payload: the program asks for a buffer, fills it, and then sends it.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use farreach_c::slice;
use farreach_gasnet::ARGUMENTS_MAX;
use farreach_gasnet::wire::{LONG, MEDIUM, MEDIUM_MAX};

use crate::deliver::Token;
use crate::messages::{
    IMMEDIATE, LONG_MAX, Message, NOTHING_DONE, arguments, end_source, replying, send,
};
use crate::objects::Team;
use crate::state::{Call, OK, anywhere, outside};

/// What `gex_AM_SrcDesc_t` points to.
#[repr(C)]
pub(crate) struct Prepared {
    /// `gasnetex.h` reads the first two.
    address: *mut c_void,
    size: usize,
    to: u32,
    kind: u8,
    count: usize,
    dest: *mut c_void,
    /// Where the event goes that says when the program's buffer can be reused. Null without such a
    /// buffer.
    event: *mut *mut c_void,
    /// The token of a reply.
    token: *const Token,
    /// The library's buffer, aligned for any type.
    buffer: Vec<u128>,
}

thread_local! {
    /// Whether the thread has prepared a message, and neither sent nor cancelled it.
    static HAS_PREPARED: Cell<bool> = const { Cell::new(false) };
    /// The buffer of the thread's last message, for its next one.
    static BUFFER: Cell<Vec<u128>> = const { Cell::new(Vec::new()) };
}

/// What a function does with a message.
#[derive(Clone, Copy)]
enum Step {
    Prepare,
    Commit,
    Cancel,
}

fn function(step: Step, kind: u32, is_reply: bool) -> &'static str {
    match (step, kind as u8, is_reply) {
        (Step::Prepare, MEDIUM, false) => "gex_AM_PrepareRequestMedium",
        (Step::Prepare, MEDIUM, true) => "gex_AM_PrepareReplyMedium",
        (Step::Prepare, _, false) => "gex_AM_PrepareRequestLong",
        (Step::Prepare, _, true) => "gex_AM_PrepareReplyLong",
        (Step::Commit, MEDIUM, false) => "gex_AM_CommitRequestMedium",
        (Step::Commit, MEDIUM, true) => "gex_AM_CommitReplyMedium",
        (Step::Commit, _, false) => "gex_AM_CommitRequestLong",
        (Step::Commit, _, true) => "gex_AM_CommitReplyLong",
        (Step::Cancel, MEDIUM, false) => "gex_AM_CancelRequestMedium",
        (Step::Cancel, MEDIUM, true) => "gex_AM_CancelReplyMedium",
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
    token: *const Token,
    is_reply: c_int,
    kind: u32,
    client: *const c_void,
    least: usize,
    most: usize,
    dest: *mut c_void,
    event: *mut *mut c_void,
    flags: u32,
    count: c_uint,
) -> *const Prepared {
    let is_reply = is_reply != 0;
    let function = function(Step::Prepare, kind, is_reply);
    // SAFETY: the caller's promise.
    let (call, to) = unsafe {
        if is_reply {
            let call = anywhere(function);
            (call, replying(call, token).source)
        } else {
            let call = outside(function);
            (call, call.job_rank(team, to))
        }
    };
    let limit = match kind as u8 {
        LONG if !client.is_null() => LONG_MAX,
        _ => MEDIUM_MAX,
    };
    if least > limit || most < least {
        let what = format!(
            "{least} bytes, but it is at most {limit} and at most most_payload, which is {most}"
        );
        call.wrong("least_payload", what);
    }
    if count as usize > ARGUMENTS_MAX {
        let what = format!("{count}, but a message has at most {ARGUMENTS_MAX}");
        call.wrong("numargs", what);
    }
    if client.is_null() != event.is_null() {
        call.wrong("lc_opt", "it is NULL if client_buf is NULL, and only then");
    }
    if HAS_PREPARED.get() {
        call.fatal("the thread has prepared a message already: it must be sent or cancelled first");
    }
    if flags & IMMEDIATE != 0 && !call.world.has_room_toward(to) {
        return ptr::null();
    }
    HAS_PREPARED.set(true);
    let size = most.min(limit);
    let mut buffer = Vec::new();
    let address = if client.is_null() {
        buffer = BUFFER.take();
        buffer.resize(size.div_ceil(size_of::<u128>()).max(1), 0);
        buffer.as_mut_ptr().cast()
    } else {
        client.cast_mut()
    };
    Box::into_raw(Box::new(Prepared {
        address,
        size,
        to,
        kind: kind as u8,
        count: count as usize,
        dest,
        event,
        token: if is_reply { token } else { ptr::null() },
        buffer,
    }))
}

/// The prepared message of a call. Ends the job if it is of another kind.
///
/// # Safety
/// `prepared` must be what [`farreach_gex_prepare`] has returned.
unsafe fn prepared<'a>(
    call: Call,
    prepared: *mut Prepared,
    is_reply: bool,
    kind: u32,
) -> &'a mut Prepared {
    if prepared.is_null() {
        call.wrong("sd", "it is GEX_AM_SRCDESC_NO_OP");
    }
    if !HAS_PREPARED.get() {
        let what = "this thread has prepared no message, or has sent or cancelled it";
        call.wrong("sd", what);
    }
    // SAFETY: the caller's promise; this thread has one that was not used up.
    let prepared = unsafe { &mut *prepared };
    if u32::from(prepared.kind) != kind || prepared.token.is_null() == is_reply {
        let by = function(
            Step::Prepare,
            u32::from(prepared.kind),
            !prepared.token.is_null(),
        );
        call.wrong("sd", format!("it comes from {by}"));
    }
    prepared
}

/// Sends a prepared message. Returns non-zero if it is immediate and would have to wait: it is then
/// still prepared.
///
/// # Safety
/// `sd` must be what [`farreach_gex_prepare`] has returned; `words` must have `count` words.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_commit(
    sd: *mut Prepared,
    is_reply: c_int,
    kind: u32,
    handler: u8,
    bytes: usize,
    dest: *mut c_void,
    flags: u32,
    count: usize,
    words: *const i32,
) -> c_int {
    let is_reply = is_reply != 0;
    let call = anywhere(function(Step::Commit, kind, is_reply));
    // SAFETY: the caller's promise.
    let prepared = unsafe { prepared(call, sd, is_reply, kind) };
    if bytes > prepared.size {
        let what = format!(
            "{bytes}, but the prepared message has {} (gex_AM_SrcDescSize)",
            prepared.size
        );
        call.wrong("nbytes", what);
    }
    if count != prepared.count {
        call.fatal(format!(
            "{count} arguments, but {} were prepared",
            prepared.count
        ));
    }
    if !prepared.dest.is_null() && prepared.dest != dest {
        let what = format!("{dest:p}, but {:p} was prepared", prepared.dest);
        call.wrong("dest_addr", what);
    }
    // SAFETY: the caller's promise; the buffer has that many bytes.
    let message = unsafe {
        Message {
            call,
            to: prepared.to,
            handler,
            kind: prepared.kind,
            payload: slice(prepared.address.cast(), bytes),
            dest,
            words: arguments(call, count, words),
            is_immediate: flags & IMMEDIATE != 0,
        }
    };
    // Handlers that run while this waits for room may prepare replies.
    HAS_PREPARED.set(false);
    if !send(&message, is_reply) {
        HAS_PREPARED.set(true);
        return NOTHING_DONE;
    }
    // SAFETY: the caller's promise; the event is named with a buffer of the program.
    unsafe {
        if let Some(token) = prepared.token.as_ref() {
            token.has_replied.set(true);
        }
        if !prepared.event.is_null() {
            end_source(call, prepared.event, is_reply);
        }
        release(sd);
    }
    OK
}

/// Cancels a prepared message.
///
/// # Safety
/// `sd` must be what [`farreach_gex_prepare`] has returned.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_cancel(sd: *mut Prepared, is_reply: c_int, kind: u32) -> c_int {
    let call = anywhere(function(Step::Cancel, kind, is_reply != 0));
    // SAFETY: the caller's promise.
    unsafe {
        prepared(call, sd, is_reply != 0, kind);
        HAS_PREPARED.set(false);
        release(sd);
    }
    OK
}

/// # Safety
/// `sd` must be the thread's prepared message, which is not used afterwards.
unsafe fn release(sd: *mut Prepared) {
    // SAFETY: `farreach_gex_prepare` has made it.
    let prepared = unsafe { Box::from_raw(sd) };
    if !prepared.buffer.is_empty() {
        BUFFER.set(prepared.buffer);
    }
}
