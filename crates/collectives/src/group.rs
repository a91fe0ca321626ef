//! Ordered sets of processes, and the nodes of their members.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::{Deref, DerefMut};

use farreach_verbs::Memory as _;
use once_cell::race::OnceBox;

use crate::channel::Channels;
use crate::layout::{self, Area};
use crate::order::{Order, Stack};
use crate::process::{Fault, Lock, Process};

/// The members of a set, in the order of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Members {
    /// `size` ranks, from `start` on, with a distance of `stride`.
    Strided {
        /// The first rank.
        start: u32,
        /// The distance between ranks, which may be negative.
        stride: i64,
        /// The number of ranks.
        size: u32,
    },
    /// A list of different ranks.
    Listed(Vec<u32>),
}

impl Members {
    /// The number of members.
    pub fn len(&self) -> u32 {
        match self {
            Members::Strided { size, .. } => *size,
            Members::Listed(ranks) => ranks.len() as u32,
        }
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rank of member `index`. `None` if there is no such member.
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

    /// The index of `rank` in the set. `None` if the rank is no member.
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

/// An ordered set of processes. It takes some hundred bytes until its first collective, which
/// allocates the state of collectives.
pub struct Group<P: Process> {
    members: Members,
    index: u32,
    context: u32,
    /// The first step number in the group's context.
    number: u64,
    set: OnceBox<Set<P>>,
}

impl<P: Process> fmt::Debug for Group<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("members", &self.members)
            .field("index", &self.index)
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}

/// The state of a group's collectives in one member.
pub struct Set<P: Process> {
    members: Members,
    index: u32,
    context: u32,
    pub(super) area: Area,
    topology: Topology,
    pub(super) barrier: P::Barrier,
    /// The set of the members on this node, in order. `None` if this member is alone there.
    near: Option<Box<Set<P>>>,
    /// The members' identities, once all members on a node know whether they can read each other's private memory.
    /// Empty if they can't.
    identities: OnceBox<Vec<u64>>,
    /// Whether each process has a core. The members of a node agree on the answer.
    pub(super) has_core_each: bool,
    turns: P::Lock<Turns<P>>,
}

/// The group's state, and the order in which its collectives run.
pub struct Turns<P: Process> {
    /// The state. It is absent while a collective that was begun runs.
    state: GroupState<P>,
    /// The number of collectives that were begun and have not ended. A blocking collective comes
    /// after them.
    begun: usize,
}

/// The locked state of a group, for a blocking collective.
pub struct Turn<'g, P: Process + 'g>(<P::Lock<Turns<P>> as Lock<Turns<P>>>::Guard<'g>)
where
    P::Lock<Turns<P>>: 'g;

/// The state of a group, for a collective that was begun. It can move between threads.
pub struct Owned<'g, P: Process> {
    set: &'g Set<P>,
    state: GroupState<P>,
}

impl<P: Process> Deref for Turn<'_, P> {
    type Target = GroupState<P>;

    #[inline]
    fn deref(&self) -> &GroupState<P> {
        &self.0.state
    }
}

impl<P: Process> DerefMut for Turn<'_, P> {
    #[inline]
    fn deref_mut(&mut self) -> &mut GroupState<P> {
        &mut self.0.state
    }
}

impl<P: Process> Deref for Owned<'_, P> {
    type Target = GroupState<P>;

    fn deref(&self) -> &GroupState<P> {
        &self.state
    }
}

impl<P: Process> DerefMut for Owned<'_, P> {
    fn deref_mut(&mut self) -> &mut GroupState<P> {
        &mut self.state
    }
}

impl<P: Process> Drop for Owned<'_, P> {
    fn drop(&mut self) {
        self.set.turns.lock().state = mem::take(&mut self.state);
    }
}

/// State that every collective changes, in the same way on all members.
pub struct GroupState<P: Process> {
    /// The number of the last step of members that share memory.
    pub(super) number: u64,
    /// All members have ended the steps up to this number, so data of these steps may be
    /// overwritten.
    pub(super) ended: u64,
    /// The channels to other nodes.
    pub(super) channels: Channels,
    /// The number of readers that have ever read this member's buffers.
    pub(super) done: u64,
    /// Room for large reductions between nodes.
    room: Option<P::Room>,
    /// Memory for bytes that are combined.
    scratch: Vec<u8>,
    /// Memory for results that wait for others in an order.
    pub(super) stack: Stack,
}

impl<P: Process> Default for GroupState<P> {
    fn default() -> Self {
        GroupState::from(0)
    }
}

impl<P: Process> GroupState<P> {
    /// The state before the first collective. Steps are counted from `number` on.
    fn from(number: u64) -> Self {
        GroupState {
            number,
            ended: number,
            channels: Channels::default(),
            done: 0,
            room: None,
            scratch: Vec::new(),
            stack: Stack::default(),
        }
    }

