//! Sends, receives and probes.

#![allow(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "results that are returned through memory cost tens of nanoseconds"
)]

use std::ffi::{c_int, c_void};
use std::ptr::NonNull;
use std::sync::{Arc, Mutex};

use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::{
    Begun, Comm, CommRef, Data, Datatype, Envelope, MatchedMessage, Peer, Request, Room, SendMode,
    Status,
};
use farreach_runtime::EAGER_MAX;

use crate::abi::{Abi, Kind, Place, predefined};
use crate::fault::{Done, Fault, named};
use crate::handles::{self, MESSAGES};
use crate::requests::requests;
use crate::state::State;
use crate::statuses::set_status;

/// The program's data.
///
/// # Safety
/// As [`Data::new`].
#[inline(always)]
pub(crate) unsafe fn data<A: Abi>(
    address: *const c_void,
    count: i64,
    datatype: A::Handle,
) -> Result<Data> {
    let count = handles::count(count, "count")?;
    let basic = match A::place(Kind::Datatype, datatype) {
        Place::Predefined(number) => A::basic(number),
        _ => None,
    };
    let datatype = match basic {
        Some(basic) => Datatype::basic(basic),
        None => handles::committed::<A>(datatype)?,
    };
    if address.is_null() && count > 0 && datatype.as_basic().is_some() {
        let what = format!("argument buf: null, but there are {count} elements");
        return Err(Failure::new(Class::Buffer, what));
    }
    if A::is_in_place(address) {
        let what = "argument buf: MPI_IN_PLACE, which this rank's part can't be here";
        return Err(Failure::new(Class::Buffer, what));
    }
    check_size(&datatype, count)?;
    // SAFETY: as the caller vouches.
    Ok(unsafe { Data::new(address.cast_mut().cast(), count, &datatype) })
}

/// The program's bytes, if the handle of their datatype itself says that they lie in a row. `None` says nothing.
#[inline(always)]
fn row<A: Abi>(
    address: *const c_void,
    count: i64,
    datatype: A::Handle,
) -> Option<(NonNull<u8>, usize)> {
    let len = A::size_in_handle(datatype)?.checked_mul(usize::try_from(count).ok()?)?;
    let first = NonNull::new(address.cast_mut().cast())?;
    (!A::is_in_place(address)).then_some((first, len))
}

/// Where a message is received to.
///
/// # Safety
/// As [`Data::new`].
#[inline(always)]
unsafe fn room<A: Abi>(
    has_source: bool,
    address: *const c_void,
    count: i64,
    datatype: A::Handle,
) -> Result<Room> {
    // SAFETY: as the caller vouches.
    unsafe {
        match row::<A>(address, count, datatype) {
            Some((first, len)) => Ok(Room::row(first, len)),
            None => room_of_data::<A>(has_source, address, count, datatype),
        }
    }
}

#[inline(never)]
unsafe fn room_of_data<A: Abi>(
    has_source: bool,
    address: *const c_void,
    count: i64,
    datatype: A::Handle,
) -> Result<Room> {
    // SAFETY: as the caller vouches.
    let data = unsafe { data_of_message::<A>(has_source, address, count, datatype) }?;
    Ok(Room::from(&data))
}

/// The data of a message. A message to or from no process needs no datatype.
///
/// # Safety
/// As [`Data::new`].
#[inline(always)]
pub(crate) unsafe fn data_of_message<A: Abi>(
    has_peer: bool,
    address: *const c_void,
    count: i64,
    datatype: A::Handle,
) -> Result<Data> {
    if !has_peer && A::place(Kind::Datatype, datatype) == Place::Null {
        handles::count(count, "count")?;
        return Ok(Data::none());
    }
    // SAFETY: as the caller vouches.
    unsafe { data::<A>(address, count, datatype) }
}

