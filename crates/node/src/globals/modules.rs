//! The program and the libraries of this process, and the addresses of their variables.

use std::ffi::{CStr, CString, c_int, c_void};
use std::path::Path;
use std::slice;

use libc::{Elf64_Phdr, PF_W, PF_X, PT_GNU_RELRO, PT_INTERP, PT_LOAD, PT_NOTE, dl_phdr_info};

/// Directories of the system's libraries, whose variables are never shared.
const SYSTEM: [&str; 7] = [
    "/lib/",
    "/lib64/",
    "/lib32/",
    "/usr/lib/",
    "/usr/lib64/",
    "/usr/lib32/",
    "/usr/libexec/",
];
/// File names of the C library, the loader, compiler runtimes and tools. Their variables are not
/// shared wherever the file lies.
const RUNTIMES: [&str; 22] = [
    "ld-linux",
    "ld-musl",
    "ld64.",
    "libc.",
    "libc-",
    "libm.",
    "libm-",
    "libmvec",
    "libpthread",
    "libdl",
    "librt",
    "libgcc_s",
    "libstdc++",
    "libc++",
    "libgfortran",
    "libquadmath",
    "libgomp",
    "libasan",
    "liblsan",
    "libtsan",
    "libubsan",
    "vgpreload",
];

/// The type of the ELF note that holds the build ID.
const NT_GNU_BUILD_ID: u32 = 3;

/// A program or library.
#[derive(Clone, Debug)]
pub(super) struct Module {
    pub(super) name: String,
    /// A hash of the module's identity, independent of its name and its load address.
    pub(super) stamp: u64,
    /// Its variables.
    pub(super) pieces: Vec<Piece>,
}

/// A range of whole pages with variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) first: usize,
    pub(super) len: usize,
    /// The first bytes, which are initialised from the file. The rest is initialised with zeros.
    pub(super) from_file: usize,
}

impl Module {
    /// Keeps a library loaded even if the program closes it. Otherwise the library's addresses
    /// could be used for other mappings.
    pub(super) fn keep_loaded(&self) {
        let Ok(name) = CString::new(self.name.as_bytes()) else {
            return;
        };
        // `RTLD_NOLOAD` finds a library that is loaded under this name and loads nothing. The
        // program itself is never unloaded.
        let flags = libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
        // SAFETY: a string that ends in zero; no code of the library runs.
        unsafe { libc::dlopen(name.as_ptr(), flags) };
    }

    /// Bytes of the module's variables.
    pub(super) fn bytes(&self) -> usize {
        self.pieces.iter().map(|piece| piece.len).sum()
    }
}

/// What `dl_iterate_phdr` reports of a program or library.
struct Loaded {
    name: String,
    base: usize,
    headers: Vec<Elf64_Phdr>,
}

/// The program and libraries whose variables are to be shared, in load order, the program first.
/// Empty if the program is linked statically.
pub(super) fn with_variables() -> Vec<Module> {
    let mut loaded = Vec::new();
    // SAFETY: `collect` is called with a valid description each time, and with the vector.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut loaded).cast()) };
    let page = rustix::param::page_size();
    let is_dynamic = |program: &Loaded| program.headers.iter().any(|h| h.p_type == PT_INTERP);
    if !loaded.first().is_some_and(is_dynamic) {
        return Vec::new();
    }
    let rest = loaded[1..]
        .iter()
        .filter(|library| !is_of_system(&library.name) && !library.holds(own_address()));
    let program = Loaded {
        name: std::env::current_exe().map_or_else(
            |_| "the program".to_owned(),
            |path| path.display().to_string(),
        ),
        base: loaded[0].base,
        headers: loaded[0].headers.clone(),
    };
    std::iter::once(&program)
        .chain(rest)
        .map(|loaded| loaded.module(page))
        .filter(|module| !module.pieces.is_empty())
        .collect()
}

extern "C" fn collect(info: *mut dl_phdr_info, _size: usize, into: *mut c_void) -> c_int {
    // SAFETY: `with_variables` passes its vector, and the loader a description that is valid for the call.
    let (loaded, info) = unsafe { (&mut *into.cast::<Vec<Loaded>>(), &*info) };
    let name = if info.dlpi_name.is_null() {
        String::new()
    } else {
        // SAFETY: a string that ends in zero.
        let name = unsafe { CStr::from_ptr(info.dlpi_name) };
        name.to_string_lossy().into_owned()
    };
    let headers = if info.dlpi_phdr.is_null() {
        Vec::new()
    } else {
        // SAFETY: the loader's description says that there are this many headers.
        unsafe { slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) }.to_vec()
    };
    loaded.push(Loaded {
        name,
        base: info.dlpi_addr as usize,
        headers,
    });
    0
}

