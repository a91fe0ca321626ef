//! Ordered sets of processes, and where their members live.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use farreach_node::{Memory, NodeBarrier};
use farreach_verbs::Memory as _;

use super::channel::Channels;
use super::layout;
use crate::settings::Algorithms;
use crate::{Error, World};

/// The members of a set, in the set's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Members {
    /// `size` ranks from `start` on, each `stride` after the one before.
    Strided {
        /// The first.
        start: u32,
        /// The distance, which may be negative.
        stride: i64,
        /// How many.
        size: u32,
    },
    /// Any ranks, none of them twice.
    Listed(Vec<u32>),
}

impl Members {
    /// How many there are.
    pub fn len(&self) -> u32 {
        match self {
            Members::Strided { size, .. } => *size,
            Members::Listed(ranks) => ranks.len() as u32,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rank of the member `index`, if it exists.
    pub fn rank(&self, index: u32) -> Option<u32> {
        match self {
            Members::Strided {
                start,
                stride,
                size,
            } => {
                let rank = i64::from(*start) + i64::from(index) * stride;
                (index < *size).then_some(u32::try_from(rank).ok()?)
            }
            Members::Listed(ranks) => ranks.get(index as usize).copied(),
        }
    }

    /// The place of `rank` in the set, if it is a member.
    pub fn index_of(&self, rank: u32) -> Option<u32> {
        match self {
            Members::Strided {
                start,
                stride,
                size,
            } => {
                let distance = i64::from(rank) - i64::from(*start);
                let index = if *stride == 0 { 0 } else { distance / stride };
                let index = u32::try_from(index).ok()?;
                (index < *size && self.rank(index) == Some(rank)).then_some(index)
            }
            Members::Listed(ranks) => {
                let index = ranks.iter().position(|&member| member == rank)?;
                Some(index as u32)
            }
        }
    }

    fn ranks(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|index| self.rank(index).expect("below the length"))
    }
}

/// An ordered set of processes with what its collectives need. Made by [`World::world_group`] and [`super::Collectives::split`].
#[derive(Debug)]
pub struct Group {
    members: Members,
    index: u32,
    context: u32,
    topology: Topology,
    pub(super) barrier: NodeBarrier,
    /// The members on this node, in order, if there are others.
    near: Option<Box<Group>>,
    /// Whether each process has a core, as the members of a node agree.
    pub(super) has_core_each: bool,
    turns: Mutex<Turns>,
}

/// Who may run a collective next.
#[derive(Debug)]
struct Turns {
    /// Elsewhere while a collective that was begun runs.
    state: State,
    /// Collectives that were begun and have not ended. One that blocks comes after them.
    begun: usize,
}

/// The state of a group, for a collective that blocks.
#[derive(Debug)]
pub(super) struct Turn<'g>(MutexGuard<'g, Turns>);

/// The state of a group, for a collective that was begun: it can go from thread to thread.
#[derive(Debug)]
pub(super) struct Owned<'g> {
    group: &'g Group,
    state: State,
}

impl Deref for Turn<'_> {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        &self.0.state
    }
}

impl DerefMut for Turn<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0.state
    }
}

impl Deref for Owned<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Owned<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        self.group.turns().state = mem::take(&mut self.state);
    }
}

/// What changes from collective to collective, alike on all members.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Counts the steps of members that share memory.
    pub(super) number: u64,
    /// All members have ended the steps up to this number: their data may be overwritten.
    pub(super) ended: u64,
    /// The channels to other nodes.
    pub(super) channels: Channels,
    /// Counts those who were to read what this member had for them.
    pub(super) done: u64,
    /// Room for large reductions between nodes.
    room: Option<Memory>,
    /// Room for bytes that are combined.
    scratch: Vec<u8>,
}

impl State {
    /// Room for `len` bytes that other processes send, kept for the next time.
    pub(super) fn room(&mut self, len: usize) -> Memory {
        if let Some(room) = &self.room
            && room.len() >= len
        {
            return room.clone();
        }
        self.room.insert(Memory::allocate(len)).clone()
    }

