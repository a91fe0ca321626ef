//! Partitioned messages: the sender says which parts are ready, and each part travels by itself.
//!
//! ```text
//!   sender                                receiver
//!   prepare   HEADER by the message's tag ──▶ prepare   in the order in which both prepare
//!     │         parts, bytes of a part, tag of the first
//!   start                                 start         awaits the header once, then a message for each part
//!   ready(i)  PART by tag first + i ─────▶ arrived(j)   the sender's parts that part j overlaps have come
//! ```
//!
//! A communicator has two contexts for this: one for headers, where the program's tags match, and one for parts, whose tags
//! the sender chooses. The receiver may have other parts than the sender. Where its elements do not lie in a row, and the
//! sizes of parts differ, parts are received beside the elements and stored when a part of the receiver is complete.

use std::sync::{Arc, Mutex, OnceLock};

use farreach_runtime::{Destination, Memory, Pattern, SendMode, TaggedRequest};

use crate::collective::{Flight, Run, Wait};
use crate::comm::Comm;
use crate::data::Data;
use crate::error::{Class, Failure, Result};
use crate::mpi::{Mpi, lock};
use crate::request::Begun;
use crate::status::{Peer, Status};

/// Tags are below this.
const TAGS: u32 = 1 << 31;
/// The context of headers, and that of parts, from the communicator's first one on.
const HEADERS: u32 = 2;
const PARTS: u32 = 3;

/// What a sender tells of a message: three numbers of 8 bytes.
#[derive(Clone, Copy, Debug)]
struct Header {
    parts: usize,
    /// The bytes of a part.
    bytes: usize,
    /// The tag of the first part.
    first: u32,
}

const HEADER_BYTES: usize = 24;

impl Header {
    fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let words = [self.parts as u64, self.bytes as u64, self.first.into()];
        let mut bytes = [0; HEADER_BYTES];
        for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_ne_bytes());
        }
        bytes
    }

    fn of_bytes(bytes: &[u8; HEADER_BYTES]) -> Header {
        let word = |at: usize| {
            let word = bytes[8 * at..8 * at + 8].try_into().expect("8 bytes");
            u64::from_ne_bytes(word) as usize
        };
        Header {
            parts: word(0),
            bytes: word(1),
            first: word(2) as u32,
        }
    }

    /// The bytes of the message.
    fn len(self) -> usize {
        self.parts * self.bytes
    }
}

/// A partitioned message that was started.
#[derive(Clone, Debug)]
pub enum Parts {
    /// This process sends it.
    Sent(Arc<Sending>),
    /// This process receives it.
    Received(Arc<Receiving>),
}

/// The sender's part of a message.
#[derive(Debug)]
pub struct Sending {
    comm: Arc<Comm>,
    /// `None` is no process.
    to: Option<u32>,
    data: Data,
    header: Header,
    /// The header's send, whose memory stays until it has ended.
    _told: Begun,
    round: Mutex<Round>,
}

/// What was sent since the last start.
#[derive(Debug)]
struct Round {
    sends: Vec<Option<Begun>>,
    /// The number of parts that are not ready.
    left: usize,
}

/// The receiver's part of a message.
#[derive(Debug)]
pub struct Receiving {
    comm: Arc<Comm>,
    from: u32,
    tag: u32,
    data: Data,
    parts: usize,
    header: OnceLock<Header>,
    /// The receive of the header.
    told: (TaggedRequest, Memory),
    round: Mutex<Option<Arc<Arriving>>>,
}

/// What is received since the last start.
#[derive(Debug)]
struct Arriving {
    flight: OnceLock<Arc<Flight>>,
    /// The receives of the sender's parts, when its header is known.
    receives: OnceLock<Vec<TaggedRequest>>,
    /// The bytes of the message, where its parts can't be received in place.
    beside: Option<Memory>,
    /// Which of the receiver's parts were stored from there.
    stored: Mutex<Vec<bool>>,
}

