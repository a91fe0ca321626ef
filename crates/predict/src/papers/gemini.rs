//! 002: ARMCI on Cray Gemini (2012).

use farreach_patterns::Places;

use super::How;
use super::book::{At, Book, BookError, Ours};
use crate::Machine;

/// Processes of a node, and of the largest run.
const PER_NODE: u32 = 24;
const MOST: u32 = 8192;

pub(super) fn compare(book: &mut Book) -> Result<(), BookError> {
    for condition in [
        "fetch_and_add.processes",
        "lu.dimension",
        "lu.processes",
        "lennard_jones",
        "sph",
    ] {
        book.condition(condition);
    }
    let hardware = "published is a property of Gemini";
    for (path, table, row, column, reason) in [
        (
            "latency_16_bytes_us.get",
            "Fig. 7",
            "get of 16 bytes",
            "us",
            hardware,
        ),
        (
            "latency_16_bytes_us.put",
            "Fig. 8",
            "put of 16 bytes",
            "us",
            hardware,
        ),
        ("peak_bandwidth_mb_s.get", "text", "get", "MB/s", hardware),
        ("peak_bandwidth_mb_s.put", "text", "put", "MB/s", hardware),
        (
            "protocol.fma_to_bte_threshold_bytes",
            "text",
            "programmed I/O to transfer engine",
            "bytes",
            hardware,
        ),
        (
            "protocol.accumulate_crossover_bytes",
            "text",
            "accumulate by atomics to accumulate by get and put",
            "bytes",
            hardware,
        ),
        (
            "protocol.accumulate_buffers",
            "Fig. 6",
            "accumulate",
            "buffers",
            "a choice of the implementation: ours overlaps the same three phases where a device lacks accumulates",
        ),
        (
            "lu.seconds.0",
            "text",
            "LU of 32,768, 512 processes",
            "s",
            "a time of computing",
        ),
        (
            "lu.seconds.1",
            "text",
            "LU of 32,768, 1,024 processes",
            "s",
            "a time of computing",
        ),
    ] {
        book.row(path, At { table, row, column }, Ours::none(reason))?;
    }
    counter(book)?;
    book.contradiction("the abstract gives a peak bandwidth of 6 GB/s, the evaluation 6,611 MB/s");
    Ok(())
}

/// A counter on process 0, by the distance of the others.
fn counter(book: &mut Book) -> Result<(), BookError> {
    let machine = Machine::preset("hopper").expect("a preset");
    let network = &machine.network;
    let torus = network.torus.as_ref().expect("Hopper has a torus");
    // The least power of two of processes that do not fit on so many nodes.
    let beyond = |nodes: u32| f64::from((nodes * PER_NODE + 1).next_power_of_two());
    let at = |row| At {
        table: "Fig. 13",
        row,
        column: "processes",
    };
    let first = Ours::new(How::Computed, beyond(torus.nodes)).because(
        "two nodes of 24 cores share a Gemini, and 64 is the first power of two beyond them",
    );
    book.row(
        "fetch_and_add.first_step_at_processes",
        at("fetch-and-add, first step of latency"),
        first,
    )?;
    let lines: Vec<String> = torus.sides[1..]
        .iter()
        .map(|side| format!("{side} gives {}", beyond(side * torus.nodes)))
        .collect();
    let second = Ours::new(How::Fitted, beyond(torus.sides[0] * torus.nodes)).because(format!(
        "the first power of two beyond a line of {} Geminis, the first side of the torus; a line of {}",
        torus.sides[0],
        lines.join(", of ")
    ));
    book.row(
        "fetch_and_add.second_step_at_processes",
        at("fetch-and-add, second step of latency"),
        second,
    )?;
    // A request and its answer, as a put and a put back.
    let places = Places::by_node(MOST, PER_NODE).expect("24 a node");
    let there_and_back = |rank: u32| {
        let far = places.node_of(rank);
        (network.latency(far, 0) + network.latency(0, far)).as_secs_f64() * 1e6
    };
    let all: Vec<f64> = (PER_NODE..MOST).map(there_and_back).collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let farthest = all.iter().copied().fold(0.0, f64::max);
    let load = f64::from(MOST) / 5.0;
    let ours = Ours::new(How::Computed, mean).because(format!(
        "a request and its answer over a quiet torus, mean of all processes of other nodes; {farthest:.2} us for the farthest. 5 us for each of \
         8,192 processes at once would be {load:.0} additions to one word in a microsecond, more than an atomic unit does: the processes \
         can't have been at it together, and the load isn't published"
    ));
    let at = At {
        table: "Fig. 13",
        row: "fetch-and-add at 8,192 processes",
        column: "us",
    };
    book.row("fetch_and_add.latency_us", at, ours)
}
