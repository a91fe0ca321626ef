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

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use farreach_runtime::{Scattered, World};

use super::access::{self, Atomicity};
use super::disk::Disk;
use super::hints::{Choice, Hints};
use super::pieces::{self, ROW, Row};
use super::view::View;
use crate::collective::{Run, all_gather_listed, combined, data_of};
use crate::comm::Comm;
use crate::data::Data;
use crate::datatype::{Basic, Datatype};
use crate::error::{Class, Failure, Result};
use crate::mpi::lock;

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
/// A buffer of up to this length is kept for the next access.
const KEPT_MAX: usize = 16 << 20;
/// The length of a buffer is a multiple of this, so that windows of about one length have one.
const BUFFER_UNIT: usize = 1 << 20;

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

/// The nodes of a communicator's processes.
fn nodes<'a>(world: &'a World, comm: &'a Comm) -> impl Iterator<Item = u32> + 'a {
    (0..comm.size()).map(|rank| world.node_of(comm.peers().rank(rank)))
}

/// The number of nodes of a communicator's processes.
pub(super) fn node_count(world: &World, comm: &Comm) -> usize {
    nodes(world, comm).collect::<BTreeSet<u32>>().len()
}

/// `count` of the processes with these nodes, which access the file for all. They are of as many nodes as possible.
pub(super) fn aggregators(nodes: impl Iterator<Item = u32>, count: usize) -> Vec<u32> {
    let mut of_node: BTreeMap<u32, u32> = BTreeMap::new();
    // The first process of each node, then the second of each, and so on.
    let all = nodes.zip(0..).map(|(node, rank)| {
        let before = of_node.entry(node).or_default();
        *before += 1;
        (*before, rank)
    });
    let mut all: Vec<(u32, u32)> = all.collect();
    all.sort_unstable();
    let count = count.clamp(1, all.len());
    // Fewer than there are nodes are spread over them.
    let from = of_node.len().max(count);
    let mut chosen: Vec<u32> = (0..count).map(|at| all[at * from / count].1).collect();
    chosen.sort_unstable();
    chosen
}

/// Who accesses what.
struct Plan {
    told: Vec<Told>,
    /// The processes that have the domains.
    aggregators: Vec<u32>,
    base: u64,
    end: u64,
    /// Bytes of a domain and of a window.
    domain: u64,
    window: u64,
}

impl Plan {
    fn new(told: Vec<Told>, aggregators: Vec<u32>, window: u64) -> Plan {
        let filled = || told.iter().filter(|told| !told.is_empty());
        let base = filled().map(|told| told.first).min().unwrap_or(0) / ALIGN * ALIGN;
        let end = filled().map(|told| told.end).max().unwrap_or(0);
        let domain = (end - base).div_ceil(aggregators.len() as u64);
        let domain = domain.next_multiple_of(ALIGN);
        Plan {
            told,
            aggregators,
            base,
            end,
            domain,
            window: window.max(1),
        }
    }

    fn rounds(&self) -> u64 {
        self.domain.min(self.end - self.base).div_ceil(self.window)
    }

    /// The domain of a process.
    fn own(&self, rank: u32) -> Option<usize> {
        let mut all = self.aggregators.iter();
        all.position(|&aggregator| aggregator == rank)
    }

