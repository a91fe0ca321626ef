//! 003: S. Chakraborty, H. Subramoni, J. Perkins, A. A. Awan, D. K. Panda, "On-demand Connection
//! Management for OpenSHMEM and OpenSHMEM+MPI" (2015).

use farreach_connect::Protocol;
use farreach_engine::{Reach, Setup};
use farreach_patterns::{Class, Exchange, Options, Pattern, Places, Sums};

use super::How;
use super::book::{At, Book, BookError, Ours};
use crate::machine::Machine;
use crate::run::{Depth, Report, Request, Spread};

/// Processes of a node at start-up, and with applications.
const STARTING: u32 = 16;
const WORKING: u32 = 8;

pub(super) fn compare(book: &mut Book) -> Result<(), BookError> {
    book.condition("placement");
    book.condition("graph500");
    book.condition("peers.processes");
    book.condition("peers.projected_from");
    book.condition("peers.projected_to");
    book.condition("connections");
    start(book)?;
    peers(book)?;
    for (path, row, column, reason) in [
        (
            "headline.nas_execution_time_improvement_percent.0",
            "NAS kernels, class B, 256 processes",
            "percent less time, least",
            "published is a time on that cluster",
        ),
        (
            "headline.nas_execution_time_improvement_percent.1",
            "NAS kernels, class B, 256 processes",
            "percent less time, most",
            "published is a time on that cluster",
        ),
        (
            "headline.microbenchmark_difference_percent_max",
            "put, get, atomics and collectives",
            "percent, on demand against static",
            "published is an upper bound of what was seen",
        ),
        (
            "headline.graph500_difference_percent_max",
            "Graph500",
            "percent, on demand against static",
            "published is an upper bound of what was seen",
        ),
    ] {
        let at = At {
            table: "text",
            row,
            column,
        };
        book.row(path, at, Ours::none(reason))?;
    }
    Ok(())
}

/// The start of 8,192 processes, 16 a node.
fn start(book: &mut Book) -> Result<(), BookError> {
    let machine = Machine::preset("stampede").expect("a preset");
    let at_start = |setup, depth| -> Result<Report, crate::RunError> {
        let places = Places::by_node(8192, STARTING).expect("16 a node");
        let options = Options {
            sums: Sums::Tree,
            ..Options::default()
        };
        let exchange = Exchange::new(Pattern::Ep, places, options).expect("a power of two");
        Request {
            exchange,
            reach: Reach::Rc,
            setup,
            protocol: Protocol::Overlap,
            machine: machine.clone(),
            depth: Some(depth),
            seed: 1,
            handshakes: None,
            live_bytes: || 0,
        }
        .predict()
    };
    let first = at_start(Setup::Static, Depth::Count);
    let second = at_start(Setup::OnDemand, Depth::Outline);
    let (init, hello) = match (first, second) {
        (Ok(all), Ok(on_demand)) => {
            // Initialisation is the time inside of the process.
            let inside = |report: &Report| report.start_up.total_us - report.start_up.spawn_us;
            let init = inside(&all) / inside(&on_demand);
            // A barrier ends the program. On demand its endpoints have to be known first.
            let known = all.start_up.total_us - all.start_up.connections_us;
            let barrier = on_demand.pattern_us.unwrap_or(0.0);
            let hello = all.start_up.total_us / (known + barrier);
            let breakdown = format!(
                "static: {:.1} ms of exchange and {:.1} s of connections; on demand: {:.1} ms of memory and {:.1} ms of endpoints. The \
                 adapter's costs are those of 000, one queue pair after the other for the 16 processes of a node; a newer adapter is faster",
                all.start_up.exchange_us / 1e3,
                all.start_up.connections_us / 1e6,
                on_demand.start_up.memory_us / 1e3,
                on_demand.start_up.endpoint_us / 1e3,
            );
            let barrier = format!(
                "hello on demand waits for the exchange and for a barrier over a tree ({:.1} ms with its connections). {breakdown}",
                barrier / 1e3
            );
            (
                Ours::new(How::Computed, init).because(breakdown),
                Ours::new(How::Simulated, hello).because(barrier),
            )
        }
        (Err(error), _) | (_, Err(error)) => {
            (Ours::none(error.to_string()), Ours::none(error.to_string()))
        }
    };
    let at = |row| At {
        table: "Fig. 5",
        row,
        column: "times faster on demand, 8,192 processes",
    };
    book.row("headline.init_speedup_8192", at("initialisation"), init)?;
    book.row(
        "headline.hello_world_speedup_8192",
        at("hello world"),
        hello,
    )
}

/// A benchmark of Table I, with the collective that is compared.
const TABLE: [(&str, &str, Pattern, Sums); 5] = [
    ("bt", "BT", Pattern::Bt, Sums::RecursiveDoubling),
    ("ep", "EP", Pattern::Ep, Sums::RecursiveDoubling),
    ("mg", "MG", Pattern::Mg, Sums::RecursiveDoubling),
    ("sp", "SP", Pattern::Sp, Sums::RecursiveDoubling),
    ("heat_2d", "2D Heat", Pattern::Heat2d, Sums::Tree),
];

/// Mean peers of a process.
fn mean_peers(pattern: Pattern, size: u32, sums: Sums) -> f64 {
    let places = Places::by_node(size, WORKING).expect("8 a node");
    let options = Options {
        sums,
        class: Class::B,
        ..Options::default()
    };
    let exchange = Exchange::new(pattern, places, options).expect("64 and 1,024 fit");
    let peers: Vec<u64> = (0..size)
        .map(|rank| exchange.peers(rank).len() as u64)
        .collect();
    Spread::of(&peers).mean
}

/// Table I.
fn peers(book: &mut Book) -> Result<(), BookError> {
    let mut most: f64 = 0.0;
    for (key, name, pattern, chosen) in TABLE {
        for (nth, size) in [64, 1024].into_iter().enumerate() {
            let all = [Sums::RecursiveDoubling, Sums::Tree, Sums::NodeTree];
            let others: Vec<String> = all
                .into_iter()
                .filter(|&sums| sums != chosen)
                .map(|sums| format!("{sums}: {:.2}", mean_peers(pattern, size, sums)))
                .collect();
            let value = mean_peers(pattern, size, chosen);
            most = most.max(value);
            let others = others.join(", ");
            // EP's figures are half of the partners of its sums.
            let is_halved = matches!(pattern, Pattern::Ep | Pattern::Bt | Pattern::Sp);
            let (value, reason) = if is_halved {
                let reason = format!(
                    "sums by {chosen}, whose pairs are counted once, at the process that connects; counted at both ends {value:.2}; {others}"
                );
                let neighbours = mean_peers(pattern, size, Sums::None);
                (f64::midpoint(neighbours, value), reason)
            } else {
                (value, format!("sums by {chosen}; {others}"))
            };
            let column = format!("mean peers of {size} processes");
            let at = At {
                table: "Table I",
                row: name,
                column: &column,
            };
            let ours = Ours::new(How::Fitted, value).because(reason);
            book.row(&format!("peers.{key}.{nth}"), at, ours)?;
        }
    }
    let at = At {
        table: "Fig. 9",
        row: "all applications, 1,024 processes",
        column: "percent fewer endpoints, at least",
    };
    let ours = 100.0 * (1.0 - most / 1023.0);
    book.row(
        "headline.endpoint_reduction_percent_1024",
        at,
        Ours::new(How::Computed, ours),
    )
}
