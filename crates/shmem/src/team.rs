//! Teams: ordered sets of PEs.

use farreach_runtime::NoSuchPe;
use farreach_runtime::collectives::{Collectives, Group, Members, Source, Target};
use zerocopy::IntoBytes;

use crate::{Error, Pe};

/// An ordered set of PEs, numbered from 0, that this PE is a member of. The collectives of a team are called by all its
/// members, in the same order.
///
/// [`Pe::team_world`] has all PEs; further teams are split off. A PE can be a member of 1,024 teams at a time.
pub struct Team<'pe> {
    pe: &'pe Pe,
    /// `None`: all PEs.
    group: Option<Group>,
}

impl Pe {
    /// The team of all PEs, with their usual numbers.
    ///
    /// Example: [`Team::split_color`].
    pub fn team_world(&self) -> Team<'_> {
        Team {
            pe: self,
            group: None,
        }
    }
}

impl<'pe> Team<'pe> {
    /// This PE's number in the team.
    ///
    /// Example: [`Team::split_2d`].
    pub fn my_pe(&self) -> u32 {
        self.group().index()
    }

    /// How many PEs the team has.
    ///
    /// Example: [`Team::split_shared`].
    pub fn n_pes(&self) -> u32 {
        self.group().size()
    }

    /// The number in the team `other` of this team's PE `pe`; `None` if it is not a member, or there is no such PE.
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
        let rank = self.group().members().rank(pe)?;
        other.group().members().index_of(rank)
    }

    /// Makes a team of `size` PEs of this one: `start`, and each `stride` after the one before. Collective over this team,
    /// with the same arguments; PEs outside the new team get `None`.
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
        let numbers = (0..i64::from(size)).map(|at| i64::from(start) + at * i64::from(stride));
        let wrong = |number: i64| !(0..i64::from(self.n_pes())).contains(&number);
        if let Some(number) = numbers.clone().find(|&number| wrong(number)) {
            return Err(self.mismatch(format!(
                "the new team would have PE {number}, but this team has {}, numbered from 0",
                self.n_pes()
            )));
        }
        let is_member = numbers
            .clone()
            .any(|number| number == i64::from(self.my_pe()));
        self.split(
            "Team::split_strided",
            is_member.then(|| self.strided(start, stride, size)),
        )
    }

    /// Makes teams of this team's PEs as points of a plane, `width` in a row, numbered along the rows: returns the team of those
    /// in this PE's row and the team of those in its column, each in the order of the rows and columns. The last row may be
    /// shorter. Collective over this team, with the same `width`.
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
        if width == 0 {
            return Err(
                self.mismatch("a plane with no PE in a row: the width is at least 1".into())
            );
        }
        let size = self.n_pes();
        let width = width.min(size);
        let (x, y) = (self.my_pe() % width, self.my_pe() / width);
        let in_row = width.min(size - y * width);
        let in_column = (size - x).div_ceil(width);
        let member = "this PE is in its row and column";
        let row = self.split("Team::split_2d", Some(self.strided(y * width, 1, in_row)))?;
        let row = row.expect(member);
        match self.split(
            "Team::split_2d",
            Some(self.strided(x, width as i32, in_column)),
        ) {
            Ok(column) => Ok((row, column.expect(member))),
            Err(error) => {
                row.destroy()?;
                Err(error)
            }
        }
    }

    /// Makes the teams of this team's PEs that are on one node, and so reach each other's memory by loads and stores
    /// ([`Pe::near`](crate::Initiator::near)); returns this PE's. Collective over this team.
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
        let ranks = (0..self.n_pes()).filter_map(|number| self.group().members().rank(number));
        let near: Vec<u32> = ranks
            .filter(|&rank| world.node_of(rank) == world.node())
            .collect();
        let team = self.split("Team::split_shared", Some(Members::Listed(near)))?;
        Ok(team.expect("this PE is on its node"))
    }

    /// As many PEs from `start` on, each `stride` after the one before, as members of a new team: all are members of this one.
    fn strided(&self, start: u32, stride: i32, size: u32) -> Members {
        match self.group().members() {
            Members::Strided {
                start: first,
                stride: step,
                ..
            } => Members::Strided {
                start: (i64::from(*first) + i64::from(start) * step) as u32,
                stride: step * i64::from(stride),
                size,
            },
            listed @ Members::Listed(_) => {
                let numbers =
                    (0..i64::from(size)).map(|at| i64::from(start) + at * i64::from(stride));
                let ranks = numbers.map(|number| listed.rank(number as u32));
                Members::Listed(ranks.map(|rank| rank.expect("a member")).collect())
            }
        }
    }

    /// Makes teams of this team's PEs: each PE names the PEs of the new team that it will be part of, by their numbers in
    /// this team and in the new order, alike with the others of the new team; or none. Collective over this team.
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
        // A number that does not exist becomes a rank that does not: then all PEs get the error.
        let rank = |&pe: &u32| self.group().members().rank(pe).unwrap_or(u32::MAX);
        self.split(
            function,
            Some(Members::Listed(pes.iter().map(rank).collect())),
        )
    }

    /// Makes a team of the PEs that give the same `color`, in the order of their `key`s, equal ones in that of this team;
    /// a PE without a color gets none. Collective over this team.
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
        let group = self.collectives(function).split(members)?;
        Ok(group.map(|group| Team {
            pe: self.pe,
            group: Some(group),
        }))
    }

    /// Ends the team. Collective over it, with a barrier. A team that is dropped instead stays counted among those that
    /// its PEs are members of. The team of all PEs does not end.
    ///
    /// Example: [`Team::split_color`].
    pub fn destroy(self) -> Result<(), Error> {
        match &self.group {
            None => self.barrier(),
            Some(_) => self.collectives("Team::destroy").disband(),
        }
    }

    /// The collectives of the team, for the function that the program called.
    pub(crate) fn collectives<'a>(&'a self, function: &'a str) -> Collectives<'a> {
        self.pe.world().collectives_of(self.group()).named(function)
    }

    /// The name of a function that [`Pe`] has as well: whichever of both is called for the team of all, it is one collective.
    pub(crate) fn name(&self, of_all: &'static str, of_team: &'static str) -> &'static str {
        if self.group.is_none() {
            of_all
        } else {
            of_team
        }
    }

    pub(crate) fn pe(&self) -> &'pe Pe {
        self.pe
    }

    /// The number among all of the team's PE `pe`.
    ///
    /// Cold, so that loops over contexts of all PEs keep in registers what this call would overwrite.
    #[cold]
    pub(crate) fn among_all(&self, function: &'static str, pe: u32) -> Result<u32, Error> {
        let rank = self.group().members().rank(pe);
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
        let of = if self.group.is_none() { "job" } else { "team" };
        Error::NoSuchPe(NoSuchPe {
            rank: self.pe.my_pe(),
            function,
            pe,
            size: self.n_pes(),
            of,
        })
    }

    pub(crate) fn mismatch(&self, what: String) -> Error {
        Error::Mismatch {
            rank: self.pe.my_pe(),
            what,
        }
    }

    fn group(&self) -> &Group {
        let all = || self.pe.world().world_group();
        self.group.as_ref().unwrap_or_else(all)
    }
}
