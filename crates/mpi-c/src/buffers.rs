//! Buffers for buffered sends: of the process, of communicators and of sessions.

#![allow(unsafe_code)]

use std::ffi::c_void;
use std::sync::Arc;

use farreach_mpi::error::Result;
use farreach_mpi::{Buffer, Request};

use crate::abi::Abi;
use crate::fault::Done;
use crate::handles;
use crate::numbers::Out;
use crate::sessions;
use crate::state::State;

fn attach<A: Abi>(buffer: &Buffer, address: *mut c_void, size: i64) -> Result<()> {
    if address.addr() == A::BUFFER_AUTOMATIC {
        return buffer.attach(address.addr(), None);
    }
    buffer.attach(address.addr(), Some(handles::count(size, "size")?))
}

/// # Safety
/// `place` must be the place of a pointer, and `size` one of a number.
unsafe fn detach<A: Abi>(state: &State, buffer: &Buffer, place: *mut c_void, size: Out) -> Done {
    let (address, bytes) = state.mpi.detach_buffer(buffer)?;
    // SAFETY: the caller's promise.
    unsafe {
        *place.cast::<usize>() = address;
        size.set(bytes.unwrap_or(0) as i64, A::UNDEFINED);
    }
    Ok(())
}

/// # Safety
/// `request` must be a place.
unsafe fn begin_empty<A: Abi>(buffer: &Buffer, request: *mut A::Handle) {
    let begun = buffer.begin_to_empty();
    // SAFETY: the caller's promise.
    unsafe { *request = handles::add_request::<A>(Request::begun(None, begun)) };
}

pub(crate) unsafe fn buffer_attach<A: Abi>(state: &State, buffer: *mut c_void, size: i64) -> Done {
    Ok(attach::<A>(state.mpi.buffer(), buffer, size)?)
}

pub(crate) unsafe fn buffer_detach<A: Abi>(state: &State, buffer: *mut c_void, size: Out) -> Done {
    // SAFETY: the program passes places.
    unsafe { detach::<A>(state, state.mpi.buffer(), buffer, size) }
}

pub(crate) unsafe fn buffer_flush<A: Abi>(state: &State) -> Done {
    state.mpi.empty_buffer(state.mpi.buffer());
    Ok(())
}

pub(crate) unsafe fn buffer_iflush<A: Abi>(state: &State, request: *mut A::Handle) -> Done {
    // SAFETY: the program passes a place.
    unsafe { begin_empty::<A>(state.mpi.buffer(), request) };
    Ok(())
}

/// The buffer of a communicator.
fn of_comm<A: Abi>(state: &State, comm: A::Handle) -> Result<Arc<Buffer>> {
    Ok(Arc::clone(&handles::comm::<A>(state, comm)?.buffer))
}

/// The buffer of a session.
fn of_session<A: Abi>(_: &State, session: A::Handle) -> Result<Arc<Buffer>> {
    sessions::buffer::<A>(session)
}

/// The functions of the buffer of an object.
macro_rules! buffers {
    ($($of:ident: $attach:ident $detach:ident $flush:ident $iflush:ident;)+) => { $(
        pub(crate) unsafe fn $attach<A: Abi>(
            state: &State,
            object: A::Handle,
            buffer: *mut c_void,
            size: i64,
        ) -> Done {
            Ok(attach::<A>(&*$of::<A>(state, object)?, buffer, size)?)
        }

        pub(crate) unsafe fn $detach<A: Abi>(
            state: &State,
            object: A::Handle,
            buffer: *mut c_void,
            size: Out,
        ) -> Done {
            let own = $of::<A>(state, object)?;
            // SAFETY: the program passes places.
            unsafe { detach::<A>(state, &own, buffer, size) }
        }

        pub(crate) unsafe fn $flush<A: Abi>(state: &State, object: A::Handle) -> Done {
            state.mpi.empty_buffer(&*$of::<A>(state, object)?);
            Ok(())
        }

        pub(crate) unsafe fn $iflush<A: Abi>(
            state: &State,
            object: A::Handle,
            request: *mut A::Handle,
        ) -> Done {
            let own = $of::<A>(state, object)?;
            // SAFETY: the program passes a place.
            unsafe { begin_empty::<A>(&own, request) };
            Ok(())
        }
    )+ };
}

buffers! {
    of_comm: comm_attach_buffer comm_detach_buffer comm_flush_buffer comm_iflush_buffer;
    of_session: session_attach_buffer session_detach_buffer session_flush_buffer session_iflush_buffer;
}
