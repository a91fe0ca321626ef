//! Teams: ordered sets of PEs.

use farreach_openshmem::{self as openshmem, Part};
use farreach_runtime::NoSuchPe;
use farreach_runtime::collectives::{Collectives, Members, Source, Target};
use zerocopy::IntoBytes;

use crate::{Error, Pe};

/// An ordered set of PEs, numbered from 0, that this PE is a member of. All members call the team's
/// collectives, in the same order.
///
/// [`Pe::team_world`] returns the team of all PEs. Other teams are split off. A PE can be a member
/// of 1,024 teams at the same time.
pub struct Team<'pe> {
    pe: &'pe Pe,
    team: openshmem::Team<'pe>,
}

impl Pe {
    /// The team of all PEs, with their usual numbers.
    ///
    /// Example: [`Team::split_color`].
    pub fn team_world(&self) -> Team<'_> {
        Team {
            pe: self,
            team: openshmem::Team::all(self.world()),
        }
    }
}

impl<'pe> Team<'pe> {
    /// This PE's number in the team.
    ///
    /// Example: [`Team::split_2d`].
    pub fn my_pe(&self) -> u32 {
        self.team.group().index()
    }

    /// The number of the team's PEs.
    ///
    /// Example: [`Team::split_shared`].
    pub fn n_pes(&self) -> u32 {
        self.team.group().size()
    }

    /// The number in the team `other` of PE `pe` of this team. `None` if the PE is not a member of
    /// both.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let world = pe.team_world();
    /// let team = world.split_strided(0, 1, 1)?.expect("PE 0 is a member");
    /// assert_eq!(team.translate(0, &world), Some(0));
    /// assert_eq!(team.translate(1, &world), None);
    /// team.destroy()?;
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn translate(&self, pe: u32, other: &Team<'_>) -> Option<u32> {
        self.team.translate(pe, &other.team)
    }

