//! Communicators: a group, or two, with contexts of their own.
//!
//! A communicator has two numbers of contexts: one for point-to-point messages, and one for
//! collectives. The members agree on the number by the greatest proposal (`agreement`). A
//! communicator therefore costs nothing in processes that are no members.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use farreach_runtime::collectives::Group as Grouped;

use crate::agreement::joined;
use crate::attribute::Attributes;
use crate::buffered::Buffer;
use crate::collective::{Run, Waits, duplicate, key_of};
use crate::error::{Class, Failure, Result};
use crate::group::{Comparison, Group};
use crate::handler::Handler;
use crate::mpi::{Mpi, number_of};
use crate::topology::{Cartesian, DistributedGraph, Graph, Neighbours, TopologyError};

/// The most characters of a name.
const NAME_MAX: usize = 127;

/// A communicator. Messages of different communicators never match.
#[derive(Debug)]
pub struct Comm {
    /// The context of point-to-point messages. That of collectives is the next one.
    context: u32,
    group: Group,
    /// This process's rank in the group.
    rank: u32,
    /// Of an intercommunicator: the other group, and the communicator of the own one.
    remote: Option<(Group, Arc<Comm>)>,
    /// The number of collectives that this process has begun.
    collectives: AtomicU32,
    /// What the communicator's blocking collective waits for.
    pub(crate) waits: Arc<Waits>,
    /// The group of the runtime that collectives run on, made by the first blocking one. `None` in it
    /// says that no context was left.
    pub(crate) grouped: OnceLock<Option<Grouped>>,
    handler: Mutex<Handler>,
    name: Mutex<String>,
    /// The attributes.
    pub attributes: Attributes,
    /// The topology.
    pub topology: OnceLock<Topology>,
    /// The communicator's own buffer for buffered sends.
    pub buffer: Arc<Buffer>,
    /// Hints.
    pub info: Mutex<BTreeMap<String, String>>,
}

/// Who is whose neighbour in a communicator.
#[derive(Clone, Debug)]
pub enum Topology {
    /// A grid.
    Cartesian(Cartesian),
    /// A graph that all processes know.
    Graph(Graph),
    /// A graph of which a process knows its own edges.
    Distributed(DistributedGraph),
}

impl Topology {
    /// The neighbours of this process, which has rank `rank`, in neighbourhood collectives.
    pub fn neighbours(&self, rank: u32) -> std::result::Result<Neighbours, TopologyError> {
        let ranks = |ranks: &[usize]| ranks.iter().map(|&rank| Some(rank as u32)).collect();
        let (sources, destinations) = match self {
            Topology::Cartesian(grid) => {
                let all = grid.neighbours(rank as usize)?;
                let all: Vec<_> = all.into_iter().map(|rank| Some(rank? as u32)).collect();
                (all.clone(), all)
            }
            Topology::Graph(graph) => {
                let all: Vec<_> = ranks(graph.neighbours(rank as usize)?);
                (all.clone(), all)
            }
            Topology::Distributed(graph) => (ranks(&graph.sources), ranks(&graph.destinations)),
        };
        Ok(Neighbours {
            sources,
            destinations,
            are_of_grid: matches!(self, Topology::Cartesian(_)),
        })
    }
}

