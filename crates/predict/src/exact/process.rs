//! A process of an exact simulation: how it takes its steps by puts, flags and updates.
//!
//! ```text
//!   segment:   ┌ flags of the steps ┬ counter ┬ data, lost ┐
//!              │ a word for each    │ a word  │ CHUNK      │
//!              └────────────────────┴─────────┴────────────┘
//! ```

use farreach_connect::Rank;
use farreach_engine::{Engine, Op, Source, Tracking};
use farreach_patterns::Kind;
use farreach_sim::{SimDevice, VecMemory};
use farreach_verbs::{AtomicOp, AtomicWidth, InlineData, Memory, Region, Time};

use super::Hosts;
use crate::machine::Machine;
use crate::walk::{Message, Walk};

/// The longest put.
pub(super) const CHUNK: u32 = 60 << 10;
/// What listed puts copy.
static DATA: [u8; CHUNK as usize] = [0; CHUNK as usize];
/// Bytes of a flag, and of the counter.
pub(crate) const WORD: usize = 8;

pub(super) struct Process {
    pub(super) engine: Engine<SimDevice<VecMemory>, Hosts>,
    pub(super) segment: VecMemory,
    /// Flags at its begin.
    pub(super) flags: usize,
    /// What puts copy.
    pub(super) source: Option<Region>,
    pub(super) walk: Walk,
    pub(super) is_ready: bool,
    /// Messages of the pattern that it has sent in its turn.
    pub(super) sent: u32,
    /// Whether connections of a static set-up are missing.
    pub(super) is_connecting: bool,
    pub(super) began: Time,
    pub(super) ended: Option<Time>,
}

impl Process {
    /// The next message to send, as far as data has come.
    pub(super) fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.walk.next() {
                return Some(message);
            }
            let step = self.walk.awaited()?;
            if !self.has_flag(step) {
                return None;
            }
            let taken = self.segment.write(step as usize * WORD, &[0; WORD]);
            taken.expect("each step has a flag");
            self.walk.came(step);
        }
    }

    /// Whether the flag of a step has come and was not taken.
    fn has_flag(&self, step: u32) -> bool {
        let mut flag = [0; WORD];
        let read = self.segment.read(step as usize * WORD, &mut flag);
        read.expect("each step has a flag");
        flag != [0; WORD]
    }

    /// Flags that came and that no step has taken.
    pub(super) fn left_over(&self) -> usize {
        let steps = 0..self.flags as u32;
        steps.filter(|&step| self.has_flag(step)).count()
    }

    /// Whether the process works for the message that it has sent before it takes another step.
    pub(super) fn pauses(&self, machine: &Machine) -> bool {
        self.sent > 0 && !machine.node.overhead.value.is_zero()
    }

    /// Whether another step can be taken without an arrival.
    pub(super) fn can_go_on(&self) -> bool {
        let is_last = self.walk.is_done() && self.ended.is_none();
        let has_end = is_last && !self.engine.has_any_pending();
        let has_come = self.walk.awaited().is_some_and(|step| self.has_flag(step));
        self.is_ready && !self.is_connecting && (has_end || has_come || self.walk.can_go_on())
    }

    /// Puts the bytes of a step and then its flag, or updates a word. As in real processes, what fits into one packet with its flag travels
    /// in a list.
    pub(super) fn submit(&mut self, message: Message) {
        if message.kind == Kind::Update {
            let op = Op::Atomic {
                width: AtomicWidth::W64,
                op: AtomicOp::Add(1),
                offset: (self.flags * WORD) as u64,
            };
            let token = Tracking::Token(message.step.into());
            self.engine.submit(self.engine.now(), message.to, op, token);
            return;
        }
        let region = self.source.expect("a process is ready before it sends");
        let data = (self.flags + 1) * WORD;
        let is_short = message.bytes <= CHUNK;
        let mut left = message.bytes;
        while left > 0 {
            let len = left.min(CHUNK);
            left -= len;
            let listed = is_short.then_some(&DATA[..len as usize]);
            let source = Source::Region(region.sge(data as u64, len));
            self.put(message.to, data, listed, source);
        }
        let flag = 1u64.to_le_bytes();
        let source = Source::Inline(InlineData::new(&flag).expect("a word"));
        self.put(
            message.to,
            message.step as usize * WORD,
            Some(&flag),
            source,
        );
    }

    /// Puts the bytes in a list, if there are `listed` ones and a list has room. Otherwise puts the source.
    fn put(&mut self, to: Rank, offset: usize, listed: Option<&[u8]>, source: Source<VecMemory>) {
        let offset = offset as u64;
        // The connection's set-up may have taken time.
        let now = self.engine.now();
        let is_listed = listed.is_some_and(|bytes| {
            self.engine
                .put_listed(now, to, offset, bytes, Tracking::Implicit)
        });
        if !is_listed {
            let op = Op::Put { source, offset };
            self.engine.submit(now, to, op, Tracking::Implicit);
        }
    }
}
