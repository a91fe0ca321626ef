//! Accesses of all processes together: two-phase I/O.
//!
//! ```text
//!   the file, from the first byte of any process to the last
//!   │ domain of aggregator 0      │ domain of aggregator 1      │ …      cb_nodes domains
//!   │ window │ window │ window    │ window │ window │ window    │        cb_buffer_size bytes each
//!
//!   round k: each process sends the ranges that it has in window k of each domain, and the data to write.
//!            Each aggregator accesses its window, and for a read sends the data back.
//! ```
//!
//! First all processes tell each other where their ranges begin and end. From this each knows the domains, and who has
//! nothing in a window. Where the processes' parts do not interleave, or large blocks go to a file system of this host, each
//! process accesses its own ranges alone.
//!
//! All steps are messages of one collective, so a collective that was begun goes on beside the program. At the end all
//! processes learn of a failure of any. A process that fails goes on to take part until then.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use farreach_runtime::Scattered;

use super::access::{self, Atomicity};
use super::disk::Disk;
use super::hints::{Choice, Hints};
use super::pieces::{self, ROW, Row};
use super::view::View;
use crate::collective::{Run, all_gather_listed, combined, data_of};
use crate::data::Data;
use crate::datatype::{Basic, Datatype};
use crate::error::{Class, Failure, Result};

/// Domains begin at multiples of so many bytes, so that two processes do not write to a page.
const ALIGN: u64 = 4096;
/// Blocks from these lengths on are accessed by each process alone, if the file system is one of this host. The kernel lets one
/// writer at a time into a file, so small blocks wait for each other.
const ALONE_WRITE: u64 = 16 << 10;
const ALONE_READ: u64 = 2 << 10;
/// Rows that the first message of a process to an aggregator has. Further ones follow in a second message.
const FIRST_ROWS: usize = 8;
/// Bytes of the first message: the number of rows, and rows.
const FIRST: usize = 8 + FIRST_ROWS * ROW;
/// Reads of an aggregator cover holes of up to so many bytes.
const GAP: u64 = 16 << 10;

/// Which way data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To the file.
    Write,
    /// From the file.
    Read,
}

/// What a process does in a collective access.
pub(super) struct Access {
    pub(super) disk: Arc<Disk>,
    pub(super) view: Arc<View>,
    pub(super) hints: Arc<Hints>,
    pub(super) way: Way,
    pub(super) atomicity: Atomicity,
    /// Where in the stream the data begins.
    pub(super) position: u64,
    pub(super) data: Data,
}

/// The classes of failures that one process has and all learn of.
const CLASSES: [Class; 8] = [
    Class::Other,
    Class::Io,
    Class::NoSpace,
    Class::Quota,
    Class::ReadOnly,
    Class::Access,
    Class::NoMem,
    Class::NoSuchFile,
];

/// Makes a failure of any process one of all.
pub(super) async fn agreed(run: &Run, own: Result<()>) -> Result<()> {
    let number = match &own {
        Ok(()) => 0,
        Err(failure) => {
            let class = CLASSES.iter().position(|class| *class == failure.class);
            u64::from(run.comm().rank()) << 8 | (class.unwrap_or(0) as u64 + 1)
        }
    };
    // Any of several failures serves, but it must be the same in all processes.
    let [worst] = combined(run, [number], u64::max).await?;
    own?;
    if worst == 0 {
        return Ok(());
    }
    let class = CLASSES[((worst & 0xff) as usize - 1).min(CLASSES.len() - 1)];
    let what = format!(
        "the access failed in rank {} of the file's processes",
        worst >> 8
    );
    Err(Failure::new(class, what))
}

/// The words of all processes.
pub(super) async fn gathered<const WORDS: usize>(
    run: &Run,
    own: [u64; WORDS],
) -> Result<Vec<[u64; WORDS]>> {
    let size = run.comm().size() as usize;
    let len = 8 * WORDS;
    let all = bytes(len * size);
    let parts = (0..size).map(|at| all.part(at * len, len)).collect();
    let own = data_of(own.map(u64::to_ne_bytes).as_flattened());
    all_gather_listed(run.clone(), Some(own), parts).await?;
    let all = all.to_bytes();
    let words = all.chunks_exact(len).map(|words| {
        let mut all = [0; WORDS];
        for (word, bytes) in all.iter_mut().zip(words.chunks_exact(8)) {
            *word = u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
        }
        all
    });
    Ok(words.collect())
}

fn bytes(len: usize) -> Data {
    Data::room(len, &Datatype::basic(Basic::Byte))
}

