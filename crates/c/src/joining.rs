//! The job, as a program in C joins it.

#![allow(unsafe_code)]

use std::path::Path;
use std::sync::Arc;

use farreach_runtime::settings::{Settings, SettingsError, environment};
use farreach_runtime::{World, flush_when_ended};

use crate::fault::Fault;

/// The core library's file, up to the version.
const CORE: &str = "libfarreach.so.";

/// The settings of this process's environment.
pub fn settings() -> Result<Settings, SettingsError> {
    Settings::from_variables(&environment())
}

/// Joins the job. Other processes may access the program's variables. If the launcher ends the
/// process, the streams of C and Fortran are flushed.
///
/// # Safety
/// Other threads must not store to variables of the program until this returns. Later, other
/// processes change only variables that the program names in calls, and these are its own. This
/// library's variables are not shared, or, in a static program, lie behind those that the program
/// names.
pub unsafe fn join(settings: Settings) -> Result<Arc<World>, Fault> {
    check_alone(&Loaded::now())?;
    // SAFETY: the caller's promise.
    let world = unsafe { World::join_sharing_variables(settings)? };
    flush_when_ended();
    Ok(world)
}

/// Joins the job as [`join`] does, but without the program's variables.
pub fn join_privately(settings: Settings) -> Result<Arc<World>, Fault> {
    check_alone(&Loaded::now())?;
    let world = World::join(settings)?;
    flush_when_ended();
    Ok(world)
}

/// Fails if this code is the archive's, in a process that has loaded the shared library as well. The
/// process would join twice.
fn check_alone(loaded: &Loaded) -> Result<(), Fault> {
    let own = check_alone as fn(&Loaded) -> Result<(), Fault> as usize;
    let Some(core) = loaded.find(CORE) else {
        return Ok(());
    };
    if loaded.has_loaded(CORE, own) {
        return Ok(());
    }
    Err(Fault::new(format!(
        "the process has the library twice, linked from libshmem.a and loaded from {}: link the program without -static",
        core.display()
    )))
}

/// The files that the process has mapped.
#[derive(Debug)]
pub struct Loaded {
    /// The lines of `/proc/self/maps`.
    maps: String,
}

impl From<String> for Loaded {
    fn from(maps: String) -> Loaded {
        Loaded { maps }
    }
}

impl Loaded {
    /// The files that the process has mapped now.
    pub fn now() -> Loaded {
        let maps = std::fs::read_to_string("/proc/self/maps");
        Loaded::from(maps.unwrap_or_default())
    }

    /// Each mapping of a file: its addresses, and the file.
    fn mappings(&self) -> impl Iterator<Item = (&str, &Path)> {
        let files = (self.maps.lines()).filter_map(|line| Some((line, line.find('/')?)));
        files.map(|(line, at)| (line, Path::new(&line[at..])))
    }

    /// The files whose names begin with `start`, one for each mapping.
    pub fn all(&self, start: &str) -> impl Iterator<Item = &Path> {
        let files = self.mappings().map(|(_, file)| file);
        files.filter(move |file| is_named(file, start))
    }

    /// The first file whose name begins with `start`.
    pub fn find(&self, start: &str) -> Option<&Path> {
        self.all(start).next()
    }

    /// Whether an address is in a file whose name begins with `start`.
    fn has_loaded(&self, start: &str, address: usize) -> bool {
        let mut of_file = self.mappings().filter(|(_, file)| is_named(file, start));
        of_file.any(|(line, _)| {
            let bounds = line.split(' ').next().and_then(|range| {
                let (from, to) = range.split_once('-')?;
                let number = |hex| usize::from_str_radix(hex, 16).ok();
                Some(number(from)?..number(to)?)
            });
            bounds.is_some_and(|bounds| bounds.contains(&address))
        })
    }
}

/// Whether the name of a file begins with `start`.
fn is_named(file: &Path, start: &str) -> bool {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with(start)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Loaded;

    const MAPS: &str = "\
7f00-7f10 r--p 0 fe:01 1 /opt/far reach/lib/libfarreach.so.0
7f10-7f20 r-xp 0 fe:01 1 /opt/far reach/lib/libfarreach.so.0
7f20-7f30 r-xp 0 fe:01 2 /usr/lib/libmpi.so.40
7f30-7f40 rw-p 0 0 0 [heap]
";

    #[test]
    fn a_file_is_found_by_the_beginning_of_its_name() {
        let loaded = Loaded::from(MAPS.to_owned());
        let core = Path::new("/opt/far reach/lib/libfarreach.so.0");
        assert_eq!(loaded.find("libfarreach.so."), Some(core));
        assert_eq!(loaded.all("libfarreach.so.").count(), 2);
        assert_eq!(loaded.find("farreach"), None);
        assert_eq!(loaded.find("[heap]"), None);
    }

    #[test]
    fn an_address_is_in_the_file_that_is_mapped_there() {
        let loaded = Loaded::from(MAPS.to_owned());
        for (start, address, is_there) in [
            ("libfarreach.so.", 0x7f00, true),
            ("libfarreach.so.", 0x7f1f, true),
            ("libfarreach.so.", 0x7f20, false),
            ("libmpi.so.", 0x7f20, true),
            ("libmpi.so.", 0x7f35, false),
        ] {
            assert_eq!(
                loaded.has_loaded(start, address),
                is_there,
                "{start} {address:#x}"
            );
        }
    }
}
