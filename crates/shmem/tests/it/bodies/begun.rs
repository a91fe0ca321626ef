//! Collectives that are begun, several at a time, on several teams.

use std::time::{Duration, Instant};

use farreach_shmem::{Error, Pe, Reduction, Scan, Team};

use super::checks::{Draws, same, words};
use crate::pattern::effort;

/// A time that only a hang exceeds, however busy the machine.
const HANG: Duration = Duration::from_mins(5);

/// The operands of a round of a team's collectives, and the expected results.
struct Round {
    seed: u64,
    len: usize,
    root: usize,
    sums: Vec<u64>,
    all: Vec<u64>,
    own: Vec<u64>,
    blocks: Vec<u64>,
    theirs: Vec<u64>,
    before: Vec<u64>,
    gathered: Vec<u64>,
    part: Vec<u64>,
    reduced: Vec<u64>,
    share: Vec<u64>,
    /// The elements of all PEs, whose numbers are those of [`Round::len_of`].
    collected: Vec<u64>,
    first: Vec<u64>,
    /// The number of words in each PE's block: its number more than in the first.
    counts: Vec<usize>,
    for_each: Vec<u64>,
    from_each_counts: Vec<usize>,
    from_each: Vec<u64>,
}

impl Round {
    fn new(team: &Team<'_>, draws: &mut Draws, most: usize) -> Round {
        let (n, me) = (team.n_pes() as usize, team.my_pe() as usize);
        let (seed, len) = (draws.draw(), draws.len(most).max(1));
        let root = draws.below(n);
        let own = words(seed, me, len);
        let counts: Vec<usize> = (0..n).map(|pe| len / 8 + pe).collect();
        Round {
            for_each: words(seed, me + n, counts.iter().sum()),
            from_each_counts: vec![len / 8 + me; n],
            from_each: vec![0; n * (len / 8 + me)],
            counts,
            seed,
            len,
            root,
            sums: own.clone(),
            all: vec![0; n * len],
            blocks: words(seed, me, n * len),
            theirs: vec![0; n * len],
            before: own.clone(),
            gathered: vec![0; if me == root { n * len } else { 0 }],
            part: vec![0; len],
            reduced: own.clone(),
            share: vec![0; len],
            collected: vec![7; 3],
            first: if me == root {
                own.clone()
            } else {
                vec![0; len]
            },
            own,
        }
    }

    /// How many words a PE has to be collected.
    fn len_of(&self, pe: usize) -> usize {
        self.len / 3 * (pe % 3)
    }

    fn check(&self, team: &Team<'_>) {
        let (n, me, len, root) = (
            team.n_pes() as usize,
            team.my_pe() as usize,
            self.len,
            self.root,
        );
        let of = |pe: usize| words(self.seed, pe, len);
        let blocks = |pe: usize| words(self.seed, pe, n * len);
        let add = |sum: Vec<u64>, pe: usize| {
            let pairs = sum.into_iter().zip(of(pe));
            pairs.map(|(a, b)| a.wrapping_add(b)).collect()
        };
        let sum = (0..n).fold(vec![0; len], add);
        let all: Vec<u64> = (0..n).flat_map(of).collect();
        let from_each = |pe: usize| blocks(pe)[me * len..][..len].to_vec();
        let theirs: Vec<u64> = (0..n).flat_map(from_each).collect();
        let share = (0..n).fold(vec![0u64; len], |sum: Vec<u64>, pe| {
            let pairs = sum.into_iter().zip(from_each(pe));
            pairs.map(|(a, b)| a.wrapping_add(b)).collect()
        });
        let before: usize = self.counts[..me].iter().sum();
        let all_for_each: usize = self.counts.iter().sum();
        let from_each: Vec<u64> = (0..n)
            .flat_map(|pe| {
                let for_each = words(self.seed, pe + n, all_for_each);
                for_each[before..][..self.counts[me]].to_vec()
            })
            .collect();
        same(&self.from_each, &from_each, "all_to_all_v");
        same(&self.sums, &sum, "all_reduce");
        same(&self.all, &all, "all_gather");
        same(&self.theirs, &theirs, "all_to_all");
        same(&self.before, &(0..me).fold(vec![0; len], add), "scan");
        same(&self.first, &of(root), "broadcast");
        same(&self.part, &blocks(root)[me * len..][..len], "scatter");
        same(&self.share, &share, "reduce_scatter");
        let collected: Vec<u64> = (0..n)
            .flat_map(|pe| of(pe)[..self.len_of(pe)].to_vec())
            .collect();
        same(&self.collected, &collected, "collect");
        if me == root {
            same(&self.gathered, &all, "gather");
            same(&self.reduced, &sum, "reduce");
        }
    }
}

