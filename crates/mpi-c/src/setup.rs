//! The beginning and the end, and the functions that may be called at any time.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, AtomicU8, Ordering};

use farreach_c::{Loaded, join, join_privately, lock, seconds, settings, store, thread_level};
use farreach_mpi::Mpi;
use farreach_mpi::error::Class;

use crate::abi::Abi;
use crate::errors;
use crate::fault::{self, Done, Fault};
use crate::state::{LIBRARY, State};

/// How the files of libraries of MPI begin: MPICH's and its derivatives', and Open MPI's.
const LIBRARIES: [&str; 2] = ["libmpi.so.", "libmpich.so."];
const THREAD_SINGLE: c_int = 0;
const THREAD_MULTIPLE: c_int = 3;

pub(crate) unsafe fn init<A: Abi>(_argc: *mut c_int, _argv: *mut *mut *mut c_char) -> Done {
    begin(THREAD_SINGLE)
}

pub(crate) unsafe fn init_thread<A: Abi>(
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> Done {
    begin(thread_level(required, "required")?)?;
    // SAFETY: the program passes a place for the level.
    unsafe { *provided = required };
    Ok(())
}

/// How far a program is that calls `MPI_Init` and `MPI_Finalize`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Between {
    Never,
    Open,
    Ended,
}

/// Whether the program is between `MPI_Init` and `MPI_Finalize`, as a number of [`Between`].
static BETWEEN: AtomicU8 = AtomicU8::new(Between::Never as u8);
/// The number of open sessions. Whoever changes it, or begins, holds the lock.
static SESSIONS: Mutex<usize> = Mutex::new(0);

fn between() -> Between {
    match BETWEEN.load(Ordering::SeqCst) {
        0 => Between::Never,
        1 => Between::Open,
        _ => Between::Ended,
    }
}

fn begin(level: c_int) -> Done {
    let _sessions = lock(&SESSIONS);
    let when = match between() {
        Between::Never => None,
        Between::Open => Some("twice"),
        Between::Ended => Some("after MPI_Finalize"),
    };
    if let Some(when) = when {
        let what = format!("called {when}: a process initialises MPI once");
        return Err(Fault::new(Class::Other, what));
    }
    let state = obtain(level)?;
    state.level.store(level, Ordering::Relaxed);
    *lock(&state.main) = std::thread::current().id();
    BETWEEN.store(Between::Open as u8, Ordering::SeqCst);
    Ok(())
}

/// The process's part of MPI, which the first call makes.
fn obtain(level: c_int) -> Result<&'static State, farreach_c::Fault> {
    if LIBRARY.begin_once(|| first(level))?.is_none() {
        LIBRARY.show_again();
    }
    let state = LIBRARY.get()?;
    if level == THREAD_MULTIPLE {
        state.mpi.set_threaded();
    }
    Ok(state)
}

/// Opens a session.
pub(crate) fn open_session() -> Result<&'static State, farreach_c::Fault> {
    let mut sessions = lock(&SESSIONS);
    let state = obtain(THREAD_MULTIPLE)?;
    *sessions += 1;
    Ok(state)
}

/// Closes a session. The last one takes the library with it, unless the program is between `MPI_Init` and `MPI_Finalize`.
pub(crate) fn close_session(state: &State) {
    let mut sessions = lock(&SESSIONS);
    *sessions -= 1;
    if *sessions == 0 && between() != Between::Open {
        state.mpi.complete();
        LIBRARY.hide();
    }
}

fn first(level: c_int) -> Result<State, farreach_c::Fault> {
    let loaded = Loaded::now();
    check_alone(&loaded)?;
    // A program that uses OpenSHMEM too has symmetric variables, whichever of the two is initialised
    // first.
    let world = if loaded.find("libshmem.so.").is_some() {
        // SAFETY: programs initialise before they start threads that store to variables.
        unsafe { join(settings()?)? }
    } else {
        join_privately(settings()?)?
    };
    world.name_waits(fault::called);
    Ok(State {
        mpi: Mpi::new(world, level == THREAD_MULTIPLE),
        main: Mutex::new(std::thread::current().id()),
        level: AtomicI32::new(level),
    })
}

/// Fails if the process has loaded another library of MPI as well. Some of the program's calls would go to that one,
/// and each library would take the other's handles for its own.
fn check_alone(loaded: &Loaded) -> Result<(), farreach_c::Fault> {
    let own = loaded.find("libfarreach.so.").and_then(Path::parent);
    let others = LIBRARIES.iter().flat_map(|start| loaded.all(start));
    let mut others = others.filter(|file| file.parent() != own);
    let Some(other) = others.next() else {
        return Ok(());
    };
    Err(farreach_c::Fault::new(format!(
        "another library of MPI is loaded in this process: {}. Link the program and all its libraries with one MPI, or \
         let them find this one first (LD_LIBRARY_PATH)",
        other.display()
    )))
}

pub(crate) unsafe fn initialized<A: Abi>(flag: *mut c_int) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *flag = c_int::from(between() != Between::Never) };
    Ok(())
}

pub(crate) unsafe fn finalized<A: Abi>(flag: *mut c_int) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *flag = c_int::from(between() == Between::Ended) };
    Ok(())
}

pub(crate) unsafe fn finalize<A: Abi>() -> Done {
    let state = match between() {
        Between::Never => return Err(LIBRARY.outside().into()),
        Between::Ended => {
            let what = "called twice: a process finalises MPI once";
            return Err(Fault::new(Class::Other, what));
        }
        Between::Open => LIBRARY.get()?,
    };
    crate::attribute::end::<A>(state)?;
    state.mpi.finish()?;
    let sessions = lock(&SESSIONS);
    BETWEEN.store(Between::Ended as u8, Ordering::SeqCst);
    if *sessions == 0 {
        LIBRARY.hide();
    }
    Ok(())
}

pub(crate) unsafe fn get_version<A: Abi>(version: *mut c_int, subversion: *mut c_int) -> Done {
    // SAFETY: the program passes places.
    unsafe {
        *version = A::VERSION.0;
        *subversion = A::VERSION.1;
    }
    Ok(())
}

pub(crate) unsafe fn get_library_version<A: Abi>(version: *mut c_char, len: *mut c_int) -> Done {
    let (version_of, part) = A::VERSION;
    let text = format!(
        "Farreach {}, MPI {version_of}.{part} by {}",
        env!("CARGO_PKG_VERSION"),
        A::NAME
    );
    // SAFETY: the program passes places.
    unsafe { *len = store(&text, version, A::LIBRARY_VERSION_MAX) as c_int };
    Ok(())
}

pub(crate) unsafe fn error_string<A: Abi>(
    code: c_int,
    string: *mut c_char,
    len: *mut c_int,
) -> Done {
    let text = errors::string::<A>(code)?;
    // SAFETY: the program passes places.
    unsafe { *len = store(&text, string, A::ERROR_STRING_MAX) as c_int };
    Ok(())
}

pub(crate) unsafe fn error_class<A: Abi>(code: c_int, class: *mut c_int) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *class = errors::class_of::<A>(code)? };
    Ok(())
}

/// `MPI_Wtime`.
pub(crate) fn wtime() -> f64 {
    seconds()
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
        assert!(check_alone(&ours.to_owned().into()).is_ok());
        for other in ["libmpi.so.40.30.4", "libmpich.so.12.2.2"] {
            let line = format!("{ours}7f40-7f50 r-xp 0 fe:01 4 /usr/lib/{other}\n");
            let fault = check_alone(&line.into()).expect_err("another library");
            assert!(fault.to_string().contains(other), "{fault:?}");
        }
    }
}
