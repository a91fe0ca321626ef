//! 004: one runtime for MPI and UPC (2010).

use super::How;
use super::book::{At, Book, BookError, Ours};

/// Processes of the extrapolation.
const MANY: f64 = 10_000.0;

pub(super) fn compare(book: &mut Book) -> Result<(), BookError> {
    not_comparable(book)?;
    law(book)
}

/// Figures that nothing here makes.
fn not_comparable(book: &mut Book) -> Result<(), BookError> {
    book.condition("memory_mb_per_process.processes");
    let runtime = "a property of that runtime, whose memory isn't described";
    let clusters = "a time on that cluster";
    for (path, table, row, column, reason) in [
        (
            "headers_bytes.mpi_packet",
            "text",
            "header of an MPI packet",
            "bytes",
            runtime,
        ),
        (
            "headers_bytes.active_message_extra",
            "text",
            "header of an active message, more",
            "bytes",
            runtime,
        ),
        (
            "inline.put_below_bytes",
            "text",
            "inline put, below",
            "bytes",
            "a property of the adapter",
        ),
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
            "an input: static connections with all, of 128 KB each",
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
