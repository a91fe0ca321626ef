//! The memory of a process at moments of its life, measured from outside while the whole job stands
//! still.
//!
//! ```text
//!   driver                                         each process
//!     for each moment:
//!       all have come ◀──────── its figures ─────  started · joined · reached neighbours · reached all
//!       read every process's smaps_rollup
//!       all may go on ────────── a byte ─────────▶
//! ```
//!
//! The processes meet at a socket of the driver, since a barrier of the job would make connections.

mod meeting;
pub(crate) mod reaches;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result, anyhow, bail, ensure};
use farreach::shmem::{self, Pe};
use farreach_node::process_live_bytes;
use farreach_runtime::{Destination, Pattern, SendMode};

use crate::job;
use crate::sample::{Sample, Unit};
use crate::task::{Scenario, Task};
use meeting::{Attendee, Figures, Meeting};

/// An offset in the segment beyond the library's own area. An allocation would be a collective,
/// which connects.
const OFFSET: usize = 2 << 20;
/// The distances of neighbours, in nodes.
const NEIGHBOURS: [i64; 4] = [-2, -1, 1, 2];
/// Messages to each neighbour.
const MESSAGES: usize = 32;

/// A moment at which processes are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Started,
    Joined,
    Neighbours,
    All,
    Talked,
}

impl Moment {
    const ALL: [Moment; 5] = [
        Moment::Started,
        Moment::Joined,
        Moment::Neighbours,
        Moment::All,
        Moment::Talked,
    ];

    fn name(self) -> &'static str {
        match self {
            Moment::Started => "before init",
            Moment::Joined => "after init",
            Moment::Neighbours => "after reaching 4 neighbours",
            Moment::All => "after reaching all",
            Moment::Talked => "after messages with 4 neighbours",
        }
    }
}

/// One process of the job. The task is its only argument.
pub(crate) fn process(task: &Task) -> Result<()> {
    let mut driver = Attendee::go_to(task.driver)?;
    driver.stand(&Figures::default())?;
    let pe = shmem::init()?;
    driver.stand(&figures(&pe))?;
    if task.scenario == Scenario::Starting {
        return Ok(pe.finalize()?);
    }
    for away in NEIGHBOURS {
        let per_node = i64::from(task.size / task.nodes);
        let neighbour = i64::from(pe.my_pe()) + away * per_node;
        put_to(&pe, neighbour.rem_euclid(i64::from(task.size)) as u32)?;
    }
    pe.quiet()?;
    driver.stand(&figures(&pe))?;
    for other in 1..task.size {
        put_to(&pe, (pe.my_pe() + other) % task.size)?;
    }
    pe.quiet()?;
    driver.stand(&figures(&pe))?;
    talk(&pe)?;
    driver.stand(&figures(&pe))?;
    Ok(pe.finalize()?)
}

/// Exchanges short messages with the neighbours by rank: enough for memory of the pair's own.
fn talk(pe: &Pe) -> Result<()> {
    let size = i64::from(pe.n_pes());
    for away in NEIGHBOURS {
        let rank = |away: i64| (i64::from(pe.my_pe()) + away).rem_euclid(size) as u32;
        let to = Destination {
            pe: rank(away),
            context: 0,
            tag: 0,
        };
        let from = Pattern {
            context: 0,
            source: Some(rank(-away)),
            tag: Some(0),
        };
        for _ in 0..MESSAGES {
            pe.world().send_tagged(to, &[0; 8], SendMode::Standard)?;
        }
        for _ in 0..MESSAGES {
            pe.world().receive_tagged(&from, &mut [0; 8])?;
        }
    }
    Ok(())
}

fn put_to(pe: &Pe, other: u32) -> Result<()> {
    Ok(pe.world().direct().put_word(other, OFFSET, 1_u64)?)
}

fn figures(pe: &Pe) -> Figures {
    let stats = pe.world().stats();
    Figures {
        heap_bytes: process_live_bytes().max(0) as u64,
        connections: stats.connections,
        queue_pairs: stats.connected_queue_pairs,
        connection_bytes: stats.connection_bytes,
        socket_bytes: stats.socket_bytes,
    }
}

/// Runs the task and measures its processes.
pub(crate) fn measure(program: &Path, task: &Task) -> Result<Vec<Sample>> {
    samples(task, &observe(program, task)?)
}

/// The measurements of all moments.
fn observe(program: &Path, task: &Task) -> Result<Vec<Look>> {
    let meeting = Meeting::call(task.driver)?;
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let job = scope.spawn(|| {
            let output = job::output(program, task);
            is_over.store(true, Ordering::Release);
            output
        });
        let moments = match task.scenario {
            Scenario::Starting => &Moment::ALL[..2],
            _ => &Moment::ALL,
        };
        let looks = look(meeting, task.size, moments, &is_over);
        // If the job failed, its error is the cause.
        job.join()
            .map_err(|_| anyhow!("the job's thread panicked"))??;
        looks
    })
}

/// The measurement of one moment: figures and memory of each process.
type Look = Vec<(Figures, Pss)>;

/// The proportional set size of a process in bytes. A page that k processes share counts a k-th
/// part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pss {
    all: u64,
    /// The part without pages of files in a file system. The program's text, which further
    /// processes share, is left out.
    own: u64,
}

