//! Files: MPI's input and output.
//!
//! ```text
//!   File ──▶ a file that the processes of a communicator have open together
//!     ├─ View     which bytes the process sees (`view`)
//!     ├─ access   accesses of the process alone (`access`)
//!     ├─ together accesses of all processes: two-phase I/O (`together`)
//!     ├─ Hints    (`hints`)
//!     └─ a word in the segment of the first process: the shared pointer
//! ```
//!
//! A file has a duplicate of its communicator. Its collectives are messages there, and its error handler is the duplicate's.
//!
//! *Invariants: a write covers the ranges of the view and nothing else; a write that fails says how far it came; a
//! non-blocking collective waits for nobody.*

mod access;
mod disk;
mod hints;
mod lock;
mod open;
mod pieces;
mod pointer;
#[cfg(test)]
mod tests;
mod together;
mod view;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use access::Atomicity;
use disk::Disk;
use together::{Access, Way, agreed, gathered};

use crate::collective::{Flight, Run};
use crate::comm::Comm;
use crate::data::Data;
use crate::datatype::Datatype;
use crate::error::{Class, Failure, Result};
use crate::mpi::{Mpi, lock};
use crate::request::Begun;
use crate::status::Status;

pub use hints::{Choice, Hints};
pub use open::{Mode, Modes, delete_file};
pub use view::{Ranges, Representation, Use, View};

/// Where an access begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At an offset, in etypes.
    At(i64),
    /// At the pointer of the process.
    Own,
    /// At the shared pointer.
    Shared,
}

/// Which way data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the file.
    Write,
    /// From the file.
    Read,
}

/// What an offset of a seek counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The begin of the view.
    Begin,
    /// The pointer.
    Pointer,
    /// The end of the file.
    End,
}

/// The kinds of split collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// With an offset of their own.
    At,
    /// At the pointers of the processes.
    Own,
    /// At the shared pointer, in the order of the ranks.
    Ordered,
}

/// A collective access that was begun.
#[derive(Clone, Debug)]
struct Open {
    kind: (Direction, Split),
    flight: Arc<Flight>,
    moved: Arc<AtomicUsize>,
}

/// What changes while a file is open.
#[derive(Debug)]
struct State {
    view: Arc<View>,
    hints: Arc<Hints>,
    /// The pointer, in etypes.
    pointer: i64,
    atomicity: Atomicity,
    /// The split collective that was begun.
    open: Option<Open>,
}

/// An open file.
pub struct File {
    mpi: Arc<Mpi>,
    comm: Arc<Comm>,
    disk: Arc<Disk>,
    path: PathBuf,
    modes: Modes,
    /// The offset of the shared pointer in the segment of the first process.
    shared: usize,
    state: Mutex<State>,
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("File").field(&self.path).finish()
    }
}

fn unsupported(what: &str) -> Failure {
    Failure::new(Class::Unsupported, what)
}

impl File {
    /// The file's own duplicate of the communicator that opened it. It has the file's error handler.
    pub fn comm(&self) -> &Arc<Comm> {
        &self.comm
    }

    /// The modes that it was opened with.
    pub fn modes(&self) -> Modes {
        self.modes
    }

    /// The size in bytes.
    pub fn size(&self) -> Result<u64> {
        self.disk.size()
    }

    fn check_writable(&self) -> Result<()> {
        if self.modes.has(Mode::ReadOnly) {
            let what = "the file was opened with MPI_MODE_RDONLY, so it can't be written";
            return Err(Failure::new(Class::ReadOnly, what));
        }
        Ok(())
    }

    fn check_readable(&self) -> Result<()> {
        if self.modes.has(Mode::WriteOnly) {
            let what = "the file was opened with MPI_MODE_WRONLY, so it can't be read";
            return Err(Failure::new(Class::Access, what));
        }
        Ok(())
    }

    fn check_random(&self) -> Result<()> {
        if self.modes.has(Mode::Sequential) {
            return Err(unsupported(
                "the file was opened with MPI_MODE_SEQUENTIAL, so only the shared pointer can be used",
            ));
        }
        Ok(())
    }

    fn check_no_split(&self) -> Result<()> {
        if lock(&self.state).open.is_some() {
            return Err(Failure::new(
                Class::Other,
                "a split collective is under way on the file: end it first",
            ));
        }
        Ok(())
    }

