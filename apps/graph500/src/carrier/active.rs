//! Batches as active messages.
//!
//! A receiver's handler keeps a batch until the program takes it. A sender has at most `WINDOW` batches at a receiver that were
//! not taken: after each half of them, the receiver sends a *credit*, which is an active message too.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use farreach::gasnet::{Endpoint, Handlers, Medium, Short};
use farreach::shmem::Pe;

use super::{Apply, Idle, Way};

/// Words of a full batch: 15 KiB.
const BATCH: usize = 3840;
/// Batches of a sender that its receiver has not taken, at most.
const WINDOW: u64 = 16;

/// What the handlers keep.
struct Arrived {
    /// The batches that were not taken, one behind the other, and how many each process sent of them.
    words: Vec<u32>,
    batches: Vec<u64>,
    /// Batches of the step that each process sent, and how many it says that they are, when it has sent the last one.
    step: Vec<u32>,
    announced: Vec<u32>,
    /// Processes of which all batches of the step came.
    ended: u32,
    /// Batches that each process has taken of those from this one, as far as this one was told.
    credits: Vec<u64>,
}

impl Arrived {
    fn keep(&mut self, from: u32, announced: u32, bytes: &[u8]) {
        let from = from as usize;
        let (words, _) = bytes.as_chunks::<4>();
        let words = words.iter().map(|word| u32::from_ne_bytes(*word));
        self.words.extend(words);
        self.batches[from] += 1;
        self.step[from] += 1;
        // Messages have no order: the last batch says how many there were, and may come before others.
        if announced > 0 {
            self.announced[from] = announced;
        }
        self.ended += u32::from(self.step[from] == self.announced[from]);
    }
}

/// Carries batches to and from all other processes.
pub(super) struct Active<'a> {
    endpoint: Endpoint<'a>,
    batch: Medium,
    credit: Short,
    arrived: Arc<Mutex<Arrived>>,
    /// Batches to each process: of all steps, and of this one.
    sent: RefCell<Vec<u64>>,
    sent_in_step: RefCell<Vec<u32>>,
    /// Batches of each process that were taken and not credited.
    uncredited: RefCell<Vec<u64>>,
    spare: Cell<(Vec<u32>, Vec<u64>)>,
}

impl<'a> Active<'a> {
    /// Collective.
    pub(super) fn new(pe: &'a Pe) -> Result<Self> {
        let all = pe.n_pes() as usize;
        let arrived = Arc::new(Mutex::new(Arrived {
            words: Vec::new(),
            batches: vec![0; all],
            step: vec![0; all],
            announced: vec![0; all],
            ended: 0,
            credits: vec![0; all],
        }));
        let mut handlers = Handlers::new();
        let kept = Arc::clone(&arrived);
        let batch = handlers.medium("batch", move |token, arguments, bytes| {
            lock(&kept).keep(token.source(), arguments[0], bytes);
        });
        let kept = Arc::clone(&arrived);
        let credit = handlers.short("credit", move |token, arguments| {
            lock(&kept).credits[token.source() as usize] += u64::from(arguments[0]);
        });
        Ok(Active {
            endpoint: Endpoint::attach(pe.world(), handlers)?,
            batch,
            credit,
            arrived,
            sent: RefCell::new(vec![0; all]),
            sent_in_step: RefCell::new(vec![0; all]),
            uncredited: RefCell::new(vec![0; all]),
            spare: Cell::new((Vec::new(), vec![0; all])),
        })
    }

    /// Tells senders that their batches were taken, when it is half of a window.
    fn credit(&self, taken: &[u64]) -> Result<()> {
        let mut uncredited = self.uncredited.borrow_mut();
        for ((from, taken), uncredited) in (0..).zip(taken).zip(uncredited.iter_mut()) {
            *uncredited += taken;
            if *uncredited >= WINDOW / 2 {
                let count = std::mem::take(uncredited) as u32;
                self.endpoint.request_short(from, self.credit, &[count])?;
            }
        }
        Ok(())
    }
}

fn lock(arrived: &Mutex<Arrived>) -> MutexGuard<'_, Arrived> {
    arrived.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Way for Active<'_> {
    fn batch_words(&self) -> usize {
        BATCH
    }

    fn post(&self, to: u32, batch: &[u32], idle: Idle<'_>) -> Result<()> {
        let receiver = to as usize;
        let sent = self.sent.borrow()[receiver];
        let has_room = |arrived: &Arrived| sent - arrived.credits[receiver] < WINDOW;
        while !has_room(&lock(&self.arrived)) {
            if !idle()? {
                self.endpoint.block_until(|| {
                    let arrived = lock(&self.arrived);
                    has_room(&arrived) || !arrived.words.is_empty()
                });
            }
        }
        self.sent.borrow_mut()[receiver] += 1;
        let in_step = &mut self.sent_in_step.borrow_mut()[receiver];
        *in_step += 1;
        let is_last = batch.len() < BATCH;
        let arguments = [if is_last { *in_step } else { 0 }];
        let bytes = farreach::zerocopy::IntoBytes::as_bytes(batch);
        Ok(self
            .endpoint
            .request_medium(to, self.batch, &arguments, bytes)?)
    }

    fn take(&self, apply: Apply<'_>) -> Result<bool> {
        self.endpoint.poll();
        let (mut words, mut taken) = self.spare.take();
        {
            let mut arrived = lock(&self.arrived);
            std::mem::swap(&mut words, &mut arrived.words);
            std::mem::swap(&mut taken, &mut arrived.batches);
        }
        let came = !words.is_empty();
        if came {
            apply(&words);
        }
        self.credit(&taken)?;
        words.clear();
        taken.fill(0);
        self.spare.set((words, taken));
        Ok(came)
    }

    fn ended(&self) -> u32 {
        let arrived = lock(&self.arrived);
        if arrived.words.is_empty() {
            arrived.ended
        } else {
            0
        }
    }

    fn wait(&self) -> Result<()> {
        let others = self.endpoint.size() - 1;
        self.endpoint.block_until(|| {
            let arrived = lock(&self.arrived);
            !arrived.words.is_empty() || arrived.ended == others
        });
        Ok(())
    }

    fn restart(&self) {
        let mut arrived = lock(&self.arrived);
        arrived.step.fill(0);
        arrived.announced.fill(0);
        arrived.ended = 0;
        self.sent_in_step.borrow_mut().fill(0);
    }
}
