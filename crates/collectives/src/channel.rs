//! Channels between the nodes of a group. A channel is a ring in the receiver's segment, which its
//! only sender fills by puts.
//!
//! Node `v` has channels from and to the nodes `v ± 2^k` (modulo the number of nodes), for every
//! `k`. These are the neighbours in every binomial tree, whatever its root, in a dissemination, and
//! in a chain. The memory of a process is therefore logarithmic in the number of nodes. Node `v`
//! also has channels from and to `v ± 3`, so that each of up to eight nodes has a channel to each
//! other.
//!
//! ```text
//!   sender    bytes into the ring │ the signal: how many it has sent so far
//!   receiver  waits for the signal │ takes the bytes │ now and then the credit: how many it has taken so far
//! ```
//!
//! A credit travels with a message in the other direction if there is one, because a packet costs
//! more than most messages.
//!
//! A message is a word with its length and kind, then its bytes, padded to whole words. A message
//! may be longer than the ring: the ring then works as a pipe. Members run the same collectives in
//! the same order, so each knows the kind and length of the next message. A message that differs is
//! an error.
//!
//! Nothing here waits for acknowledgements. A sender may be ahead of its receiver by the size of
//! the ring.

use alloc::format;
use alloc::vec::Vec;

use crate::Collectives;
use crate::group::GroupState;
use crate::layout::{self, CHANNELS, EXTRA_DISTANCE, EXTRA_LEVEL};
use crate::mode::WaitMode;
use crate::process::{Far, Process};

/// Bytes of a word. Messages are padded to whole words.
const WORD: usize = 8;
/// The part of the ring after which a credit travels with a message that is sent anyway.
const CREDIT_WITH_MESSAGE: Part = Part(1, 64);
/// The part of the ring after which a receiver sends a credit before it waits for the next message.
/// The sender may meanwhile fill the rest of the ring, so no sender waits for a credit of bytes
/// that were all taken.
const CREDIT_BEFORE_WAIT: Part = Part(1, 4);
/// The part of the ring after which a receiver sends a credit at once.
const CREDIT_AT_ONCE: Part = Part(5, 8);

/// A part of a ring, as a fraction.
#[derive(Clone, Copy)]
struct Part(usize, usize);

impl Part {
    fn of(self, ring_bytes: usize) -> u64 {
        (ring_bytes / self.1 * self.0) as u64
    }
}

/// The most bytes of a message that always fits into a ring of `ring_bytes`, once all earlier
/// messages were taken. A sender of no longer messages never waits for a receiver that waits for
/// it.
pub(super) fn ahead_max(ring_bytes: usize) -> usize {
    ring_bytes - CREDIT_AT_ONCE.of(ring_bytes) as usize - WORD
}

/// The most bytes of one put into a ring. A long message is put in pieces, so that the receiver
/// takes one while the next is under way.
const PIECE: usize = 32 << 10;

/// The direction and distance of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChannelId(usize);

impl ChannelId {
    /// The channel to the node `2^slot` ahead. [`EXTRA_LEVEL`] as `slot` stands for its own
    /// distance.
    pub(super) fn ahead(slot: u32) -> ChannelId {
        ChannelId(2 * slot as usize)
    }

    /// The channel to the node `2^slot` behind.
    pub(super) fn back(slot: u32) -> ChannelId {
        ChannelId(2 * slot as usize + 1)
    }

    /// The channel to the node `distance` ahead, modulo `nodes`. `None` if there is no such
    /// channel.
    pub(super) fn over(distance: u32, nodes: u32) -> Option<ChannelId> {
        let level = |distance: u32| match distance {
            EXTRA_DISTANCE => Some(EXTRA_LEVEL as u32),
            _ => distance
                .is_power_of_two()
                .then(|| distance.trailing_zeros()),
        };
        let ahead = level(distance).map(ChannelId::ahead);
        ahead.or_else(|| level(nodes - distance).map(ChannelId::back))
    }

