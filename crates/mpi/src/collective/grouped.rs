//! Collectives on the runtime's groups.
//!
//! ```text
//!   the first blocking collective of a communicator ──▶ its members agree on a context, by messages
//!        ▼
//!   Comm::grouped: a group, or none where no context is left
//! ```
//!
//! A collective runs on the group if each member knows that all do. What all members share decides:
//! the function, the operation, and the collectives that came before. Datatypes and placements of
//! data may differ. Data that does not lie in a row is copied.
//!
//! A group's collectives wait inside the runtime, which knows nothing of collectives over messages
//! that were begun. While there are such, a blocking collective runs as if it had been begun.
//!
//! Collectives with blocks of one length and with predefined operations run on the group. All
//! others run over messages, and so do all collectives if no context is left. Persistent
//! collectives run over messages as well: their members start them in any order, and a group tells
//! its collectives apart by their order. Operations of the program are combined in the order of the
//! ranks. MPI names one of the two orders of a rounded sum (`order` of the crate
//! `farreach-collectives`), by MPICH's choice between them. Sums in groups that cannot evaluate
//! that tree run over messages, in the same order.
//!
//! A freed communicator's group ends when all members have freed theirs. Nobody waits for that.

#![allow(unsafe_code)]

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use farreach_runtime::collectives::{
    Choice, Group, Kept, Members, Operation, Operator as GroupOperator, Order, Request, Scan,
    Search, Source, Target,
};

use super::bytes::combined;
use super::{Run, Wait};
use crate::comm::Comm;
use crate::data::Data;
use crate::datatype::Class;
use crate::error::Result;
use crate::mpi::{Mpi, lock};
use crate::op::ELEMENT_MAX;
use crate::operator::Operator;
use crate::{Basic, Op, op};

/// Ends the process if a collective that was begun on a group is dropped before its end. Other
/// processes and the runtime would still use what it has borrowed.
struct Abort;

impl Drop for Abort {
    fn drop(&mut self) {
        std::process::abort();
    }
}

impl Run {
    /// The group of the communicator, if this collective runs on it.
    pub(super) async fn group(&self) -> Result<Option<&Group>> {
        // The collectives of a group are told apart by their order.
        if self.comm.remote().is_some() || self.size() == 1 || self.is_unordered {
            return Ok(None);
        }
        match self.comm.grouped.get() {
            Some(made) => Ok(made.as_ref()),
            // The program goes on beside this collective, so the members can't agree now.
            None if self.is_begun => Ok(None),
            None => Box::pin(self.make_group()).await,
        }
    }

    /// The group of the communicator, if a reduction to `root` runs on it.
    pub(super) async fn group_that_combines(
        &self,
        combined: &Combined,
        root: u32,
    ) -> Result<Option<&Group>> {
        let group = self.group().await?;
        let world = self.mpi.world();
        Ok(group.filter(|group| group.can_combine(world, combined.order, root)))
    }

    async fn make_group(&self) -> Result<Option<&Group>> {
        let world = &**self.mpi.world();
        let mut search = Search::new(self.comm.context().into());
        let made = loop {
            let words = combined(self, Search::look(world), |a, b| a | b).await?;
            match search.choose(&words) {
                Choice::Exhausted => break None,
                Choice::Again => {}
                Choice::Take(candidate) => {
                    let taken = candidate.take(world);
                    let words = combined(self, taken.words, u64::max).await;
                    let found = taken.decide(world, words.as_ref().ok().copied());
                    words?;
                    if let Some((context, number)) = found {
                        let members = self.comm.group().members();
                        break Some(Group::new(world, members, context, number));
                    }
                }
            }
        };
        Ok(self.comm.grouped.get_or_init(|| made).as_ref())
    }

    /// Whether the calling thread may stay in the runtime until the end.
    fn stays(&self) -> bool {
        !self.is_begun && !self.mpi.has_begun()
    }

    /// Carries out an operation. Its borrows stay until its end.
    async fn perform<'a>(
        &'a self,
        group: &'a Group,
        name: &'static str,
        operation: Operation<'a>,
    ) -> Result<()> {
        let world = self.mpi.world();
        let collectives = world.collectives_of(group).named(name);
        if self.stays() {
            return Ok(collectives.perform(operation)?);
        }
        let unfinished = Abort;
        // SAFETY: the borrows outlive this future, which ends, or the process does, when the collective has ended.
        let request = unsafe { collectives.begin(operation) };
        self.until([Wait::Group(request.clone())]).await;
        std::mem::forget(unfinished);
        Ok(world.wait_request(&request)?)
    }
}

