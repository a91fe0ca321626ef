//! Receive buffers: how much of their memory is used by messages as the NAS benchmark SP sends
//! them.
//!
//! SP of class C on 64 processes has 162 x 162 x 162 points in a multipartition. Each process has 8
//! cells, one in each slice of every direction, of 20 or 21 points a side (162 = 6 x 20 + 2 x 21).
//! In each time step the processes exchange:
//!
//! - the faces of all cells, two layers deep, in six directions: 48 faces, and
//! - in each direction's sweep, one layer deep, a face of each finished cell to the next process: 7
//!   forward and 7 back, in three directions: 42 faces.
//!
//! A face has tens of KiB and does not pass through receive buffers: it is announced, and then
//! written to its target. The announcements do pass through receive buffers. An announcement has an
//! envelope of 32 B (matching, length, key), and the address of each row of the face in 8 B, for 20
//! or 21 rows in each layer: together 192 or 200 B, and 352 or 368 B. The mean is 280 B. Sums of
//! five numbers over all processes are rare in comparison.

use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, ensure};
use farreach_engine::{Buffers, Fabric, Reach};

use crate::fabric::{name, reaching};
use crate::job;
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::task::Task;
use crate::worker::Session;

/// The rows of the faces of a process's cells.
const ROWS: [usize; 8] = [20, 20, 20, 21, 20, 20, 20, 21];
/// Bytes before the addresses.
const ENVELOPE: usize = 32;
const ADDRESS: usize = 8;
const DIRECTIONS: usize = 6;
const LAYERS: usize = 2;
/// Faces that a sweep sends to one side: those of all cells except the last.
const STAGES: usize = 7;
const SWEEPS: usize = 6;
const STEPS: u64 = 40;
/// The name of the figure that the processes report.
const EFFICIENCY: &str = "efficiency";
const MEAN: &str = "mean";

/// Bytes of the announcements that a process sends in a time step, in order.
fn lengths() -> Vec<usize> {
    let announced = |rows: usize| ENVELOPE + ADDRESS * rows;
    let faces = (0..DIRECTIONS).flat_map(|_| ROWS.map(|rows| announced(LAYERS * rows)));
    let sweeps = (0..SWEEPS).flat_map(|_| ROWS[..STAGES].iter().map(|&rows| announced(rows)));
    faces.chain(sweeps).collect()
}

/// This rank's part. In each step it sends all announcements to the process of the next node, and
/// receives those of the previous node.
pub(crate) fn run(session: &Session) -> Result<()> {
    let (pe, world) = (&session.pe, session.pe.world());
    let (rank, size) = (pe.my_pe(), pe.n_pes());
    let per_node = size / session.task.nodes;
    let next = (rank + per_node) % size;
    let before = (rank + size - per_node) % size;
    let done = world.allocate_unagreed(8, 8)?;
    let lengths = lengths();
    for step in 0..STEPS {
        for (number, &len) in lengths.iter().enumerate() {
            world.send(next, &announcement(rank, step, number, len))?;
        }
        for (number, &len) in lengths.iter().enumerate() {
            let message = world.take()?;
            let expected = announcement(before, step, number, len);
            ensure!(
                message.source == before && message.bytes == expected,
                "message {number} of step {step} is not that of rank {before}"
            );
        }
        // As the flags of the faces do: no process is more than a step ahead.
        world.direct().put_word(before, done, step + 1)?;
        let flag = world.own_segment().atomic_u64(done)?;
        world.wait_until("a step", || flag.load(Ordering::Acquire) > step);
    }
    pe.quiet()?;
    let stats = world.stats();
    let sent = STEPS * lengths.len() as u64;
    ensure!(
        stats.messages >= sent,
        "{} messages were received over connections, {sent} were sent",
        stats.messages
    );
    let used = stats.message_bytes as f64 / stats.buffer_bytes as f64;
    Sample::new(EFFICIENCY, used, Unit::Percent).emit();
    let mean = stats.message_bytes as f64 / stats.messages as f64;
    Sample::new(MEAN, mean, Unit::Bytes).emit();
    Ok(())
}

/// The bytes of a message: its sender, its step, and a pattern that distinguishes messages.
fn announcement(sender: u32, step: u64, number: usize, len: usize) -> Vec<u8> {
    let word = (u64::from(sender) << 40 | step << 20 | number as u64).to_le_bytes();
    word.into_iter().cycle().take(len).collect()
}

/// Measures each choice of buffers over its reach, beside the required or published figure.
pub(crate) fn measure(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for (reach, buffers, beside) in [
        (Reach::Rc, Buffers::One, ("published: less than", 0.06)),
        (Reach::RcMsrq, Buffers::Six, ("published", 0.75)),
        (Reach::Sxrc, Buffers::One, ("published: less than", 0.06)),
        (Reach::Sxrc, Buffers::Six, ("published", 0.75)),
        (Reach::Exrc, Buffers::Learned, ("published for six", 0.75)),
        (Reach::Sxrc, Buffers::Learned, ("published for six", 0.75)),
        (Reach::Server, Buffers::Learned, ("published for six", 0.75)),
    ] {
        let fabric = Fabric {
            buffers,
            ..reaching(reach)
        };
        let [efficiency, mean] = means(program, cores, task, fabric)?;
        let what = format!("messages of SP, {}, {}", task.shape(), name(&fabric));
        let used = Sample::new(
            format!("part of receive buffers used by {what}"),
            efficiency,
            Unit::Percent,
        );
        samples.push(used.beside(beside.0, beside.1));
        let size = Sample::new(format!("mean of {what}"), mean, Unit::Bytes);
        samples.push(size);
    }
    Ok(samples)
}

/// The part of receive buffers that is used with one receive queue over `rc`, and with six over `rc-msrq`.
pub(crate) fn efficiencies(program: &Path, cores: Cores, task: &Task) -> Result<[f64; 2]> {
    let of = |reach, buffers| -> Result<f64> {
        let fabric = Fabric {
            buffers,
            ..reaching(reach)
        };
        let [efficiency, _] = means(program, cores, task, fabric)?;
        Ok(efficiency)
    };
    Ok([
        of(Reach::Rc, Buffers::One)?,
        of(Reach::RcMsrq, Buffers::Six)?,
    ])
}

/// The means over a job's processes: the part of buffers that is used, and the bytes of a message.
fn means(program: &Path, cores: Cores, task: &Task, fabric: Fabric) -> Result<[f64; 2]> {
    let task = Task {
        fabric: Some(fabric),
        ..*task
    };
    let reported = job::run(program, cores, &task).with_context(|| name(&fabric))?;
    Ok([EFFICIENCY, MEAN].map(|case| {
        let of_case = reported.iter().filter(|sample| sample.case == case);
        of_case.map(|sample| sample.value).sum::<f64>() / f64::from(task.size)
    }))
}

#[cfg(test)]
mod tests {
    use super::lengths;

    #[test]
    fn a_time_step_announces_its_faces() {
        let lengths = lengths();
        assert_eq!(lengths.len(), 48 + 42);
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        assert!((275.0..285.0).contains(&mean), "{mean}");
        assert!(lengths.iter().all(|len| [192, 200, 352, 368].contains(len)));
    }
}
