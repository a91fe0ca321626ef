//! Collectives over all processes: one fan-in and fan-out, first inside the node, then over the tree of nodes.
//!
//! ```text
//!   every process: its part into its bulk area, arrive ─────────────┐          ┌─ result out of the leader's bulk area
//!   the node's leader (local index 0): waits for all, combines them │          │ lets all go
//!        fan-in:  waits for each child node's part, combines, puts the result into the parent's slot
//!        fan-out: waits for the parent's result (the root has it), puts it into each child's slot
//! ```
//!
//! A barrier has no data, a broadcast's fan-in has none. The slots are in the internal area of the leaders' segments:
//!
//! ```text
//!      0 fan-in signals, a word for each slot   │   128 fan-out signal   │   4096 fan-out data, 4 KiB
//!   8192 fan-in data: 14 slots of 4 KiB
//! ```
//!
//! A signal is the number of the collective. No slot is overwritten before it was read: a process enters collective
//! k + 1 only when it has the result of k, and a result exists only when all parts were read.

use std::sync::atomic::Ordering;

use farreach_engine::collectives::Place;

use crate::{Error, World};

const FAN_IN_SIGNALS: usize = 0;
const FAN_OUT_SIGNAL: usize = 128;
const FAN_OUT_DATA: usize = 4096;
const FAN_IN_DATA: usize = 8192;
const SLOTS: usize = 14;
/// Bytes that travel at once; more are done in several rounds.
const PART: usize = 4096;
/// Bytes of a node's internal area that are used.
pub(crate) const INTERNAL_BYTES: usize = FAN_IN_DATA + SLOTS * PART;
/// Where in the leader's bulk area the result is.
const RESULT: usize = 32 << 10;
/// The most nodes that the slots are enough for.
pub(crate) const NODES_MAX: u32 = 1 << SLOTS;

impl World {
    /// Waits until all processes have called it and all operations before it are complete everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        let quiet = self.quiet();
        self.collective(0, &mut [], Fan::Barrier)?;
        quiet
    }

    /// Copies `bytes` of the process `root` to all others'. All give the same length.
    pub fn broadcast(&self, root: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.check_rank(root)?;
        let root_node = self.node_of(root);
        for part in bytes.chunks_mut(PART) {
            self.collective(root_node, part, Fan::Broadcast { root })?;
        }
        Ok(())
    }

    /// Combines the processes' `bytes` by `combine(into, other)`, in the order of the nodes of the tree and of the ranks
    /// inside a node, so that all get the same result. `unit` is the size of an element: no element is split.
    pub fn all_reduce(
        &self,
        bytes: &mut [u8],
        unit: usize,
        combine: &dyn Fn(&mut [u8], &[u8]),
    ) -> Result<(), Error> {
        assert!(unit > 0 && unit <= PART, "elements of {unit} bytes");
        for part in bytes.chunks_mut(PART / unit * unit) {
            self.collective(0, part, Fan::Reduce(combine))?;
        }
        Ok(())
    }

    fn collective(&self, root_node: u32, bytes: &mut [u8], fan: Fan<'_>) -> Result<(), Error> {
        let _turn = self.collective_turn();
        let own = self.arena().bulk(self.local_index());
        let memory = |error| Error::memory(self.rank(), self.rank(), error);
        let gives = match fan {
            Fan::Barrier => false,
            Fan::Broadcast { root } => root == self.rank(),
            Fan::Reduce(_) => true,
        };
        if gives {
            own.copy_in(0, bytes).map_err(memory)?;
        }
        let generation = self.node_arrive();
        if self.local_index() == 0 {
            self.node_wait_all();
            let led = self.lead(root_node, bytes, fan);
            if let Err(error) = &led {
                // The others wait for what will never come.
                self.abort(&format!("a collective failed: {error}"));
            }
            led?;
            own.copy_in(RESULT, bytes).map_err(memory)?;
            self.node_release();
        } else {
            self.node_wait_release(generation);
            self.arena()
                .bulk(0)
                .copy_out(RESULT, bytes)
                .map_err(memory)?;
        }
        Ok(())
    }

    /// The leader's part; leaves the result in `bytes`.
    fn lead(&self, root_node: u32, bytes: &mut [u8], fan: Fan<'_>) -> Result<(), Error> {
        let memory = |error| Error::memory(self.rank(), self.rank(), error);
        let mut other = vec![0; bytes.len()];
        match fan {
            Fan::Reduce(combine) => {
                for index in 1..self.local_size() {
                    self.arena()
                        .bulk(index)
                        .copy_out(0, &mut other)
                        .map_err(memory)?;
                    combine(bytes, &other);
                }
            }
            Fan::Broadcast { root } if self.node_of(root) == self.node() => {
                let index = root - self.first_rank();
                self.arena()
                    .bulk(index)
                    .copy_out(0, bytes)
                    .map_err(memory)?;
            }
            Fan::Barrier | Fan::Broadcast { .. } => {}
        }
        if self.nodes() == 1 {
            return Ok(());
        }
        let number = self.next_collective();
        let place = Place::new(self.node(), self.nodes(), root_node);
        let own = self.own_segment();
        for child in place.children() {
            let slot = child.slot as usize;
            self.wait_word("a collective's fan-in", FAN_IN_SIGNALS + 8 * slot, number)?;
            if let Fan::Reduce(combine) = fan {
                own.copy_out(FAN_IN_DATA + PART * slot, &mut other)
                    .map_err(memory)?;
                combine(bytes, &other);
            }
        }
        if let Some(parent) = place.parent() {
            let slot = parent.slot as usize;
            let up = if matches!(fan, Fan::Reduce(_)) {
                &*bytes
            } else {
                &[]
            };
            let leader = self.leader_of(parent.node);
            let signal = FAN_IN_SIGNALS + 8 * slot;
            self.put_signal(leader, FAN_IN_DATA + PART * slot, up, signal, number)?;
            self.wait_word("a collective's fan-out", FAN_OUT_SIGNAL, number)?;
            own.copy_out(FAN_OUT_DATA, bytes).map_err(memory)?;
        }
        for child in place.children().rev() {
            let leader = self.leader_of(child.node);
            self.put_signal(leader, FAN_OUT_DATA, bytes, FAN_OUT_SIGNAL, number)?;
        }
        Ok(())
    }

    /// Waits until the word at `offset` of the own segment is at least `value`.
    fn wait_word(&self, what: &'static str, offset: usize, value: u64) -> Result<(), Error> {
        let word = self
            .own_segment()
            .atomic_u64(offset)
            .expect("inside the internal area");
        let mut failure = None;
        self.wait_for(what, |world| {
            if word.load(Ordering::Acquire) >= value {
                return true;
            }
            world.progress();
            // What this process sent may have been lost for good: then no answer comes.
            failure = world
                .network()
                .and_then(|network| network.peek(|core, _| core.engine.take_failure()));
            failure.is_some() || word.load(Ordering::Acquire) >= value
        });
        failure.map_or(Ok(()), |source| {
            Err(Error::Network {
                rank: self.rank(),
                source,
            })
        })
    }
}

/// What a collective carries.
#[derive(Clone, Copy)]
enum Fan<'a> {
    /// Nothing.
    Barrier,
    /// The root's bytes outwards.
    Broadcast { root: u32 },
    /// Everybody's bytes inwards, combined, and the result outwards.
    Reduce(&'a dyn Fn(&mut [u8], &[u8])),
}
