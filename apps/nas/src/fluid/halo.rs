//! How ghosts get the variables of neighbours.

use anyhow::Result;

use super::division::Division;
use super::fields::{Fields, GHOSTS, VARIABLES};
use crate::job::Job;
use crate::mailbox::Mailbox;

/// The exchange of ghosts. The mailbox has two slots for each axis that may be cut: for what comes from before and from after.
pub(crate) struct Halo<'a> {
    mailbox: Mailbox<'a>,
    values: Vec<f64>,
}

impl<'a> Halo<'a> {
    /// For the grids of a division. Collective.
    pub(crate) fn new(job: &'a Job<'a>, division: &Division) -> Result<Halo<'a>> {
        let room = |axis: usize| {
            let layers = GHOSTS * division.inner() * VARIABLES;
            let room = layers * division.points_max(3 - axis);
            if division.is_cut(axis) { room } else { 0 }
        };
        let rooms = [room(1), room(1), room(2), room(2)];
        Ok(Halo {
            mailbox: Mailbox::new(job, &rooms)?,
            values: Vec::new(),
        })
    }

    /// Fills the ghosts. Those of edges are not needed.
    pub(crate) fn fill(&mut self, fields: &mut Fields) -> Result<()> {
        for axis in [1, 2] {
            let (from_before, from_after) = (2 * (axis - 1), 2 * (axis - 1) + 1);
            let len = fields.len(axis);
            let [before, after] = [fields.division.before(axis), fields.division.after(axis)];
            if let Some(after) = after {
                self.send(fields, axis, len, from_before, after)?;
            }
            if let Some(before) = before {
                self.send(fields, axis, GHOSTS, from_after, before)?;
                self.take(fields, axis, 0, from_before)?;
            }
            if after.is_some() {
                self.take(fields, axis, GHOSTS + len, from_after)?;
            }
        }
        Ok(())
    }

    /// Sends the layers from `first` on.
    fn send(
        &mut self,
        fields: &Fields,
        axis: usize,
        first: usize,
        slot: usize,
        to: usize,
    ) -> Result<()> {
        let (rows, len) = rows(fields, axis, first);
        self.values.clear();
        for at in rows {
            self.values
                .extend_from_slice(&fields.state.values[at..at + len]);
        }
        self.mailbox.send(slot, to, &self.values)
    }

    /// Takes the layers from `first` on.
    fn take(&mut self, fields: &mut Fields, axis: usize, first: usize, slot: usize) -> Result<()> {
        let (rows, len) = rows(fields, axis, first);
        self.values.resize(rows.len() * len, 0.0);
        self.mailbox.take(slot, &mut self.values)?;
        for (at, row) in rows.into_iter().zip(self.values.chunks_exact(len)) {
            fields.state.values[at..at + len].copy_from_slice(row);
        }
        Ok(())
    }
}

/// Where the rows of the layers from `first` on begin, and how long they are.
fn rows(fields: &Fields, axis: usize, first: usize) -> (Vec<usize>, usize) {
    let other = 3 - axis;
    let mut rows = Vec::new();
    for layer in first..first + GHOSTS {
        for place in GHOSTS..GHOSTS + fields.len(other) {
            let mut point = [1, 0, 0];
            point[axis] = layer;
            point[other] = place;
            rows.extend((0..VARIABLES).map(|part| fields.state.layout.at(part, point)));
        }
    }
    (rows, fields.len(0))
}
