//! 000: the on-demand connections of ARMCI over InfiniBand (2010).

use std::collections::BTreeSet;

use farreach_connect::{CONNECT_OVERHEAD, Protocol};
use farreach_engine::{Reach, Setup};
use farreach_patterns::{Exchange, Options, Pattern, Places};

use super::How;
use super::book::{At, Book, BookError, Ours};
use crate::machine::Machine;
use crate::outline::{self, SEGMENT_INFO};
use crate::prove::Faults;
use crate::scene::Scene;

/// Processes and nodes of Tables I to IV.
const SIZES: [(u32, u32); 6] = [
    (128, 22),
    (256, 44),
    (512, 88),
    (1024, 176),
    (2048, 352),
    (4096, 704),
];

pub(super) fn compare(book: &mut Book) -> Result<(), BookError> {
    book.condition("placement");
    book.condition("client_to_server.processes");
    book.condition("connect_time.processes");
    book.condition("headline.random_access_updates_coalesced");
    inputs(book)?;
    connect_time(book)?;
    benchmarks(book)?;
    stomp(book)?;
    for (path, table, row, column) in [
        ("peak_bandwidth_mb_s.put", "Fig. 6", "put", "MB/s"),
        (
            "peak_bandwidth_mb_s.accumulate",
            "Fig. 7",
            "accumulate",
            "MB/s",
        ),
        (
            "peak_bandwidth_mb_s.get_strided.on_demand",
            "Fig. 8",
            "get, strided",
            "MB/s, on demand",
        ),
        (
            "peak_bandwidth_mb_s.get_strided.static",
            "Fig. 8",
            "get, strided",
            "MB/s, static",
        ),
        (
            "peak_bandwidth_mb_s.put_strided.on_demand",
            "Fig. 9",
            "put, strided",
            "MB/s, on demand",
        ),
        (
            "peak_bandwidth_mb_s.put_strided.static",
            "Fig. 9",
            "put, strided",
            "MB/s, static",
        ),
        (
            "peak_bandwidth_mb_s.accumulate_strided.on_demand",
            "Fig. 10",
            "accumulate, strided",
            "MB/s, on demand",
        ),
        (
            "peak_bandwidth_mb_s.accumulate_strided.static",
            "Fig. 10",
            "accumulate, strided",
            "MB/s, static",
        ),
        (
            "put_latency_8_bytes_us.static",
            "Fig. 11",
            "put of 8 bytes",
            "us, static",
        ),
        (
            "headline.random_access_gups_difference_percent.0",
            "text",
            "RandomAccess, difference of updates",
            "percent, least",
        ),
        (
            "headline.random_access_gups_difference_percent.1",
            "text",
            "RandomAccess, difference of updates",
            "percent, most",
        ),
    ] {
        let at = At { table, row, column };
        let reason = "a property of adapters and hosts of 2010";
        book.row(path, at, Ours::none(reason))?;
    }
    Ok(())
}

/// Figures that predictions take as costs.
fn inputs(book: &mut Book) -> Result<(), BookError> {
    for (path, table, row, column) in [
        (
            "connection.bytes_per_rc_connection_max",
            "text",
            "memory of a connection",
            "bytes, at most",
        ),
        (
            "connection.create_and_reset_to_init_us",
            "text",
            "create, RESET to INIT",
            "us",
        ),
        (
            "connection.init_to_rtr_and_rtr_to_rts_us",
            "text",
            "INIT to RTR, RTR to RTS",
            "us",
        ),
        (
            "connection.extra_message_overhead_us_max",
            "text",
            "extra message",
            "us, at most",
        ),
        ("peak_bandwidth_mb_s.get", "Fig. 5", "get", "MB/s"),
        (
            "put_latency_8_bytes_us.on_demand",
            "Fig. 11",
            "put of 8 bytes",
            "us, on demand",
        ),
    ] {
        let reason =
            "a cost of the machine description chinook: predictions take it, and don't make it";
        book.row(path, At { table, row, column }, Ours::none(reason))?;
    }
    let at = At {
        table: "text",
        row: "connection information",
        column: "bytes",
    };
    let ours = Ours::new(How::Computed, (CONNECT_OVERHEAD + SEGMENT_INFO.len()) as f64).because(
        "a connect message at its longest: the ends of up to six queue pairs, the lane, numbers against loss and repetition, addresses and keys of segments, and a MAC; published is what one queue pair needs, lid and numbers",
    );
    book.row("connection.connection_info_bytes", at, ours)
}

