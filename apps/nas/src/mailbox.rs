//! What partners put to each other with signals, turn by turn.
//!
//! ```text
//!   data      slot 0: turn 0, turn 1 │ slot 1: turn 0, turn 1 │ ..     what came for each slot, in one of two places
//!   arrivals  slot 0                 │ slot 1                 │ ..     how many turns have come, each in its own line
//! ```
//!
//! A turn takes the place of the one before the last. That is safe without acknowledgements as long as everyone who sends to
//! a slot has, since its last turn but one, taken something that the receiver sent after taking that turn: so where partners
//! send to each other in every turn.

use anyhow::Result;
use farreach::shmem::{Compare, Pe, Symmetric};

/// Words in a cache line.
const LINE: usize = 8;

/// This process's slots, and what it knows of others': these have the same.
pub(crate) struct Mailbox<'a> {
    pe: &'a Pe,
    data: Symmetric<f64>,
    arrivals: Symmetric<u64>,
    slots: Vec<Slot>,
}

struct Slot {
    first: usize,
    room: usize,
    sent: u64,
    taken: u64,
}

impl<'a> Mailbox<'a> {
    /// A mailbox with a slot for each of `rooms`, which is how many values it must hold at most. Collective, with the same
    /// rooms everywhere.
    pub(crate) fn new(pe: &'a Pe, rooms: &[usize]) -> Result<Mailbox<'a>> {
        let mut slots = Vec::with_capacity(rooms.len());
        let mut first = 0;
        for room in rooms {
            let room = room.next_multiple_of(LINE);
            slots.push(Slot {
                first,
                room,
                sent: 0,
                taken: 0,
            });
            first += 2 * room;
        }
        Ok(Mailbox {
            pe,
            data: pe.alloc(first)?,
            arrivals: pe.alloc(LINE * rooms.len())?,
            slots,
        })
    }

    /// Sends `values` to a slot of the process `to`: its next turn.
    pub(crate) fn send(&mut self, slot: usize, to: usize, values: &[f64]) -> Result<()> {
        let Slot {
            first, room, sent, ..
        } = &mut self.slots[slot];
        assert!(values.len() <= *room, "slot {slot} holds {room} values");
        let at = *first + (*sent % 2) as usize * *room;
        *sent += 1;
        self.pe.put_signal(
            self.data.range(at..).on(to as u32),
            values,
            self.arrivals.at(slot * LINE).signal().set(*sent),
        )?;
        Ok(())
    }

    /// Takes the next turn of a slot, which has as many values as `values`, when it has come.
    pub(crate) fn take(&mut self, slot: usize, values: &mut [f64]) -> Result<()> {
        let at = self.next(slot)?;
        self.pe.read(self.data.range(at..), values)?;
        Ok(())
    }

    /// Waits for the next turn of a slot; where it is.
    fn next(&mut self, number: usize) -> Result<usize> {
        let slot = &mut self.slots[number];
        let at = slot.first + (slot.taken % 2) as usize * slot.room;
        slot.taken += 1;
        let wanted = slot.taken;
        self.pe
            .wait_until(self.arrivals.at(number * LINE), Compare::Ge, wanted)?;
        Ok(at)
    }
}