    /// Does a step in the first process, between barriers, and tells all how it ended. Collective.
    fn first_does(&self, step: impl FnOnce() -> Result<()>) -> Result<()> {
        let run = Run::new(&self.mpi, &self.comm);
        self.mpi.block(&run, async {
            agreed(&run, Ok(())).await?;
            let done = if self.comm.rank() == 0 {
                step()
            } else {
                Ok(())
            };
            agreed(&run, done).await
        })
    }

    /// Fails if the processes' numbers differ. Collective.
    fn check_same(&self, number: u64, argument: &str) -> Result<()> {
        let run = Run::new(&self.mpi, &self.comm);
        let all = self.mpi.block(&run, gathered(&run, [number]))?;
        if all.iter().all(|[other]| *other == all[0][0]) {
            return Ok(());
        }
        let what = format!("argument {argument}: the processes give different values");
        Err(Failure::new(Class::NotSame, what))
    }

    /// Sets the size. Collective.
    pub fn set_size(&self, size: i64) -> Result<()> {
        let size = unsigned(size, "size")?;
        self.check_writable()?;
        self.check_no_split()?;
        self.check_same(size, "size")?;
        self.first_does(|| self.disk.set_size(size))
    }

    /// Allocates the first bytes of the file. Collective.
    pub fn preallocate(&self, size: i64) -> Result<()> {
        let size = unsigned(size, "size")?;
        self.check_writable()?;
        self.check_no_split()?;
        self.check_same(size, "size")?;
        self.first_does(|| self.disk.preallocate(size))
    }

    /// Brings what was written to the storage device. Collective.
    pub fn sync(&self) -> Result<()> {
        self.check_no_split()?;
        let run = Run::new(&self.mpi, &self.comm);
        let synced = if self.modes.has(Mode::ReadOnly) {
            Ok(())
        } else {
            self.disk.sync()
        };
        self.mpi.block(&run, agreed(&run, synced))
    }

    /// Whether accesses are atomic.
    pub fn is_atomic(&self) -> bool {
        lock(&self.state).atomicity == Atomicity::On
    }

    /// Says whether accesses are atomic. Collective.
    pub fn set_atomic(&self, is_atomic: bool) -> Result<()> {
        self.check_same(is_atomic.into(), "flag")?;
        lock(&self.state).atomicity = if is_atomic {
            Atomicity::On
        } else {
            Atomicity::Off
        };
        Ok(())
    }

    /// The hints in use.
    pub fn hints(&self) -> BTreeMap<String, String> {
        lock(&self.state).hints.told()
    }

    /// Takes over hints. Collective.
    pub fn set_hints(&self, given: &[(String, String)]) -> Result<()> {
        self.take_hints(given);
        self.first_does(|| Ok(()))
    }

    fn take_hints(&self, given: &[(String, String)]) {
        let mut state = lock(&self.state);
        let mut hints = Hints::clone(&state.hints);
        hints.take(given, self.comm.size());
        state.hints = Arc::new(hints);
    }

    /// The view.
    pub fn view(&self) -> Arc<View> {
        Arc::clone(&lock(&self.state).view)
    }

    /// Sets the view, and the pointers to its begin. `None` for the displacement is where the shared pointer is. Collective.
    pub fn set_view(
        &self,
        displacement: Option<i64>,
        (etype, filetype): (&Datatype, &Datatype),
        representation: &str,
        hints: &[(String, String)],
    ) -> Result<()> {
        self.check_no_split()?;
        let made = self.new_view(displacement, (etype, filetype), representation);
        let run = Run::new(&self.mpi, &self.comm);
        // All processes take the view, or none does.
        let size = made.as_ref().map_or(0, |view| view.etype_size() + 1);
        let all = self.mpi.block(&run, gathered(&run, [size]))?;
        let view = made?;
        if all.iter().any(|[size]| *size == 0) {
            return Err(Failure::new(
                Class::Arg,
                "the view of another process is wrong",
            ));
        }
        if all.iter().any(|size| *size != all[0]) {
            return Err(Failure::new(
                Class::NotSame,
                "argument etype: the processes' etypes have different sizes",
            ));
        }
        self.take_hints(hints);
        {
            let mut state = lock(&self.state);
            state.view = Arc::new(view);
            state.pointer = 0;
        }
        self.first_does(|| self.set_shared(0))
    }