/// The place of bytes that arrive: where they belong, or a copy that is stored at the end.
struct Place<'a> {
    data: &'a mut Data,
    copy: Option<Vec<u8>>,
}

impl<'a> Place<'a> {
    fn of(data: &'a mut Data) -> Place<'a> {
        let copy = data.as_mut_row().is_none().then(|| vec![0; data.len()]);
        Place { data, copy }
    }

    /// A place that has the bytes of the data.
    fn with_bytes(data: &'a mut Data) -> Place<'a> {
        let copy = data.as_mut_row().is_none().then(|| data.to_bytes());
        Place { data, copy }
    }

    fn target(&mut self) -> Target<'_> {
        Target::Private(match &mut self.copy {
            Some(copy) => copy,
            None => self.data.as_mut_row().expect("seen before"),
        })
    }

    fn store(self) {
        if let Some(copy) = self.copy {
            self.data.write_from(&copy);
        }
    }
}

pub(super) async fn barrier(run: &Run, group: &Group) -> Result<()> {
    run.perform(group, "MPI_Barrier", Operation::Sync).await
}

pub(super) async fn broadcast(run: &Run, group: &Group, root: u32, mut data: Data) -> Result<()> {
    if data.is_empty() {
        return Ok(());
    }
    let gives = run.index() == root;
    let mut place = if gives {
        Place::with_bytes(&mut data)
    } else {
        Place::of(&mut data)
    };
    let data = place.target();
    run.perform(group, "MPI_Bcast", Operation::Broadcast { root, data })
        .await?;
    if !gives {
        place.store();
    }
    Ok(())
}

/// `from` is `None` if this member's part is in `into`, which only the root has.
pub(super) async fn gather(
    run: &Run,
    group: &Group,
    root: u32,
    from: Option<Data>,
    into: Option<Data>,
) -> Result<()> {
    let own = own_part(run, from.as_ref(), into.as_ref());
    if own.is_empty() {
        return Ok(());
    }
    let source = Source::Private(&own);
    let Some(mut into) = into else {
        let target = None;
        let gathering = Operation::Gather {
            root,
            source,
            target,
        };
        return run.perform(group, "MPI_Gather", gathering).await;
    };
    let mut place = Place::of(&mut into);
    let target = Some(place.target());
    let gathering = Operation::Gather {
        root,
        source,
        target,
    };
    run.perform(group, "MPI_Gather", gathering).await?;
    place.store();
    Ok(())
}

/// The bytes that this member gives. In place they are its part of `into`, which changes.
fn own_part<'a>(run: &Run, from: Option<&'a Data>, into: Option<&Data>) -> Cow<'a, [u8]> {
    if let Some(from) = from {
        return from.bytes();
    }
    let into = into.expect("in place");
    let count = into.count() / run.size() as usize;
    let own = into.part(run.index() as usize * count, count);
    own.to_bytes().into()
}

pub(super) async fn all_gather(
    run: &Run,
    group: &Group,
    from: Option<Data>,
    mut into: Data,
) -> Result<()> {
    let own = own_part(run, from.as_ref(), Some(&into));
    if own.is_empty() {
        return Ok(());
    }
    let mut place = Place::of(&mut into);
    let gathering = Operation::AllGather {
        source: Source::Private(&own),
        target: place.target(),
    };
    run.perform(group, "MPI_Allgather", gathering).await?;
    place.store();
    Ok(())
}

/// `from` is the root's. `into` is `None` if the root's part stays where it is.
pub(super) async fn scatter(
    run: &Run,
    group: &Group,
    root: u32,
    from: Option<Data>,
    into: Option<Data>,
) -> Result<()> {
    let all = from.as_ref().map(Data::bytes);
    let source = all.as_deref().map(Source::Private);
    let Some(mut into) = into else {
        let all = all.as_deref().expect("only a root gives no room");
        let mut unused = vec![0; all.len() / run.size() as usize];
        if unused.is_empty() {
            return Ok(());
        }
        let target = Target::Private(&mut unused);
        let dealing = Operation::Scatter {
            root,
            source,
            target,
        };
        return run.perform(group, "MPI_Scatter", dealing).await;
    };
    if into.is_empty() {
        return Ok(());
    }
    let mut place = Place::of(&mut into);
    let target = place.target();
    let dealing = Operation::Scatter {
        root,
        source,
        target,
    };
    run.perform(group, "MPI_Scatter", dealing).await?;
    place.store();
    Ok(())
}