/// Checks that the bytes of `count` elements can be counted.
#[inline]
pub(crate) fn check_size(datatype: &Datatype, count: usize) -> Result<()> {
    if datatype.size_of(count).is_some() {
        return Ok(());
    }
    let size = datatype.size();
    let what = format!("argument count: {count} elements of {size} bytes are more than memory has");
    Err(Failure::new(Class::Count, what))
}

#[cold]
fn no_rank(rank: c_int, argument: &str, comm: &Comm) -> Failure {
    let size = comm.peers().size();
    let what = format!(
        "argument {argument}: there is no rank {rank}: the communicator has {size}, numbered from 0"
    );
    Failure::new(Class::Rank, what)
}

/// The rank that a message goes to. `None` is no process.
#[inline(always)]
pub(crate) fn destination<A: Abi>(comm: &Comm, rank: c_int) -> Result<Option<u32>> {
    if rank == A::PROC_NULL {
        return Ok(None);
    }
    match u32::try_from(rank) {
        Ok(to) if to < comm.peers().size() => Ok(Some(to)),
        _ => Err(no_rank(rank, "dest", comm)),
    }
}

/// What a receive or a probe accepts.
#[inline(always)]
pub(crate) fn envelope<A: Abi>(comm: &Comm, source: c_int, tag: c_int) -> Result<Envelope> {
    let source = match u32::try_from(source) {
        Ok(rank) if rank < comm.peers().size() => Peer::Rank(rank),
        _ if source == A::ANY_SOURCE => Peer::Any,
        _ if source == A::PROC_NULL => Peer::Null,
        _ => return Err(no_rank(source, "source", comm)),
    };
    let tag = if tag == A::ANY_TAG {
        None
    } else {
        Some(handles::tag(tag)?)
    };
    Ok(Envelope { source, tag })
}

/// What a call that sends has.
struct Sends {
    comm: CommRef,
    data: Data,
    to: Option<u32>,
    tag: u32,
}

impl Sends {
    #[inline(always)]
    unsafe fn of<A: Abi>(
        state: &'static State,
        (buf, count, datatype): (*const c_void, i64, A::Handle),
        (dest, tag, comm): (c_int, c_int, A::Handle),
    ) -> Result<Sends> {
        let comm = handles::used::<A>(state, comm)?;
        let to = destination::<A>(&comm, dest)?;
        Ok(Sends {
            to,
            tag: handles::tag(tag)?,
            // SAFETY: as the program vouches.
            data: unsafe { data_of_message::<A>(to.is_some(), buf, count, datatype) }?,
            comm,
        })
    }

    #[inline(always)]
    fn begin(&self, state: &State, mode: SendMode) -> Result<Begun> {
        state
            .mpi
            .begin_send(&self.comm, &self.data, self.to, self.tag, mode)
    }
}

/// Sends a message of bytes in a row, if it can leave now without a request. `false` says nothing: then the message is sent
/// otherwise, or the arguments are wrong.
///
/// # Safety
/// As [`Data::new`].
#[inline(always)]
unsafe fn has_sent_now<A: Abi>(
    state: &'static State,
    (buf, count, datatype): (*const c_void, i64, A::Handle),
    (dest, tag, comm): (c_int, c_int, A::Handle),
) -> bool {
    let Some((first, len)) = row::<A>(buf, count, datatype).filter(|&(_, len)| len <= EAGER_MAX)
    else {
        return false;
    };
    let (Ok(to), Ok(tag)) = (u32::try_from(dest), u32::try_from(tag)) else {
        return false;
    };
    let Some(comm) = handles::borrowed::<A>(state, comm) else {
        return false;
    };
    // SAFETY: as the caller vouches.
    let bytes = unsafe { std::slice::from_raw_parts(first.as_ptr(), len) };
    to < comm.peers().size() && state.mpi.try_send_now(comm, bytes, to, tag)
}