fn look(
    meeting: Meeting,
    size: u32,
    moments: &[Moment],
    is_over: &AtomicBool,
) -> Result<Vec<Look>> {
    let mut attendees = meeting.await_all(size, is_over)?;
    let mut looks = Vec::new();
    for moment in moments {
        let mut look = Vec::new();
        for attendee in &mut attendees {
            let figures = attendee.hear();
            look.push((figures.with_context(|| moment.name())?, Pss::default()));
        }
        for ((_, pss), attendee) in look.iter_mut().zip(&attendees) {
            *pss = pss_of(attendee.pid())?;
        }
        for attendee in &mut attendees {
            attendee.dismiss()?;
        }
        looks.push(look);
    }
    Ok(looks)
}

fn pss_of(pid: u32) -> Result<Pss> {
    let path = format!("/proc/{pid}/smaps_rollup");
    let text = std::fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
    parse_pss(&text).with_context(|| format!("{path} has no Pss:\n{text}"))
}

fn parse_pss(text: &str) -> Option<Pss> {
    let bytes = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes << 10)
    };
    Some(Pss {
        all: bytes("Pss:")?,
        own: bytes("Pss_Anon:")? + bytes("Pss_Shmem:")?,
    })
}

/// The samples of all moments.
fn samples(task: &Task, looks: &[Look]) -> Result<Vec<Sample>> {
    let [started, joined, .., all, talked] = looks else {
        bail!("{} moments of a process's life were seen", looks.len());
    };
    let pss = |look: &(Figures, Pss)| look.1.all;
    let case = |what: &str, moment: Moment| format!("{what} {}, {}", moment.name(), task.shape());
    let mut samples = Vec::new();
    for (moment, look) in Moment::ALL.into_iter().zip(looks) {
        let sample = Sample::new(
            case("unique memory (PSS)", moment),
            mean(look, pss),
            Unit::Kibibytes,
        );
        samples.push(match moment {
            Moment::Started => sample,
            Moment::Joined => sample.beside("before init", mean(started, pss)),
            Moment::Neighbours | Moment::All => sample.beside("after init", mean(joined, pss)),
            Moment::Talked => sample.beside("after reaching all", mean(all, pss)),
        });
    }
    let greatest = all.iter().map(pss).max().unwrap_or_default();
    samples.push(Sample::new(
        case("greatest unique memory (PSS)", Moment::All),
        greatest as f64,
        Unit::Kibibytes,
    ));
    for (moment, look) in Moment::ALL.into_iter().zip(looks).skip(1) {
        let mut add = |what: &str, of: fn(&(Figures, Pss)) -> u64| {
            samples.push(Sample::new(
                case(what, moment),
                mean(look, of),
                Unit::Kibibytes,
            ));
        };
        add("heap", |(figures, _)| figures.heap_bytes);
        if task.nodes > 1 {
            add("connections", |(figures, _)| figures.connection_bytes);
            add("kernel's socket memory", |(figures, _)| {
                figures.socket_bytes
            });
        }
    }
    if task.nodes > 1 {
        samples.push(idle_connection(task, all)?);
    } else if task.size as usize > NEIGHBOURS.len() {
        // Each process is in so many pairs, and each pair has two processes.
        let of_pair = |look| mean(look, |(_, pss)| pss.own) / (NEIGHBOURS.len() as f64 / 2.0);
        let case = format!("one pair that talks, both ways, {}", task.shape());
        let grown = (of_pair(talked) - of_pair(all)).max(0.0);
        samples.push(Sample::new(case, grown, Unit::Kibibytes));
    }
    Ok(samples)
}

/// The mean of a figure over the processes.
fn mean(look: &Look, of: impl Fn(&(Figures, Pss)) -> u64) -> f64 {
    look.iter().map(of).sum::<u64>() as f64 / look.len() as f64
}

/// The bytes of an idle connection.
fn idle_connection(task: &Task, all: &Look) -> Result<Sample> {
    let total = |of: fn(&Figures) -> u64| all.iter().map(|(figures, _)| of(figures)).sum::<u64>();
    let connections = total(|figures| figures.connections);
    let remote = u64::from(task.size - task.size / task.nodes) * u64::from(task.size);
    ensure!(
        connections == remote,
        "{connections} connection ends after all-to-all contact of {}, not {remote}",
        task.shape()
    );
    let bytes = total(|figures| figures.connection_bytes);
    let each = bytes as f64 / connections as f64;
    let case = format!("one idle connection, {}", task.shape());
    Ok(Sample::new(case, each, Unit::Bytes))
}

#[cfg(test)]
mod tests {
    use super::{Pss, parse_pss, pss_of};

    #[test]
    fn pss_is_found_among_the_other_figures() {
        let text = "55d0-7ffd ---p 00000000 00:00 0 [rollup]\nRss:  3000 kB\nPss:    1234 kB\nPss_Dirty: 5 kB\n\
                    Pss_Anon: 7 kB\nPss_File: 1000 kB\nPss_Shmem: 9 kB\n";
        let found = Pss {
            all: 1234 << 10,
            own: 16 << 10,
        };
        assert_eq!(parse_pss(text), Some(found));
        assert_eq!(parse_pss("Rss: 3000 kB\n"), None);
        assert_eq!(parse_pss("Pss: lots kB\n"), None);
    }

    #[test]
    fn memory_that_is_touched_is_unique_to_this_process() {
        let before = pss_of(std::process::id()).unwrap();
        let held = vec![1_u8; 8 << 20];
        let after = pss_of(std::process::id()).unwrap();
        assert!(
            after.own >= before.own + (7 << 20),
            "{before:?} to {after:?}"
        );
        drop(held);
    }
}
