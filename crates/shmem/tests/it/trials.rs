//! All tests: bodies in every placement, and tests that observe jobs from outside.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::bodies::{BODIES, Body, Scope};
use crate::job::{Job, NODE_OF_RANKS, Start};
use crate::sandbox::CONTAINER;
use crate::{endings, faults, launched, load, refusals, standstill, strangers, waiting};

/// Numbers of PEs and nodes: one node, a node for each PE, and mixed.
const PLACEMENTS: &[(u32, u32)] = &[
    (1, 1),
    (2, 1),
    (3, 1),
    (5, 1),
    (8, 1),
    (2, 2),
    (3, 3),
    (5, 5),
    (8, 8),
    (3, 2),
    (5, 2),
    (8, 3),
];

/// Environment variables.
type Env = &'static [(&'static str, &'static str)];

/// Unusual settings of the network, each with its PEs and nodes. Settings with many losses have a
/// core for each PE: without one, each lost packet is waited for longer.
const VARIANTS: &[(&str, Env, (u32, u32))] = &[
    ("without a helper", &[("FARREACH_HELPER", "off")], (5, 2)),
    ("with a loss of 5 %", &[("FARREACH_LOSS", "0.05")], (5, 2)),
    ("with a loss of 20 %", &[("FARREACH_LOSS", "0.2")], (2, 2)),
    (
        "with packets of 1024 bytes",
        &[("FARREACH_MTU", "1024")],
        (5, 2),
    ),
    (
        "where mistakes are looked for",
        &[("FARREACH_DEBUG", "on")],
        (5, 2),
    ),
    (
        "with flat collectives",
        &[("FARREACH_COLLECTIVES", "flat")],
        (5, 2),
    ),
    (
        "with a queue pair for each size",
        &[("FARREACH_REACH", "rc-msrq")],
        (5, 2),
    ),
    ("over exrc", &[("FARREACH_REACH", "exrc")], (5, 2)),
    ("over sxrc", &[("FARREACH_REACH", "sxrc")], (8, 3)),
    (
        "over sxrc without a helper",
        &[("FARREACH_REACH", "sxrc"), ("FARREACH_HELPER", "off")],
        (5, 2),
    ),
    (
        "over sxrc by the map, with a loss of 5 %",
        &[
            ("FARREACH_REACH", "sxrc"),
            ("FARREACH_SETUP", "predefined"),
            ("FARREACH_LOSS", "0.05"),
        ],
        (5, 2),
    ),
    ("by servers", &[("FARREACH_REACH", "server")], (8, 3)),
    (
        "by servers that look all the time",
        &[("FARREACH_REACH", "server"), ("FARREACH_SERVER", "polling")],
        (5, 2),
    ),
    (
        "with datagrams first",
        &[("FARREACH_HYBRID_OPS", "3")],
        (5, 2),
    ),
    (
        "with datagrams first over sxrc, with a loss of 5 %",
        &[
            ("FARREACH_HYBRID_OPS", "5"),
            ("FARREACH_REACH", "sxrc"),
            ("FARREACH_LOSS", "0.05"),
        ],
        (5, 2),
    ),
    (
        "with two queue pairs each",
        &[("FARREACH_QPS", "2"), ("FARREACH_QP_KEEP", "1")],
        (5, 5),
    ),
    (
        "with three queue pairs on a node, over exrc",
        &[
            ("FARREACH_NODE_QPS", "3"),
            ("FARREACH_QP_KEEP", "1"),
            ("FARREACH_REACH", "exrc"),
        ],
        (5, 2),
    ),
    (
        "without queue pairs",
        &[("FARREACH_CREATE_FAIL", "1")],
        (5, 2),
    ),
    (
        "with half of the queue pairs refused",
        &[("FARREACH_CREATE_FAIL", "0.5")],
        (5, 2),
    ),
    (
        "connected serially, at a cost",
        &[
            ("FARREACH_PROTOCOL", "serial"),
            ("FARREACH_CREATE_COST", "367"),
            ("FARREACH_TRANSITION_COST", "105"),
        ],
        (5, 2),
    ),
    (
        "all connected at the start",
        &[("FARREACH_SETUP", "static")],
        (5, 2),
    ),
    (
        "all connected at the start, over sxrc",
        &[("FARREACH_SETUP", "static"), ("FARREACH_REACH", "sxrc")],
        (8, 3),
    ),
    ("in uneven blocks", &[(NODE_OF_RANKS, "0,0,0,0,1")], (5, 2)),
    ("dealt out in turn", &[(NODE_OF_RANKS, "0,1,0,1,0")], (5, 2)),
    (
        "dealt out in turn, over sxrc",
        &[
            (NODE_OF_RANKS, "0,1,2,0,1,2,0,1"),
            ("FARREACH_REACH", "sxrc"),
        ],
        (8, 3),
    ),
    (
        "dealt out at random, by servers",
        &[
            (NODE_OF_RANKS, "0,1,0,2,2,1,0,2"),
            ("FARREACH_REACH", "server"),
        ],
        (8, 3),
    ),
    ("in a container", &[(CONTAINER, "1")], (5, 2)),
    (
        "without a helper and with a loss of 10 %",
        &[("FARREACH_HELPER", "off"), ("FARREACH_LOSS", "0.1")],
        (2, 2),
    ),
];