/// What a process has told the others.
#[derive(Clone, Copy, Debug)]
struct Told {
    /// The first byte of its ranges, and behind the last.
    first: u64,
    end: u64,
}

impl Told {
    fn is_empty(self) -> bool {
        self.end == self.first
    }

    fn meets(self, window: (u64, u64)) -> bool {
        !self.is_empty() && self.first < window.1 && window.0 < self.end
    }
}

/// Who accesses what.
struct Plan {
    told: Vec<Told>,
    aggregators: u64,
    base: u64,
    end: u64,
    /// Bytes of a domain and of a window.
    domain: u64,
    window: u64,
}

impl Plan {
    fn new(told: Vec<Told>, hints: (u64, u64)) -> Plan {
        let filled = || told.iter().filter(|told| !told.is_empty());
        let base = filled().map(|told| told.first).min().unwrap_or(0) / ALIGN * ALIGN;
        let end = filled().map(|told| told.end).max().unwrap_or(0);
        let aggregators = hints.0.clamp(1, told.len() as u64);
        let domain = (end - base).div_ceil(aggregators).next_multiple_of(ALIGN);
        Plan {
            told,
            aggregators,
            base,
            end,
            domain,
            window: hints.1.max(1),
        }
    }

    fn rounds(&self) -> u64 {
        self.domain.min(self.end - self.base).div_ceil(self.window)
    }

    /// The process that has a domain.
    fn rank(&self, aggregator: u64) -> u32 {
        (aggregator * self.told.len() as u64 / self.aggregators) as u32
    }

    /// The domain of a process.
    fn own(&self, rank: u32) -> Option<u64> {
        (0..self.aggregators).find(|&aggregator| self.rank(aggregator) == rank)
    }

    /// A window, which may be empty.
    fn window(&self, aggregator: u64, round: u64) -> (u64, u64) {
        let domain = self.base + aggregator * self.domain;
        let end = (domain + self.domain).min(self.end);
        let from = (domain + round * self.window).min(end);
        (from, (from + self.window).min(end))
    }
}

/// Accesses the file. Adds the bytes to `moved`.
pub(super) async fn access(run: Run, access: Access, moved: Arc<AtomicUsize>) -> Result<()> {
    let Access {
        disk,
        view,
        hints,
        way,
        atomicity,
        position,
        ..
    } = &access;
    let mut len = access.data.len() as u64;
    let size = run.comm().size();
    let choice = match way {
        Way::Write => hints.collective_writes,
        Way::Read => hints.collective_reads,
    };
    let is_alone = size == 1 || choice == Choice::Disabled || *atomicity == Atomicity::On;
    let (told, is_alone) = if is_alone {
        // What decides is the same in all processes.
        (Vec::new(), true)
    } else {
        let end = match way {
            Way::Write => u64::MAX,
            Way::Read => disk.size().unwrap_or(0),
        };
        let (first, last) = match len {
            0 => (0, 0),
            len => access::span(view, *position, len),
        };
        let alone = match way {
            Way::Write => ALONE_WRITE,
            Way::Read => ALONE_READ,
        };
        let prefers = len == 0 || view.block() >= alone && disk.is_local();
        let hinted = (hints.cb_nodes as u64, hints.cb_buffer as u64);
        let flags = u64::from(prefers) | u64::from(!view.is_ascending()) << 1;
        let own = [first, last, end, flags, hinted.0, hinted.1];
        let all = gathered(&run, own).await?;
        let prefer = all.iter().all(|words| words[3] & 1 != 0);
        let must = all.iter().any(|words| words[3] & 2 != 0);
        let mut before = 0;
        let mut interleave = false;
        for [first, last, ..] in all.iter().filter(|words| words[1] > words[0]) {
            interleave |= *first < before;
            before = before.max(*last);
        }
        let alone = must || choice == Choice::Automatic && (prefer || !interleave);
        // The file may look shorter to a process than to the one that has made it longer.
        let end = all.iter().map(|words| words[2]).max().unwrap_or(0);
        if !alone && *way == Way::Read {
            len = len.min(view.bytes_before(end).saturating_sub(*position));
        }
        let told = all.iter().map(|words| Told {
            first: words[0].min(end),
            end: words[1].min(end),
        });
        let hints = (all[0][4], all[0][5]);
        (vec![(told.collect::<Vec<_>>(), hints)], alone)
    };
    if is_alone {
        let done = match way {
            Way::Write => {
                let written = access::write(disk, (view, *position), &access.data, *atomicity);
                written.map(|()| access.data.len())
            }
            Way::Read => access::read(disk, (view, *position), &access.data, hints, *atomicity),
        };
        moved.store(done?, Ordering::Relaxed);
        return Ok(());
    }
    let (told, hinted) = told.into_iter().next().expect("gathered above");
    let plan = Plan::new(told, hinted);
    let mut result = Ok(());
    for round in 0..plan.rounds() {
        let done = self::round(&run, &access, &plan, round, len).await?;
        result = result.and(done);
    }
    agreed(&run, result).await?;
    moved.store(len as usize, Ordering::Relaxed);
    Ok(())
}

