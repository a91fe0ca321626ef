#[cfg(debug_assertions)]
use crate::prove::prove_with;
use std::time::Duration;

use farreach_patterns::{Exchange, Options, Pattern, Places, Sums};

use crate::{
    Cores, Depth, Machine, PRESETS, Protocol, Rate, Reach, Report, Request, RunError, Setup, Tried,
    papers, prove,
};

fn request(pattern: Pattern, size: u32, nodes: u32, sums: Sums) -> Option<Request> {
    let options = Options {
        sums,
        degree: 4,
        ..Options::default()
    };
    let exchange = Exchange::new(pattern, Places::new(size, nodes).unwrap(), options).ok()?;
    Some(Request {
        exchange,
        reach: Reach::Rc,
        setup: Setup::OnDemand,
        protocol: Protocol::Overlap,
        machine: Machine::preset("chinook").unwrap(),
        depth: None,
        seed: 7,
        handshakes: None,
        live_bytes: || 0,
    })
}

fn at(request: &Request, depth: Depth) -> Report {
    let request = Request {
        depth: Some(depth),
        ..request.clone()
    };
    request.predict().unwrap()
}

/// The connection managers make the connections that the routes say, and a second run is the same to
/// the byte.
#[test]
fn outline_makes_the_connections_that_count_says() {
    let mut compared = 0;
    for pattern in Pattern::all() {
        for (size, nodes, sums) in [
            (16, 4, Sums::NodeTree),
            (25, 4, Sums::Tree),
            (64, 8, Sums::RecursiveDoubling),
        ] {
            let Some(mut request) = request(pattern, size, nodes, sums) else {
                continue;
            };
            for reach in [Reach::Rc, Reach::RcMsrq, Reach::Server] {
                request.reach = reach;
                let counted = at(&request, Depth::Count);
                let simulated = at(&request, Depth::Outline);
                compared += 1;
                assert_eq!(
                    counted.queue_pairs, simulated.queue_pairs,
                    "{pattern} {reach}"
                );
                assert_eq!(counted.node_queue_pairs, simulated.node_queue_pairs);
                assert_eq!(counted.peers, simulated.peers);
                assert_eq!(simulated.text(), at(&request, Depth::Outline).text());
                assert_eq!(simulated.json(), at(&request, Depth::Outline).json());
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Engines and adapters make the connections of the managers alone, and take the same time.
#[test]
fn exact_and_outline_agree() {
    let mut compared = 0;
    for pattern in Pattern::all() {
        for (size, nodes, reach, machine) in [
            (16, 4, Reach::Rc, "chinook"),
            (16, 4, Reach::RcMsrq, "chinook"),
            (16, 16, Reach::Exrc, "chinook"),
            (25, 4, Reach::Server, "chinook"),
            (64, 8, Reach::Rc, "chinook"),
            (64, 8, Reach::Rc, "soft"),
            // Connections cost nothing.
            (64, 8, Reach::Rc, "hopper"),
            // Adapters forget the contexts of queue pairs.
            (64, 8, Reach::Rc, "koop2008"),
        ] {
            let Some(mut request) = request(pattern, size, nodes, Sums::Tree) else {
                continue;
            };
            request.reach = reach;
            request.machine = Machine::preset(machine).unwrap();
            let outline = at(&request, Depth::Outline);
            let exact = at(&request, Depth::Exact);
            assert_eq!(outline.queue_pairs, exact.queue_pairs, "{pattern} {reach}");
            assert_eq!(outline.node_queue_pairs, exact.node_queue_pairs);
            let [one, other] = [&outline, &exact].map(|report| report.pattern_us.unwrap());
            assert!(
                (other / one - 1.0).abs() < 0.05,
                "{pattern} {size} {reach} {machine}: {one} and {other} us"
            );
            compared += 1;
        }
    }
    assert!(compared > 80, "{compared}");
    let mut request = request(Pattern::Stencil2d, 1024, 32, Sums::Tree).unwrap();
    request.machine = Machine::preset("soft").unwrap();
    let [outline, exact] = [Depth::Outline, Depth::Exact].map(|depth| at(&request, depth));
    assert_eq!(outline.queue_pairs, exact.queue_pairs);
    let [one, other] = [outline, exact].map(|report| report.pattern_us.unwrap());
    assert!((other / one - 1.0).abs() < 0.05, "{one} and {other} us");
}

/// A machine whose other costs are nothing beside those of the closed forms.
fn costless(change: impl FnOnce(&mut Machine)) -> Machine {
    let mut machine = Machine::preset("chinook").unwrap();
    for cost in [
        &mut machine.adapter.create,
        &mut machine.adapter.transitions,
        &mut machine.adapter.atomic,
        &mut machine.node.overhead,
        &mut machine.node.latency,
        &mut machine.network.latency,
        &mut machine.network.message,
    ] {
        cost.value = Duration::ZERO;
    }
    change(&mut machine);
    machine
}

/// Asserts that both depths take a time. Headers of packets are some bytes more.
#[track_caller]
fn takes(request: &Request, expected_us: f64) {
    for depth in [Depth::Outline, Depth::Exact] {
        let us = at(request, depth).pattern_us.unwrap();
        assert!(
            (us / expected_us - 1.0).abs() < 5e-3,
            "{} at depth {depth}: {us} us, and not {expected_us}",
            request.exchange.name()
        );
    }
}

/// Each process draws as many numbers as the degree says, and the unit of process 0 serves one after the other.
#[test]
fn a_counter_takes_the_time_of_its_atomic_unit() {
    let mut request = request(Pattern::Counter, 9, 9, Sums::None).unwrap();
    request.machine = costless(|machine| machine.adapter.atomic.value = Duration::from_micros(50));
    takes(&request, 8.0 * 4.0 * 50.0);
    // With an answer that takes longer than all other numbers, each waits for its own.
    request.machine = costless(|machine| {
        machine.adapter.atomic.value = Duration::from_micros(5);
        machine.network.latency.value = Duration::from_millis(1);
    });
    takes(&request, 4.0 * 2000.0 + 8.0 * 5.0);
}

/// The cores of a node serve its processes in turns.
#[test]
fn messages_take_the_time_of_the_cores() {
    let mut request = request(Pattern::AllToAll, 16, 2, Sums::None).unwrap();
    for cores in [1, 2, 4] {
        request.machine = costless(|machine| {
            machine.node.cores.value = Cores(cores);
            machine.node.overhead.value = Duration::from_micros(100);
        });
        // What 8 processes send and take: 15 messages each way.
        let expected = 8.0 * 2.0 * 15.0 * 100.0 / f64::from(cores);
        for depth in [Depth::Outline, Depth::Exact] {
            let us = at(&request, depth).pattern_us.unwrap();
            assert!(
                (us / expected - 1.0).abs() < 0.1,
                "{cores} {depth}: {us} us, and not {expected}"
            );
        }
    }
}

/// Short messages don't wait for the long ones of others: a link gives each its share.
#[test]
fn transfers_of_a_node_share_its_link() {
    let mut request = request(Pattern::OneToAll, 9, 9, Sums::None).unwrap();
    request.machine = costless(|machine| machine.network.bandwidth.value = Rate(1e6));
    request.exchange = {
        let options = Options {
            bytes: 50_000,
            ..Options::default()
        };
        Exchange::new(Pattern::OneToAll, Places::new(9, 9).unwrap(), options).unwrap()
    };
    // 8 messages of 50 ms each leave at once, and all end at the end.
    takes(&request, 400_000.0);
    let report = at(&request, Depth::Outline);
    let mean = report.pattern_mean_us.unwrap();
    assert!(
        (mean / (400_000.0 * 8.0 / 9.0) - 1.0).abs() < 1e-3,
        "{mean}"
    );
}

/// With a static set-up each depth has all connections, and as much time for them.
#[test]
fn static_connections_take_the_time_of_the_adapter() {
    let mut request = request(Pattern::Ep, 32, 4, Sums::Tree).unwrap();
    request.setup = Setup::Static;
    for (reach, each) in [(Reach::Rc, 24), (Reach::RcMsrq, 144), (Reach::Sxrc, 3)] {
        request.reach = reach;
        let counted = at(&request, Depth::Count);
        let simulated = at(&request, Depth::Outline);
        assert_eq!(counted.queue_pairs.max, each, "{reach}");
        assert_eq!(counted.queue_pairs, simulated.queue_pairs, "{reach}");
        let times = [counted, simulated].map(|report| report.start_up.connections_us);
        // The simulation has messages as well, and its adapters are not busy all the time.
        assert!(
            times[1] >= times[0] && times[1] < 1.3 * times[0],
            "{reach}: {times:?}"
        );
    }
    request.setup = Setup::OnDemand;
    let on_demand = at(&request, Depth::Outline).start_up;
    assert!(on_demand.connections_us == 0.0 && on_demand.exchange_us == 0.0);
    assert!(at(&request, Depth::Outline).pattern_us > Some(0.0));
}

#[test]
fn what_can_not_be_is_refused_by_name() {
    let mut request = request(Pattern::AllToAll, 20_000, 100, Sums::None).unwrap();
    request.depth = Some(Depth::Outline);
    let error = request.predict().unwrap_err();
    assert!(matches!(error, RunError::Beyond { .. }));
    assert!(
        error.to_string().contains("choose --depth count"),
        "{error}"
    );
    request.setup = Setup::Predefined;
    assert!(request.predict().unwrap_err().to_string().contains("sxrc"));
    let (_, chinook) = PRESETS.iter().find(|(name, _)| *name == "chinook").unwrap();
    for (from, to, says) in [
        ("transitions =", "transition =", "transition"),
        ("[memory]", "[memory]\nrainbow = 1", "rainbow"),
        ("unit = \"us\"", "unit = \"MB/s\"", "ns, us, ms or s"),
        ("value = 367.0", "value = -1.0", "0 or more"),
        (
            "value = 8, unit",
            "value = 0, unit",
            "a whole number from 1 on",
        ),
        ("atomic =", "# atomic =", "missing field `atomic`"),
        ("overhead =", "# overhead =", "missing field `overhead`"),
        ("algorithm = \"tree\"", "algorithm = \"gossip\"", "gossip"),
        (
            "source = \"000, Fig. 5: get\"",
            "source = \" \"",
            "without a source",
        ),
    ] {
        assert!(chinook.contains(from), "{from}");
        let error = Machine::read("mine.toml", &chinook.replacen(from, to, 1)).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(says) && text.contains("mine.toml"), "{text}");
    }
    let without = chinook.replace("process = { value", "# process = { value");
    let text = Machine::read("mine.toml", &without)
        .unwrap_err()
        .to_string();
    assert!(text.contains("missing field `process`"), "{text}");
    for (name, text) in PRESETS {
        assert_eq!(Machine::read(name, text).unwrap().name, name);
    }
}

/// Every figure has a row, each large deviation a reason, and the first targets are exact.
#[test]
#[expect(
    clippy::float_cmp,
    reason = "written figures of two digits, and copies of them"
)]
fn published_figures_stand_beside_ours() {
    let comparison = papers::compare(&[]).unwrap();
    for row in &comparison.rows {
        let is_large = row
            .deviation_percent
            .is_none_or(|percent| percent.abs() > papers::DEVIATION_MAX_PERCENT);
        let is_explained = !row.reason.is_empty();
        assert!(!is_large || is_explained, "{row:?}");
        assert_eq!(row.ours.is_some(), row.how.is_some(), "{row:?}");
        let is_left_out = row.reason.contains("nothing here computes it");
        assert!(!is_left_out, "{row:?}");
        let is_table_3 = row.source.starts_with("001") && row.table == "Table III";
        if is_table_3 && !(row.row == "IS" && row.column.contains("SXRC")) {
            let is_rounded_six_times = row.row == "CG" && row.published == 23.28;
            assert!(
                row.ours == Some(row.published) || is_rounded_six_times,
                "{row:?}"
            );
        }
        if is_table_3 && row.column.contains("SXRC, avg") {
            assert!(row.deviation_percent.unwrap().abs() < 25.0, "{row:?}");
        }
        if row.row == "Lennard Jones" {
            assert_eq!(row.ours, Some(row.published), "{row:?}");
        }
        if row.row == "RandomAccess" {
            assert!(row.deviation_percent.unwrap().abs() < 1.0, "{row:?}");
        }
    }
    let known = |word: &str| {
        let found = comparison.contradictions.iter();
        assert!(
            found.into_iter().any(|one| one.what.contains(word)),
            "{word}"
        );
    };
    known("3,136");
    known("flatpase");
    known("LU of 1024");
    // A published figure moves its deviation, and nothing of ours.
    let changed = papers::PUBLISHED.map(|(name, text)| {
        let changed = text.replace(
            "peers = { avg = 6.88, max = 7 }",
            "peers = { avg = 8.0, max = 7 }",
        );
        (name, changed)
    });
    let changed: Vec<(&str, &str)> = changed
        .iter()
        .map(|(name, text)| (*name, &**text))
        .collect();
    let changed = papers::compare_with(&changed, &[]).unwrap();
    assert_eq!(changed.rows.len(), comparison.rows.len());
    let mut differ = 0;
    for (one, other) in comparison.rows.iter().zip(&changed.rows) {
        assert_eq!(
            (one.ours, one.how, &one.reason),
            (other.ours, other.how, &other.reason)
        );
        differ += usize::from(one.published != other.published);
        assert_eq!(
            one.published == other.published,
            one.deviation_percent == other.deviation_percent
        );
    }
    assert_eq!(differ, 1);
    let page = papers::page(&comparison);
    assert!(page.html.contains("001-xrc-table-iii.svg") && page.pictures.len() > 6);
}

/// Random jobs under faults, each seed the same again.
#[test]
fn jobs_end_whatever_the_network_does() {
    let run = |seeds: std::ops::Range<u64>| {
        let mut tried = Tried::default();
        for seed in seeds {
            if let Err(failure) = prove(seed, &mut tried) {
                panic!("{failure}");
            }
        }
        tried
    };
    let tried = run(0..300);
    assert!(tried.exact > 80, "{tried:?}");
    assert!(
        tried.retransmitted > 1000 && tried.connections > 5000,
        "{tried:?}"
    );
    assert_eq!(run(0..20), run(0..20));
}

/// A bug that a test plants in the connection managers is found.
#[cfg(debug_assertions)]
#[test]
fn planted_bugs_are_found() {
    use farreach_connect::Bug;
    for bug in [Bug::Collision, Bug::NoRetransmission] {
        let mut tried = Tried::default();
        let found = (0..100).find_map(|seed| prove_with(bug, seed, &mut tried).err());
        let failure = found
            .unwrap_or_else(|| panic!("{bug:?} is not found"))
            .to_string();
        assert!(
            failure.contains("replay: farreach sim prove --seeds 1 --seed "),
            "{failure}"
        );
    }
}