macro_rules! sends {
    ($($name:ident, $begin:ident, $init:ident: $mode:expr;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(
            state: &'static State,
            buf: *const c_void,
            count: i64,
            datatype: A::Handle,
            dest: c_int,
            tag: c_int,
            comm: A::Handle,
        ) -> Done {
            let (what, where_to) = ((buf, count, datatype), (dest, tag, comm));
            // SAFETY: as the program vouches.
            if $mode == SendMode::Standard && unsafe { has_sent_now::<A>(state, what, where_to) } {
                return Ok(());
            }
            // SAFETY: as above.
            let sends = unsafe { Sends::of::<A>(state, what, where_to) }?;
            let Sends { comm, data, to, tag } = &sends;
            let send = || state.mpi.send(comm, data, *to, *tag, $mode);
            Ok(named("MPI_Send", send)?)
        }

        pub(crate) unsafe fn $begin<A: Abi>(
            state: &'static State,
            buf: *const c_void,
            count: i64,
            datatype: A::Handle,
            dest: c_int,
            tag: c_int,
            comm: A::Handle,
            request: *mut A::Handle,
        ) -> Done {
            let (what, where_to) = ((buf, count, datatype), (dest, tag, comm));
            // SAFETY: as the program vouches, who passes a place as well.
            unsafe {
                if $mode == SendMode::Standard && has_sent_now::<A>(state, what, where_to) {
                    *request = A::handle(Kind::Request, Place::Predefined(predefined::ENDED));
                    return Ok(());
                }
            }
            // SAFETY: as the program vouches.
            let sends = unsafe { Sends::of::<A>(state, what, where_to) }?;
            let begun = sends.begin(state, $mode)?;
            // SAFETY: the program passes a place.
            unsafe { *request = request_of::<A>(state, sends.comm, begun) };
            Ok(())
        }

        pub(crate) unsafe fn $init<A: Abi>(
            state: &'static State,
            buf: *const c_void,
            count: i64,
            datatype: A::Handle,
            dest: c_int,
            tag: c_int,
            comm: A::Handle,
            request: *mut A::Handle,
        ) -> Done {
            // SAFETY: as the program vouches.
            let sends = unsafe { Sends::of::<A>(state, (buf, count, datatype), (dest, tag, comm)) }?;
            let Sends { comm, data, to, tag } = sends;
            let (comm, on) = (Arc::clone(&comm), Arc::clone(&comm));
            let persistent = Request::persistent(comm, move |mpi| mpi.begin_send(&on, &data, to, tag, $mode));
            // SAFETY: the program passes a place.
            unsafe { *request = handles::add_request::<A>(persistent) };
            Ok(())
        }
    )+ };
}

// A ready send may be a standard one.
sends! {
    send, isend, send_init: SendMode::Standard;
    ssend, issend, ssend_init: SendMode::Synchronous;
    rsend, irsend, rsend_init: SendMode::Standard;
}

pub(crate) unsafe fn bsend<A: Abi>(
    state: &'static State,
    buf: *const c_void,
    count: i64,
    datatype: A::Handle,
    dest: c_int,
    tag: c_int,
    comm: A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    let sends = unsafe { Sends::of::<A>(state, (buf, count, datatype), (dest, tag, comm)) }?;
    let Sends {
        comm,
        data,
        to,
        tag,
    } = &sends;
    state.mpi.send_buffered(comm, data, *to, *tag)?;
    Ok(())
}

pub(crate) unsafe fn ibsend<A: Abi>(
    state: &'static State,
    buf: *const c_void,
    count: i64,
    datatype: A::Handle,
    dest: c_int,
    tag: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    let sends = unsafe { Sends::of::<A>(state, (buf, count, datatype), (dest, tag, comm)) }?;
    let begun = state
        .mpi
        .send_buffered(&sends.comm, &sends.data, sends.to, sends.tag)?;
    // SAFETY: the program passes a place.
    unsafe { *request = request_of::<A>(state, sends.comm, begun) };
    Ok(())
}

