//! Checks of each collective of a team against results that every PE computes by itself.

use std::ops::Range;

use farreach_shmem::{Error, Part, Pe, Reduction, Scan, Symmetric, Team};

use crate::pattern::{assert_same, mix};

/// Lengths at which an algorithm or a number of pieces changes, in 8-byte words.
const EDGES: [usize; 10] = [0, 1, 2, 7, 8, 16, 256, 2048, 3071, 65536];

/// The number of collectives of [`Checks::one`].
pub(super) const KINDS: u64 = 12;

/// Random numbers that are the same on all PEs.
pub(super) struct Draws {
    seed: u64,
    count: u64,
}

impl Draws {
    /// Draws from a seed that PE 0 takes from the clock and prints.
    pub(super) fn new(pe: &Pe, stream: u64) -> Result<Draws, Error> {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let mut seed = [std::env::var("SHMEM_IT_SEED").map_or_else(
            |_| now.expect("after 1970").as_nanos() as u64,
            |seed| seed.parse().expect("a number"),
        )];
        pe.broadcast(&mut seed, 0)?;
        if pe.my_pe() == 0 {
            println!("SHMEM_IT_SEED={}", seed[0]);
        }
        Ok(Draws {
            seed: mix(seed[0], stream),
            count: 0,
        })
    }

    /// A separate stream for a round.
    pub(super) fn of_round(&self, round: u64) -> Draws {
        Draws {
            seed: mix(self.seed, round),
            count: 0,
        }
    }

    pub(super) fn draw(&mut self) -> u64 {
        self.count += 1;
        mix(self.seed, self.count)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.draw() % limit as u64) as usize
    }

    /// A length near one of [`EDGES`] up to `most`, or any length up to `most`.
    pub(super) fn len(&mut self, most: usize) -> usize {
        let edge = EDGES[self.below(EDGES.len())];
        match self.below(3) {
            0 => edge.min(most),
            1 => (edge + self.below(3)).saturating_sub(1).min(most),
            _ => self.below(most.min(edge.max(2)) + 1),
        }
    }
}

/// The place of the PEs' data.
#[derive(Clone, Copy)]
pub(super) enum Placing {
    Slices,
    Symmetric,
    /// Every second PE has symmetric objects.
    Mixed,
}

impl Placing {
    pub(super) const ALL: [Placing; 3] = [Placing::Slices, Placing::Symmetric, Placing::Mixed];

    pub(super) fn is_symmetric(self, me: usize) -> bool {
        match self {
            Placing::Slices => false,
            Placing::Symmetric => true,
            Placing::Mixed => me.is_multiple_of(2),
        }
    }
}

/// The checks of one team.
pub(super) struct Checks<'pe> {
    pe: &'pe Pe,
    pub(super) team: Team<'pe>,
    /// Symmetric objects of all PEs, for the cases with symmetric data.
    objects: [Symmetric<u64>; 2],
}

pub(super) const OBJECT_WORDS: usize = 200_000;

impl<'pe> Checks<'pe> {
    pub(super) fn new(pe: &'pe Pe, team: Team<'pe>) -> Result<Self, Error> {
        // Allocation is collective over all PEs, but not all are in the team. The objects are
        // therefore allocated once.
        let objects = if let Some(objects) = OBJECTS.get() {
            objects
        } else {
            let made = [pe.alloc(OBJECT_WORDS)?, pe.alloc(OBJECT_WORDS)?];
            OBJECTS.set(Some(made));
            made
        };
        Ok(Checks { pe, team, objects })
    }

    pub(super) fn n(&self) -> usize {
        self.team.n_pes() as usize
    }

    pub(super) fn me(&self) -> usize {
        self.team.my_pe() as usize
    }

    /// Runs one collective. The round determines its kind, the draws the place of its data.
    pub(super) fn one(&mut self, round: u64, len: usize, draws: &mut Draws) -> Result<(), Error> {
        let placing = Placing::ALL[draws.below(Placing::ALL.len())];
        self.placed(round, len, placing, draws)
    }

    pub(super) fn placed(
        &mut self,
        round: u64,
        len: usize,
        placing: Placing,
        draws: &mut Draws,
    ) -> Result<(), Error> {
        let seed = draws.draw();
        let root = draws.below(self.n()) as u32;
        let is_symmetric = placing.is_symmetric(self.me()) && len * self.n() <= OBJECT_WORDS;
        match round % KINDS {
            0 => self.broadcast(seed, len, root, is_symmetric),
            1 => self.all_reduce(seed, len, is_symmetric),
            2 => self.all_gather(seed, len, is_symmetric),
            3 => self.all_to_all(seed, len, is_symmetric),
            4 => self.reduce(seed, len, root, is_symmetric),
            5 => self.gather(seed, len, root, is_symmetric),
            6 => self.scatter(seed, len, root, is_symmetric),
            7 => self.scans(seed, len, is_symmetric),
            8 => self.reduce_scatter(seed, len, is_symmetric),
            9 => self.collect(seed, len),
            10 => self.all_to_all_v(seed, len, is_symmetric),
            _ => self.team.sync(),
        }
    }

