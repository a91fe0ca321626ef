//! Active messages: requests, replies, and the calls of handlers.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use farreach_gasnet::ARGUMENTS_MAX;
use farreach_gasnet::wire::{Head, LONG, MEDIUM, MEDIUM_MAX, REPLY, SHORT, parse, parse_place};
use farreach_runtime::{Error, Port, Receiver, World};

use crate::state::{Entry, OK, State, fatal, get, ok, state};

/// The most bytes of a long message's payload.
const LONG_MAX: usize = 0x7fff_ffff;

unsafe extern "C" {
    fn farreach_gex_call_short(
        function: unsafe extern "C" fn(),
        token: *const c_void,
        count: usize,
        arguments: *const i32,
    );
    fn farreach_gex_call_payload(
        function: unsafe extern "C" fn(),
        token: *const c_void,
        payload: *mut c_void,
        bytes: usize,
        count: usize,
        arguments: *const i32,
    );
}

thread_local! {
    static IN_HANDLER: Cell<bool> = const { Cell::new(false) };
}

/// What `gex_Token_t` points to while a handler runs.
pub(crate) struct Token {
    source: u32,
    is_request: bool,
    is_long: bool,
    entry: &'static Entry,
    has_replied: Cell<bool>,
}

/// `gex_Token_Info_t`.
#[repr(C)]
#[derive(Debug)]
struct TokenInfo {
    source: u32,
    ep: *const c_void,
    entry: *const Entry,
    is_request: c_int,
    is_long: c_int,
}

/// The receiver of active messages.
pub(crate) struct Active;

impl Receiver for Active {
    fn receive(&self, _: &World, from: u32, number: u8, bytes: &[u8]) {
        const FUNCTION: &str = "an active message";
        let Some(state) = get() else { return };
        let Some((index, arguments, rest)) = parse(bytes) else {
            fatal(FUNCTION, &format!("rank {from} has sent what is none"));
        };
        let Some(entry) = state.handlers[usize::from(index)].get() else {
            fatal(
                FUNCTION,
                &format!("rank {from} wants handler {index}, which is not registered here"),
            );
        };
        let arguments = arguments.as_slice();
        let kind = number & !REPLY;
        let category = match kind {
            SHORT => 1,
            MEDIUM => 2,
            _ => 4,
        };
        let direction = if number & REPLY == 0 { 8 } else { 16 };
        let wanted = category | direction;
        if entry.flags & wanted != wanted || entry.arguments as usize != arguments.len() {
            let what = format!(
                "rank {from} wants handler {index} with {} arguments and flags {wanted:#x}, which was registered with {} and {:#x}",
                arguments.len(),
                entry.arguments,
                entry.flags
            );
            fatal(FUNCTION, &what);
        }
        let token = Token {
            source: from,
            is_request: number & REPLY == 0,
            is_long: kind == LONG,
            entry,
            has_replied: Cell::new(false),
        };
        let Some(function) = entry.function else {
            return;
        };
        let before = IN_HANDLER.replace(true);
        let words = arguments.as_ptr().cast::<i32>();
        let (token, count) = (ptr::from_ref(&token).cast(), arguments.len());
        // The payload of a medium message, which the handler may change.
        let mut medium = Vec::new();
        let (payload, len) = match kind {
            MEDIUM => {
                medium.extend_from_slice(rest);
                (medium.as_mut_ptr(), rest.len())
            }
            LONG => {
                let Some(landed) = parse_place(rest) else {
                    fatal(FUNCTION, &format!("rank {from} has sent what is none"));
                };
                let base = state.world.own_segment().as_mut_ptr();
                (base.wrapping_add(landed.range.start), landed.range.len())
            }
            _ => (ptr::null_mut(), 0),
        };
        // SAFETY: the program has registered a function for messages of this category and number of
        // arguments, which were checked.
        unsafe {
            if kind == SHORT {
                farreach_gex_call_short(function, token, count, words);
            } else {
                farreach_gex_call_payload(function, token, payload.cast(), len, count, words);
            }
        }
        IN_HANDLER.set(before);
    }

