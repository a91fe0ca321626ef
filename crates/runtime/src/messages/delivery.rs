//! Delivery of messages that have come.

use std::sync::TryLockError;
use std::sync::atomic::Ordering;

use farreach_engine::MessageKind;
use farreach_forks::is_forked;

use super::{KEPT_MAX, Kept, Message, Port, lock};
use crate::World;
use crate::progress::Network;

/// The most messages that one call delivers, so that a flood does not keep it for ever.
const ROUND: usize = 64;

impl World {
    /// Delivers the messages that have come, up to some at a time. Returns whether there was one.
    #[inline]
    pub fn deliver(&self) -> bool {
        let messages = self.messages();
        let has_near =
            messages.mail.may_have_some() || messages.unsent_count.load(Ordering::Relaxed) > 0;
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
        for _ in 0..ROUND {
            if lock(&messages.kept[Port::Program as usize]).len() >= KEPT_MAX {
                break;
            }
            let taken = messages.mail.take(|envelope, bytes| {
                if let Some(kind) = MessageKind::of(envelope.kind) {
                    self.receive(self.first_rank() + envelope.source, kind, bytes);
                }
            });
            if taken.is_none() {
                break;
            }
            any = true;
        }
        if let Some(network) = far {
            any |= self.deliver_far(network);
        }
        any
    }

    /// Delivers what has come from other nodes, unless another thread does.
    fn deliver_far(&self, network: &Network) -> bool {
        let messages = self.messages();
        let mut bytes = match messages.far.try_lock() {
            Ok(bytes) => bytes,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        let is_open = |port: &usize| messages.receivers[*port].get().is_some();
        let ports = || (0..messages.receivers.len()).filter(is_open);
        for nth in 0..ROUND {
            let taken = network.peek(|core, _| {
                let port = ports().find(|port| core.engine.has_message(*port))?;
                core.engine.take_message(port, &mut bytes).transpose()
            });
            match taken {
                None => {
                    network
                        .has_no_messages(|core| ports().any(|port| core.engine.has_message(port)));
                    return nth > 0;
                }
                Some(Ok((source, kind))) => self.receive(source, kind, &bytes),
                // The device has no room for receive buffers: the next blocking operation reports it.
                Some(Err(_)) => return nth > 0,
            }
        }
        true
    }

    /// Whether a message can be delivered.
    pub(crate) fn has_arrivals(&self) -> bool {
        let messages = self.messages();
        let is_full = || lock(&messages.kept[Port::Program as usize]).len() >= KEPT_MAX;
        messages.mail.may_have_some() && !messages.mail.is_empty() && !is_full()
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
        match receiver.get() {
            Some(receiver) => receiver.receive(self, from, kind.number(), bytes),
            None => kept.push_back(Kept {
                number: kind.number(),
                message: Message {
                    source: from,
                    bytes: bytes.to_vec(),
                },
            }),
        }
    }
}
