//! Messages that have come: the calls of their handlers, and what a handler knows of its message.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use farreach_gasnet::wire::{LONG, MEDIUM, REPLY, SHORT, parse, parse_place};
use farreach_runtime::{Receiver, World};

use crate::handlers::{Entry, TAKES_ANY};
use crate::objects::Endpoint;
use crate::state::{Call, anywhere, begun, in_handler};

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

/// What `gex_Token_t` points to while a handler runs.
pub(crate) struct Token {
    pub(crate) source: u32,
    pub(crate) is_request: bool,
    pub(crate) has_replied: Cell<bool>,
    is_long: bool,
    entry: &'static Entry,
}

/// `gex_Token_Info_t`.
#[repr(C)]
#[derive(Debug)]
struct TokenInfo {
    source: u32,
    endpoint: *const Endpoint,
    entry: *const Entry,
    is_request: c_int,
    is_long: c_int,
}

/// The receiver of active messages.
pub(crate) struct Active;

impl Receiver for Active {
    fn receive(&self, _: &World, from: u32, number: u8, bytes: &[u8]) {
        if let Some(call) = begun("an active message") {
            run(call, from, number, bytes);
        }
    }

    fn runs_anywhere(&self, _: u8, _: &[u8]) -> bool {
        false
    }
}

/// Runs the handler of a message.
fn run(call: Call, from: u32, number: u8, bytes: &[u8]) {
    let malformed = || -> ! { call.fatal(format!("rank {from} has sent what is none")) };
    let Some((index, arguments, rest)) = parse(bytes) else {
        malformed();
    };
    let arguments = arguments.as_slice();
    let kind = number & !REPLY;
    let entry = entry(call, from, index, number, arguments.len());
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
    let words = arguments.as_ptr().cast::<i32>();
    let (token, count) = (ptr::from_ref(&token).cast(), arguments.len());
    // The payload of a medium message, which the handler may change. Words align it for any type.
    let mut medium = Vec::<u128>::new();
    let (payload, len) = match kind {
        MEDIUM => {
            medium.resize(rest.len().div_ceil(size_of::<u128>()), 0);
            let place = medium.as_mut_ptr().cast::<u8>();
            // SAFETY: the words have been made for the bytes, which lie elsewhere.
            unsafe { ptr::copy_nonoverlapping(rest.as_ptr(), place, rest.len()) };
            (place, rest.len())
        }
        LONG => {
            let Some(landed) = parse_place(rest) else {
                malformed();
            };
            let (start, len) = (landed.range.start, landed.range.len());
            let address = match len {
                0 => start,
                _ => call.address(start).unwrap_or_else(|| malformed()),
            };
            (ptr::with_exposed_provenance_mut(address), len)
        }
        _ => (ptr::null_mut(), 0),
    };
    in_handler(|| {
        // SAFETY: the program has registered a function for messages of this category and number of
        // arguments, which were checked.
        unsafe {
            if kind == SHORT {
                farreach_gex_call_short(function, token, count, words);
            } else {
                farreach_gex_call_payload(function, token, payload.cast(), len, count, words);
            }
        }
    });
}

/// The handler of a message. Ends the job if there is none that takes it.
fn entry(call: Call, from: u32, index: u8, number: u8, count: usize) -> &'static Entry {
    let Some(entry) = call.state.handlers[usize::from(index)].get() else {
        call.fatal(format!(
            "rank {from} wants handler {index}, which is not registered here"
        ));
    };
    let category = match number & !REPLY {
        SHORT => 1,
        MEDIUM => 2,
        _ => 4,
    };
    let direction = if number & REPLY == 0 { 8 } else { 16 };
    let wanted = category | direction;
    let takes = entry.flags & wanted == wanted && entry.arguments as usize == count;
    if !takes && entry.flags & TAKES_ANY == 0 {
        call.fatal(format!(
            "rank {from} wants handler {index} with {count} arguments and flags {wanted:#x}, which was registered with {} and {:#x}",
            entry.arguments, entry.flags
        ));
    }
    entry
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
        endpoint: anywhere("gex_Token_Info").endpoint,
        entry: token.entry,
        is_request: c_int::from(token.is_request),
        is_long: c_int::from(token.is_long),
    };
    // SAFETY: the caller's promise.
    unsafe { info.write(known) };
    mask & 31
}
