//! Cross-memory attach: copies from the private memory of another process.

#![allow(unsafe_code)]

use std::io;

use crate::View;

/// Fills `into` with the bytes at `address` of process `process`.
///
/// # Errors
/// If the kernel has no such call, does not permit it, or the bytes are not there. Then some bytes
/// of `into` may have changed.
pub fn read_process(process: u32, address: u64, into: View<'_>) -> io::Result<()> {
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
