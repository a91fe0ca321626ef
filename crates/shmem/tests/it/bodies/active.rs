//! Active messages beside OpenSHMEM's operations.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use farreach_gasnet::{ARGUMENTS_MAX, AtomicOp, Blocks, Endpoint, Error as GasnetError, Handlers};
use farreach_shmem::{Compare, Error, Pe};

use crate::pattern::bytes;

const ORDER: Ordering = Ordering::Relaxed;

fn arguments(from: u32, number: u32) -> Vec<u32> {
    let count = (from + number) % (ARGUMENTS_MAX as u32 + 1);
    (0..count).map(|at| from << 24 ^ number << 8 ^ at).collect()
}

fn seed(from: u32, number: u32) -> u64 {
    u64::from(from) << 32 | u64::from(number)
}

/// The lengths of payloads: around a box's lines, and everything up to the limit.
fn length(number: u32, most: usize) -> usize {
    let number = number as usize;
    match number % 4 {
        0 => number % 130,
        1 => number * 37 % 1600,
        _ => (number * 2_654_435 % (most + 1)).min(most),
    }
}

/// All PEs send requests of all kinds to all, themselves included. Each handler replies, and each
/// request and each reply arrives once and whole. Barriers and puts go on meanwhile.
pub(crate) fn requests_and_replies(pe: &Pe) -> Result<(), Error> {
    const ROUNDS: u32 = 60;
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let served = Arc::new(AtomicU32::new(0));
    let replies = Arc::new(AtomicU32::new(0));
    let seen = Arc::new(Mutex::new(std::collections::BTreeSet::new()));
    let mut handlers = Handlers::new();
    let count = Arc::clone(&replies);
    let done = handlers.short("done", move |token, _| {
        assert!(!token.is_request());
        count.fetch_add(1, ORDER);
    });
    let (count, was_seen) = (Arc::clone(&replies), Arc::clone(&seen));
    let echo = handlers.medium("echo", move |token, arguments, payload| {
        let number = arguments[0];
        assert_eq!(payload, bytes(seed(me, number), payload.len()));
        assert!(
            was_seen.lock().unwrap().insert((token.source(), number)),
            "twice"
        );
        count.fetch_add(1, ORDER);
    });
    let count = Arc::clone(&served);
    let short = handlers.short("short", move |token, got| {
        let Some(&first) = got.first() else {
            count.fetch_add(1, ORDER);
            return token.reply_short(done, &[]).unwrap();
        };
        let number = first >> 8 & 0xffff;
        assert_eq!(got, arguments(token.source(), number));
        count.fetch_add(1, ORDER);
        token.reply_short(done, &got[..got.len() / 2]).unwrap();
    });
    let count = Arc::clone(&served);
    let medium = handlers.medium("medium", move |token, got, payload| {
        let (number, from) = (got[0], token.source());
        assert_eq!(payload, bytes(seed(from, number), payload.len()));
        assert_eq!(payload.len(), got[1] as usize);
        count.fetch_add(1, ORDER);
        token.reply_medium(echo, &[number], payload).unwrap();
    });
    let target = pe.alloc::<u8>(70_000 * all as usize)?;
    let count = Arc::clone(&served);
    let landed = Arc::new(Mutex::new(Vec::new()));
    let places = Arc::clone(&landed);
    let long = handlers.long("long", move |token, got, place| {
        places.lock().unwrap().push((token.source(), got[0], place));
        count.fetch_add(1, ORDER);
        token.reply_short(done, &[]).unwrap();
    });
    let endpoint = Endpoint::attach(pe.world(), handlers).unwrap();
    for number in 0..ROUNDS {
        for step in 0..all {
            let to = (me + step) % all;
            endpoint
                .request_short(to, short, &arguments(me, number))
                .unwrap();
            let len = length(number, endpoint.max_medium());
            let payload = bytes(seed(me, number), len);
            let request = [number, len as u32];
            endpoint
                .request_medium(to, medium, &request, &payload)
                .unwrap();
        }
        if number % 16 == me % 16 {
            endpoint.poll();
        }
        if number % 20 == 0 {
            pe.barrier_all()?;
        }
    }
    for to in 0..all {
        let payload = bytes(seed(me, 1000), 60_000);
        let offset = target.offset() + 70_000 * me as usize;
        endpoint
            .request_long(to, long, &[1000], &payload, offset)
            .unwrap();
    }
    let expected = (2 * ROUNDS + 1) * all;
    endpoint.block_until(|| replies.load(ORDER) == expected && served.load(ORDER) == expected);
    assert_eq!(seen.lock().unwrap().len() as u32, ROUNDS * all);
    for (from, number, place) in landed.lock().unwrap().drain(..) {
        let start = 70_000 * from as usize;
        let offset = target.offset() + start;
        assert_eq!(place.range, offset..offset + 60_000);
        let mut got = vec![0; 60_000];
        pe.get_slice(target.range(start..start + 60_000).on(me), &mut got)?;
        assert_eq!(got, bytes(seed(from, number), 60_000));
    }
    pe.barrier_all()?;
    endpoint.poll();
    assert_eq!(replies.load(ORDER), expected, "more replies than requests");
    Ok(())
}

