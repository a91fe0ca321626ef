//! How files are opened, closed and deleted.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::access::Atomicity;
use super::disk::Disk;
use super::together::{gathered, node_count};
use super::{File, Hints, State, View};
use crate::collective::{Run, data_of, duplicate, spread};
use crate::comm::Comm;
use crate::error::{Class, Failure, Result};
use crate::mpi::{Mpi, lock};

/// A mode in which a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Mode {
    /// `MPI_MODE_CREATE`.
    Create = 1,
    /// `MPI_MODE_RDONLY`.
    ReadOnly = 2,
    /// `MPI_MODE_WRONLY`.
    WriteOnly = 4,
    /// `MPI_MODE_RDWR`.
    ReadWrite = 8,
    /// `MPI_MODE_DELETE_ON_CLOSE`.
    DeleteOnClose = 16,
    /// `MPI_MODE_UNIQUE_OPEN`.
    UniqueOpen = 32,
    /// `MPI_MODE_EXCL`.
    Exclusive = 64,
    /// `MPI_MODE_APPEND`.
    Append = 128,
    /// `MPI_MODE_SEQUENTIAL`.
    Sequential = 256,
}

/// Modes in which a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes(u32);

/// All bits that are modes.
const ALL: u32 = 511;

fn of_modes(what: &str) -> Failure {
    Failure::new(Class::Amode, format!("argument amode: {what}"))
}

impl Modes {
    /// The modes of a sum of [`Mode`].
    pub fn of(bits: i32) -> Result<Modes> {
        let modes = Modes(bits as u32);
        if modes.0 & !ALL != 0 {
            return Err(of_modes(&format!("{bits} has bits that are no mode")));
        }
        let ways = [Mode::ReadOnly, Mode::WriteOnly, Mode::ReadWrite];
        if ways.iter().filter(|way| modes.has(**way)).count() != 1 {
            return Err(of_modes(
                "there must be one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR",
            ));
        }
        let makes = modes.has(Mode::Create) || modes.has(Mode::Exclusive);
        if modes.has(Mode::ReadOnly) && makes {
            return Err(of_modes(
                "MPI_MODE_RDONLY goes with neither MPI_MODE_CREATE nor MPI_MODE_EXCL",
            ));
        }
        if modes.has(Mode::ReadWrite) && modes.has(Mode::Sequential) {
            return Err(of_modes(
                "MPI_MODE_RDWR does not go with MPI_MODE_SEQUENTIAL",
            ));
        }
        Ok(modes)
    }

    /// Whether a mode is one of these.
    pub fn has(self, mode: Mode) -> bool {
        self.0 & mode as u32 != 0
    }

    /// The sum of the modes.
    pub fn bits(self) -> i32 {
        self.0 as i32
    }
}

/// The path of a name, which may begin with the kind of the file system, such as `ufs:`.
fn path_of(name: &[u8]) -> PathBuf {
    let prefixes = ["ufs:", "nfs:", "xfs:", "testfs:", "lustre:", "gpfs:"];
    let found = prefixes
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix.as_bytes()));
    PathBuf::from(OsStr::from_bytes(found.unwrap_or(name)))
}

/// The classes of failures to open, which all processes must learn of.
const CLASSES: [Class; 11] = [
    Class::Other,
    Class::Amode,
    Class::Io,
    Class::NoSuchFile,
    Class::FileExists,
    Class::Access,
    Class::ReadOnly,
    Class::Quota,
    Class::NoSpace,
    Class::FileInUse,
    Class::BadFile,
];

/// Makes a failure of any process one of all: the first one's, with its own text if it is this process's.
async fn all_agree<T>(run: &Run, own: Result<T>, name: &Path) -> Result<T> {
    let class = own.as_ref().err().map_or(0, |failure| {
        let found = CLASSES.iter().position(|class| *class == failure.class);
        found.unwrap_or(0) as u64 + 1
    });
    let all = gathered(run, [class]).await?;
    let failed = all.iter().position(|[class]| *class != 0);
    let Some(rank) = failed else {
        return own;
    };
    let class = CLASSES[(all[rank][0] as usize - 1).min(CLASSES.len() - 1)];
    match own {
        Err(failure) if failure.class == class => Err(failure),
        _ => {
            let what = format!("rank {rank} can't open {}", name.display());
            Err(Failure::new(class, what))
        }
    }
}

