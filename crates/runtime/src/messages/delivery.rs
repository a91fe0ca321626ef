//! Delivery of messages that have come.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use farreach_engine::{Awaited, Found, KeptMessage, MessageKind, Pattern};
use farreach_forks::is_forked;
use farreach_node::Memory;

use std::sync::Arc;

use super::{Kept, Message, Port, Receiver, Using, lock};
use crate::World;
use crate::progress::{Core, Network};

/// The most messages that one call delivers, so that a flood does not keep it for ever.
const ROUND: usize = 64;

/// Who delivers messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// A thread of the program, in a call.
    Program,
    /// The helper thread.
    Helper,
}

impl World {
    /// Delivers the messages that have come, up to some at a time. Returns whether there was one.
    #[inline]
    pub fn deliver(&self) -> bool {
        self.may_deliver() && self.deliver_now(By::Program)
    }

    /// Delivers the messages that have come while the program computes. Those that only its calls
    /// may take are kept for them.
    pub(crate) fn deliver_as_helper(&self) -> bool {
        let has_port = self
            .messages()
            .receivers
            .iter()
            .any(|port| port.get().is_some());
        has_port && self.may_deliver() && self.deliver_now(By::Helper)
    }

    #[inline]
    pub(crate) fn may_deliver(&self) -> bool {
        let messages = self.messages();
        messages.inboxes.may_have_some()
            || messages.to_do.load(Ordering::Relaxed) > 0
            || self.network().is_some_and(Network::has_messages)
    }

    /// Delivers messages, unless another thread does.
    #[cold]
    fn deliver_now(&self, by: By) -> bool {
        if is_forked() {
            // They are for the parent.
            return false;
        }
        let messages = self.messages();
        let mut using = messages.exchange();
        if using.is_delivering() {
            return false;
        }
        if !messages.is_used.load(Ordering::Relaxed) {
            messages.is_used.store(true, Ordering::Relaxed);
        }
        let mut any = self.push_unsent(&mut using);
        if by == By::Program && messages.has_owed() {
            any |= using.without_lock(|| self.deliver_owed());
        }
        let mut taken = 0;
        while taken < ROUND && !messages.is_full() {
            let (short, flow) = self.take_short(&mut using, ROUND - taken);
            taken += short;
            if flow.is_break() || taken == ROUND {
                break;
            }
            if using.can_use_protocol()
                && let Some(arrived) = using.arrive_in_place(|source| self.rank_of_local(source))
            {
                taken += 1;
                if self.end_arrived(&mut using, Some(arrived)).is_break() {
                    break;
                }
                continue;
            }
            let Some((envelope, len, bytes)) = using.take_any() else {
                break;
            };
            taken += 1;
            let from = self.rank_of_local(envelope.source);
            let flow = match MessageKind::of(envelope.kind) {
                None => ControlFlow::Continue(()),
                Some(kind) => self.receive_using(&mut using, by, (from, kind, &bytes[..len])),
            };
            using.give_back(bytes);
            if flow.is_break() {
                break;
            }
        }
        any |= taken > 0;
        using.inboxes().note_taken();
        // What the helper would keep for the program stays within the bound of the engine's queues.
        let may_take = by == By::Program || !messages.is_full();
        let network = self.network().filter(|network| network.has_messages());
        if let Some(network) = network.filter(|_| may_take) {
            any |= self.deliver_far(by, &mut using, network);
        }
        if any {
            count_alone(&messages.delivered);
            if by == By::Program {
                count_alone(&messages.taken_in_calls);
            }
        }
        // Until here, no other thread delivers messages.
        drop(using);
        any
    }

    /// Takes the short tagged messages that have come, up to some at a time: the first that a receive of a node waits for.
    pub fn take_short_messages(&self) {
        let messages = self.messages();
        if messages.inboxes.may_have_some() && !is_forked() {
            self.take_short_now(&mut messages.exchange());
        }
    }

