//! Messages that their sender holds, and receivers that wait for them.
//!
//! ```text
//!   sender                                        receiver
//!   budget does not suffice ──holding: more──▶    a receive or a probe may wait for one of them:
//!                              ◀────next──────      then it asks for the next ones
//!   by the budget, or else
//!   a page of them          ──message …──────▶    matched, or kept as unexpected
//!                           ──holding: more──▶    if something still waits, it asks again
//! ```
//!
//! A receiver that waits for none of the messages of a sender is sent no more of them than the budget
//! allows. Whatever it waits for matches all the same, however many messages lie unreceived before it.

use farreach_connect::Rank;
use farreach_verbs::Memory;

use super::Tagged;
use super::matching::Pattern;
use super::sending::SendProtocol;
use super::wire::Head;
use crate::planted::Bug;

/// The most messages beyond the budget for one request of the receiver.
pub const PAGE_MAX: usize = 256;
/// The most bytes of a message that is sent eagerly beyond the budget. The receiver stores about as much
/// for an announcement.
const SHORT_MAX: usize = 64;

impl<M: Memory, R> Tagged<M, R> {
    /// Holds a send behind those that are held. The receiver is told of the first one.
    pub(super) fn hold(&mut self, to: Rank, send: u32) {
        let peer = self.peer(to);
        peer.held.push_back(send);
        if !peer.is_told {
            peer.is_told = true;
            self.push_control(to, Head::Holding { more: true });
        }
    }

    /// Sends what is held for a process, as far as the budget suffices. Returns how many messages
    /// it sent.
    pub(super) fn drain_held(&mut self, to: Rank) -> usize {
        let planted = self.planted;
        let mut count = 0;
        while let Some(peer) = self.peers.get_mut(to)
            && let Some(&first) = peer.held.front()
        {
            let sending = &self.sends[first as usize].sending;
            let protocol = peer.choose(sending.from.len(), sending.offer(), planted);
            if protocol == SendProtocol::Held {
                break;
            }
            peer.held.pop_front();
            self.encode_send(protocol, first);
            count += 1;
        }
        count
    }

    /// The receiver waits for the next messages that are held for it.
    pub(super) fn drain_next(&mut self, to: Rank, credit: u32) -> Option<()> {
        let peer = self.peers.get_mut(to)?;
        // A request that was not invited is none of ours.
        if !peer.is_told || !peer.allowance.return_eager(credit) {
            return None;
        }
        if self.drain_held(to) == 0 {
            self.drain_page(to);
        }
        let peer = self.peer(to);
        let more = !peer.held.is_empty();
        peer.is_told = more;
        self.push_control(to, Head::Holding { more });
        Some(())
    }

    /// Sends a page of the messages that are held for a process beyond the budget.
    fn drain_page(&mut self, to: Rank) {
        for _ in 0..PAGE_MAX {
            let Some(peer) = self.peers.get_mut(to) else {
                return;
            };
            let Some(first) = peer.held.pop_front() else {
                return;
            };
            let len = self.sends[first as usize].sending.from.len();
            // Beyond the budget, which `choose` observes.
            let protocol = if len <= SHORT_MAX {
                peer.allowance.overdraw_eager(len);
                SendProtocol::Eager
            } else {
                peer.allowance.overdraw_announced();
                SendProtocol::Announced(0)
            };
            self.encode_send(protocol, first);
        }
    }

    /// A sender holds messages for this process, or it no longer does.
    pub(super) fn take_holding(&mut self, from: Rank, more: bool) {
        if !more {
            self.holders.remove(&from);
        } else if self.matching.awaits(from) {
            self.ask_for_next(from);
        } else {
            self.holders.insert(from);
        }
    }

    /// Something waits for a message that `pattern` accepts, and none is here. Asks the senders that
    /// hold messages which it may accept.
    pub(super) fn want(&mut self, pattern: &Pattern) {
        match pattern.source {
            Some(source) => {
                if self.holders.remove(&source) {
                    self.ask_for_next(source);
                }
            }
            None => {
                while let Some(holder) = self.holders.pop_first() {
                    self.ask_for_next(holder);
                }
            }
        }
    }

    /// Asks a sender for the next messages that it holds. It answers with [`Head::Holding`] behind them.
    fn ask_for_next(&mut self, from: Rank) {
        if !self.planted.is(Bug::NextForgotten) {
            let bytes = self.peer(from).uncredited.take();
            self.push_control(from, Head::Next { bytes });
        }
    }
}