/// A process that waits in any function of OpenSHMEM runs handlers, and a process that waits for an
/// answer takes part in what others wait for: no two models wait for each other.
pub(crate) fn handlers_run_in_every_wait(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let answers = Arc::new(AtomicU32::new(0));
    let sum = Arc::new(AtomicU64::new(0));
    let mut handlers = Handlers::new();
    let count = Arc::clone(&answers);
    let answer = handlers.short("answer", move |_, _| {
        count.fetch_add(1, ORDER);
    });
    let into = Arc::clone(&sum);
    let add = handlers.short("add", move |token, arguments| {
        into.fetch_add(u64::from(arguments[0]), ORDER);
        token.reply_short(answer, &[]).unwrap();
    });
    let endpoint = Endpoint::attach(pe.world(), handlers).unwrap();
    let word = pe.alloc::<u64>(1)?;
    for turn in 0..all {
        let before = answers.load(ORDER);
        if me == turn {
            // The others wait for this PE: in a barrier, or for a word.
            for to in 0..all {
                endpoint.request_short(to, add, &[turn + 1]).unwrap();
            }
            endpoint.block_until(|| answers.load(ORDER) == before + all);
            for to in 0..all {
                pe.put(word.at(0).on(to), u64::from(turn) + 1)?;
            }
        } else if (me + turn) % 2 == 0 {
            pe.wait_until(word.at(0), Compare::Eq, u64::from(turn) + 1)?;
        }
        pe.barrier_all()?;
    }
    let expected = u64::from(all) * u64::from(all + 1) / 2;
    assert_eq!(sum.load(ORDER), expected);
    pe.barrier_all()
}

/// What must not be done is refused, in the terms of the caller.
pub(crate) fn mistakes(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let refused = Arc::new(Mutex::new(None));
    let mut handlers = Handlers::new();
    let first = handlers.short("first", |_, _| ());
    let declared = handlers.declare_short("never defined");
    let error = Endpoint::attach(pe.world(), handlers).expect_err("not defined");
    assert!(
        error.to_string().contains("`never defined` (number 2)"),
        "{error}"
    );
    let _ = (first, declared);

    let mut handlers = Handlers::new();
    handlers.short("same", |_, _| ());
    handlers.short(if me == all - 1 { "mine" } else { "ours" }, |_, _| ());
    let attached = Endpoint::attach(pe.world(), handlers);
    if all > 1 {
        let text = attached.expect_err("different handlers").to_string();
        let told = if me == all - 1 {
            "handler 2 is `mine` (short) here, but `ours` (short) at rank 0".to_owned()
        } else {
            format!("rank {me}: 1 processes have other handlers")
        };
        assert!(text.contains(&told), "{text}");
    } else {
        return Ok(());
    }

    let mut handlers = Handlers::new();
    let nothing = handlers.medium("nothing", |_, _, _| ());
    let note = Arc::clone(&refused);
    let replied = handlers.short("replied", move |token, _| {
        let again = token
            .reply_medium(nothing, &[], &[])
            .expect_err("a reply to a reply");
        *note.lock().unwrap() = Some(again.to_string());
    });
    let call = handlers.short("call", move |token, _| {
        token.reply_short(replied, &[]).unwrap();
    });
    let endpoint = Endpoint::attach(pe.world(), handlers).unwrap();
    let text = |result: Result<(), GasnetError>| result.expect_err("refused").to_string();
    let many = text(endpoint.request_short(0, call, &[0; ARGUMENTS_MAX + 1]));
    assert!(
        many.contains("17 arguments, but a message has at most 16 (handler `call`)"),
        "{many}"
    );
    let long = vec![0; endpoint.max_medium() + 1];
    let long = text(endpoint.request_medium(0, nothing, &[], &long));
    let limit = format!("carries at most {}", endpoint.max_medium());
    assert!(
        long.contains("`nothing`") && long.contains(&limit),
        "{long}"
    );
    let nobody = text(endpoint.request_short(all, call, &[]));
    assert!(
        nobody.contains(&format!("there is no rank {all}")),
        "{nobody}"
    );
    endpoint.request_short((me + 1) % all, call, &[]).unwrap();
    endpoint.block_until(|| refused.lock().unwrap().is_some());
    let again = refused.lock().unwrap().take().unwrap();
    assert!(
        again.contains("Token::reply_medium: the message is a reply itself"),
        "{again}"
    );
    let again = Endpoint::attach(pe.world(), Handlers::new())
        .expect_err("twice")
        .to_string();
    assert!(again.contains("a process has one endpoint"), "{again}");
    pe.barrier_all()
}