fn no_part(part: usize, parts: usize) -> Failure {
    let what = format!("argument partition: {part}: the message has {parts}, numbered from 0");
    Failure::new(Class::Arg, what)
}

impl Mpi {
    /// Prepares to send `data` in `parts` equal parts. Returns what starts it.
    pub fn prepare_parts_to_send(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        (data, parts): (Data, usize),
        to: Option<u32>,
        tag: u32,
    ) -> Result<Arc<Sending>> {
        let header = Header {
            parts,
            bytes: data.len() / parts.max(1),
            first: self.take_tags(parts)?,
        };
        let told = match to {
            Some(to) => self.begin_copy(comm, &header.to_bytes(), to, tag)?,
            None => Begun::Ended(Status::OF_NULL),
        };
        Ok(Arc::new(Sending {
            comm: Arc::clone(comm),
            to,
            data,
            header,
            _told: told,
            round: Mutex::new(Round {
                sends: Vec::new(),
                left: 0,
            }),
        }))
    }

    /// Tags for parts that this process sends.
    fn take_tags(&self, parts: usize) -> Result<u32> {
        let Some(count) = u32::try_from(parts).ok().filter(|count| *count < TAGS) else {
            let what = format!("argument partitions: {parts}: a message has less than {TAGS}");
            return Err(Failure::new(Class::Arg, what));
        };
        let mut next = lock(&self.next_part);
        // Tags begin again at 0. Messages whose tags are met then have ended long ago.
        let first = if *next > TAGS - count { 0 } else { *next };
        *next = first + count;
        Ok(first)
    }

    fn begin_copy(self: &Arc<Self>, comm: &Comm, bytes: &[u8], to: u32, tag: u32) -> Result<Begun> {
        let to = Destination {
            pe: comm.peers().rank(to),
            context: comm.context() + HEADERS,
            tag,
        };
        if self.world().try_send_eager(to, bytes)? {
            return Ok(Begun::Ended(Status::EMPTY));
        }
        let memory = Memory::copy_of(bytes);
        let mode = SendMode::Standard;
        Ok(Begun::Send(
            self.world().begin_tracked_send(to, memory, mode)?,
        ))
    }

    /// Prepares to receive `data` in `parts` equal parts from a rank. Returns what starts it.
    pub fn prepare_parts_to_receive(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        (data, parts): (Data, usize),
        from: u32,
        tag: u32,
    ) -> Result<Arc<Receiving>> {
        let memory = Memory::copy_of(&[0; HEADER_BYTES]);
        let pattern = Pattern {
            context: comm.context() + HEADERS,
            source: Some(comm.peers().rank(from)),
            tag: Some(tag),
        };
        let request = self.world().begin_receive(&pattern, memory.clone())?;
        Ok(Arc::new(Receiving {
            comm: Arc::clone(comm),
            from,
            tag,
            data,
            parts,
            header: OnceLock::new(),
            told: (request, memory),
            round: Mutex::default(),
        }))
    }
}

impl Sending {
    /// Starts the message: no part is ready.
    pub fn start(self: &Arc<Self>) -> Begun {
        let parts = self.header.parts;
        *lock(&self.round) = Round {
            sends: vec![None; parts],
            left: parts,
        };
        Begun::Parts(Parts::Sent(Arc::clone(self)))
    }

    fn send(&self, mpi: &Arc<Mpi>, part: usize) -> Result<()> {
        let parts = self.header.parts;
        let count = self.data.count() / parts.max(1);
        let mut round = lock(&self.round);
        let Some(place) = round.sends.get_mut(part) else {
            return Err(no_part(part, parts));
        };
        if place.is_some() {
            let what = format!("argument partition: {part} is ready already");
            return Err(Failure::new(Class::Arg, what));
        }
        let begun = match self.to {
            None => Begun::Ended(Status::OF_NULL),
            Some(to) => {
                let to = Destination {
                    pe: self.comm.peers().rank(to),
                    context: self.comm.context() + PARTS,
                    tag: self.header.first + part as u32,
                };
                let data = self.data.part(part * count, count);
                let mode = SendMode::Standard;
                Begun::Send(mpi.world().begin_send(to, data.buffer(), mode)?)
            }
        };
        *place = Some(begun);
        round.left -= 1;
        Ok(())
    }

