//! The beginning and the end, and the functions that may be called at any time.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_void};
use std::path::Path;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use farreach_mpi::Mpi;
use farreach_mpi::error::{Class, Failure};
use farreach_runtime::settings::{Settings, environment};
use farreach_runtime::{Error, World, flush_when_ended, say};

use crate::abi::Abi;
use crate::errors;
use crate::fault::{self, Done, Fault};
use crate::state::{self, State};
use crate::strings::store;

/// The version of the standard that this library has.
const VERSION: (c_int, c_int) = (3, 1);
/// `MPI_MAX_LIBRARY_VERSION_STRING` and `MPI_MAX_ERROR_STRING`.
const LIBRARY_VERSION_MAX: usize = 8192;
const ERROR_STRING_MAX: usize = 512;
/// How the files of libraries of MPI begin: MPICH's and its derivatives', and Open MPI's.
const LIBRARIES: [&str; 2] = ["libmpi.so.", "libmpich.so."];
const THREAD_SINGLE: c_int = 0;
const THREAD_MULTIPLE: c_int = 3;

static BEGUN: AtomicBool = AtomicBool::new(false);

pub(crate) unsafe fn init<A: Abi>(_argc: *mut c_int, _argv: *mut *mut *mut c_char) -> Done {
    begin(THREAD_SINGLE)
}

pub(crate) unsafe fn init_thread<A: Abi>(
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> Done {
    if !(THREAD_SINGLE..=THREAD_MULTIPLE).contains(&required) {
        let what = format!(
            "argument required: {required}: levels are {THREAD_SINGLE} to {THREAD_MULTIPLE}"
        );
        return Err(Fault::new(Class::Arg, what));
    }
    begin(required)?;
    // SAFETY: the program passes a place for the level.
    unsafe { *provided = required };
    Ok(())
}

fn begin(level: c_int) -> Done {
    if BEGUN.swap(true, Ordering::SeqCst) {
        let what = if state::is_finalized() {
            "called after MPI_Finalize: a process initialises MPI once"
        } else {
            "called twice: a process initialises MPI once"
        };
        return Err(Fault::new(Class::Other, what));
    }
    check_alone(&std::fs::read_to_string("/proc/self/maps").unwrap_or_default())?;
    let settings = Settings::from_variables(&environment()).map_err(Error::from);
    let joined = settings.and_then(|settings| {
        if has_openshmem() {
            // SAFETY: programs initialise before they start threads that store to variables.
            unsafe { World::join_sharing_variables(settings) }
        } else {
            World::join(settings)
        }
    });
    let world = joined.map_err(Failure::from)?;
    flush_when_ended();
    world.name_waits(fault::called);
    let mpi = Mpi::new(world, level == THREAD_MULTIPLE);
    let main = std::thread::current().id();
    state::show(State { mpi, main }, level);
    // SAFETY: registers a function that may be called at any exit.
    let registered = unsafe { on_exit(leave_at_exit, ptr::null_mut()) };
    assert_eq!(registered, 0, "room for a function to be called at exit");
    Ok(())
}

/// Whether the program uses OpenSHMEM too. Its variables are symmetric then, whichever of the two is
/// initialised first.
fn has_openshmem() -> bool {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    maps.lines().any(|line| line.contains("/libshmem.so."))
}

/// Fails if the process has loaded another library of MPI as well. Some of the program's calls would go to that one,
/// and each library would take the other's handles for its own. `maps` has the files that the process has mapped.
fn check_alone(maps: &str) -> Done {
    let files = maps.lines().filter_map(|line| line.split_once('/'));
    let files: Vec<_> = files.map(|(_, file)| Path::new("/").join(file)).collect();
    let is_named = |file: &Path, start: &str| {
        let name = file.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with(start)
    };
    let core = files.iter().find(|file| is_named(file, "libfarreach.so."));
    let own = core.and_then(|file| file.parent());
    let other = files.iter().find(|file| {
        let is_mpi = LIBRARIES.iter().any(|start| is_named(file, start));
        is_mpi && file.parent() != own
    });
    let Some(other) = other else {
        return Ok(());
    };
    let what = format!(
        "another library of MPI is loaded in this process: {}. Link the program and all its libraries with one MPI, or \
         let them find this one first (LD_LIBRARY_PATH)",
        other.display()
    );
    Err(Fault::new(Class::Other, what))
}

unsafe extern "C" {
    /// Registers `function` for the exit of the process. It gets the exit status.
    fn on_exit(function: unsafe extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// Leaves the job when a process that has finalised exits with 0. Otherwise the launcher ends the job.
unsafe extern "C" fn leave_at_exit(status: c_int, _: *mut c_void) {
    if status != 0 || !state::is_finalized() {
        return;
    }
    if let Some(state) = state::kept() {
        match state.mpi.world().leave_at_exit(false) {
            Ok(()) | Err(Error::Forked { .. }) => {}
            Err(error) => say(format_args!("leaving the job: {error}")),
        }
    }
}

pub(crate) unsafe fn initialized<A: Abi>(flag: *mut c_int) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *flag = c_int::from(state::kept().is_some()) };
    Ok(())
}

pub(crate) unsafe fn finalized<A: Abi>(flag: *mut c_int) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *flag = c_int::from(state::is_finalized()) };
    Ok(())
}

