//! Collectives among neighbours, and of the edges by which the members learn their neighbours.

use super::Run;
use super::bytes::data_of;
use super::moving::all_to_all_listed;
use crate::data::Data;
use crate::datatype::{Basic, Datatype};
use crate::error::Result;
use crate::topology::{Edge, Neighbours};

/// Sends `from[i]` to destination `i`, and receives `into[i]` from source `i`.
pub async fn exchange_with_neighbours(
    run: Run,
    neighbours: Neighbours,
    from: Vec<Data>,
    into: Vec<Data>,
) -> Result<()> {
    let sources = neighbours.expected();
    let receives = sources.filter_map(|place| Some((neighbours.sources[place]?, &into[place])));
    let destinations = neighbours.destinations.iter().zip(&from);
    let sends = destinations.filter_map(|(to, part)| Some(((*to)?, part)));
    run.exchange(receives, sends).await
}

/// Bytes of an edge in a message: its ends and its weight.
const EDGE: usize = 12;

/// The edges that begin or end at this member, of those that all members declare: those of rank 0
/// first. Members that an edge does not concern learn nothing of it.
pub async fn share_edges(run: Run, declared: Vec<Edge>) -> Result<Vec<Edge>> {
    let peers = run.peers().size() as usize;
    let room = |len| Data::room(len, &Datatype::basic(Basic::Byte));
    let mut bytes = vec![Vec::new(); peers];
    for edge in &declared {
        let mut tell = |member: usize| {
            bytes[member].extend_from_slice(&(edge.from as u32).to_ne_bytes());
            bytes[member].extend_from_slice(&(edge.to as u32).to_ne_bytes());
            bytes[member].extend_from_slice(&edge.weight.to_ne_bytes());
        };
        tell(edge.from);
        if edge.to != edge.from {
            tell(edge.to);
        }
    }
    let lengths = bytes
        .iter()
        .map(|bytes| data_of(&bytes.len().to_ne_bytes()));
    let theirs: Vec<Data> = (0..peers).map(|_| room(8)).collect();
    all_to_all_listed(run.clone(), Some(lengths.collect()), theirs.clone()).await?;
    let length = |data: &Data| usize::from_ne_bytes(data.to_bytes().try_into().expect("8 bytes"));
    let theirs: Vec<Data> = theirs.iter().map(|data| room(length(data))).collect();
    let ours = bytes.iter().map(|bytes| data_of(bytes)).collect();
    all_to_all_listed(run, Some(ours), theirs.clone()).await?;
    let mut edges = Vec::new();
    for data in theirs {
        for edge in data.to_bytes().chunks_exact(EDGE) {
            let number = |at: usize| edge[at..at + 4].try_into().expect("4 bytes");
            edges.push(Edge {
                from: u32::from_ne_bytes(number(0)) as usize,
                to: u32::from_ne_bytes(number(4)) as usize,
                weight: i32::from_ne_bytes(number(8)),
            });
        }
    }
    Ok(edges)
}
