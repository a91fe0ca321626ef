//! A library's state in the process, from its beginning until the process is gone.
//!
//! ```text
//!   MODEL_Init ──▶ joined, shown, kept     MODEL_Finalize ──▶ hidden     exit ──▶ World::leave_at_exit
//!      └── again after MODEL_Finalize: shown again, unless the model begins once
//! ```
//!
//! The libraries of a process count in the job by themselves: the last one that leaves takes the
//! process out of the job (`World::leave_at_exit`).
//!
//! While one thread exits, other threads may be in a library or call it. The state therefore stays
//! until the process is gone. A thread that calls a library after the process has begun to leave the
//! job ends.

#![allow(unsafe_code)]

use std::convert::Infallible;
use std::ffi::{c_int, c_void};
use std::fmt::Display;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use farreach_runtime::{Error, World, say};

use crate::ending::{end_process, exit_process};
use crate::fault::Fault;
use crate::lock;

/// The time limit for another thread's call between the finalisation and the exit of the process. A
/// call that lasts longer ends the job.
const EXIT_PATIENCE: Duration = Duration::from_secs(10);
/// How often such a thread checks whether the process exits.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// The state of a programming model's functions.
pub trait Model: Sync + Sized + 'static {
    /// What the model calls a process.
    const PROCESS: &'static str;
    /// The function that begins.
    const BEGIN: &'static str;
    /// The function that ends.
    const END: &'static str;
    /// Whether a process fails that exits without having called the function that ends.
    const MUST_END: bool;

    /// The job.
    fn world(&self) -> &World;
}

/// A use of a library that ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The library was begun more often than it was ended.
    Earlier,
    /// The library ends.
    Last,
}

/// A library in the process, with the state of its functions.
#[derive(Debug)]
pub struct Library<M: 'static> {
    /// The state while the library is initialised, null otherwise.
    shown: AtomicPtr<M>,
    /// The state from the first initialisation on.
    kept: AtomicPtr<M>,
    /// The number of initialisations without a finalisation.
    open: Mutex<usize>,
    /// The thread that finalised the library last, or 0.
    ended_by: AtomicUsize,
    /// The thread that makes the process leave the job, or 0.
    left_by: AtomicUsize,
    /// Whether the program is ending the whole job. Nothing waits for other processes any more then.
    ends: AtomicBool,
}

/// The calling thread. Forked children have the same number.
fn this_thread() -> usize {
    // SAFETY: there is no precondition.
    unsafe { libc::pthread_self() as usize }
}

