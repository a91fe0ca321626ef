//! MPI's messages, beside the tagged messages that carry them; elements of a datatype beside as many
//! bytes in a row; two threads beside one; and sums over many processes.

mod sums;

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use anyhow::{Result, ensure};
use farreach_mpi::{Basic, Begun, Comm, Data, Datatype, Envelope, Mpi, Peer, SendMode};
use farreach_runtime::settings::{Settings, environment};
use farreach_runtime::{Destination, Pattern, World};

use crate::limits::size_name;
use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::worker::{Session, TARGET};

const TAG: u32 = 1;
const ANSWER: u32 = 2;
/// The context of the tagged messages beside which MPI's are shown. MPI uses none of these.
const CONTEXT: u32 = 0x9000_0000;
/// Messages whose time is a ping-pong's.
const SIZES: [usize; 3] = [8, 4 << 10, 1 << 20];
/// Messages of a window.
const WINDOW: usize = 64;
/// Messages of long ones, whose window is as long as that of any size.
const LONG: usize = 8;
/// Bytes of a block of a datatype, and the distance between two.
const BLOCK: usize = 1 << 10;
const STRIDE: usize = 4 << 10;
/// Blocks of an element.
const BLOCKS: usize = 512;

/// A message's two processes, of which this is one.
struct Pair {
    mpi: Arc<Mpi>,
    is_initiator: bool,
    is_cross_node: bool,
    other: u32,
}

pub(crate) fn run(session: &Session) -> Result<()> {
    let world = World::join(Settings::from_variables(&environment())?)?;
    let mpi = Mpi::new(Arc::clone(&world), true);
    if world.size() > 2 {
        sums::run(session, &mpi)?;
        mpi.finish()?;
        return Ok(world.finalize()?);
    }
    let pair = Pair {
        mpi,
        is_initiator: session.is_initiator(),
        is_cross_node: session.is_cross_node(),
        other: if session.is_initiator() { TARGET } else { 0 },
    };
    for bytes in SIZES {
        pair.half_round_trips(bytes)?;
    }
    let one = pair.rate()?;
    pair.blocks()?;
    pair.threads(one)?;
    pair.mpi.finish()?;
    Ok(world.finalize()?)
}

fn bytes_of(len: usize) -> Data {
    Data::room(len, &Datatype::basic(Basic::Byte))
}

impl Pair {
    fn envelope(&self, tag: u32) -> Envelope {
        Envelope {
            source: Peer::Rank(self.other),
            tag: Some(tag),
        }
    }

    /// How often a case is timed.
    fn batches(&self) -> usize {
        if self.is_cross_node { 20 } else { 50 }
    }

    /// Times trips, in which the initiator sends first, and returns the median half of one.
    fn ping_pong(
        &self,
        trips: u32,
        mut send: impl FnMut() -> Result<()>,
        mut receive: impl FnMut() -> Result<()>,
    ) -> Result<f64> {
        let mut halves = Vec::new();
        self.mpi.world().barrier()?;
        for _ in 0..=self.batches() {
            let begun = Instant::now();
            for _ in 0..trips {
                if self.is_initiator {
                    send()?;
                    receive()?;
                } else {
                    receive()?;
                    send()?;
                }
            }
            halves.push(begun.elapsed().as_secs_f64() / f64::from(2 * trips));
        }
        Ok(median(&halves[1..]))
    }

    /// Half of the time of a message there and back, by MPI and by the layer below.
    fn half_round_trips(&self, bytes: usize) -> Result<()> {
        let trips = if bytes > 64 << 10 { 10 } else { 200 };
        let (comm, other) = (self.mpi.all(), self.other);
        let (from, into) = (bytes_of(bytes), bytes_of(bytes));
        from.write_from(&vec![7; bytes]);
        let half = self.ping_pong(
            trips,
            || {
                Ok(self
                    .mpi
                    .send(comm, &from, Some(other), TAG, SendMode::Standard)?)
            },
            || Ok(self.mpi.receive(comm, &into, self.envelope(TAG)).1?),
        )?;
        ensure!(
            into.to_bytes() == [7].repeat(bytes),
            "{bytes} bytes did not arrive"
        );
        let world = self.mpi.world();
        let (source, mut target) = (vec![7; bytes], vec![0; bytes]);
        let to = Destination {
            pe: other,
            context: CONTEXT,
            tag: TAG,
        };
        let pattern = Pattern {
            context: CONTEXT,
            source: Some(other),
            tag: Some(TAG),
        };
        let below = self.ping_pong(
            trips,
            || Ok(world.send_tagged(to, &source, SendMode::Standard)?),
            || {
                world.receive_tagged(&pattern, &mut target)?;
                Ok(())
            },
        )?;
        if self.is_initiator {
            let unit = if self.is_cross_node {
                Unit::Microseconds
            } else {
                Unit::Nanoseconds
            };
            let case = format!("{}, half round trip", size_name(bytes));
            Sample::new(case, half, unit)
                .beside("a tagged message", below)
                .emit();
        }
        Ok(())
    }

