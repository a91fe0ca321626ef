//! Requests and replies whose payload the program has ready.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;

use farreach_c::slice;
use farreach_gasnet::am::{Blocking, Category, LONG_MAX, MEDIUM_MAX, Message, Payload, in_handler};

use crate::deliver::Token;
use crate::objects::Team;
use crate::state::{Call, OK, anywhere, outside};

/// `GEX_FLAG_IMMEDIATE`.
pub(crate) const IMMEDIATE: u32 = 1;
/// What a call returns that has done nothing because it would have had to wait.
pub(crate) const NOTHING_DONE: c_int = 1;

/// `FARREACH_GEX_MEDIUM_MAX` and `FARREACH_GEX_LONG_MAX` of `gasnetex.h`.
const _: () = assert!(MEDIUM_MAX == 16384 && LONG_MAX == 0x7fff_ffff);

/// The category that `FARREACH_GEX_SHORT`, `FARREACH_GEX_MEDIUM` or `FARREACH_GEX_LONG` names.
pub(crate) fn category(kind: u32) -> Category {
    match kind {
        0 => Category::Short,
        2 => Category::Medium,
        _ => Category::Long,
    }
}

/// Whether a call with these flags may wait.
pub(crate) fn blocking(flags: u32) -> Blocking {
    if flags & IMMEDIATE == 0 {
        Blocking::Wait
    } else {
        Blocking::Immediate
    }
}

/// The payload of a message to `to`. A long message has it at address `dest` there, which the handler gets unchanged
/// if the payload is empty.
pub(crate) fn payload(
    call: Call,
    to: u32,
    category: Category,
    bytes: &[u8],
    dest: *mut c_void,
) -> Payload<'_> {
    match category {
        Category::Short => Payload::Short,
        Category::Medium => Payload::Medium(bytes),
        Category::Long if bytes.is_empty() => Payload::Long(bytes, dest.addr()),
        Category::Long => {
            let len = bytes.len();
            if len > LONG_MAX {
                let what = format!("{len} bytes, but a long message carries at most {LONG_MAX}");
                call.wrong("nbytes", what);
            }
            Payload::Long(bytes, call.offset_anywhere(to, dest, len))
        }
    }
}

/// Says that a source can be reused. A request may name the group of implicit operations, a reply
/// may not.
///
/// # Safety
/// `event` must be a constant of the interface, or valid for writes.
pub(crate) unsafe fn end_source(call: Call, event: *mut *mut c_void, is_reply: bool) {
    match event.addr() {
        1 => {}
        3 if !is_reply => {}
        0 | 2 | 3 => {
            let group = if is_reply { "" } else { ", GEX_EVENT_GROUP" };
            let what = format!(
                "it is GEX_EVENT_NOW{group} or the address of an event, not NULL, \
                 GEX_EVENT_DEFER or another constant"
            );
            call.wrong("lc_opt", what);
        }
        // SAFETY: the caller's promise.
        _ => unsafe { event.write(ptr::null_mut()) },
    }
}

/// The token that a reply names. Ends the job if no handler runs.
///
/// # Safety
/// `token` must be that of a handler that runs.
pub(crate) unsafe fn replying(call: Call, token: *const Token<'_>) -> &Token<'_> {
    if token.is_null() || !in_handler() {
        call.wrong("token", "a reply needs the token of a handler that runs");
    }
    // SAFETY: the caller's promise.
    unsafe { &*token }
}

/// The function of a request or reply.
fn function(category: Category, is_reply: bool) -> &'static str {
    match (category, is_reply) {
        (Category::Short, false) => "gex_AM_RequestShort",
        (Category::Medium, false) => "gex_AM_RequestMedium",
        (Category::Long, false) => "gex_AM_RequestLong",
        (Category::Short, true) => "gex_AM_ReplyShort",
        (Category::Medium, true) => "gex_AM_ReplyMedium",
        (Category::Long, true) => "gex_AM_ReplyLong",
    }
}

/// What a call returns that has sent a message, or has not because it would have had to wait.
pub(crate) fn code(is_sent: bool) -> c_int {
    if is_sent { OK } else { NOTHING_DONE }
}

/// `gex_AM_RequestShort`, `gex_AM_RequestMedium` and `gex_AM_RequestLong`, by `kind`.
///
/// # Safety
/// `words` must have `count` words, and `source` `bytes` bytes; `event` is a constant or valid.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_request(
    team: *const Team,
    to: u32,
    kind: u32,
    handler: u8,
    source: *const c_void,
    bytes: usize,
    dest: *mut c_void,
    event: *mut *mut c_void,
    flags: u32,
    count: usize,
    words: *const i32,
) -> c_int {
    let category = category(kind);
    let call = outside(function(category, false));
    // SAFETY: the caller's promise.
    unsafe {
        let to = call.job_rank(team, to);
        end_source(call, event, false);
        let message = Message {
            to,
            handler,
            arguments: slice(words.cast(), count),
            payload: payload(call, to, category, slice(source.cast(), bytes), dest),
        };
        code(call.sent(message.request(&call.world, blocking(flags))))
    }
}

/// `gex_AM_ReplyShort`, `gex_AM_ReplyMedium` and `gex_AM_ReplyLong`, by `kind`.
///
/// # Safety
/// `token` must be that of a handler that runs; the rest as for [`farreach_gex_request`].
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_reply(
    token: *const Token<'_>,
    kind: u32,
    handler: u8,
    source: *const c_void,
    bytes: usize,
    dest: *mut c_void,
    event: *mut *mut c_void,
    flags: u32,
    count: usize,
    words: *const i32,
) -> c_int {
    let category = category(kind);
    let call = anywhere(function(category, true));
    // SAFETY: the caller's promise.
    unsafe {
        let received = replying(call, token).received;
        end_source(call, event, true);
        let bytes = slice(source.cast(), bytes);
        let payload = payload(call, received.source(), category, bytes, dest);
        let words = slice(words.cast(), count);
        let sent = received.reply(&call.world, handler, words, payload, blocking(flags));
        code(call.sent(sent))
    }
}

/// `gasnet_AMPoll`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_AMPoll() -> c_int {
    outside("gasnet_AMPoll").world.poll();
    OK
}

/// A step of `GASNET_BLOCKUNTIL`.
#[unsafe(no_mangle)]
extern "C" fn farreach_gex_pause() {
    outside("GASNET_BLOCKUNTIL").world.poll();
}