unsafe extern "C" {
    /// Registers `function` for the exit of the process. It gets the exit status.
    fn on_exit(function: unsafe extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// Leaves the job when the process exits with 0. With any other status the launcher ends the job.
unsafe extern "C" fn leave_at_exit<M: Model>(status: c_int, library: *mut c_void) {
    // SAFETY: the address of a static, which `Library::first` has registered.
    let library = unsafe { &*library.cast::<Library<M>>() };
    if status == 0 && !library.ends.load(Ordering::Relaxed) {
        library.leave();
    }
}

impl<M: 'static> Library<M> {
    /// A library that the program has not begun.
    pub const fn unused() -> Library<M> {
        Library {
            shown: AtomicPtr::new(ptr::null_mut()),
            kept: AtomicPtr::new(ptr::null_mut()),
            open: Mutex::new(0),
            ended_by: AtomicUsize::new(0),
            left_by: AtomicUsize::new(0),
            ends: AtomicBool::new(false),
        }
    }

    /// The state, if the library is initialised.
    #[inline]
    pub fn shown(&self) -> Option<&'static M> {
        // SAFETY: null, or a state that is never freed.
        unsafe { self.shown.load(Ordering::Acquire).as_ref() }
    }

    /// The state, if the library was ever initialised.
    pub fn kept(&self) -> Option<&'static M> {
        // SAFETY: null, or a state that is never freed.
        unsafe { self.kept.load(Ordering::Acquire).as_ref() }
    }

    /// The state, if the process is leaving the job or has left it.
    pub fn left(&self) -> Option<&'static M> {
        self.kept().filter(|_| self.leaves())
    }

    /// Whether the process is leaving the job.
    pub fn leaves(&self) -> bool {
        self.left_by.load(Ordering::SeqCst) != 0
    }

    /// Whether the library was finalised.
    pub fn has_ended(&self) -> bool {
        self.ended_by.load(Ordering::SeqCst) != 0
    }

    /// Hides the state after the finalisation.
    pub fn hide(&self) {
        self.ended_by.store(this_thread(), Ordering::SeqCst);
        self.shown.store(ptr::null_mut(), Ordering::SeqCst);
    }

    /// Shows the state once more, after it was hidden or if it still is shown.
    pub fn show_again(&self) {
        if let Some(state) = self.kept() {
            self.ended_by.store(0, Ordering::SeqCst);
            self.show(state);
        }
    }

    fn show(&self, state: &'static M) {
        self.shown
            .store(ptr::from_ref(state).cast_mut(), Ordering::Release);
    }

    fn open(&self) -> MutexGuard<'_, usize> {
        lock(&self.open)
    }

    /// Whether the calling thread makes the process leave the job.
    fn is_left_here(&self) -> bool {
        self.left_by.load(Ordering::SeqCst) == this_thread()
    }

    /// Whether another thread has finalised the library and the process is not leaving the job yet.
    fn is_ended_elsewhere(&self) -> bool {
        let by = self.ended_by.load(Ordering::SeqCst);
        self.shown().is_none() && by != 0 && by != this_thread() && !self.leaves()
    }

    /// Ends the calling thread if another thread has made the process leave the job. The caller's fault
    /// is then only a result of the exit.
    ///
    /// The kernel ends the thread, without the functions that the thread registered for its end,
    /// because these may call the library again. Functions that run at the exit may still join the
    /// thread.
    ///
    /// A process that finalises and then exits has no library in between, and nothing announces the
    /// exit. A thread that calls the library in this interval waits for the exit.
    fn end_thread_if_late(&self) {
        let begun = Instant::now();
        while self.is_ended_elsewhere() && begun.elapsed() < EXIT_PATIENCE {
            thread::sleep(LOOK_EVERY);
        }
        if self.leaves() && !self.is_left_here() {
            // SAFETY: ends the thread. Its memory stays until the process is gone, or another thread
            // has joined it.
            unsafe { libc::syscall(libc::SYS_exit, 0) };
        }
    }
}

