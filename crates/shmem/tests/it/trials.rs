//! All tests: bodies in placements and variants, and tests that observe jobs from outside.
//!
//! There are some 2,700 pairs of a body and a placement or variant. A run takes all bodies in
//! [`ALWAYS`], and [draws](Draw) one in [`DRAWN`] of the other pairs. A run whose command line names tests draws nothing: it
//! takes all that match.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::bodies::{BODIES, Body, Scope};
use crate::draw::{CHOICE, Draw};
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

/// The placements in which every run has every body: several PEs on a node, a node for each PE, and both.
const ALWAYS: &[(u32, u32)] = &[(3, 1), (2, 2), (8, 3)];

/// One in so many of the other trials is drawn.
const DRAWN: u64 = 16;

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
        "with atomics of the owner's processor",
        &[("FARREACH_SOFT_WITHOUT", "all")],
        (5, 2),
    ),
    (
        "with atomics of the adapter",
        &[
            ("FARREACH_SOFT_WITHOUT", OF_THE_STANDARD),
            ("FARREACH_ATOMICS", "adapter"),
        ],
        (5, 2),
    ),
    (
        "with all atomics of the adapter, with a loss of 5 %",
        &[
            ("FARREACH_SOFT_WITHOUT", "coherent-atomics"),
            ("FARREACH_ATOMICS", "adapter"),
            ("FARREACH_LOSS", "0.05"),
        ],
        (8, 3),
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

/// What an adapter lacks that has only the standard's operations.
const OF_THE_STANDARD: &str =
    "keyed-check,lists,blocks,coherent-atomics,extended-atomics,sparse-regions,announced-writes";

/// Bodies of transfers that travel like those of other bodies: shapes, pieces and accumulates. Names that begin so.
const SIMILAR: [&str; 2] = ["shapes", "accumulates"];

/// What these bodies run in: of each kind of placement the smallest and the largest.
const PLACEMENTS_OF_SIMILAR: &[(u32, u32)] = &[(1, 1), (3, 1), (2, 2), (5, 5), (8, 3)];

/// The variants of these bodies: each reach, each way of making progress, and each way without a connection of its
/// own.
const VARIANTS_OF_SIMILAR: &[&str] = &[
    "without a helper",
    "with a loss of 5 %",
    "with packets of 1024 bytes",
    "over exrc",
    "over sxrc by the map, with a loss of 5 %",
    "by servers",
    "with datagrams first over sxrc, with a loss of 5 %",
    "with two queue pairs each",
    "without queue pairs",
    "with atomics of the owner's processor",
    "with atomics of the adapter",
    "in a container",
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
    for name in VARIANTS_OF_SIMILAR {
        let is_there = VARIANTS.iter().any(|(variant, ..)| variant == name);
        assert!(is_there, "there is no variant {name:?}");
    }
    let draw = Draw::new(arguments.filter.is_some() || arguments.list);
    let mut trials = Vec::new();
    for body in BODIES {
        let is_similar = SIMILAR.iter().any(|kind| body.name.starts_with(kind));
        let placements = if is_similar {
            PLACEMENTS_OF_SIMILAR
        } else {
            PLACEMENTS
        };
        for &(ranks, nodes) in placements {
            let is_always = ALWAYS.contains(&(ranks, nodes));
            let trial = trial(body, ranks, nodes, "", &[]);
            if is_always || draw.has(trial.name(), DRAWN) {
                trials.push(trial);
            }
        }
        let is_variant = |name| !is_similar || VARIANTS_OF_SIMILAR.contains(&name);
        let variants = VARIANTS.iter().filter(|(name, ..)| is_variant(name));
        let protocols = if body.name.starts_with("accumulates") {
            PROTOCOLS
        } else {
            &[]
        };
        for &(variant, env, (ranks, nodes)) in variants.chain(protocols) {
            let suits = match body.scope {
                Scope::All => true,
                Scope::NeedsHelper => !variant.contains("without a helper"),
                Scope::SameEverywhere => false,
            };
            if suits {
                let trial = trial(body, ranks, nodes, variant, env);
                if draw.has(trial.name(), DRAWN) {
                    trials.push(trial);
                }
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
    if let Draw::By(text) = draw {
        println!("drawn by {CHOICE}={text}; {CHOICE}=all runs every trial");
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
