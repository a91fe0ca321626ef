//! All collectives over the world and over teams, against what each PE computes by itself.

use std::ops::Range;

use farreach_shmem::{Error, Pe, Reduction, Scan, Symmetric, Team};

use crate::pattern::{assert_same, effort, mix};

/// Elements around which an algorithm or a piece changes, in 8-byte words.
const EDGES: [usize; 9] = [0, 1, 2, 7, 8, 16, 256, 2048, 65536];

/// Every collective over all PEs.
pub(super) fn collectives_of_all(pe: &Pe) -> Result<(), Error> {
    let mut draws = Draws::new(pe, 1)?;
    let mut checks = Checks::new(pe, pe.team_world())?;
    for round in 0..effort(pe, 64).max(16) {
        let len = draws.len(8192);
        checks.one(round, len, &mut draws)?;
    }
    // Several pieces of what passes through at once.
    for round in 0..KINDS {
        let len = if pe.world().settings().loss > 0.0 {
            3000
        } else {
            150_000 / pe.n_pes() as usize
        };
        checks.one(round, len + draws.below(10), &mut draws)?;
    }
    if pe.world().nodes() == 1 && pe.n_pes() >= 8 {
        // More than caches hold.
        let len = (4 << 20) / 8 / pe.n_pes() as usize + 1;
        checks.all_gather(draws.draw(), len, false)?;
        checks.all_to_all(draws.draw(), len, false)?;
        checks.all_to_all_v(draws.draw(), 3 * len, false)?;
    }
    Ok(())
}

/// Teams of all shapes: disjoint ones at once, overlapping ones by turns, teams of teams.
pub(super) fn collectives_of_teams(pe: &Pe) -> Result<(), Error> {
    let mut draws = Draws::new(pe, 2)?;
    let world = pe.team_world();
    let n = world.n_pes();
    let me = world.my_pe();
    // Disjoint, across the nodes.
    let parity = world.split_color(Some(me % 2), 0)?.expect("a color");
    assert_eq!(parity.my_pe(), me / 2);
    // The same PEs backwards, by negative stride.
    let backwards = world.split_strided(n - 1, -1, n)?.expect("all");
    assert_eq!(backwards.my_pe(), n - 1 - me);
    assert_eq!(backwards.translate(0, &world), Some(n - 1));
    // A team of a team: every second of those backwards.
    let half = n.div_ceil(2);
    let skipping = backwards.split_strided(0, 2, half)?;
    assert_eq!(skipping.is_some(), (n - 1 - me).is_multiple_of(2));
    // In an order that the seed draws, without the last one.
    let mut order: Vec<u32> = (0..n).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, draws.below(at + 1));
    }
    let left_out = if n > 1 { order.pop() } else { None };
    let list: &[u32] = if left_out == Some(me) { &[] } else { &order };
    let drawn = world.split_list(list)?;
    assert_eq!(drawn.is_none(), left_out == Some(me));
    // Of one.
    let alone = world.split_color(Some(me), 7)?.expect("a color");
    assert_eq!((alone.my_pe(), alone.n_pes()), (0, 1));
    let teams = [Some(parity), Some(backwards), skipping, drawn, Some(alone)];
    let mut checks = Vec::new();
    for team in teams.into_iter().flatten() {
        checks.push(Checks::new(pe, team)?);
    }
    for round in 0..effort(pe, 48).max(16) {
        for checks in &mut checks {
            // Members draw alike; others' draws need not agree with theirs.
            let seed = mix(draws.seed, round);
            let mut draws = Draws { seed, count: 0 };
            let len = draws.len(512);
            checks.one(round, len, &mut draws)?;
        }
    }
    for checks in checks {
        checks.team.destroy()?;
    }
    pe.barrier_all()
}