    /// Sends windows of messages, each answered when all of it has come. Returns the median time of
    /// a window.
    fn windows(&self, comm: &Arc<Comm>, window: &[Data]) -> Result<f64> {
        let (mpi, other) = (&self.mpi, Some(self.other));
        let answer = bytes_of(0);
        let mut times = Vec::new();
        for _ in 0..=4 * self.batches() {
            let begun = Instant::now();
            let begin = |data: &Data| {
                if self.is_initiator {
                    mpi.begin_send(comm, data, other, TAG, SendMode::Standard)
                } else {
                    mpi.begin_receive(comm, data, self.envelope(TAG))
                }
            };
            let all: Result<Vec<Begun>, _> = window.iter().map(begin).collect();
            for begun in all? {
                mpi.wait("the bench's messages", || begun.has_ended());
                begun.finish(mpi, Some(comm)).1?;
            }
            if self.is_initiator {
                mpi.receive(comm, &answer, self.envelope(ANSWER)).1?;
            } else {
                mpi.send(comm, &answer, other, ANSWER, SendMode::Standard)?;
            }
            times.push(begun.elapsed().as_secs_f64());
        }
        Ok(median(&times[1..]))
    }

    /// Messages per second.
    fn rate(&self) -> Result<f64> {
        let window: Vec<Data> = (0..WINDOW).map(|_| bytes_of(8)).collect();
        self.mpi.world().barrier()?;
        let rate = WINDOW as f64 / self.windows(self.mpi.all(), &window)?;
        if self.is_initiator {
            Sample::new("8 B, messages", rate, Unit::Rate).emit();
        }
        Ok(rate)
    }

    /// Elements of blocks, beside as many bytes in a row: blocks at equal distances, and at others.
    fn blocks(&self) -> Result<()> {
        let byte = Datatype::basic(Basic::Byte);
        let vector = Datatype::vector(BLOCKS, BLOCK, STRIDE as isize, &byte)?;
        // No two neighbours are at the same distance as the two before.
        let shift = |number: usize| number % 7 * 64;
        let places: Vec<isize> = (0..BLOCKS)
            .map(|number| (number * STRIDE + shift(number)) as isize)
            .collect();
        let indexed = Datatype::indexed_block(BLOCK, &places, &byte)?;
        let row: Vec<Data> = (0..LONG).map(|_| bytes_of(BLOCKS * BLOCK)).collect();
        for (name, blocks) in [("a vector", vector), ("indexed", indexed)] {
            blocks.commit();
            let scattered: Vec<Data> = (0..LONG).map(|_| Data::room(1, &blocks)).collect();
            let rate = |window: &[Data]| -> Result<f64> {
                self.mpi.world().barrier()?;
                let seconds = self.windows(self.mpi.all(), window)?;
                Ok((LONG * BLOCKS * BLOCK) as f64 / seconds)
            };
            let (in_a_row, in_blocks) = (rate(&row)?, rate(&scattered)?);
            if self.is_initiator {
                let case = format!("stream, {name} of {BLOCKS} x {}", size_name(BLOCK));
                Sample::new(case, in_blocks, Unit::Bandwidth)
                    .beside("as many bytes in a row", in_a_row)
                    .emit();
            }
        }
        Ok(())
    }

    /// Messages of two threads, each with a communicator of its own, beside those of one.
    fn threads(&self, one: f64) -> Result<()> {
        let comms = [(); 2].map(|()| self.mpi.duplicate(self.mpi.all()));
        self.mpi.world().barrier()?;
        let rates = thread::scope(|scope| {
            let threads = comms.map(|comm| {
                scope.spawn(|| {
                    let window: Vec<Data> = (0..WINDOW).map(|_| bytes_of(8)).collect();
                    Ok(WINDOW as f64 / self.windows(&comm?, &window)?)
                })
            });
            threads.map(|thread| thread.join().expect("it does not panic"))
        });
        let rates: Result<Vec<f64>> = rates.into_iter().collect();
        let rate: f64 = rates?.iter().sum();
        if self.is_initiator {
            Sample::new("8 B, messages of two threads", rate, Unit::Rate)
                .beside("one thread", one)
                .emit();
        }
        Ok(())
    }
}
