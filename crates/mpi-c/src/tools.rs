//! The interface for tools, `MPI_T`: the settings of the library as control variables, its figures as performance variables.
//!
//! A setting with listed choices is an `MPI_INT` with an enumeration. Any other is text. Settings that only this process
//! reads can be written before the library begins, by its environment variable. The figures are those of `farreach run
//! --stats`. They count from the beginning on, and can't be stopped or set. There are no events.

#![allow(unsafe_code)]

mod absent;
mod figures;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard};

use farreach_c::{lock, thread_level};
use farreach_mpi::Basic;
use farreach_mpi::error::{Class, Tool};
use farreach_runtime::settings::{Setting, Settings, TABLE, environment, value_and_origin};

use crate::abi::{Abi, Kind, Place};
use crate::fault::{Done, Fault};
use crate::state::LIBRARY;
use crate::strings::{store, text};

pub(crate) use absent::{
    t_event_callback_get_info, t_event_callback_set_info, t_event_copy, t_event_get_index,
    t_event_get_info, t_event_get_num, t_event_get_source, t_event_get_timestamp,
    t_event_handle_alloc, t_event_handle_free, t_event_handle_get_info, t_event_handle_set_info,
    t_event_read, t_event_register_callback, t_event_set_dropped_handler, t_source_get_info,
    t_source_get_num, t_source_get_timestamp,
};

use figures::FIGURES;
pub(crate) use figures::{
    t_pvar_get_index, t_pvar_get_info, t_pvar_get_num, t_pvar_handle_alloc, t_pvar_handle_free,
    t_pvar_read, t_pvar_readreset, t_pvar_reset, t_pvar_session_create, t_pvar_session_free,
    t_pvar_start, t_pvar_stop, t_pvar_write,
};

/// `MPI_THREAD_MULTIPLE`.
const THREAD_MULTIPLE: c_int = 3;
/// The characters of a variable that is text, with the 0 at its end.
const TEXT_MAX: usize = 1024;
/// Distances of numbers from the first of their kind.
const TUNER_BASIC: c_int = 3;
const READ_ONLY: c_int = 1;
const ALL_EQUAL: c_int = 6;

/// Settings with choices that are all there is.
const CHOICES: &[(&str, &[&str])] = &[
    ("FARREACH_HELPER", &["on", "off"]),
    ("FARREACH_NODES_BY", &["host", "container"]),
    ("FARREACH_SECURE", &["on", "authentic", "auto", "off"]),
    ("FARREACH_DEADLOCK", &["end", "wait"]),
    (
        "FARREACH_REACH",
        &["rc", "rc-msrq", "exrc", "sxrc", "server"],
    ),
    ("FARREACH_SETUP", &["on-demand", "predefined", "static"]),
    ("FARREACH_PROTOCOL", &["overlap", "serial"]),
    ("FARREACH_SERVER", &["blocking", "polling"]),
    ("FARREACH_BUFFERS", &["auto", "one", "six", "learned"]),
    (
        "FARREACH_PRECONNECT",
        &["none", "neighbours", "file", "all"],
    ),
    ("FARREACH_RECORD_CONNECTIONS", &["on", "off"]),
    ("FARREACH_RECORD_PATTERN", &["on", "off"]),
    (
        "FARREACH_ACCUMULATE",
        &["target", "lock", "atomics", "auto"],
    ),
    ("FARREACH_COLLECTIVES", &["hierarchical", "flat"]),
    ("FARREACH_DEBUG", &["on", "off"]),
];

/// Settings that nothing reads before this process begins, so that it can set them itself.
const OWN: [&str; 9] = [
    "FARREACH_HELPER",
    "FARREACH_STALL",
    "FARREACH_UNDER_WAY",
    "FARREACH_ACCUMULATE",
    "FARREACH_COLLECTIVES",
    "FARREACH_HANDSHAKES",
    "FARREACH_HYBRID_OPS",
    "FARREACH_HYBRID_BYTES",
    "FARREACH_QP_KEEP",
];

/// The categories: their names, and what they say. The first one has the settings, the second one the figures.
const CATEGORIES: [(&str, &str); 2] = [
    ("settings", "the settings of the library"),
    ("figures", "what the library has done in this process"),
];