    /// Room for `len` bytes of other processes. The room is kept for the next call.
    pub(super) fn room(&mut self, len: usize) -> P::Room {
        if let Some(room) = &self.room
            && room.len() >= len
        {
            return room.clone();
        }
        self.room.insert(P::Room::allocate(len)).clone()
    }

    /// Two buffers of `len` bytes.
    pub(super) fn scratch(&mut self, len: usize) -> (&mut [u8], &mut [u8]) {
        // The alignment suffices for every element type.
        let second = len.next_multiple_of(16);
        if self.scratch.len() < 2 * second {
            self.scratch.resize(2 * second, 0);
        }
        let (one, other) = self.scratch.split_at_mut(second);
        (&mut one[..len], &mut other[..len])
    }
}

/// The nodes of the members. A node's leader is its first member in the order of the set. With flat
/// algorithms every member counts as a node.
#[derive(Debug)]
pub(super) struct Topology {
    /// The number of members.
    members: u32,
    /// The members on this node, in order. The first is the leader.
    pub(super) local: Vec<u32>,
    /// This process's index among the members on this node.
    pub(super) local_index: u32,
    /// The leaders of the nodes, in order.
    pub(super) leaders: Vec<u32>,
    /// The index of this node among the nodes.
    pub(super) node: u32,
    /// Whether each node has the same number of members, a power of two, one behind the other.
    is_even: bool,
    /// The members of each node. Computed when a collective first needs them.
    by_node: OnceBox<Vec<Vec<u32>>>,
}

