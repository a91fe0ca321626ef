//! Delivery of messages that have come.

use std::sync::TryLockError;
use std::sync::atomic::Ordering;

use farreach_engine::MessageKind;
use farreach_forks::is_forked;

use super::{Kept, Message, lock};
use crate::World;
use crate::progress::Network;

/// The most messages that one call delivers, so that a flood does not keep it for ever.
const ROUND: usize = 64;

impl World {
    /// Delivers the messages that have come, up to some at a time. Returns whether there was one.
    #[inline]
    pub fn deliver(&self) -> bool {
        let messages = self.messages();
        let has_near = messages.mail.may_have_some() || messages.has_unsent();
        let far = self.network().filter(|network| network.has_messages());
        (has_near || far.is_some()) && self.deliver_now(far)
    }

    #[cold]
    fn deliver_now(&self, far: Option<&Network>) -> bool {
        if is_forked() {
            // They are for the parent.
            return false;
        }
        let messages = self.messages();
        messages.is_used.store(true, Ordering::Relaxed);
        let mut any = self.send_unsent();
        if !messages.is_full() {
            let taken = messages.mail.take(ROUND, |envelope, bytes| {
                if let Some(kind) = MessageKind::of(envelope.kind) {
                    self.receive(self.first_rank() + envelope.source, kind, bytes);
                }
            });
            any |= taken > 0;
        }
        if let Some(network) = far {
            any |= self.deliver_far(network);
        }
        if any {
            messages.delivered.fetch_add(1, Ordering::Relaxed);
        }
        any
    }

    /// Delivers what has come from other nodes, unless another thread does.
    fn deliver_far(&self, network: &Network) -> bool {
        let messages = self.messages();
        let mut taken = match messages.far.try_lock() {
            Ok(taken) => taken,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        let is_open = |port: &usize| messages.receivers[*port].get().is_some();
        let ports = || (0..messages.receivers.len()).filter(is_open);
        network.take_messages(|core| {
            for port in ports() {
                // If the device has no room for receive buffers, a blocking operation reports it.
                let _ = core.engine.take_messages(port, ROUND, &mut taken);
            }
            ports().any(|port| core.engine.has_message(port))
        });
        let mut any = false;
        for (source, kind, bytes) in taken.messages() {
            any = true;
            self.receive(source, kind, bytes);
        }
        taken.clear();
        any
    }

    /// Whether a message can be delivered.
    pub(crate) fn has_arrivals(&self) -> bool {
        let messages = self.messages();
        messages.mail.may_have_some() && !messages.mail.is_empty() && !messages.is_full()
            || self.network().is_some_and(Network::has_messages)
    }

    /// Gives a message to its port.
    fn receive(&self, from: u32, kind: MessageKind, bytes: &[u8]) {
        let messages = self.messages();
        let receiver = &messages.receivers[kind.port()];
        if let Some(receiver) = receiver.get() {
            return receiver.receive(self, from, kind.number(), bytes);
        }
        let mut kept = lock(&messages.kept[kind.port()]);
        // The port may have been opened meanwhile.
        if let Some(receiver) = receiver.get() {
            return receiver.receive(self, from, kind.number(), bytes);
        }
        kept.push_back(Kept {
            number: kind.number(),
            message: Message {
                source: from,
                bytes: bytes.to_vec(),
            },
        });
        messages.kept_count.fetch_add(1, Ordering::Relaxed);
    }
}
