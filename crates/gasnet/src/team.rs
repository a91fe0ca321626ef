//! Teams: ordered sets of processes, with ranks of their own and a barrier.

use std::fmt;

use farreach_runtime::World;
use farreach_runtime::collectives::{Collectives, During, Group, Members, Source, Target};

use crate::{Endpoint, Error};

/// An ordered set of processes, made by [`Endpoint::split`]. Messages and one-sided access name
/// processes by their rank in the job, which [`Team::job_rank`] returns.
///
/// ```
/// use farreach::gasnet;
///
/// let client = gasnet::init()?;
/// let endpoint = client.attach(gasnet::Handlers::new())?;
/// let half = endpoint.split(Some(client.rank() % 2), 0)?.expect("all have a color");
/// assert_eq!(half.job_rank(half.rank()), Some(client.rank()));
/// half.barrier()?;
/// half.destroy()?;
/// client.finalize()?;
/// # Ok::<(), gasnet::Error>(())
/// ```
pub struct Team<'w> {
    world: &'w World,
    group: Group,
}

impl fmt::Debug for Team<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Team")
            .field("rank", &self.rank())
            .field("members", self.group.members())
            .finish_non_exhaustive()
    }
}

/// A barrier that was begun, inside the closure of [`Endpoint::barrier_during`].
#[derive(Debug)]
pub struct Barrier<'b> {
    during: &'b During<'b>,
}

impl Barrier<'_> {
    /// Whether all processes have begun the barrier. Makes progress.
    pub fn test(&self) -> bool {
        self.during.test()
    }
}

/// The ranks in `group` of the members that give `color` as well, ordered by their keys and then by
/// their ranks. `None` for a member without a color. All members of `group` call it.
pub fn divide(
    collectives: &Collectives<'_>,
    group: &Group,
    color: Option<u32>,
    key: i64,
) -> Result<Option<Vec<u32>>, farreach_runtime::Error> {
    const BYTES: usize = 16;
    let (has, number) = (i64::from(color.is_some()), i64::from(color.unwrap_or(0)));
    let mut own = [0; BYTES];
    own[..8].copy_from_slice(&(has << 32 | number).to_ne_bytes());
    own[8..].copy_from_slice(&key.to_ne_bytes());
    let mut all = vec![0; BYTES * group.size() as usize];
    collectives.all_gather(Source::Private(&own), Target::Private(&mut all))?;
    let (all, _) = all.as_chunks::<BYTES>();
    let same = |&rank: &u32| all[rank as usize][..8] == own[..8];
    let mut members: Vec<u32> = (0..group.size()).filter(same).collect();
    members.sort_by_key(|&rank| {
        let (_, key) = all[rank as usize].split_at(8);
        i64::from_ne_bytes(key.try_into().expect("8 bytes"))
    });
    Ok(color.map(|_| members))
}

fn split<'w>(
    world: &'w World,
    function: &'static str,
    group: &Group,
    color: Option<u32>,
    key: i64,
) -> Result<Option<Team<'w>>, Error> {
    let collectives = world.collectives_of(group).named(function);
    let members = divide(&collectives, group, color, key)?.map(|members| {
        let ranks = members
            .iter()
            .filter_map(|&rank| group.members().rank(rank));
        Members::Listed(ranks.collect())
    });
    let group = collectives.split(members)?;
    Ok(group.map(|group| Team { world, group }))
}

impl Endpoint<'_> {
    /// Splits the processes into teams: one of all that give the same color. Ranks follow the keys,
    /// and among equal keys the ranks in the job. A process without a color joins no team. All
    /// processes call it.
    pub fn split(&self, color: Option<u32>, key: i64) -> Result<Option<Team<'_>>, Error> {
        let world = self.world();
        split(world, "Endpoint::split", world.world_group(), color, key)
    }

    /// Begins a barrier of all processes, calls `f` meanwhile, and then waits for the barrier.
    /// Handlers run meanwhile, in the calls of `f` too. `f` must not call other collectives of all
    /// processes.
    ///
    /// ```
    /// use farreach::gasnet;
    ///
    /// let client = gasnet::init()?;
    /// let endpoint = client.attach(gasnet::Handlers::new())?;
    /// let sum = endpoint.barrier_during(|barrier| {
    ///     let mut sum = 0u64;
    ///     while !barrier.test() {
    ///         sum += 1;
    ///     }
    ///     sum
    /// })?;
    /// # let _ = sum;
    /// client.finalize()?;
    /// # Ok::<(), gasnet::Error>(())
    /// ```
    pub fn barrier_during<R>(&self, f: impl FnOnce(&Barrier<'_>) -> R) -> Result<R, Error> {
        let all = self.world().collectives().named("Endpoint::barrier_during");
        Ok(all.sync_during(|during| f(&Barrier { during }))?)
    }
}

impl<'w> Team<'w> {
    /// This process's rank in the team, from 0.
    pub fn rank(&self) -> u32 {
        self.group.index()
    }

    /// The number of members.
    pub fn size(&self) -> u32 {
        self.group.size()
    }

    /// The rank in the job of member `rank`. `None` if there is no such member.
    pub fn job_rank(&self, rank: u32) -> Option<u32> {
        self.group.members().rank(rank)
    }

    /// The rank in the team of a rank in the job. `None` if it is no member.
    pub fn rank_of(&self, job_rank: u32) -> Option<u32> {
        self.group.members().index_of(job_rank)
    }

    /// Splits the team as [`Endpoint::split`] splits all processes. All members call it.
    pub fn split(&self, color: Option<u32>, key: i64) -> Result<Option<Team<'w>>, Error> {
        split(self.world, "Team::split", &self.group, color, key)
    }

    fn collectives(&self, function: &'static str) -> Collectives<'_> {
        self.world.collectives_of(&self.group).named(function)
    }

    /// Waits until all members have called it. Handlers run meanwhile.
    pub fn barrier(&self) -> Result<(), Error> {
        Ok(self.collectives("Team::barrier").barrier()?)
    }

    /// Begins a barrier of the team, as [`Endpoint::barrier_during`] does of all processes.
    pub fn barrier_during<R>(&self, f: impl FnOnce(&Barrier<'_>) -> R) -> Result<R, Error> {
        let members = self.collectives("Team::barrier_during");
        Ok(members.sync_during(|during| f(&Barrier { during }))?)
    }

    /// Ends the team, so that its number is free for another. All members call it. A team that is
    /// dropped instead keeps its number.
    pub fn destroy(self) -> Result<(), Error> {
        Ok(self.collectives("Team::destroy").disband()?)
    }
}
