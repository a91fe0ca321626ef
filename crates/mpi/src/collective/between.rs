//! Collectives of intercommunicators.

use farreach_runtime::collectives::Order;

use super::Run;
use super::combining::{blocks, combine_at};
use super::moving::{scatter_listed, spread, sync};
use crate::data::Data;
use crate::error::Result;
use crate::operator::Operator;

/// The root of a collective, as a member names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A member; of an intercommunicator one of the other side.
    Rank(u32),
    /// This process, of an intercommunicator.
    Own,
    /// Another member of this side of an intercommunicator.
    None,
}

/// The first members of both sides exchange data.
pub(super) async fn swap(run: &Run, from: &Data, into: &Data) -> Result<()> {
    if run.index() != 0 {
        return Ok(());
    }
    run.exchange([(0, into)], [(0, from)]).await
}

pub(super) async fn barrier(run: &Run) -> Result<()> {
    let nothing = Data::none();
    sync(&run.on_side()).await?;
    swap(run, &nothing, &nothing).await?;
    sync(&run.on_side()).await
}

pub(super) async fn broadcast(run: &Run, root: Root, data: &Data) -> Result<()> {
    match root {
        Root::None => Ok(()),
        Root::Own => run.send(0, data).await,
        Root::Rank(root) => {
            if run.index() == 0 {
                run.receive(root, data).await?;
            }
            spread(&run.on_side(), 0, data).await
        }
    }
}

pub(super) async fn reduce(
    run: &Run,
    root: Root,
    from: &Data,
    into: Option<&Data>,
    operator: &Operator,
) -> Result<()> {
    match root {
        Root::None => Ok(()),
        Root::Own => {
            let into = into.expect("a root has room");
            run.receive(0, into).await
        }
        Root::Rank(root) => {
            let combined = combine_at(&run.on_side(), 0, from, operator, Order::Binomial).await?;
            match combined {
                Some(combined) => run.send(root, &combined).await,
                None => Ok(()),
            }
        }
    }
}

pub(super) async fn all_reduce(
    run: &Run,
    from: &Data,
    into: &Data,
    operator: &Operator,
) -> Result<()> {
    let combined = combine_at(&run.on_side(), 0, from, operator, Order::Binomial).await?;
    if let Some(combined) = combined {
        swap(run, &combined, into).await?;
    }
    spread(&run.on_side(), 0, into).await
}

pub(super) async fn reduce_scatter(
    run: &Run,
    from: &Data,
    into: &Data,
    counts: &[usize],
    operator: &Operator,
) -> Result<()> {
    let combined = combine_at(&run.on_side(), 0, from, operator, Order::Binomial).await?;
    let total = counts.iter().sum();
    let theirs = Data::room(total, into.datatype());
    if let Some(combined) = combined {
        swap(run, &combined, &theirs).await?;
    }
    let parts = blocks(&theirs, counts);
    scatter_listed(run.on_side(), Root::Rank(0), parts, Some(into.clone())).await
}