    /// Receives a short message to `into` that is here or has just come. `None` says nothing: then receive otherwise. The caller has
    /// checked that there are such a rank and such a tag.
    pub fn try_receive_short(&self, pattern: &Pattern, into: &Memory) -> Option<Found> {
        // What else there is to continue is continued by a call that waits.
        if is_forked() || self.can_continue_tagged() {
            return None;
        }
        self.receive_short(pattern, into)
    }

    #[inline(always)]
    pub(super) fn receive_short(&self, pattern: &Pattern, into: &Memory) -> Option<Found> {
        let mut using = self.messages().exchange();
        if !using.can_use_protocol() {
            return None;
        }
        match using.receive_kept(pattern, into) {
            KeptMessage::Received(found) => {
                self.act_if_wanted(&mut using);
                Some(found)
            }
            KeptMessage::Nothing if !using.is_delivering() => {
                self.receive_arriving(&mut using, pattern, into)
            }
            KeptMessage::Nothing | KeptMessage::Other => None,
        }
    }

    /// Takes short messages that have come, up to some, until the receive has got one.
    #[inline(always)]
    fn receive_arriving(
        &self,
        using: &mut Using<'_>,
        pattern: &Pattern,
        into: &Memory,
    ) -> Option<Found> {
        let mut found = None;
        let mut taken = 0;
        while taken < ROUND
            && found.is_none()
            && let Some(message) = using.take_short()
        {
            taken += 1;
            let from = self.rank_of_local(message.source);
            let message = (from, message.head(), message.body());
            match using.arrive_awaited(pattern, into, message) {
                Some(Awaited::Received(received)) => {
                    found = Some(received);
                    self.act_if_wanted(using);
                }
                Some(Awaited::Other(arrived)) => {
                    let _ = self.end_arrived(using, Some(arrived));
                }
                None => {}
            }
        }
        if taken > 0 {
            self.note_taken(using);
        }
        found
    }

    #[inline(always)]
    fn act_if_wanted(&self, using: &mut Using<'_>) {
        if using.has_actions() {
            self.act_on_tagged(using);
        }
    }

    /// Takes the short tagged messages that have come, for a call that has the right to do so.
    fn take_short_now(&self, using: &mut Using<'_>) {
        if using.is_delivering() {
            return;
        }
        let (taken, _) = self.take_short(using, ROUND);
        if taken > 0 {
            self.note_taken(using);
        }
    }

    /// Notes that messages were taken in a call.
    #[inline(always)]
    fn note_taken(&self, using: &mut Using<'_>) {
        let messages = self.messages();
        messages.is_used.store(true, Ordering::Relaxed);
        using.inboxes().note_taken();
        count_alone(&messages.delivered);
        count_alone(&messages.taken_in_calls);
    }

    /// Takes short tagged messages, up to `most`. Breaks as [`Receiver::receive_awaited`] does.
    #[inline]
    fn take_short(&self, using: &mut Using<'_>, most: usize) -> (usize, ControlFlow<()>) {
        let most = if using.can_use_protocol() { most } else { 0 };
        let mut taken = 0;
        while taken < most
            && let Some(message) = using.take_short()
        {
            taken += 1;
            let flow = self.arrive_short(using, self.rank_of_local(message.source), &message);
            if flow.is_break() {
                return (taken, flow);
            }
        }
        (taken, ControlFlow::Continue(()))
    }

    /// Delivers what has come from other nodes.
    fn deliver_far(&self, by: By, using: &mut Using<'_>, network: &Network) -> bool {
        let messages = self.messages();
        // Only the thread that delivers has this lock.
        let taken = &mut *lock(&messages.far);
        let is_open = |port: &usize| messages.receivers[*port].get().is_some();
        let ports = || (0..messages.receivers.len()).filter(is_open);
        let mut take = |core: &mut Core| {
            for port in ports() {
                // If the device has no room for receive buffers, a blocking operation reports it.
                let _ = core.engine.take_messages(port, ROUND, taken);
            }
            ports().any(|port| core.engine.has_message(port))
        };
        using.without_lock(|| network.take_messages(&mut take));
        let mut any = false;
        for message in taken.messages() {
            any = true;
            // These were taken from the network, so all are delivered.
            let _ = self.receive_using(using, by, message);
        }
        taken.clear();
        any
    }

