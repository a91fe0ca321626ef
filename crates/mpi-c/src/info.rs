//! Hints: keys with values.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_mpi::error::{Class, Failure, Result};

use crate::abi::{Abi, Kind, Place};
use crate::fault::{Done, Fault};
use crate::handles::{self, INFOS};
use crate::strings::{store, text};

/// Keys with values, in the order in which they were set.
#[derive(Debug, Default)]
pub(crate) struct Info(Mutex<Vec<(String, String)>>);

impl Info {
    fn all(&self) -> MutexGuard<'_, Vec<(String, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn value(&self, key: &str) -> Option<String> {
        let all = self.all();
        all.iter()
            .find(|(other, _)| other == key)
            .map(|(_, value)| value.clone())
    }
}

/// The handle of new hints.
pub(crate) fn add<A: Abi>(hints: BTreeMap<String, String>) -> A::Handle {
    let info = Info(Mutex::new(hints.into_iter().collect()));
    A::handle(Kind::Info, Place::Made(INFOS.add(Arc::new(info))))
}

/// What `MPI_INFO_ENV` has.
fn environment() -> Info {
    let arguments: Vec<String> = std::env::args().collect();
    let mut all = Vec::new();
    if let Some((command, rest)) = arguments.split_first() {
        all.push(("command".to_owned(), command.clone()));
        all.push(("argv".to_owned(), rest.join(" ")));
    }
    if let Ok(folder) = std::env::current_dir() {
        all.push(("wdir".to_owned(), folder.display().to_string()));
    }
    all.push(("arch".to_owned(), std::env::consts::ARCH.to_owned()));
    all.push(("thread_level".to_owned(), "MPI_THREAD_MULTIPLE".to_owned()));
    Info(Mutex::new(all))
}

fn of<A: Abi>(handle: A::Handle) -> Result<Arc<Info>> {
    let place = A::place(Kind::Info, handle);
    let found = match place {
        Place::Predefined(_) => Some(Arc::new(environment())),
        Place::Made(number) => INFOS.share(number),
        _ => None,
    };
    found.ok_or_else(|| handles::wrong::<A>(Class::Info, "info", "info", place, handle))
}

/// The hints of an info that a call may leave away.
pub(crate) fn entries<A: Abi>(handle: A::Handle) -> Result<Vec<(String, String)>> {
    match A::place(Kind::Info, handle) {
        Place::Null => Ok(Vec::new()),
        _ => Ok(of::<A>(handle)?.all().clone()),
    }
}

unsafe fn key_of<A: Abi>(key: *const c_char) -> Result<String> {
    // SAFETY: the program passes a string.
    let key = unsafe { text(key) };
    if key.is_empty() || key.len() > A::INFO_KEY_MAX {
        let what = format!(
            "argument key: {} characters, but keys have 1 to {}",
            key.len(),
            A::INFO_KEY_MAX
        );
        return Err(Failure::new(Class::InfoKey, what));
    }
    Ok(key)
}

/// Checks that there is room for a value of this length.
fn check_room(value: *const c_char, len: c_int) -> Result<()> {
    if value.is_null() && len > 0 {
        return Err(Failure::new(Class::InfoValue, "argument value: null"));
    }
    Ok(())
}

pub(crate) unsafe fn info_create<A: Abi>(info: *mut A::Handle) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *info = add::<A>(BTreeMap::new()) };
    Ok(())
}

/// What the process knows of itself, whatever arguments the program passes.
pub(crate) unsafe fn info_create_env<A: Abi>(
    _argc: c_int,
    _argv: *mut *mut c_char,
    info: *mut A::Handle,
) -> Done {
    let made = Arc::new(environment());
    // SAFETY: the program passes a place.
    unsafe { *info = A::handle(Kind::Info, Place::Made(INFOS.add(made))) };
    Ok(())
}

