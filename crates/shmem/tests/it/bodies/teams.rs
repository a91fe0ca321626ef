//! All collectives over all PEs and over teams, checked against results that each PE computes by
//! itself.

use farreach_shmem::{Error, Pe, Reduction, Scan, Team};

use super::active_sets::in_turn;
use super::checks::{Checks, Draws, KINDS, OBJECT_WORDS, Placing};
use crate::pattern::{effort, mix};

/// Every collective over all PEs.
pub(super) fn collectives_of_all(pe: &Pe) -> Result<(), Error> {
    let mut draws = Draws::new(pe, 1)?;
    let mut checks = Checks::new(pe, pe.team_world())?;
    for round in 0..effort(pe, 64).max(16) {
        let len = draws.len(8192);
        checks.one(round, len, &mut draws)?;
    }
    // Data of several pieces.
    let (len, placings) = if pe.world().settings().loss > 0.0 {
        (3000, &[Placing::Mixed][..])
    } else {
        (150_000 / pe.n_pes() as usize, &Placing::ALL[..])
    };
    for &placing in placings {
        for round in 0..KINDS {
            checks.placed(round, len + draws.below(10), placing, &mut draws)?;
        }
    }
    let nodes = pe.world().nodes();
    if (2..=4).contains(&nodes) && pe.world().settings().loss == 0.0 {
        // More data than the nodes have room for, so that each combines its share in several steps.
        checks.all_reduce(draws.draw(), (nodes as usize + 1) << 17, false)?;
    }
    if nodes == 1 && pe.n_pes() >= 8 {
        // More data than caches hold.
        let len = (4 << 20) / 8 / pe.n_pes() as usize + 1;
        checks.all_gather(draws.draw(), len, false)?;
        checks.all_to_all(draws.draw(), len, false)?;
        checks.all_to_all_v(draws.draw(), 3 * len, false)?;
    }
    Ok(())
}

/// Teams of all shapes: disjoint ones at the same time, overlapping ones by turns, and teams of
/// teams.
pub(super) fn collectives_of_teams(pe: &Pe) -> Result<(), Error> {
    let mut draws = Draws::new(pe, 2)?;
    let world = pe.team_world();
    let n = world.n_pes();
    let me = world.my_pe();
    // Disjoint teams across the nodes.
    let parity = world.split_color(Some(me % 2), 0)?.expect("a color");
    assert_eq!(parity.my_pe(), me / 2);
    // The same PEs in reverse order, by a negative stride.
    let backwards = world.split_strided(n - 1, -1, n)?.expect("all");
    assert_eq!(backwards.my_pe(), n - 1 - me);
    assert_eq!(backwards.translate(0, &world), Some(n - 1));
    // A team of a team: every second PE of the reversed one.
    let half = n.div_ceil(2);
    let skipping = backwards.split_strided(0, 2, half)?;
    assert_eq!(skipping.is_some(), (n - 1 - me).is_multiple_of(2));
    // A random order without the last PE.
    let mut order: Vec<u32> = (0..n).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, draws.below(at + 1));
    }
    let left_out = if n > 1 { order.pop() } else { None };
    let list: &[u32] = if left_out == Some(me) { &[] } else { &order };
    let drawn = world.split_list(list)?;
    assert_eq!(drawn.is_none(), left_out == Some(me));
    // A team of one PE.
    let alone = world.split_color(Some(me), 7)?.expect("a color");
    assert_eq!((alone.my_pe(), alone.n_pes()), (0, 1));
    let teams = [Some(parity), Some(backwards), skipping, drawn, Some(alone)];
    let mut checks = Vec::new();
    for team in teams.into_iter().flatten() {
        checks.push(Checks::new(pe, team)?);
    }
    for round in 0..effort(pe, 48).max(16) {
        for checks in &mut checks {
            // Members of a team draw the same numbers. Other teams may draw others.
            let mut draws = draws.of_round(round);
            let len = draws.len(512);
            checks.one(round, len, &mut draws)?;
        }
    }
    for checks in checks {
        checks.team.destroy()?;
    }
    pe.barrier_all()
}

