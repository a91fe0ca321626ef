//! Messages between two processes, and notifications.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use farreach_runtime::{Destination, MESSAGE_TAG_MAX, Pattern, SendMode, World};

use crate::Error;

/// The context of messages. The next one has those with negative tags.
const MESSAGES: u32 = 0xa000_0000;
/// The context of notifications.
const NOTIFICATIONS: u32 = 0xa000_0002;
/// The first context of messages for other parts of an ARMCI library.
pub(crate) const FURTHER: u32 = 0xa000_0003;

/// Messages between two processes. Those of one process arrive in the order in which they were
/// sent.
///
/// ```
/// use farreach::armci;
///
/// let armci = armci::init()?;
/// let messages = armci.messages();
/// let next = (armci.rank() + 1) % armci.size();
/// messages.send(next, 7, b"token")?;
/// let mut token = [0; 5];
/// messages.receive(None, 7, &mut token)?;
/// assert_eq!(&token, b"token");
/// armci.finalize()?;
/// # Ok::<(), armci::Error>(())
/// ```
pub struct Messages<'w> {
    world: &'w World,
    /// How often this process has notified others, and others have notified this one.
    notified: Mutex<BTreeMap<u32, [i32; 2]>>,
}

impl fmt::Debug for Messages<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").finish_non_exhaustive()
    }
}

/// A message that was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// The rank of its sender.
    pub source: u32,
    /// Its length in bytes.
    pub len: usize,
}

/// Context and tag of messages with a tag of ARMCI.
fn named(tag: i32) -> (u32, u32) {
    let context = MESSAGES + u32::from(tag < 0);
    (context, tag as u32 & MESSAGE_TAG_MAX)
}

impl<'w> Messages<'w> {
    /// The messages of this process.
    pub fn new(world: &'w World) -> Messages<'w> {
        Messages {
            world,
            notified: Mutex::default(),
        }
    }

    /// Sends a message. Returns when `bytes` may be changed.
    pub fn send(&self, pe: u32, tag: i32, bytes: &[u8]) -> Result<(), Error> {
        let (context, tag) = named(tag);
        let to = Destination { pe, context, tag };
        Ok(self.world.send_tagged(to, bytes, SendMode::Standard)?)
    }

    /// Receives the oldest message with this tag, of `source` or of any process. Waits for it.
    ///
    /// # Errors
    /// If the message is longer than `into`.
    pub fn receive(
        &self,
        source: Option<u32>,
        tag: i32,
        into: &mut [u8],
    ) -> Result<Received, Error> {
        let (context, tag) = named(tag);
        let pattern = Pattern {
            context,
            source,
            tag: Some(tag),
        };
        let found = self.world.receive_tagged(&pattern, into)?;
        Ok(Received {
            source: found.source,
            len: found.len,
        })
    }

    /// Notifies process `pe`: when it learns of the notification, it sees what this process put to
    /// it before. Returns how often this process has notified it.
    pub fn notify(&self, pe: u32) -> Result<i32, Error> {
        let count = self.count(pe, 0);
        self.world.direct().fence();
        let to = Destination {
            pe,
            context: NOTIFICATIONS,
            tag: 0,
        };
        self.world
            .send_tagged(to, &count.to_ne_bytes(), SendMode::Standard)?;
        Ok(count)
    }

    /// Waits for the next notification of process `pe`. Returns how often it has notified this one.
    pub fn wait_notify(&self, pe: u32) -> Result<i32, Error> {
        let pattern = Pattern {
            context: NOTIFICATIONS,
            source: Some(pe),
            tag: Some(0),
        };
        let mut count = [0; 4];
        self.world.receive_tagged(&pattern, &mut count)?;
        self.count(pe, 1);
        Ok(i32::from_ne_bytes(count))
    }

    fn count(&self, pe: u32, direction: usize) -> i32 {
        let mut notified = self.notified.lock().unwrap_or_else(PoisonError::into_inner);
        let count = &mut notified.entry(pe).or_default()[direction];
        *count = count.wrapping_add(1);
        *count
    }
}
