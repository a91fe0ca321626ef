//! The registration of handlers.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_uint, c_void};

use farreach_gasnet::ARGUMENTS_MAX;

use crate::objects::Endpoint;
use crate::state::{BAD_ARG, Call, OK, RESOURCE, anywhere};

/// The lowest and the highest number of a program's handler.
const HANDLERS: std::ops::RangeInclusive<u8> = 128..=255;
/// `GEX_FLAG_AM_REQUEST` and `GEX_FLAG_AM_REPLY`, of which a handler has one at least.
pub(crate) const REQREP: u32 = 8 | 16;
/// `GEX_FLAG_AM_SHORT` and `GEX_FLAG_AM_MEDLONG`.
const CATEGORIES: u32 = 1 | 2 | 4;
/// Marks a handler of GASNet-1 (`gasnet.h`), which takes any message.
pub(crate) const TAKES_ANY: u32 = 1 << 31;

/// `gex_AM_Entry_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) index: u8,
    pub(crate) function: Option<unsafe extern "C" fn()>,
    pub(crate) flags: u32,
    pub(crate) arguments: c_uint,
    cdata: *const c_void,
    name: *const c_char,
}

// SAFETY: the pointers are the program's. They are only given back to it.
unsafe impl Send for Entry {}
// SAFETY: as above.
unsafe impl Sync for Entry {}

/// `gex_EP_RegisterHandlers`.
///
/// # Safety
/// `table` must have `count` entries.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_EP_RegisterHandlers(
    _endpoint: *const Endpoint,
    table: *mut Entry,
    count: usize,
) -> c_int {
    let call = anywhere("gex_EP_RegisterHandlers");
    if count == 0 {
        return OK;
    }
    let most = HANDLERS.count();
    if table.is_null() || count > most {
        let what = format!("wants a table of at most {most} handlers, not {count} at {table:p}");
        return call.refuse(BAD_ARG, what);
    }
    // SAFETY: the caller's promise.
    let entries = unsafe { std::slice::from_raw_parts_mut(table, count) };
    for entry in entries.iter() {
        check(call, entry);
    }
    for entry in entries.iter().filter(|entry| entry.index != 0) {
        let is_new = HANDLERS.contains(&entry.index)
            && call.handlers[usize::from(entry.index)].set(*entry).is_ok();
        if !is_new {
            let what = format!(
                "handler {} has a number that is taken, or not from {} to {}",
                entry.index,
                HANDLERS.start(),
                HANDLERS.end()
            );
            return call.refuse(RESOURCE, what);
        }
    }
    for entry in entries.iter_mut().filter(|entry| entry.index == 0) {
        let is_free = |index: &u8| call.handlers[usize::from(*index)].get().is_none();
        let free = HANDLERS.rev().find(is_free);
        entry.index = free.unwrap_or(0);
        let is_set = free.is_some_and(|free| call.handlers[usize::from(free)].set(*entry).is_ok());
        if !is_set {
            return call.refuse(
                RESOURCE,
                format!("all {most} numbers of handlers are taken"),
            );
        }
    }
    OK
}

/// Ends the job if no message could call a handler.
fn check(call: Call, entry: &Entry) {
    let category = entry.flags & CATEGORIES;
    let is_known = entry.flags & REQREP != 0 && matches!(category, 1 | 2 | 4 | 6);
    let is_known = is_known || entry.flags & TAKES_ANY != 0;
    if entry.arguments as usize > ARGUMENTS_MAX || !is_known || entry.function.is_none() {
        let what = format!(
            "handler {}: wants up to {ARGUMENTS_MAX} arguments, a function, REQUEST or REPLY, and SHORT, MEDIUM or LONG; got {} arguments and flags {:#x}",
            entry.index, entry.arguments, entry.flags
        );
        call.fatal(what);
    }
}
