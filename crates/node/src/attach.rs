//! Cross-memory attach: copies from the private memory of another process.
//!
//! The kernel permits this between processes of one user, unless a process is protected (not
//! dumpable), is in another PID namespace, a sandbox forbids the call, or Yama lets only ancestors trace. With Yama a process
//! names an ancestor as its tracer, whose descendants may then attach too.

#![allow(unsafe_code)]

use std::io;

use crate::View;
use crate::memory::copy::is_slow;

/// Fewer bytes than this are copied by the kernel to where they belong, even if that is slow.
const SHORT: usize = 4 << 10;
/// Bytes that are read to a buffer at a time, so that they stay in the processor's cache.
const PART: usize = 32 << 10;
const PAGE: usize = 4 << 10;

/// Fills `into` with the bytes at `address` of process `process`.
///
/// The kernel copies with string instructions. Where these are slow, the bytes go through a buffer.
///
/// # Errors
/// If the kernel has no such call, does not permit it, or the bytes are not there. Then some bytes
/// of `into` may have changed.
pub fn read_process(process: u32, address: u64, into: View<'_>) -> io::Result<()> {
    let target = into.as_non_null().addr().get();
    if into.len() < SHORT || !is_slow(address as usize, target) {
        return read_directly(process, address, into);
    }
    let mut buffer = vec![0_u8; PART.min(into.len()) + PAGE];
    // Half a page further into its page than the source.
    let first = (address as usize + PAGE / 2).wrapping_sub(buffer.as_ptr().addr()) % PAGE;
    for at in (0..into.len()).step_by(PART) {
        let part = &mut buffer[first..][..PART.min(into.len() - at)];
        read_directly(process, address + at as u64, View::from(&mut *part))?;
        into.copy_in(at, part).expect("inside of the whole");
    }
    Ok(())
}

fn read_directly(process: u32, address: u64, into: View<'_>) -> io::Result<()> {
    let mut done = 0;
    while done < into.len() {
        let rest = into
            .part(done, into.len() - done)
            .expect("a part of the whole");
        let local = libc::iovec {
            iov_base: rest.as_non_null().as_ptr().cast(),
            iov_len: rest.len(),
        };
        let remote = libc::iovec {
            iov_base: std::ptr::without_provenance_mut((address as usize).wrapping_add(done)),
            iov_len: rest.len(),
        };
        // SAFETY: the kernel writes at most `rest.len()` bytes to the view, whose bytes may be
        // written. It checks the other process's address.
        let read = unsafe {
            libc::process_vm_readv(
                process as libc::pid_t,
                &raw const local,
                1,
                &raw const remote,
                1,
                0,
            )
        };
        match read {
            1.. => done += read as usize,
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            _ => return Err(io::Error::last_os_error()),
        }
    }
    Ok(())
}

/// Lets the descendants of process `ancestor` attach to this one, where Yama restricts attaching.
/// Changes nothing elsewhere.
pub fn permit_attach(ancestor: u32) {
    // SAFETY: the call only sets which process may trace this one. It fails without Yama.
    unsafe { libc::prctl(libc::PR_SET_PTRACER, libc::c_ulong::from(ancestor)) };
}

/// Whether a process of this PID namespace is ending, or is gone. Its memory is gone before anybody is told of its end.
pub fn is_ending(process: u32) -> bool {
    /// The flag of a process that has begun to exit (`PF_EXITING`).
    const EXITING: u64 = 4;
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{process}/stat")) else {
        return true;
    };
    // The name may have any character. Behind it are the state, five numbers, and the flags.
    let mut fields = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_ascii_whitespace();
    let is_dead = matches!(fields.next(), Some("Z" | "X") | None);
    let flags = fields.nth(5).and_then(|flags| flags.parse::<u64>().ok());
    is_dead || flags.is_some_and(|flags| flags & EXITING != 0)
}

/// Whether this process could attach to others, as far as it can find out alone.
///
/// # Errors
/// If it can't: a sandbox forbids the call, or the kernel does not have it.
pub fn probe_attach() -> io::Result<()> {
    let source = [1u8; 8];
    let mut into = [0u8; 8];
    let ptr = std::ptr::NonNull::from(&mut into).cast();
    // SAFETY: the view ends before `into` is used again.
    let view = unsafe { View::from_raw_parts(ptr, into.len()) };
    read_process(std::process::id(), source.as_ptr().addr() as u64, view)
}

/// A number of the process's PID namespace. A process's identifier means the same process only to
/// processes of its namespace. `None` if the kernel does not tell.
pub fn pid_namespace() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let namespace = std::fs::metadata("/proc/self/ns/pid").ok()?;
    Some(namespace.ino() as u32)
}

/// Yama's restriction of attaching, `ptrace_scope`. `None` if the kernel runs without Yama.
pub fn yama_scope() -> Option<u32> {
    let text = std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_arrive_wherever_they_lie() {
        let source: Vec<u8> = (0..200_000_u32).map(|at| (at / 7) as u8).collect();
        let mut into = vec![0; source.len() + 2 * PAGE];
        let start = source.as_ptr().addr();
        for further in [0, 1, 16, 31, 32, 2048, 4095] {
            let first = (start + further).wrapping_sub(into.as_ptr().addr()) % PAGE;
            for len in [0, SHORT - 1, SHORT, PART, PART + 1, source.len()] {
                into.fill(0);
                let target = View::from(&mut into[first..][..len]);
                read_process(std::process::id(), start as u64, target).unwrap();
                assert!(
                    into[first..][..len] == source[..len],
                    "{further}, {len} bytes"
                );
                assert!(into[first + len..].iter().all(|&byte| byte == 0));
            }
        }
    }

    #[test]
    fn the_end_of_a_process_is_seen() {
        assert!(!is_ending(std::process::id()));
        assert!(is_ending(u32::MAX / 2));
        let mut child = std::process::Command::new("true")
            .spawn()
            .expect("a process");
        // It stays a zombie until it is waited for.
        while !is_ending(child.id()) {
            std::thread::yield_now();
        }
        child.wait().expect("its end");
    }

    #[test]
    fn a_hole_is_an_error() {
        probe_attach().expect("a process can read itself");
        let mut into = [0u8; 8];
        let ptr = std::ptr::NonNull::from(&mut into).cast();
        // SAFETY: nothing else uses `into` meanwhile.
        let view = unsafe { View::from_raw_parts(ptr, into.len()) };
        let read = read_process(std::process::id(), 8, view);
        assert_eq!(read.unwrap_err().raw_os_error(), Some(libc::EFAULT));
        let read = read_process(u32::MAX / 2, 8, view);
        assert_eq!(read.unwrap_err().raw_os_error(), Some(libc::ESRCH));
    }
}
