//! Imports only go down the picture of the house; the manifests say which imports there are.

use super::Finding;
use super::determinism;
use crate::tree::Crate;

/// A crate, what it may depend on, and what its tests may besides.
struct Room {
    name: &'static str,
    may_use: &'static [&'static str],
    tests_may_use: &'static [&'static str],
}

/// The picture of the house, from the ground up. A room absent here has no place yet.
const HOUSE: &[Room] = &[
    Room {
        name: "farreach-forks",
        may_use: &[],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-verbs",
        may_use: &[],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-roce",
        may_use: &["farreach-verbs"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-node",
        may_use: &["farreach-forks", "farreach-verbs"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-connect",
        may_use: &["farreach-verbs"],
        // Itself, with bugs planted.
        tests_may_use: &["farreach-connect"],
    },
    Room {
        name: "farreach-soft",
        may_use: &["farreach-forks", "farreach-roce", "farreach-verbs"],
        tests_may_use: &["farreach-node"],
    },
    Room {
        name: "farreach-launch",
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
        // Itself, with bugs planted.
        tests_may_use: &["farreach-engine", "farreach-sim"],
    },
    Room {
        name: "farreach-runtime",
        may_use: BELOW_RUNTIME,
        tests_may_use: &["farreach-roce"],
    },
    Room {
        name: "farreach-shmem",
        may_use: &["farreach-runtime"],
        tests_may_use: &["farreach-launch"],
    },
    Room {
        name: "farreach-shmem-c",
        may_use: &["farreach-runtime"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach",
        may_use: &["farreach-runtime", "farreach-shmem"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-hello",
        may_use: &["farreach"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-exchange",
        may_use: &["farreach"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-heat2d",
        may_use: &["farreach"],
        tests_may_use: &[],
    },
    Room {
        name: "farreach-nas",
        may_use: &["farreach"],
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
        tests_may_use: BELOW_RUNTIME,
    },
    Room {
        name: "xtask",
        may_use: &[],
        tests_may_use: &[],
    },
];

const BELOW_RUNTIME: &[&str] = &[
    "farreach-connect",
    "farreach-engine",
    "farreach-forks",
    "farreach-launch",
    "farreach-node",
    "farreach-soft",
    "farreach-verbs",
];

/// Benches measure every floor by itself.
const BELOW_BENCH: &[&str] = &[
    "farreach",
    "farreach-connect",
    "farreach-engine",
    "farreach-launch",
    "farreach-node",
    "farreach-roce",
    "farreach-runtime",
    "farreach-shmem",
    "farreach-soft",
    "farreach-verbs",
];

/// The command-line program shows what the runtime and the launcher know, and reaches no further down.
const BELOW_CLI: &[&str] = &[
    "farreach",
    "farreach-bench",
    "farreach-exchange",
    "farreach-heat2d",
    "farreach-hello",
    "farreach-launch",
    "farreach-nas",
    "farreach-runtime",
];

/// Libraries through which a deterministic crate would reach the operating system.
const OPERATING_SYSTEM: &[&str] = &[
    "rustix",
    "libc",
    "nix",
    "mio",
    "socket2",
    "tokio",
    "getrandom",
    "farreach-node",
];

/// Checks one crate's manifest.
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
        for name in dependencies(package, table) {
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
            if table != "dev-dependencies"
                && determinism::applies_to(&package.name)
                && OPERATING_SYSTEM.contains(&name.as_str())
            {
                findings.push(Finding::new(
                    &package.manifest_path,
                    package.manifest_line(&name),
                    format!("deterministic crate {} depends on {name}", package.name),
                    "take time, bytes and randomness as arguments from the layer above",
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

/// The packages named in a table of dependencies, also those for some targets only.
fn dependencies(package: &Crate, table: &str) -> Vec<String> {
    let targets = package
        .manifest
        .get("target")
        .and_then(toml::Value::as_table)
        .into_iter()
        .flat_map(|targets| targets.values());
    let everywhere = package.manifest.get(table);
    everywhere
        .into_iter()
        .chain(targets.filter_map(|target| target.get(table)))
        .filter_map(toml::Value::as_table)
        .flat_map(|entries| {
            entries.iter().map(|(key, value)| {
                value
                    .get("package")
                    .and_then(toml::Value::as_str)
                    .unwrap_or(key)
                    .to_owned()
            })
        })
        .collect()
}