/// `from` is `None` if what is sent is in `into`.
pub(super) async fn all_to_all(
    run: &Run,
    group: &Group,
    from: Option<Data>,
    mut into: Data,
) -> Result<()> {
    if into.is_empty() {
        return Ok(());
    }
    let all = match &from {
        Some(from) => from.bytes(),
        None => into.to_bytes().into(),
    };
    let mut place = Place::of(&mut into);
    let exchange = Operation::AllToAll {
        source: Source::Private(&all),
        target: place.target(),
    };
    run.perform(group, "MPI_Alltoall", exchange).await?;
    place.store();
    Ok(())
}

/// Combines words with those of another process.
type Combine = Box<dyn Fn(&mut [u8], &[u8]) + Send + Sync>;

/// An operation of the standard on elements of a basic datatype whose identity is known.
struct Known {
    /// Bytes of an element.
    unit: usize,
    identity: [u8; ELEMENT_MAX],
    /// Whether the last digits depend on the order.
    is_rounded: bool,
    combine: Combine,
}

impl Known {
    /// Each is made once, since making it takes as long as a short reduction.
    fn of(op: Op, basic: Basic) -> Option<&'static Known> {
        type Each = [OnceLock<Option<Box<Known>>>; Basic::Ub as usize + 1];
        static ALL: [Each; Op::ALL.len()] =
            [const { [const { OnceLock::new() }; Basic::Ub as usize + 1] }; Op::ALL.len()];
        let known = ALL[op as usize][basic as usize].get_or_init(|| {
            Some(Box::new(Known {
                unit: basic.extent(),
                identity: op.identity(basic)?,
                is_rounded: matches!(op, Op::Sum | Op::Prod)
                    && matches!(basic.class(), Class::Floating | Class::Complex),
                combine: Box::new(move |into, other| {
                    let combined = op::combine(op, basic, into, other);
                    combined.expect("defined, as it has an identity");
                }),
            }))
        });
        known.as_deref()
    }
}

/// How a reduction on a group combines.
pub(super) struct Combined {
    known: &'static Known,
    pub(super) order: Order,
}

impl Combined {
    /// What an operator does with elements in a reduction. `None` if no group can do it. Sums and
    /// products of floating-point numbers depend on the order, and programs expect the digits of other
    /// libraries of MPI, which combine in `order`.
    pub(super) fn of(operator: &Operator, data: &Data, order: Order) -> Option<Combined> {
        let combined = Combined::in_rank_order(operator, data)?;
        let order = if combined.known.is_rounded {
            order
        } else {
            Order::Any
        };
        Some(Combined { order, ..combined })
    }

    /// What an operator does in a scan, which combines in the order of the ranks wherever it runs.
    pub(super) fn in_rank_order(operator: &Operator, data: &Data) -> Option<Combined> {
        let &Operator::Predefined(op) = operator else {
            return None;
        };
        let known = Known::of(op, data.datatype().operand()?)?;
        let order = Order::Any;
        Some(Combined { known, order })
    }

    pub(super) fn operator(&self) -> GroupOperator<'static> {
        let Known { unit, identity, .. } = self.known;
        GroupOperator {
            unit: *unit,
            combine: &*self.known.combine,
            identity: &identity[..*unit],
            order: self.order,
        }
    }

    fn kept(&self) -> Kept<'static> {
        let GroupOperator {
            unit,
            combine,
            identity,
            order,
        } = self.operator();
        Kept::new(unit, combine, identity).ordered(order)
    }
}

/// Data without gaps, which may be combined where it is, or else a copy of it that is like memory.
fn dense(data: &Data) -> Data {
    if data.is_dense() {
        return data.clone();
    }
    data.copied()
}