    /// The channel between the same nodes in the other direction.
    pub(super) fn reversed(self) -> ChannelId {
        ChannelId(self.0 ^ 1)
    }

    fn distance(self, nodes: u32) -> u32 {
        let distance = match self.0 / 2 {
            EXTRA_LEVEL => u64::from(EXTRA_DISTANCE),
            level => 1 << level,
        };
        (distance % u64::from(nodes)) as u32
    }

    fn is_back(self) -> bool {
        self.0 % 2 == 1
    }

    /// The node at the receiving end of this node's channel.
    fn to(self, node: u32, nodes: u32) -> u32 {
        let distance = self.distance(nodes);
        if self.is_back() {
            (node + nodes - distance) % nodes
        } else {
            (node + distance) % nodes
        }
    }

    /// The node at the sending end of the channel to this node.
    fn from(self, node: u32, nodes: u32) -> u32 {
        self.reversed().to(node, nodes)
    }
}

/// The kind of collective that a message belongs to. It detects members that are in different
/// collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum CollectiveKind {
    Barrier = 1,
    Broadcast,
    Reduce,
    Gather,
    Scatter,
    AllGather,
    AllToAll,
    Scan,
    Bulk,
}

/// The state of this process's ends of channels.
#[derive(Debug, Default)]
pub(super) struct Channels {
    /// Empty before the first message.
    all: Vec<Ends>,
}

/// The sending and the receiving end in one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    /// The number of bytes sent.
    sent: u64,
    /// How many of the sent bytes were taken, by the last credit.
    taken: u64,
    /// The number of bytes received.
    received: u64,
    /// The last credit that the sender got.
    told: u64,
}

impl Channels {
    /// The ends of a channel.
    fn of(&mut self, way: ChannelId) -> &mut Ends {
        if self.all.is_empty() {
            self.all.resize(CHANNELS, Ends::default());
        }
        &mut self.all[way.0]
    }
}

/// A message to send.
#[derive(Clone, Copy)]
pub(super) struct Outgoing<'a> {
    pub(super) way: ChannelId,
    pub(super) bytes: &'a [u8],
}

/// A message to receive, and its destination.
pub(super) struct Incoming<'a> {
    pub(super) way: ChannelId,
    pub(super) bytes: Expected<'a>,
}