    pub(super) fn all(&self, seed: u64, len: usize) -> Vec<u64> {
        (0..self.n()).flat_map(|pe| words(seed, pe, len)).collect()
    }

    pub(super) fn sum(seed: u64, len: usize, members: Range<usize>) -> Vec<u64> {
        let mut sum = vec![0u64; len];
        for member in members {
            for (into, word) in sum.iter_mut().zip(words(seed, member, len)) {
                *into = into.wrapping_add(word);
            }
        }
        sum
    }

    /// Runs a collective from slices to slices, or from one symmetric object to the other.
    pub(super) fn run(
        &self,
        source: &[u64],
        target_len: usize,
        is_symmetric: bool,
        slices: impl FnOnce(&[u64], &mut [u64]) -> Result<(), Error>,
        objects: impl FnOnce(Part<u64>, Part<u64>) -> Result<(), Error>,
    ) -> Result<Vec<u64>, Error> {
        let mut got = vec![0xeeee; target_len];
        if !is_symmetric {
            slices(source, &mut got)?;
            return Ok(got);
        }
        let from = self.objects[0].range(3..3 + source.len());
        let into = self.objects[1].range(5..5 + target_len);
        self.pe.write(from, source)?;
        self.pe.write(into, &got)?;
        objects(from, into)?;
        self.pe.read(into, &mut got)?;
        Ok(got)
    }

    pub(super) fn broadcast(
        &self,
        seed: u64,
        len: usize,
        root: u32,
        symmetric: bool,
    ) -> Result<(), Error> {
        let wanted = words(seed, root as usize, len);
        let own = words(seed, self.me(), len);
        let mut got = own.clone();
        if symmetric {
            let object = self.objects[0].range(1..=len);
            self.pe.write(object, &own)?;
            self.team.broadcast(object, root)?;
            self.pe.read(object, &mut got)?;
        } else {
            self.team.broadcast(&mut got, root)?;
        }
        same(&got, &wanted, "broadcast");
        Ok(())
    }

    pub(super) fn all_reduce(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
        let mut got = words(seed, self.me(), len);
        // All members use the same operator.
        let by_function = len.is_multiple_of(2);
        let add = |a: u64, b: u64| a.wrapping_add(b);
        if symmetric {
            let object = self.objects[1].range(1..=len);
            self.pe.write(object, &got)?;
            if by_function {
                self.team.all_reduce_with(object, 0, add)?;
            } else {
                self.team.all_reduce(object, Reduction::Sum)?;
            }
            self.pe.read(object, &mut got)?;
        } else if by_function {
            self.team.all_reduce_with(&mut got, 0, add)?;
        } else {
            self.team.all_reduce(&mut got, Reduction::Sum)?;
        }
        same(&got, &Self::sum(seed, len, 0..self.n()), "all-reduce");
        Ok(())
    }

    pub(super) fn all_gather(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
        let got = self.run(
            &words(seed, self.me(), len),
            len * self.n(),
            symmetric,
            |from, into| self.team.all_gather(from, into),
            |from, into| self.team.all_gather(from, into),
        )?;
        same(&got, &self.all(seed, len), "all-gather");
        Ok(())
    }

    pub(super) fn all_to_all(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
        let block = |from: usize, to: usize| words(mix(seed, to as u64), from, len);
        let own: Vec<u64> = (0..self.n()).flat_map(|to| block(self.me(), to)).collect();
        let got = self.run(
            &own,
            own.len(),
            symmetric,
            |from, into| self.team.all_to_all(from, into),
            |from, into| self.team.all_to_all(from, into),
        )?;
        let wanted: Vec<u64> = (0..self.n())
            .flat_map(|from| block(from, self.me()))
            .collect();
        same(&got, &wanted, "all-to-all");
        Ok(())
    }

    pub(super) fn reduce(
        &self,
        seed: u64,
        len: usize,
        root: u32,
        symmetric: bool,
    ) -> Result<(), Error> {
        let own = words(seed, self.me(), len);
        let mut got = own.clone();
        if symmetric {
            let object = self.objects[0].range(2..2 + len);
            self.pe.write(object, &own)?;
            self.team.reduce(object, Reduction::Sum, root)?;
            self.pe.read(object, &mut got)?;
        } else {
            self.team.reduce(&mut got, Reduction::Sum, root)?;
        }
        let wanted = if self.me() == root as usize {
            Self::sum(seed, len, 0..self.n())
        } else {
            own
        };
        same(&got, &wanted, "reduce");
        Ok(())
    }