pub(super) async fn reduce(
    run: &Run,
    group: &Group,
    root: u32,
    from: Data,
    into: Option<Data>,
    combined: Combined,
) -> Result<()> {
    if from.is_empty() {
        return Ok(());
    }
    let mut data = match &into {
        Some(into) => {
            into.copy_from(&from);
            dense(into)
        }
        None => dense(&from),
    };
    let reduction = Operation::Reduce {
        root,
        data: Target::Private(data.as_mut_elements()),
        operator: combined.kept(),
    };
    run.perform(group, "MPI_Reduce", reduction).await?;
    if let Some(into) = into {
        into.copy_from(&data);
    }
    Ok(())
}

pub(super) async fn all_reduce(
    run: &Run,
    group: &Group,
    from: Data,
    into: Data,
    combined: Combined,
) -> Result<()> {
    if into.is_empty() {
        return Ok(());
    }
    if from.as_mut_ptr() == into.as_mut_ptr() {
        let mut data = dense(&into);
        let operator = combined.kept();
        let reduction = Operation::AllReduce {
            data: Target::Private(data.as_mut_elements()),
            operator,
        };
        run.perform(group, "MPI_Allreduce", reduction).await?;
        into.copy_from(&data);
        return Ok(());
    }
    let (mut source, mut target) = (dense(&from), dense(&into));
    let places = (
        Source::Private(source.as_mut_elements()),
        Target::Private(target.as_mut_elements()),
    );
    let reduction = Operation::AllReduceFrom {
        source: places.0,
        target: places.1,
        operator: combined.kept(),
    };
    run.perform(group, "MPI_Allreduce", reduction).await?;
    into.copy_from(&target);
    Ok(())
}

pub(super) async fn reduce_scatter_block(
    run: &Run,
    group: &Group,
    from: Data,
    into: Data,
    combined: Combined,
) -> Result<()> {
    if into.is_empty() {
        return Ok(());
    }
    let mut source = if from.as_mut_ptr() == into.as_mut_ptr() {
        from.copied()
    } else {
        dense(&from)
    };
    let mut target = dense(&into);
    let reduction = Operation::ReduceScatter {
        source: Source::Private(source.as_mut_elements()),
        target: Target::Private(target.as_mut_elements()),
        operator: combined.kept(),
    };
    run.perform(group, "MPI_Reduce_scatter_block", reduction)
        .await?;
    into.copy_from(&target);
    Ok(())
}

/// The first member's `into` stays with [`Scan::Exclusive`].
pub(super) async fn scan(
    run: &Run,
    group: &Group,
    scan: Scan,
    from: Data,
    into: Data,
    combined: Combined,
) -> Result<()> {
    if into.is_empty() {
        return Ok(());
    }
    let stays = scan == Scan::Exclusive && run.index() == 0;
    let mut data = if stays {
        Data::room(into.count(), into.datatype())
    } else {
        dense(&into)
    };
    data.copy_from(&from);
    let scanning = Operation::Scan {
        scan,
        data: Target::Private(data.as_mut_elements()),
        operator: combined.kept(),
    };
    run.perform(group, "MPI_Scan", scanning).await?;
    if !stays {
        into.copy_from(&data);
    }
    Ok(())
}

/// Communicators that the program has freed, whose groups end when all members have freed theirs.
#[derive(Debug, Default)]
pub(crate) struct Leaving(Vec<(Request, Arc<Comm>)>);

impl Mpi {
    /// Ends a communicator that the program frees. Waits for nobody: other members may free theirs
    /// in another order, or never.
    pub fn leave(&self, comm: &Arc<Comm>) {
        let mut leaving = lock(&self.leaving);
        leaving.0.retain(|(request, _)| !request.has_ended());
        if let Some(Some(group)) = comm.grouped.get() {
            let collectives = self.world().collectives_of(group);
            // SAFETY: the communicator is kept until the request has ended, or the process.
            let request = unsafe { collectives.begin(Operation::Disband) };
            leaving.0.push((request, Arc::clone(comm)));
        }
    }
}

impl crate::Group {
    /// The members of a group of the runtime.
    fn members(&self) -> Members {
        match self.as_row() {
            Some((start, size)) => Members::Strided {
                start,
                stride: 1,
                size,
            },
            None => Members::Listed(self.ranks().collect()),
        }
    }
}
