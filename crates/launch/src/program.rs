//! The program that the ranks execute.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::APP_ARGUMENT;

/// The running program's file.
const OWN_FILE: &str = "/proc/self/exe";

/// A program that has been found, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub(crate) file: PathBuf,
    /// The program's argument 0: its name as requested.
    pub(crate) called: OsString,
    pub(crate) args: Vec<OsString>,
    /// The processes' working directory. `None` means the launcher's.
    pub(crate) folder: Option<PathBuf>,
}

/// Why a program can't be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The program is neither bundled nor on PATH.
    #[error(
        "there is no program {name:?}: it is not on PATH{}{}",
        the_bundled(
            ", and ",
            bundled,
            "; a file in the working directory needs ./ before its name"
        ),
        similar(name, bundled)
    )]
    Unknown {
        /// The requested name.
        name: OsString,
        /// The bundled apps.
        bundled: String,
    },
    /// The path does not exist.
    #[error("there is no file {path:?}{}", the_bundled(" (", bundled, ")"))]
    NoFile {
        /// The requested path.
        path: PathBuf,
        /// The bundled apps.
        bundled: String,
    },
    /// The working directory does not exist.
    #[error("there is no folder {path:?}, which is to be the working directory")]
    NoFolder {
        /// The requested path.
        path: PathBuf,
    },
    /// The path is not an executable file.
    #[error("{path:?} is not an executable file")]
    NotExecutable {
        /// The requested path.
        path: PathBuf,
    },
}

/// A text that lists the bundled apps, if there are any.
fn the_bundled(before: &str, bundled: &str, behind: &str) -> String {
    if bundled.is_empty() {
        return String::new();
    }
    format!("{before}the bundled programs are {bundled}{behind}")
}

/// A question after the bundled app whose name differs least from a misspelt one, if any is similar.
fn similar(name: &OsStr, bundled: &str) -> String {
    const DIFFERENCE_MAX: usize = 2;
    let name = name.to_string_lossy();
    let apps = bundled.split(", ").filter(|app| !app.is_empty());
    let differences = apps.map(|app| (strsim::damerau_levenshtein(&name, app), app));
    match differences.min() {
        Some((difference, app)) if difference <= DIFFERENCE_MAX.min(app.len() / 2) => {
            format!("; did you mean {app}?")
        }
        _ => String::new(),
    }
}

impl Program {
    /// Finds `name`: as a bundled app, else as a path if it contains a slash, else as a file on
    /// PATH.
    pub fn find(name: &OsStr, args: Vec<OsString>, bundled: &[&str]) -> Result<Self, ProgramError> {
        Self::find_in(None, name, args, bundled)
    }

    /// Finds `name` for processes with the working directory `folder`, to which relative paths
    /// refer.
    pub fn find_in(
        folder: Option<PathBuf>,
        name: &OsStr,
        args: Vec<OsString>,
        bundled: &[&str],
    ) -> Result<Self, ProgramError> {
        let folder = folder.map(checked).transpose()?;
        if let Some(app) = bundled.iter().find(|app| name == **app) {
            let mut all = vec![OsString::from(APP_ARGUMENT), OsString::from(app)];
            all.extend(args);
            // Not by its path: a replaced or deleted program file must start the program that is
            // running.
            return Ok(Program {
                file: PathBuf::from(OWN_FILE),
                called: "farreach".into(),
                args: all,
                folder,
            });
        }
        let file = if name.as_bytes().contains(&b'/') {
            let path = match &folder {
                Some(folder) => folder.join(name),
                None => PathBuf::from(name),
            };
            if !path.exists() {
                let bundled = bundled.join(", ");
                return Err(ProgramError::NoFile { path, bundled });
            }
            if !is_executable(&path) {
                return Err(ProgramError::NotExecutable { path });
            }
            path
        } else {
            on_path(name).ok_or_else(|| ProgramError::Unknown {
                name: name.to_owned(),
                bundled: bundled.join(", "),
            })?
        };
        Ok(Program {
            file,
            called: name.to_owned(),
            args,
            folder,
        })
    }
}

impl Program {
    /// Its file. `None` for a bundled app.
    pub fn file(&self) -> Option<&Path> {
        Some(&*self.file).filter(|file| *file != Path::new(OWN_FILE))
    }

    /// The program at the path `name`, which only other hosts have. Each host looks for it when it starts the processes.
    pub fn elsewhere(folder: Option<PathBuf>, name: &OsStr, args: Vec<OsString>) -> Self {
        let file = match &folder {
            Some(folder) => folder.join(name),
            None => PathBuf::from(name),
        };
        Program {
            file,
            called: name.to_owned(),
            args,
            folder,
        }
    }

