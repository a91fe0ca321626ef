//! The bundled programs: libraries that this program runs when it is started as a process of their
//! job.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use farreach_bench::{compare, hosts};

use crate::doctor::network;
use crate::output;

/// The name of a bundled program, and its main function, which gets the arguments after the name.
type App = (&'static str, fn(Arguments) -> anyhow::Result<()>);
/// The arguments of a bundled program.
type Arguments = Box<dyn Iterator<Item = OsString>>;

const APPS: [App; 9] = [
    ("exchange", |arguments| farreach_exchange::main(arguments)),
    ("graph500", |arguments| farreach_graph500::main(arguments)),
    ("heat2d", |arguments| farreach_heat2d::main(arguments)),
    ("hello", |arguments| farreach_hello::main(arguments)),
    ("lj", |arguments| farreach_lj::main(arguments)),
    ("lu", |arguments| farreach_lu::main(arguments)),
    ("nas", |arguments| farreach_nas::main(arguments)),
    ("random-access", |arguments| {
        farreach_random_access::main(arguments)
    }),
    ("uts", |arguments| farreach_uts::main(arguments)),
];

/// The workers of `farreach bench` and `farreach doctor`.
const WORKERS: [App; 4] = [
    (network::APP, |_| network::main()),
    (farreach_bench::WORKER_APP, |arguments| {
        farreach_bench::worker::main(arguments)
    }),
    (hosts::HOSTS_APP, |arguments| hosts::worker::main(arguments)),
    (compare::COMPARE_APP, |arguments| {
        compare::worker_main(arguments)
    }),
];

/// The names of the bundled programs for `farreach run`. The names of benchmark workers are
/// included only if they are asked for.
pub(crate) fn names(asked_for: &OsStr) -> Vec<&'static str> {
    let worker = WORKERS.iter().find(|(name, _)| asked_for == *name);
    let apps = APPS.iter().chain(worker);
    apps.map(|(name, _)| *name).collect()
}

/// Runs a bundled program as one process of its job: its name, then its arguments.
pub(crate) fn run(mut arguments: impl Iterator<Item = OsString> + 'static) -> ExitCode {
    let name = arguments.next().unwrap_or_default();
    let arguments: Arguments = Box::new(arguments);
    let mut apps = APPS.iter().chain(&WORKERS);
    let result = if let Some((_, main)) = apps.find(|(app, _)| name == *app) {
        main(arguments)
    } else {
        let name = name.display();
        Err(anyhow::anyhow!("there is no bundled program {name}"))
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::tell_error(&error);
            ExitCode::FAILURE
        }
    }
}
