//! The bundled programs: libraries that this program runs when it is started as a process of their job.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

/// The name of a bundled program and its main function, which takes the arguments after the name.
type App = (&'static str, fn(Arguments) -> anyhow::Result<()>);
/// What a bundled program gets.
type Arguments = Box<dyn Iterator<Item = OsString>>;

const APPS: [App; 2] = [
    ("heat2d", |arguments| farreach_heat2d::main(arguments)),
    ("hello", |arguments| farreach_hello::main(arguments)),
];

/// The names that `farreach run` takes for bundled programs: that of the benchmarks' only where it is asked for.
pub(crate) fn names(asked_for: &OsStr) -> Vec<&'static str> {
    let worker = (asked_for == farreach_bench::WORKER_APP).then_some(farreach_bench::WORKER_APP);
    APPS.iter().map(|(name, _)| *name).chain(worker).collect()
}

/// Runs a bundled program as one process of its job: its name, then its arguments.
pub(crate) fn run(mut arguments: impl Iterator<Item = OsString> + 'static) -> ExitCode {
    let name = arguments.next().unwrap_or_default();
    let arguments: Arguments = Box::new(arguments);
    let result = if name == farreach_bench::WORKER_APP {
        farreach_bench::worker::main(arguments)
    } else if let Some((_, main)) = APPS.iter().find(|(app, _)| name == *app) {
        main(arguments)
    } else {
        let name = name.display();
        Err(anyhow::anyhow!("there is no bundled program {name}"))
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("farreach: {error:#}");
            ExitCode::FAILURE
        }
    }
}