/// How two communicators compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// The same communicator.
    Same,
    /// Other contexts, but the same groups.
    Congruent,
    /// The same members in another order.
    Similar,
    /// Other members.
    Unequal,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Comm {
    /// A communicator of the processes of `group`, which this process is one of.
    pub(crate) fn new(context: u32, group: Group, own: u32, handler: Handler) -> Comm {
        let rank = group.index_of(own).expect("a member");
        Comm {
            context,
            group,
            rank,
            remote: None,
            collectives: AtomicU32::new(0),
            waits: Arc::default(),
            grouped: OnceLock::new(),
            handler: Mutex::new(handler),
            name: Mutex::default(),
            attributes: Attributes::default(),
            topology: OnceLock::new(),
            buffer: Arc::default(),
            info: Mutex::default(),
        }
    }

    /// A communicator between the group of `local` and another one.
    pub(crate) fn between(context: u32, local: &Arc<Comm>, remote: Group) -> Comm {
        let handler = local.handler();
        Comm {
            remote: Some((remote, Arc::clone(local))),
            rank: local.rank,
            ..Comm::new(
                context,
                local.group.clone(),
                local.group.rank(local.rank),
                handler,
            )
        }
    }

    /// A communicator of the same group, with a context of its own.
    pub(crate) fn twin(&self, context: u32) -> Comm {
        let own = self.group.rank(self.rank);
        let made = Comm::new(context, self.group.clone(), own, self.handler());
        if let Some(topology) = self.topology.get() {
            let _ = made.topology.set(topology.clone());
        }
        made.take_over(self);
        made
    }

    /// Takes over the error handler and the hints of the communicator that this one is a duplicate of.
    pub(crate) fn take_over(&self, from: &Comm) {
        self.set_handler(from.handler());
        *lock(&self.info) = lock(&from.info).clone();
    }

    /// The context of point-to-point messages.
    #[inline]
    pub fn context(&self) -> u32 {
        self.context
    }

    /// The processes of this side.
    #[inline]
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// This process's rank.
    #[inline]
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// The number of processes of this side.
    #[inline]
    pub fn size(&self) -> u32 {
        self.group.size()
    }

    /// The other side of an intercommunicator.
    #[inline]
    pub fn remote(&self) -> Option<&Group> {
        self.remote.as_ref().map(|(group, _)| group)
    }

    /// The communicator of this side of an intercommunicator.
    pub(crate) fn local(&self) -> Option<&Arc<Comm>> {
        self.remote.as_ref().map(|(_, local)| local)
    }

    /// The processes that messages go to and come from.
    #[inline]
    pub fn peers(&self) -> &Group {
        self.remote().unwrap_or(&self.group)
    }

    /// The tag of the next collective.
    pub(crate) fn next_collective(&self) -> u32 {
        self.collectives.fetch_add(1, Ordering::Relaxed) & (i32::MAX as u32)
    }

    /// The error handler.
    pub fn handler(&self) -> Handler {
        lock(&self.handler).clone()
    }

    /// Sets the error handler.
    pub fn set_handler(&self, handler: Handler) {
        let old = std::mem::replace(&mut *lock(&self.handler), handler);
        // Without the lock: this may be the last use of the program's function.
        drop(old);
    }

    /// The name.
    pub fn name(&self) -> String {
        lock(&self.name).clone()
    }

    /// Sets the name. It is cut after the most characters.
    pub fn set_name(&self, name: &str) {
        let mut name = name.to_owned();
        name.truncate(name.floor_char_boundary(NAME_MAX));
        *lock(&self.name) = name;
    }

    /// How this communicator and another one compare.
    pub fn compare(&self, other: &Comm) -> Likeness {
        if self.context == other.context && std::ptr::eq(self, other) {
            return Likeness::Same;
        }
        let own = self.group.compare(&other.group);
        let remote = match (self.remote(), other.remote()) {
            (None, None) => Comparison::Identical,
            (Some(own), Some(other)) => own.compare(other),
            _ => Comparison::Unequal,
        };
        match (own, remote) {
            (Comparison::Identical, Comparison::Identical) => Likeness::Congruent,
            (Comparison::Unequal, _) | (_, Comparison::Unequal) => Likeness::Unequal,
            _ => Likeness::Similar,
        }
    }

    /// Fails on an intercommunicator.
    pub fn only_intra(&self) -> Result<()> {
        if self.remote.is_none() {
            return Ok(());
        }
        let what =
            "argument comm: an intercommunicator, but this function wants an intracommunicator";
        Err(Failure::new(Class::Comm, what))
    }

    /// A description for messages to people.
    pub fn describe(&self) -> String {
        let name = self.name();
        if name.is_empty() {
            format!("a communicator of {} processes", self.size())
        } else {
            name
        }
    }
}

impl Mpi {
    /// A communicator with the same groups. Collective.
    pub fn duplicate(self: &Arc<Self>, comm: &Arc<Comm>) -> Result<Arc<Comm>> {
        let run = Run::new(self, comm);
        self.block(&run, duplicate(&run))
    }