    /// Makes a team of `size` PEs of this team, from `start` on, with a distance of `stride`.
    /// Collective over this team, with the same arguments. PEs outside the new team get `None`.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let world = pe.team_world();
    /// // Every other PE, from PE 0 on.
    /// let team = world.split_strided(0, 2, pe.n_pes().div_ceil(2))?;
    /// assert_eq!(team.is_some(), pe.my_pe() % 2 == 0);
    /// if let Some(team) = team {
    ///     assert_eq!(team.my_pe(), pe.my_pe() / 2);
    ///     team.destroy()?;
    /// }
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn split_strided(
        &self,
        start: u32,
        stride: i32,
        size: u32,
    ) -> Result<Option<Team<'pe>>, Error> {
        let part = Part {
            start: i64::from(start),
            stride: i64::from(stride),
            size: i64::from(size),
        };
        let by = self.collectives("Team::split_strided");
        let made = self.team.split_strided(by, part)?;
        Ok(made.map(|team| self.made(team)))
    }

    /// Arranges this team's PEs in rows of `width`. Returns the team of this PE's row and the team
    /// of its column. The last row may be shorter. Collective over this team, with the same
    /// `width`.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let (row, column) = pe.team_world().split_2d(3)?;
    /// assert_eq!(row.my_pe(), pe.my_pe() % 3);
    /// assert_eq!(column.my_pe(), pe.my_pe() / 3);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn split_2d(&self, width: u32) -> Result<(Team<'pe>, Team<'pe>), Error> {
        let by = self.collectives("Team::split_2d");
        let (row, column) = self.team.split_2d(by, width)?;
        Ok((self.made(row), self.made(column)))
    }

    /// Makes a team of the PEs of each node, which reach each other's memory by loads and stores
    /// ([`Pe::near`](crate::Initiator::near)). Returns this PE's team. Collective over this team.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let object = pe.alloc::<u8>(1)?;
    /// let world = pe.team_world();
    /// let team = world.split_shared()?;
    /// for number in 0..team.n_pes() {
    ///     assert!(team.context().near(object.on(number))?.is_some());
    /// }
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn split_shared(&self) -> Result<Team<'pe>, Error> {
        let world = self.pe.world();
        let ranks = (0..self.n_pes()).filter_map(|number| self.team.rank(number));
        let near: Vec<u32> = ranks
            .filter(|&rank| world.node_of(rank) == world.node())
            .collect();
        let team = self.split("Team::split_shared", Some(Members::Listed(near)))?;
        Ok(team.expect("this PE is on its node"))
    }

    /// Splits this team. Each PE names the PEs of its new team, by their numbers in this team and
    /// in the order of the new one. The PEs of a new team must name the same list. An empty list
    /// makes no team. Collective over this team.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let world = pe.team_world();
    /// // All PEs, the last one first.
    /// let pes: Vec<u32> = (0..pe.n_pes()).rev().collect();
    /// let team = world.split_list(&pes)?.expect("a member");
    /// assert_eq!(team.my_pe(), pe.n_pes() - 1 - pe.my_pe());
    /// team.destroy()?;
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn split_list(&self, pes: &[u32]) -> Result<Option<Team<'pe>>, Error> {
        if pes.is_empty() {
            return self.split("Team::split_list", None);
        }
        self.split_listed("Team::split_list", pes)
    }

    fn split_listed(&self, function: &str, pes: &[u32]) -> Result<Option<Team<'pe>>, Error> {
        // A number that does not exist becomes a rank that does not exist, so that all PEs get the
        // error.
        let rank = |&pe: &u32| self.team.rank(pe).unwrap_or(u32::MAX);
        self.split(
            function,
            Some(Members::Listed(pes.iter().map(rank).collect())),
        )
    }

    /// Makes a team of the PEs that give the same `color`, in the order of their `key`s. PEs with
    /// equal keys keep the order of this team. A PE without a color gets `None`. Collective over
    /// this team.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let world = pe.team_world();
    /// let team = world.split_color(Some(pe.my_pe() % 2), 0)?.expect("a color was given");
    /// assert_eq!(team.my_pe(), pe.my_pe() / 2);
    /// team.destroy()?;
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn split_color(&self, color: Option<u32>, key: i32) -> Result<Option<Team<'pe>>, Error> {
        let of = |color: Option<u32>| color.map_or(-1, i64::from);
        let own = [of(color), i64::from(key)];
        let mut all = vec![[0; 2]; self.n_pes() as usize];
        self.collectives("Team::split_color").all_gather(
            Source::Private(own.as_bytes()),
            Target::Private(all.as_mut_bytes()),
        )?;
        if color.is_none() {
            return self.split("Team::split_color", None);
        }
        let mut alike: Vec<(i64, u32)> = (0..)
            .zip(&all)
            .filter(|(_, [color, _])| *color == own[0])
            .map(|(pe, [_, key])| (*key, pe))
            .collect();
        alike.sort_unstable();
        let pes: Vec<u32> = alike.into_iter().map(|(_, pe)| pe).collect();
        self.split_listed("Team::split_color", &pes)
    }

    fn split(&self, function: &str, members: Option<Members>) -> Result<Option<Team<'pe>>, Error> {
        let made = self.team.split(self.collectives(function), members)?;
        Ok(made.map(|team| self.made(team)))
    }

    fn made(&self, team: openshmem::Team<'pe>) -> Team<'pe> {
        Team { pe: self.pe, team }
    }

    /// Ends the team. Collective over the team, with a barrier. A team that is dropped instead
    /// still counts against its PEs' limit of teams. The team of all PEs never ends.
    ///
    /// Example: [`Team::split_color`].
    pub fn destroy(self) -> Result<(), Error> {
        if self.team.is_all() {
            return self.barrier();
        }
        self.collectives("Team::destroy").disband()
    }

    /// The team's collectives, under the name of the function that the program called.
    pub(crate) fn collectives<'a>(&'a self, function: &'a str) -> Collectives<'a> {
        self.team.collectives().named(function)
    }

    /// The name of a function that [`Pe`] has, too. For the team of all PEs both functions are one
    /// collective with one name.
    pub(crate) fn name(&self, of_all: &'static str, of_team: &'static str) -> &'static str {
        if self.team.is_all() { of_all } else { of_team }
    }

    pub(crate) fn pe(&self) -> &'pe Pe {
        self.pe
    }

    /// The rank in the job of PE `pe` of the team.
    ///
    /// Cold, so that loops over contexts of all PEs keep their registers.
    #[cold]
    pub(crate) fn among_all(&self, function: &'static str, pe: u32) -> Result<u32, Error> {
        let rank = self.team.rank(pe);
        rank.ok_or_else(|| self.no_such_pe(function, pe))
    }

    /// Checks that the team has a PE of this number.
    pub(crate) fn check_pe(&self, function: &'static str, pe: u32) -> Result<(), Error> {
        if pe < self.n_pes() {
            return Ok(());
        }
        Err(self.no_such_pe(function, pe))
    }

    /// The error for a number that no PE of the team has.
    pub(crate) fn no_such_pe(&self, function: &'static str, pe: u32) -> Error {
        let of = if self.team.is_all() { "job" } else { "team" };
        Error::NoSuchPe(NoSuchPe {
            rank: self.pe.my_pe(),
            function,
            pe,
            size: self.n_pes(),
            of,
        })
    }

    pub(crate) fn mismatch(&self, what: String) -> Error {
        self.team.mismatch(what)
    }
}