/// The expected length.
pub(super) enum Expected<'a> {
    /// Exactly as many bytes as the slice has.
    Exactly(&'a mut [u8]),
    /// Any number of bytes.
    Any(&'a mut Vec<u8>),
}

impl Expected<'_> {
    fn bytes(&mut self) -> &mut [u8] {
        match self {
            Expected::Exactly(bytes) => bytes,
            Expected::Any(bytes) => bytes,
        }
    }
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Sends a message. Returns when all of it is in the ring or under way there.
    pub(super) async fn send(
        &self,
        state: &mut GroupState<P>,
        kind: CollectiveKind,
        way: ChannelId,
        bytes: &[u8],
    ) -> Result<(), P::Error> {
        self.transfer(state, kind, Some(Outgoing { way, bytes }), None)
            .await
    }

    /// Receives a message of exactly the length of `data`.
    pub(super) async fn receive(
        &self,
        state: &mut GroupState<P>,
        kind: CollectiveKind,
        way: ChannelId,
        bytes: &mut [u8],
    ) -> Result<(), P::Error> {
        let bytes = Expected::Exactly(bytes);
        self.transfer(state, kind, None, Some(Incoming { way, bytes }))
            .await
    }

    /// Sends one message and receives another at the same time.
    pub(super) async fn transfer(
        &self,
        state: &mut GroupState<P>,
        kind: CollectiveKind,
        outgoing: Option<Outgoing<'_>>,
        mut incoming: Option<Incoming<'_>>,
    ) -> Result<(), P::Error> {
        let mut sent = outgoing.as_ref().map_or(usize::MAX, |_| 0);
        let mut received = incoming.as_ref().map_or(usize::MAX, |_| 0);
        loop {
            let mut moved = false;
            if let Some(outgoing) = &outgoing {
                moved |= self.push(state, kind, outgoing, &mut sent)?;
            }
            if let Some(incoming) = &mut incoming {
                moved |= self.pull_in(state, kind, incoming, &mut received)?;
            }
            if sent == usize::MAX && received == usize::MAX {
                return Ok(());
            }
            if moved {
                continue;
            }
            if received != usize::MAX {
                let way = incoming.as_ref().expect("not all received").way;
                self.give_credit(state, way, CREDIT_BEFORE_WAIT)?;
            }
            let credit = (sent != usize::MAX).then(|| {
                let way = outgoing.as_ref().expect("not all sent").way;
                (self.credit_at(way), state.channels.of(way).taken)
            });
            let signal = (received != usize::MAX).then(|| {
                let way = incoming.as_ref().expect("not all received").way;
                (self.signal_at(way), state.channels.of(way).received)
            });
            self.wait_words([credit, signal]).await?;
        }
    }

    /// Sends as much of a message as the ring has room for. `sent` is the number of bytes sent so
    /// far, or `usize::MAX` when the message is complete. Returns whether there was progress.
    fn push(
        &self,
        state: &mut GroupState<P>,
        kind: CollectiveKind,
        message: &Outgoing<'_>,
        sent: &mut usize,
    ) -> Result<bool, P::Error> {
        let total = whole(message.bytes.len());
        let way = message.way;
        let mut moved = false;
        while *sent < total {
            let ends = state.channels.of(way);
            if ends.sent - ends.taken == self.group.area.ring_bytes as u64 {
                ends.taken = self.load(self.credit_at(way));
            }
            let room = self.group.area.ring_bytes - (ends.sent - ends.taken) as usize;
            if room == 0 {
                return Ok(moved);
            }
            let at = (ends.sent % self.group.area.ring_bytes as u64) as usize;
            let len = room
                .min(total - *sent)
                .min(self.group.area.ring_bytes - at)
                .min(PIECE);
            let signal = ends.sent + len as u64;
            let credit = self.due_credit(state, way.reversed(), CREDIT_WITH_MESSAGE);
            self.put_piece(kind, message, *sent, (at, len), signal, credit)?;
            let ends = state.channels.of(way);
            ends.sent = signal;
            *sent += len;
            moved = true;
        }
        if *sent != usize::MAX {
            *sent = usize::MAX;
            moved = true;
        }
        Ok(moved)
    }

    /// Puts `len` bytes of a message, from `sent` on, at offset `at` of the ring, followed by the
    /// signal. A credit for the opposite channel travels along.
    fn put_piece(
        &self,
        kind: CollectiveKind,
        message: &Outgoing<'_>,
        sent: usize,
        (at, len): (usize, usize),
        signal: u64,
        credit: Option<u64>,
    ) -> Result<(), P::Error> {
        let topology = self.group.topology();
        let node = message.way.to(topology.node, topology.nodes());
        let rank = self.leader(node);
        let ring = self.ring_at(message.way) + at;
        let header = header(kind, message.bytes.len());
        let head = if sent == 0 { &header[..] } else { &[] };
        let start = sent.saturating_sub(WORD);
        let end = (sent + len - WORD).min(message.bytes.len());
        let body = &message.bytes[start..end.max(start)];
        // The longest part comes first. A part that does not fit into the list of the others is
        // sent before them.
        let parts = [(ring + head.len(), body), (ring, head)];
        let signal = (self.signal_at(message.way), signal);
        let credit = credit.map(|taken| (self.credit_at(message.way.reversed()), taken));
        let words = [credit, Some(signal)];
        self.put_unawaited(rank, &parts, words.into_iter().flatten())
    }

    /// Takes what has arrived of a message. `received` is the number of bytes taken so far, or
    /// `usize::MAX` when the message is complete. Returns whether there was progress.
    fn pull_in(
        &self,
        state: &mut GroupState<P>,
        kind: CollectiveKind,
        message: &mut Incoming<'_>,
        received: &mut usize,
    ) -> Result<bool, P::Error> {
        if *received == usize::MAX {
            return Ok(false);
        }
        let way = message.way;
        let there = self.load(self.signal_at(way));
        let mut moved = false;
        if *received == 0 && there > state.channels.of(way).received {
            self.take_header(state, kind, message)?;
            *received = WORD;
            moved = true;
            self.give_credit(state, way, CREDIT_AT_ONCE)?;
        }
        let total = whole(message.bytes.bytes().len());
        while (WORD..total).contains(received) && there > state.channels.of(way).received {
            let ends = state.channels.of(way);
            let at = (ends.received % self.group.area.ring_bytes as u64) as usize;
            let len = ((there - ends.received) as usize)
                .min(total - *received)
                .min(self.group.area.ring_bytes - at);
            self.take_piece(message, *received - WORD, (at, len))?;
            ends.received += len as u64;
            *received += len;
            moved = true;
            self.give_credit(state, way, CREDIT_AT_ONCE)?;
        }
        if *received == total {
            *received = usize::MAX;
            moved = true;
        }
        Ok(moved)
    }

    /// Takes the header of a message, and makes room for its bytes.
    fn take_header(
        &self,
        state: &mut GroupState<P>,
        kind: CollectiveKind,
        message: &mut Incoming<'_>,
    ) -> Result<(), P::Error> {
        let ends = state.channels.of(message.way);
        let at = (ends.received % self.group.area.ring_bytes as u64) as usize;
        ends.received += WORD as u64;
        let mut found = [0; WORD];
        self.process.load(
            self.process.rank(),
            self.ring_at(message.way) + at,
            &mut found,
        )?;
        let word = u64::from_ne_bytes(found);
        if let Expected::Any(bytes) = &mut message.bytes
            && word as u8 == kind as u8
        {
            bytes.resize((word >> 8) as usize, 0);
        }
        let wanted = header(kind, message.bytes.bytes().len());
        if found == wanted {
            return Ok(());
        }
        Err(self.other_message(message.way, found, wanted))
    }

    /// Takes `len` bytes at offset `at` of the ring, which are the message's bytes from `start` on,
    /// padding included.
    fn take_piece(
        &self,
        message: &mut Incoming<'_>,
        start: usize,
        (at, len): (usize, usize),
    ) -> Result<(), P::Error> {
        let from = self.ring_at(message.way) + at;
        let bytes = message.bytes.bytes();
        let end = (start + len).min(bytes.len());
        self.process
            .load(self.process.rank(), from, &mut bytes[start..end])
    }

    /// The error of members that run different collectives.
    #[cold]
    fn other_message(&self, way: ChannelId, found: [u8; WORD], wanted: [u8; WORD]) -> P::Error {
        let topology = self.group.topology();
        let rank = self.leader(way.from(topology.node, topology.nodes()));
        let name = |header: [u8; WORD]| {
            let word = u64::from_ne_bytes(header);
            format!("{} of {} bytes", name(word as u8), word >> 8)
        };
        self.mismatch(format!(
            "rank {rank} is in a collective that sends {}, but this rank's awaits {}: all members of a set call the same \
             collectives with the same lengths in the same order",
            name(found),
            name(wanted)
        ))
    }

    /// Sends a credit if `many` of the ring was taken since the last.
    fn give_credit(
        &self,
        state: &mut GroupState<P>,
        way: ChannelId,
        many: Part,
    ) -> Result<(), P::Error> {
        let Some(taken) = self.due_credit(state, way, many) else {
            return Ok(());
        };
        let topology = self.group.topology();
        let rank = self.leader(way.from(topology.node, topology.nodes()));
        self.put_unawaited(rank, &[], [(self.credit_at(way), taken)])
    }

    /// Calls [`Process::put_unawaited`]. A collective that was begun does not wait for room, because the
    /// rings bound what it sends.
    fn put_unawaited(
        &self,
        rank: u32,
        parts: &[(usize, &[u8])],
        words: impl IntoIterator<Item = (usize, u64)>,
    ) -> Result<(), P::Error> {
        let has_room = self.process.put_unawaited(rank, parts, words)?;
        if !has_room && self.mode.flight().is_none() {
            self.process.make_room(rank)?;
        }
        Ok(())
    }

    /// Sends all open credits and waits for their completion. After the next barrier nothing of the
    /// group is under way to the senders.
    pub(super) async fn settle(&self, state: &mut GroupState<P>) -> Result<(), P::Error> {
        let topology = self.group.topology();
        for index in 0..state.channels.all.len() {
            let ends = &mut state.channels.all[index];
            if ends.received == 0 {
                continue;
            }
            let way = ChannelId(index);
            let rank = self.leader(way.from(topology.node, topology.nodes()));
            ends.told = ends.received;
            let credit = Far::Store {
                offset: self.credit_at(way),
                word: ends.received,
            };
            // Operations on one connection complete in order, so this completes the earlier ones
            // too.
            self.begin(rank, credit)?;
        }
        self.quiet().await
    }

    /// Resets the words of the channels for a new group. Nothing may be under way.
    pub(super) fn reset_channels(&self, state: &mut GroupState<P>) {
        for way in (0..CHANNELS).map(ChannelId) {
            for at in [self.signal_at(way), self.credit_at(way)] {
                self.process.clear_word(at);
            }
        }
        self.process.clear_word(self.group.area.base + layout::DONE);
        (state.channels, state.done) = (Channels::default(), 0);
    }

    fn load(&self, at: usize) -> u64 {
        self.process.word(at)
    }

    fn signal_at(&self, way: ChannelId) -> usize {
        self.group.area.signal(way.0)
    }

    fn credit_at(&self, way: ChannelId) -> usize {
        self.group.area.credit(way.0)
    }

    fn ring_at(&self, way: ChannelId) -> usize {
        self.group.area.ring(way.0)
    }

    /// The credit to send, if `many` of the ring was taken since the last. The caller must send it.
    fn due_credit(&self, state: &mut GroupState<P>, way: ChannelId, many: Part) -> Option<u64> {
        let ends = state.channels.of(way);
        let is_due = ends.received - ends.told >= many.of(self.group.area.ring_bytes);
        is_due.then(|| {
            ends.told = ends.received;
            ends.told
        })
    }
}

/// Bytes that a message occupies in the ring.
fn whole(len: usize) -> usize {
    WORD + len.next_multiple_of(WORD)
}

fn header(kind: CollectiveKind, len: usize) -> [u8; WORD] {
    ((len as u64) << 8 | kind as u64).to_ne_bytes()
}

/// The name of the kind with a number.
fn name(kind: u8) -> &'static str {
    const KINDS: [(CollectiveKind, &str); 9] = [
        (CollectiveKind::Barrier, "a barrier's message"),
        (CollectiveKind::Broadcast, "a broadcast's message"),
        (CollectiveKind::Reduce, "a reduction's message"),
        (CollectiveKind::Gather, "a gather's message"),
        (CollectiveKind::Scatter, "a scatter's message"),
        (CollectiveKind::AllGather, "an all-gather's message"),
        (CollectiveKind::AllToAll, "an all-to-all's message"),
        (CollectiveKind::Scan, "a scan's message"),
        (CollectiveKind::Bulk, "a message about large data"),
    ];
    let known = KINDS.iter().find(|(known, _)| *known as u8 == kind);
    known.map_or("something unknown", |(_, name)| name)
}
