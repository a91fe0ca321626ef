//! The functions of libpmix that are used: nine of those that versions 4.2 and 5 both have.
//!
//! `unsafe` calls C. This is sound for these reasons:
//! - The declarations are those of the PMIx standard's ABI, which 4.2 and 5 share.
//! - The library is never unloaded, so functions and texts that it returns stay.
//! - It is safe to call from any thread.
//! - Each argument lives until the call returns, and the library copies what it keeps.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::OnceLock;

use crate::error::PmiError;

pub(super) const JOB_SIZE: &str = "pmix.job.size";
pub(super) const LOCAL_PEERS: &str = "pmix.lpeers";
pub(super) const NODE_LIST: &str = "pmix.nlist";
pub(super) const HOST_NAME: &str = "pmix.hname";
const COLLECT: &str = "pmix.collect";

/// The library's name.
const NAME: &str = "libpmix.so.2";
/// Variables with the folder that a launcher is installed in. Its library is there, and not where the loader looks.
const PREFIXES: [&str; 4] = [
    "PMIX_PREFIX",
    "PRTE_PREFIX",
    "OPAL_PREFIX",
    "PMIX_INSTALL_PREFIX",
];

const NAMESPACE_BYTES: usize = 256;
const KEY_BYTES: usize = 512;
/// All ranks of a namespace.
const WILDCARD: u32 = u32::MAX - 1;
const SUCCESS: c_int = 0;
/// Errors that mean that there is no such value.
const NOT_FOUND: [c_int; 2] = [-46, -1352];
const SCOPE_GLOBAL: u8 = 3;
const TYPE_BOOL: u16 = 1;
const TYPE_STRING: u16 = 3;
const TYPE_SIZE: u16 = 4;
const TYPE_INT: u16 = 6;
const TYPE_UINT: u16 = 11;
const TYPE_UINT16: u16 = 13;
const TYPE_UINT32: u16 = 14;
const TYPE_UINT64: u16 = 15;
const TYPE_RANK: u16 = 40;

#[repr(C)]
struct RawProcess {
    namespace: [c_char; NAMESPACE_BYTES],
    rank: u32,
}

/// A value. The longest member of the union has 24 bytes.
#[repr(C)]
struct RawValue {
    kind: u16,
    data: RawData,
}

#[repr(C)]
#[derive(Clone, Copy)]
union RawData {
    flag: bool,
    text: *mut c_char,
    number: u64,
    number32: u32,
    number16: u16,
    all: [u64; 3],
}

#[repr(C)]
struct RawInfo {
    key: [c_char; KEY_BYTES],
    flags: u32,
    value: RawValue,
}

type Init = unsafe extern "C" fn(*mut RawProcess, *const RawInfo, usize) -> c_int;
type Finalize = unsafe extern "C" fn(*const RawInfo, usize) -> c_int;
type Put = unsafe extern "C" fn(u8, *const c_char, *mut RawValue) -> c_int;
type Commit = unsafe extern "C" fn() -> c_int;
type Fence = unsafe extern "C" fn(*const RawProcess, usize, *const RawInfo, usize) -> c_int;
type Get = unsafe extern "C" fn(
    *const RawProcess,
    *const c_char,
    *const RawInfo,
    usize,
    *mut *mut RawValue,
) -> c_int;
type Abort = unsafe extern "C" fn(c_int, *const c_char, *mut RawProcess, usize) -> c_int;
type ErrorString = unsafe extern "C" fn(c_int) -> *const c_char;
type GetVersion = unsafe extern "C" fn() -> *const c_char;

/// The loaded library.
#[derive(Debug)]
pub(super) struct Library {
    init: Init,
    finalize: Finalize,
    put: Put,
    commit: Commit,
    fence: Fence,
    get: Get,
    abort: Abort,
    error_string: ErrorString,
    get_version: GetVersion,
    namespace: OnceLock<String>,
}

/// Who this process is.
pub(super) struct Me {
    pub(super) namespace: String,
    pub(super) rank: u32,
}

/// A value of a kind that is used here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Text(String),
    Number(u64),
}

impl Value {
    pub(super) fn number(&self) -> Option<u32> {
        match self {
            Value::Number(number) => u32::try_from(*number).ok(),
            Value::Text(_) => None,
        }
    }
}