    fn runs_anywhere(&self, _: u8, _: &[u8]) -> bool {
        false
    }
}

/// A message to send.
#[derive(Clone, Copy)]
struct Message<'a> {
    function: &'static str,
    to: u32,
    handler: u8,
    kind: u8,
    payload: &'a [u8],
    dest: *mut c_void,
}

/// The arguments of a message, behind the word of its flags.
///
/// # Safety
/// `words` must have `count` words.
unsafe fn arguments<'a>(function: &str, count: usize, words: *const i32) -> &'a [u32] {
    if count == 0 || count > 1 + ARGUMENTS_MAX {
        let given = count.saturating_sub(1);
        fatal(
            function,
            &format!("{given} arguments, but a message has at most {ARGUMENTS_MAX}"),
        );
    }
    // SAFETY: the caller's promise; the first word is the flags.
    unsafe { std::slice::from_raw_parts(words.add(1).cast(), count - 1) }
}

/// The bytes of a payload.
///
/// # Safety
/// The bytes must be valid for reads until the call returns.
unsafe fn payload<'a>(source: *const c_void, bytes: usize) -> &'a [u8] {
    if bytes == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(source.cast(), bytes) }
}

/// Says that a source can be reused.
///
/// # Safety
/// `event` must be a constant of the interface, or valid for writes.
unsafe fn end_source(event: *mut *mut c_void) {
    if event.addr() > 3 {
        // SAFETY: the caller's promise.
        unsafe { event.write(ptr::null_mut()) };
    }
}

fn send(state: &State, message: &Message<'_>, words: &[u32], is_reply: bool) {
    let Message {
        function,
        to,
        handler,
        kind,
        payload,
        dest,
    } = *message;
    if to >= state.world.size() {
        let size = state.world.size();
        fatal(
            function,
            &format!("there is no rank {to}: there are {size}, numbered from 0"),
        );
    }
    let head = Head::new(handler, words);
    let (head, body) = match kind {
        MEDIUM if payload.len() > MEDIUM_MAX => {
            let what = format!(
                "{} bytes, but a medium message carries at most {MEDIUM_MAX}",
                payload.len()
            );
            fatal(function, &what);
        }
        LONG => {
            let offset = state.offset(function, to, dest, payload.len());
            let put = state.world.direct().put(to, offset, payload);
            ok(function, put);
            (head.with_place(offset, payload.len()), &[][..])
        }
        _ => (head, payload),
    };
    let (head, world) = (head.as_slice(), &state.world);
    let sent: Result<(), Error> = if is_reply {
        world.try_send_message(to, Port::Active, kind | REPLY, head, body)
    } else {
        world.send_message(to, Port::Active, kind, head, body)
    };
    ok(function, sent);
}

fn request(message: &Message<'_>, words: &[u32]) -> c_int {
    if IN_HANDLER.get() {
        fatal(
            message.function,
            "a handler may reply, but not send requests",
        );
    }
    send(state(message.function), message, words, false);
    OK
}

/// # Safety
/// `token` must be that of a handler that runs.
unsafe fn reply(token: *const Token, message: &Message<'_>, words: &[u32]) -> c_int {
    // SAFETY: the caller's promise.
    let token = unsafe { &*token };
    if !token.is_request {
        fatal(
            message.function,
            "the message is a reply itself, which can't be replied to",
        );
    }
    if token.has_replied.replace(true) {
        fatal(
            message.function,
            "the handler has replied already: it may reply once",
        );
    }
    let to = token.source;
    send(
        state(message.function),
        &Message { to, ..*message },
        words,
        true,
    );
    OK
}