/// What the program has of the interface.
struct Tools {
    /// How often it was begun and not ended.
    open: usize,
    /// The value of the last handle.
    last: usize,
    /// The handles of control variables, with the variables' numbers.
    settings: BTreeMap<usize, usize>,
    sessions: BTreeSet<usize>,
    /// The handles of performance variables, with their sessions and the variables' numbers.
    figures: BTreeMap<usize, (usize, usize)>,
}

static TOOLS: Mutex<Tools> = Mutex::new(Tools {
    open: 0,
    last: 0,
    settings: BTreeMap::new(),
    sessions: BTreeSet::new(),
    figures: BTreeMap::new(),
});

impl Tools {
    /// A value for a handle. Small ones have meanings.
    fn next(&mut self) -> usize {
        self.last += 16;
        self.last
    }
}

fn fault(class: Tool) -> Fault {
    Fault::new(Class::Tool(class), "")
}

/// The interface, if it was begun.
fn opened() -> Result<MutexGuard<'static, Tools>, Fault> {
    let tools = lock(&TOOLS);
    if tools.open == 0 {
        return Err(fault(Tool::NotInitialized));
    }
    Ok(tools)
}

/// Fails if the interface was not begun.
fn begun() -> Done {
    opened().map(drop)
}

/// Checks a number of something of which there are `count`.
fn index(number: c_int, count: usize) -> Result<usize, Fault> {
    let index = usize::try_from(number).ok();
    index
        .filter(|index| *index < count)
        .ok_or_else(|| fault(Tool::InvalidIndex))
}

fn pointer(handle: usize) -> *mut c_void {
    std::ptr::without_provenance_mut(handle)
}

/// Stores a result that the caller may not want.
unsafe fn give<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: the program passes a place.
        unsafe { *place = value };
    }
}

/// Stores as much of a text as there is room for, and the length of all of it.
unsafe fn give_text(text: &str, into: *mut c_char, len: *mut c_int) {
    if len.is_null() {
        return;
    }
    // SAFETY: the program passes a place, and room for as many characters as it says.
    unsafe {
        let room = usize::try_from(*len).unwrap_or(0);
        if room > 0 && !into.is_null() {
            store(text, into, room);
        }
        *len = text.len() as c_int + 1;
    }
}

/// The handle of a datatype.
fn type_of<A: Abi>(basic: Basic) -> A::Handle {
    let number = A::number(basic).expect("each ABI has it");
    A::handle(Kind::Datatype, Place::Predefined(number))
}

/// The number of what has this name.
unsafe fn find<'a>(
    name: *const c_char,
    mut names: impl Iterator<Item = &'a str>,
) -> Result<c_int, Fault> {
    // SAFETY: the program passes a string.
    let name = unsafe { text(name) };
    let found = names.position(|other| other == name);
    found
        .map(|found| found as c_int)
        .ok_or_else(|| fault(Tool::InvalidName))
}

pub(crate) unsafe fn t_init_thread<A: Abi>(required: c_int, provided: *mut c_int) -> Done {
    thread_level(required, "required")?;
    lock(&TOOLS).open += 1;
    // SAFETY: the program passes a place.
    unsafe { *provided = THREAD_MULTIPLE };
    Ok(())
}

pub(crate) unsafe fn t_finalize<A: Abi>() -> Done {
    opened()?.open -= 1;
    Ok(())
}

fn choices(setting: &Setting) -> Option<(usize, &'static [&'static str])> {
    let at = CHOICES.iter().position(|(name, _)| *name == setting.name)?;
    Some((at, CHOICES[at].1))
}

pub(crate) unsafe fn t_cvar_get_num<A: Abi>(count: *mut c_int) -> Done {
    begun()?;
    // SAFETY: the program passes a place.
    unsafe { *count = TABLE.len() as c_int };
    Ok(())
}