/// What this process has in the window of an aggregator.
struct Part {
    aggregator: u64,
    /// The bytes of the data.
    from: usize,
    len: usize,
    rows: Vec<Row>,
}

/// What an aggregator has to do for a process.
struct Order {
    rank: u32,
    rows: Vec<Row>,
    data: Data,
}

/// The outer result is of messages, and ends the collective. The inner one is of the file.
async fn round(
    run: &Run,
    access: &Access,
    plan: &Plan,
    round: u64,
    len: u64,
) -> Result<Result<()>> {
    let own_rank = run.comm().rank();
    let own = plan.told[own_rank as usize];
    let mut parts = Vec::new();
    for aggregator in 0..plan.aggregators {
        let window = plan.window(aggregator, round);
        if own.meets(window) && len > 0 {
            parts.push(part(access, aggregator, window, len));
        }
    }
    let mut sends = Vec::new();
    let to_self = |part: &Part| plan.rank(part.aggregator) == own_rank;
    for part in parts.iter().filter(|part| !to_self(part)) {
        let to = plan.rank(part.aggregator);
        let mut first = (part.rows.len() as u64).to_ne_bytes().to_vec();
        let split = part.rows.len().min(FIRST_ROWS);
        first.extend(pieces::to_bytes(&part.rows[..split]));
        first.resize(FIRST, 0);
        sends.push(run.begin_send(to, &data_of(&first))?);
        if split < part.rows.len() {
            let rest = pieces::to_bytes(&part.rows[split..]);
            sends.push(run.begin_send(to, &data_of(&rest))?);
        }
    }
    // Where the data of this process is sent from, or received to.
    let staged = parts.iter().map(|part| match access.way {
        Way::Write => outgoing(&access.data, part.from, part.len),
        Way::Read => {
            let in_place = access.data.bytes_at(part.from, part.len);
            in_place.unwrap_or_else(|| bytes(part.len))
        }
    });
    let staged: Vec<Data> = staged.collect();
    let remote = || {
        let all = parts.iter().zip(&staged);
        let remote = all.filter(|(part, _)| !to_self(part));
        remote.map(|(part, data)| (plan.rank(part.aggregator), data))
    };
    if access.way == Way::Write {
        for (to, data) in remote() {
            sends.push(run.begin_send(to, data)?);
        }
    }
    let own_part = parts.iter().position(to_self);
    let own_order = own_part.map(|at| (parts[at].rows.clone(), staged[at].clone()));
    let mut result = Ok(());
    if let Some(aggregator) = plan.own(own_rank) {
        let window = plan.window(aggregator, round);
        let mut orders = collect(run, access.way, plan, window).await?;
        // What aggregators send back comes behind what they ask this process for.
        if access.way == Way::Read {
            for (from, data) in remote() {
                sends.push(run.begin_receive(from, data)?);
            }
        }
        orders.extend(own_order.map(|(rows, data)| Order {
            rank: own_rank,
            rows,
            data,
        }));
        if !orders.is_empty() {
            result = serve(&access.disk, access.way, window, &orders);
        }
        if access.way == Way::Read {
            for order in orders.iter().filter(|order| order.rank != own_rank) {
                sends.push(run.begin_send(order.rank, &order.data)?);
            }
        }
    } else if access.way == Way::Read {
        for (from, data) in remote() {
            sends.push(run.begin_receive(from, data)?);
        }
    }
    run.end(&sends).await?;
    if access.way == Way::Read {
        for (part, data) in parts.iter().zip(&staged) {
            if access.data.bytes_at(part.from, part.len).is_none() {
                data.with_row(|row| Scattered::write(&access.data, part.from, row));
            }
        }
    }
    Ok(result)
}

/// What this process has in a window.
fn part(access: &Access, aggregator: u64, window: (u64, u64), len: u64) -> Part {
    let view = &access.view;
    let end = access.position + len;
    let clamp = |at: u64| at.clamp(access.position, end);
    let from = clamp(view.bytes_before(window.0));
    let to = clamp(view.bytes_before(window.1));
    Part {
        aggregator,
        from: (from - access.position) as usize,
        len: (to - from) as usize,
        rows: pieces::rows(view.ranges(from, to - from)),
    }
}