/// Many collectives in a row, with nothing in between that would hold back the PEs that are ahead.
/// The roots take turns or stay, some PEs are late, and collectives of overlapping teams come in
/// between.
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
        let len = [1, 6, 7, 200, 2000, 4500, 9000][draws.below(7)];
        let in_a_row = if len < 300 { 300 } else { 20 };
        let (turns, stays) = (draws.below(2) == 0, draws.below(n as usize) as u32);
        let placing = Placing::ALL[draws.below(Placing::ALL.len())];
        for checks in &teams {
            let size = checks.n() as u32;
            let is_symmetric =
                placing.is_symmetric(checks.me()) && len * checks.n() <= OBJECT_WORDS;
            for number in 0..in_a_row {
                let root = if turns { number % size } else { stays % size };
                let seed = mix(seed, u64::from(number));
                if mix(seed, u64::from(pe.my_pe())).is_multiple_of(97) {
                    std::thread::sleep(std::time::Duration::from_micros(300));
                }
                match lap % 4 {
                    0 => checks.broadcast(seed, len, root, is_symmetric)?,
                    1 => checks.reduce(seed, len, root, is_symmetric)?,
                    2 => checks.gather(seed, len, root, is_symmetric)?,
                    _ => checks.scatter(seed, len, root, is_symmetric)?,
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

/// Teams are made and ended. All PEs get the error of the limit.
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
    assert_eq!(teams.len(), 1023);
    assert!(error.to_string().contains("1024 sets"), "{error}");
    for team in &teams {
        team.sync()?;
    }
    // Of two teams that have nothing in common but their members, each can be begun first.
    for (one, other) in [(0, 47), (1, 1022), (46, 48), (800, 864)] {
        let (mut a, mut b) = ([1u64], [2u64]);
        pe.scope(|scope| {
            if pe.my_pe().is_multiple_of(2) {
                let first = scope.all_reduce(&teams[one], &mut a, Reduction::Sum)?;
                scope
                    .all_reduce(&teams[other], &mut b, Reduction::Sum)?
                    .wait()?;
                first.wait()
            } else {
                scope
                    .all_reduce(&teams[other], &mut b, Reduction::Sum)?
                    .wait()?;
                scope
                    .all_reduce(&teams[one], &mut a, Reduction::Sum)?
                    .wait()
            }
        })?;
        let n = u64::from(pe.n_pes());
        assert_eq!((a, b), ([n], [2 * n]), "teams {one} and {other}");
    }
    // The contexts of the last ones are small: much data passes in many parts.
    let last = teams.last().expect("some");
    let n = last.n_pes() as usize;
    let mut sum = vec![u64::from(pe.my_pe()); 40_000];
    last.all_reduce(&mut sum, Reduction::Sum)?;
    let total = (n * (n - 1) / 2) as u64;
    assert!(sum.iter().all(|&word| word == total), "{:?}", &sum[..3]);
    let own = vec![pe.my_pe(); 3_000];
    let mut all = vec![u32::MAX; own.len() * n];
    last.all_gather(&own, &mut all)?;
    for (member, part) in (0..).zip(all.chunks(own.len())) {
        assert!(part.iter().all(|&word| word == member), "of {member}");
    }
    teams.into_iter().try_for_each(Team::destroy)?;
    let again = world.split_strided(0, 1, pe.n_pes())?.expect("all");
    again.destroy()
}

/// Wrong arguments are an error on every PE, and the team continues.
pub(super) fn mistakes_with_teams(pe: &Pe) -> Result<(), Error> {
    let world = pe.team_world();
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let team = world.split_strided(n - 1, -1, n)?.expect("all");
    let refused: [(Result<(), Error>, String); 10] = [
        (
            team.broadcast(&mut [0u8; 3], n),
            format!("Team::broadcast: there is no PE {n}: the team has {n}"),
        ),
        (
            team.reduce(&mut [0u8; 3], Reduction::Sum, n),
            format!("there is no PE {n}: the team has {n}"),
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
        // Only PE 0 is wrong. All PEs get an error.
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

/// The first PE sends more or less to each PE than that PE expects. All get an error, and the data
/// that fits.
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

/// Threads with a team each. Their collectives do not wait for each other.
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
            // Each PE begins with another collective.
            .map(|item| scope.spawn(move || run(item)))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("no panic"))
    })?;
    teams.into_iter().try_for_each(Team::destroy)
}

/// Threads make and end teams, each with another PE. See [`in_turn`].
pub(super) fn teams_of_waiting_threads(pe: &Pe) -> Result<(), Error> {
    let world = pe.team_world();
    let list = |pes: [u32; 2]| {
        let is_member = pe.n_pes() > 2 && pes.contains(&pe.my_pe());
        world.split_list(if is_member { &pes } else { &[] })
    };
    let (with_one, with_two) = (list([0, 1])?, list([0, 2])?);
    let come_and_go = |of: &Option<Team<'_>>| {
        let of = of.as_ref().expect("a member");
        of.split_strided(0, 1, 2)?.expect("all").destroy()
    };
    in_turn(pe, || come_and_go(&with_one), || come_and_go(&with_two))?;
    let mut left = [with_one, with_two].into_iter().flatten();
    left.try_for_each(Team::destroy)
}
