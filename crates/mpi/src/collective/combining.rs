//! Collectives that combine data: reductions and scans.

use farreach_runtime::collectives::{Order, Scan};

use super::grouped::{self, Combined};
use super::moving::{deal, spread};
use super::{Root, Run, between};
use crate::data::Data;
use crate::error::Result;
use crate::operator::Operator;

/// A copy of data, which other data is combined with.
fn copy_of(data: &Data) -> Data {
    let copy = Data::room(data.count(), data.datatype());
    copy.copy_from(data);
    copy
}

/// Combines the members' data in the root's `into`.
pub async fn reduce(
    run: Run,
    root: Root,
    from: Data,
    into: Option<Data>,
    operator: Operator,
) -> Result<()> {
    match root {
        Root::Rank(root) if run.comm.remote().is_none() => {
            let order = order_at_one(run.size(), &from, &operator);
            if let Some(combined) = Combined::of(&operator, &from, order)
                && let Some(group) = run.group_that_combines(&combined, root).await?
            {
                return grouped::reduce(&run, group, root, from, into, combined).await;
            }
            let combined = combine_at(&run, root, &from, &operator, order).await?;
            if let (Some(combined), Some(into)) = (combined, into) {
                into.copy_from(&combined);
            }
            Ok(())
        }
        _ => between::reduce(&run, root, &from, into.as_ref(), &operator).await,
    }
}

/// The most bytes that MPICH combines at one member in a binomial tree. It combines longer data in
/// shares, in the other order.
const BINOMIAL_MAX: usize = 2048;

/// The order in which MPICH combines data of this length at one member.
pub(super) fn order_at_one(size: u32, from: &Data, operator: &Operator) -> Order {
    let has_shares = from.count() >= 1 << size.ilog2();
    let is_long = from.len() > BINOMIAL_MAX && has_shares;
    match operator {
        Operator::Predefined(_) if is_long => Order::Folded,
        _ => Order::Binomial,
    }
}

/// Combines the members' data in an order. The member `root` gets the result.
pub(super) async fn combine_at(
    run: &Run,
    root: u32,
    from: &Data,
    operator: &Operator,
    order: Order,
) -> Result<Option<Data>> {
    // The order of the members counts for operations that don't commute.
    let first = if operator.commutes() {
        order.first(root)
    } else {
        0
    };
    let combined = combine_at_first(run, first, from, operator, order).await?;
    if first == root {
        return Ok(combined);
    }
    if let Some(combined) = combined {
        run.send(root, &combined).await?;
        return Ok(None);
    }
    if run.index() != root {
        return Ok(None);
    }
    let room = Data::room(from.count(), from.datatype());
    run.receive(first, &room).await?;
    Ok(Some(room))
}

/// The members come in their order, from `first` on.
async fn combine_at_first(
    run: &Run,
    first: u32,
    from: &Data,
    operator: &Operator,
    order: Order,
) -> Result<Option<Data>> {
    let size = run.size();
    let folded = order.folded(size);
    let place = (run.index() + size - first) % size;
    let member = |place: u32| (place + first) % size;
    let mut combined = copy_of(from);
    if place < 2 * folded {
        if !place.is_multiple_of(2) {
            run.send(member(place - 1), &combined).await?;
            return Ok(None);
        }
        combined = combine_with(run, combined, member(place + 1), operator).await?;
    }
    // The places of those that are left, without gaps.
    let left = size - folded;
    let own = if place < 2 * folded {
        place / 2
    } else {
        place - folded
    };
    let place_of = |own: u32| {
        if own < folded { 2 * own } else { own + folded }
    };
    let mut mask = 1;
    while mask < left {
        if own & mask != 0 {
            run.send(member(place_of(own - mask)), &combined).await?;
            return Ok(None);
        }
        if own + mask < left {
            combined = combine_with(run, combined, member(place_of(own + mask)), operator).await?;
        }
        mask *= 2;
    }
    Ok(Some(combined))
}

/// Combines data with that of a member, which comes later in the order.
async fn combine_with(run: &Run, lower: Data, member: u32, operator: &Operator) -> Result<Data> {
    let higher = Data::room(lower.count(), lower.datatype());
    run.receive(member, &higher).await?;
    operator.combine(&lower, &higher)?;
    Ok(higher)
}

