//! Reads and writes of files.

#![allow(unsafe_code)]

use std::ffi::{c_long, c_void};
use std::sync::Arc;

use farreach_mpi::error::Result;
use farreach_mpi::file::{Direction, File, Place, Split};
use farreach_mpi::{Begun, Data, Status};

use super::with;
use crate::abi::Abi;
use crate::fault::Done;
use crate::point::{data, request_of};
use crate::state::State;
use crate::statuses::set_status;

/// What a call passes: the address of the data, the number of elements and their datatype.
type Passed<A> = (*const c_void, i64, <A as Abi>::Handle);

/// Accesses a file by `how`, and stores the status.
unsafe fn blocks<A: Abi>(
    state: &State,
    fh: A::File,
    (buf, count, datatype): Passed<A>,
    status: *mut A::Status,
    how: impl FnOnce(&File, &Data) -> Result<Status>,
) -> Done {
    with::<A>(state, fh, |file| {
        // SAFETY: the program passes elements, and a place or says that it wants no status.
        unsafe {
            let data = data::<A>(buf, count, datatype)?;
            set_status::<A>(status, &how(file, &data)?);
        }
        Ok(())
    })
}

/// Begins to access a file by `how`, and stores the request.
unsafe fn begins<A: Abi>(
    state: &State,
    fh: A::File,
    (buf, count, datatype): Passed<A>,
    request: *mut A::Handle,
    how: impl FnOnce(&File, &Data) -> Result<Begun>,
) -> Done {
    with::<A>(state, fh, |file| {
        // SAFETY: the program passes elements, which stay until the access has ended, and a place.
        unsafe {
            let data = data::<A>(buf, count, datatype)?;
            let begun = how(file, &data)?;
            // A failure of the access goes to the file's error handler, which its communicator has.
            *request = request_of::<A>(state, Arc::clone(file.comm()).into(), begun);
        }
        Ok(())
    })
}

/// An access that ends at once.
fn at_once(file: &File, direction: Direction, place: Place, data: &Data) -> Result<Begun> {
    Ok(Begun::Ended(file.transfer(direction, place, data)?))
}

/// Accesses at the pointers.
macro_rules! by_pointer {
    ($($name:ident $begin:ident: $direction:ident $method:ident, $place:ident;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(
            state: &State,
            fh: A::File,
            buf: by_pointer!(@$direction),
            count: i64,
            datatype: A::Handle,
            status: *mut A::Status,
        ) -> Done {
            let how = |file: &File, data: &Data| file.$method(Direction::$direction, Place::$place, data);
            // SAFETY: as the program vouches.
            unsafe { blocks::<A>(state, fh, (buf.cast(), count, datatype), status, how) }
        }

        pub(crate) unsafe fn $begin<A: Abi>(
            state: &State,
            fh: A::File,
            buf: by_pointer!(@$direction),
            count: i64,
            datatype: A::Handle,
            request: *mut A::Handle,
        ) -> Done {
            let how = |file: &File, data: &Data| {
                by_pointer!(@begin $method, file, Direction::$direction, Place::$place, data)
            };
            // SAFETY: as the program vouches.
            unsafe { begins::<A>(state, fh, (buf.cast(), count, datatype), request, how) }
        }
    )+ };
    (@Read) => { *mut c_void };
    (@Write) => { *const c_void };
    (@begin transfer, $file:ident, $direction:expr, $place:expr, $data:ident) => {
        at_once($file, $direction, $place, $data)
    };
    (@begin transfer_all, $file:ident, $direction:expr, $place:expr, $data:ident) => {
        $file.begin_all($direction, $place, $data)
    };
}

by_pointer! {
    file_read file_iread: Read transfer, Own;
    file_write file_iwrite: Write transfer, Own;
    file_read_shared file_iread_shared: Read transfer, Shared;
    file_write_shared file_iwrite_shared: Write transfer, Shared;
    file_read_all file_iread_all: Read transfer_all, Own;
    file_write_all file_iwrite_all: Write transfer_all, Own;
}