    /// Room for two times `len` bytes.
    pub(super) fn scratch(&mut self, len: usize) -> (&mut [u8], &mut [u8]) {
        // Apart from each other as far as any element needs it.
        let second = len.next_multiple_of(16);
        if self.scratch.len() < 2 * second {
            self.scratch.resize(2 * second, 0);
        }
        let (one, other) = self.scratch.split_at_mut(second);
        (&mut one[..len], &mut other[..len])
    }
}

/// Which members share memory. A node's leader is its first member in the set's order; with flat algorithms every member is
/// taken for a node of its own.
#[derive(Debug)]
pub(super) struct Topology {
    /// How many members there are.
    members: u32,
    /// The members on this node, in order: the leader first.
    pub(super) local: Vec<u32>,
    /// This process's place among them.
    pub(super) local_index: u32,
    /// The leaders of the nodes, in order.
    pub(super) leaders: Vec<u32>,
    /// The place of this node's leader among them.
    pub(super) node: u32,
    /// The members of each node, made when a collective first needs them all.
    by_node: OnceLock<Vec<Vec<u32>>>,
}

impl Topology {
    fn new(world: &World, members: &Members, index: u32) -> Topology {
        let mut leaders = Vec::new();
        let mut local = Vec::new();
        let mut seen = BTreeSet::new();
        let own_node = node_of(world, world.rank());
        for (member, rank) in (0..).zip(members.ranks()) {
            let node = node_of(world, rank);
            if seen.insert(node) {
                leaders.push(member);
            }
            if node == own_node {
                local.push(member);
            }
        }
        let place = |of: &[u32], member| {
            let found = of.iter().position(|&other| other == member);
            found.expect("every node has a leader") as u32
        };
        Topology {
            members: members.len(),
            local_index: place(&local, index),
            node: place(&leaders, local[0]),
            local,
            leaders,
            by_node: OnceLock::new(),
        }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.leaders.len() as u32
    }

    /// Whether all members share memory.
    fn is_local(&self) -> bool {
        self.nodes() == 1
    }

    pub(super) fn is_leader(&self) -> bool {
        self.local_index == 0
    }

    /// Whether each node has one member: then these and the nodes are in the same order.
    pub(super) fn each_alone(&self) -> bool {
        self.members == self.nodes()
    }
}

/// The node that a rank is taken to live on.
fn node_of(world: &World, rank: u32) -> u32 {
    match world.settings().collectives {
        Algorithms::Hierarchical => world.node_of(rank),
        Algorithms::Flat => rank,
    }
}

/// Whether each process has a core, on which the algorithm depends: as the first to ask sees it. Others may have been
/// started with fewer cores.
fn agree_on_cores(world: &World, leader: u32, context: u32) -> bool {
    let own = if world.arena().has_core_each() { 1 } else { 2 };
    let leader = world.near(leader).expect("on this node");
    let word = leader
        .bytes
        .atomic_u32(layout::context(context) + layout::CORES)
        .expect("inside the internal area");
    let agreed = word.compare_exchange(0, own, Ordering::Relaxed, Ordering::Relaxed);
    agreed.map_or_else(|others| others, |_| own) == 1
}

impl Group {
    /// The group of `members`, of which the caller is one, whose words are those of `context`.
    pub(super) fn new(world: &World, members: Members, context: u32, number: u64) -> Group {
        let index = members
            .index_of(world.rank())
            .expect("the caller is a member");
        let topology = Topology::new(world, &members, index);
        let leader = members.rank(topology.local[0]).expect("a member");
        let barrier = NodeBarrier::in_segment(
            world.arena(),
            leader - world.first_rank(),
            layout::context(context) + layout::BARRIER,
            topology.local.len() as u32,
        );
        let has_core_each = agree_on_cores(world, leader, context);
        let near = (topology.nodes() > 1).then(|| {
            let ranks = topology.local.iter().map(|&member| members.rank(member));
            let ranks = ranks.map(|rank| rank.expect("a member")).collect();
            Box::new(Group::new(world, Members::Listed(ranks), context, number))
        });
        Group {
            members,
            index,
            context,
            topology,
            barrier,
            near,
            has_core_each,
            turns: Mutex::new(Turns {
                state: State {
                    number,
                    ended: number,
                    channels: Channels::new(),
                    ..State::default()
                },
                begun: 0,
            }),
        }
    }