/// All PEs push into each other's lists, and each call returns what the list then has.
pub(crate) fn calls(pe: &Pe) -> Result<(), Error> {
    const CALLS: u64 = 100;
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let list = Arc::new(Mutex::new(Vec::new()));
    let mut handlers = Handlers::new();
    let into = Arc::clone(&list);
    let push = handlers.function("push", move |from, value: [u64; 2]| {
        let mut list = into.lock().unwrap();
        list.push((from, value));
        [list.len() as u64, value[1]]
    });
    let endpoint = Endpoint::attach(pe.world(), handlers).unwrap();
    let begun: Vec<_> = (0..CALLS)
        .flat_map(|number| (0..all).map(move |to| (number, (me + to) % all)))
        .map(|(number, to)| {
            let call = endpoint.call(to, push, &[u64::from(me), number]);
            (number, call.unwrap())
        })
        .collect();
    for (at, (number, call)) in begun.into_iter().enumerate() {
        match at % 3 {
            0 => drop(call),
            1 => {
                let [_, back] = call.wait();
                assert_eq!(back, number);
            }
            _ => {
                while !call.is_ready() {
                    std::thread::yield_now();
                }
                let [len, back] = call.wait();
                assert!(back == number && len > 0);
            }
        }
    }
    let expected = CALLS as usize * all as usize;
    endpoint.block_until(|| list.lock().unwrap().len() == expected);
    for from in 0..all {
        let list = list.lock().unwrap();
        let of = list.iter().filter(|(by, _)| *by == from);
        let numbers: std::collections::BTreeSet<_> = of.map(|(_, value)| value[1]).collect();
        assert_eq!(numbers.len() as u64, CALLS, "from {from}");
    }
    pe.barrier_all()
}

/// A handler that may run anywhere runs while its PE computes and calls nothing. One that may not
/// waits for a call.
pub(crate) fn handlers_run_while_all_compute(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    let counts: [_; 2] = std::array::from_fn(|_| Arc::new(AtomicU32::new(0)));
    let mut handlers = Handlers::new();
    let thread = std::thread::current().id();
    let of_program = Arc::clone(&counts[0]);
    let in_calls = handlers.short("in calls", move |_, _| {
        assert_eq!(std::thread::current().id(), thread);
        of_program.fetch_add(1, ORDER);
    });
    let of_any = Arc::clone(&counts[1]);
    let anywhere = handlers.short("anywhere", move |_, _| {
        of_any.fetch_add(1, ORDER);
    });
    handlers.allow_anywhere(anywhere);
    // The same world as the PE's, which goes on when the client leaves.
    let client = farreach_gasnet::init().unwrap();
    let endpoint = client.attach(handlers).unwrap();
    let right = (me + 1) % all;
    for _ in 0..100 {
        endpoint.request_short(right, in_calls, &[]).unwrap();
        endpoint.request_short(right, anywhere, &[]).unwrap();
    }
    if world.settings().helper {
        while counts[1].load(ORDER) < 100 {
            std::thread::yield_now();
        }
    }
    endpoint.block_until(|| counts.iter().all(|count| count.load(ORDER) == 100));
    client.finalize().unwrap();
    pe.barrier_all()
}