    /// A window, which may be empty.
    fn window(&self, domain: usize, round: u64) -> (u64, u64) {
        let domain = self.base + domain as u64 * self.domain;
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
    let aggregators = aggregators(nodes(run.mpi().world(), run.comm()), hinted.0 as usize);
    let plan = Plan::new(told, aggregators, hinted.1);
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
    /// The aggregator.
    to: u32,
    /// The bytes of the data.
    from: usize,
    len: usize,
    rows: Vec<Row>,
}

/// What a process has in an aggregator's window.
struct Order {
    rank: u32,
    rows: Vec<Row>,
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
    for (domain, &to) in plan.aggregators.iter().enumerate() {
        let window = plan.window(domain, round);
        if own.meets(window) && len > 0 {
            parts.push(part(access, to, window, len));
        }
    }
    let is_remote = |part: &Part| part.to != own_rank;
    let mut sends = Vec::new();
    for part in parts.iter().filter(|part| is_remote(part)) {
        let mut first = (part.rows.len() as u64).to_ne_bytes().to_vec();
        let split = part.rows.len().min(FIRST_ROWS);
        first.extend(pieces::to_bytes(&part.rows[..split]));
        first.resize(FIRST, 0);
        sends.push(run.begin_send(part.to, &data_of(&first))?);
        if split < part.rows.len() {
            let rest = pieces::to_bytes(&part.rows[split..]);
            sends.push(run.begin_send(part.to, &data_of(&rest))?);
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
        all.filter(|(part, _)| is_remote(part) && part.len > 0)
    };
    if access.way == Way::Write {
        for (part, data) in remote() {
            sends.push(run.begin_send(part.to, data)?);
        }
    }
    let mut orders = Vec::new();
    if let Some(domain) = plan.own(own_rank) {
        orders = collect(run, plan, plan.window(domain, round)).await?;
    }
    // What aggregators send back comes behind what they ask this process for.
    if access.way == Way::Read {
        for (part, data) in remote() {
            sends.push(run.begin_receive(part.to, data)?);
        }
    }
    let mut all = parts.iter().zip(&staged);
    let own_part = all.find(|(part, _)| !is_remote(part));
    let own_data = own_part.map(|(part, data)| {
        let rows = part.rows.clone();
        orders.push(Order {
            rank: own_rank,
            rows,
        });
        data
    });
    let result = serve(run, access, (&orders, own_data)).await?;
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

/// What this process has in the window of aggregator `to`.
fn part(access: &Access, to: u32, window: (u64, u64), len: u64) -> Part {
    let view = &access.view;
    let end = access.position + len;
    let clamp = |at: u64| at.clamp(access.position, end);
    let from = clamp(view.bytes_before(window.0));
    let end = clamp(view.bytes_before(window.1));
    Part {
        to,
        from: (from - access.position) as usize,
        len: (end - from) as usize,
        rows: pieces::rows(view.ranges(from, end - from)),
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

/// Receives where the others have data in this process's window.
async fn collect(run: &Run, plan: &Plan, window: (u64, u64)) -> Result<Vec<Order>> {
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
    for (((rank, first), rest), count) in others.iter().zip(&firsts).zip(&rests).zip(counts) {
        let mut all = first.to_bytes().split_off(8);
        all.truncate(count.min(FIRST_ROWS) * ROW);
        all.extend(rest.to_bytes());
        let rows = pieces::of_bytes(&all, window.0, window.1).ok_or_else(|| wrong(*rank))?;
        if !rows.is_empty() {
            orders.push(Order { rank: *rank, rows });
        }
    }
    Ok(orders)
}

/// Accesses a window for all: receives the data and writes it, or reads it and sends it. `own` is the data of this process.
async fn serve(
    run: &Run,
    access: &Access,
    (orders, own): (&[Order], Option<&Data>),
) -> Result<Result<()>> {
    let disk = &*access.disk;
    let all = orders.iter().flat_map(|order| pieces::ranges(&order.rows));
    let gap = if access.way == Way::Read { GAP } else { 0 };
    let (joined, sum) = pieces::joined(all.collect(), gap);
    let (Some(first), Some(last)) = (joined.first(), joined.last()) else {
        return Ok(Ok(()));
    };
    let base = first.0;
    let buffer = take_buffer(run, (last.0 + last.1 - base) as usize);
    let places = orders
        .iter()
        .map(|order| pieces::in_buffer(&order.rows, base, &buffer));
    let places: Vec<Data> = places.collect::<Result<_>>()?;
    let own_of = |order: &Order| own.filter(|_| order.rank == run.comm().rank());
    let part = |(place, len): &(u64, u64)| {
        let at = (place - base) as usize;
        at..at + *len as usize
    };
    let mut pending = Vec::new();
    let accessed = match access.way {
        Way::Write => {
            // Where two processes write the same bytes, one stores its data after the other.
            let overlaps = sum > joined.iter().map(|(_, len)| len).sum::<u64>();
            for (order, place) in orders.iter().zip(&places) {
                match own_of(order) {
                    Some(own) => place.copy_from(own),
                    None => pending.push(run.begin_receive(order.rank, place)?),
                }
                if overlaps {
                    run.end(&std::mem::take(&mut pending)).await?;
                }
            }
            run.end(&pending).await?;
            buffer.with_row(|bytes| {
                let written = joined
                    .iter()
                    .map(|range| disk.write(range.0, &bytes[part(range)]));
                written.fold(Ok(()), Result::and)
            })
        }
        Way::Read => {
            let read = buffer.with_mut_row(|bytes| {
                let read = joined.iter().map(|range| {
                    let bytes = &mut bytes[part(range)];
                    let read = disk.read(range.0, bytes);
                    // The file may have become shorter.
                    bytes[*read.as_ref().unwrap_or(&0)..].fill(0);
                    read.map(|_| ())
                });
                read.fold(Ok(()), Result::and)
            });
            for (order, place) in orders.iter().zip(&places) {
                match own_of(order) {
                    Some(own) => own.copy_from(place),
                    None => pending.push(run.begin_send(order.rank, place)?),
                }
            }
            run.end(&pending).await?;
            read
        }
    };
    *lock(&run.mpi().file_window) = Some(buffer).filter(|buffer| buffer.len() <= KEPT_MAX);
    Ok(accessed.expect("a buffer lies in a row"))
}

/// A buffer of at least `len` bytes with any content: that of the last window, whose pages are there, if it is long enough.
fn take_buffer(run: &Run, len: usize) -> Data {
    let kept = lock(&run.mpi().file_window).take();
    let kept = kept.filter(|kept| kept.len() >= len);
    kept.unwrap_or_else(|| bytes(len.next_multiple_of(BUFFER_UNIT)))
}
