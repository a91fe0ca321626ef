//! Nodes by network namespace: the containers of a host, each with a network of its own.
//!
//! A launcher tells which ranks are on a host. Those of different containers can't meet there, as the socket by which the processes of
//! a node find each other belongs to a network namespace. So each rank says which one it is in, and each namespace becomes a node.

use std::time::Instant;

use super::{boot, network_name};
use crate::error::PmiError;
use crate::link::wait_readable;
use crate::speaker::{Command, Greeting, Reply, Speaker, numbered};

/// Makes each network namespace a node of `greeting`. Waits for all ranks.
pub(super) fn divide(
    speaker: &mut Speaker,
    greeting: &mut Greeting,
    deadline: Instant,
) -> Result<(), PmiError> {
    let key = |rank: u32| format!("farreach-network-{rank}");
    speaker.submit(Command::Put {
        key: key(greeting.rank),
        value: format!("{}.{}", boot(), network_name()),
    })?;
    speaker.submit(Command::Fence { collects: true })?;
    for rank in 0..greeting.size {
        let key = key(rank);
        speaker.submit(Command::Get { key, rank })?;
    }
    for _ in ["the value is put", "all have come"] {
        next(speaker, deadline)?;
    }
    let mut networks = Vec::new();
    for rank in 0..greeting.size {
        match next(speaker, deadline)? {
            Reply::Value(Some(network)) => networks.push(network),
            Reply::Value(None) | Reply::Done => {
                return Err(PmiError::Differs(format!(
                    "rank {rank} does not say in which network it is: give all processes the same FARREACH_NODES_BY"
                )));
            }
        }
    }
    let own = &networks[greeting.rank as usize];
    let first = networks.iter().position(|network| network == own);
    greeting.first = first.map_or(greeting.rank, |first| first as u32);
    greeting.node_of = (greeting.first == greeting.rank).then(|| numbered(networks));
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
                "not all ranks have said in which network they are: give all processes the same FARREACH_NODES_BY, and slow ones more \
                 time by FARREACH_START_TIMEOUT"
                    .into(),
            ));
        }
        wait_readable(&[speaker.fd()], left)?;
    }
}