/// Many in a row without anything between that would hold back the ones who are ahead: the roots take turns or stay, some
/// PEs are late, and teams that overlap run between each other.
pub(super) fn collectives_in_a_row(pe: &Pe) -> Result<(), Error> {
    let mut draws = Draws::new(pe, 3)?;
    let n = pe.n_pes();
    let world = pe.team_world();
    let backwards = world.split_strided(n - 1, -1, n)?.expect("all");
    let last = n.div_ceil(2);
    let half = world.split_strided(0, 1, last)?;
    let mut teams = vec![Checks::new(pe, backwards)?];
    teams.extend(half.map(|half| Checks::new(pe, half)).transpose()?);
    teams.push(Checks::new(pe, world)?);
    for lap in 0..effort(pe, 12).max(4) {
        let seed = draws.draw();
        let len = [1, 6, 7, 200, 2000, 9000][draws.below(6)];
        let in_a_row = if len < 300 { 300 } else { 20 };
        let (turns, stays) = (draws.below(2) == 0, draws.below(n as usize) as u32);
        for checks in &teams {
            let size = checks.n() as u32;
            for number in 0..in_a_row {
                let root = if turns { number % size } else { stays % size };
                let seed = mix(seed, u64::from(number));
                if mix(seed, u64::from(pe.my_pe())).is_multiple_of(97) {
                    std::thread::sleep(std::time::Duration::from_micros(300));
                }
                match lap % 4 {
                    0 => checks.broadcast(seed, len, root, false)?,
                    1 => checks.reduce(seed, len, root, false)?,
                    2 => checks.gather(seed, len, root)?,
                    _ => checks.scatter(seed, len, root)?,
                }
            }
        }
    }
    teams.pop();
    for checks in teams {
        checks.team.destroy()?;
    }
    pe.barrier_all()
}

/// Teams come and go; there is a limit, and all learn of it.
pub(super) fn teams_come_and_go(pe: &Pe) -> Result<(), Error> {
    let world = pe.team_world();
    for round in 0..40 {
        let color = (pe.my_pe() + round) % 3;
        let team = world.split_color(Some(color), 0)?.expect("a color");
        let mut sum = [1u32];
        team.all_reduce(&mut sum, Reduction::Sum)?;
        assert_eq!(sum, [team.n_pes()]);
        team.destroy()?;
    }
    let mut teams = Vec::new();
    let error = loop {
        match world.split_strided(0, 1, pe.n_pes()) {
            Ok(team) => teams.push(team.expect("all")),
            Err(error) => break error,
        }
    };
    assert_eq!(teams.len(), 31);
    assert!(error.to_string().contains("32 sets"), "{error}");
    for team in &teams {
        team.sync()?;
    }
    teams.into_iter().try_for_each(Team::destroy)?;
    let again = world.split_strided(0, 1, pe.n_pes())?.expect("all");
    again.destroy()
}

/// Wrong arguments: an error that names them on every PE, and the team goes on.
pub(super) fn mistakes_with_teams(pe: &Pe) -> Result<(), Error> {
    let world = pe.team_world();
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let team = world.split_strided(n - 1, -1, n)?.expect("all");
    let refused: [(Result<(), Error>, String); 10] = [
        (
            team.broadcast(&mut [0u8; 3], n),
            format!("there is no member {n}: the set has {n}"),
        ),
        (
            team.reduce(&mut [0u8; 3], Reduction::Sum, n),
            format!("there is no member {n}"),
        ),
        (
            team.all_gather(&[0u8; 3], &mut vec![0; 3 * n as usize + 1]),
            format!("{} bytes are needed for {n} processes", 3 * n),
        ),
        (
            team.all_to_all(&vec![0u16; n as usize], &mut vec![0; n as usize + 1]),
            format!("{} bytes, but", 2 * (n + 1)),
        ),
        (
            team.all_to_all_v(&[0u8; 3], &vec![1; n as usize + 1], &mut [0; 3], &[]),
            "source of the counts".into(),
        ),
        (
            team.reduce_scatter(&vec![0u8; n as usize + 1], &mut [0], Reduction::Max),
            format!("{n} bytes are needed"),
        ),
        (
            team.scan(&mut [0.5f32], Reduction::And, Scan::Inclusive),
            "And is not defined".into(),
        ),
        (
            world.split_strided(0, 1, n + 1).map(drop),
            format!("would have PE {n}"),
        ),
        (
            world.split_list(&[me; 2]).map(drop),
            format!("rank {me} is twice"),
        ),
        // Only PE 0 is wrong; all get an error.
        (
            world
                .split_list(if me == 0 { &[u32::MAX][..] } else { &[] })
                .map(drop),
            if me == 0 {
                "member 0"
            } else {
                "another member"
            }
            .into(),
        ),
    ];
    for (number, (result, text)) in refused.into_iter().enumerate() {
        let error = result.expect_err("wrong").to_string();
        let rank = format!("rank {me}: ");
        assert!(
            error.contains(&text) && error.starts_with(&rank),
            "call {number}: {error}"
        );
    }
    counts_that_disagree(&team);
    let mut sum = [1u32];
    team.all_reduce(&mut sum, Reduction::Sum)?;
    assert_eq!(sum, [n]);
    team.destroy()
}

