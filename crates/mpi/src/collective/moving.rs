//! Collectives that move data: barriers, broadcasts, gathers, scatters and exchanges.

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

/// By the dissemination algorithm.
pub(super) async fn sync(run: &Run) -> Result<()> {
    let (index, size) = (run.index(), run.size());
    let mut distance = 1;
    while distance < size {
        let receive = run.begin_receive((index + size - distance) % size, &Data::none())?;
        let send = run.begin_send((index + distance) % size, &Data::none())?;
        run.end(&[receive, send]).await?;
        distance *= 2;
    }
    Ok(())
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
    let size = run.size();
    let own = (run.index() + size - root) % size;
    let member = |place: u32| (place + root) % size;
    let mut mask = 1;
    while mask < size {
        if own & mask != 0 {
            run.receive(member(own - mask), data).await?;
            break;
        }
        mask *= 2;
    }
    let mut pending = Vec::new();
    while mask > 1 {
        mask /= 2;
        if own + mask < size {
            pending.push(run.begin_send(member(own + mask), data)?);
        }
    }
    run.end(&pending).await
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
    match root {
        Root::Rank(root) if run.comm.remote().is_none() => {
            collect(&run, root, from.as_ref(), &into).await
        }
        Root::Rank(root) => {
            let from = from.expect("only a root gives no data");
            run.send(root, &from).await
        }
        Root::Own => {
            let pending = into.iter().zip(0..);
            let pending: Result<Vec<_>> = pending
                .map(|(part, from)| run.begin_receive(from, part))
                .collect();
            run.end(&pending?).await
        }
        Root::None => Ok(()),
    }
}

pub(super) async fn collect(
    run: &Run,
    root: u32,
    from: Option<&Data>,
    into: &[Data],
) -> Result<()> {
    if run.index() != root {
        let from = from.expect("only a root gives no data");
        return run.send(root, from).await;
    }
    let mut pending = Vec::new();
    for (part, member) in into.iter().zip(0..) {
        if member != root {
            pending.push(run.begin_receive(member, part)?);
        } else if let Some(from) = from {
            part.take_from(from)?;
        }
    }
    run.end(&pending).await
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
    match root {
        Root::Rank(root) if run.comm.remote().is_none() => {
            deal(&run, root, &from, into.as_ref()).await
        }
        Root::Rank(root) => {
            let into = into.expect("only a root gives no room");
            run.receive(root, &into).await
        }
        Root::Own => {
            let pending = from.iter().zip(0..);
            let pending: Result<Vec<_>> =
                pending.map(|(part, to)| run.begin_send(to, part)).collect();
            run.end(&pending?).await
        }
        Root::None => Ok(()),
    }
}

pub(super) async fn deal(run: &Run, root: u32, from: &[Data], into: Option<&Data>) -> Result<()> {
    if run.index() != root {
        let into = into.expect("only a root gives no room");
        return run.receive(root, into).await;
    }
    let mut pending = Vec::new();
    for (part, member) in from.iter().zip(0..) {
        if member != root {
            pending.push(run.begin_send(member, part)?);
        } else if let Some(into) = into {
            into.take_from(part)?;
        }
    }
    run.end(&pending).await
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
        let mut pending = Vec::new();
        for (part, peer) in into.iter().zip(0..) {
            pending.push(run.begin_receive(peer, part)?);
        }
        for peer in 0..into.len() as u32 {
            pending.push(run.begin_send(peer, &from)?);
        }
        return run.end(&pending).await;
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
        let receive = run.begin_receive(last, &parts[received as usize])?;
        let send = run.begin_send(next, &parts[sent as usize])?;
        run.end(&[receive, send]).await?;
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
    let is_between = run.comm.remote().is_some();
    let size = into.len() as u32;
    if is_between && from.is_none() {
        return Err(in_place_between());
    }
    let from = from.unwrap_or_else(|| {
        let copy = |part: &Data| {
            let copy = Data::room(part.count(), part.datatype());
            copy.copy_from(part);
            copy
        };
        into.iter().map(copy).collect()
    });
    let mut pending = Vec::new();
    for step in 0..size {
        let peer = (run.index() + size - step % size) % size;
        if is_between || peer != run.index() {
            pending.push(run.begin_receive(peer, &into[peer as usize])?);
        } else {
            into[peer as usize].take_from(&from[peer as usize])?;
        }
    }
    for step in 0..size {
        let peer = (run.index() + step) % size;
        if is_between || peer != run.index() {
            pending.push(run.begin_send(peer, &from[peer as usize])?);
        }
    }
    run.end(&pending).await
}