/// Fig. 12, in both readings: one client with all servers, one set-up after the other; and all
/// clients with one server. The serialized server is done with one client before it begins with the
/// next. That of the overlap protocol returns to its queue as soon as a queue pair exists (section III).
fn connect_time(book: &mut Book) -> Result<(), BookError> {
    let machine = Machine::preset("chinook").expect("a preset");
    for (column, size) in [(0, 2), (1, 4096)] {
        for (key, protocol) in [
            ("static_us", Protocol::Serial),
            ("on_demand_us", Protocol::Overlap),
        ] {
            for (reading, pattern) in [
                ("one client, all servers", Pattern::OneToAll),
                ("all clients, one server", Pattern::AllToOne),
            ] {
                let places = Places::new(size, size).expect("each on its own node");
                let options = Options {
                    bytes: 8,
                    ..Options::default()
                };
                let exchange = Exchange::new(pattern, places, options).expect("two or more");
                let outcome = outline::run(&Scene {
                    exchange: &exchange,
                    reach: Reach::Rc,
                    setup: Setup::OnDemand,
                    protocol,
                    machine: &machine,
                    seed: 1,
                    faults: Faults::default(),
                    live_bytes: || 0,
                    handshakes: if pattern == Pattern::AllToOne && protocol == Protocol::Overlap {
                        outline::HANDSHAKES
                    } else {
                        1
                    },
                });
                let row = format!("{protocol} protocol, {reading}");
                let column_name = format!("us for {size} processes");
                let at = At {
                    table: "Fig. 12",
                    row: &row,
                    column: &column_name,
                };
                let ours = match outcome {
                    Ok(outcome) => {
                        let us = outcome.pattern.as_secs_f64() * 1e6;
                        let reason = if pattern == Pattern::AllToOne
                            && size > 2
                            && protocol == Protocol::Serial
                        {
                            "the clients make their queue pairs at the same time, so that the server's 472 us, two messages and the client's transitions count for each: the published time fits the other reading"
                        } else {
                            ""
                        };
                        Ours::new(How::Simulated, us).because(reason)
                    }
                    Err(stuck) => Ours::none(stuck.to_string()),
                };
                book.row(&format!("connect_time.{key}.{column}"), at, ours)?;
            }
        }
    }
    Ok(())
}

/// Mean servers of a client, and mean clients of a server. Servers are those of nodes.
fn means(exchange: &Exchange) -> (f64, f64) {
    let places = exchange.places();
    let own = exchange.touches_own_node();
    let mut pairs = 0usize;
    for rank in 0..places.size() {
        let home = places.node_of(rank);
        let steps = exchange.steps(rank);
        let ends = steps.iter().filter_map(|step| step.to);
        let mut nodes: BTreeSet<u32> = ends.map(|to| places.node_of(to)).collect();
        if own {
            nodes.insert(home);
        } else {
            nodes.remove(&home);
        }
        pairs += nodes.len();
    }
    let pairs = pairs as f64;
    (
        pairs / f64::from(places.size()),
        pairs / f64::from(places.nodes()),
    )
}

fn exchange(pattern: Pattern, size: (u32, u32), grid: Option<Vec<u32>>) -> Exchange {
    let places = Places::new(size.0, size.1).expect("a published placement");
    let options = Options {
        grid,
        ..Options::default()
    };
    Exchange::new(pattern, places, options).expect("a grid of all processes")
}

/// Tables I and II.
fn benchmarks(book: &mut Book) -> Result<(), BookError> {
    for (nth, &size) in SIZES[..4].iter().enumerate() {
        for (key, name, pattern) in [
            ("lennard_jones", "Lennard Jones", Pattern::LennardJones),
            ("random_access", "RandomAccess", Pattern::RandomAccess),
        ] {
            let (client, server) = means(&exchange(pattern, size, None));
            let reason = "";
            rows(
                book,
                key,
                name,
                nth,
                size.0,
                [client, server],
                How::Computed,
                reason,
            )?;
        }
        lu(book, nth, size)?;
        let clients = f64::from(size.0);
        let (client, server) = (
            book.number(&format!("client_to_server.lu.{nth}"))?,
            book.number(&format!("server_to_client.lu.{nth}"))?,
        );
        let other = server * f64::from(size.1) / clients;
        // A printed mean may have been cut.
        if !(client - 0.5..client + 1.0).contains(&other) {
            book.contradiction(format!(
                "LU of {}: {server} clients of each of {} servers make {other:.1} servers of a client by Table II, and Table I has {client}",
                size.0, size.1
            ));
        }
    }
    Ok(())
}