/// The first PE sends more, or less, to each than they know of: all learn that, and get what they could.
fn counts_that_disagree(team: &Team<'_>) {
    let n = team.n_pes() as usize;
    for (most, wanted) in [
        (1, 2),
        (2, 1),
        (20_000, 1),
        (1, 20_000),
        (0, 5),
        (40_000, 30_000),
    ] {
        let sent = vec![if team.my_pe() == 0 { most } else { wanted }; n];
        let source: Vec<u64> = (0..sent.iter().sum::<usize>() as u64).collect();
        let mut target = vec![u64::MAX; n * wanted];
        let error = team
            .all_to_all_v(&source, &sent, &mut target, &vec![wanted; n])
            .expect_err("wrong");
        let text = format!("member 0 sent {} bytes", 8 * most);
        assert!(error.to_string().contains(&text), "{error}");
        for (from, block) in target.chunks_exact(wanted).enumerate() {
            let sent = if from == 0 { most } else { wanted };
            let first = team.my_pe() as usize * sent;
            let (got, rest) = block.split_at(sent.min(wanted));
            assert!(got.iter().copied().eq((first as u64..).take(got.len())));
            assert!(rest.iter().all(|&word| word == u64::MAX));
        }
    }
}

/// Threads with a team each: their collectives do not wait for each other.
pub(super) fn teams_of_threads(pe: &Pe) -> Result<(), Error> {
    const THREADS: usize = 3;
    let world = pe.team_world();
    let mut teams = Vec::new();
    for _ in 0..THREADS {
        teams.push(world.split_strided(0, 1, pe.n_pes())?.expect("all"));
    }
    let rounds = effort(pe, 100);
    std::thread::scope(|scope| {
        let run = |(number, team): (usize, &Team<'_>)| -> Result<(), Error> {
            for round in 0..rounds {
                let mut sum = [round + number as u64, 1];
                team.all_reduce(&mut sum, Reduction::Sum)?;
                let n = u64::from(team.n_pes());
                assert_eq!(sum, [n * (round + number as u64), n]);
            }
            Ok(())
        };
        let threads: Vec<_> = teams
            .iter()
            .enumerate()
            // Each PE begins with another one.
            .map(|item| scope.spawn(move || run(item)))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("no panic"))
    })?;
    teams.into_iter().try_for_each(Team::destroy)
}

const KINDS: u64 = 12;

/// Numbers that all PEs draw alike.
struct Draws {
    seed: u64,
    count: u64,
}

impl Draws {
    /// From a seed that PE 0 takes from the clock and prints.
    fn new(pe: &Pe, stream: u64) -> Result<Draws, Error> {
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

    fn draw(&mut self) -> u64 {
        self.count += 1;
        mix(self.seed, self.count)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.draw() % limit as u64) as usize
    }

    /// A length around an edge up to `most`, or any below.
    fn len(&mut self, most: usize) -> usize {
        let edge = EDGES[self.below(EDGES.len())];
        match self.below(3) {
            0 => edge.min(most),
            1 => (edge + self.below(3)).saturating_sub(1).min(most),
            _ => self.below(most.min(edge.max(2)) + 1),
        }
    }
}

