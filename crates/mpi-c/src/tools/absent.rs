//! Events and their sources, of which there are none: each handle and each number is wrong.

use std::ffi::{c_char, c_int, c_long, c_void};

use farreach_mpi::error::Tool;

use super::{begun, fault};
use crate::abi::Abi;
use crate::fault::Done;

/// Functions that tell how many there are.
macro_rules! counts {
    ($($name:ident;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(count: *mut c_int) -> Done {
            begun()?;
            if count.is_null() {
                return Err(fault(Tool::Invalid));
            }
            // SAFETY: a place.
            unsafe { *count = 0 };
            Ok(())
        }
    )+ };
}

/// Functions that fail by a class.
macro_rules! fail {
    ($($name:ident($($kind:ty),*) = $class:ident;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>($(_: $kind),*) -> Done {
            begun()?;
            Err(fault(Tool::$class))
        }
    )+ };
}

counts! {
    t_event_get_num;
    t_source_get_num;
}

type Place = *mut c_void;

fail! {
    t_event_get_info(c_int, *mut c_char, *mut c_int, *mut c_int, *mut A::Handle, *mut c_long, *mut c_int, *mut Place, *mut A::Handle,
        *mut c_char, *mut c_int, *mut c_int) = InvalidIndex;
    t_event_get_index(*const c_char, *mut c_int) = InvalidName;
    t_event_handle_alloc(c_int, Place, A::Handle, *mut Place) = InvalidIndex;
    t_event_handle_free(Place, Place, *const c_void) = InvalidHandle;
    t_event_handle_get_info(Place, *mut A::Handle) = InvalidHandle;
    t_event_handle_set_info(Place, A::Handle) = InvalidHandle;
    t_event_register_callback(Place, c_int, A::Handle, Place, *const c_void) = InvalidHandle;
    t_event_callback_get_info(Place, c_int, *mut A::Handle) = InvalidHandle;
    t_event_callback_set_info(Place, c_int, A::Handle) = InvalidHandle;
    t_event_set_dropped_handler(Place, *const c_void) = InvalidHandle;
    t_event_read(Place, c_int, Place) = InvalidHandle;
    t_event_copy(Place, Place) = InvalidHandle;
    t_event_get_timestamp(Place, *mut c_long) = InvalidHandle;
    t_event_get_source(Place, *mut c_int) = InvalidHandle;
    t_source_get_info(c_int, *mut c_char, *mut c_int, *mut c_char, *mut c_int, *mut c_int, *mut c_long, *mut c_long,
        *mut A::Handle) = InvalidIndex;
    t_source_get_timestamp(c_int, *mut c_long) = InvalidIndex;
}
