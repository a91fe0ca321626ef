//! Groups: sets of processes.

use std::fmt;

use farreach_runtime::World;
use farreach_runtime::collectives::{Collectives, Members, Target};

use crate::{Block, Error, Operation, Reducible, Value, reduction};

/// An ordered set of processes. Transfers name processes by their rank in the job, which
/// [`Group::job_rank`] returns.
pub struct Group<'w> {
    world: &'w World,
    /// `None`: all processes.
    group: Option<farreach_runtime::collectives::Group>,
}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("rank", &self.rank())
            .field("members", self.group().members())
            .finish_non_exhaustive()
    }
}

impl<'w> Group<'w> {
    /// The group of all processes.
    pub fn all(world: &'w World) -> Group<'w> {
        Group { world, group: None }
    }

    /// Makes a group of these ranks of this group. Collective over this group: members of the new
    /// group give the same list. Others get `None`, whatever they list.
    ///
    /// ```
    /// use farreach::armci;
    ///
    /// let armci = armci::init()?;
    /// let even: Vec<u32> = (0..armci.size()).step_by(2).collect();
    /// if let Some(group) = armci.all().create(&even)? {
    ///     assert_eq!(group.job_rank(group.rank()), Some(armci.rank()));
    ///     group.barrier()?;
    ///     group.free()?;
    /// }
    /// armci.finalize()?;
    /// # Ok::<(), armci::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a rank is no member or is there twice, or a member of the new group is in too many groups
    /// already.
    pub fn create(&self, ranks: &[u32]) -> Result<Option<Group<'w>>, Error> {
        let size = self.size();
        let mut sorted = ranks.to_vec();
        sorted.sort_unstable();
        let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]);
        if let Some(&[rank, _]) = twice {
            let what = format!("process {rank} is there twice");
            return Err(Error::argument(self.world.rank(), "pid_list", what));
        }
        if let Some(&rank) = sorted.last().filter(|&&rank| rank >= size) {
            let what = format!("there is no process {rank}: the group has {size}, numbered from 0");
            return Err(Error::argument(self.world.rank(), "pid_list", what));
        }
        let members: Option<Vec<u32>> = ranks.contains(&self.rank()).then(|| {
            let members = ranks.iter().map(|&rank| self.job_rank(rank));
            members.collect::<Option<_>>().expect("checked above")
        });
        self.split_into(members)
    }

    /// Makes groups of the members that give the same `color`, ordered by `key` and then by rank.
    /// Members without a color get `None`. Collective over this group.
    pub fn split(&self, color: Option<u32>, key: i64) -> Result<Option<Group<'w>>, Error> {
        let own = [
            u64::from(color.unwrap_or(0)),
            u64::from(color.is_some()),
            key as u64,
        ];
        let mut all = vec![[0; 3]; self.size() as usize];
        self.collectives().all_gather(
            farreach_runtime::collectives::Source::Private(zerocopy::IntoBytes::as_bytes(&own)),
            Target::Private(zerocopy::IntoBytes::as_mut_bytes(all.as_mut_slice())),
        )?;
        let members = color.map(|_| {
            let with = all
                .iter()
                .zip(0..)
                .filter(|(given, _)| given[..2] == own[..2]);
            let mut with: Vec<(i64, u32)> =
                with.map(|(given, rank)| (given[2] as i64, rank)).collect();
            with.sort_unstable();
            let ranks = with.into_iter().map(|(_, rank)| self.job_rank(rank));
            ranks.map(|rank| rank.expect("a member")).collect()
        });
        self.split_into(members)
    }

    fn split_into(&self, members: Option<Vec<u32>>) -> Result<Option<Group<'w>>, Error> {
        let made = self.collectives().split(members.map(Members::Listed))?;
        let world = self.world;
        Ok(made.map(|group| Group {
            world,
            group: Some(group),
        }))
    }

    /// Ends the group. Collective over it. The group of all processes stays.
    pub fn free(self) -> Result<(), Error> {
        if self.group.is_some() {
            self.collectives().disband()?;
        }
        Ok(())
    }

    /// This process's rank in the group.
    pub fn rank(&self) -> u32 {
        self.group().index()
    }

    /// The number of members.
    pub fn size(&self) -> u32 {
        self.group().size()
    }

    /// The rank in the job of a member. `None` if there is no such member.
    pub fn job_rank(&self, rank: u32) -> Option<u32> {
        self.group().members().rank(rank)
    }

    /// The rank in the group of a rank in the job. `None` if it is no member.
    pub fn rank_of(&self, job_rank: u32) -> Option<u32> {
        self.group().members().index_of(job_rank)
    }

    /// Allocates memory of the members, of another length in each, which may be 0. Returns the rank in
    /// the job of each member, and the offset in its segment. Collective over the group. Each member
    /// frees its own part by [`World::free_alone`], behind a barrier of the group.
    pub fn allocate(&self, bytes: usize) -> Result<Vec<(u32, usize)>, Error> {
        let offsets = self.world.allocate_among(self.group(), bytes, 64)?;
        let places = offsets.into_iter().zip(0..).map(|(offset, member)| {
            let rank = self.job_rank(member).expect("a member");
            (rank, offset)
        });
        Ok(places.collect())
    }

    /// Allocates memory for `len` elements of this member. Collective over the group. Each may want
    /// another length, and may want none. The block names processes by their ranks in the group.
    ///
    /// ```
    /// use farreach::armci;
    ///
    /// let armci = armci::init()?;
    /// let group = armci.all();
    /// let block = group.allocate_block::<i64>(10)?;
    /// block.fill(i64::from(group.rank()))?;
    /// group.barrier()?;
    /// let mut got = [0];
    /// block.get(group.size() - 1, 9, &mut got)?;
    /// assert_eq!(got[0], i64::from(group.size() - 1));
    /// group.barrier()?;
    /// block.free()?;
    /// armci.finalize()?;
    /// # Ok::<(), armci::Error>(())
    /// ```
    pub fn allocate_block<T: Value>(&self, len: usize) -> Result<Block<'w, T>, Error> {
        Block::allocate_in(self.world, self, len)
    }

    /// Waits until all members have called, and their operations are complete everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        Ok(self.collectives().barrier()?)
    }

    /// Waits until all members have called. Completes no operations.
    pub fn sync(&self) -> Result<(), Error> {
        Ok(self.collectives().sync()?)
    }

    /// Copies the bytes of the member `root` to those of all others.
    pub fn broadcast(&self, root: u32, bytes: &mut [u8]) -> Result<(), Error> {
        Ok(self.collectives().broadcast(root, Target::Private(bytes))?)
    }

    /// Combines the members' numbers element by element. All members get the same result, bit for
    /// bit.
    pub fn reduce<T: Reducible>(
        &self,
        operation: Operation,
        numbers: &mut [T],
    ) -> Result<(), Error> {
        reduction::reduce(self.world.rank(), &self.collectives(), operation, numbers)
    }

    /// The collectives of the group, for what is not here.
    pub fn collectives(&self) -> Collectives<'_> {
        self.world.collectives_of(self.group())
    }

    fn group(&self) -> &farreach_runtime::collectives::Group {
        match &self.group {
            Some(group) => group,
            None => self.world.world_group(),
        }
    }
}