    /// This process's place in the set, from 0.
    #[inline]
    pub fn index(&self) -> u32 {
        self.index
    }

    /// How many members there are.
    #[inline]
    pub fn size(&self) -> u32 {
        self.members.len()
    }

    /// The members.
    pub fn members(&self) -> &Members {
        &self.members
    }

    /// Whether all members share memory.
    pub(super) fn is_local(&self) -> bool {
        self.topology.is_local()
    }

    /// The members on this node, in order, if there are others.
    pub(super) fn near(&self) -> Option<&Group> {
        self.near.as_deref()
    }

    pub(super) fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The members on each node, in the order of the leaders.
    pub(super) fn members_by_node(&self, world: &World) -> &[Vec<u32>] {
        self.topology.by_node.get_or_init(|| {
            let leaders = (0..).zip(&self.topology.leaders);
            let places: BTreeMap<u32, usize> = leaders
                .map(|(place, &leader)| (node_of(world, self.rank(leader)), place))
                .collect();
            let mut by_node = vec![Vec::new(); places.len()];
            for (member, rank) in (0..).zip(self.members.ranks()) {
                by_node[places[&node_of(world, rank)]].push(member);
            }
            by_node
        })
    }

    /// The place of a member of this node among those of this node.
    pub(super) fn place_on_node(&self, member: u32) -> u32 {
        let mut local = self.topology.local.iter();
        local
            .position(|&other| other == member)
            .expect("a member of this node") as u32
    }

    /// The place of a member's node among the nodes.
    pub(super) fn node_of_member(&self, world: &World, member: u32) -> u32 {
        if self.context == 0 && world.settings().collectives == Algorithms::Hierarchical {
            return world.node_of(member);
        }
        let node = node_of(world, self.rank(member));
        let is_there = |&&leader: &&u32| node_of(world, self.rank(leader)) == node;
        let mut leaders = (0..).zip(&self.topology.leaders);
        let found = leaders.find(|(_, leader)| is_there(leader));
        found.expect("every member has a leader").0
    }

    pub(super) fn context(&self) -> u32 {
        self.context
    }

    pub(super) fn rank(&self, index: u32) -> u32 {
        self.members.rank(index).expect("a member's index")
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One collective of a group at a time, in the order in which they were called.
    #[inline]
    pub(super) fn turn(&self, world: &World) -> Turn<'_> {
        loop {
            let turns = self.turns();
            if turns.begun == 0 {
                return Turn(turns);
            }
            drop(turns);
            world.wait_first(self.context);
        }
    }

    /// The state, for a collective that was begun and whose turn it is.
    pub(super) fn take_state(&self) -> Owned<'_> {
        let state = mem::take(&mut self.turns().state);
        Owned { group: self, state }
    }

    /// One more has been begun.
    pub(super) fn begin(&self) {
        self.turns().begun += 1;
    }

    /// One that was begun has ended.
    pub(super) fn end_begun(&self) {
        self.turns().begun -= 1;
    }

    /// Whether a collective of it is under way in this process.
    pub(crate) fn is_busy(&self) -> bool {
        self.turns.try_lock().map_or(true, |turns| turns.begun > 0)
    }

    pub(super) fn check_index(&self, world: &World, index: u32) -> Result<(), Error> {
        if index < self.size() {
            return Ok(());
        }
        if self.context == 0 {
            // The members of the world are its ranks.
            return world.check_rank(index);
        }
        Err(Error::NoSuchMember {
            rank: world.rank(),
            member: index,
            size: self.size(),
        })
    }
}
