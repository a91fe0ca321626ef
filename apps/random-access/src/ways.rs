//! The ways in which updates reach the table.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Result;
use farreach::armci;
use farreach::gasnet::{Endpoint, Handlers};
use farreach::shmem::Pe;

use crate::options::By;
use crate::stream::Stream;
use crate::table::{Table, Waiting};

/// What a process has behind the updates.
pub(crate) struct Updated {
    /// The process's words.
    pub(crate) words: Vec<u64>,
    /// From the first update to the last one of all processes.
    pub(crate) seconds: f64,
}

/// Makes all updates, together with the other processes.
pub(crate) fn update(pe: &Pe, by: By, table: &Table) -> Result<Updated> {
    match by {
        By::Accumulate => by_accumulate(pe, table),
        By::Atomics => by_atomics(pe, table),
        By::Messages => by_messages(pe, table),
    }
}

/// Calls `send` with what waits for a process, whenever no more updates may wait, and at the end.
fn each(pe: &Pe, table: &Table, mut send: impl FnMut(u32, &[u64]) -> Result<()>) -> Result<()> {
    let mut waiting = Waiting::new(pe.n_pes());
    let updates = table.own_updates();
    let mut stream = Stream::at(updates.start);
    for _ in updates {
        let number = stream.next();
        if waiting.push(table.owner(table.word(number)), number)
            && let Some((owner, updates)) = waiting.take()
        {
            send(owner, updates)?;
            updates.clear();
        }
    }
    while let Some((owner, updates)) = waiting.take() {
        send(owner, updates)?;
        updates.clear();
    }
    Ok(())
}

/// One call adds all updates that wait for a process.
fn by_accumulate(pe: &Pe, table: &Table) -> Result<Updated> {
    let armci = armci::init()?;
    let own = table.own();
    let words = armci.allocate::<i64>((own.end - own.start) as usize)?;
    let first: Vec<i64> = own.clone().map(|word| word as i64).collect();
    words.put(pe.my_pe(), 0, &first)?;
    armci.barrier()?;
    let begun = Instant::now();
    each(pe, table, |owner, updates| {
        let start = table.share(owner).start;
        let updates: &[i64] = as_signed(updates);
        let pieces = updates.chunks(1).map(|update| {
            let place = table.word(update[0] as u64) - start;
            (place as usize, update)
        });
        words.accumulate_pieces(owner, 1, &pieces.collect::<Vec<_>>())?;
        Ok(())
    })?;
    armci.barrier()?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut last = first;
    words.get(pe.my_pe(), 0, &mut last)?;
    words.free()?;
    armci.finalize()?;
    Ok(Updated {
        words: last.into_iter().map(|word| word as u64).collect(),
        seconds,
    })
}

fn as_signed(numbers: &[u64]) -> &[i64] {
    farreach::zerocopy::transmute_ref!(numbers)
}

/// One atomic operation for each update.
fn by_atomics(pe: &Pe, table: &Table) -> Result<Updated> {
    let own = table.own();
    let words = pe.alloc::<u64>(table.share_max() as usize)?;
    let first: Vec<u64> = own.clone().collect();
    pe.put_slice(words.range(..first.len()).on(pe.my_pe()), &first)?;
    pe.barrier_all()?;
    let begun = Instant::now();
    each(pe, table, |owner, updates| {
        let start = table.share(owner).start;
        for &number in updates {
            let place = (table.word(number) - start) as usize;
            pe.xor(words.at(place).on(owner), number)?;
        }
        Ok(())
    })?;
    pe.barrier_all()?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut last = first;
    pe.get_slice(words.range(..last.len()).on(pe.my_pe()), &mut last)?;
    pe.free(words)?;
    Ok(Updated {
        words: last,
        seconds,
    })
}

/// One message for all updates that wait for a process. Its handler applies them.
fn by_messages(pe: &Pe, table: &Table) -> Result<Updated> {
    let own = table.own();
    let words: Arc<[AtomicU64]> = own.clone().map(AtomicU64::new).collect();
    // The updates that came, those that will have come, and the processes that have said how many.
    let came = Arc::new([const { AtomicU64::new(0) }; 3]);
    let mut handlers = Handlers::new();
    let (start, applied, all) = (own.start, Arc::clone(&words), *table);
    let arrived = Arc::clone(&came);
    // A handler runs in calls of this thread alone, so that loads and stores need not be one step.
    let apply = handlers.medium("updates", move |_, _, bytes| {
        let (numbers, _) = bytes.as_chunks::<8>();
        for number in numbers {
            let number = u64::from_ne_bytes(*number);
            let word = &applied[(all.word(number) - start) as usize];
            word.store(word.load(Ordering::Relaxed) ^ number, Ordering::Relaxed);
        }
        arrived[0].fetch_add(numbers.len() as u64, Ordering::Relaxed);
    });
    let announced = Arc::clone(&came);
    let end = handlers.short("end", move |_, words| {
        let sent = u64::from(words[0]) << 32 | u64::from(words[1]);
        announced[1].fetch_add(sent, Ordering::Relaxed);
        announced[2].fetch_add(1, Ordering::Relaxed);
    });
    let endpoint = Endpoint::attach(pe.world(), handlers)?;
    pe.barrier_all()?;
    let begun = Instant::now();
    let me = pe.my_pe();
    let mut sent = vec![0; pe.n_pes() as usize];
    each(pe, table, |owner, updates| {
        if owner == me {
            for &number in updates {
                let word = &words[(table.word(number) - start) as usize];
                word.store(word.load(Ordering::Relaxed) ^ number, Ordering::Relaxed);
            }
        } else {
            let bytes = farreach::zerocopy::IntoBytes::as_bytes(updates);
            endpoint.request_medium(owner, apply, &[], bytes)?;
            sent[owner as usize] += updates.len() as u64;
        }
        endpoint.poll();
        Ok(())
    })?;
    // Messages have no order: the last one may overtake others, so that it says how many there were.
    for other in (0..pe.n_pes()).filter(|&other| other != me) {
        let sent = sent[other as usize];
        endpoint.request_short(other, end, &[(sent >> 32) as u32, sent as u32])?;
    }
    let others = u64::from(pe.n_pes() - 1);
    endpoint.block_until(|| {
        let [arrived, announced, ended] = &*came;
        let is_announced = ended.load(Ordering::Relaxed) == others;
        is_announced && arrived.load(Ordering::Relaxed) == announced.load(Ordering::Relaxed)
    });
    pe.barrier_all()?;
    let seconds = begun.elapsed().as_secs_f64();
    let last = words.iter().map(|word| word.load(Ordering::Relaxed));
    Ok(Updated {
        words: last.collect(),
        seconds,
    })
}
