//! Two-sided messages: what active messages and message passing are made of.

pub use farreach_engine::MESSAGE_MAX;

use crate::{Error, World};

/// A message that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sent it.
    pub source: u32,
    /// What it says.
    pub bytes: Vec<u8>,
}

impl World {
    /// Sends `bytes`, which can be reused at once, to `pe`. Messages of one process come in the order in which it sent them, and
    /// after what it put before; they get there only once `pe` takes messages. [`World::quiet`] waits until they are there.
    pub fn send(&self, pe: u32, bytes: &[u8]) -> Result<(), Error> {
        self.check_rank(pe)?;
        if bytes.len() > MESSAGE_MAX {
            return Err(Error::MessageTooLong {
                rank: self.rank(),
                pe,
                len: bytes.len(),
                limit: MESSAGE_MAX,
            });
        }
        let network = self.network_to(pe)?;
        let op = network.peek(|core, _| core.engine.message(bytes));
        self.implicit(pe, op)
    }

    /// Takes the oldest message that has come, if there is one.
    pub fn try_take(&self) -> Result<Option<Message>, Error> {
        let Some(network) = self.network() else {
            return Ok(None);
        };
        let taken = network.enter(|core, now| {
            core.poll(now);
            let mut bytes = Vec::new();
            let source = core.engine.take_message(&mut bytes)?;
            Ok(source.map(|source| Message { source, bytes }))
        });
        taken.map_err(|source| Error::Network {
            rank: self.rank(),
            source,
        })
    }

    /// Takes the oldest message, which it waits for.
    pub fn take(&self) -> Result<Message, Error> {
        let mut taken = Ok(None);
        self.wait_for("a message", |world| {
            taken = world.try_take();
            !matches!(taken, Ok(None))
        });
        Ok(taken?.expect("waited for"))
    }
}