pub(crate) unsafe fn info_set<A: Abi>(
    info: A::Handle,
    key: *const c_char,
    value: *const c_char,
) -> Done {
    // SAFETY: the program passes strings.
    let (key, value) = unsafe { (key_of::<A>(key)?, text(value)) };
    if value.is_empty() || value.len() > A::INFO_VALUE_MAX {
        let what = format!(
            "argument value: {} characters, but values have 1 to {}",
            value.len(),
            A::INFO_VALUE_MAX
        );
        return Err(Fault::new(Class::InfoValue, what));
    }
    let info = of::<A>(info)?;
    let mut all = info.all();
    match all.iter_mut().find(|(other, _)| *other == key) {
        Some((_, old)) => *old = value,
        None => all.push((key, value)),
    }
    Ok(())
}

pub(crate) unsafe fn info_get<A: Abi>(
    info: A::Handle,
    key: *const c_char,
    len: c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> Done {
    // SAFETY: the program passes a string, and room for `len` characters and a 0.
    unsafe {
        let found = of::<A>(info)?.value(&key_of::<A>(key)?);
        check_room(value, len)?;
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            store(&found, value, handles::count(len.into(), "valuelen")? + 1);
        }
    }
    Ok(())
}

pub(crate) unsafe fn info_get_string<A: Abi>(
    info: A::Handle,
    key: *const c_char,
    len: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> Done {
    // SAFETY: the program passes a string, and room for as many characters as it says.
    unsafe {
        let found = of::<A>(info)?.value(&key_of::<A>(key)?);
        check_room(value, *len)?;
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            let room = handles::count((*len).into(), "buflen")?;
            if room > 0 {
                store(&found, value, room);
            }
            *len = found.len() as c_int + 1;
        }
    }
    Ok(())
}

pub(crate) unsafe fn info_get_valuelen<A: Abi>(
    info: A::Handle,
    key: *const c_char,
    len: *mut c_int,
    flag: *mut c_int,
) -> Done {
    // SAFETY: the program passes a string and places.
    unsafe {
        let found = of::<A>(info)?.value(&key_of::<A>(key)?);
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            *len = found.len() as c_int;
        }
    }
    Ok(())
}

pub(crate) unsafe fn info_delete<A: Abi>(info: A::Handle, key: *const c_char) -> Done {
    // SAFETY: the program passes a string.
    let key = unsafe { key_of::<A>(key) }?;
    let info = of::<A>(info)?;
    let mut all = info.all();
    let Some(at) = all.iter().position(|(other, _)| *other == key) else {
        return Err(Fault::new(
            Class::InfoNokey,
            format!("argument key: there is no key {key}"),
        ));
    };
    all.remove(at);
    Ok(())
}

pub(crate) unsafe fn info_get_nkeys<A: Abi>(info: A::Handle, count: *mut c_int) -> Done {
    let len = of::<A>(info)?.all().len();
    // SAFETY: the program passes a place.
    unsafe { *count = len as c_int };
    Ok(())
}

pub(crate) unsafe fn info_get_nthkey<A: Abi>(info: A::Handle, n: c_int, key: *mut c_char) -> Done {
    let info = of::<A>(info)?;
    let all = info.all();
    let found = usize::try_from(n).ok().and_then(|n| all.get(n));
    let Some((found, _)) = found else {
        let what = format!(
            "argument n: {n}: there are {} keys, numbered from 0",
            all.len()
        );
        return Err(Fault::new(Class::Arg, what));
    };
    if key.is_null() {
        return Err(Fault::new(Class::InfoKey, "argument key: null"));
    }
    // SAFETY: the program passes room for the longest key.
    unsafe { store(found, key, A::INFO_KEY_MAX + 1) };
    Ok(())
}

pub(crate) unsafe fn info_dup<A: Abi>(info: A::Handle, copy: *mut A::Handle) -> Done {
    let all = of::<A>(info)?.all().clone();
    let info = Info(Mutex::new(all));
    // SAFETY: the program passes a place.
    unsafe { *copy = A::handle(Kind::Info, Place::Made(INFOS.add(Arc::new(info)))) };
    Ok(())
}

pub(crate) unsafe fn info_free<A: Abi>(info: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    unsafe {
        of::<A>(*info)?;
        let Place::Made(number) = A::place(Kind::Info, *info) else {
            return Err(Fault::new(
                Class::Info,
                "argument info: predefined, so it can't be freed",
            ));
        };
        INFOS.remove(number);
        *info = A::handle(Kind::Info, Place::Null);
    }
    Ok(())
}
