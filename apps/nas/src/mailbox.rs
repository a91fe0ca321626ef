//! What partners send to each other, turn by turn.
//!
//! ```text
//!   by one-sided operations:
//!   data      slot 0: turn 0, turn 1 │ slot 1: turn 0, turn 1 │ ..     what came for each slot, in one of two places
//!   arrivals  slot 0                 │ slot 1                 │ ..     how many turns have come, each in its own line
//!
//!   by messages: a communicator of the mailbox, in which the tag is the slot
//! ```
//!
//! A turn takes the place of the one before the last. That is safe without acknowledgements as long as everyone who sends to
//! a slot has, since its last turn but one, taken something that the receiver sent after taking that turn: so where partners
//! send to each other in every turn.

use std::collections::VecDeque;

use anyhow::Result;
use farreach::mpi::{Communicator, SendingCopy};
use farreach::shmem::{Compare, Pe, Symmetric};

use crate::job::Job;

/// Words in a cache line.
const LINE: usize = 8;
/// Turns of a slot that are on the way at most.
const TURNS: usize = 2;

/// This process's slots, and what it knows of others': these have the same.
pub(crate) struct Mailbox<'a> {
    way: Way<'a>,
    slots: Vec<Slot<'a>>,
}

enum Way<'a> {
    OneSided {
        pe: &'a Pe,
        data: Symmetric<f64>,
        arrivals: Symmetric<u64>,
    },
    Messages(Communicator<'a>),
}

struct Slot<'a> {
    first: usize,
    room: usize,
    sent: u64,
    taken: u64,
    /// Messages that have perhaps not ended.
    sending: VecDeque<SendingCopy<'a>>,
}

impl<'a> Mailbox<'a> {
    /// A mailbox with a slot for each of `rooms`, which is how many values it must hold at most. Collective, with the same
    /// rooms everywhere.
    pub(crate) fn new(job: &'a Job<'a>, rooms: &[usize]) -> Result<Mailbox<'a>> {
        let mut slots = Vec::with_capacity(rooms.len());
        let mut first = 0;
        for room in rooms {
            let room = room.next_multiple_of(LINE);
            slots.push(Slot {
                first,
                room,
                sent: 0,
                taken: 0,
                sending: VecDeque::new(),
            });
            first += TURNS * room;
        }
        let way = match &job.messages {
            Some(all) => Way::Messages(all.duplicate()?),
            None => Way::OneSided {
                pe: job.pe,
                data: job.pe.alloc(first)?,
                arrivals: job.pe.alloc(LINE * rooms.len())?,
            },
        };
        Ok(Mailbox { way, slots })
    }

    /// Sends `values` to a slot of the process `to`: its next turn.
    pub(crate) fn send(&mut self, number: usize, to: usize, values: &[f64]) -> Result<()> {
        let slot = &mut self.slots[number];
        let room = slot.room;
        assert!(values.len() <= room, "slot {number} holds {room} values");
        let at = slot.first + (slot.sent % TURNS as u64) as usize * room;
        slot.sent += 1;
        match &self.way {
            Way::OneSided { pe, data, arrivals } => pe.put_signal(
                data.range(at..).on(to as u32),
                values,
                arrivals.at(number * LINE).signal().set(slot.sent),
            )?,
            Way::Messages(all) => {
                if slot.sending.len() == TURNS
                    && let Some(oldest) = slot.sending.pop_front()
                {
                    oldest.wait()?;
                }
                let sending = all.send_copy(values, to as u32, number as u32)?;
                slot.sending.push_back(sending);
            }
        }
        Ok(())
    }

    /// Takes the next turn of a slot, which has as many values as `values`, when it has come.
    pub(crate) fn take(&mut self, number: usize, values: &mut [f64]) -> Result<()> {
        let slot = &mut self.slots[number];
        let at = slot.first + (slot.taken % TURNS as u64) as usize * slot.room;
        slot.taken += 1;
        match &self.way {
            Way::OneSided { pe, data, arrivals } => {
                pe.wait_until(arrivals.at(number * LINE), Compare::Ge, slot.taken)?;
                pe.read(data.range(at..), values)?;
            }
            Way::Messages(all) => {
                all.receive(values, None, number as u32)?;
            }
        }
        Ok(())
    }
}