    /// Communicators of the processes that give the same color, by key and then by rank. Collective.
    pub fn split(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        color: Option<u32>,
        key: i32,
    ) -> Result<Option<Arc<Comm>>> {
        if let (Some(local), Some(remote)) = (comm.local(), comm.remote()) {
            return self.split_between(comm, local, remote, color, key);
        }
        let context = self.agree(comm)?;
        let all =
            self.all_gather_bytes(comm, &words(&[color.map_or(-1, i64::from), key.into()]))?;
        let Some(color) = color else {
            return Ok(None);
        };
        let group = Group::of(of_color(&all, color, &comm.group)).of_session(&comm.group);
        Ok(Some(Arc::new(Comm::new(
            context,
            group,
            self.rank(),
            comm.handler(),
        ))))
    }

    fn split_between(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        local: &Arc<Comm>,
        remote: &Group,
        color: Option<u32>,
        key: i32,
    ) -> Result<Option<Arc<Comm>>> {
        let own = words(&[color.map_or(-1, i64::from), key.into()]);
        let ours = self.all_gather_bytes(local, &own)?;
        let theirs = self.swap_between(comm, &ours, remote.size() as usize * own.len())?;
        let context = self.agree(comm)?;
        let context_of_local = self.agree(local)?;
        let Some(color) = color else {
            return Ok(None);
        };
        let group = Group::of(of_color(&ours, color, &comm.group)).of_session(&comm.group);
        let other = Group::of(of_color(&theirs, color, remote));
        if other.size() == 0 {
            return Ok(None);
        }
        let local = Comm::new(context_of_local, group, self.rank(), comm.handler());
        Ok(Some(Arc::new(Comm::between(
            context,
            &Arc::new(local),
            other,
        ))))
    }

    /// A communicator of the processes of a part of the group. Collective over `comm`.
    pub fn create(self: &Arc<Self>, comm: &Arc<Comm>, group: &Group) -> Result<Option<Arc<Comm>>> {
        check_subset(comm, group)?;
        if let (Some(local), Some(remote)) = (comm.local(), comm.remote()) {
            return self.create_between(comm, local, remote, group);
        }
        let context = self.agree(comm)?;
        if group.index_of(self.rank()).is_none() {
            return Ok(None);
        }
        let made = Comm::new(context, group.clone(), self.rank(), comm.handler());
        Ok(Some(Arc::new(made)))
    }

    fn create_between(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        local: &Arc<Comm>,
        remote: &Group,
        group: &Group,
    ) -> Result<Option<Arc<Comm>>> {
        // Each process says where it is in its side's group.
        let place = group.index_of(self.rank()).map_or(-1, i64::from);
        let ours = self.all_gather_bytes(local, &words(&[place]))?;
        let theirs = self.swap_between(comm, &ours, remote.size() as usize * 8)?;
        let mut others: Vec<(i64, u32)> = numbers(&theirs)
            .zip(remote.ranks())
            .filter(|(place, _)| *place >= 0)
            .collect();
        others.sort_unstable();
        let context = self.agree(comm)?;
        let context_of_local = self.agree(local)?;
        if place < 0 || others.is_empty() {
            return Ok(None);
        }
        let other = Group::of(others.into_iter().map(|(_, rank)| rank).collect());
        let local = Comm::new(context_of_local, group.clone(), self.rank(), comm.handler());
        Ok(Some(Arc::new(Comm::between(
            context,
            &Arc::new(local),
            other,
        ))))
    }

    /// A communicator of the processes of `group`, which alone call this.
    pub fn create_of_group(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        group: &Group,
        tag: u32,
    ) -> Result<Option<Arc<Comm>>> {
        check_subset(comm, group)?;
        if group.index_of(self.rank()).is_none() {
            return Ok(None);
        }
        let context = self.agree_in_group(comm, group, tag)?;
        let made = Comm::new(context, group.clone(), self.rank(), comm.handler());
        Ok(Some(Arc::new(made)))
    }