pub(crate) unsafe fn bsend_init<A: Abi>(
    state: &'static State,
    buf: *const c_void,
    count: i64,
    datatype: A::Handle,
    dest: c_int,
    tag: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    let sends = unsafe { Sends::of::<A>(state, (buf, count, datatype), (dest, tag, comm)) }?;
    let Sends {
        comm,
        data,
        to,
        tag,
    } = sends;
    let (comm, on) = (Arc::clone(&comm), Arc::clone(&comm));
    let persistent = Request::persistent(comm, move |mpi| mpi.send_buffered(&on, &data, to, tag));
    // SAFETY: the program passes a place.
    unsafe { *request = handles::add_request::<A>(persistent) };
    Ok(())
}

/// The handle of an operation that was begun.
#[inline(always)]
pub(crate) fn request_of<A: Abi>(state: &State, comm: CommRef, begun: Begun) -> A::Handle {
    let ended = match &begun {
        Begun::Ended(status) if *status == Status::EMPTY => predefined::ENDED,
        Begun::Ended(status) if *status == Status::OF_NULL => predefined::ENDED_OF_NULL,
        Begun::Send(_) if begun.has_ended() && begun.end(&state.mpi, None).1.is_ok() => {
            predefined::ENDED
        }
        _ => return handles::add_request::<A>(Request::begun(Some(comm), begun)),
    };
    A::handle(Kind::Request, Place::Predefined(ended))
}

/// A receive of the most frequent kind: to bytes in a row, from a rank and of a tag that there are, or from any.
struct Plain {
    first: NonNull<u8>,
    len: usize,
    source: Option<u32>,
    tag: Option<u32>,
}

/// What a receive is, if it is of that kind. `None` says nothing: then the receive is another one, or the arguments are wrong.
#[inline(always)]
fn plain<A: Abi>(
    comm: &Comm,
    (buf, count, datatype): (*mut c_void, i64, A::Handle),
    (source, tag): (c_int, c_int),
) -> Option<Plain> {
    let source = match u32::try_from(source) {
        Ok(rank) if rank < comm.peers().size() => Some(rank),
        _ if source == A::ANY_SOURCE => None,
        _ => return None,
    };
    let tag = match u32::try_from(tag) {
        Ok(tag) => Some(tag),
        _ if tag == A::ANY_TAG => None,
        _ => return None,
    };
    let (first, len) = row::<A>(buf, count, datatype)?;
    Some(Plain {
        first,
        len,
        source,
        tag,
    })
}

pub(crate) unsafe fn recv<A: Abi>(
    state: &'static State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    source: c_int,
    tag: c_int,
    comm: A::Handle,
    status: *mut A::Status,
) -> Done {
    let what = (buf, count, datatype);
    if let Some(comm) = handles::borrowed::<A>(state, comm)
        && let Some(plain) = plain::<A>(comm, what, (source, tag))
    {
        let Plain {
            first,
            len,
            source,
            tag,
        } = plain;
        // SAFETY: as the program vouches.
        let room = unsafe { Room::row(first, len) };
        if let Some((found, result)) = state.mpi.try_receive(comm, &room, (source, tag)) {
            // SAFETY: the program passes a place, or says that it wants no status.
            unsafe { set_status::<A>(status, &found) };
            return Ok(result?);
        }
    }
    // SAFETY: as the program vouches.
    unsafe { other_recv::<A>(state, what, (source, tag, comm), status) }
}

#[inline(never)]
unsafe fn other_recv<A: Abi>(
    state: &'static State,
    (buf, count, datatype): (*mut c_void, i64, A::Handle),
    (source, tag, comm): (c_int, c_int, A::Handle),
    status: *mut A::Status,
) -> Done {
    let comm = handles::used::<A>(state, comm)?;
    let envelope = envelope::<A>(&comm, source, tag)?;
    let has_source = envelope.source != Peer::Null;
    // SAFETY: as the program vouches.
    let room = unsafe { room::<A>(has_source, buf, count, datatype) }?;
    let (found, result) = named("MPI_Recv", || state.mpi.receive(&comm, room, envelope));
    // SAFETY: the program passes a place, or says that it wants no status.
    unsafe { set_status::<A>(status, &found) };
    Ok(result?)
}

