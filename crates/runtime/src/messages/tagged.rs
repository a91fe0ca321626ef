//! Messages that are matched by tag, in a process.
//!
//! ```text
//!   begin_send ────────▶ engine::Tagged ──messages──▶ port Tagged of the other process
//!   begin_receive ─────▶  (exchange.rs) ◀──────────── deliver
//!                              │ reads
//!                              ▼
//!        near: copied from the sender's segment, or from its private memory (reading.rs)
//!        far:  read by the device from memory that the sender has registered
//! ```
//!
//! The protocol is [`farreach_engine::Tagged`], and this module carries out what it wants. Whatever makes
//! progress continues it: messages, and the reads of announced messages.
//!
//! One lock protects the protocol and this process's ends of the node's inboxes (`exchange.rs`). A short
//! message within a node therefore takes one lock at each end.
//!
//! *Invariants: the lock is held while messages are sent, so that they leave in the protocol's order,
//! apart from longer eager ones of a call, whose order among threads does not matter; it is not held while
//! bytes are copied from another process.*

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

mod attach;
mod blocking;
mod bytes;
mod exchange;
mod operations;
mod packed;
mod progress;
mod reading;
mod request;
mod watched;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use farreach_engine::Arrived;
pub use farreach_engine::{
    ANNOUNCED_MAX, EAGER_BYTES, EAGER_MAX, Found, Inquiry, Pattern, SINGLE_MAX, SendMode,
    TAG_MAX as MESSAGE_TAG_MAX, Unexpected,
};
use farreach_node::ShortMessage;

use self::attach::Attach;
use self::blocking::Handle;
use self::packed::Buffers;
use self::reading::{Ended, Reads};
use crate::World;
use crate::messages::{Port, Receiver};

pub(super) use self::exchange::{Exchange, Using};
pub use self::operations::Destination;
use self::operations::SHORT_MAX;
pub use self::request::{OpenRequest, TaggedRequest};

/// The most receives, and the most sends, that a text names.
const DESCRIBED_MAX: usize = 3;

/// What a process has for its tagged messages. Made by the first call that needs it.
#[derive(Default)]
pub(crate) struct TaggedMessages {
    shared: OnceLock<Arc<Shared>>,
    /// What threads probe for that wait.
    probed: Mutex<Vec<Pattern>>,
}

/// What the receiver of messages, and reads that the device carries out, share with the world.
struct Shared {
    /// Reads to carry out.
    reads: Mutex<Reads>,
    /// Reads that the device has carried out.
    ended: Mutex<Vec<Ended>>,
    attach: Attach,
    /// Packed messages that others read.
    buffers: Mutex<Buffers>,
    /// Whether one of the two may have something.
    has_work: AtomicBool,
    /// [`Messages::to_do`](crate::messages::Messages::to_do), to which `has_work` adds 1.
    to_do: Arc<AtomicUsize>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic leaves nothing half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Receiver for Shared {
    fn receive(&self, world: &World, from: u32, number: u8, bytes: &[u8]) {
        let _ = self.receive_awaited(world, from, number, bytes);
    }

    fn receive_awaited(
        &self,
        world: &World,
        from: u32,
        number: u8,
        bytes: &[u8],
    ) -> ControlFlow<()> {
        world.arrive_tagged(&mut world.protocol(), from, number, bytes)
    }

    fn runs_anywhere(&self, _: u8, _: &[u8]) -> bool {
        true
    }
}

impl World {
    /// The protocol.
    ///
    /// # Panics
    /// If another thread has panicked in it.
    #[inline(always)]
    fn protocol(&self) -> Using<'_> {
        self.messages().sound_exchange()
    }

    /// Takes a message that has arrived. Breaks if a thread waits for just this message.
    pub(crate) fn arrive_tagged(
        &self,
        protocol: &mut Using<'_>,
        from: u32,
        number: u8,
        bytes: &[u8],
    ) -> ControlFlow<()> {
        // Processes of one job trust each other. A message that none sends is dropped.
        let arrived = protocol.arrive(from, number, bytes);
        self.end_arrived(protocol, arrived)
    }