    /// The program `words`, such as `gdb -ex run --args`, with this program and its arguments behind
    /// its own.
    pub fn wrapped(self, words: &[OsString]) -> Result<Self, ProgramError> {
        let Some((name, front)) = words.split_first() else {
            return Ok(self);
        };
        let inner = if self.file == Path::new(OWN_FILE) {
            // There it would be the wrapper's file.
            std::env::current_exe().unwrap_or(self.file)
        } else {
            self.file
        };
        let args = front.iter().cloned().chain([inner.into()]).chain(self.args);
        Program::find_in(self.folder, name, args.collect(), &[])
    }
}

/// The absolute path of a directory. A relative path would lead elsewhere from inside of it.
fn checked(folder: PathBuf) -> Result<PathBuf, ProgramError> {
    match folder.canonicalize() {
        Ok(path) if path.is_dir() => Ok(path),
        _ => Err(ProgramError::NoFolder { path: folder }),
    }
}

fn on_path(name: &OsStr) -> Option<PathBuf> {
    if name.is_empty() {
        return None;
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| is_executable(file))
}

fn is_executable(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{Program, ProgramError};
    use std::ffi::OsStr;

    #[test]
    fn bundled_apps_come_before_paths_and_path() {
        let program = Program::find(OsStr::new("true"), vec!["-x".into()], &["true"]).unwrap();
        assert_eq!(program.args, ["__app", "true", "-x"]);
        let program = Program::find(OsStr::new("true"), vec!["-x".into()], &["hello"]).unwrap();
        assert!(program.file.ends_with("true") && program.file.is_absolute());
        let path = program.file.clone();
        let by_path = Program::find(path.as_os_str(), vec!["-x".into()], &[]).unwrap();
        assert_eq!(
            (&by_path.file, by_path.called),
            (&path, path.clone().into())
        );
        assert_eq!(
            (program.called, program.args),
            ("true".into(), by_path.args)
        );
    }

    #[test]
    fn a_wrapper_gets_the_program_and_its_arguments() {
        let program = Program::find(OsStr::new("true"), vec!["-x".into()], &[]).unwrap();
        let file = program.file.clone();
        let wrapped = program.wrapped(&["env".into(), "-i".into()]).unwrap();
        assert!(wrapped.file.ends_with("env"));
        assert_eq!(
            wrapped.args,
            ["-i".into(), file.into_os_string(), "-x".into()]
        );
        let app = Program::find(OsStr::new("hello"), vec![], &["hello"]).unwrap();
        let wrapped = app.wrapped(&["env".into()]).unwrap();
        let own = std::env::current_exe().unwrap();
        assert_eq!(
            wrapped.args,
            [own.into_os_string(), "__app".into(), "hello".into()]
        );
        let missing = Program::find(OsStr::new("true"), vec![], &[]).unwrap();
        assert!(missing.wrapped(&["no-such".into()]).is_err());
    }

    #[test]
    fn what_can_not_run_is_refused_with_its_name() {
        let unknown =
            Program::find(OsStr::new("no-such"), vec![], &["hello", "heat2d"]).unwrap_err();
        let text = unknown.to_string();
        assert!(
            text.contains("no-such") && text.contains("hello, heat2d"),
            "{text}"
        );
        let misspelt = Program::find(OsStr::new("helo"), vec![], &["hello", "uts"]).unwrap_err();
        let misspelt = misspelt.to_string();
        assert!(misspelt.ends_with("; did you mean hello?"), "{misspelt}");
        assert!(!text.contains("did you mean"), "{text}");
        assert!(matches!(
            Program::find(OsStr::new("./no-such"), vec![], &[]),
            Err(ProgramError::NoFile { .. })
        ));
        assert!(matches!(
            Program::find(OsStr::new("/proc"), vec![], &[]),
            Err(ProgramError::NotExecutable { .. })
        ));
        assert!(Program::find(OsStr::new(""), vec![], &[]).is_err());
        let in_folder = |folder: &str, name: &str| {
            Program::find_in(Some(folder.into()), OsStr::new(name), vec![], &[])
        };
        let error = in_folder("/no-such", "true").unwrap_err().to_string();
        assert!(
            error.contains("/no-such") && error.contains("working directory"),
            "{error}"
        );
        assert!(in_folder("/proc/self/exe", "true").is_err());
        assert!(in_folder("/proc/self", "./exe").is_ok());
    }
}
