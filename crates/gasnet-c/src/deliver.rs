//! Messages that have come: the calls of their handlers, and what a handler knows of its message.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use farreach_gasnet::am::{Buffer, Delivered, HandlerTable, Received};
use farreach_runtime::World;

use crate::handlers::{Entry, TAKES_ANY};
use crate::objects::Endpoint;
use crate::state::{Call, anywhere, begun};

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
pub(crate) struct Token<'a> {
    pub(crate) received: &'a Received,
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

/// The handlers that the program has registered.
pub(crate) struct Registered;

impl HandlerTable for Registered {
    fn run(
        &self,
        _: &World,
        received: &Received,
        handler: u8,
        arguments: &[u32],
        payload: Delivered<'_>,
    ) -> bool {
        let run = |call| run(call, received, handler, arguments, &payload);
        begun("an active message").is_none_or(|call| run(call).is_some())
    }

    fn runs_anywhere(&self, _: u8) -> bool {
        false
    }
}

/// Runs the handler of a message. `None` if no process of this job sends such a message.
fn run(
    call: Call,
    received: &Received,
    handler: u8,
    arguments: &[u32],
    payload: &Delivered<'_>,
) -> Option<()> {
    let (words, count) = (arguments.as_ptr().cast::<i32>(), arguments.len());
    let entry = entry(call, received, handler, count, payload);
    let function = entry.function?;
    let token = Token {
        received,
        is_long: matches!(payload, Delivered::Long(_)),
        entry,
    };
    let token = ptr::from_ref(&token).cast();
    // A handler may change the payload of a medium message.
    let mut buffer = None;
    let (address, len) = match payload {
        Delivered::Short => {
            // SAFETY: the program has registered a function for short messages with so many arguments.
            unsafe { farreach_gex_call_short(function, token, count, words) };
            return Some(());
        }
        Delivered::Medium(bytes) => {
            let buffer = buffer.insert(Buffer::copy_of(bytes));
            (buffer.as_mut_slice().as_mut_ptr(), bytes.len())
        }
        Delivered::Long(landed) => {
            let (start, len) = (landed.range.start, landed.range.len());
            let address = if len == 0 {
                start
            } else {
                call.address(start)?
            };
            (ptr::with_exposed_provenance_mut(address), len)
        }
    };
    // SAFETY: the program has registered a function for messages with a payload and so many arguments.
    unsafe { farreach_gex_call_payload(function, token, address.cast(), len, count, words) };
    Some(())
}

/// The handler of a message. Ends the job if there is none that takes it.
fn entry(
    call: Call,
    received: &Received,
    index: u8,
    count: usize,
    payload: &Delivered<'_>,
) -> &'static Entry {
    let from = received.source();
    let Some(entry) = call.state.handlers[usize::from(index)].get() else {
        call.fatal(format!(
            "rank {from} wants handler {index}, which is not registered here"
        ));
    };
    let category = match payload {
        Delivered::Short => 1,
        Delivered::Medium(_) => 2,
        Delivered::Long(_) => 4,
    };
    let direction = if received.is_request() { 8 } else { 16 };
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
    token: *const Token<'_>,
    info: *mut TokenInfo,
    mask: c_uint,
) -> c_uint {
    // SAFETY: the caller's promise.
    let token = unsafe { &*token };
    let known = TokenInfo {
        source: token.received.source(),
        endpoint: anywhere("gex_Token_Info").endpoint,
        entry: token.entry,
        is_request: c_int::from(token.received.is_request()),
        is_long: c_int::from(token.is_long),
    };
    // SAFETY: the caller's promise.
    unsafe { info.write(known) };
    mask & 31
}
