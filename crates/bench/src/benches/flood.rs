//! A million messages that their receiver does not receive yet: what they cost it, and whether
//! others notice.
//!
//! ```text
//!   ranks 1 to 3 ──a third of the messages each──▶ rank 0, which receives them at the end
//!   rank 4       ──message there and back, put────▶ rank 0, before and meanwhile
//! ```

use std::time::Instant;

use anyhow::{Result, ensure};
use farreach::shmem::{Compare, Symmetric};
use farreach_node::{Memory, process_live_bytes};
use farreach_runtime::{Destination, Pattern, SendMode, World};

use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::task::Task;
use crate::worker::Session;

/// Processes of the job.
const SIZE: u32 = 5;
const RECEIVER: u32 = 0;
const FOURTH: u32 = 4;
/// The messages of each of the other three.
const FLOOD: u32 = 333_334;
/// The tag of the flood, and of the fourth sender's messages.
const LATER: u32 = 1;
const NOW: u32 = 2;
/// What the fourth sender does is timed so often.
const TRIPS: usize = 2000;

/// The task of the job, from that of two processes.
pub(crate) fn task(pair: Task) -> Task {
    Task {
        size: SIZE,
        nodes: if pair.nodes == 1 { 1 } else { SIZE },
        ..pair
    }
}

fn to(pe: u32, tag: u32) -> Destination {
    Destination {
        pe,
        context: 0,
        tag,
    }
}

fn from(pe: u32, tag: u32) -> Pattern {
    Pattern {
        context: 0,
        source: Some(pe),
        tag: Some(tag),
    }
}

/// The fourth sender's messages and puts. Returns half of a message's round trip, and the time of a
/// put.
fn talk(session: &Session, word: &Symmetric<u64>) -> Result<[f64; 2]> {
    let (pe, world) = (&session.pe, session.pe.world());
    let (mut messages, mut puts) = (Vec::new(), Vec::new());
    let me = pe.my_pe();
    for _ in 0..TRIPS {
        if me == RECEIVER {
            world.receive_tagged(&from(FOURTH, NOW), &mut [0; 8])?;
            world.send_tagged(to(FOURTH, NOW), &[0; 8], SendMode::Standard)?;
        } else if me == FOURTH {
            let begun = Instant::now();
            world.send_tagged(to(RECEIVER, NOW), &[0; 8], SendMode::Standard)?;
            world.receive_tagged(&from(RECEIVER, NOW), &mut [0; 8])?;
            messages.push(begun.elapsed().as_secs_f64() / 2.0);
            let begun = Instant::now();
            pe.put(word.at(0).on(RECEIVER), 1)?;
            pe.quiet()?;
            puts.push(begun.elapsed().as_secs_f64());
        }
    }
    Ok(if me == FOURTH {
        [median(&messages), median(&puts)]
    } else {
        [0.0; 2]
    })
}

/// Begins the flood. Returns when all sends have begun.
fn flood(world: &World) -> Result<()> {
    let nothing = Memory::copy_of(&[0; 8]);
    for _ in 0..FLOOD {
        // A send goes on without its request.
        let _ = world.begin_send(to(RECEIVER, LATER), nothing.clone(), SendMode::Standard)?;
    }
    Ok(())
}

/// This rank's part.
pub(crate) fn run(session: &Session) -> Result<()> {
    let (pe, world) = (&session.pe, session.pe.world());
    let me = pe.my_pe();
    let is_flooding = me != RECEIVER && me != FOURTH;
    let word = pe.alloc_zeroed::<u64>(1)?;
    let figures = pe.alloc_zeroed::<f64>(4)?;
    // Connects, and makes what is made once.
    if is_flooding {
        world.send_tagged(to(RECEIVER, NOW), &[], SendMode::Standard)?;
    } else if me == RECEIVER {
        for sender in 1..FOURTH {
            world.receive_tagged(&from(sender, NOW), &mut [])?;
        }
    }
    talk(session, &word)?;
    pe.barrier_all()?;
    let [message, put] = talk(session, &word)?;
    let live = process_live_bytes();
    pe.barrier_all()?;
    if is_flooding {
        flood(world)?;
    }
    pe.barrier_all()?;
    let grown = (process_live_bytes() - live).max(0) as f64;
    let [message_meanwhile, put_meanwhile] = talk(session, &word)?;
    if me == FOURTH {
        for (at, figure) in [message, message_meanwhile, put, put_meanwhile]
            .into_iter()
            .enumerate()
        {
            pe.put(figures.at(at).on(RECEIVER), figure)?;
        }
    }
    pe.barrier_all()?;
    let (count, bytes) = world.unexpected_messages();
    if me == 1 {
        pe.put(word.at(0).on(RECEIVER), (grown as u64).max(1) + 1)?;
    }
    pe.barrier_all()?;
    if me == RECEIVER {
        for sender in 1..FOURTH {
            for _ in 0..FLOOD {
                world.receive_tagged(&from(sender, LATER), &mut [0; 8])?;
            }
        }
        ensure!(world.unexpected_messages().0 == 0, "messages are left over");
        pe.wait_until(word.at(0), Compare::Gt, 1)?;
        let mut sender = [0];
        pe.read(word.range(..), &mut sender)?;
        let mut times = [0.0; 4];
        pe.read(figures.range(..), &mut times)?;
        let [message, message_meanwhile, put, put_meanwhile] = times;
        let shape = session.task.shape();
        let report =
            |what: &str, value: f64, unit| Sample::new(format!("{what}, {shape}"), value, unit);
        report("unexpected messages that came", count as f64, Unit::Count).emit();
        report("their eager bytes", bytes as f64, Unit::Kibibytes).emit();
        report(
            "what the receiver's heap has grown by",
            grown,
            Unit::Kibibytes,
        )
        .emit();
        let held = sender[0] as f64 / f64::from(FLOOD);
        report("what a sender holds for a message", held, Unit::Bytes).emit();
        report(
            "message of a fourth sender, half round trip",
            message_meanwhile,
            Unit::Microseconds,
        )
        .beside("before", message)
        .emit();
        report(
            "put of a fourth sender + completion",
            put_meanwhile,
            Unit::Microseconds,
        )
        .beside("before", put)
        .emit();
    }
    Ok(pe.barrier_all()?)
}
