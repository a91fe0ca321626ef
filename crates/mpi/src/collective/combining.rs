//! Collectives that combine data: reductions and scans.

use farreach_runtime::collectives::{Order, Scan, TreePlace};

use super::grouped::{self, Combined};
use super::moving::{scatter_listed, spread};
use super::{Root, Run, between};
use crate::data::Data;
use crate::error::Result;
use crate::operator::Operator;

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
    let mut combined = from.copied();
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
    let tree = TreePlace::new(own, left, 0);
    for child in tree.children() {
        let later = member(place_of(child.node));
        combined = combine_with(run, combined, later, operator).await?;
    }
    if let Some(parent) = tree.parent() {
        run.send(member(place_of(parent.node)), &combined).await?;
        return Ok(None);
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
    let combined = combine_at(&run, 0, &from, &operator, Order::Folded).await?;
    let parts = combined.map(|combined| blocks(&combined, &counts));
    scatter_listed(run, Root::Rank(0), parts.unwrap_or_default(), Some(into)).await
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

/// Combines, for each member, the data of the members up to it, or of those before it. With
/// [`Scan::Exclusive`] the first member's `into` stays.
pub async fn scan(run: Run, scan: Scan, from: Data, into: Data, operator: Operator) -> Result<()> {
    if let Some(combined) = Combined::in_rank_order(&operator, &into)
        && let Some(group) = run.group().await?
    {
        return grouped::scan(&run, group, scan, from, into, combined).await;
    }
    let combined = from.copied();
    if run.index() > 0 {
        let lower = Data::room(from.count(), from.datatype());
        run.receive(run.index() - 1, &lower).await?;
        operator.combine(&lower, &combined)?;
        if scan == Scan::Exclusive {
            into.copy_from(&lower);
        }
    }
    if scan == Scan::Inclusive {
        into.copy_from(&combined);
    }
    if run.index() + 1 < run.size() {
        run.send(run.index() + 1, &combined).await?;
    }
    Ok(())
}
