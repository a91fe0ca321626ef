//! An open file: whole reads and writes, and errors by class.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use rustix::fs::FallocateFlags;
use rustix::io::Errno;

use super::lock::{Lock, Locked};
use crate::error::{Class, Failure, Result};

/// Magic numbers of file systems whose files live on this host alone: ext, XFS, Btrfs, tmpfs, overlayfs, F2FS, ZFS.
const LOCAL: [u64; 7] = [
    0xef53,
    0x5846_5342,
    0x9123_683e,
    0x0102_1994,
    0x794c_7630,
    0xf2f5_2010,
    0x2fc1_2fc1,
];

/// An open file.
#[derive(Debug)]
pub(super) struct Disk {
    file: File,
    path: PathBuf,
}

/// The class of an error of the kernel.
pub(super) fn class_of(error: &io::Error) -> Class {
    match Errno::from_io_error(error) {
        Some(Errno::NOENT) => Class::NoSuchFile,
        Some(Errno::EXIST) => Class::FileExists,
        Some(Errno::ACCESS | Errno::PERM) => Class::Access,
        Some(Errno::ROFS) => Class::ReadOnly,
        Some(Errno::DQUOT) => Class::Quota,
        Some(Errno::NOSPC | Errno::FBIG) => Class::NoSpace,
        Some(Errno::BUSY | Errno::TXTBSY) => Class::FileInUse,
        Some(Errno::NAMETOOLONG | Errno::NOTDIR | Errno::ISDIR | Errno::LOOP) => Class::BadFile,
        Some(Errno::NOMEM) => Class::NoMem,
        _ => Class::Io,
    }
}

/// What to do about an error.
fn remedy(class: Class) -> &'static str {
    match class {
        Class::NoSpace => ": free space there, or raise the limit of file sizes",
        Class::Quota => ": the owner's quota is used up",
        Class::ReadOnly => ": the file system can only be read",
        Class::Access => ": check the permissions of the file and of its folder",
        _ => "",
    }
}

impl Disk {
    pub(super) fn new(file: File, path: PathBuf) -> Disk {
        Disk { file, path }
    }

    /// The failure of an operation on a file.
    pub(super) fn failure(path: &std::path::Path, doing: &str, error: &io::Error) -> Failure {
        let class = class_of(error);
        let (path, remedy) = (path.display(), remedy(class));
        Failure::new(class, format!("{doing} {path}: {error}{remedy}"))
    }

    fn failed(&self, doing: &str, error: &io::Error) -> Failure {
        Disk::failure(&self.path, doing, error)
    }

    /// Writes all bytes. A failure says how many were written.
    pub(super) fn write(&self, mut at: u64, mut bytes: &[u8]) -> Result<()> {
        let all = bytes.len();
        while !bytes.is_empty() {
            match self.file.write_at(bytes, at) {
                Ok(0) => {
                    return Err(self.half_written(at, all, bytes, &ErrorKind::WriteZero.into()));
                }
                Ok(written) => {
                    at += written as u64;
                    bytes = &bytes[written..];
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.half_written(at, all, bytes, &error)),
            }
        }
        Ok(())
    }

    #[cold]
    fn half_written(&self, at: u64, all: usize, left: &[u8], error: &io::Error) -> Failure {
        let written = all - left.len();
        let doing = format!("writing at byte {at} ({written} of {all} bytes were written) to");
        self.failed(&doing, error)
    }

    /// Reads until the buffer is full or the file ends. Returns the number of bytes.
    pub(super) fn read(&self, at: u64, into: &mut [u8]) -> Result<usize> {
        let mut read = 0;
        while read < into.len() {
            match self.file.read_at(&mut into[read..], at + read as u64) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    let doing = format!("reading {} bytes at byte {at} of", into.len());
                    return Err(self.failed(&doing, &error));
                }
            }
        }
        Ok(read)
    }

    pub(super) fn size(&self) -> Result<u64> {
        let found = self.file.metadata();
        Ok(found
            .map_err(|error| self.failed("asking for the size of", &error))?
            .len())
    }

    pub(super) fn set_size(&self, size: u64) -> Result<()> {
        let set = self.file.set_len(size);
        set.map_err(|error| self.failed(&format!("setting the size {size} of"), &error))
    }

    /// Allocates the first `size` bytes, and makes the file at least as long.
    pub(super) fn preallocate(&self, size: u64) -> Result<()> {
        if size == 0 {
            return Ok(());
        }
        loop {
            match rustix::fs::fallocate(&self.file, FallocateFlags::empty(), 0, size) {
                Ok(()) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(Errno::OPNOTSUPP | Errno::NOSYS) => break,
                Err(error) => {
                    let doing = format!("preallocating {size} bytes of");
                    return Err(self.failed(&doing, &error.into()));
                }
            }
        }
        // The file system allocates what is written.
        let zeros = vec![0; 1 << 20];
        let mut at = self.size()?;
        while at < size {
            let len = (size - at).min(zeros.len() as u64);
            self.write(at, &zeros[..len as usize])?;
            at += len;
        }
        Ok(())
    }

    pub(super) fn sync(&self) -> Result<()> {
        let synced = self.file.sync_all();
        synced.map_err(|error| self.failed("synchronising", &error))
    }

    /// Waits for the lock of a range.
    pub(super) fn lock(&self, lock: Lock, from: u64, len: u64) -> Result<Locked<'_>> {
        let locked = Locked::new(&self.file, lock, from, len);
        locked.map_err(|error| self.failed(&format!("locking {len} bytes at {from} of"), &error))
    }

    /// Whether the file system is one of this host, whose page cache all its processes share.
    pub(super) fn is_local(&self) -> bool {
        let found = rustix::fs::fstatfs(&self.file);
        found.is_ok_and(|found| LOCAL.contains(&(found.f_type as u64 & 0xffff_ffff)))
    }
}