/// `gex_AM_RequestShort`.
///
/// # Safety
/// `words` must have `count` words.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_request_short(
    _tm: *const c_void,
    to: u32,
    handler: u8,
    count: usize,
    words: *const i32,
) -> c_int {
    let function = "gex_AM_RequestShort";
    // SAFETY: the caller's promise.
    let words = unsafe { arguments(function, count, words) };
    let message = Message {
        function,
        to,
        handler,
        kind: SHORT,
        payload: &[],
        dest: ptr::null_mut(),
    };
    request(&message, words)
}

/// `gex_AM_RequestMedium`.
///
/// # Safety
/// `words` must have `count` words, and `source` `bytes` bytes; `event` is a constant or valid.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_request_medium(
    _tm: *const c_void,
    to: u32,
    handler: u8,
    source: *const c_void,
    bytes: usize,
    event: *mut *mut c_void,
    count: usize,
    words: *const i32,
) -> c_int {
    let function = "gex_AM_RequestMedium";
    // SAFETY: the caller's promise.
    let (words, payload) = unsafe { (arguments(function, count, words), payload(source, bytes)) };
    let message = Message {
        function,
        to,
        handler,
        kind: MEDIUM,
        payload,
        dest: ptr::null_mut(),
    };
    let result = request(&message, words);
    // SAFETY: the caller's promise.
    unsafe { end_source(event) };
    result
}

/// `gex_AM_RequestLong`.
///
/// # Safety
/// As [`farreach_gex_request_medium`].
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_request_long(
    _tm: *const c_void,
    to: u32,
    handler: u8,
    source: *const c_void,
    bytes: usize,
    dest: *mut c_void,
    event: *mut *mut c_void,
    count: usize,
    words: *const i32,
) -> c_int {
    let function = "gex_AM_RequestLong";
    // SAFETY: the caller's promise.
    let (words, payload) = unsafe { (arguments(function, count, words), payload(source, bytes)) };
    let message = Message {
        function,
        to,
        handler,
        kind: LONG,
        payload,
        dest,
    };
    let result = request(&message, words);
    // SAFETY: the caller's promise.
    unsafe { end_source(event) };
    result
}

/// `gex_AM_ReplyShort`.
///
/// # Safety
/// `token` must be that of a handler that runs; `words` must have `count` words.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_reply_short(
    token: *const Token,
    handler: u8,
    count: usize,
    words: *const i32,
) -> c_int {
    let function = "gex_AM_ReplyShort";
    // SAFETY: the caller's promise.
    let words = unsafe { arguments(function, count, words) };
    let message = Message {
        function,
        to: 0,
        handler,
        kind: SHORT,
        payload: &[],
        dest: ptr::null_mut(),
    };
    // SAFETY: the caller's promise.
    unsafe { reply(token, &message, words) }
}

/// `gex_AM_ReplyMedium`.
///
/// # Safety
/// As [`farreach_gex_reply_short`] and [`farreach_gex_request_medium`].
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_reply_medium(
    token: *const Token,
    handler: u8,
    source: *const c_void,
    bytes: usize,
    event: *mut *mut c_void,
    count: usize,
    words: *const i32,
) -> c_int {
    let function = "gex_AM_ReplyMedium";
    // SAFETY: the caller's promise.
    let (words, payload) = unsafe { (arguments(function, count, words), payload(source, bytes)) };
    let message = Message {
        function,
        to: 0,
        handler,
        kind: MEDIUM,
        payload,
        dest: ptr::null_mut(),
    };
    // SAFETY: the caller's promise.
    unsafe {
        let result = reply(token, &message, words);
        end_source(event);
        result
    }
}

/// `gex_AM_ReplyLong`.
///
/// # Safety
/// As [`farreach_gex_reply_medium`].
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_reply_long(
    token: *const Token,
    handler: u8,
    source: *const c_void,
    bytes: usize,
    dest: *mut c_void,
    event: *mut *mut c_void,
    count: usize,
    words: *const i32,
) -> c_int {
    let function = "gex_AM_ReplyLong";
    // SAFETY: the caller's promise.
    let (words, payload) = unsafe { (arguments(function, count, words), payload(source, bytes)) };
    let message = Message {
        function,
        to: 0,
        handler,
        kind: LONG,
        payload,
        dest,
    };
    // SAFETY: the caller's promise.
    unsafe {
        let result = reply(token, &message, words);
        end_source(event);
        result
    }
}

