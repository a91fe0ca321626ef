//! Nodes by container: the containers of a host, each with a network or with process numbers of its own.
//!
//! A launcher tells which ranks are on a host. Those of different containers can't meet there: the socket by which the processes of
//! a node find each other belongs to a network namespace, and they read each other's memory by their process numbers. So each rank
//! says which namespaces it is in, and those of the same become a node.

use std::time::Instant;

use super::{boot, namespace};
use crate::error::PmiError;
use crate::link::wait_readable;
use crate::speaker::{Command, Greeting, Reply, Speaker, numbered};

/// Makes each container a node of `greeting`. Waits for all ranks.
pub(super) fn divide(
    speaker: &mut Speaker,
    greeting: &mut Greeting,
    deadline: Instant,
) -> Result<(), PmiError> {
    let key = |rank: u32| format!("farreach-container-{rank}");
    speaker.submit(Command::Put {
        key: key(greeting.rank),
        value: format!("{}.{}.{}", boot(), namespace("net"), namespace("pid")),
    })?;
    speaker.submit(Command::Fence { collects: true })?;
    for rank in 0..greeting.size {
        let key = key(rank);
        speaker.submit(Command::Get { key, rank })?;
    }
    for _ in ["the value is put", "all have come"] {
        next(speaker, deadline)?;
    }
    let mut containers = Vec::new();
    for rank in 0..greeting.size {
        match next(speaker, deadline)? {
            Reply::Value(Some(container)) => containers.push(container),
            Reply::Value(None) | Reply::Done => {
                return Err(PmiError::Differs(format!(
                    "rank {rank} does not say in which container it is: give all processes the same FARREACH_NODES_BY"
                )));
            }
        }
    }
    let own = &containers[greeting.rank as usize];
    let first = containers.iter().position(|container| container == own);
    greeting.first = first.map_or(greeting.rank, |first| first as u32);
    greeting.node_of = (greeting.first == greeting.rank).then(|| numbered(containers));
    Ok(())
}

/// Waits for the next reply.
fn next(speaker: &mut Speaker, deadline: Instant) -> Result<Reply, PmiError> {
    loop {
        if let Some(reply) = speaker.poll()? {
            return Ok(reply);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(PmiError::Differs(
                "not all ranks have said in which container they are: give all processes the same FARREACH_NODES_BY, and slow ones more \
                 time by FARREACH_START_TIMEOUT"
                    .into(),
            ));
        }
        wait_readable(&[speaker.fd()], left)?;
    }
}