pub(crate) unsafe fn irecv<A: Abi>(
    state: &'static State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    source: c_int,
    tag: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    let (what, where_from) = ((buf, count, datatype), (source, tag, comm));
    if let Ok(comm) = handles::used::<A>(state, comm)
        && let Some(plain) = plain::<A>(&comm, what, (source, tag))
    {
        let Plain {
            first,
            len,
            source,
            tag,
        } = plain;
        // SAFETY: as the program vouches.
        let room = || unsafe { Room::row(first, len) };
        if let Some(begun) = state.mpi.try_begin_receive(&comm, room, (source, tag)) {
            let number = requests().add_receive(comm, begun, len);
            // SAFETY: the program passes a place.
            unsafe { *request = A::handle(Kind::Request, Place::Made(number)) };
            return Ok(());
        }
    }
    // SAFETY: as the program vouches, who passes a place as well.
    unsafe { other_irecv::<A>(state, what, where_from, request) }
}

#[inline(never)]
unsafe fn other_irecv<A: Abi>(
    state: &'static State,
    (buf, count, datatype): (*mut c_void, i64, A::Handle),
    (source, tag, comm): (c_int, c_int, A::Handle),
    request: *mut A::Handle,
) -> Done {
    let comm = handles::used::<A>(state, comm)?;
    let envelope = envelope::<A>(&comm, source, tag)?;
    let has_source = envelope.source != Peer::Null;
    // SAFETY: as the program vouches.
    let room = unsafe { room::<A>(has_source, buf, count, datatype) }?;
    let begun = state.mpi.begin_receive(&comm, room, envelope)?;
    // SAFETY: the program passes a place.
    unsafe { *request = request_of::<A>(state, comm, begun) };
    Ok(())
}

pub(crate) unsafe fn recv_init<A: Abi>(
    state: &'static State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    source: c_int,
    tag: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let envelope = envelope::<A>(&comm, source, tag)?;
    let has_source = envelope.source != Peer::Null;
    // SAFETY: as the program vouches.
    let data = unsafe { data_of_message::<A>(has_source, buf, count, datatype) }?;
    let on = Arc::clone(&comm);
    let persistent = Request::persistent(comm, move |mpi| mpi.begin_receive(&on, &data, envelope));
    // SAFETY: the program passes a place.
    unsafe { *request = handles::add_request::<A>(persistent) };
    Ok(())
}

pub(crate) unsafe fn probe<A: Abi>(
    state: &State,
    source: c_int,
    tag: c_int,
    comm: A::Handle,
    status: *mut A::Status,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let envelope = envelope::<A>(&comm, source, tag)?;
    let found = state.mpi.probe(&comm, envelope)?;
    // SAFETY: the program passes a place, or says that it wants no status.
    unsafe { set_status::<A>(status, &found) };
    Ok(())
}

pub(crate) unsafe fn iprobe<A: Abi>(
    state: &State,
    source: c_int,
    tag: c_int,
    comm: A::Handle,
    flag: *mut c_int,
    status: *mut A::Status,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let envelope = envelope::<A>(&comm, source, tag)?;
    let found = state.mpi.try_probe(&comm, envelope)?;
    if found.is_none() {
        state.mpi.world().polled_in_vain();
    }
    // SAFETY: the program passes places, or says that it wants no status.
    unsafe {
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            set_status::<A>(status, &found);
        }
    }
    Ok(())
}

fn message_of<A: Abi>(taken: Option<MatchedMessage>) -> A::Handle {
    let place = match taken {
        None => Place::Predefined(predefined::NO_PROCESS),
        Some(taken) => Place::Made(MESSAGES.add(Arc::new(Mutex::new(Some(taken))))),
    };
    A::message(place)
}

