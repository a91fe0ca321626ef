//! A job whose processes send buffers again and again, over adapters that pin pages, while the memory of the buffers changes: unmapped
//! and mapped, moved, given back, allocated and freed. Each message has the bytes that are at the addresses.
//!
//! ```text
//!   remapped                        the test: runs `farreach run` with a stand-in for libibverbs
//!    └─ farreach run
//!        └─ remapped job            a process; rank 0 sends and rank 1 receives, then the other way round
//! ```

#![allow(unsafe_code)]

use std::os::unix::fs::symlink;
use std::process::{Command, ExitCode};
use std::ptr;

use farreach::mpi::{self, Communicator};
// Cargo builds the library, since this program depends on its crate.
use farreach_standin as _;
use rustix::mm::{
    Advice, MapFlags, MremapFlags, ProtFlags, madvise, mmap_anonymous, mremap, munmap,
};

const FARREACH: &str = env!("CARGO_BIN_EXE_farreach");
/// Bytes of a buffer. Messages of this length are announced, and read by the receiver's adapter.
const LEN: usize = 512 << 10;
/// How often a buffer is used before its memory changes.
const TIMES: u8 = 4;
const TAG: u32 = 1;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("job") => match job() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
        // The test harness of cargo asks for the names of tests.
        Some("--list") => {
            println!("each_message_has_the_bytes_that_are_there: test");
            ExitCode::SUCCESS
        }
        kind => {
            let adapter = if kind == Some("adapter") {
                Adapter::OfHost
            } else {
                Adapter::StandIn
            };
            each_message_has_the_bytes_that_are_there(adapter);
            println!("test result: ok. 1 passed; 0 failed");
            ExitCode::SUCCESS
        }
    }
}

/// What libibverbs is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Adapter {
    /// The stand-in, which runs everywhere.
    StandIn,
    /// That of the host, with an adapter.
    OfHost,
}

fn each_message_has_the_bytes_that_are_there(adapter: Adapter) {
    let program = std::env::current_exe().expect("this program");
    let built = program.with_file_name("libfarreach_standin.so");
    let folder = tempfile::tempdir().expect("a folder");
    symlink(built, folder.path().join("libibverbs.so.1")).expect("a link");
    let farreach = |arguments: &[&str]| {
        let mut command = Command::new(FARREACH);
        command
            .args(arguments)
            .env("FARREACH_DEVICE", "ibv")
            .env("FARREACH_KEEP_REGISTERED", "64M");
        if adapter == Adapter::StandIn {
            command
                .env("LD_LIBRARY_PATH", folder.path())
                .env("STANDIN_PINS", "1");
        }
        let output = command.output().expect("the program starts");
        let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(output.status.success(), "{arguments:?}: {out}{err}");
        out.into_owned()
    };
    let said = farreach(&["info"]);
    if !said.contains("up to 64 MiB of buffers stay registered") {
        assert_eq!(adapter, Adapter::StandIn, "{said}");
        println!("this kernel does not tell when memory is unmapped: NOT TESTED\n{said}");
        return;
    }
    let program = program.to_str().expect("a path of text");
    let job = [
        "run",
        "--timeout",
        "60",
        "--stats",
        "none",
        "-n",
        "2",
        "--nodes",
        "2",
    ];
    let said = farreach(&[&job[..], &[program, "job"]].concat());
    assert_eq!(said.matches("as they are").count(), 2, "{said}");
}

/// Bytes that have one value.
const PAGE: usize = 4096;

/// Messages of a sender and a receiver. Each has a pattern of its own.
struct Stream<'a> {
    all: &'a Communicator<'a>,
    is_sender: bool,
    number: u8,
}

impl Stream<'_> {
    /// Sends what this fills the buffer with, or receives into the buffer and checks it.
    fn message(&mut self, buffer: &mut [u8]) -> mpi::Result<()> {
        self.number = self.number.wrapping_add(1);
        // By pages and not by bytes: the program is not optimized, and a guest's processor is slow.
        let pattern = |page: usize| self.number ^ page as u8;
        let peer = 1 - self.all.rank();
        if self.is_sender {
            for (page, bytes) in buffer.chunks_mut(PAGE).enumerate() {
                bytes.fill(pattern(page));
            }
            self.all.send(buffer, peer, TAG)?;
        } else {
            self.all.receive(buffer, peer, TAG)?;
            for (page, bytes) in buffer.chunks(PAGE).enumerate() {
                let wanted = &[pattern(page); PAGE][..bytes.len()];
                assert!(bytes == wanted, "message {}: page {page}", self.number);
            }
        }
        Ok(())
    }

    fn messages(&mut self, buffer: &mut [u8]) -> mpi::Result<()> {
        (0..TIMES).try_for_each(|_| self.message(buffer))
    }
}