    /// Takes an eager message that lay in one line, as [`World::arrive_tagged`] does.
    #[inline(always)]
    pub(crate) fn arrive_short(
        &self,
        protocol: &mut Using<'_>,
        from: u32,
        message: &ShortMessage,
    ) -> ControlFlow<()> {
        let arrived = protocol.arrive_short(from, message.head(), message.body());
        self.end_arrived(protocol, arrived)
    }

    /// Carries out what the protocol wants.
    #[cold]
    pub(crate) fn act_on_tagged(&self, protocol: &mut Using<'_>) {
        self.tagged_messages().act(self, protocol);
    }

    /// Does what follows a message that has arrived. Breaks if a thread waits for just this message.
    #[inline(always)]
    pub(crate) fn end_arrived(
        &self,
        protocol: &mut Using<'_>,
        arrived: Option<Arrived<Handle>>,
    ) -> ControlFlow<()> {
        if protocol.has_actions() {
            self.act_on_tagged(protocol);
        }
        let Some(Arrived::Ended(request, message)) = arrived else {
            return ControlFlow::Continue(());
        };
        if progress::end_well(self, protocol, request, message) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// The tagged messages of this process.
    #[inline]
    fn tagged_messages(&self) -> &Arc<Shared> {
        self.tagged()
            .shared
            .get()
            .unwrap_or_else(|| self.open_tagged_messages())
    }

    #[cold]
    fn open_tagged_messages(&self) -> &Arc<Shared> {
        self.permit_attach();
        let shared = self.tagged().shared.get_or_init(|| {
            Arc::new(Shared {
                reads: Mutex::default(),
                ended: Mutex::default(),
                attach: Attach::new(),
                buffers: Mutex::default(),
                has_work: AtomicBool::new(false),
                to_do: Arc::clone(self.messages().to_do()),
            })
        });
        // Another thread may have opened it meanwhile.
        let _ = self.open_port(Port::Tagged, Arc::clone(shared) as Arc<dyn Receiver>);
        self.messages().exchange().open_tagged();
        shared
    }

    /// Which messages this process has asked for and which of its own no process has received, for texts. Empty if
    /// there are none, or if another thread uses the protocol.
    pub(crate) fn describe_messages(&self) -> String {
        let protocol = self.messages().try_exchange();
        let Some(protocol) = protocol.filter(|protocol| !protocol.is_broken()) else {
            return String::new();
        };
        let probed = lock(&self.tagged().probed).clone();
        let receives = protocol.awaited().chain(probed).map(|pattern| {
            let tag = pattern
                .tag
                .map_or("any tag".to_owned(), |tag| format!("tag {tag}"));
            match pattern.source {
                Some(source) => format!("{tag} from rank {source}"),
                None => format!("{tag} from any rank"),
            }
        });
        let sends = protocol.unreceived().collect::<BTreeSet<_>>().into_iter();
        let sends = sends.map(|(rank, tag)| format!("tag {tag} to rank {rank}"));
        let mut text = String::new();
        for (what, all) in [
            ("for a message of", receives.collect::<Vec<_>>()),
            ("with an unreceived message of", sends.collect()),
        ] {
            if all.is_empty() {
                continue;
            }
            let told = all[..all.len().min(DESCRIBED_MAX)].join(" or ");
            let _ = write!(text, ", {what} {told}");
            if all.len() > DESCRIBED_MAX {
                let _ = write!(text, " or {} others", all.len() - DESCRIBED_MAX);
            }
        }
        text
    }

    /// Whether tagged messages can be continued, apart from those that arrive.
    #[inline]
    pub(crate) fn can_continue_tagged(&self) -> bool {
        let shared = self.tagged().shared.get();
        shared.is_some_and(|shared| shared.has_work.load(Ordering::Acquire))
    }
}
