//! Receive buffers: how much of them is used by messages as the NAS benchmark SP sends them.
//!
//! SP of class C on 64 processes has 162 x 162 x 162 points in a multipartition: each process has 8 cells, one in each slice of
//! every direction, of 20 or 21 points a side (162 = 6 x 20 + 2 x 21). Between them move, in each time step,
//!
//! - the faces of all its cells, two layers deep, in six directions: 48 of them, and
//! - in each direction's sweep a face of the cell that is done, one layer deep, to the next process: 7 forward and 7 back, three
//!   times: 42.
//!
//! A face is tens of KiB and does not pass through receive buffers: it is announced, and put where it belongs. What passes
//! through them are the announcements: an envelope of 32 B (matching, length, key), and the address of each row of the face
//! in 8 B, 20 or 21 rows for each layer: 192 or 200 B, and 352 or 368 B. Their mean is 280 B; beside them a sum of five
//! numbers over all processes is rare.

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

/// Rows of the faces of a process's cells.
const ROWS: [usize; 8] = [20, 20, 20, 21, 20, 20, 20, 21];
/// Before the addresses.
const ENVELOPE: usize = 32;
const ADDRESS: usize = 8;
const DIRECTIONS: usize = 6;
const LAYERS: usize = 2;
/// Faces of a sweep to one side: of all cells but the last.
const STAGES: usize = 7;
const SWEEPS: usize = 6;
const STEPS: u64 = 40;
/// What the processes report.
const EFFICIENCY: &str = "efficiency";
const MEAN: &str = "mean";

/// Bytes of the announcements that a process sends in a time step, in order.
fn lengths() -> Vec<usize> {
    let announced = |rows: usize| ENVELOPE + ADDRESS * rows;
    let faces = (0..DIRECTIONS).flat_map(|_| ROWS.map(|rows| announced(LAYERS * rows)));
    let sweeps = (0..SWEEPS).flat_map(|_| ROWS[..STAGES].iter().map(|&rows| announced(rows)));
    faces.chain(sweeps).collect()
}

/// This rank's part: each step all announcements to the process of the next node, and those of the one before.
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
        // As the faces' own flags do: nobody is more than a step ahead.
        world.put_word(before, done, step + 1)?;
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

/// What a message says: who sent it, when, and enough to tell it from others.
fn announcement(sender: u32, step: u64, number: usize, len: usize) -> Vec<u8> {
    let word = (u64::from(sender) << 40 | step << 20 | number as u64).to_le_bytes();
    word.into_iter().cycle().take(len).collect()
}

/// Each choice of buffers, over the reach that it is for, beside the part that is asked of it or was published.
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
        let task = Task {
            fabric: Some(fabric),
            ..*task
        };
        let reported = job::run(program, cores, &task).with_context(|| name(&fabric))?;
        let mean = |case: &str| {
            let of_case = reported.iter().filter(|sample| sample.case == case);
            of_case.map(|sample| sample.value).sum::<f64>() / f64::from(task.size)
        };
        let what = format!("messages of SP, {}, {}", task.shape(), name(&fabric));
        let used = Sample::new(
            format!("part of receive buffers used by {what}"),
            mean(EFFICIENCY),
            Unit::Percent,
        );
        samples.push(used.beside(beside.0, beside.1));
        let size = Sample::new(format!("mean of {what}"), mean(MEAN), Unit::Bytes);
        samples.push(size);
    }
    Ok(samples)
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