fn open(path: &Path, modes: Modes, hints: &Hints, is_first: bool) -> Result<Disk> {
    let mut options = OpenOptions::new();
    options
        .read(!modes.has(Mode::WriteOnly))
        .write(!modes.has(Mode::ReadOnly));
    if is_first && !modes.has(Mode::ReadOnly) {
        options
            .create(modes.has(Mode::Create))
            .create_new(modes.has(Mode::Create) && modes.has(Mode::Exclusive));
    }
    options.mode(hints.permissions().unwrap_or(0o666));
    let opened = loop {
        match options.open(path) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            opened => break opened,
        }
    };
    let file = opened.map_err(|error| Disk::failure(path, "opening", &error))?;
    let is_folder = file.metadata().is_ok_and(|found| found.is_dir());
    if is_folder {
        let what = format!("opening {}: a folder", path.display());
        return Err(Failure::new(Class::BadFile, what));
    }
    Ok(Disk::new(file, path.to_owned()))
}

impl Mpi {
    /// Opens a file. Collective.
    pub fn open_file(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        name: &[u8],
        modes: Result<Modes>,
        given: &[(String, String)],
    ) -> Result<File> {
        comm.only_intra()?;
        let run = Run::new(self, comm);
        let path = path_of(name);
        let duplicate = self.block(&run, async {
            // Where all processes are wrong, each has its own failure.
            let bits = modes.as_ref().map_or(0, |modes| modes.bits());
            let all = gathered(&run, [bits as u64]).await?;
            modes.clone()?;
            if all.iter().any(|bits| *bits != all[0]) {
                return Err(Failure::new(
                    Class::NotSame,
                    "argument amode: the processes give different modes",
                ));
            }
            duplicate(&run).await
        });
        let (comm, modes) = (duplicate?, modes?);
        // A file has the error handler of MPI_FILE_NULL.
        comm.set_handler(self.of_files().handler());
        comm.set_name(&path.to_string_lossy());
        let mut hints = Hints::new(node_count(self.world(), &comm));
        hints.take(given, comm.size());
        let is_first = comm.rank() == 0;
        let run = Run::new(self, &comm);
        let opened = self.block(&run, async {
            // The first process makes the file. The others open it when it is there.
            let own = is_first.then(|| open(&path, modes, &hints, true));
            let own = all_agree(&run, own.transpose(), &path).await?;
            let own = own.map_or_else(|| open(&path, modes, &hints, false), Ok);
            all_agree(&run, own, &path).await
        });
        let disk = opened?;
        let shared = self.shared_word(&comm)?;
        let file = File {
            mpi: Arc::clone(self),
            disk: Arc::new(disk),
            path,
            modes,
            shared,
            state: Mutex::new(State {
                view: Arc::new(View::of_bytes()),
                hints: Arc::new(hints),
                pointer: 0,
                atomicity: Atomicity::Off,
                open: None,
            }),
            comm,
        };
        let end = if modes.has(Mode::Append) {
            file.end()?
        } else {
            0
        };
        lock(&file.state).pointer = end;
        file.first_does(|| file.set_shared(end))?;
        Ok(file)
    }

    /// A word in the segment of the first process. Collective.
    fn shared_word(self: &Arc<Self>, comm: &Arc<Comm>) -> Result<usize> {
        let run = Run::new(self, comm);
        let own = match comm.rank() {
            0 => self.world().allocate_alone(8, 8),
            _ => Ok(0),
        };
        let told = data_of(&own.as_ref().map_or(u64::MAX, |at| *at as u64).to_ne_bytes());
        self.block(&run, spread(&run, 0, &told))?;
        own?;
        let told = u64::from_ne_bytes(told.to_bytes().try_into().expect("8 bytes"));
        if told == u64::MAX {
            let what = "the first process has no memory for the shared pointer";
            return Err(Failure::new(Class::NoMem, what));
        }
        Ok(told as usize)
    }
}

/// Deletes the file of a name.
pub fn delete_file(name: &[u8]) -> Result<()> {
    delete(&path_of(name))
}

fn delete(path: &Path) -> Result<()> {
    let deleted = std::fs::remove_file(path);
    deleted.map_err(|error| Disk::failure(path, "deleting", &error))
}

impl File {
    /// Ends the use of the file. Collective.
    pub fn close(&self) -> Result<()> {
        self.check_no_split()?;
        let deletes = self.modes.has(Mode::DeleteOnClose);
        self.first_does(|| {
            self.mpi.world().free_alone(self.shared)?;
            if deletes { delete(&self.path) } else { Ok(()) }
        })
    }
}