pub(crate) unsafe fn mprobe<A: Abi>(
    state: &State,
    source: c_int,
    tag: c_int,
    comm: A::Handle,
    message: *mut A::Handle,
    status: *mut A::Status,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let envelope = envelope::<A>(&comm, source, tag)?;
    let (taken, found) = state.mpi.take(&comm, envelope)?;
    // SAFETY: the program passes places, or says that it wants no status.
    unsafe {
        *message = message_of::<A>(taken);
        set_status::<A>(status, &found);
    }
    Ok(())
}

pub(crate) unsafe fn improbe<A: Abi>(
    state: &State,
    source: c_int,
    tag: c_int,
    comm: A::Handle,
    flag: *mut c_int,
    message: *mut A::Handle,
    status: *mut A::Status,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let envelope = envelope::<A>(&comm, source, tag)?;
    let taken = state.mpi.try_take(&comm, envelope)?;
    if taken.is_none() {
        state.mpi.world().polled_in_vain();
    }
    // SAFETY: the program passes places, or says that it wants no status.
    unsafe {
        *flag = c_int::from(taken.is_some());
        if let Some((taken, found)) = taken {
            *message = message_of::<A>(taken);
            set_status::<A>(status, &found);
        }
    }
    Ok(())
}

/// Takes the message that a handle names, which is null afterwards. `None` is no process's.
unsafe fn taken<A: Abi>(message: *mut A::Handle) -> Result<Option<MatchedMessage>> {
    // SAFETY: the program passes a handle's place.
    let handle = unsafe { *message };
    let place = A::place(Kind::Message, handle);
    let taken = match place {
        Place::Predefined(_) => None,
        Place::Made(number) => {
            let found = MESSAGES.remove(number);
            let found = found.and_then(|found| found.lock().map_or(None, |mut taken| taken.take()));
            let wrong = || handles::wrong::<A>(Class::Request, "message", "message", place, handle);
            Some(found.ok_or_else(wrong)?)
        }
        _ => {
            return Err(handles::wrong::<A>(
                Class::Request,
                "message",
                "message",
                place,
                handle,
            ));
        }
    };
    // SAFETY: as above.
    unsafe { *message = A::message(Place::Null) };
    Ok(taken)
}

pub(crate) unsafe fn mrecv<A: Abi>(
    state: &'static State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    message: *mut A::Handle,
    status: *mut A::Status,
) -> Done {
    // SAFETY: as the program vouches.
    let data = unsafe { data::<A>(buf, count, datatype) }?;
    // SAFETY: as above.
    let Some(taken) = (unsafe { taken::<A>(message) })? else {
        // SAFETY: the program passes a place, or says that it wants no status.
        unsafe { set_status::<A>(status, &Status::OF_NULL) };
        return Ok(());
    };
    let mut request = state.mpi.begin_receive_matched(taken, &data);
    let begun = request.take().expect("it was begun");
    state.mpi.wait("a message", || begun.has_ended());
    let (found, result) = begun.finish(&state.mpi, request.comm());
    // SAFETY: as above.
    unsafe { set_status::<A>(status, &found) };
    result.map_err(|failure| Fault {
        failure,
        comm: request.into_comm(),
    })
}

pub(crate) unsafe fn imrecv<A: Abi>(
    state: &'static State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    message: *mut A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    let data = unsafe { data::<A>(buf, count, datatype) }?;
    // SAFETY: as above.
    let handle = match unsafe { taken::<A>(message) }? {
        None => A::handle(Kind::Request, Place::Predefined(predefined::ENDED_OF_NULL)),
        Some(taken) => handles::add_request::<A>(state.mpi.begin_receive_matched(taken, &data)),
    };
    // SAFETY: the program passes a place.
    unsafe { *request = handle };
    Ok(())
}