/// The checks of one team.
struct Checks<'pe> {
    pe: &'pe Pe,
    team: Team<'pe>,
    /// Symmetric objects of the world, for the cases with symmetric data.
    objects: [Symmetric<u64>; 2],
}

const OBJECT_WORDS: usize = 200_000;

impl<'pe> Checks<'pe> {
    fn new(pe: &'pe Pe, team: Team<'pe>) -> Result<Self, Error> {
        // Allocation is over all PEs, but not all are in the team: from the world's objects, made once.
        let objects = if let Some(objects) = OBJECTS.get() {
            objects
        } else {
            let made = [pe.alloc(OBJECT_WORDS)?, pe.alloc(OBJECT_WORDS)?];
            OBJECTS.set(Some(made));
            made
        };
        Ok(Checks { pe, team, objects })
    }

    fn n(&self) -> usize {
        self.team.n_pes() as usize
    }

    fn me(&self) -> usize {
        self.team.my_pe() as usize
    }

    /// One collective: the kind by the round, whether the data is symmetric by the draws.
    fn one(&mut self, round: u64, len: usize, draws: &mut Draws) -> Result<(), Error> {
        let seed = draws.draw();
        let root = draws.below(self.n()) as u32;
        let is_symmetric = draws.below(2) == 0 && len * self.n() <= OBJECT_WORDS;
        match round % KINDS {
            0 => self.broadcast(seed, len, root, is_symmetric),
            1 => self.all_reduce(seed, len, is_symmetric),
            2 => self.all_gather(seed, len, is_symmetric),
            3 => self.all_to_all(seed, len, is_symmetric),
            4 => self.reduce(seed, len, root, is_symmetric),
            5 => self.gather(seed, len, root),
            6 => self.scatter(seed, len, root),
            7 => self.scans(seed, len),
            8 => self.reduce_scatter(seed, len, is_symmetric),
            9 => self.collect(seed, len),
            10 => self.all_to_all_v(seed, len, is_symmetric),
            _ => self.team.sync(),
        }
    }

    fn all(&self, seed: u64, len: usize) -> Vec<u64> {
        (0..self.n()).flat_map(|pe| words(seed, pe, len)).collect()
    }

    fn sum(seed: u64, len: usize, members: Range<usize>) -> Vec<u64> {
        let mut sum = vec![0u64; len];
        for member in members {
            for (into, word) in sum.iter_mut().zip(words(seed, member, len)) {
                *into = into.wrapping_add(word);
            }
        }
        sum
    }

    /// Runs a collective from slices to slices, or from the one symmetric object to the other.
    fn run(
        &self,
        source: &[u64],
        target_len: usize,
        is_symmetric: bool,
        slices: impl FnOnce(&[u64], &mut [u64]) -> Result<(), Error>,
        objects: impl FnOnce(&Symmetric<u64>, &Symmetric<u64>) -> Result<(), Error>,
    ) -> Result<Vec<u64>, Error> {
        let mut got = vec![0xeeee; target_len];
        if !is_symmetric {
            slices(source, &mut got)?;
            return Ok(got);
        }
        let from = self.objects[0].slice(3, source.len()).expect("inside");
        let into = self.objects[1].slice(5, target_len).expect("inside");
        self.pe.write(&from, 0, source)?;
        self.pe.write(&into, 0, &got)?;
        objects(&from, &into)?;
        self.pe.read(&into, 0, &mut got)?;
        Ok(got)
    }

    fn broadcast(&self, seed: u64, len: usize, root: u32, symmetric: bool) -> Result<(), Error> {
        let wanted = words(seed, root as usize, len);
        let own = words(seed, self.me(), len);
        let mut got = own.clone();
        if symmetric {
            let object = self.objects[0].slice(1, len).expect("inside");
            self.pe.write(&object, 0, &own)?;
            self.team.broadcast(&object, root)?;
            self.pe.read(&object, 0, &mut got)?;
        } else {
            self.team.broadcast(&mut got, root)?;
        }
        same(&got, &wanted, "broadcast");
        Ok(())
    }