impl Library {
    /// Loads the library, from `wanted` or from where it is found. Also returns its path.
    pub(super) fn load(wanted: Option<&Path>) -> Result<(Library, String), PmiError> {
        let mut reasons = Vec::new();
        let of = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let found = || candidates(of, Path::is_file);
        for path in wanted.map_or_else(found, |path| vec![path.to_owned()]) {
            // SAFETY: loading runs the library's initialisers. The launcher's own library, or the one that the
            // user names, is trusted like the launcher.
            match unsafe { libloading::Library::new(&path) } {
                Ok(library) => {
                    let functions = Library::of(&library);
                    // Never unloaded: its threads and what it returned stay.
                    std::mem::forget(library);
                    return Ok((functions?, path.display().to_string()));
                }
                Err(error) => reasons.push(error.to_string()),
            }
        }
        Err(PmiError::Pmix(format!(
            "the launcher offers PMIx alone, whose client library can't be loaded ({}): install the package that has {NAME} (libpmix2), \
             or name the launcher's own by FARREACH_LIBPMIX",
            reasons.join("; ")
        )))
    }

    fn of(library: &libloading::Library) -> Result<Library, PmiError> {
        /// The function of this name.
        fn function<T: Copy>(library: &libloading::Library, name: &str) -> Result<T, PmiError> {
            // SAFETY: each caller's `T` is the type of the function of that name in the standard.
            let symbol = unsafe { library.get::<T>(name.as_bytes()) };
            symbol.map(|symbol| *symbol).map_err(|error| {
                PmiError::Pmix(format!(
                    "{error}: versions 4.2 and later of libpmix will do"
                ))
            })
        }
        Ok(Library {
            init: function::<Init>(library, "PMIx_Init")?,
            finalize: function::<Finalize>(library, "PMIx_Finalize")?,
            put: function::<Put>(library, "PMIx_Put")?,
            commit: function::<Commit>(library, "PMIx_Commit")?,
            fence: function::<Fence>(library, "PMIx_Fence")?,
            get: function::<Get>(library, "PMIx_Get")?,
            abort: function::<Abort>(library, "PMIx_Abort")?,
            error_string: function::<ErrorString>(library, "PMIx_Error_string")?,
            get_version: function::<GetVersion>(library, "PMIx_Get_version")?,
            namespace: OnceLock::new(),
        })
    }

    /// The library's own words for its version.
    pub(super) fn version(&self) -> String {
        // SAFETY: takes nothing, and returns a static text.
        let text = unsafe { (self.get_version)() };
        // SAFETY: a text of the library, which stays.
        let text = unsafe { text_of(text) };
        let name = text.split([',', '(']).next().unwrap_or_default();
        name.trim_end().to_owned()
    }

    pub(super) fn init(&self) -> Result<Me, PmiError> {
        let mut me = process("", 0);
        // SAFETY: `me` is written, and no info is passed.
        let status = unsafe { (self.init)(&raw mut me, ptr::null(), 0) };
        self.check("PMIx_Init", status)?;
        // SAFETY: the library has written a text with its end, and the last byte was zero before.
        let namespace = unsafe { text_of(me.namespace.as_ptr()) };
        let namespace = self.namespace.get_or_init(|| namespace).clone();
        Ok(Me {
            namespace,
            rank: me.rank,
        })
    }

    /// The namespace that this process is in, once it has been told.
    pub(super) fn me(&self) -> String {
        self.namespace.get().cloned().unwrap_or_default()
    }

    pub(super) fn finalize(&self) -> Result<(), PmiError> {
        // SAFETY: no info is passed.
        let status = unsafe { (self.finalize)(ptr::null(), 0) };
        self.check("PMIx_Finalize", status)
    }

    pub(super) fn put(&self, key: &str, value: &str) -> Result<(), PmiError> {
        let (key, value) = (c_text(key), c_text(value));
        let mut raw = RawValue {
            kind: TYPE_STRING,
            data: RawData { all: [0; 3] },
        };
        raw.data.text = value.as_ptr().cast_mut();
        // SAFETY: the library copies key and value, and does not write to them.
        let status = unsafe { (self.put)(SCOPE_GLOBAL, key.as_ptr(), &raw mut raw) };
        self.check("PMIx_Put", status)
    }

    /// Waits until all processes of the namespace have come. If it `collects`, what all have put is known afterwards.
    pub(super) fn fence(&self, collects: bool) -> Result<(), PmiError> {
        // SAFETY: takes nothing.
        let status = unsafe { (self.commit)() };
        self.check("PMIx_Commit", status)?;
        let all = process(&self.me(), WILDCARD);
        let mut info = RawInfo {
            key: bytes_of(COLLECT),
            flags: 0,
            value: RawValue {
                kind: TYPE_BOOL,
                data: RawData { all: [0; 3] },
            },
        };
        info.value.data.flag = collects;
        // SAFETY: one process and one info, which live until the end of the call.
        let status = unsafe { (self.fence)(&raw const all, 1, &raw const info, 1) };
        self.check("PMIx_Fence", status)
    }