/// A part of data to send: where it lies, or a copy.
fn outgoing(data: &Data, from: usize, len: usize) -> Data {
    data.bytes_at(from, len).unwrap_or_else(|| {
        let copy = bytes(len);
        copy.with_mut_row(|row| Scattered::read(data, from, row));
        copy
    })
}

/// Receives what the others have in this process's window.
async fn collect(run: &Run, way: Way, plan: &Plan, window: (u64, u64)) -> Result<Vec<Order>> {
    let own = run.comm().rank();
    let others = plan.told.iter().zip(0..);
    let others: Vec<u32> = others
        .filter(|(told, rank)| *rank != own && told.meets(window))
        .map(|(_, rank)| rank)
        .collect();
    let firsts: Vec<Data> = others.iter().map(|_| bytes(FIRST)).collect();
    let pending: Result<Vec<_>> = others
        .iter()
        .zip(&firsts)
        .map(|(rank, data)| run.begin_receive(*rank, data))
        .collect();
    run.end(&pending?).await?;
    let wrong = |rank: u32| {
        let what =
            format!("rank {rank} of the file's processes asks for bytes outside of a window");
        Failure::new(Class::Intern, what)
    };
    let counts = firsts.iter().map(|first| {
        let count = first.with_row(|row| row[..8].try_into().expect("8 bytes"));
        u64::from_ne_bytes(count.expect("bytes")) as usize
    });
    let counts: Vec<usize> = counts.collect();
    let rests = counts
        .iter()
        .map(|count| bytes(count.saturating_sub(FIRST_ROWS).saturating_mul(ROW)));
    let rests: Vec<Data> = rests.collect();
    let mut pending = Vec::new();
    for (rank, rest) in others
        .iter()
        .zip(&rests)
        .filter(|(_, rest)| !rest.is_empty())
    {
        pending.push(run.begin_receive(*rank, rest)?);
    }
    run.end(&pending).await?;
    let mut orders = Vec::new();
    let mut pending = Vec::new();
    for (((rank, first), rest), count) in others.iter().zip(&firsts).zip(&rests).zip(counts) {
        let mut all = first.to_bytes().split_off(8);
        all.truncate(count.min(FIRST_ROWS) * ROW);
        all.extend(rest.to_bytes());
        let rows = pieces::of_bytes(&all, window.0, window.1).ok_or_else(|| wrong(*rank))?;
        let len: u64 = pieces::ranges(&rows).map(|(_, len)| len).sum();
        let data = bytes(len as usize);
        if way == Way::Write {
            pending.push(run.begin_receive(*rank, &data)?);
        }
        orders.push(Order {
            rank: *rank,
            rows,
            data,
        });
    }
    run.end(&pending).await?;
    Ok(orders)
}

/// Accesses a window for all.
fn serve(disk: &Disk, way: Way, window: (u64, u64), orders: &[Order]) -> Result<()> {
    let all = orders.iter().flat_map(|order| pieces::ranges(&order.rows));
    let gap = if way == Way::Read { GAP } else { 0 };
    let joined = pieces::joined(all.collect(), gap);
    let (Some(first), Some(last)) = (joined.first(), joined.last()) else {
        return Ok(());
    };
    let base = first.0;
    debug_assert!(base >= window.0 && last.0 + last.1 <= window.1);
    let mut buffer = vec![0; (last.0 + last.1 - base) as usize];
    let mut result = Ok(());
    if way == Way::Read {
        for (place, len) in &joined {
            let at = (place - base) as usize;
            let read = disk.read(*place, &mut buffer[at..at + *len as usize]);
            result = result.and(read.map(|_| ()));
        }
    }
    for order in orders {
        let ranges = pieces::ranges(&order.rows).map(|(place, len)| {
            let at = (place - base) as usize;
            at..at + len as usize
        });
        let mut from = 0;
        match way {
            Way::Write => order.data.with_row(|row| {
                for range in ranges {
                    let part = &row[from..from + range.len()];
                    from += range.len();
                    buffer[range].copy_from_slice(part);
                }
            }),
            Way::Read => order.data.with_mut_row(|row| {
                for range in ranges {
                    let part = &mut row[from..from + range.len()];
                    from += range.len();
                    part.copy_from_slice(&buffer[range]);
                }
            }),
        };
    }
    if way == Way::Write {
        for (place, len) in &joined {
            let at = (place - base) as usize;
            let written = disk.write(*place, &buffer[at..at + *len as usize]);
            result = result.and(written);
        }
    }
    result
}