/// LU for the grid nearest to a square, and the two others that are near.
fn lu(book: &mut Book, nth: usize, size: (u32, u32)) -> Result<(), BookError> {
    let log = size.0.ilog2();
    let grids = [log.div_ceil(2), log / 2, log / 2 - 1].map(|log| {
        let rows = 1 << log;
        vec![rows, size.0 / rows]
    });
    let text = |grid: &[u32]| format!("{}x{}", grid[0], grid[1]);
    let of = |grid: &Vec<u32>| means(&exchange(Pattern::DenseLu, size, Some(grid.clone())));
    let others: Vec<String> = grids[1..]
        .iter()
        .filter(|grid| **grid != grids[0])
        .map(|grid| {
            let (client, server) = of(grid);
            format!("{}: {client:.1} and {server:.1}", text(grid))
        })
        .collect();
    let reason = format!(
        "grid {} in rows of consecutive ranks, blocks of the own row and column; others: {}. Tables I and II contradict each other",
        text(&grids[0]),
        others.join("; ")
    );
    let (client, server) = of(&grids[0]);
    rows(
        book,
        "lu",
        "LU Factorization",
        nth,
        size.0,
        [client, server],
        How::Fitted,
        &reason,
    )
}

/// A column of Tables I and II.
#[expect(clippy::too_many_arguments, reason = "a row of two tables")]
fn rows(
    book: &mut Book,
    key: &str,
    name: &str,
    nth: usize,
    size: u32,
    values: [f64; 2],
    how: How,
    reason: &str,
) -> Result<(), BookError> {
    let column = format!("{size} processes");
    for ((table, tables), value) in [
        ("Table I", "client_to_server"),
        ("Table II", "server_to_client"),
    ]
    .into_iter()
    .zip(values)
    {
        let at = At {
            table,
            row: name,
            column: &column,
        };
        let ours = Ours::new(how, value).because(reason);
        book.row(&format!("{tables}.{key}.{nth}"), at, ours)?;
    }
    Ok(())
}

/// The processes along each axis of STOMP's field, fitted to Table IV: the layers are cut last and
/// are next to each other in the order of ranks.
const FIELDS: [[u32; 3]; 6] = [
    [8, 8, 2],
    [16, 8, 2],
    [16, 16, 2],
    [16, 16, 4],
    [16, 16, 8],
    [32, 16, 8],
];

/// Tables III and IV: a ghost exchange over the blocks of a field, with faces, edges and corners.
fn stomp(book: &mut Book) -> Result<(), BookError> {
    for (key, name, first, count) in [
        ("stomp_200x200x15", "200x200x15", 0, 2),
        ("stomp_400x400x15", "400x400x15", 1, 3),
        ("stomp_800x800x15", "800x800x15", 3, 3),
    ] {
        book.condition(&format!("client_to_server.{key}.processes"));
        book.condition(&format!("server_to_client.{key}.processes"));
        for nth in 0..count {
            let size = SIZES[first + nth];
            let field = FIELDS[first + nth];
            let of = |pattern, grid| means(&exchange(pattern, size, grid));
            let (client, server) = of(Pattern::Ghost3d, Some(field.to_vec()));
            let (cube_client, cube_server) = of(Pattern::Ghost3d, None);
            let (face_client, face_server) = of(Pattern::Stencil3d, None);
            let (flat_client, flat_server) = of(Pattern::Stencil2d, None);
            let alternatives = format!(
                "26 neighbours in a grid of {}x{}x{}; in that nearest to a cube {cube_client:.1} and {cube_server:.1}; its faces alone {face_client:.1} and {face_server:.1}; faces in a plane {flat_client:.1} and {flat_server:.1}",
                field[0], field[1], field[2]
            );
            let column = format!("{} processes", size.0);
            let at = |table| At {
                table,
                row: name,
                column: &column,
            };
            // The printed means of clients are cut: 22 clients of a server make 3.95 and not 3.
            let ours = Ours::new(How::Fitted, client.floor()).because(format!(
                "{client:.2}, cut as the published means are; {alternatives}"
            ));
            book.row(
                &format!("client_to_server.{key}.mean.{nth}"),
                at("Table III"),
                ours,
            )?;
            let ours = Ours::new(How::Fitted, server).because(alternatives);
            book.row(
                &format!("server_to_client.{key}.mean.{nth}"),
                at("Table IV"),
                ours,
            )?;
        }
    }
    // All 4,096 processes are clients of each server in the static set-up.
    let size = SIZES[5];
    let (_, server) = means(&exchange(Pattern::Ghost3d, size, Some(FIELDS[5].to_vec())));
    let at = At {
        table: "text",
        row: "STOMP, 4096 processes",
        column: "times less memory of connections",
    };
    let ours = Ours::new(How::Fitted, f64::from(size.0) / server)
        .because("4,096 connections of a server by those of the ghost exchange of Table IV");
    book.row("headline.stomp_connection_memory_reduction_4096", at, ours)
}
