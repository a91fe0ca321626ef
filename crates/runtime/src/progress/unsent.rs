//! The line for the user about a packet that could not be sent, or an address that does not answer:
//! which process sent it to which, why it failed, and what to do.
//!
//! The operating system may refuse a packet permanently, for example when a route changes and the
//! path no longer carries packets of that size. Reliable connections send the packet again. The
//! device supplies the reason and the advice. The summary of `--stats` repeats the first such line
//! and counts the packets.

use farreach_verbs::AdapterAddress;

use super::devices::{FailureKind, LinkFailure};
use crate::job::jobs::{AnyJob, Job};

/// Makes the line.
pub(crate) fn text(job: &AnyJob, failure: &LinkFailure) -> String {
    let (rank, node, to) = (job.rank(), job.node(), peer(job, failure.to));
    let explanation = &failure.explanation;
    match failure.kind {
        FailureKind::Unsent { bytes } => {
            let bytes = bytes.map(|bytes| format!(" of {bytes} bytes"));
            let bytes = bytes.unwrap_or_default();
            format!(
                "rank {rank} on node {node} could not send a packet{bytes} to {to}: {explanation}"
            )
        }
        FailureKind::Disagreement => {
            format!("rank {rank} on node {node} takes nothing from {to}: {explanation}")
        }
        FailureKind::Unanswered => format!(
            "rank {rank} on host {} gets no answer from {to}: {explanation}",
            job.host()
        ),
        FailureKind::Changed => format!("rank {rank} on host {}: {explanation}", job.host()),
    }
}

/// The process with the address. The address of a lane beyond the first is not in the directory.
fn peer(job: &AnyJob, address: AdapterAddress) -> String {
    let has_it = |rank: &u32| {
        let endpoint = job.endpoint(*rank);
        endpoint.is_some_and(|endpoint| endpoint.destination.address == address)
    };
    match (0..job.size()).find(has_it) {
        Some(rank) => format!("rank {rank} at {address}"),
        None => address.to_string(),
    }
}
