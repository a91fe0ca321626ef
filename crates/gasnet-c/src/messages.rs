//! Requests and replies whose payload the program has ready.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;

use farreach_c::slice;
use farreach_gasnet::ARGUMENTS_MAX;
use farreach_gasnet::wire::{Head, LONG, MEDIUM, MEDIUM_MAX, REPLY, SHORT};
use farreach_runtime::{Error, Port};

use crate::deliver::Token;
use crate::objects::Team;
use crate::state::{Call, OK, anywhere, is_in_handler, outside};

/// The most bytes of a long message's payload: `FARREACH_GEX_LONG_MAX`.
pub(crate) const LONG_MAX: usize = 0x7fff_ffff;
/// `GEX_FLAG_IMMEDIATE`.
pub(crate) const IMMEDIATE: u32 = 1;
/// What a call returns that has done nothing because it would have had to wait.
pub(crate) const NOTHING_DONE: c_int = 1;

/// `FARREACH_GEX_MEDIUM_MAX` of `gasnetex.h`.
const _: () = assert!(MEDIUM_MAX == 16392);

/// A message to send.
#[derive(Clone, Copy)]
pub(crate) struct Message<'a> {
    pub(crate) call: Call,
    pub(crate) to: u32,
    pub(crate) handler: u8,
    /// Without [`REPLY`].
    pub(crate) kind: u8,
    pub(crate) payload: &'a [u8],
    pub(crate) dest: *mut c_void,
    pub(crate) words: &'a [u32],
    pub(crate) is_immediate: bool,
}

/// The arguments of a message.
///
/// # Safety
/// `words` must have `count` words.
pub(crate) unsafe fn arguments<'a>(call: Call, count: usize, words: *const i32) -> &'a [u32] {
    if count > ARGUMENTS_MAX {
        call.fatal(format!(
            "{count} arguments, but a message has at most {ARGUMENTS_MAX}"
        ));
    }
    // SAFETY: the caller's promise.
    unsafe { slice(words.cast(), count) }
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

/// Checks the length of a payload.
pub(crate) fn check_len(call: Call, kind: u8, len: usize) {
    let (name, limit) = match kind {
        MEDIUM => ("medium", MEDIUM_MAX),
        _ => ("long", LONG_MAX),
    };
    if len > limit {
        call.fatal(format!(
            "{len} bytes, but a {name} message carries at most {limit}"
        ));
    }
}

/// Sends a message. Returns `false` if it is immediate and would have to wait. A request waits for
/// room, a reply does not.
pub(crate) fn send(message: &Message<'_>, is_reply: bool) -> bool {
    let Message {
        call,
        to,
        handler,
        kind,
        payload,
        dest,
        words,
        is_immediate,
    } = *message;
    check_len(call, kind, payload.len());
    if is_immediate && !call.world.has_room_toward(to) {
        return false;
    }
    let head = Head::new(handler, words);
    let (head, body) = if kind == LONG {
        // The handler gets the address of an empty payload as it is, wherever that is.
        let offset = if payload.is_empty() {
            dest.addr()
        } else {
            let offset = call.offset_anywhere(to, dest, payload.len());
            call.ok(call.world.direct().put(to, offset, payload));
            offset
        };
        (head.with_place(offset, payload.len()), &[][..])
    } else {
        (head, payload)
    };
    let (head, world) = (head.as_slice(), &call.world);
    let sent: Result<(), Error> = if is_reply {
        world.enqueue_message(to, Port::Active, kind | REPLY, head, body)
    } else if is_immediate {
        world.enqueue_message(to, Port::Active, kind, head, body)
    } else {
        world.send_message(to, Port::Active, kind, head, body)
    };
    call.ok(sent);
    true
}

/// The token of a request that has not been replied to. Ends the job otherwise.
///
/// # Safety
/// `token` must be that of a handler that runs.
pub(crate) unsafe fn replying<'a>(call: Call, token: *const Token) -> &'a Token {
    if token.is_null() || !is_in_handler() {
        call.wrong("token", "a reply needs the token of a handler that runs");
    }
    // SAFETY: the caller's promise.
    let token = unsafe { &*token };
    if !token.is_request {
        call.fatal("the message is a reply itself, which can't be replied to");
    }
    if token.has_replied.get() {
        call.fatal("the handler has replied already: it may reply once");
    }
    token
}

/// The function of a request or reply.
fn function(kind: u8, is_reply: bool) -> &'static str {
    match (kind, is_reply) {
        (SHORT, false) => "gex_AM_RequestShort",
        (MEDIUM, false) => "gex_AM_RequestMedium",
        (_, false) => "gex_AM_RequestLong",
        (SHORT, true) => "gex_AM_ReplyShort",
        (MEDIUM, true) => "gex_AM_ReplyMedium",
        (_, true) => "gex_AM_ReplyLong",
    }
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
    let call = outside(function(kind as u8, false));
    let is_immediate = flags & IMMEDIATE != 0;
    // SAFETY: the caller's promise.
    let message = unsafe {
        Message {
            call,
            to: call.job_rank(team, to),
            handler,
            kind: kind as u8,
            payload: slice(source.cast(), bytes),
            dest,
            words: arguments(call, count, words),
            is_immediate,
        }
    };
    // SAFETY: the caller's promise.
    unsafe { end_source(call, event, false) };
    if send(&message, false) {
        OK
    } else {
        NOTHING_DONE
    }
}

/// `gex_AM_ReplyShort`, `gex_AM_ReplyMedium` and `gex_AM_ReplyLong`, by `kind`.
///
/// # Safety
/// `token` must be that of a handler that runs; the rest as for [`farreach_gex_request`].
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_reply(
    token: *const Token,
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
    let call = anywhere(function(kind as u8, true));
    // SAFETY: the caller's promise.
    let (token, message) = unsafe {
        let token = replying(call, token);
        let message = Message {
            call,
            to: token.source,
            handler,
            kind: kind as u8,
            payload: slice(source.cast(), bytes),
            dest,
            words: arguments(call, count, words),
            is_immediate: flags & IMMEDIATE != 0,
        };
        end_source(call, event, true);
        (token, message)
    };
    if send(&message, true) {
        token.has_replied.set(true);
        OK
    } else {
        NOTHING_DONE
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