pub(crate) unsafe fn finalize<A: Abi>() -> Done {
    let Some(state) = state::get() else {
        let what = if state::is_finalized() {
            "called twice"
        } else {
            "called before MPI_Init"
        };
        return Err(Fault::new(Class::Other, what));
    };
    crate::attribute::end::<A>(state)?;
    state.mpi.finish()?;
    state::hide();
    Ok(())
}

pub(crate) unsafe fn get_version<A: Abi>(version: *mut c_int, subversion: *mut c_int) -> Done {
    // SAFETY: the program passes places.
    unsafe {
        *version = VERSION.0;
        *subversion = VERSION.1;
    }
    Ok(())
}

pub(crate) unsafe fn get_library_version<A: Abi>(version: *mut c_char, len: *mut c_int) -> Done {
    let text = concat!(
        "Farreach ",
        env!("CARGO_PKG_VERSION"),
        ", MPI 3.1 by MPICH's ABI"
    );
    // SAFETY: the program passes places.
    unsafe { *len = store(text, version, LIBRARY_VERSION_MAX) as c_int };
    Ok(())
}

pub(crate) unsafe fn error_string<A: Abi>(
    code: c_int,
    string: *mut c_char,
    len: *mut c_int,
) -> Done {
    let text = errors::string::<A>(code)?;
    // SAFETY: the program passes places.
    unsafe { *len = store(&text, string, ERROR_STRING_MAX) as c_int };
    Ok(())
}

pub(crate) unsafe fn error_class<A: Abi>(code: c_int, class: *mut c_int) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *class = errors::class_of::<A>(code)? };
    Ok(())
}

/// `MPI_Wtime`.
pub(crate) fn wtime() -> f64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// `MPI_Wtick`.
pub(crate) fn wtick() -> f64 {
    1e-9
}

/// `MPI_Aint_add`.
pub(crate) fn aint_add(base: i64, displacement: i64) -> i64 {
    base.wrapping_add(displacement)
}

/// `MPI_Aint_diff`.
pub(crate) fn aint_diff(first: i64, second: i64) -> i64 {
    first.wrapping_sub(second)
}

#[cfg(test)]
mod tests {
    use super::check_alone;

    #[test]
    fn another_library_of_mpi_is_found_by_its_folder() {
        let ours = "7f00-7f10 r--p 0 fe:01 1 /opt/farreach/lib/libfarreach.so.0\n\
                    7f10-7f20 r--p 0 fe:01 2 /opt/farreach/lib/libmpi.so.12\n\
                    7f20-7f30 r--p 0 fe:01 3 /opt/farreach/lib/libmpich.so.12\n7f30-7f40 rw-p 0 0 0 [heap]\n";
        assert!(check_alone(ours).is_ok());
        for other in ["libmpi.so.40.30.4", "libmpich.so.12.2.2"] {
            let line = format!("{ours}7f40-7f50 r-xp 0 fe:01 4 /usr/lib/{other}\n");
            let fault = check_alone(&line).expect_err("another library");
            assert!(fault.failure.what.contains(other), "{fault:?}");
        }
    }
}