/// Fresh memory. `None`: where the kernel likes.
fn map(at: Option<*mut u8>) -> *mut u8 {
    let flags = match at {
        Some(_) => MapFlags::PRIVATE | MapFlags::FIXED,
        None => MapFlags::PRIVATE,
    };
    let at = at.map_or(ptr::null_mut(), <*mut u8>::cast);
    // SAFETY: what is at the address is this program's, and no reference to it exists.
    let mapped = unsafe { mmap_anonymous(at, LEN, ProtFlags::READ | ProtFlags::WRITE, flags) };
    mapped.expect("memory").cast()
}

/// The buffer at an address.
///
/// # Safety
/// The memory is mapped as long as the result lives, and there is no other reference to it.
unsafe fn buffer<'a>(at: *mut u8) -> &'a mut [u8] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(at, LEN) }
}

fn job() -> mpi::Result<()> {
    let mpi = mpi::init()?;
    let all = mpi.world();
    for sender in 0..2 {
        let mut stream = Stream {
            all: &all,
            is_sender: all.rank() == sender,
            number: 0,
        };
        mapped(&mut stream)?;
        allocated(&mut stream)?;
    }
    let reused = mpi.job().stats().registrations_reused;
    println!("{reused} registrations were used again, as they are");
    assert!(reused > 40, "{reused} registrations were used again");
    mpi.finalize()
}

/// Buffers whose memory the program maps.
fn mapped(stream: &mut Stream<'_>) -> mpi::Result<()> {
    let at = map(None);
    // SAFETY: the buffer is mapped at each use, and each reference ends with its messages.
    unsafe {
        stream.messages(buffer(at))?;
        // Unmapped, and other memory at the address.
        munmap(at.cast(), LEN).expect("mapped above");
        assert_eq!(map(Some(at)), at);
        stream.messages(buffer(at))?;
        // Mapped over.
        assert_eq!(map(Some(at)), at);
        stream.messages(buffer(at))?;
        // Moved away, with other memory at the old address.
        let away = mremap(at.cast(), LEN, LEN, MremapFlags::MAYMOVE);
        assert_eq!(away, Ok(at.cast()), "it fits where it is");
        let room: *mut u8 = map(None);
        let moved =
            rustix::mm::mremap_fixed(at.cast(), LEN, LEN, MremapFlags::MAYMOVE, room.cast());
        let moved: *mut u8 = moved.expect("room").cast();
        assert_eq!(map(Some(at)), at);
        stream.messages(buffer(moved))?;
        stream.messages(buffer(at))?;
        // A page in the middle is another.
        let page = at.wrapping_add(LEN / 2);
        munmap(page.cast(), 4096).expect("mapped above");
        let flags = MapFlags::PRIVATE | MapFlags::FIXED;
        mmap_anonymous(page.cast(), 4096, ProtFlags::READ | ProtFlags::WRITE, flags)
            .expect("a page");
        stream.messages(buffer(at))?;
        // Given back.
        madvise(at.cast(), LEN, Advice::LinuxDontNeed).expect("mapped");
        stream.messages(buffer(at))?;
        munmap(at.cast(), LEN).expect("mapped above");
        munmap(moved.cast(), LEN).expect("mapped above");
    }
    Ok(())
}

/// Buffers that the allocator gives and takes.
fn allocated(stream: &mut Stream<'_>) -> mpi::Result<()> {
    for round in 0..10 {
        let mut all = vec![0; LEN >> (round % 3)];
        stream.messages(&mut all)?;
        // Grows, perhaps elsewhere, and shrinks.
        all.resize(3 * LEN, 0);
        stream.messages(&mut all)?;
        all.truncate(LEN / 2);
        all.shrink_to_fit();
        stream.messages(&mut all)?;
    }
    // Two blocks take turns at the same addresses.
    for _ in 0..20 {
        let mut one = vec![0; LEN];
        stream.message(&mut one)?;
        drop(one);
        let mut other = vec![0; 2 * LEN];
        stream.message(&mut other)?;
    }
    Ok(())
}