pub(crate) unsafe fn t_cvar_get_info<A: Abi>(
    number: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    datatype: *mut A::Handle,
    enumtype: *mut *mut c_void,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
    scope: *mut c_int,
) -> Done {
    begun()?;
    let setting = &TABLE[index(number, TABLE.len())?];
    let choices = choices(setting);
    let basic = if choices.is_some() {
        Basic::Int
    } else {
        Basic::Char
    };
    let may = if OWN.contains(&setting.name) {
        ALL_EQUAL
    } else {
        READ_ONLY
    };
    // SAFETY: places, or null.
    unsafe {
        give_text(setting.name, name, name_len);
        give_text(setting.meaning, desc, desc_len);
        give(verbosity, A::TOOL.verbosity + TUNER_BASIC);
        give(datatype, type_of::<A>(basic));
        let kind = choices.map_or(0, |(at, _)| at + 1);
        give(enumtype, pointer(kind));
        give(bind, A::TOOL.unbound);
        give(scope, A::TOOL.scope + may);
    }
    Ok(())
}

pub(crate) unsafe fn t_cvar_get_index<A: Abi>(name: *const c_char, number: *mut c_int) -> Done {
    begun()?;
    // SAFETY: the program passes a string and a place.
    unsafe { *number = find(name, TABLE.iter().map(|setting| setting.name))? };
    Ok(())
}

pub(crate) unsafe fn t_cvar_handle_alloc<A: Abi>(
    number: c_int,
    _object: *mut c_void,
    handle: *mut *mut c_void,
    count: *mut c_int,
) -> Done {
    let mut tools = opened()?;
    let number = index(number, TABLE.len())?;
    let made = tools.next();
    tools.settings.insert(made, number);
    let room = match choices(&TABLE[number]) {
        Some(_) => 1,
        None => TEXT_MAX as c_int,
    };
    // SAFETY: the program passes places.
    unsafe {
        *handle = pointer(made);
        *count = room;
    }
    Ok(())
}

pub(crate) unsafe fn t_cvar_handle_free<A: Abi>(handle: *mut *mut c_void) -> Done {
    // SAFETY: the program passes a handle's place.
    unsafe {
        let freed = opened()?.settings.remove(&(*handle).addr());
        freed.ok_or_else(|| fault(Tool::InvalidHandle))?;
        *handle = pointer(0);
    }
    Ok(())
}

fn setting_of(handle: *mut c_void) -> Result<&'static Setting, Fault> {
    let tools = opened()?;
    let number = tools.settings.get(&handle.addr());
    let number = number.ok_or_else(|| fault(Tool::InvalidHandle))?;
    Ok(&TABLE[*number])
}

pub(crate) unsafe fn t_cvar_read<A: Abi>(handle: *mut c_void, buf: *mut c_void) -> Done {
    let setting = setting_of(handle)?;
    let (value, _) = value_and_origin(setting);
    // SAFETY: the program passes room for what the variable's handle has.
    unsafe {
        match choices(setting) {
            Some((_, all)) => {
                let chosen = all.iter().position(|choice| *choice == value);
                *buf.cast::<c_int>() = chosen.map_or(-1, |chosen| chosen as c_int);
            }
            None => {
                store(&value, buf.cast(), TEXT_MAX);
            }
        }
    }
    Ok(())
}

pub(crate) unsafe fn t_cvar_write<A: Abi>(handle: *mut c_void, buf: *const c_void) -> Done {
    let setting = setting_of(handle)?;
    if !OWN.contains(&setting.name) {
        return Err(fault(Tool::SetNever));
    }
    if LIBRARY.kept().is_some() {
        return Err(fault(Tool::SetNotNow));
    }
    // SAFETY: the program passes what the variable's handle has.
    let value = unsafe {
        match choices(setting) {
            Some((_, all)) => all[index(*buf.cast::<c_int>(), all.len())?].to_owned(),
            None => CStr::from_ptr(buf.cast()).to_string_lossy().into_owned(),
        }
    };
    let mut variables = environment();
    variables.retain(|(name, _)| name != setting.name);
    variables.push((setting.name.to_owned(), value.clone()));
    if Settings::from_variables(&variables).is_err() {
        return Err(fault(Tool::Invalid));
    }
    // SAFETY: as `setenv`: a program does not read its environment in another thread meanwhile.
    unsafe { std::env::set_var(setting.name, value) };
    Ok(())
}

