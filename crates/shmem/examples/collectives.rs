//! Times the collectives: `farreach run -n N [--nodes M] collectives [SECONDS [symmetric]]`.
//!
//! For each collective and size, prints the median and the mean time of a call on PE 0. The data is
//! in slices or in symmetric objects.

use std::time::{Duration, Instant};

use farreach_shmem::{self as shmem, Error, Part, Pe, Reduction, Symmetric, Team};

const SIZES: [usize; 4] = [8, 1 << 10, 32 << 10, 1 << 20];
const WORDS_MAX: usize = SIZES[3] / 8;
/// The most bytes of all PEs together. More would take too long.
const TOTAL_MAX: usize = 4 << 20;

/// The data of a collective: slices and symmetric objects of the same length.
struct Data<'a> {
    pe: &'a Pe,
    team: Team<'a>,
    is_symmetric: bool,
    slices: [Vec<u64>; 2],
    objects: [Symmetric<u64>; 2],
}

type Collective = fn(&mut Data<'_>, usize) -> Result<(), Error>;

const COLLECTIVES: [(&str, Collective); 7] = [
    ("barrier", |data, _| data.pe.barrier_all()),
    ("broadcast", |data, words| {
        if data.is_symmetric {
            return data.team.broadcast(data.object(0, words), 0);
        }
        data.team.broadcast(&mut data.slices[0][..words], 0)
    }),
    ("all-reduce", |data, words| {
        if data.is_symmetric {
            let object = data.object(0, words);
            return data.team.all_reduce(object, Reduction::Sum);
        }
        let values = &mut data.slices[0][..words];
        data.team.all_reduce(values, Reduction::Sum)
    }),
    ("reduce", |data, words| {
        if data.is_symmetric {
            let object = data.object(0, words);
            return data.team.reduce(object, Reduction::Sum, 0);
        }
        let values = &mut data.slices[0][..words];
        data.team.reduce(values, Reduction::Sum, 0)
    }),
    ("all-gather", |data, words| {
        let all = words * data.team.n_pes() as usize;
        if data.is_symmetric {
            return data
                .team
                .all_gather(data.object(0, words), data.object(1, all));
        }
        let [source, target] = &mut data.slices;
        data.team.all_gather(&source[..words], &mut target[..all])
    }),
    ("all-to-all", |data, words| {
        let all = words * data.team.n_pes() as usize;
        if data.is_symmetric {
            return data
                .team
                .all_to_all(data.object(0, all), data.object(1, all));
        }
        let [source, target] = &mut data.slices;
        data.team.all_to_all(&source[..all], &mut target[..all])
    }),
    ("scan", |data, words| {
        let values = &mut data.slices[0][..words];
        data.team
            .scan(values, Reduction::Sum, shmem::Scan::Inclusive)
    }),
];

impl Data<'_> {
    fn object(&self, which: usize, words: usize) -> Part<u64> {
        self.objects[which].range(..words)
    }
}

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let budget = arguments.next().map_or(0.05, |text| {
        text.parse().expect("seconds for each collective and size")
    });
    let pe = shmem::init()?;
    let n = pe.n_pes() as usize;
    let words_max = WORDS_MAX.max(TOTAL_MAX / 8).max(n);
    let mut data = Data {
        pe: &pe,
        team: pe.team_world(),
        is_symmetric: arguments.next().is_some(),
        slices: [vec![1; words_max], vec![1; words_max]],
        objects: [pe.alloc(words_max)?, pe.alloc(words_max)?],
    };
    for (name, collective) in COLLECTIVES {
        for size in SIZES {
            let is_one_to_each = name.starts_with("all-") && name != "all-reduce";
            if (name == "barrier" && size > 8) || (is_one_to_each && size * n > TOTAL_MAX) {
                continue;
            }
            measure(&mut data, name, size, collective, budget)?;
        }
    }
    pe.finalize()
}

fn measure(
    data: &mut Data<'_>,
    name: &str,
    size: usize,
    collective: Collective,
    budget: f64,
) -> Result<(), Error> {
    const WARM_UP: u32 = 6;
    let words = size / 8;
    let begun = Instant::now();
    for _ in 0..WARM_UP {
        collective(data, words)?;
    }
    let once = begun.elapsed().as_secs_f64() / f64::from(WARM_UP);
    let mut count = [(budget / once).clamp(10.0, 90_000.0) as u64];
    data.pe.broadcast(&mut count, 0)?;
    data.pe.barrier_all()?;
    let mut times = Vec::with_capacity(count[0] as usize);
    let begun = Instant::now();
    for _ in 0..count[0] {
        let call = Instant::now();
        collective(data, words)?;
        times.push(call.elapsed());
    }
    data.pe.barrier_all()?;
    let mean = begun.elapsed() / count[0] as u32;
    times.sort_unstable();
    if data.pe.my_pe() == 0 {
        let micro = |time: Duration| time.as_secs_f64() * 1e6;
        println!(
            "{name:10} n={} {size:8} B  median {:.2} us  mean {:.2} us ({})",
            data.pe.n_pes(),
            micro(times[times.len() / 2]),
            micro(mean),
            count[0]
        );
    }
    Ok(())
}
