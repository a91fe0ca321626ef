//! The figures of the library as performance variables.

use std::ffi::{c_char, c_double, c_int, c_ulong, c_void};

use farreach_mpi::Basic;
use farreach_mpi::error::Tool;
use farreach_runtime::stats::ProcessStats;

use super::{begun, fault, find, give, give_text, index, opened, pointer, type_of};
use crate::abi::Abi;
use crate::fault::{Done, Fault};
use crate::state::LIBRARY;
use crate::strings::variable;

/// What a figure is: its distance from the first class of performance variables, and how it is read.
#[derive(Clone, Copy)]
pub(super) enum Figure {
    Level(fn(&ProcessStats) -> u64),
    Most(fn(&ProcessStats) -> u64),
    Counter(fn(&ProcessStats) -> u64),
    /// Seconds.
    Timer(fn(&ProcessStats) -> f64),
}

/// The figures, with what they say.
pub(super) const FIGURES: &[(&str, &str, Figure)] = &[
    (
        "connections",
        "connections that were made with this process",
        Figure::Counter(|stats| stats.connections),
    ),
    (
        "queue_pairs",
        "queue pairs that exist: connected ones and the datagram one",
        Figure::Level(|stats| stats.queue_pairs),
    ),
    (
        "connected_queue_pairs",
        "connected queue pairs",
        Figure::Level(|stats| stats.connected_queue_pairs),
    ),
    (
        "queue_pairs_most",
        "the most connected queue pairs at any time",
        Figure::Most(|stats| stats.queue_pairs_most),
    ),
    (
        "evictions",
        "connections of this process that ended to make room for others",
        Figure::Counter(|stats| stats.evictions),
    ),
    (
        "datagram_ops",
        "operations that went in datagrams, without a connection",
        Figure::Counter(|stats| stats.datagram_ops),
    ),
    (
        "switches",
        "how often a peer's operations went on over a connection after some went in datagrams",
        Figure::Counter(|stats| stats.switches),
    ),
    (
        "stand_ins",
        "how often datagrams stood in for a connection that could not be had",
        Figure::Counter(|stats| stats.stand_ins),
    ),
    (
        "registrations_reused",
        "how often a buffer was still registered with the adapter, since an earlier operation had used it",
        Figure::Counter(|stats| stats.registrations_reused),
    ),
    (
        "messages",
        "messages that were received over connections",
        Figure::Counter(|stats| stats.messages),
    ),
    (
        "message_bytes",
        "bytes of the messages that were received over connections",
        Figure::Counter(|stats| stats.message_bytes),
    ),
    (
        "buffer_bytes",
        "bytes of the receive buffers that held these messages",
        Figure::Counter(|stats| stats.buffer_bytes),
    ),
    (
        "connection_bytes",
        "bytes of memory that connections take",
        Figure::Level(|stats| stats.connection_bytes),
    ),
    (
        "socket_bytes",
        "bytes that the kernel charges to the process's sockets",
        Figure::Level(|stats| stats.socket_bytes),
    ),
    (
        "peers",
        "processes reached over the network",
        Figure::Level(|stats| stats.peers),
    ),
    (
        "heap_bytes",
        "bytes of this process's segment that are allocated",
        Figure::Level(|stats| stats.heap_bytes),
    ),
    (
        "connect_seconds",
        "seconds that this process waited for connections that it asked for",
        Figure::Timer(|stats| stats.connect_seconds),
    ),
];

pub(crate) unsafe fn t_pvar_get_num<A: Abi>(count: *mut c_int) -> Done {
    begun()?;
    // SAFETY: the program passes a place.
    unsafe { *count = FIGURES.len() as c_int };
    Ok(())
}

/// The distance of a class from the first one.
fn class_of(figure: Figure) -> c_int {
    match figure {
        Figure::Level(_) => 1,
        Figure::Most(_) => 4,
        Figure::Counter(_) => 6,
        Figure::Timer(_) => 8,
    }
}

pub(crate) unsafe fn t_pvar_get_info<A: Abi>(
    number: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    class: *mut c_int,
    datatype: *mut A::Handle,
    enumtype: *mut *mut c_void,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
    readonly: *mut c_int,
    continuous: *mut c_int,
    atomic: *mut c_int,
) -> Done {
    begun()?;
    let (own, what, figure) = FIGURES[index(number, FIGURES.len())?];
    let basic = match figure {
        Figure::Timer(_) => Basic::Double,
        _ => Basic::UnsignedLong,
    };
    // SAFETY: places, or null.
    unsafe {
        give_text(own, name, name_len);
        give_text(what, desc, desc_len);
        give(verbosity, A::TOOL.verbosity);
        give(class, A::TOOL.class + class_of(figure));
        give(datatype, type_of::<A>(basic));
        give(enumtype, pointer(0));
        give(bind, A::TOOL.unbound);
        give(readonly, 1);
        give(continuous, 1);
        give(atomic, 0);
    }
    Ok(())
}