impl Topology {
    fn new(process: &impl Process, members: &Members, index: u32) -> Topology {
        let mut leaders = Vec::new();
        let mut local = Vec::new();
        let mut seen = BTreeSet::new();
        let mut before = None;
        let mut runs = 0;
        let own_node = process.node_of(process.rank());
        for (member, rank) in (0..).zip(members.ranks()) {
            let node = process.node_of(rank);
            if seen.insert(node) {
                leaders.push(member);
            }
            if before.replace(node) != Some(node) {
                runs += 1;
            }
            if node == own_node {
                local.push(member);
            }
        }
        let place = |of: &[u32], member| {
            let found = of.iter().position(|&other| other == member);
            found.expect("every node has a leader") as u32
        };
        let on_each = members.len() / leaders.len() as u32;
        let mut starts = (0..).step_by(on_each as usize).zip(&leaders);
        let is_even = runs == leaders.len()
            && on_each.is_power_of_two()
            && on_each * leaders.len() as u32 == members.len()
            && starts.all(|(start, &leader)| start == leader);
        Topology {
            members: members.len(),
            is_even,
            local_index: place(&local, index),
            node: place(&leaders, local[0]),
            local,
            leaders,
            by_node: OnceBox::new(),
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

    /// Whether each node has one member. Members and nodes are then in the same order.
    pub(super) fn each_alone(&self) -> bool {
        self.members == self.nodes()
    }
}

impl<P: Process> Group<P> {
    /// Makes the group of `members`, of which the caller is one. The group's words are in
    /// `context`, with steps counted from `number` on.
    ///
    /// # Panics
    /// If the caller is no member.
    pub fn new(process: &P, members: Members, context: u32, number: u64) -> Self {
        let index = members.index_of(process.rank());
        Group {
            index: index.expect("the caller is a member"),
            members,
            context,
            number,
            set: OnceBox::new(),
        }
    }

    /// This process's index in the set, from 0.
    #[inline]
    pub fn index(&self) -> u32 {
        self.index
    }

    /// The number of members.
    #[inline]
    pub fn size(&self) -> u32 {
        self.members.len()
    }

    /// The members.
    pub fn members(&self) -> &Members {
        &self.members
    }

    /// The context of the group's words. No other set of a member has the same context.
    pub fn context(&self) -> u32 {
        self.context
    }

    /// The state of collectives, allocated at the first call.
    #[inline]
    pub(super) fn set(&self, process: &P) -> &Set<P> {
        self.set.get_or_init(|| {
            let (members, index) = (self.members.clone(), self.index);
            Box::new(Set::new(process, members, index, self.context, self.number))
        })
    }

    /// Whether a reduction to the member `root`, or to all with the root 0, can combine in an order.
    /// In groups over several nodes each node's members must form a branch of the tree.
    pub fn can_combine(&self, process: &P, order: Order, root: u32) -> bool {
        self.set(process).can_combine(order, root)
    }

    /// Registers the begin of a collective. Waits for a blocking one to end.
    pub fn begin(&self, process: &P) {
        self.set(process).turns.lock().begun += 1;
    }

    /// Registers the end of a collective that was begun.
    pub fn end_begun(&self, process: &P) {
        self.set(process).turns.lock().begun -= 1;
    }

    /// Whether a collective of the group is under way in this process.
    pub fn is_busy(&self) -> bool {
        let is_busy = |set: &Set<P>| {
            let turns = set.turns.try_lock();
            turns.is_none_or(|turns| turns.begun > 0)
        };
        self.set.get().is_some_and(is_busy)
    }
}

impl<P: Process> Set<P> {
    fn new(process: &P, members: Members, index: u32, context: u32, number: u64) -> Self {
        let topology = Topology::new(process, &members, index);
        let leader = members.rank(topology.local[0]).expect("a member");
        let area = Area::of(context);
        let processes = topology.local.len() as u32;
        let barrier = process.barrier(leader, area.base + layout::BARRIER, processes);
        // The first member's answer counts for all. Others may have been started with fewer cores.
        let own = if process.has_core_each() { 1 } else { 2 };
        let has_core_each = process.agree(leader, area.base + layout::CORES, own) == 1;
        let near = (topology.nodes() > 1).then(|| {
            let ranks = topology.local.iter().map(|&member| members.rank(member));
            let ranks = ranks.map(|rank| rank.expect("a member")).collect();
            let members = Members::Listed(ranks);
            let index = topology.local_index;
            Box::new(Set::new(process, members, index, context, number))
        });
        Set {
            members,
            index,
            context,
            area,
            topology,
            barrier,
            near,
            identities: OnceBox::new(),
            has_core_each,
            turns: P::Lock::new(Turns {
                state: GroupState::from(number),
                begun: 0,
            }),
        }
    }

    #[inline]
    pub(super) fn index(&self) -> u32 {
        self.index
    }

    #[inline]
    pub(super) fn size(&self) -> u32 {
        self.members.len()
    }

    pub(super) fn members(&self) -> &Members {
        &self.members
    }

    /// Whether all members share memory.
    pub(super) fn is_local(&self) -> bool {
        self.topology.is_local()
    }

    /// The identities of members on one node, once they know whether they can read each other's memory.
    pub(super) fn identities(&self) -> Option<&[u64]> {
        Some(self.identities.get()?)
    }

    pub(super) fn set_identities(&self, learned: Vec<u64>) -> &[u64] {
        self.identities.get_or_init(|| Box::new(learned))
    }

    /// The set of the members on this node, in order. `None` if this member is alone there.
    pub(super) fn near(&self) -> Option<&Set<P>> {
        self.near.as_deref()
    }

    pub(super) fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The members on each node, in the order of the leaders.
    pub(super) fn members_by_node(&self, process: &P) -> &[Vec<u32>] {
        self.topology.by_node.get_or_init(|| {
            let leaders = (0..).zip(&self.topology.leaders);
            let places: BTreeMap<u32, usize> = leaders
                .map(|(place, &leader)| (process.node_of(self.rank(leader)), place))
                .collect();
            let mut by_node = vec![Vec::new(); places.len()];
            for (member, rank) in (0..).zip(self.members.ranks()) {
                by_node[places[&process.node_of(rank)]].push(member);
            }
            Box::new(by_node)
        })
    }

    /// See [`Group::can_combine`].
    pub(super) fn can_combine(&self, order: Order, root: u32) -> bool {
        let topology = &self.topology;
        let starts_on_node = || root.is_multiple_of(topology.local.len() as u32);
        self.is_local()
            || match order {
                Order::Any => true,
                Order::Binomial => topology.is_even && starts_on_node(),
                Order::Folded => {
                    topology.is_even && root == 0 && topology.nodes().is_power_of_two()
                }
            }
    }

    /// The index of a member of this node among the members on this node.
    pub(super) fn place_on_node(&self, member: u32) -> u32 {
        let mut local = self.topology.local.iter();
        let place = local.position(|&other| other == member);
        place.expect("a member of this node") as u32
    }

    /// The index of a member's node among the nodes.
    pub(super) fn node_of_member(&self, process: &P, member: u32) -> u32 {
        let node = process.node_of(self.rank(member));
        if self.context == 0 {
            // The world has members on every node, so the numbers agree.
            return node;
        }
        let is_there = |&&leader: &&u32| process.node_of(self.rank(leader)) == node;
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

    /// Takes the group's turn for a blocking collective. Collectives of a group run one at a time,
    /// in the order of their calls.
    #[inline]
    pub(super) fn turn(&self, process: &P) -> Turn<'_, P> {
        loop {
            let turns = self.turns.lock();
            if turns.begun == 0 {
                return Turn(turns);
            }
            drop(turns);
            process.wait_first(self.context);
        }
    }

    /// Takes the state, for a collective that was begun and is first in order.
    pub(super) fn take_state(&self) -> Owned<'_, P> {
        let state = mem::take(&mut self.turns.lock().state);
        Owned { set: self, state }
    }

    pub(super) fn check_index(&self, process: &P, index: u32) -> Result<(), P::Error> {
        if index < self.size() {
            return Ok(());
        }
        if self.context == 0 {
            // The members of the world are its ranks.
            return process.check_rank(index);
        }
        Err(P::Error::from(Fault::NoSuchMember {
            rank: process.rank(),
            member: index,
            size: self.size(),
        }))
    }
}
