//! 002: ARMCI on Cray Gemini (2012).

use super::book::{At, Book, BookError, Ours};

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
    let hardware = "a property of Gemini, which isn't here; `farreach bench` measures the like on this machine";
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
            "fetch_and_add.latency_us",
            "text",
            "fetch-and-add at 8,192 processes",
            "us",
            "5 us for each of 8,192 processes at once would be 1.6 billion operations a second of one word, more than an atomic unit does: the processes can't have been at it together, and the load isn't published",
        ),
        (
            "fetch_and_add.first_step_at_processes",
            "text",
            "fetch-and-add, first step of latency",
            "processes",
            "a property of Gemini's torus",
        ),
        (
            "fetch_and_add.second_step_at_processes",
            "text",
            "fetch-and-add, second step of latency",
            "processes",
            "a property of Gemini's torus",
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
    book.contradiction("the abstract gives a peak bandwidth of 6 GB/s, the evaluation 6,611 MB/s");
    Ok(())
}