pub(crate) unsafe fn t_pvar_get_index<A: Abi>(
    name: *const c_char,
    class: c_int,
    number: *mut c_int,
) -> Done {
    begun()?;
    // SAFETY: the program passes a string and a place.
    unsafe {
        let found = find(name, FIGURES.iter().map(|(name, ..)| *name))?;
        let (_, _, figure) = FIGURES[found as usize];
        if class != A::TOOL.class + class_of(figure) {
            return Err(fault(Tool::InvalidName));
        }
        *number = found;
    }
    Ok(())
}

pub(crate) unsafe fn t_pvar_session_create<A: Abi>(session: *mut *mut c_void) -> Done {
    let mut tools = opened()?;
    let made = tools.next();
    tools.sessions.insert(made);
    // SAFETY: the program passes a place.
    unsafe { *session = pointer(made) };
    Ok(())
}

pub(crate) unsafe fn t_pvar_session_free<A: Abi>(session: *mut *mut c_void) -> Done {
    let mut tools = opened()?;
    // SAFETY: the program passes a handle's place.
    unsafe {
        let own = (*session).addr();
        if !tools.sessions.remove(&own) {
            return Err(fault(Tool::InvalidSession));
        }
        tools.figures.retain(|_, (session, _)| *session != own);
        *session = pointer(0);
    }
    Ok(())
}

pub(crate) unsafe fn t_pvar_handle_alloc<A: Abi>(
    session: *mut c_void,
    number: c_int,
    _object: *mut c_void,
    handle: *mut *mut c_void,
    count: *mut c_int,
) -> Done {
    let mut tools = opened()?;
    if !tools.sessions.contains(&session.addr()) {
        return Err(fault(Tool::InvalidSession));
    }
    let number = index(number, FIGURES.len())?;
    let made = tools.next();
    tools.figures.insert(made, (session.addr(), number));
    // SAFETY: the program passes places.
    unsafe {
        *handle = pointer(made);
        *count = 1;
    }
    Ok(())
}

/// The figure that a handle of a session names.
fn figure_of(session: *mut c_void, handle: *mut c_void) -> Result<Figure, Fault> {
    let tools = opened()?;
    if !tools.sessions.contains(&session.addr()) {
        return Err(fault(Tool::InvalidSession));
    }
    match tools.figures.get(&handle.addr()) {
        Some((own, number)) if *own == session.addr() => Ok(FIGURES[*number].2),
        _ => Err(fault(Tool::InvalidHandle)),
    }
}

pub(crate) unsafe fn t_pvar_handle_free<A: Abi>(
    session: *mut c_void,
    handle: *mut *mut c_void,
) -> Done {
    // SAFETY: the program passes a handle's place.
    unsafe {
        figure_of(session, *handle)?;
        opened()?.figures.remove(&(*handle).addr());
        *handle = pointer(0);
    }
    Ok(())
}

/// Whether a handle stands for all handles of a session, by any ABI.
fn is_all(handle: *mut c_void) -> bool {
    matches!(handle.addr(), 1 | usize::MAX)
        || variable(handle) == Some(b"MPIR_T_pvar_all_handles_obj")
}

/// What comes of an operation that no figure has: nothing for all handles, since none of these has it.
fn refused(session: *mut c_void, handle: *mut c_void, class: Tool) -> Done {
    if is_all(handle) {
        let tools = opened()?;
        let is_there = tools.sessions.contains(&session.addr());
        return if is_there {
            Ok(())
        } else {
            Err(fault(Tool::InvalidSession))
        };
    }
    figure_of(session, handle)?;
    Err(fault(class))
}

pub(crate) unsafe fn t_pvar_start<A: Abi>(session: *mut c_void, handle: *mut c_void) -> Done {
    refused(session, handle, Tool::NoStartStop)
}

pub(crate) unsafe fn t_pvar_stop<A: Abi>(session: *mut c_void, handle: *mut c_void) -> Done {
    refused(session, handle, Tool::NoStartStop)
}

/// A figure is 0 before the library has begun.
pub(crate) unsafe fn t_pvar_read<A: Abi>(
    session: *mut c_void,
    handle: *mut c_void,
    buf: *mut c_void,
) -> Done {
    let figure = figure_of(session, handle)?;
    let stats = LIBRARY.shown().map(|state| state.mpi.world().stats());
    let stats = stats.unwrap_or_default();
    // SAFETY: the program passes room for the value.
    unsafe {
        match figure {
            Figure::Level(of) | Figure::Most(of) | Figure::Counter(of) => {
                *buf.cast::<c_ulong>() = of(&stats);
            }
            Figure::Timer(of) => *buf.cast::<c_double>() = of(&stats),
        }
    }
    Ok(())
}

pub(crate) unsafe fn t_pvar_write<A: Abi>(
    session: *mut c_void,
    handle: *mut c_void,
    _buf: *const c_void,
) -> Done {
    figure_of(session, handle)?;
    Err(fault(Tool::NoWrite))
}

pub(crate) unsafe fn t_pvar_reset<A: Abi>(session: *mut c_void, handle: *mut c_void) -> Done {
    refused(session, handle, Tool::NoWrite)
}

pub(crate) unsafe fn t_pvar_readreset<A: Abi>(
    session: *mut c_void,
    handle: *mut c_void,
    _buf: *mut c_void,
) -> Done {
    figure_of(session, handle)?;
    Err(fault(Tool::NoWrite))
}