    fn new_view(
        &self,
        displacement: Option<i64>,
        (etype, filetype): (&Datatype, &Datatype),
        representation: &str,
    ) -> Result<View> {
        let is_sequential = self.modes.has(Mode::Sequential);
        let displacement = match displacement {
            None if is_sequential => {
                let view = self.view();
                let bytes = self.shared_pointer()? as u64 * view.etype_size();
                view.place(bytes).unwrap_or(view.displacement)
            }
            None => {
                let what =
                    "argument disp: MPI_DISPLACEMENT_CURRENT is for files of MPI_MODE_SEQUENTIAL";
                return Err(Failure::new(Class::Arg, what));
            }
            Some(_) if is_sequential => {
                let what = "argument disp: a file of MPI_MODE_SEQUENTIAL takes MPI_DISPLACEMENT_CURRENT alone";
                return Err(Failure::new(Class::Arg, what));
            }
            Some(given) => unsigned(given, "disp")?,
        };
        let usage = if self.modes.has(Mode::ReadOnly) {
            Use::Reads
        } else {
            Use::Writes
        };
        let representation = Representation::of(representation)?;
        View::new(displacement, etype, filetype, representation, usage)
    }

    /// An access by `position`, in etypes.
    fn access(&self, direction: Direction, position: i64, data: &Data) -> Result<Access> {
        let state = lock(&self.state);
        let view = &state.view;
        let position = unsigned(position, "offset")?.checked_mul(view.etype_size());
        let len = data.len() as u64;
        if view.is_empty() && len > 0 {
            return Err(Failure::new(
                Class::Arg,
                "the view has no data, but the access has",
            ));
        }
        let end = position.and_then(|position| position.checked_add(len));
        let is_there = len == 0 || end.and_then(|end| view.place(end - 1)).is_some();
        let Some(position) = position.filter(|_| is_there) else {
            return Err(Failure::new(
                Class::Arg,
                "argument offset: the access ends behind byte 2^63 of the file",
            ));
        };
        Ok(Access {
            disk: Arc::clone(&self.disk),
            view: Arc::clone(view),
            hints: Arc::clone(&state.hints),
            way: match direction {
                Direction::Write => Way::Write,
                Direction::Read => Way::Read,
            },
            atomicity: state.atomicity,
            position,
            data: data.clone(),
        })
    }

    /// What is checked before each access. Returns the number of etypes.
    fn check(&self, direction: Direction, place: Place, data: &Data) -> Result<i64> {
        match direction {
            Direction::Write => self.check_writable()?,
            Direction::Read => self.check_readable()?,
        }
        if place != Place::Shared {
            self.check_random()?;
        }
        let view = self.view();
        let bytes = match view.representation {
            Representation::External32 => data.datatype().external_size(data.count()),
            _ => Some(data.len()),
        };
        let bytes = bytes.unwrap_or(usize::MAX) as u64;
        if !bytes.is_multiple_of(view.etype_size()) {
            let what = format!(
                "{bytes} bytes of data, which is no multiple of the etype's {}",
                view.etype_size()
            );
            return Err(Failure::new(Class::Io, what));
        }
        Ok((bytes / view.etype_size()) as i64)
    }

    /// Where an access of `etypes` begins. The pointer is behind the access afterwards.
    fn begin_at(&self, place: Place, etypes: i64) -> Result<i64> {
        match place {
            Place::At(offset) => Ok(offset),
            Place::Shared => self.advance_shared(etypes),
            Place::Own => {
                let mut state = lock(&self.state);
                let pointer = state.pointer;
                let advanced = pointer.checked_add(etypes);
                state.pointer =
                    advanced.ok_or_else(|| unsupported("the pointer has no 63 bits"))?;
                Ok(pointer)
            }
        }
    }

    /// Accesses the file for this process alone. Returns what the status tells.
    pub fn transfer(&self, direction: Direction, place: Place, data: &Data) -> Result<Status> {
        let etypes = self.check(direction, place, data)?;
        let position = self.begin_at(place, etypes)?;
        let converted = self.converted(direction, data)?;
        let access = self.access(direction, position, converted.as_ref().unwrap_or(data))?;
        let at = (&*access.view, access.position);
        let moved = match direction {
            Direction::Write => {
                access::write(&access.disk, at, &access.data, access.atomicity)?;
                access.data.len()
            }
            Direction::Read => {
                let Access { hints, .. } = &access;
                access::read(&access.disk, at, &access.data, hints, access.atomicity)?
            }
        };
        let bytes = match &converted {
            Some(external) => back(direction, external, data, moved)?,
            None => moved,
        };
        Ok(Status {
            bytes,
            ..Status::EMPTY
        })
    }

    /// The data in external32, if the file has that.
    fn converted(&self, direction: Direction, data: &Data) -> Result<Option<Data>> {
        if self.view().representation != Representation::External32 {
            return Ok(None);
        }
        let bytes = match direction {
            Direction::Write => data
                .to_external()
                .map_err(|error| Failure::new(Class::Conversion, error.to_string()))?,
            Direction::Read => vec![0; data.datatype().external_size(data.count()).unwrap_or(0)],
        };
        Ok(Some(crate::collective::data_of(&bytes)))
    }

