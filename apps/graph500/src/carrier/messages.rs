//! Batches as messages of MPI.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use anyhow::Result;
use farreach::mpi::{Communicator, SendingCopy, Session};

use super::{Apply, Idle, Way};

/// Words of a full batch: 12 KiB.
const BATCH: usize = 3072;
/// Batches to a process that may be on the way.
const SENT_MAX: usize = 4;
const TAG: u32 = 500;

/// Carries batches to and from all other processes.
pub(super) struct Messages<'a> {
    all: Communicator<'a>,
    ended: Cell<u32>,
    sent: RefCell<Vec<VecDeque<SendingCopy<'a>>>>,
    incoming: RefCell<Vec<u32>>,
}

impl<'a> Messages<'a> {
    /// Collective.
    pub(super) fn new(mpi: &'a Session) -> Result<Self> {
        // Messages of the program's own communicator match no others.
        let all = mpi.world().duplicate()?;
        Ok(Messages {
            ended: Cell::new(0),
            sent: RefCell::new((0..all.size()).map(|_| VecDeque::new()).collect()),
            incoming: RefCell::new(vec![0; BATCH]),
            all,
        })
    }

    /// Whether a further batch to a process may be on the way.
    fn has_room(&self, to: u32) -> Result<bool> {
        let mut sent = self.sent.borrow_mut();
        let sent = &mut sent[to as usize];
        while let Some(oldest) = sent.pop_front() {
            if !oldest.has_ended() {
                sent.push_front(oldest);
                break;
            }
            oldest.wait()?;
        }
        Ok(sent.len() < SENT_MAX)
    }
}

impl Way for Messages<'_> {
    fn batch_words(&self) -> usize {
        BATCH
    }

    fn post(&self, to: u32, batch: &[u32], idle: Idle<'_>) -> Result<()> {
        while !self.has_room(to)? {
            idle()?;
        }
        let sending = self.all.send_copy(batch, to, TAG)?;
        if !sending.has_ended() {
            self.sent.borrow_mut()[to as usize].push_back(sending);
        }
        Ok(())
    }

    fn take(&self, apply: Apply<'_>) -> Result<bool> {
        let mut incoming = self.incoming.borrow_mut();
        let mut came = false;
        while let Some(found) = self.all.try_probe(None, TAG)? {
            let received = self.all.receive(&mut incoming, found.source, TAG)?;
            let words = received.count::<u32>()?;
            if words < BATCH {
                self.ended.set(self.ended.get() + 1);
            }
            apply(&incoming[..words]);
            came = true;
        }
        Ok(came)
    }

    fn ended(&self) -> u32 {
        self.ended.get()
    }

    fn wait(&self) -> Result<()> {
        self.all.probe(None, TAG)?;
        Ok(())
    }

    fn restart(&self) {
        self.ended.set(0);
    }
}
