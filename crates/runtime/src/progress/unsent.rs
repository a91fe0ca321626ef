//! The line for the user about a packet that could not be sent: which process sent it to which, why
//! it failed, and what to do.

use farreach_verbs::AdapterAddress;

use super::devices::LinkFailure;
use crate::job::jobs::{AnyJob, Job};

/// Makes the line.
pub(crate) fn text(job: &AnyJob, failure: &LinkFailure) -> String {
    let (rank, node, to) = (job.rank(), job.node(), peer(job, failure.to));
    let bytes = failure.bytes.map(|bytes| format!(" of {bytes} bytes"));
    format!(
        "rank {rank} on node {node} could not send a packet{} to {to}: {}",
        bytes.unwrap_or_default(),
        failure.explanation
    )
}

/// The process with the address. The address of a lane beyond the first is not in the directory.
fn peer(job: &AnyJob, address: AdapterAddress) -> String {
    let has_it = |rank: &u32| {
        let endpoint = job.endpoint(*rank);
        endpoint.is_some_and(|endpoint| endpoint.address == address)
    };
    match (0..job.size()).find(has_it) {
        Some(rank) => format!("rank {rank} at {address}"),
        None => address.to_string(),
    }
}
