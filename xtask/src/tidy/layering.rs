//! Checks the layering: a crate imports only crates below it, and a room of a crate only rooms below
//! it. Manifests show the imports of crates. A crate behind a seam is named only where the seam is
//! implemented.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use super::Finding;
use crate::tree::{Crate, SourceFile};

/// A crate, the crates that it may depend on, and those that its tests may use in addition.
struct Room {
    name: &'static str,
    may_use: &'static [&'static str],
    tests_may_use: &'static [&'static str],
}

/// The layers, from the bottom up. A crate that is missing here has no place yet.
const HOUSE: &[Room] = &[
    Room {
        name: "farreach-forks",
        may_use: &[],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-verbs",
        may_use: &[],
        tests_may_use: &["farreach-conformance"],
    },
    Room {
        name: "farreach-conformance",
        may_use: &["farreach-sim", "farreach-verbs"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-roce",
        may_use: &["farreach-verbs"],
        // The crate itself, with planted bugs.
        tests_may_use: &["farreach-conformance", "farreach-roce"],
    },
    Room {
        name: "farreach-node",
        may_use: &["farreach-forks", "farreach-verbs"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-connect",
        may_use: &["farreach-verbs"],
        // The crate itself, with planted bugs.
        tests_may_use: &["farreach-connect", "farreach-sim"],
    },
    Room {
        name: "farreach-soft",
        may_use: &["farreach-forks", "farreach-roce", "farreach-verbs"],
        tests_may_use: &["farreach-conformance", "farreach-node"],
    },
    Room {
        name: "farreach-ibv",
        may_use: &["farreach-forks", "farreach-verbs"],
        tests_may_use: &[
            "farreach-conformance",
            "farreach-node",
            "farreach-soft",
            "farreach-standin",
        ],
    },
    Room {
        name: "farreach-standin",
        may_use: &["farreach-node", "farreach-soft", "farreach-verbs"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-launch",
        may_use: &["farreach-forks", "farreach-node", "farreach-verbs"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-pmi",
        may_use: &["farreach-forks", "farreach-node", "farreach-verbs"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-sim",
        may_use: &["farreach-roce", "farreach-verbs"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-engine",
        may_use: &["farreach-connect", "farreach-verbs"],
        // The crate itself, with planted bugs.
        tests_may_use: &["farreach-conformance", "farreach-engine", "farreach-sim"],
    },
    Room {
        name: "farreach-collectives",
        may_use: &["farreach-verbs"],
        tests_may_use: &["farreach-conformance", "farreach-node"],
    },
    Room {
        name: "farreach-patterns",
        may_use: &["farreach-collectives"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-predict",
        may_use: &[
            "farreach-connect",
            "farreach-engine",
            "farreach-patterns",
            "farreach-sim",
            "farreach-verbs",
        ],
        tests_may_use: &["farreach-conformance"],
    },
    Room {
        name: "farreach-runtime",
        may_use: BELOW_RUNTIME,
        tests_may_use: &["farreach-roce"],
    },
    Room {
        name: "farreach-openshmem",
        may_use: &["farreach-runtime"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-gasnet",
        may_use: &["farreach-runtime"],
        // The examples of its documentation are those of programs.
        tests_may_use: &["farreach"],
    },
    Room {
        name: "farreach-shmem",
        may_use: &["farreach-openshmem", "farreach-runtime"],
        // The examples of its documentation are those of programs, some of which mix the models.
        tests_may_use: &["farreach", "farreach-gasnet", "farreach-launch"],
    },
    Room {
        name: "farreach-mpi",
        may_use: &["farreach-runtime"],
        // The examples of its documentation are those of programs.
        tests_may_use: &["farreach"],
    },
    Room {
        name: "farreach-c",
        may_use: &["farreach-runtime"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-mpi-c",
        may_use: &["farreach-c", "farreach-mpi", "farreach-runtime"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-gasnet-c",
        may_use: &["farreach-c", "farreach-gasnet", "farreach-runtime"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-armci",
        may_use: &["farreach-runtime"],
        // The examples of its documentation are those of programs.
        tests_may_use: &["farreach"],
    },
    Room {
        name: "farreach-arrays",
        may_use: &["farreach-armci"],
        // The examples of its documentation are those of programs.
        tests_may_use: &["farreach", "farreach-launch"],
    },
    Room {
        name: "farreach-armci-c",
        // A group of C's ARMCI is a communicator too.
        may_use: &[
            "farreach-armci",
            "farreach-c",
            "farreach-mpi-c",
            "farreach-runtime",
        ],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-shmem-c",
        may_use: &[
            "farreach-armci-c",
            "farreach-c",
            "farreach-gasnet-c",
            "farreach-mpi-c",
            "farreach-openshmem",
            "farreach-runtime",
        ],
        // The programs on its pages.
        tests_may_use: &["farreach-guide"],
    },
    Room {
        name: "farreach",
        may_use: &[
            "farreach-armci",
            "farreach-arrays",
            "farreach-gasnet",
            "farreach-mpi",
            "farreach-openshmem",
            "farreach-runtime",
            "farreach-shmem",
        ],
        tests_may_use: &["farreach-launch"],
    },
    Room {
        name: "farreach-entry",
        may_use: &["farreach"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-hello",
        may_use: &["farreach", "farreach-entry"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-exchange",
        may_use: &["farreach", "farreach-entry", "farreach-patterns"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-graph500",
        may_use: &["farreach", "farreach-entry"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-heat2d",
        may_use: &["farreach", "farreach-entry"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-lu",
        may_use: &["farreach", "farreach-entry"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-lj",
        may_use: &["farreach", "farreach-entry"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-nas",
        may_use: &["farreach", "farreach-entry"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-random-access",
        may_use: &["farreach", "farreach-entry"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-uts",
        may_use: &["farreach", "farreach-entry"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-bench",
        may_use: BELOW_BENCH,
        tests_may_use: &["farreach-sim"],
    },
    Room {
        name: "farreach-cli",
        may_use: BELOW_CLI,
        tests_may_use: &["farreach-standin"],
    },
    Room {
        name: "farreach-guide",
        may_use: &[],
        tests_may_use: &["farreach", "farreach-launch"],
    },
    Room {
        name: "xtask",
        may_use: &[],
        tests_may_use: &[],
    },
];

const BELOW_RUNTIME: &[&str] = &[
    "farreach-collectives",
    "farreach-connect",
    "farreach-engine",
    "farreach-forks",
    "farreach-ibv",
    "farreach-launch",
    "farreach-node",
    "farreach-pmi",
    "farreach-soft",
    "farreach-verbs",
];

/// Benches measure every layer by itself.
const BELOW_BENCH: &[&str] = &[
    "farreach",
    "farreach-connect",
    "farreach-engine",
    "farreach-launch",
    "farreach-mpi",
    "farreach-node",
    "farreach-predict",
    "farreach-roce",
    "farreach-runtime",
    "farreach-shmem",
    "farreach-soft",
    "farreach-verbs",
];

/// The command-line program shows what the runtime and the launcher know, and uses no layer below
/// these.
const BELOW_CLI: &[&str] = &[
    "farreach",
    "farreach-bench",
    "farreach-exchange",
    "farreach-graph500",
    "farreach-heat2d",
    "farreach-hello",
    "farreach-launch",
    "farreach-lj",
    "farreach-lu",
    "farreach-nas",
    "farreach-predict",
    "farreach-random-access",
    "farreach-runtime",
    "farreach-uts",
];

/// A crate behind a seam.
struct Seam {
    /// The crate's folder. The files in it may name the crate.
    folder: &'static str,
    /// The crate's name in Rust.
    name: &'static str,
    /// The folder whose files may not name the crate.
    behind: &'static str,
    /// The other files that may name the crate, and why.
    may_name: &'static [(&'static str, &'static str)],
    remedy: &'static str,
}

const SEAMS: &[Seam] = &[
    Seam {
        folder: "crates/soft",
        name: "farreach_soft",
        behind: "",
        may_name: &[
            (
                "crates/runtime/src/progress/devices/soft.rs",
                "opens the device, and puts it behind HostDevice",
            ),
            (
                "crates/bench/src/benches/next_peer.rs",
                "measures engines without a runtime",
            ),
            (
                "crates/bench/src/benches/verbs.rs",
                "measures work requests without a runtime",
            ),
            (
                "crates/bench/src/limits/queue_pair.rs",
                "measures the device by itself",
            ),
            (
                "crates/standin/src/open.rs",
                "shows the device as libibverbs",
            ),
            (
                "crates/ibv/tests/it/beside.rs",
                "is the peer of adapters of the host",
            ),
        ],
        remedy: "use verbs::Device and HostDevice (crates/runtime/src/progress/devices/host.rs), and let AnyDevice choose",
    },
    Seam {
        folder: "crates/ibv",
        name: "farreach_ibv",
        behind: "",
        may_name: &[(
            "crates/runtime/src/progress/devices/ibv.rs",
            "opens the device, and puts it behind HostDevice",
        )],
        remedy: "use verbs::Device and HostDevice (crates/runtime/src/progress/devices/host.rs), and let AnyDevice choose",
    },
    Seam {
        folder: "crates/launch",
        name: "farreach_launch",
        // Programs above the runtime start jobs.
        behind: "crates/runtime",
        may_name: &[(
            "crates/runtime/src/job/jobs/farreach.rs",
            "finds the job, and puts it behind Job",
        )],
        remedy: "use Job (crates/runtime/src/job/jobs/job.rs), and let AnyJob choose",
    },
    Seam {
        folder: "crates/pmi",
        name: "farreach_pmi",
        behind: "",
        may_name: &[(
            "crates/runtime/src/job/jobs/pmi.rs",
            "finds the job of another launcher, and puts it behind Job",
        )],
        remedy: "use Job (crates/runtime/src/job/jobs/job.rs), and let AnyJob choose",
    },
];

/// A crate whose modules lie in rooms: folders, of which each imports only those below it.
///
/// The check reads paths. A method of a type that all rooms share is called without a path.
struct Rooms {
    /// The folder of the crate's source.
    folder: &'static str,
    /// The rooms, from the bottom up.
    upwards: &'static [&'static str],
    /// The other modules and names of the crate's root, which every room may use.
    shared: &'static [&'static str],
}

const ROOMS: &[Rooms] = &[Rooms {
    folder: "crates/runtime/src",
    upwards: &[
        "job",
        "progress",
        "memory",
        "messages",
        "collectives",
        "world",
    ],
    shared: &["Error", "World", "error", "lib"],
}];

/// Checks the rooms that one file names.
pub(super) fn check_rooms(file: &SourceFile, findings: &mut Vec<Finding>) {
    for house in ROOMS {
        let (Ok(path), Ok(tokens)) = (
            file.path.strip_prefix(house.folder),
            file.text.parse::<TokenStream>(),
        ) else {
            continue;
        };
        let modules = path.with_extension("");
        let modules: Vec<_> = modules.iter().filter_map(|name| name.to_str()).collect();
        let place = |name: &str| house.upwards.iter().position(|room| *room == name);
        let Some(own) = place(modules[0]) else {
            if !house.shared.contains(&modules[0]) {
                findings.push(Finding::new(
                    &file.path,
                    1,
                    format!("{} is in no room", modules[0]),
                    format!("move it into one of [{}]", house.upwards.join(", ")),
                ));
            }
            continue;
        };
        let mut names = Vec::new();
        find_root_names(tokens, modules.len(), &mut names);
        for (line, name) in names {
            if place(&name).is_some_and(|room| room <= own) || house.shared.contains(&name.as_str())
            {
                continue;
            }
            findings.push(Finding::new(
                &file.path,
                line,
                format!("{} may not use crate::{name}", house.upwards[own]),
                format!(
                    "rooms use [{}], in this order, from right to left: name what is used by its room, move it, or pass it in \
                     from above",
                    house.upwards.join(", ")
                ),
            ));
        }
    }
}

/// Lists what paths name in the root of the crate, by `crate` or by `depth` times `super`.
fn find_root_names(tokens: TokenStream, depth: usize, names: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut supers = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => find_root_names(group.stream(), depth, names),
            TokenTree::Punct(punct) if punct.as_char() == ':' => continue,
            TokenTree::Ident(ident) if ident == "super" => supers += 1,
            TokenTree::Ident(ident) if ident == "crate" => supers = depth,
            _ => supers = 0,
        }
        if supers != depth {
            continue;
        }
        supers = 0;
        match tokens.get(at + 3) {
            Some(TokenTree::Ident(name)) => {
                names.push((name.span().start().line, name.to_string()));
            }
            Some(TokenTree::Group(group)) => {
                let mut is_first = true;
                for token in group.stream() {
                    if let (TokenTree::Ident(name), true) = (&token, is_first) {
                        names.push((name.span().start().line, name.to_string()));
                    }
                    is_first = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
                }
            }
            _ => {}
        }
    }
}

/// Checks the crates that one file names.
pub(super) fn check_names(file: &SourceFile, findings: &mut Vec<Finding>) {
    // Another check reports files that are not valid Rust.
    let Ok(tokens) = file.text.parse::<TokenStream>() else {
        return;
    };
    for seam in SEAMS {
        let may_name = seam
            .may_name
            .iter()
            .any(|(path, _)| file.path == Path::new(path));
        if may_name || file.path.starts_with(seam.folder) || !file.path.starts_with(seam.behind) {
            continue;
        }
        let mut lines = Vec::new();
        find_name(tokens.clone(), seam.name, &mut lines);
        findings.extend(lines.into_iter().map(|line| {
            Finding::new(
                &file.path,
                line,
                format!("{} is named outside of its seam", seam.name),
                seam.remedy,
            )
        }));
    }
}

/// Lists the lines with a name, except in comments and strings.
fn find_name(tokens: TokenStream, name: &str, lines: &mut Vec<usize>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => find_name(group.stream(), name, lines),
            TokenTree::Ident(ident) if ident == name => lines.push(ident.span().start().line),
            _ => {}
        }
    }
}

/// Checks a crate's manifest.
pub(super) fn check(package: &Crate) -> Vec<Finding> {
    let mut findings = Vec::new();
    check_lints(package, &mut findings);
    let Some(room) = HOUSE.iter().find(|room| room.name == package.name) else {
        findings.push(Finding::new(
            &package.manifest_path,
            package.manifest_line("name"),
            format!("crate {} has no place in the house", package.name),
            "add it to HOUSE in xtask/src/tidy/layering.rs, with what it may depend on",
        ));
        return findings;
    };
    for (table, allowed) in [
        ("dependencies", vec![room.may_use]),
        ("build-dependencies", vec![room.may_use]),
        ("dev-dependencies", vec![room.may_use, room.tests_may_use]),
    ] {
        for name in package.dependencies(table) {
            let is_ours = name == "farreach" || name.starts_with("farreach-") || name == "xtask";
            if is_ours && !allowed.iter().any(|list| list.contains(&name.as_str())) {
                findings.push(Finding::new(
                    &package.manifest_path,
                    package.manifest_line(&name),
                    format!("{} may not depend on {name} ({table})", package.name),
                    format!(
                        "imports only go down; {} may use [{}]: move the code, or pass it in from above",
                        package.name,
                        allowed.concat().join(", ")
                    ),
                ));
            }
        }
    }
    findings
}

fn check_lints(package: &Crate, findings: &mut Vec<Finding>) {
    let inherits = package
        .manifest
        .get("lints")
        .and_then(|lints| lints.get("workspace"))
        .and_then(toml::Value::as_bool);
    if inherits != Some(true) {
        findings.push(Finding::new(
            &package.manifest_path,
            1,
            format!("{} does not inherit the workspace's lints", package.name),
            "add `[lints]` with `workspace = true`",
        ));
    }
}