    fn has_ended(&self) -> bool {
        let round = lock(&self.round);
        round.left == 0 && round.sends.iter().flatten().all(Begun::has_ended)
    }

    fn end(&self, mpi: &Arc<Mpi>) -> (Status, Result<()>) {
        let sends = std::mem::take(&mut lock(&self.round).sends);
        let ended = sends.into_iter().flatten();
        let result = ended
            .map(|send| send.end(mpi, Some(&self.comm)).1)
            .fold(Ok(()), Result::and);
        let status = match self.to {
            Some(_) => Status::EMPTY,
            None => Status::OF_NULL,
        };
        (status, result)
    }
}

impl Receiving {
    /// Starts the message: no part has arrived.
    pub fn start(self: &Arc<Self>, mpi: &Arc<Mpi>) -> Begun {
        let run = Run::of(mpi, &self.comm);
        let round = Arc::new(Arriving {
            flight: OnceLock::new(),
            receives: OnceLock::new(),
            beside: (self.data.row().is_none() && !self.data.is_empty())
                .then(|| Memory::copy_of(&vec![0; self.data.len()])),
            stored: Mutex::new(vec![false; self.parts]),
        });
        *lock(&self.round) = Some(Arc::clone(&round));
        let (steps, own) = (run.clone(), Arc::clone(self));
        let arriving = Arc::clone(&round);
        let flight = mpi.begin(&run, async move { own.receive(&steps, &arriving).await });
        let _ = round.flight.set(flight);
        Begun::Parts(Parts::Received(Arc::clone(self)))
    }

    async fn receive(&self, run: &Run, round: &Arriving) -> Result<()> {
        let header = self.known_header(run).await?;
        let own = self.data.len();
        if header.len() > own {
            let what = format!(
                "rank {} sends {} parts of {} bytes, but this rank expects {own} bytes: the counts or datatypes differ",
                self.from, header.parts, header.bytes
            );
            return Err(Failure::new(Class::Truncate, what));
        }
        let world = run.mpi().world();
        let receives = (0..header.parts).map(|part| {
            let pattern = Pattern {
                context: self.comm.context() + PARTS,
                source: Some(self.comm.peers().rank(self.from)),
                tag: Some(header.first + part as u32),
            };
            world.begin_receive(&pattern, self.place(round, header, part))
        });
        let receives: Vec<TaggedRequest> = receives.collect::<std::result::Result<_, _>>()?;
        let _ = round.receives.set(receives.clone());
        run.until(receives.iter().cloned().map(Wait::Message)).await;
        for receive in &receives {
            world.outcome(receive)?;
        }
        for part in 0..self.parts {
            self.store(round, part);
        }
        Ok(())
    }

    async fn known_header(&self, run: &Run) -> Result<Header> {
        if let Some(header) = self.header.get() {
            return Ok(*header);
        }
        let (request, memory) = &self.told;
        run.until([Wait::Message(request.clone())]).await;
        run.mpi().world().outcome(request)?;
        let mut bytes = [0; HEADER_BYTES];
        memory.copy_out(0, &mut bytes).expect("the header's bytes");
        Ok(*self.header.get_or_init(|| Header::of_bytes(&bytes)))
    }

    /// Where a part of the sender is received to.
    fn place(&self, round: &Arriving, header: Header, part: usize) -> Memory {
        let at = part * header.bytes;
        match &round.beside {
            Some(beside) if header.bytes > 0 => {
                beside.slice(at, header.bytes).expect("within the message")
            }
            _ => match self.data.bytes_at(at, header.bytes) {
                Some(data) => data.buffer(),
                None => Data::none().buffer(),
            },
        }
    }

