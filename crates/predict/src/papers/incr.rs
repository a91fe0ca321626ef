//! 004: one runtime for MPI and UPC (2010).

use farreach_engine::{MESSAGE_MAX, SINGLE_MAX, SIZES};
use farreach_verbs::InlineData;

use super::How;
use super::book::{At, Book, BookError, Ours};

/// Processes of the extrapolation.
const MANY: f64 = 10_000.0;

pub(super) fn compare(book: &mut Book) -> Result<(), BookError> {
    not_comparable(book)?;
    formats(book)?;
    law(book)
}

/// What the engine's formats and the device contract have.
fn formats(book: &mut Book) -> Result<(), BookError> {
    let longest = SIZES[SIZES.len() - 1] as usize;
    for (path, row, ours, reason) in [
        (
            "headers_bytes.mpi_packet",
            "header of an MPI packet",
            longest - SINGLE_MAX,
            "the header of an eager message that fits into one packet: rank and kind, context, tag",
        ),
        (
            "headers_bytes.active_message_extra",
            "header of an active message, more",
            longest - MESSAGE_MAX,
            "the word with rank and kind, which all messages have",
        ),
        (
            "inline.put_below_bytes",
            "inline put, below",
            InlineData::MAX,
            "the most bytes of inline data in a work request",
        ),
    ] {
        let at = At {
            table: "text",
            row,
            column: "bytes",
        };
        book.row(
            path,
            at,
            Ours::new(How::Computed, ours as f64).because(reason),
        )?;
    }
    Ok(())
}

/// Figures that nothing here makes.
fn not_comparable(book: &mut Book) -> Result<(), BookError> {
    book.condition("memory_mb_per_process.processes");
    let runtime = "published is a property of that runtime, whose memory isn't described";
    let clusters = "published is a time on that cluster";
    for (path, table, row, column, reason) in [
        (
            "memory_mb_per_process.incr",
            "Fig. 5",
            "GASNet-INCR, 256 processes",
            "MB per process",
            runtime,
        ),
        (
            "memory_mb_per_process.gasnet_ibv",
            "Fig. 5",
            "GASNet-IBV, 256 processes",
            "MB per process",
            runtime,
        ),
        (
            "memory_mb_per_process.gasnet_mpi",
            "Fig. 5",
            "GASNet-MPI, 256 processes",
            "MB per process",
            runtime,
        ),
        (
            "memory_mb_per_process.slope_gasnet_ibv_kb_per_process",
            "Fig. 5",
            "GASNet-IBV, further process",
            "KB",
            "published is what a connection takes in that runtime",
        ),
        (
            "memory_mb_per_process.extrapolated_10000.incr_low",
            "text",
            "GASNet-INCR, 10,000 processes",
            "MB per process, low",
            runtime,
        ),
        (
            "memory_mb_per_process.extrapolated_10000.incr_high",
            "text",
            "GASNet-INCR, 10,000 processes",
            "MB per process, high",
            runtime,
        ),
        (
            "upc_nas_128_processes_class_b.cg",
            "Fig. 7",
            "CG",
            "percent faster than GASNet-IBV",
            clusters,
        ),
        (
            "upc_nas_128_processes_class_b.mg",
            "Fig. 7",
            "MG",
            "percent faster than GASNet-IBV",
            clusters,
        ),
        (
            "upc_nas_128_processes_class_b.ft_modified_class_c",
            "Fig. 7",
            "FT, modified",
            "percent faster than GASNet-IBV",
            clusters,
        ),
        (
            "ft.rotated_start_speedup_percent",
            "Fig. 7",
            "FT, each thread starts at itself",
            "percent faster",
            clusters,
        ),
        (
            "mpi.normalized_time",
            "text",
            "MPI with active messages",
            "time by that without",
            clusters,
        ),
    ] {
        book.row(path, At { table, row, column }, Ours::none(reason))?;
    }
    book.contradiction("CG is 10 % faster by the abstract and 11 % by section 4.5");
    Ok(())
}

/// The memory of static connections.
fn law(book: &mut Book) -> Result<(), BookError> {
    // Constants of the law: 265 MB at 256 processes and 128 KB for each further one.
    let extrapolated = 265.0 + 0.128 * (MANY - 256.0);
    let at = At {
        table: "text",
        row: "GASNet-IBV, 10,000 processes",
        column: "MB per process",
    };
    let ours = Ours::new(How::Computed, extrapolated).because(
        "the paper's own law, static connections with all: 265 MB at 256 processes and 128 KB for each further one",
    );
    book.row(
        "memory_mb_per_process.extrapolated_10000.gasnet_ibv",
        at,
        ours,
    )?;
    book.contradiction(
        "128 KB for each process beyond 256 make 1.5 GB at 10,000, and the text has 1.4 GB",
    );
    Ok(())
}
