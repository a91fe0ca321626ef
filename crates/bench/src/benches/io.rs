//! MPI's files: collective accesses to interleaved blocks, and each process's access to its own part, beside plain system calls.
//!
//! ```text
//!   blocks   │0│1│2│3│0│1│2│3│0│ …          4 KiB each; process p has every fourth
//!   parts    │ 0     │ 1     │ 2     │ 3    │
//! ```

use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use farreach_mpi::file::{Direction, File, Mode, Modes, Place};
use farreach_mpi::{Basic, Data, Datatype, Mpi};
use farreach_runtime::World;
use farreach_runtime::settings::{Settings, environment};

use crate::limits::size_name;
use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::task::{QUICK_MS, Task};
use crate::worker::Session;

/// Processes of the job.
const SIZE: u32 = 4;
/// Bytes of a block.
const BLOCK: usize = 4 << 10;
/// Bytes of the file, and in a quick run.
const BYTES: usize = 256 << 20;
const QUICK_BYTES: usize = 8 << 20;
/// How often each access is timed, and in a quick run.
const TURNS: usize = 7;
const QUICK_TURNS: usize = 2;

/// The task of the job, from that of two processes.
pub(crate) fn task(pair: Task) -> Task {
    Task {
        size: SIZE,
        nodes: if pair.nodes == 1 { 1 } else { SIZE },
        ..pair
    }
}

/// How the file is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// All processes together, in interleaved blocks.
    Blocks,
    /// Each process its part.
    Parts,
    /// Each process its part, by a system call.
    Plain,
}

/// What a process has of the job.
struct Job<'a> {
    session: &'a Session,
    mpi: &'a Arc<Mpi>,
    path: PathBuf,
    /// Bytes of a process.
    own: usize,
}

pub(crate) fn run(session: &Session) -> Result<()> {
    let world = World::join(Settings::from_variables(&environment())?)?;
    let mpi = Mpi::new(Arc::clone(&world), true);
    let is_quick = session.task.case_ms < QUICK_MS;
    let (bytes, turns) = if is_quick {
        (QUICK_BYTES, QUICK_TURNS)
    } else {
        (BYTES, TURNS)
    };
    let job = Job {
        session,
        mpi: &mpi,
        path: std::env::temp_dir().join(format!("farreach-bench-io.{}", session.task.driver)),
        own: bytes / world.size() as usize,
    };
    job.all(turns)?;
    mpi.finish()?;
    Ok(world.finalize()?)
}

impl Job<'_> {
    /// Times all accesses, in turns.
    fn all(&self, turns: usize) -> Result<()> {
        let ways = [Way::Blocks, Way::Parts, Way::Plain];
        let mut writes = [const { Vec::new() }; 3];
        let mut reads = [const { Vec::new() }; 3];
        // The first turn is a rehearsal.
        for _ in 0..=turns {
            for (at, way) in ways.into_iter().enumerate() {
                let (write, read) = self.once(way)?;
                writes[at].push(write);
                reads[at].push(read);
            }
        }
        if !self.session.is_initiator() {
            return Ok(());
        }
        let bytes = self.own * self.session.task.size as usize;
        let rate = |times: &Vec<f64>| bytes as f64 / median(&times[1..]);
        let shape = self.session.task.shape();
        let size = size_name(bytes);
        for (what, call, times) in [("write", "pwrite", &writes), ("read", "pread", &reads)] {
            let [blocks, parts, plain] = times.each_ref().map(rate);
            Sample::new(
                format!("collective {what}, {size} in 4 KiB blocks, {shape}"),
                blocks,
                Unit::Bandwidth,
            )
            .beside(format!("{call} of parts"), plain)
            .emit();
            Sample::new(
                format!("{what} of parts, {size}, {shape}"),
                parts,
                Unit::Bandwidth,
            )
            .beside(format!("{call} of parts"), plain)
            .emit();
        }
        Ok(())
    }

    /// The seconds of a write of a new file and of a read, of the slowest process.
    fn once(&self, way: Way) -> Result<(f64, f64)> {
        let rank = self.session.pe.my_pe();
        let data = Data::room(self.own, &Datatype::basic(Basic::Byte));
        let pattern: Vec<u8> = (0..self.own).map(|at| byte_of(rank, at)).collect();
        data.write_from(&pattern);
        let times = if way == Way::Plain {
            self.plain(&pattern)?
        } else {
            let file = self.open(way)?;
            let place = match way {
                Way::Blocks => Place::At(0),
                _ => Place::At(i64::from(rank) * self.own as i64),
            };
            let access = |direction| -> Result<()> {
                let status = match way {
                    Way::Blocks => file.transfer_all(direction, place, &data)?,
                    _ => file.transfer(direction, place, &data)?,
                };
                ensure!(status.bytes == self.own, "{} bytes went", status.bytes);
                Ok(())
            };
            let write = self.time(|| access(Direction::Write))?;
            data.write_from(&vec![0; self.own]);
            let read = self.time(|| access(Direction::Read))?;
            file.close()?;
            ensure!(data.to_bytes() == pattern, "other bytes were read");
            (write, read)
        };
        Ok(times)
    }

    fn plain(&self, pattern: &[u8]) -> Result<(f64, f64)> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        let file = options.open(&self.path);
        let file = file.with_context(|| format!("opening {}", self.path.display()))?;
        self.unlink(&self.path)?;
        let place = u64::from(self.session.pe.my_pe()) * self.own as u64;
        let mut into = vec![0; self.own];
        let write = self.time(|| Ok(file.write_all_at(pattern, place)?))?;
        let read = self.time(|| Ok(file.read_exact_at(&mut into, place)?))?;
        ensure!(into == pattern, "other bytes were read");
        Ok((write, read))
    }

    /// A new file, with the view of a way.
    fn open(&self, way: Way) -> Result<File> {
        let name = self.path.as_os_str().as_encoded_bytes();
        let modes = Modes::of(Mode::ReadWrite as i32 | Mode::Create as i32);
        let file = self.mpi.open_file(self.mpi.all(), name, modes, &[])?;
        self.unlink(&self.path)?;
        if way == Way::Blocks {
            let byte = Datatype::basic(Basic::Byte);
            let size = self.session.task.size as usize;
            let blocks = Datatype::vector(self.own / BLOCK, BLOCK, (BLOCK * size) as isize, &byte)?;
            let first = i64::from(self.session.pe.my_pe()) * BLOCK as i64;
            file.set_view(Some(first), (&byte, &blocks), "native", &[])?;
        }
        Ok(file)
    }

    /// Removes the name of the file, which all processes have opened. Nothing remains of a job that is killed.
    fn unlink(&self, path: &Path) -> Result<()> {
        self.mpi.world().barrier()?;
        if self.session.is_initiator() {
            fs::remove_file(path).with_context(|| format!("removing {}", path.display()))?;
        }
        Ok(self.mpi.world().barrier()?)
    }

    /// The seconds of the slowest process.
    fn time(&self, mut access: impl FnMut() -> Result<()>) -> Result<f64> {
        self.mpi.world().barrier()?;
        let begun = Instant::now();
        access()?;
        self.mpi.world().barrier()?;
        Ok(begun.elapsed().as_secs_f64())
    }
}

/// Byte `at` of what process `rank` writes.
fn byte_of(rank: u32, at: usize) -> u8 {
    ((at as u32).wrapping_mul(0x9E37_79B1) >> 24) as u8 ^ rank as u8
}