    /// The bytes of a part of the receiver.
    fn part_bytes(&self) -> usize {
        self.data.len() / self.parts.max(1)
    }

    /// Stores a part that was received beside the elements.
    fn store(&self, round: &Arriving, part: usize) {
        let Some(beside) = &round.beside else { return };
        let mut stored = lock(&round.stored);
        if std::mem::replace(&mut stored[part], true) {
            return;
        }
        let mut bytes = vec![0; self.part_bytes()];
        beside
            .copy_out(part * bytes.len(), &mut bytes)
            .expect("within the message");
        let count = self.data.count() / self.parts;
        self.data.part(part * count, count).write_from(&bytes);
    }

    /// Whether a part of the receiver has come.
    fn has_arrived(&self, mpi: &Arc<Mpi>, part: usize) -> Result<bool> {
        if part >= self.parts {
            return Err(no_part(part, self.parts));
        }
        mpi.world().poll();
        mpi.go_on();
        let round = lock(&self.round).clone();
        let Some(round) = round else { return Ok(true) };
        if self.has_ended() {
            return Ok(true);
        }
        let (Some(receives), Some(header)) = (round.receives.get(), self.header.get()) else {
            return Ok(false);
        };
        let bytes = self.part_bytes();
        let (from, to) = (part * bytes, (part + 1) * bytes);
        // Parts without bytes come in the order of their numbers.
        let range = if header.bytes == 0 || bytes == 0 {
            0..receives.len()
        } else {
            from / header.bytes..to.div_ceil(header.bytes).min(receives.len())
        };
        let receives = receives.get(range).unwrap_or_default();
        if !receives.iter().all(TaggedRequest::has_ended) {
            return Ok(false);
        }
        self.store(&round, part);
        Ok(true)
    }

    fn has_ended(&self) -> bool {
        let round = lock(&self.round).clone();
        let flight = round.as_ref().and_then(|round| round.flight.get());
        flight.is_some_and(|flight| flight.has_ended())
    }

    fn end(&self) -> (Status, Result<()>) {
        let round = lock(&self.round).clone();
        let flight = round.as_ref().and_then(|round| round.flight.get());
        let status = Status {
            source: Peer::Rank(self.from),
            tag: Some(self.tag),
            bytes: self.header.get().map_or(0, |header| header.len()),
            is_cancelled: false,
        };
        (status, flight.map_or(Ok(()), |flight| flight.result()))
    }
}

impl Parts {
    /// Says that a part may be sent.
    pub fn ready(&self, mpi: &Arc<Mpi>, part: usize) -> Result<()> {
        match self {
            Parts::Sent(sending) => sending.send(mpi, part),
            Parts::Received(_) => {
                let what = "argument request: receives, but parts are made ready by the sender";
                Err(Failure::new(Class::Request, what))
            }
        }
    }

    /// Whether a part has been received.
    pub fn has_arrived(&self, mpi: &Arc<Mpi>, part: usize) -> Result<bool> {
        match self {
            Parts::Received(receiving) => receiving.has_arrived(mpi, part),
            Parts::Sent(_) => {
                let what = "argument request: sends, but parts arrive at the receiver";
                Err(Failure::new(Class::Request, what))
            }
        }
    }

    /// Whether all parts were sent or received.
    pub(crate) fn have_ended(&self) -> bool {
        match self {
            Parts::Sent(sending) => sending.has_ended(),
            Parts::Received(receiving) => receiving.has_ended(),
        }
    }

    /// What came of it.
    pub(crate) fn end(&self, mpi: &Arc<Mpi>) -> (Status, Result<()>) {
        match self {
            Parts::Sent(sending) => sending.end(mpi),
            Parts::Received(receiving) => receiving.end(),
        }
    }
}