/// Accesses at offsets.
macro_rules! by_offset {
    ($($name:ident $begin:ident: $direction:ident $method:ident;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(
            state: &State,
            fh: A::File,
            offset: c_long,
            buf: by_pointer!(@$direction),
            count: i64,
            datatype: A::Handle,
            status: *mut A::Status,
        ) -> Done {
            let how = |file: &File, data: &Data| file.$method(Direction::$direction, Place::At(offset), data);
            // SAFETY: as the program vouches.
            unsafe { blocks::<A>(state, fh, (buf.cast(), count, datatype), status, how) }
        }

        pub(crate) unsafe fn $begin<A: Abi>(
            state: &State,
            fh: A::File,
            offset: c_long,
            buf: by_pointer!(@$direction),
            count: i64,
            datatype: A::Handle,
            request: *mut A::Handle,
        ) -> Done {
            let how = |file: &File, data: &Data| {
                by_pointer!(@begin $method, file, Direction::$direction, Place::At(offset), data)
            };
            // SAFETY: as the program vouches.
            unsafe { begins::<A>(state, fh, (buf.cast(), count, datatype), request, how) }
        }
    )+ };
}

by_offset! {
    file_read_at file_iread_at: Read transfer;
    file_write_at file_iwrite_at: Write transfer;
    file_read_at_all file_iread_at_all: Read transfer_all;
    file_write_at_all file_iwrite_at_all: Write transfer_all;
}

/// Accesses in the order of the ranks.
macro_rules! ordered {
    ($($name:ident: $direction:ident;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(
            state: &State,
            fh: A::File,
            buf: by_pointer!(@$direction),
            count: i64,
            datatype: A::Handle,
            status: *mut A::Status,
        ) -> Done {
            let how = |file: &File, data: &Data| file.transfer_all(Direction::$direction, Place::Shared, data);
            // SAFETY: as the program vouches.
            unsafe { blocks::<A>(state, fh, (buf.cast(), count, datatype), status, how) }
        }
    )+ };
}

ordered! {
    file_read_ordered: Read;
    file_write_ordered: Write;
}

/// Split collectives.
macro_rules! split {
    ($($begin:ident $end:ident: $direction:ident $split:ident $($offset:ident)?;)+) => { $(
        pub(crate) unsafe fn $begin<A: Abi>(
            state: &State,
            fh: A::File,
            $($offset: c_long,)?
            buf: by_pointer!(@$direction),
            count: i64,
            datatype: A::Handle,
        ) -> Done {
            let offset = split!(@$($offset)?);
            with::<A>(state, fh, |file| {
                // SAFETY: the program passes elements, which stay until the access has ended.
                let data = unsafe { data::<A>(buf.cast(), count, datatype) }?;
                file.begin_split((Direction::$direction, Split::$split), offset, &data)
            })
        }

        pub(crate) unsafe fn $end<A: Abi>(
            state: &State,
            fh: A::File,
            _buf: by_pointer!(@$direction),
            status: *mut A::Status,
        ) -> Done {
            with::<A>(state, fh, |file| {
                let found = file.end_split((Direction::$direction, Split::$split))?;
                // SAFETY: the program passes a place, or says that it wants no status.
                unsafe { set_status::<A>(status, &found) };
                Ok(())
            })
        }
    )+ };
    (@) => { 0 };
    (@$offset:ident) => { $offset };
}

split! {
    file_read_all_begin file_read_all_end: Read Own;
    file_write_all_begin file_write_all_end: Write Own;
    file_read_at_all_begin file_read_at_all_end: Read At offset;
    file_write_at_all_begin file_write_at_all_end: Write At offset;
    file_read_ordered_begin file_read_ordered_end: Read Ordered;
    file_write_ordered_begin file_write_ordered_end: Write Ordered;
}