    pub(super) fn gather(
        &self,
        seed: u64,
        len: usize,
        root: u32,
        symmetric: bool,
    ) -> Result<(), Error> {
        let is_root = self.me() == root as usize;
        let got = self.run(
            &words(seed, self.me(), len),
            if is_root { len * self.n() } else { 0 },
            symmetric,
            |from, into| self.team.gather(from, into, root),
            |from, into| self.team.gather(from, into, root),
        )?;
        if is_root {
            same(&got, &self.all(seed, len), "gather");
        }
        Ok(())
    }

    pub(super) fn scatter(
        &self,
        seed: u64,
        len: usize,
        root: u32,
        symmetric: bool,
    ) -> Result<(), Error> {
        let all = if self.me() == root as usize {
            self.all(seed, len)
        } else {
            Vec::new()
        };
        let got = self.run(
            &all,
            len,
            symmetric,
            |from, into| self.team.scatter(from, into, root),
            |from, into| self.team.scatter(from, into, root),
        )?;
        same(&got, &words(seed, self.me(), len), "scatter");
        Ok(())
    }

    pub(super) fn scans(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
        for (scan, end) in [
            (Scan::Inclusive, self.me() + 1),
            (Scan::Exclusive, self.me()),
        ] {
            let mut got = words(seed, self.me(), len);
            if symmetric {
                let object = self.objects[0].range(4..4 + len);
                self.pe.write(object, &got)?;
                self.team.scan(object, Reduction::Sum, scan)?;
                self.pe.read(object, &mut got)?;
            } else {
                self.team.scan(&mut got, Reduction::Sum, scan)?;
            }
            let wanted = Self::sum(seed, len, 0..end);
            same(&got, &wanted, &format!("{scan:?} scan"));
        }
        Ok(())
    }

    pub(super) fn reduce_scatter(
        &self,
        seed: u64,
        len: usize,
        symmetric: bool,
    ) -> Result<(), Error> {
        let own = words(seed, self.me(), len * self.n());
        let got = self.run(
            &own,
            len,
            symmetric,
            |from, into| self.team.reduce_scatter(from, into, Reduction::Sum),
            |from, into| self.team.reduce_scatter(from, into, Reduction::Sum),
        )?;
        let sum = Self::sum(seed, len * self.n(), 0..self.n());
        same(&got, &sum[self.me() * len..][..len], "reduce-scatter");
        Ok(())
    }

    pub(super) fn collect(&self, seed: u64, len: usize) -> Result<(), Error> {
        let of = |pe: usize| words(seed, pe, (mix(seed, pe as u64) % (len as u64 + 1)) as usize);
        let (got, counts) = self.team.collect(&of(self.me()))?;
        let wanted: Vec<u64> = (0..self.n()).flat_map(of).collect();
        same(&got, &wanted, "collect");
        assert!(counts.into_iter().eq((0..self.n()).map(|pe| of(pe).len())));
        Ok(())
    }

    pub(super) fn all_to_all_v(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
        // Every fourth block is empty.
        let block = |from: usize, to: usize| {
            let pair = mix(seed, (from << 20 | to) as u64);
            let is_empty = (pair >> 32).is_multiple_of(4);
            let len = pair % (len as u64 + 1);
            words(pair, from, if is_empty { 0 } else { len as usize })
        };
        let own: Vec<_> = (0..self.n()).map(|to| block(self.me(), to)).collect();
        let wanted: Vec<_> = (0..self.n()).map(|from| block(from, self.me())).collect();
        let sent: Vec<usize> = own.iter().map(Vec::len).collect();
        let received: Vec<usize> = wanted.iter().map(Vec::len).collect();
        let got = self.run(
            &own.concat(),
            received.iter().sum(),
            symmetric,
            |from, into| self.team.all_to_all_v(from, &sent, into, &received),
            |from, into| self.team.all_to_all_v(from, &sent, into, &received),
        )?;
        same(&got, &wanted.concat(), "all-to-all v");
        Ok(())
    }
}

thread_local! {
    static OBJECTS: std::cell::Cell<Option<[Symmetric<u64>; 2]>> = const { std::cell::Cell::new(None) };
}

pub(super) fn words(seed: u64, pe: usize, len: usize) -> Vec<u64> {
    let seed = mix(seed, pe as u64);
    (0..len).map(|at| mix(seed, at as u64)).collect()
}

#[track_caller]
pub(super) fn same(got: &[u64], wanted: &[u64], what: &str) {
    let bytes =
        |words: &[u64]| -> Vec<u8> { words.iter().flat_map(|word| word.to_ne_bytes()).collect() };
    assert_same(&bytes(got), &bytes(wanted), || {
        format!("{what} of {} words", wanted.len())
    });
}