    /// The steps of an access of all processes.
    fn steps(
        &self,
        run: &Run,
        (direction, place): (Direction, Place),
        data: &Data,
        moved: &Arc<AtomicUsize>,
    ) -> Result<impl Future<Output = Result<()>> + Send + 'static> {
        let etypes = self.check(direction, place, data)?;
        let converted = self.converted(direction, data)?;
        let external = converted.as_ref().unwrap_or(data);
        // In order, the place follows from what all processes access.
        let position = match place {
            Place::Shared => 0,
            place => self.begin_at(place, etypes)?,
        };
        let mut access = self.access(direction, position, external)?;
        let ordered = (place == Place::Shared).then(|| (self.pointer(), access.view.etype_size()));
        let (run, moved, data) = (run.clone(), Arc::clone(moved), data.clone());
        Ok(async move {
            if let Some((pointer, unit)) = ordered {
                let first = pointer.ordered(&run, etypes).await?;
                access.position = first as u64 * unit;
                let end = access.position.checked_add(access.data.len() as u64);
                if end.is_none_or(|end| end > 0 && access.view.place(end - 1).is_none()) {
                    return Err(unsupported("the access ends behind byte 2^63 of the file"));
                }
            }
            together::access(run, access, Arc::clone(&moved)).await?;
            if let Some(external) = converted {
                let all = moved.load(Ordering::Relaxed);
                moved.store(back(direction, &external, &data, all)?, Ordering::Relaxed);
            }
            Ok(())
        })
    }

    /// Accesses the file together with all other processes. `Place::Shared` accesses it in the order of the ranks.
    pub fn transfer_all(&self, direction: Direction, place: Place, data: &Data) -> Result<Status> {
        let run = Run::new(&self.mpi, &self.comm);
        let moved = Arc::default();
        let steps = self.steps(&run, (direction, place), data, &moved)?;
        self.mpi.block(&run, steps)?;
        Ok(Status {
            bytes: moved.load(Ordering::Relaxed),
            ..Status::EMPTY
        })
    }

    /// Begins to access the file together with all other processes.
    pub fn begin_all(&self, direction: Direction, place: Place, data: &Data) -> Result<Begun> {
        let run = Run::begun(&self.mpi, &self.comm);
        let moved = Arc::default();
        let steps = self.steps(&run, (direction, place), data, &moved)?;
        Ok(Begun::Access(self.mpi.begin(&run, steps), moved))
    }

    /// Begins a split collective.
    pub fn begin_split(&self, kind: (Direction, Split), offset: i64, data: &Data) -> Result<()> {
        self.check_no_split()?;
        let place = match kind.1 {
            Split::At => Place::At(offset),
            Split::Own => Place::Own,
            Split::Ordered => Place::Shared,
        };
        let Begun::Access(flight, moved) = self.begin_all(kind.0, place, data)? else {
            unreachable!("an access was begun");
        };
        lock(&self.state).open = Some(Open {
            kind,
            flight,
            moved,
        });
        Ok(())
    }

    /// Ends a split collective.
    pub fn end_split(&self, kind: (Direction, Split)) -> Result<Status> {
        let open = lock(&self.state).open.take_if(|open| open.kind == kind);
        let Some(open) = open else {
            let what = "no split collective of this kind was begun on the file";
            return Err(Failure::new(Class::Other, what));
        };
        self.mpi
            .wait("a split collective", || open.flight.has_ended());
        open.flight.result()?;
        Ok(Status {
            bytes: open.moved.load(Ordering::Relaxed),
            ..Status::EMPTY
        })
    }
}

/// Takes data back from external32. Returns the bytes in memory.
fn back(direction: Direction, external: &Data, data: &Data, moved: usize) -> Result<usize> {
    let one = data.datatype().external_size(1).unwrap_or(0);
    let count = moved.checked_div(one).unwrap_or(0);
    if direction == Direction::Read && count > 0 {
        let bytes = external.to_bytes();
        data.store_external(count, &bytes)
            .map_err(|error| Failure::new(Class::Conversion, error.to_string()))?;
    }
    Ok(count * data.datatype().size())
}

fn unsigned(number: i64, argument: &str) -> Result<u64> {
    u64::try_from(number).map_err(|_| {
        let what = format!("argument {argument}: {number} is negative");
        Failure::new(Class::Arg, what)
    })
}
