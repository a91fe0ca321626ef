//! Collectives that move data: barriers, broadcasts, gathers, scatters and exchanges.

use farreach_runtime::collectives::TreePlace;

use super::bytes::combined;
use super::{Root, Run, between, grouped};
use crate::data::Data;
use crate::error::{Class, Failure, Result};

/// Waits until all members have called.
pub async fn barrier(run: Run) -> Result<()> {
    if run.comm.remote().is_some() {
        return between::barrier(&run).await;
    }
    match run.group().await? {
        Some(group) => grouped::barrier(&run, group).await,
        None => sync(&run).await,
    }
}

/// A reduction of no words.
pub(super) async fn sync(run: &Run) -> Result<()> {
    combined(run, [], u64::max).await.map(|[]| ())
}

/// Copies the data of the root to all members.
pub async fn broadcast(run: Run, root: Root, data: Data) -> Result<()> {
    match root {
        Root::Rank(root) if run.comm.remote().is_none() => match run.group().await? {
            Some(group) => grouped::broadcast(&run, group, root, data).await,
            None => spread(&run, root, &data).await,
        },
        _ => between::broadcast(&run, root, &data).await,
    }
}

/// By a binomial tree from the root.
pub(crate) async fn spread(run: &Run, root: u32, data: &Data) -> Result<()> {
    let place = TreePlace::new(run.index(), run.size(), root);
    if let Some(parent) = place.parent() {
        run.receive(parent.node, data).await?;
    }
    let children = place.children().rev();
    run.exchange([], children.map(|child| (child.node, data)))
        .await
}

/// The part of each peer, all of one length.
fn parts(run: &Run, all: &Data) -> Vec<Data> {
    let peers = run.peers().size() as usize;
    let count = all.count() / peers;
    (0..peers)
        .map(|peer| all.part(peer * count, count))
        .collect()
}

/// Collects the members' data, of one length, in the root's `into`. `None` for `from` says that the
/// root's part is there already.
pub async fn gather(run: Run, root: Root, from: Option<Data>, into: Option<Data>) -> Result<()> {
    if let Root::Rank(root) = root
        && let Some(group) = run.group().await?
    {
        return grouped::gather(&run, group, root, from, into).await;
    }
    let into = into.map_or(Vec::new(), |all| parts(&run, &all));
    gather_listed(run, root, from, into).await
}

/// Collects as [`gather`] does. The members' data may have different lengths.
pub async fn gather_listed(
    run: Run,
    root: Root,
    from: Option<Data>,
    into: Vec<Data>,
) -> Result<()> {
    let own = run.own_peer();
    match root {
        Root::None => return Ok(()),
        Root::Rank(root) if own != Some(root) => {
            let from = from.expect("only a root gives no data");
            return run.send(root, &from).await;
        }
        Root::Rank(_) | Root::Own => {}
    }
    if let (Some(own), Some(from)) = (own, &from) {
        into[own as usize].take_from(from)?;
    }
    run.exchange(others(&into, own), []).await
}

/// The parts of the peers without that of this process, which has its index among them in `own`.
fn others(parts: &[Data], own: Option<u32>) -> impl Iterator<Item = (u32, &Data)> {
    (0..).zip(parts).filter(move |&(peer, _)| Some(peer) != own)
}

/// Gives each member its part, of one length, of the root's `from`. `None` for `into` says that the
/// root's part stays where it is.
pub async fn scatter(run: Run, root: Root, from: Option<Data>, into: Option<Data>) -> Result<()> {
    if let Root::Rank(root) = root
        && let Some(group) = run.group().await?
    {
        return grouped::scatter(&run, group, root, from, into).await;
    }
    let from = from.map_or(Vec::new(), |all| parts(&run, &all));
    scatter_listed(run, root, from, into).await
}

/// Gives as [`scatter`] does. The parts may have different lengths.
pub async fn scatter_listed(
    run: Run,
    root: Root,
    from: Vec<Data>,
    into: Option<Data>,
) -> Result<()> {
    let own = run.own_peer();
    match root {
        Root::None => return Ok(()),
        Root::Rank(root) if own != Some(root) => {
            let into = into.expect("only a root gives no room");
            return run.receive(root, &into).await;
        }
        Root::Rank(_) | Root::Own => {}
    }
    if let (Some(own), Some(into)) = (own, &into) {
        into.take_from(&from[own as usize])?;
    }
    run.exchange([], others(&from, own)).await
}

/// Collects the data of all members, of one length, in each member's `into`. `None` for `from` says
/// that this member's part is there already.
pub async fn all_gather(run: Run, from: Option<Data>, into: Data) -> Result<()> {
    if let Some(group) = run.group().await? {
        return grouped::all_gather(&run, group, from, into).await;
    }
    let into = parts(&run, &into);
    all_gather_listed(run, from, into).await
}

/// Collects as [`all_gather`] does. The members' data may have different lengths.
pub async fn all_gather_listed(run: Run, from: Option<Data>, into: Vec<Data>) -> Result<()> {
    if run.comm.remote().is_some() {
        let from = from.ok_or_else(in_place_between)?;
        let copies = (0..into.len() as u32).map(|peer| (peer, &from));
        return run.exchange(others(&into, None), copies).await;
    }
    if let Some(from) = &from {
        into[run.index() as usize].take_from(from)?;
    }
    ring(&run, &into).await
}

#[cold]
fn in_place_between() -> Failure {
    let what = "argument sendbuf: nothing is in place between two groups: pass a buffer";
    Failure::new(Class::Buffer, what)
}

/// Passes the parts around in a ring.
async fn ring(run: &Run, parts: &[Data]) -> Result<()> {
    let (index, size) = (run.index(), run.size());
    let (next, last) = ((index + 1) % size, (index + size - 1) % size);
    for step in 0..size - 1 {
        let sent = (index + size - step) % size;
        let received = (last + size - step) % size;
        let (received, sent) = (&parts[received as usize], &parts[sent as usize]);
        run.exchange([(last, received)], [(next, sent)]).await?;
    }
    Ok(())
}

/// Sends a part to each member, and receives one from each, all of one length. `None` for `from`
/// says that what is sent is where it is received to.
pub async fn all_to_all(run: Run, from: Option<Data>, into: Data) -> Result<()> {
    if let Some(group) = run.group().await? {
        return grouped::all_to_all(&run, group, from, into).await;
    }
    let from = from.map(|all| parts(&run, &all));
    let into = parts(&run, &into);
    all_to_all_listed(run, from, into).await
}

/// Exchanges as [`all_to_all`] does. The parts may have different lengths.
pub async fn all_to_all_listed(run: Run, from: Option<Vec<Data>>, into: Vec<Data>) -> Result<()> {
    let (own, size) = (run.own_peer(), into.len() as u32);
    if own.is_none() && from.is_none() {
        return Err(in_place_between());
    }
    let from = from.unwrap_or_else(|| into.iter().map(Data::copied).collect());
    if let Some(own) = own {
        into[own as usize].take_from(&from[own as usize])?;
    }
    // Members begin with different peers.
    let is_other = |peer: &u32| own != Some(*peer);
    let behind = (0..size).map(|step| (run.index() + size - step) % size);
    let ahead = (0..size).map(|step| (run.index() + step) % size);
    let receives = behind
        .filter(is_other)
        .map(|peer| (peer, &into[peer as usize]));
    let sends = ahead
        .filter(is_other)
        .map(|peer| (peer, &from[peer as usize]));
    run.exchange(receives, sends).await
}