/// The choices that a handle of an enumeration names, and the setting's name.
fn enumeration(handle: *mut c_void) -> Result<(&'static str, &'static [&'static str]), Fault> {
    begun()?;
    let at = handle.addr().checked_sub(1);
    let found = at.and_then(|at| CHOICES.get(at));
    found.copied().ok_or_else(|| fault(Tool::InvalidHandle))
}

pub(crate) unsafe fn t_enum_get_info<A: Abi>(
    handle: *mut c_void,
    count: *mut c_int,
    name: *mut c_char,
    name_len: *mut c_int,
) -> Done {
    let (setting, all) = enumeration(handle)?;
    // SAFETY: places, or null.
    unsafe {
        give(count, all.len() as c_int);
        give_text(setting, name, name_len);
    }
    Ok(())
}

pub(crate) unsafe fn t_enum_get_item<A: Abi>(
    handle: *mut c_void,
    number: c_int,
    value: *mut c_int,
    name: *mut c_char,
    name_len: *mut c_int,
) -> Done {
    let (_, all) = enumeration(handle)?;
    let at = index(number, all.len())?;
    // SAFETY: a place, and others that may be null.
    unsafe {
        *value = number;
        give_text(all[at], name, name_len);
    }
    Ok(())
}

pub(crate) unsafe fn t_category_get_num<A: Abi>(count: *mut c_int) -> Done {
    begun()?;
    // SAFETY: the program passes a place.
    unsafe { *count = CATEGORIES.len() as c_int };
    Ok(())
}

/// The number of control variables and of performance variables of a category.
fn sizes(category: usize) -> [usize; 2] {
    match category {
        0 => [TABLE.len(), 0],
        _ => [0, FIGURES.len()],
    }
}

pub(crate) unsafe fn t_category_get_info<A: Abi>(
    number: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    desc: *mut c_char,
    desc_len: *mut c_int,
    cvars: *mut c_int,
    pvars: *mut c_int,
    categories: *mut c_int,
) -> Done {
    begun()?;
    let category = index(number, CATEGORIES.len())?;
    let (own, what) = CATEGORIES[category];
    let [settings, figures] = sizes(category);
    // SAFETY: places, or null.
    unsafe {
        give_text(own, name, name_len);
        give_text(what, desc, desc_len);
        give(cvars, settings as c_int);
        give(pvars, figures as c_int);
        give(categories, 0);
    }
    Ok(())
}

pub(crate) unsafe fn t_category_get_num_events<A: Abi>(number: c_int, count: *mut c_int) -> Done {
    begun()?;
    index(number, CATEGORIES.len())?;
    // SAFETY: the program passes a place.
    unsafe { *count = 0 };
    Ok(())
}

pub(crate) unsafe fn t_category_get_index<A: Abi>(name: *const c_char, number: *mut c_int) -> Done {
    begun()?;
    // SAFETY: the program passes a string and a place.
    unsafe { *number = find(name, CATEGORIES.iter().map(|(name, _)| *name))? };
    Ok(())
}

/// Stores the first numbers of `count`, as many as there is room for.
unsafe fn give_numbers(category: c_int, which: usize, room: c_int, into: *mut c_int) -> Done {
    begun()?;
    let count = sizes(index(category, CATEGORIES.len())?)[which];
    let room = usize::try_from(room).unwrap_or(0);
    for number in 0..count.min(room) {
        // SAFETY: the program passes an array of this length.
        unsafe { *into.add(number) = number as c_int };
    }
    Ok(())
}

pub(crate) unsafe fn t_category_get_cvars<A: Abi>(
    category: c_int,
    len: c_int,
    indices: *mut c_int,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { give_numbers(category, 0, len, indices) }
}

pub(crate) unsafe fn t_category_get_pvars<A: Abi>(
    category: c_int,
    len: c_int,
    indices: *mut c_int,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { give_numbers(category, 1, len, indices) }
}

/// No category has others.
pub(crate) unsafe fn t_category_get_categories<A: Abi>(
    category: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> Done {
    begun()?;
    index(category, CATEGORIES.len()).map(|_| ())
}

/// There are no events.
pub(crate) unsafe fn t_category_get_events<A: Abi>(
    category: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> Done {
    begun()?;
    index(category, CATEGORIES.len()).map(|_| ())
}

/// No variable comes later.
pub(crate) unsafe fn t_category_changed<A: Abi>(number: *mut c_int) -> Done {
    begun()?;
    // SAFETY: the program passes a place.
    unsafe { *number = 0 };
    Ok(())
}

#[cfg(test)]
mod tests;