    fn all_reduce(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
        let mut got = words(seed, self.me(), len);
        if symmetric {
            let object = self.objects[1].slice(1, len).expect("inside");
            self.pe.write(&object, 0, &got)?;
            self.team.all_reduce(&object, Reduction::Sum)?;
            self.pe.read(&object, 0, &mut got)?;
        } else if len.is_multiple_of(2) {
            let add = |a: u64, b: u64| a.wrapping_add(b);
            self.team.all_reduce_with(&mut got, 0, add)?;
        } else {
            self.team.all_reduce(&mut got, Reduction::Sum)?;
        }
        same(&got, &Self::sum(seed, len, 0..self.n()), "all-reduce");
        Ok(())
    }

    fn all_gather(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
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

    fn all_to_all(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
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

    fn reduce(&self, seed: u64, len: usize, root: u32, symmetric: bool) -> Result<(), Error> {
        let own = words(seed, self.me(), len);
        let mut got = own.clone();
        if symmetric {
            let object = self.objects[0].slice(2, len).expect("inside");
            self.pe.write(&object, 0, &own)?;
            self.team.reduce(&object, Reduction::Sum, root)?;
            self.pe.read(&object, 0, &mut got)?;
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

    fn gather(&self, seed: u64, len: usize, root: u32) -> Result<(), Error> {
        let is_root = self.me() == root as usize;
        let mut got = vec![0; if is_root { len * self.n() } else { 0 }];
        let own = words(seed, self.me(), len);
        self.team.gather(&own, &mut got, root)?;
        if is_root {
            same(&got, &self.all(seed, len), "gather");
        }
        Ok(())
    }

    fn scatter(&self, seed: u64, len: usize, root: u32) -> Result<(), Error> {
        let all = if self.me() == root as usize {
            self.all(seed, len)
        } else {
            Vec::new()
        };
        let mut got = vec![0; len];
        self.team.scatter(&all, &mut got, root)?;
        same(&got, &words(seed, self.me(), len), "scatter");
        Ok(())
    }

    fn scans(&self, seed: u64, len: usize) -> Result<(), Error> {
        let mut got = words(seed, self.me(), len);
        self.team.scan(&mut got, Reduction::Sum, Scan::Inclusive)?;
        same(&got, &Self::sum(seed, len, 0..self.me() + 1), "scan");
        let mut got = words(seed, self.me(), len);
        self.team.scan(&mut got, Reduction::Sum, Scan::Exclusive)?;
        same(&got, &Self::sum(seed, len, 0..self.me()), "exclusive scan");
        Ok(())
    }

    fn reduce_scatter(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
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

    fn collect(&self, seed: u64, len: usize) -> Result<(), Error> {
        let of = |pe: usize| words(seed, pe, (mix(seed, pe as u64) % (len as u64 + 1)) as usize);
        let (got, counts) = self.team.collect(&of(self.me()))?;
        let wanted: Vec<u64> = (0..self.n()).flat_map(of).collect();
        same(&got, &wanted, "collect");
        assert!(counts.into_iter().eq((0..self.n()).map(|pe| of(pe).len())));
        Ok(())
    }

    fn all_to_all_v(&self, seed: u64, len: usize, symmetric: bool) -> Result<(), Error> {
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

fn words(seed: u64, pe: usize, len: usize) -> Vec<u64> {
    let seed = mix(seed, pe as u64);
    (0..len).map(|at| mix(seed, at as u64)).collect()
}

#[track_caller]
fn same(got: &[u64], wanted: &[u64], what: &str) {
    let bytes =
        |words: &[u64]| -> Vec<u8> { words.iter().flat_map(|word| word.to_ne_bytes()).collect() };
    assert_same(&bytes(got), &bytes(wanted), || {
        format!("{what} of {} words", wanted.len())
    });
}