    /// An intercommunicator of two communicators, whose leaders reach each other by `bridge`.
    /// Collective over both.
    pub fn connect(
        self: &Arc<Self>,
        local: &Arc<Comm>,
        leader: u32,
        bridge: Option<(&Arc<Comm>, u32, u32)>,
    ) -> Result<Arc<Comm>> {
        let is_leader = local.rank == leader;
        let bridge = bridge.filter(|_| is_leader);
        if is_leader && bridge.is_none() {
            let what = "argument peer_comm: the leader needs a communicator with the other leader";
            return Err(Failure::new(Class::Comm, what));
        }
        // The leaders swap the sizes, and then the ranks.
        let across = |own: &[u8], len: usize| {
            let mut theirs = match bridge {
                Some((bridge, other, tag)) => self.swap(bridge, other, tag, own, len)?,
                None => vec![0; len],
            };
            self.broadcast_bytes(local, leader, &mut theirs)?;
            Ok::<_, Failure>(theirs)
        };
        let size = number_of(&across(&local.size().to_ne_bytes(), 4)?);
        let own: Vec<u8> = local.group.ranks().flat_map(u32::to_ne_bytes).collect();
        let ranks = across(&own, size as usize * 4)?;
        let remote = Group::of(ranks.chunks_exact(4).map(number_of).collect());
        if local.group.intersection(&remote).size() > 0 {
            let what = "argument local_comm: the two groups have a process in common";
            return Err(Failure::new(Class::Comm, what));
        }
        let key = key_of(local, local.next_collective());
        let context = self.agree_by(key, |number| {
            let own = self.greatest(local, number)?;
            Ok(joined(own, number_of(&across(&own.to_ne_bytes(), 4)?)))
        })?;
        let inner = self.duplicate(local)?;
        Ok(Arc::new(Comm::between(context, &inner, remote)))
    }

    /// One communicator of both sides of an intercommunicator. The side that gives `is_high` comes
    /// behind the other one. Collective over both.
    pub fn merge(self: &Arc<Self>, comm: &Arc<Comm>, is_high: bool) -> Result<Arc<Comm>> {
        let (Some(remote), Some(local)) = (comm.remote(), comm.local()) else {
            let what = "argument intercomm: an intracommunicator";
            return Err(Failure::new(Class::Comm, what));
        };
        // Only what the first process says counts.
        let mut side = words(&[i64::from(is_high)]);
        self.broadcast_bytes(local, 0, &mut side)?;
        let theirs = self.swap_between(comm, &side, side.len())?;
        let (own, other) = (numbers(&side).next(), numbers(&theirs).next());
        let is_behind = if own == other {
            comm.group.rank(0) > remote.rank(0)
        } else {
            own > other
        };
        let group = if is_behind {
            remote.union(&comm.group)
        } else {
            comm.group.union(remote)
        };
        let context = self.agree(comm)?;
        let made = Comm::new(context, group, self.rank(), comm.handler());
        Ok(Arc::new(made))
    }
}

/// Numbers as bytes.
pub(crate) fn words(numbers: &[i64]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_ne_bytes())
        .collect()
}

/// Bytes as numbers.
pub(crate) fn numbers(bytes: &[u8]) -> impl Iterator<Item = i64> + '_ {
    bytes
        .chunks_exact(8)
        .map(|word| i64::from_ne_bytes(word.try_into().expect("8 bytes")))
}

/// The ranks of those that gave `color`, by key and then by rank.
fn of_color(all: &[u8], color: u32, group: &Group) -> Vec<u32> {
    let all: Vec<i64> = numbers(all).collect();
    let given = all.chunks_exact(2).zip(0..);
    let mut same: Vec<(i64, u32)> = given
        .filter(|(given, _)| given[0] == i64::from(color))
        .map(|(given, index)| (given[1], index))
        .collect();
    same.sort_unstable();
    same.into_iter()
        .map(|(_, index)| group.rank(index))
        .collect()
}

fn check_subset(comm: &Comm, group: &Group) -> Result<()> {
    let outside = group
        .ranks()
        .find(|&rank| comm.group.index_of(rank).is_none());
    let Some(rank) = outside else {
        return Ok(());
    };
    let what = format!(
        "argument group: process {rank} of the job is not in {}",
        comm.describe()
    );
    Err(Failure::new(Class::Group, what))
}