/// Puts, gets, words, atomics, strided and indexed transfers through an endpoint.
pub(crate) fn endpoint_memory(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let (left, right) = ((me + all - 1) % all, (me + 1) % all);
    let endpoint = Endpoint::attach(pe.world(), Handlers::new()).unwrap();
    let segment = endpoint.attach_segment(1 << 20, 64).unwrap();
    let len = 100_000;
    let content = |from: u32, number: u32| bytes(seed(from, number), len);
    endpoint.put(right, segment.at(0), &content(me, 0)).unwrap();
    let event = endpoint
        .put_nb(right, segment.at(len), &content(me, 1))
        .unwrap();
    endpoint
        .put_nbi(right, segment.at(2 * len), &content(me, 2))
        .unwrap();
    event.wait().unwrap();
    endpoint.wait_nbi().unwrap();
    endpoint
        .put_value(right, segment.at(3 * len), u64::from(me) + 1)
        .unwrap();
    let old = endpoint
        .atomic_u64(0, segment.at(4 * len), AtomicOp::Add(1))
        .unwrap();
    assert!(old < u64::from(all));
    endpoint
        .atomic_u32(0, segment.at(4 * len + 8), AtomicOp::Or(1 << (me % 32)))
        .unwrap();
    endpoint.barrier().unwrap();
    // What the left one has put here is what its right one has.
    let mut got = vec![0; len];
    for number in 0..2 {
        endpoint
            .get(me, segment.at(number as usize * len), &mut got)
            .unwrap();
        assert!(got == content(left, number), "{number}");
    }
    let there = endpoint.get_nb(right, segment.at(2 * len), len).unwrap();
    assert!(there.wait().unwrap() == content(me, 2));
    let word: u64 = endpoint.get_value(right, segment.at(3 * len)).unwrap();
    assert_eq!(word, u64::from(me) + 1);
    assert_eq!(
        endpoint.get_value::<u64>(0, segment.at(4 * len)).unwrap(),
        u64::from(all)
    );
    endpoint.barrier().unwrap();
    let blocks = Blocks {
        bytes: 100,
        count: 50,
        here: 100,
        there: 300,
    };
    endpoint
        .put_strided(right, segment.at(0), &content(me, 3)[..5000], blocks)
        .unwrap();
    let parts = [
        (segment.at(20_000), &b"one"[..]),
        (segment.at(30_000), &b"three"[..]),
    ];
    endpoint.put_indexed(right, &parts).unwrap();
    endpoint.barrier().unwrap();
    let mut got = vec![0; 5000];
    endpoint
        .get_strided(right, segment.at(0), &mut got, blocks)
        .unwrap();
    assert!(got == content(me, 3)[..5000]);
    let (mut one, mut three) = ([0; 3], [0; 5]);
    let mut parts = [
        (segment.at(20_000), &mut one[..]),
        (segment.at(30_000), &mut three[..]),
    ];
    endpoint.get_indexed(right, &mut parts).unwrap();
    assert_eq!((&one, &three), (b"one", b"three"));
    assert!(endpoint.put(all, segment.at(0), &[1]).is_err());
    let beyond = pe.world().own_segment().len();
    assert!(endpoint.get(right, beyond, &mut one).is_err());
    pe.barrier_all()
}

/// Teams of an endpoint: ranks, barriers in one part and in two, teams of teams; and payloads that are
/// written to the library's memory.
pub(crate) fn endpoint_teams(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let sum = Arc::new(AtomicU32::new(0));
    let mut handlers = Handlers::new();
    let into = Arc::clone(&sum);
    let add = handlers.medium("add", move |_, arguments, payload| {
        assert_eq!(payload, bytes(seed(7, arguments[0]), payload.len()));
        into.fetch_add(arguments[0], ORDER);
    });
    let endpoint = Endpoint::attach(pe.world(), handlers).unwrap();
    for round in 1..=3 {
        let half = endpoint.split(Some(me % 2), -i64::from(me)).unwrap();
        let half = half.unwrap();
        let size = (all + 1 - me % 2) / 2;
        assert_eq!((half.rank(), half.size()), (size - 1 - me / 2, size));
        for rank in 0..size {
            let job_rank = half.job_rank(rank).unwrap();
            assert_eq!(job_rank, 2 * (size - 1 - rank) + me % 2);
            assert_eq!(half.rank_of(job_rank), Some(rank));
        }
        assert_eq!((half.job_rank(size), half.rank_of(me ^ 1)), (None, None));
        let next = half.job_rank((half.rank() + 1) % size).unwrap();
        let len = endpoint.max_medium();
        let fill = |buffer: &mut [u8]| buffer.copy_from_slice(&bytes(seed(7, 5), buffer.len()));
        endpoint
            .request_medium_with(next, add, &[5], len, fill)
            .unwrap();
        let seen = half.barrier_during(|barrier| {
            while !barrier.test() {
                std::thread::yield_now();
            }
            me
        });
        assert_eq!(seen.unwrap(), me);
        endpoint.block_until(|| sum.load(ORDER) == 5 * round);
        let alone = half.split(Some(half.rank()), 0).unwrap().unwrap();
        assert_eq!((alone.size(), alone.job_rank(0)), (1, Some(me)));
        alone.barrier().unwrap();
        alone.destroy().unwrap();
        assert!(half.split(None, 0).unwrap().is_none());
        half.destroy().unwrap();
        endpoint.barrier_during(|_| ()).unwrap();
    }
    let long = endpoint.max_medium() + 1;
    let refused = endpoint.request_medium_with(me, add, &[5], long, |_| panic!("not called"));
    let text = refused.expect_err("too long").to_string();
    let told = format!(
        "Endpoint::request_medium_with: {long} bytes, but a medium message carries at most"
    );
    assert!(
        text.contains(&told) && text.contains("(handler `add`)"),
        "{text}"
    );
    let nobody = endpoint.request_medium_with(all, add, &[5], 1, |_| ());
    assert!(nobody.is_err());
    pe.barrier_all()
}