/// Combines the members' data in each member's `into`. All get the same bits.
pub async fn all_reduce(run: Run, from: Data, into: Data, operator: Operator) -> Result<()> {
    if run.comm.remote().is_some() {
        return between::all_reduce(&run, &from, &into, &operator).await;
    }
    let order = Order::Folded;
    if let Some(combined) = Combined::of(&operator, &into, order)
        && let Some(group) = run.group_that_combines(&combined, 0).await?
    {
        return grouped::all_reduce(&run, group, from, into, combined).await;
    }
    let combined = combine_at(&run, 0, &from, &operator, order).await?;
    if let Some(combined) = combined {
        into.copy_from(&combined);
    }
    spread(&run, 0, &into).await
}

/// Combines the members' data, and gives each member its block. `counts` has their lengths.
pub async fn reduce_scatter(
    run: Run,
    from: Data,
    into: Data,
    counts: Vec<usize>,
    operator: Operator,
) -> Result<()> {
    if run.comm.remote().is_some() {
        return between::reduce_scatter(&run, &from, &into, &counts, &operator).await;
    }
    scatter_combined(&run, &from, &into, &counts, &operator).await
}

async fn scatter_combined(
    run: &Run,
    from: &Data,
    into: &Data,
    counts: &[usize],
    operator: &Operator,
) -> Result<()> {
    let combined = combine_at(run, 0, from, operator, Order::Folded).await?;
    let parts = combined.map(|combined| blocks(&combined, counts));
    deal(run, 0, &parts.unwrap_or_default(), Some(into)).await
}

/// The blocks of data.
pub(super) fn blocks(data: &Data, counts: &[usize]) -> Vec<Data> {
    let mut at = 0;
    let block = |&count: &usize| {
        let block = data.part(at, count);
        at += count;
        block
    };
    counts.iter().map(block).collect()
}

/// Combines as [`reduce_scatter`] does, with blocks of equal length.
pub async fn reduce_scatter_block(
    run: Run,
    from: Data,
    into: Data,
    operator: Operator,
) -> Result<()> {
    if let Some(combined) = Combined::of(&operator, &into, Order::Folded)
        && let Some(group) = run.group_that_combines(&combined, 0).await?
    {
        return grouped::reduce_scatter_block(&run, group, from, into, combined).await;
    }
    let counts = vec![into.count(); run.size() as usize];
    reduce_scatter(run, from, into, counts, operator).await
}

/// Combines, for each member, the data of the members up to it.
pub async fn scan(run: Run, from: Data, into: Data, operator: Operator) -> Result<()> {
    if let Some(combined) = Combined::in_rank_order(&operator, &into)
        && let Some(group) = run.group().await?
    {
        return grouped::scan(&run, group, Scan::Inclusive, from, into, combined).await;
    }
    let combined = copy_of(&from);
    if run.index() > 0 {
        let lower = Data::room(from.count(), from.datatype());
        run.receive(run.index() - 1, &lower).await?;
        operator.combine(&lower, &combined)?;
    }
    into.copy_from(&combined);
    if run.index() + 1 < run.size() {
        run.send(run.index() + 1, &combined).await?;
    }
    Ok(())
}

/// Combines, for each member, the data of the members below it. The first member's `into` stays.
pub async fn exclusive_scan(run: Run, from: Data, into: Data, operator: Operator) -> Result<()> {
    if let Some(combined) = Combined::in_rank_order(&operator, &into)
        && let Some(group) = run.group().await?
    {
        return grouped::scan(&run, group, Scan::Exclusive, from, into, combined).await;
    }
    let combined = copy_of(&from);
    if run.index() > 0 {
        let lower = Data::room(from.count(), from.datatype());
        run.receive(run.index() - 1, &lower).await?;
        operator.combine(&lower, &combined)?;
        into.copy_from(&lower);
    }
    if run.index() + 1 < run.size() {
        run.send(run.index() + 1, &combined).await?;
    }
    Ok(())
}
