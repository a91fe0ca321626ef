//! Calls that send and receive.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use farreach_mpi::error::Result;
use farreach_mpi::{Begun, Comm, Data, Envelope, Peer, Request, SendMode};

use crate::abi::Abi;
use crate::fault::Done;
use crate::handles;
use crate::point::{data_of_message, destination, envelope};
use crate::state::State;
use crate::statuses::set_status;

/// What a call that sends and receives has.
struct SendReceive {
    comm: Arc<Comm>,
    from: Data,
    to: Option<u32>,
    tag: u32,
    into: Data,
    envelope: Envelope,
}

impl SendReceive {
    unsafe fn of<A: Abi>(
        state: &State,
        (sendbuf, sendcount, sendtype): (*const c_void, i64, A::Handle),
        (dest, sendtag): (c_int, c_int),
        (recvbuf, recvcount, recvtype): (*mut c_void, i64, A::Handle),
        (source, recvtag): (c_int, c_int),
        comm: A::Handle,
    ) -> Result<SendReceive> {
        let comm = handles::comm::<A>(state, comm)?;
        let to = destination::<A>(&comm, dest)?;
        let envelope = envelope::<A>(&comm, source, recvtag)?;
        let has_source = envelope.source != Peer::Null;
        // SAFETY: as the program vouches.
        unsafe {
            Ok(SendReceive {
                to,
                tag: handles::tag(sendtag)?,
                from: data_of_message::<A>(to.is_some(), sendbuf, sendcount, sendtype)?,
                into: data_of_message::<A>(has_source, recvbuf, recvcount, recvtype)?,
                envelope,
                comm,
            })
        }
    }

    /// The data is sent, and received to the place where it was.
    unsafe fn replacing<A: Abi>(
        state: &State,
        (buf, count, datatype): (*mut c_void, i64, A::Handle),
        (dest, sendtag): (c_int, c_int),
        (source, recvtag): (c_int, c_int),
        comm: A::Handle,
    ) -> Result<SendReceive> {
        let data = (buf, count, datatype);
        let sent = (buf.cast_const(), count, datatype);
        // SAFETY: as the program vouches.
        let pair = unsafe {
            SendReceive::of::<A>(state, sent, (dest, sendtag), data, (source, recvtag), comm)
        }?;
        Ok(SendReceive {
            from: copy_of(&pair.from),
            ..pair
        })
    }

    /// Begins the receive and the send.
    fn begin(&self, state: &State) -> Result<[Begun; 2]> {
        let SendReceive {
            comm,
            from,
            to,
            tag,
            into,
            envelope,
        } = self;
        let receive = state.mpi.begin_receive(comm, into, *envelope)?;
        let send = state
            .mpi
            .begin_send(comm, from, *to, *tag, SendMode::Standard)?;
        Ok([receive, send])
    }

    unsafe fn run<A: Abi>(&self, state: &State, status: *mut A::Status) -> Done {
        let [receive, send] = self.begin(state)?;
        state
            .mpi
            .wait("a message", || receive.has_ended() && send.has_ended());
        let (_, sent) = send.end(&state.mpi, Some(&self.comm));
        let (found, received) = receive.end(&state.mpi, Some(&self.comm));
        // SAFETY: the program passes a place, or says that it wants no status.
        unsafe { set_status::<A>(status, &found) };
        Ok(received.and(sent)?)
    }
}

/// A copy of data that is sent while the data is received to.
fn copy_of(data: &Data) -> Data {
    let copy = Data::room(data.count(), data.datatype());
    copy.copy_from(data);
    copy
}

pub(crate) unsafe fn sendrecv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    source: c_int,
    recvtag: c_int,
    comm: A::Handle,
    status: *mut A::Status,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        let send = (sendbuf, sendcount, sendtype);
        let receive = (recvbuf, recvcount, recvtype);
        let pair = SendReceive::of::<A>(
            state,
            send,
            (dest, sendtag),
            receive,
            (source, recvtag),
            comm,
        )?;
        pair.run::<A>(state, status)
    }
}

pub(crate) unsafe fn isendrecv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    source: c_int,
    recvtag: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        let send = (sendbuf, sendcount, sendtype);
        let receive = (recvbuf, recvcount, recvtype);
        let pair = SendReceive::of::<A>(
            state,
            send,
            (dest, sendtag),
            receive,
            (source, recvtag),
            comm,
        )?;
        *request = begun_send_receive::<A>(state, pair)?;
    }
    Ok(())
}

fn begun_send_receive<A: Abi>(state: &State, pair: SendReceive) -> Result<A::Handle> {
    let begun = Begun::Both(Box::new(pair.begin(state)?));
    Ok(handles::add_request::<A>(Request::begun(
        Some(pair.comm.into()),
        begun,
    )))
}

pub(crate) unsafe fn sendrecv_replace<A: Abi>(
    state: &State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: A::Handle,
    status: *mut A::Status,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        let data = (buf, count, datatype);
        let pair =
            SendReceive::replacing::<A>(state, data, (dest, sendtag), (source, recvtag), comm)?;
        pair.run::<A>(state, status)
    }
}

pub(crate) unsafe fn isendrecv_replace<A: Abi>(
    state: &State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        let data = (buf, count, datatype);
        let pair =
            SendReceive::replacing::<A>(state, data, (dest, sendtag), (source, recvtag), comm)?;
        *request = begun_send_receive::<A>(state, pair)?;
    }
    Ok(())
}
