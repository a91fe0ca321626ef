//! Batches as active messages.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use farreach::gasnet::{Endpoint, Handlers, Medium};
use farreach::shmem::Pe;

use super::{Apply, Carrier, Fold, Idle, fold_by_shmem};

/// Words of a full batch: 15 KiB.
const BATCH: usize = 3840;

/// What the handler keeps.
#[derive(Default)]
struct Arrived {
    /// The batches that were not taken, one behind the other.
    words: Vec<u32>,
    /// Batches of the step that came, and those that will have come.
    batches: u64,
    announced: u64,
    /// Processes whose last batch came.
    ended: u32,
}

/// Carries batches to and from all other processes.
pub(super) struct Active<'a> {
    pe: &'a Pe,
    endpoint: Endpoint<'a>,
    handler: Medium,
    arrived: Arc<Mutex<Arrived>>,
    /// Batches of the step to each process.
    sent: RefCell<Vec<u32>>,
    spare: Cell<Vec<u32>>,
}

impl<'a> Active<'a> {
    /// Collective.
    pub(super) fn new(pe: &'a Pe) -> Result<Self> {
        let arrived = Arc::new(Mutex::new(Arrived::default()));
        let mut handlers = Handlers::new();
        let kept = Arc::clone(&arrived);
        // Messages have no order: the last batch says how many there were, and may come before others.
        let handler = handlers.medium("batch", move |_, arguments, bytes| {
            let mut arrived = lock(&kept);
            arrived.batches += 1;
            if arguments[0] > 0 {
                arrived.announced += u64::from(arguments[0]);
                arrived.ended += 1;
            }
            let (words, _) = bytes.as_chunks::<4>();
            let words = words.iter().map(|word| u32::from_ne_bytes(*word));
            arrived.words.extend(words);
        });
        Ok(Active {
            endpoint: Endpoint::attach(pe.world(), handlers)?,
            handler,
            arrived,
            sent: RefCell::new(vec![0; pe.n_pes() as usize]),
            spare: Cell::default(),
            pe,
        })
    }

    fn is_over(arrived: &Arrived, others: u32) -> bool {
        arrived.ended == others && arrived.batches == arrived.announced
    }
}

fn lock(arrived: &Mutex<Arrived>) -> MutexGuard<'_, Arrived> {
    arrived.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Carrier for Active<'_> {
    fn rank(&self) -> u32 {
        self.pe.my_pe()
    }

    fn size(&self) -> u32 {
        self.pe.n_pes()
    }

    fn batch_words(&self) -> usize {
        BATCH
    }

    fn post(&self, to: u32, batch: &[u32], _: Idle<'_>) -> Result<()> {
        let sent = &mut self.sent.borrow_mut()[to as usize];
        *sent += 1;
        let is_last = batch.len() < BATCH;
        let arguments = [if is_last { *sent } else { 0 }];
        let bytes = farreach::zerocopy::IntoBytes::as_bytes(batch);
        Ok(self
            .endpoint
            .request_medium(to, self.handler, &arguments, bytes)?)
    }

    fn take(&self, apply: Apply<'_>) -> Result<bool> {
        self.endpoint.poll();
        let mut words = self.spare.take();
        std::mem::swap(&mut words, &mut lock(&self.arrived).words);
        let came = !words.is_empty();
        if came {
            apply(&words);
        }
        words.clear();
        self.spare.set(words);
        Ok(came)
    }

    fn has_ended(&self) -> bool {
        let arrived = lock(&self.arrived);
        arrived.words.is_empty() && Active::is_over(&arrived, self.size() - 1)
    }

    fn wait(&self) -> Result<()> {
        let others = self.size() - 1;
        self.endpoint.block_until(|| {
            let arrived = lock(&self.arrived);
            !arrived.words.is_empty() || Active::is_over(&arrived, others)
        });
        Ok(())
    }

    fn restart(&self) {
        *lock(&self.arrived) = Arrived::default();
        self.sent.borrow_mut().fill(0);
    }

    fn fold(&self, values: &mut [u64], fold: Fold) -> Result<()> {
        fold_by_shmem(self.pe, values, fold)
    }
}