/// An address inside the program or library that contains this code.
fn own_address() -> usize {
    static OWN: u8 = 0;
    (&raw const OWN).addr()
}

fn is_of_system(path: &str) -> bool {
    let name = Path::new(path).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    SYSTEM.iter().any(|directory| path.starts_with(directory))
        || RUNTIMES.iter().any(|runtime| name.starts_with(runtime))
}

impl Loaded {
    fn segments(&self) -> impl Iterator<Item = &Elf64_Phdr> {
        self.headers.iter().filter(|h| h.p_type == PT_LOAD)
    }

    /// Whether `address` belongs to this module.
    fn holds(&self, address: usize) -> bool {
        self.segments().any(|h| {
            let first = self.base.wrapping_add(h.p_vaddr as usize);
            address.wrapping_sub(first) < h.p_memsz as usize
        })
    }

    fn module(&self, page: usize) -> Module {
        let mut hash = Hash::new();
        for header in &self.headers {
            let place = [header.p_vaddr, header.p_filesz, header.p_memsz];
            hash.add(&header.p_type.to_ne_bytes());
            for word in place {
                hash.add(&word.to_ne_bytes());
            }
        }
        for note in self.headers.iter().filter(|h| h.p_type == PT_NOTE) {
            let first = self.base.wrapping_add(note.p_vaddr as usize) as *const u8;
            // SAFETY: notes lie in a loaded, readable part of the file, and don't change.
            let bytes = unsafe { slice::from_raw_parts(first, note.p_filesz as usize) };
            if let Some(id) = build_id(bytes) {
                hash.add(id);
            }
        }
        Module {
            name: self.name.clone(),
            stamp: hash.0,
            pieces: pieces(self.base, &self.headers, page),
        }
    }
}

/// The pages of the writable segments, except those that the loader protects after relocation
/// (RELRO).
pub(super) fn pieces(base: usize, headers: &[Elf64_Phdr], page: usize) -> Vec<Piece> {
    let down = |address: usize| address / page * page;
    let of = |h: &Elf64_Phdr, bytes: u64| {
        let first = base.wrapping_add(h.p_vaddr as usize);
        (first, first.wrapping_add(bytes as usize))
    };
    // Round down as the loader does: a page that RELRO shares with other variables stays writable.
    let relro = headers.iter().find(|h| h.p_type == PT_GNU_RELRO);
    let (from, to) = relro
        .map(|h| of(h, h.p_memsz))
        .map(|(first, end)| (down(first), down(end)))
        .filter(|(from, to)| from < to)
        .unwrap_or_default();
    let mut pieces = Vec::new();
    for header in headers.iter().filter(|h| {
        h.p_type == PT_LOAD && h.p_flags & PF_W != 0 && h.p_flags & PF_X == 0 && h.p_memsz > 0
    }) {
        let (first, end) = of(header, header.p_memsz);
        let (_, file_end) = of(header, header.p_filesz);
        let (first, end) = (down(first), end.next_multiple_of(page));
        for (first, end) in [(first, end.min(from)), (first.max(to), end)] {
            if first < end {
                pieces.push(Piece {
                    first,
                    len: end - first,
                    from_file: file_end.clamp(first, end) - first,
                });
            }
        }
    }
    pieces
}

/// The build ID among ELF `notes`: {name bytes u32, bytes u32, type u32, name, pad, bytes, pad}
/// each, in units of 4.
fn build_id(mut notes: &[u8]) -> Option<&[u8]> {
    loop {
        let (head, rest) = notes.split_at_checked(12)?;
        let word = |at: usize| u32::from_ne_bytes(head[at..at + 4].try_into().expect("4 bytes"));
        let (name_bytes, bytes) = (word(0) as usize, word(4) as usize);
        let (name, rest) = rest.split_at_checked(name_bytes.checked_next_multiple_of(4)?)?;
        if word(8) == NT_GNU_BUILD_ID && name == b"GNU\0" {
            return rest.get(..bytes);
        }
        notes = rest.get(bytes.checked_next_multiple_of(4)?..)?;
    }
}

/// The 64-bit FNV-1a hash.
pub(super) struct Hash(pub(super) u64);

impl Hash {
    pub(super) fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests;