/// Settings for accumulates alone: the protocols beside the default.
const PROTOCOLS: &[(&str, Env, (u32, u32))] = &[
    ("under locks", &[("FARREACH_ACCUMULATE", "lock")], (8, 3)),
    (
        "under locks without a helper",
        &[("FARREACH_ACCUMULATE", "lock"), ("FARREACH_HELPER", "off")],
        (5, 2),
    ),
    (
        "under locks, with a loss of 5 %",
        &[("FARREACH_ACCUMULATE", "lock"), ("FARREACH_LOSS", "0.05")],
        (5, 5),
    ),
    (
        "under locks, by servers",
        &[
            ("FARREACH_ACCUMULATE", "lock"),
            ("FARREACH_REACH", "server"),
        ],
        (5, 2),
    ),
    (
        "under locks, without queue pairs",
        &[
            ("FARREACH_ACCUMULATE", "lock"),
            ("FARREACH_CREATE_FAIL", "1"),
        ],
        (5, 2),
    ),
    (
        "under locks, with two queue pairs each",
        &[
            ("FARREACH_ACCUMULATE", "lock"),
            ("FARREACH_QPS", "2"),
            ("FARREACH_QP_KEEP", "1"),
        ],
        (5, 5),
    ),
    ("by atomics", &[("FARREACH_ACCUMULATE", "atomics")], (8, 3)),
    (
        "by the target alone",
        &[("FARREACH_ACCUMULATE", "target")],
        (5, 2),
    ),
];

/// Runs the tests that the command line asks for.
pub(crate) fn run() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for body in BODIES {
        for &(ranks, nodes) in PLACEMENTS {
            trials.push(trial(body, ranks, nodes, "", &[]));
        }
        let protocols = if body.name.starts_with("accumulates") {
            PROTOCOLS
        } else {
            &[]
        };
        for &(variant, env, (ranks, nodes)) in VARIANTS.iter().chain(protocols) {
            let suits = match body.scope {
                Scope::All => true,
                Scope::NeedsHelper => !variant.contains("without a helper"),
                Scope::SameEverywhere => false,
            };
            if suits {
                trials.push(trial(body, ranks, nodes, variant, env));
            }
        }
    }
    for (name, test) in [
        endings::TESTS,
        faults::TESTS,
        launched::TESTS,
        load::TESTS,
        refusals::TESTS,
        standstill::TESTS,
        strangers::TESTS,
        waiting::TESTS,
    ]
    .concat()
    {
        trials.push(Trial::test(name, move || {
            test();
            Ok(())
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(body: &'static Body, ranks: u32, nodes: u32, variant: &str, env: Env) -> Trial {
    let mut name = format!("{}: {ranks} PEs on {nodes} nodes", body.name);
    if !variant.is_empty() {
        name = format!("{name} {variant}");
    }
    Trial::test(name, move || {
        let start = Start {
            body: body.name,
            ranks,
            nodes,
            env,
        };
        let ended = Job::start(start).end();
        if ended.code == 0 && ended.stats.len() == ranks as usize {
            return Ok(());
        }
        let stdout = ended.stdout.join("\n");
        let text = format!("exit code {}\n{stdout}\n{}", ended.code, ended.stderr);
        Err(Failed::from(text))
    })
}