    /// Delivers the messages that the helper has kept for the program's calls.
    fn deliver_owed(&self) -> bool {
        let messages = self.messages();
        let mut any = false;
        for (receiver, kept) in messages.receivers.iter().zip(&messages.kept) {
            let Some(receiver) = receiver.get() else {
                continue;
            };
            // A receiver may send, and so must not be called with the lock held.
            let all = std::mem::take(&mut *lock(kept));
            messages.kept_count.fetch_sub(all.len(), Ordering::Relaxed);
            messages.owed_count.fetch_sub(all.len(), Ordering::Relaxed);
            messages.to_do.fetch_sub(all.len(), Ordering::Relaxed);
            for Kept { number, message } in all {
                any = true;
                receiver.receive(self, message.source, number, &message.bytes);
            }
        }
        any
    }

    /// Whether a message can be delivered.
    pub(crate) fn has_arrivals(&self) -> bool {
        self.messages().has_owed() || self.has_arrivals_for_helper()
    }

    /// Whether the helper can take a message.
    pub(crate) fn has_arrivals_for_helper(&self) -> bool {
        let messages = self.messages();
        messages.inboxes.may_have_some() && !messages.inboxes.is_empty() && !messages.is_full()
            || self.network().is_some_and(Network::has_messages)
    }

    /// Gives a message to its port, as [`World::receive`] does. For the thread that delivers messages.
    #[inline]
    fn receive_using(
        &self,
        using: &mut Using<'_>,
        by: By,
        (from, kind, bytes): (u32, MessageKind, &[u8]),
    ) -> ControlFlow<()> {
        if kind.port() == Port::Tagged as usize && using.can_use_protocol() {
            return self.arrive_tagged(using, from, kind.number(), bytes);
        }
        using.without_lock(|| self.receive(by, from, kind, bytes))
    }

    /// Gives a message to its port. Breaks as [`Receiver::receive_awaited`] does.
    fn receive(&self, by: By, from: u32, kind: MessageKind, bytes: &[u8]) -> ControlFlow<()> {
        let messages = self.messages();
        let runs = |receiver: &Arc<dyn Receiver>| {
            by == By::Program || receiver.runs_anywhere(kind.number(), bytes)
        };
        let receiver = &messages.receivers[kind.port()];
        if let Some(receiver) = receiver.get().filter(|receiver| runs(receiver)) {
            return receiver.receive_awaited(self, from, kind.number(), bytes);
        }
        let mut kept = lock(&messages.kept[kind.port()]);
        // The port may have been opened meanwhile.
        if let Some(receiver) = receiver.get() {
            if runs(receiver) {
                return receiver.receive_awaited(self, from, kind.number(), bytes);
            }
            messages.owed_count.fetch_add(1, Ordering::Relaxed);
            messages.to_do.fetch_add(1, Ordering::Relaxed);
        }
        kept.push_back(Kept {
            number: kind.number(),
            message: Message {
                source: from,
                bytes: bytes.to_vec(),
            },
        });
        messages.kept_count.fetch_add(1, Ordering::Relaxed);
        if by == By::Helper {
            // A thread that sleeps takes the message.
            self.own_near().ring();
        }
        ControlFlow::Continue(())
    }
}

/// Adds 1 to a counter that only the thread changes that delivers messages.
#[inline]
fn count_alone(counter: &AtomicUsize) {
    let count = counter.load(Ordering::Relaxed);
    counter.store(count.wrapping_add(1), Ordering::Relaxed);
}