/// All kinds of collectives of three overlapping teams are under way at the same time. PEs wait for
/// some of them, each in a random order of its own, and not for others. Blocking collectives come
/// in between.
pub(super) fn collectives_begun(pe: &Pe) -> Result<(), Error> {
    let mut draws = Draws::new(pe, 7)?;
    let me = pe.my_pe();
    let parity = pe.team_world().split_color(Some(me % 2), 0)?;
    let third = pe.team_world().split_color(Some(me % 3), 0)?;
    let teams = [
        pe.team_world(),
        parity.expect("a color"),
        third.expect("a color"),
    ];
    let most = if pe.world().settings().loss > 0.0 {
        500
    } else {
        20_000 / pe.n_pes() as usize
    };
    for number in 0..effort(pe, 24).max(6) {
        let mut rounds: Vec<Round> = Vec::new();
        for team in &teams {
            let mut draws = draws.of_round(number);
            rounds.push(Round::new(team, &mut draws, most));
        }
        let between = draws.below(3);
        pe.scope(|scope| {
            let mut begun = Vec::new();
            for (team, round) in teams.iter().zip(&mut rounds) {
                let root = round.root as u32;
                begun.push(scope.all_reduce(team, &mut round.sums, Reduction::Sum)?);
                begun.push(scope.all_gather(team, &round.own, &mut round.all)?);
                begun.push(scope.sync(team));
                let some = round.len / 3 * (team.my_pe() as usize % 3);
                begun.push(scope.collect(team, &round.own[..some], &mut round.collected)?);
                begun.push(scope.all_to_all(team, &round.blocks, &mut round.theirs)?);
                begun.push(scope.all_to_all_v(
                    team,
                    &round.for_each,
                    &round.counts,
                    &mut round.from_each,
                    &round.from_each_counts,
                )?);
                let (sum, exclusive) = (Reduction::Sum, Scan::Exclusive);
                begun.push(scope.scan(team, &mut round.before, sum, exclusive)?);
                begun.push(scope.broadcast(team, &mut round.first, root)?);
                begun.push(scope.gather(team, &round.own, &mut round.gathered, root)?);
                begun.push(scope.scatter(team, &round.blocks, &mut round.part, root)?);
                begun.push(scope.reduce(team, &mut round.reduced, sum, root)?);
                begun.push(scope.reduce_scatter(team, &round.blocks, &mut round.share, sum)?);
            }
            if between == 0 {
                teams[1].barrier()?;
            }
            // Each PE waits in an order of its own.
            let mut at = number as usize * 7 + me as usize * 13;
            while begun.len() > 5 {
                at = at * 31 % begun.len();
                begun.swap_remove(at).wait()?;
            }
            Ok::<_, Error>(())
        })?;
        for (team, round) in teams.iter().zip(&rounds) {
            round.check(team);
        }
        if between == 1 {
            pe.barrier_all()?;
        }
    }
    let [_, parity, third] = teams;
    parity.destroy()?;
    third.destroy()
}

/// Collectives that were begun complete while their PEs compute, if each PE is on another node.
pub(super) fn computing_beside_collectives(pe: &Pe) -> Result<(), Error> {
    let len = 50_000;
    let sums = pe.alloc::<u64>(len)?;
    let world = pe.team_world();
    if pe.world().nodes() < pe.n_pes() {
        return Ok(());
    }
    let own = words(3, pe.my_pe() as usize, len);
    pe.write(sums, &own)?;
    // The flag becomes the maximum of all PEs at the end of the last collective.
    let flag = pe.alloc::<u64>(1)?;
    pe.barrier_all()?;
    let segment = pe.world().own_segment().clone();
    let is_over = || segment.load_u64(flag.offset()).expect("a word") == u64::from(pe.n_pes());
    pe.write(flag, &[1])?;
    pe.scope(|scope| {
        scope.all_reduce(&world, sums, Reduction::Sum)?;
        scope.all_reduce(&world, flag, Reduction::Sum)?;
        let begun = Instant::now();
        while !is_over() {
            assert!(begun.elapsed() < HANG, "what was begun does not end");
            std::hint::spin_loop();
        }
        Ok::<_, Error>(())
    })?;
    let mut got = vec![0; len];
    pe.read(sums, &mut got)?;
    let wanted = (0..pe.n_pes() as usize).fold(vec![0u64; len], |sum, pe| {
        let pairs = sum.into_iter().zip(words(3, pe, len));
        pairs.map(|(a, b)| a.wrapping_add(b)).collect()
    });
    same(&got, &wanted, "all_reduce");
    pe.barrier_all()
}