impl<M: Model> Library<M> {
    /// The state, if the library is initialised.
    #[inline]
    pub fn get(&self) -> Result<&'static M, Fault> {
        match self.shown() {
            Some(state) => Ok(state),
            None => Err(self.outside()),
        }
    }

    /// The fault of a call while the library is not initialised.
    #[cold]
    #[inline(never)]
    pub fn outside(&self) -> Fault {
        if self.leaves() {
            Fault::new("called after the process has begun to exit")
        } else if self.has_ended() {
            Fault::new(format!("called after {}", M::END))
        } else {
            Fault::new(format!("called before {}", M::BEGIN))
        }
    }

    /// Begins the library, or counts another beginning. `first` makes the state. `again` prepares the
    /// state for a beginning after an end.
    pub fn begin(
        &'static self,
        first: impl FnOnce() -> Result<M, Fault>,
        again: impl FnOnce(&'static M) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut open = self.open();
        if *open == 0 {
            match self.kept() {
                Some(state) => {
                    again(state)?;
                    self.show(state);
                }
                None => self.first(first()?),
            }
        }
        *open += 1;
        Ok(())
    }

    /// Begins a library that is begun once. Returns `None` if it was begun before.
    pub fn begin_once(
        &'static self,
        first: impl FnOnce() -> Result<M, Fault>,
    ) -> Result<Option<&'static M>, Fault> {
        let mut open = self.open();
        if self.kept().is_some() {
            return Ok(None);
        }
        self.first(first()?);
        *open = 1;
        Ok(self.kept())
    }

    /// Keeps and shows the first state.
    fn first(&'static self, state: M) {
        let state: &'static M = Box::leak(Box::new(state));
        self.kept
            .store(ptr::from_ref(state).cast_mut(), Ordering::Release);
        let library = ptr::from_ref(self).cast_mut().cast();
        // SAFETY: registers a function that may be called at any exit, with the argument that it wants.
        let registered = unsafe { on_exit(leave_at_exit::<M>, library) };
        assert_eq!(registered, 0, "room for a function to be called at exit");
        self.show(state);
    }

    /// Ends a use of the library. `finalize` meets the other processes. Programs call this once too
    /// often, which is harmless.
    pub fn end(
        &self,
        finalize: impl FnOnce(&'static M, Use) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        if self.ends.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut open = self.open();
        // A destructor may finalise after the process has left the job.
        if self.leaves() || *open == 0 && self.kept().is_some() {
            return Ok(());
        }
        let state = self.get()?;
        if !state.world().is_of_this_process() {
            // In a forked child: the parent is the process of the job.
            return Ok(());
        }
        let ending = if *open == 1 { Use::Last } else { Use::Earlier };
        finalize(state, ending)?;
        *open -= 1;
        if ending == Use::Last {
            self.hide();
        }
        Ok(())
    }

    /// Leaves the job, once. The process stays in the job if it must first call the function that
    /// ends.
    pub fn leave(&self) {
        let Some(state) = self.kept() else {
            return;
        };
        if M::MUST_END && !self.has_ended() {
            return;
        }
        // The first step, so that a thread that finds the library gone knows why.
        if self.left_by.swap(this_thread(), Ordering::SeqCst) != 0 {
            return;
        }
        self.shown.store(ptr::null_mut(), Ordering::SeqCst);
        // Does what the function that ends does if the program did not call it: other processes may
        // have called it. A thread that is inside of that function does it already.
        let is_open = !M::MUST_END && self.open.try_lock().is_ok_and(|open| *open > 0);
        match state.world().leave_at_exit(is_open) {
            Ok(()) | Err(Error::Forked { .. }) => {}
            Err(error) => say(format_args!("leaving the job: {error}")),
        }
    }

    /// Ends the job with a status. This process ends by C's `exit`: registered functions run, and all
    /// output, in whichever language, is flushed.
    pub fn exit(&self, status: c_int) -> Result<Infallible, Fault> {
        // Valid also while another thread leaves the job and waits for other processes.
        let left = || self.left().filter(|_| !self.is_left_here());
        let state = self.shown().or_else(left).ok_or_else(|| self.outside())?;
        if self.ends.swap(true, Ordering::SeqCst) {
            // Another thread is ending the job, or a function that runs at the exit calls again.
            self.end_job(status, "");
        }
        exit_process(state.world(), status)
    }

    /// Ends the job with a status, and prints `text` unless it is empty. The program's output is
    /// flushed, except for streams that other threads hold.
    pub fn end_job(&self, status: c_int, text: &str) -> ! {
        end_process(self.kept().map(M::world), status, text)
    }

    /// The line of a fault or failure in `function`: which process, which function, and what.
    #[cold]
    pub fn line(&self, function: &str, what: impl Display) -> String {
        let what = what.to_string();
        let Some(state) = self.kept() else {
            return format!("{function}: {what}");
        };
        let rank = state.world().rank();
        // Errors of the runtime name the rank that has them.
        let own = format!("rank {rank}: ");
        let what = what.strip_prefix(&own).unwrap_or(&what);
        format!("{} {rank}: {function}: {what}", M::PROCESS)
    }

    /// Ends the job because of a fault in `function`.
    #[cold]
    #[inline(never)]
    pub fn fail(&self, function: &str, what: impl Display) -> ! {
        self.end_thread_if_late();
        self.end_job(1, &self.line(function, what))
    }

    /// What a function returns. Ends the job if it is a fault.
    #[inline]
    pub fn finish<T>(&self, function: &'static str, result: Result<T, Fault>) -> T {
        match result {
            Ok(value) => value,
            Err(fault) => self.fail(function, fault),
        }
    }
}