/// `gex_Token_Info`: all that is asked for is known.
///
/// # Safety
/// `token` must be that of a handler that runs, and `info` valid for writes.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Token_Info(
    token: *const Token,
    info: *mut TokenInfo,
    mask: c_uint,
) -> c_uint {
    // SAFETY: the caller's promise.
    let token = unsafe { &*token };
    let known = TokenInfo {
        source: token.source,
        ep: ptr::from_ref(state("gex_Token_Info")).cast(),
        entry: token.entry,
        is_request: c_int::from(token.is_request),
        is_long: c_int::from(token.is_long),
    };
    // SAFETY: the caller's promise.
    unsafe { info.write(known) };
    mask & 31
}

/// `gasnet_AMPoll`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_AMPoll() -> c_int {
    if !IN_HANDLER.get() {
        state("gasnet_AMPoll").world.progress();
    }
    OK
}

/// A step of `GASNET_BLOCKUNTIL`. Lets other processes run if there was nothing to do.
#[unsafe(no_mangle)]
extern "C" fn farreach_gex_pause() {
    let world = &state("GASNET_BLOCKUNTIL").world;
    if world.progress() == 0 && !world.deliver() {
        std::thread::yield_now();
    }
}

/// `gex_AM_MaxArgs`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_MaxArgs() -> c_uint {
    ARGUMENTS_MAX as c_uint
}

/// `gex_AM_LUBRequestMedium`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_LUBRequestMedium() -> usize {
    MEDIUM_MAX
}

/// `gex_AM_LUBReplyMedium`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_LUBReplyMedium() -> usize {
    MEDIUM_MAX
}

/// `gex_AM_LUBRequestLong`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_LUBRequestLong() -> usize {
    LONG_MAX
}

/// `gex_AM_LUBReplyLong`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_LUBReplyLong() -> usize {
    LONG_MAX
}

/// `gex_AM_MaxRequestMedium`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_MaxRequestMedium(
    _tm: *const c_void,
    _rank: u32,
    _event: *const c_void,
    _flags: u32,
    _count: c_uint,
) -> usize {
    MEDIUM_MAX
}

/// `gex_AM_MaxReplyMedium`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_MaxReplyMedium(
    _tm: *const c_void,
    _rank: u32,
    _event: *const c_void,
    _flags: u32,
    _count: c_uint,
) -> usize {
    MEDIUM_MAX
}

/// `gex_AM_MaxRequestLong`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_MaxRequestLong(
    _tm: *const c_void,
    _rank: u32,
    _event: *const c_void,
    _flags: u32,
    _count: c_uint,
) -> usize {
    LONG_MAX
}

/// `gex_AM_MaxReplyLong`.
#[unsafe(no_mangle)]
extern "C" fn gex_AM_MaxReplyLong(
    _tm: *const c_void,
    _rank: u32,
    _event: *const c_void,
    _flags: u32,
    _count: c_uint,
) -> usize {
    LONG_MAX
}

/// `gex_Token_MaxReplyMedium`.
#[unsafe(no_mangle)]
extern "C" fn gex_Token_MaxReplyMedium(
    _token: *const c_void,
    _event: *const c_void,
    _flags: u32,
    _count: c_uint,
) -> usize {
    MEDIUM_MAX
}

/// `gex_Token_MaxReplyLong`.
#[unsafe(no_mangle)]
extern "C" fn gex_Token_MaxReplyLong(
    _token: *const c_void,
    _event: *const c_void,
    _flags: u32,
    _count: c_uint,
) -> usize {
    LONG_MAX
}
