//! A secret that the hosts of a user share, for launchers whose exchange others can read.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use rustix::process::geteuid;
use sha2::Sha256;

use crate::error::PmiError;

/// The fewest bytes of a key file.
const BYTES_MIN: u64 = 16;
/// The most bytes of a key file.
const BYTES_MAX: u64 = 4096;
/// Bits of a file's mode that let others than its owner in.
const OTHERS: u32 = 0o077;

/// The bytes of a key file.
pub(crate) struct Secret(Vec<u8>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// Reads a key file, which must be this user's alone.
    pub(crate) fn read(path: &Path) -> Result<Secret, PmiError> {
        let wrong = |problem: String| PmiError::KeyFile {
            path: path.to_owned(),
            problem,
        };
        let io = |error: std::io::Error| wrong(error.to_string());
        let file = File::open(path).map_err(io)?;
        let about = file.metadata().map_err(io)?;
        if !about.is_file() {
            return Err(wrong("it is no file".into()));
        }
        let own = geteuid().as_raw();
        if about.uid() != own {
            let uid = about.uid();
            return Err(wrong(format!(
                "it belongs to user {uid}, not to this one ({own})"
            )));
        }
        let mode = about.mode() & 0o7777;
        if mode & OTHERS != 0 {
            return Err(wrong(format!(
                "others may use it (mode {mode:o}): chmod 600"
            )));
        }
        let mut bytes = Vec::new();
        file.take(BYTES_MAX + 1)
            .read_to_end(&mut bytes)
            .map_err(io)?;
        let length = bytes.len() as u64;
        if !(BYTES_MIN..=BYTES_MAX).contains(&length) {
            return Err(wrong(format!(
                "it has {length} bytes, and {BYTES_MIN} to {BYTES_MAX} random ones are wanted"
            )));
        }
        Ok(Secret(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// What shows other nodes, which have the same secret, that the node with this part of the key has it.
    pub(crate) fn proof(&self, share: &[u8; 16]) -> [u8; 32] {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(b"farreach key file 1\0");
        mac.update(share);
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_key_file_is_its_owners_alone_and_long_enough() {
        let name = format!("farreach-key.{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let written = |bytes: &[u8], mode| {
            fs::write(&path, bytes).expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
            Secret::read(&path).map_err(|error| error.to_string())
        };
        let one = written(&[1; 32], 0o600).expect("a key");
        let other = written(&[2; 32], 0o400).expect("a key");
        assert_ne!(one.proof(&[0; 16]), other.proof(&[0; 16]));
        assert_ne!(one.proof(&[0; 16]), one.proof(&[1; 16]));
        for (bytes, mode, part) in [
            (&[1; 32][..], 0o640, "mode 640"),
            (&[1; 15], 0o600, "15 bytes"),
            (&[1; 5000], 0o600, "4097 bytes"),
        ] {
            let text = written(bytes, mode).expect_err(part);
            assert!(
                text.contains(part) && text.contains("FARREACH_KEY_FILE"),
                "{text}"
            );
        }
        fs::remove_file(&path).expect("a file");
        let text = Secret::read(&path).expect_err("no file").to_string();
        assert!(text.contains("No such file"), "{text}");
        let text = Secret::read(&std::env::temp_dir()).expect_err("a folder");
        assert!(text.to_string().contains("no file"), "{text}");
    }
}
