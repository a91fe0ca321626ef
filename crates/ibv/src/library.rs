//! libibverbs, loaded when it is first wanted.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

use libloading::Library;

use crate::OpenError;
use crate::ffi::{
    AhAttr, AsyncEvent, CompChannel, Context, Cq, DeviceAttr, Gid, Mr, PortAttr, Qp, QpAttr,
    QpInitAttr, Srq, SrqInitAttr,
};

/// The library's file. Its version has not changed since 2006.
const FILE: &str = "libibverbs.so.1";

/// The status of the library's own care for forked children, where it is not needed.
const FORK_UNNEEDED: c_int = 2;

/// Declares the library's functions, and how they are found.
macro_rules! functions {
    ($($name:ident: fn($($parameter:ty),*) $(-> $result:ty)?;)+) => {
        /// The functions of libibverbs. They live as long as the process: the library is never unloaded.
        pub(crate) struct Verbs {
            $(pub(crate) $name: unsafe extern "C" fn($($parameter),*) $(-> $result)?,)+
            /// Whether the kernel copies the pages of an adapter for a forked child, and the library says so.
            pub(crate) spares_children: bool,
        }

        impl Verbs {
            fn of(library: &'static Library) -> Result<Verbs, OpenError> {
                Ok(Verbs {
                    $($name: {
                        let name = concat!(stringify!($name), "\0");
                        // SAFETY: the signature is that of the function in `infiniband/verbs.h`.
                        let symbol = unsafe { library.get(name.as_bytes()) };
                        *symbol.map_err(|source| OpenError::OldLibrary {
                            function: stringify!($name),
                            reason: source.to_string(),
                        })?
                    },)+
                    spares_children: false,
                })
            }
        }
    };
}

functions! {
    ibv_get_device_list: fn(*mut c_int) -> *mut *mut c_void;
    ibv_free_device_list: fn(*mut *mut c_void);
    ibv_get_device_name: fn(*mut c_void) -> *const c_char;
    ibv_open_device: fn(*mut c_void) -> *mut Context;
    ibv_close_device: fn(*mut Context) -> c_int;
    ibv_query_device: fn(*mut Context, *mut DeviceAttr) -> c_int;
    ibv_query_port: fn(*mut Context, u8, *mut PortAttr) -> c_int;
    ibv_query_gid: fn(*mut Context, u8, c_int, *mut Gid) -> c_int;
    ibv_query_pkey: fn(*mut Context, u8, c_int, *mut u16) -> c_int;
    ibv_alloc_pd: fn(*mut Context) -> *mut c_void;
    ibv_dealloc_pd: fn(*mut c_void) -> c_int;
    ibv_reg_mr_iova: fn(*mut c_void, *mut c_void, usize, u64, c_int) -> *mut Mr;
    ibv_dereg_mr: fn(*mut Mr) -> c_int;
    ibv_create_comp_channel: fn(*mut Context) -> *mut CompChannel;
    ibv_destroy_comp_channel: fn(*mut CompChannel) -> c_int;
    ibv_create_cq: fn(*mut Context, c_int, *mut c_void, *mut CompChannel, c_int) -> *mut Cq;
    ibv_destroy_cq: fn(*mut Cq) -> c_int;
    ibv_get_async_event: fn(*mut Context, *mut AsyncEvent) -> c_int;
    ibv_ack_async_event: fn(*mut AsyncEvent);
    ibv_fork_init: fn() -> c_int;
    ibv_get_cq_event: fn(*mut CompChannel, *mut *mut Cq, *mut *mut c_void) -> c_int;
    ibv_ack_cq_events: fn(*mut Cq, c_uint);
    ibv_create_srq: fn(*mut c_void, *mut SrqInitAttr) -> *mut Srq;
    ibv_destroy_srq: fn(*mut Srq) -> c_int;
    ibv_create_qp: fn(*mut c_void, *mut QpInitAttr) -> *mut Qp;
    ibv_modify_qp: fn(*mut Qp, *mut QpAttr, c_int) -> c_int;
    ibv_query_qp: fn(*mut Qp, *mut QpAttr, c_int, *mut QpInitAttr) -> c_int;
    ibv_destroy_qp: fn(*mut Qp) -> c_int;
    ibv_create_ah: fn(*mut c_void, *mut AhAttr) -> *mut c_void;
    ibv_destroy_ah: fn(*mut c_void) -> c_int;
}

impl Verbs {
    /// The library. It is loaded by the first call of a process.
    pub(crate) fn load() -> Result<&'static Verbs, OpenError> {
        static LOADED: OnceLock<Result<Verbs, OpenError>> = OnceLock::new();
        let loaded = LOADED.get_or_init(|| {
            // SAFETY: the library's initialisers only read settings and register drivers.
            let library = unsafe { Library::new(FILE) };
            let library = library.map_err(|source| OpenError::NoLibrary(source.to_string()))?;
            let library = Box::leak(Box::new(library));
            let mut verbs = Verbs::of(library)?;
            // Where the kernel copies the pages of an adapter for a forked child by itself, this does nothing. Elsewhere children lose
            // registered pages, as it is said of the library; else a child would make the adapter miss what the process writes.
            // SAFETY: nothing is registered yet. A refusal leaves things as they are.
            unsafe { (verbs.ibv_fork_init)() };
            // SAFETY: the signature is that of the function in `infiniband/verbs.h`. Versions before 36 lack it.
            verbs.spares_children = unsafe {
                let name = b"ibv_is_fork_initialized\0";
                let status = library.get::<unsafe extern "C" fn() -> c_int>(name);
                status.is_ok_and(|status| status() == FORK_UNNEEDED)
            };
            Ok(verbs)
        });
        loaded.as_ref().map_err(Clone::clone)
    }

    /// The devices of this host, by name, without drivers' errors.
    pub(crate) fn devices(&'static self) -> DeviceList {
        let mut count = 0;
        // SAFETY: the library stores the number of devices.
        let first = unsafe { (self.ibv_get_device_list)(&raw mut count) };
        DeviceList {
            verbs: self,
            first,
            count: if first.is_null() { 0 } else { count as usize },
        }
    }
}

/// A list of devices, which is freed when it is dropped. Devices that were opened stay open.
pub(crate) struct DeviceList {
    verbs: &'static Verbs,
    first: *mut *mut c_void,
    count: usize,
}

impl DeviceList {
    /// The name of each device.
    pub(crate) fn names(&self) -> Vec<String> {
        (0..self.count).map(|at| self.name(at)).collect()
    }

    fn name(&self, at: usize) -> String {
        // SAFETY: the list has `count` devices, whose names live as long as the list.
        let name = unsafe { CStr::from_ptr((self.verbs.ibv_get_device_name)(*self.first.add(at))) };
        name.to_string_lossy().into_owned()
    }

    /// Opens the device at a place of the list. `None` if its driver refuses.
    pub(crate) fn open(&self, at: usize) -> Option<*mut Context> {
        assert!(at < self.count, "device {at} of {}", self.count);
        // SAFETY: the list has the device.
        let context = unsafe { (self.verbs.ibv_open_device)(*self.first.add(at)) };
        (!context.is_null()).then_some(context)
    }
}

impl Drop for DeviceList {
    fn drop(&mut self) {
        if !self.first.is_null() {
            // SAFETY: the library made the list, and nobody else has it.
            unsafe { (self.verbs.ibv_free_device_list)(self.first) };
        }
    }
}