    /// A value of a rank, or of the job (`None`).
    pub(super) fn get(
        &self,
        namespace: &str,
        rank: Option<u32>,
        key: &str,
    ) -> Result<Option<Value>, PmiError> {
        let of = process(namespace, rank.unwrap_or(WILDCARD));
        let key = c_text(key);
        let mut found = ptr::null_mut();
        // SAFETY: all arguments live until the end of the call, which writes `found`.
        let status =
            unsafe { (self.get)(&raw const of, key.as_ptr(), ptr::null(), 0, &raw mut found) };
        if NOT_FOUND.contains(&status) || (status == SUCCESS && found.is_null()) {
            return Ok(None);
        }
        self.check("PMIx_Get", status)?;
        // SAFETY: the library has made this value for the caller, who frees it.
        unsafe { taken(found) }.map(Some).ok_or_else(|| {
            PmiError::Pmix(format!("{key:?} has a value of another kind than expected"))
        })
    }

    pub(super) fn abort(&self, code: i32, text: &str) -> Result<(), PmiError> {
        let text = c_text(text);
        // SAFETY: no process is named, which means all.
        let status = unsafe { (self.abort)(code, text.as_ptr(), ptr::null_mut(), 0) };
        self.check("PMIx_Abort", status)
    }

    fn check(&self, function: &str, status: c_int) -> Result<(), PmiError> {
        if status == SUCCESS {
            return Ok(());
        }
        // SAFETY: returns a static text for any number.
        let text = unsafe { (self.error_string)(status) };
        // SAFETY: a text of the library, which stays.
        let text = unsafe { text_of(text) };
        Err(PmiError::Pmix(format!(
            "{function} failed: {text} ({status})"
        )))
    }
}

/// Where the library may be, the best first.
fn candidates(
    of: impl Fn(&str) -> Option<PathBuf>,
    is_file: impl Fn(&Path) -> bool,
) -> Vec<PathBuf> {
    let of = |name: &str| of(name).filter(|path| !path.as_os_str().is_empty());
    let folders = PREFIXES.iter().filter_map(|name| of(name));
    let places = folders.flat_map(|prefix| {
        let libraries = ["lib", "lib64", "lib/openmpi", ""];
        libraries.map(|folder| prefix.join(folder).join(NAME))
    });
    let mut paths: Vec<PathBuf> = places.filter(|path| is_file(path)).collect();
    paths.push(NAME.into());
    paths
}

/// A text for C. What is behind a zero byte is dropped.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).expect("no zero byte")
}

/// A text in a field of a structure, shortened if it does not fit.
fn bytes_of<const COUNT: usize>(text: &str) -> [c_char; COUNT] {
    let mut bytes = [0; COUNT];
    for (byte, from) in bytes[..COUNT - 1].iter_mut().zip(text.bytes()) {
        *byte = from as c_char;
    }
    bytes
}

fn process(namespace: &str, rank: u32) -> RawProcess {
    RawProcess {
        namespace: bytes_of(namespace),
        rank,
    }
}

/// A text of C.
///
/// # Safety
/// `text` is null, or ends with a zero byte.
unsafe fn text_of(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_string_lossy().into_owned()
}

/// Reads a value that the library has made, and frees it. `None` if it is of another kind.
///
/// # Safety
/// `raw` is a value that the library has made by `malloc`, and nobody else has.
unsafe fn taken(raw: *mut RawValue) -> Option<Value> {
    // SAFETY: the caller's promise. Each member of the union is read if the kind says that it was written.
    unsafe {
        let RawValue { kind, data } = raw.read();
        let value = match kind {
            TYPE_STRING => {
                let text = text_of(data.text);
                libc::free(data.text.cast::<c_void>());
                Some(Value::Text(text))
            }
            TYPE_SIZE | TYPE_UINT64 => Some(Value::Number(data.number)),
            TYPE_INT | TYPE_UINT | TYPE_UINT32 | TYPE_RANK => {
                Some(Value::Number(data.number32.into()))
            }
            TYPE_UINT16 => Some(Value::Number(data.number16.into())),
            _ => None,
        };
        libc::free(raw.cast::<c_void>());
        value
    }
}

#[cfg(test)]
mod tests;
