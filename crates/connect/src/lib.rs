//! The connection manager: who is connected to whom, set up on demand over UD.
//!
//! ```text
//!    engine ── connect, ───────▶ ┌─────────┐ ── CreateQp, BringUp, DestroyQp ──▶ device
//!              disconnect        │         │
//!    engine ◀── Up, Failed, ──── │ Manager │ ◀─ qp_created, qp_up ────────────── device
//!               Drain, Down      │         │
//!    clock ─── handle_timeout ─▶ └─────────┘ ── Send ──▶ UD ──▶ handle_connect_message of the peer
//! ```
//!
//! In this crate "message" means *connect message*. A peer is the process at the other end of a
//! connection. The layer above decides when a connection is wanted, and what it is used for. The
//! protocol of set-ups is `overlap` or `serial` ([`Protocol`]). The crate has no socket, clock or
//! device: [`Manager`] is told what happened, and returns what has to be done ([`Action`]).
//!
//! Start reading at [`Manager`]. The state machine is `peer`. Arriving messages are handled in
//! `receive`, outgoing messages are built in `speech`. `closing` has the end of a connection,
//! `room` the wait for a queue pair, `wire` and `mac` the bytes of messages, `timing` and
//! `retransmit` the delays.
//!
//! # The protocol
//!
//! The protocol is symmetric. Each side tells the other *everything that it has at that moment*,
//! again and again with growing delays, until both queue pairs receive. One rule therefore covers a
//! request, an answer, two requests at once, a lost message and a retransmission. No message has to
//! arrive in order.
//!
//! ```text
//!   device answers at once (soft),            device is slow (`announce`), protocol overlap:
//!   or protocol serial                         both create at the same time
//!
//!   client                    server           client                    server
//!   create                                     REQUEST ───────────────▶
//!   REQUEST + end ─────────▶  create           create ┐                 ┐ create
//!                             REPLY + end *           │                 │
//!   bring up ◀───────────────                  REQUEST + end ────────▶  ┘ bring up
//!                             bring up         bring up ◀────────────── REPLY + end *
//!   Up, CONFIRM ◀────────▶    Up, CONFIRM *    Up, CONFIRM ◀─────────▶  Up, CONFIRM *
//!
//!   * A slow server replies before its own transitions, so that both sides do theirs at the same time, and confirms
//!     after them; a fast one says both in its REPLY: one round trip, 3 messages.
//!
//!   both begin:  merged, one round trip, 4 messages, one queue pair on each side
//!
//!   create                    create
//!   REQUEST + end ───╲ ╱───── REQUEST + end
//!   bring up ◀───────╱ ╲────▶ bring up
//!   REPLY ───────────╲ ╱───── REPLY           (it says: mine receives)
//!   Up ◀─────────────╱ ╲────▶ Up
//! ```
//!
//! An *end* is queue pair, first PSN, MTU, and the segment information of the layer above. A side
//! says that it *receives* once its queue pair is in RTS with the other's end. A side is `Up` when
//! its own queue pair receives and it knows that the other's does. So nobody sends to a queue pair
//! that isn't ready, and the retries of RC are never relied on. A packet over the connection itself
//! may prove earlier than a CONFIRM that the other side receives ([`Manager::heard`]).
//!
//! | message | says | answered by |
//! |---|---|---|
//! | REQUEST | the sender wants a connection and knows of no attempt of the receiver; the sender's end, if it exists | REPLY, HOLD, REFUSED |
//! | REPLY | the sender takes part in the receiver's attempt; the sender's end; whether it receives, and whether it has the receiver's end | CONFIRM or REPLY, if news |
//! | CONFIRM | the sender's queue pair receives, and the sender knows that the receiver has its end | nothing |
//! | HOLD | the sender takes part in the receiver's attempt, and has nothing new to say yet, or serves others first | nothing |
//! | REFUSED | the sender does not take part in the receiver's attempt (any more), and why | nothing |
//! | CLOSE | the sender asks to end the connection | KEEP, or DRAIN |
//! | KEEP | the sender still uses the connection, and declines | nothing |
//! | DRAIN | the sender posts nothing more on the connection; whether everything that it posted is complete | DRAIN, or REFUSED |
//!
//! A message that is sent after a silence has the RETRY flag, and is answered in any case. An
//! answer never has the flag.
//!
//! **Attempts.** Each side identifies its attempt by an incarnation: a count, which only grows, and
//! 32 random bits. The messages of an attempt are numbered. A message whose (incarnation, serial)
//! isn't greater than all before from that rank is dropped. This makes duplicates, replays and
//! overtaken messages harmless, because a later message says everything that an earlier one did. A
//! message echoes the incarnation of the receiver's attempt that it is about, and has no effect on
//! other attempts. An attempt is *bound* to the peer's attempt when that is known. A peer that
//! comes with a greater incarnation has left its former attempt, so the peer's former end is void.
//! A queue pair that was never connected is then used again. Any other is destroyed, and the
//! attempt restarts.
//!
//! **Ends.** CLOSE is only a wish: its sender continues as before until it gets an answer. CLOSE
//! may therefore be lost, late or declined without harm. DRAIN is a promise that cannot be taken
//! back. A receiver of DRAIN stops posting too. A side that is drained, and knows that the other
//! is, destroys its queue pair and forgets the connection. It answers later messages with REFUSED,
//! as for any attempt that is over. A drained receiver of this REFUSED, or of a new attempt of the
//! peer, takes it for the end. For a receiver that is not drained the connection is lost: only a
//! peer whose end broke leaves without knowing that the receiver is drained.
//!
//! ```text
//!   an idle connection:                        traffic in both directions:
//!
//!   asks                      idle             asks                      busy, but must
//!   CLOSE ─────────────────▶                   CLOSE ─────────────────▶
//!             drained, too ◀── DRAIN, drained   DRAIN ◀────────────────── DRAIN
//!   destroy                                    (both complete what they posted)
//!   REFUSED ───────────────▶  destroy          DRAIN, drained ──╲ ╱───── DRAIN, drained
//!                                              destroy ◀────────╱ ╲────▶ destroy
//! ```
//!
//! A busy peer may send KEEP three times in the life of a connection. Then it must agree.
//! Operations that come while a connection ends use the next connection.
//!
//! **Room.** An attempt that gets no queue pair gives its place in flight back and waits. It holds
//! nothing while it waits. [`Manager::short_of`] tells the layer above how many connections should
//! end, and that layer chooses which. The attempt tries again whenever a queue pair of this process
//! is gone, and with growing delays. A peer that asked gets HOLD. A peer that only answered gets
//! REFUSED, so that it need not keep a queue pair.
//!
//! Cycles are possible nevertheless: A has its only queue pair for B, which has its own for C,
//! which has its own for A. A total order of attempts breaks them. The order is by the random half
//! of the incarnation that an attempt's beginner chose, which both sides know. While an attempt
//! that a peer asked for waits for a queue pair, an attempt of lower rank that waits for its peer's
//! end yields its queue pair to the former. So the highest of all attempts makes progress.
//! Incarnations are new at each try, so no peer starves.
//!
//! **States of a peer** (`peer::Stage`), and what moves it:
//!
//! | state | event | next | does |
//! |---|---|---|---|
//! | Closed | `connect` | Handshake, or Queued | CreateQp, REQUEST (in `serial` not before the queue pair is created) |
//! | Closed | REQUEST of a new attempt | Handshake, or Queued, bound | CreateQp, then REPLY, or HOLD |
//! | Closed | anything else but REFUSED | Closed | REFUSED |
//! | Queued | a place is free | Handshake | CreateQp, REQUEST or REPLY |
//! | Queued | REQUEST | Queued, bound | HOLD |
//! | Handshake | queue pair created; segment information known | Handshake | tells its end |
//! | Handshake | has its queue pair and the peer's end | Handshake | BringUp |
//! | Handshake | brought up | Handshake | tells that it receives |
//! | Handshake | own and peer's queue pair receive | Up | `Up`; CONFIRM if it has not told yet that it receives |
//! | Handshake | peer began anew, queue pair unused | Handshake, bound to the new one | tells its end |
//! | Handshake | peer began anew, queue pair used | Handshake, new incarnation | DestroyQp, CreateQp |
//! | Handshake | REFUSED: abandoned, and we want it | Handshake, new incarnation | REQUEST |
//! | Handshake | no queue pair to be had | Queued for one | HOLD, or REFUSED to a peer that only answered |
//! | Handshake, waits for the peer's end | an attempt of higher rank waits for a queue pair | Queued for one | DestroyQp, REFUSED |
//! | Queued for a queue pair | nobody got one for `room_within` | Closed | `Failed`; REFUSED to the peer |
//! | Handshake | REFUSED for a reason; own device refuses | Closed | `Failed`; REFUSED to the peer |
//! | Handshake | silence for `give_up` | Closed | `Failed`; REFUSED to the peer |
//! | Up | RETRY | Up | CONFIRM |
//! | Up | REFUSED, or the peer began anew | Closed, then as Closed | DestroyQp, `Failed` |
//! | Up | `disconnect` | Up, asks | CLOSE |
//! | Up, asks | KEEP | Up | `Kept` |
//! | Up, asks | silence for `give_up` | Closed | DestroyQp, `Failed`; REFUSED |
//! | Up | CLOSE | Up | `Asked`; then KEEP, or as with DRAIN |
//! | Up | DRAIN; CLOSE where we ask, too, or declined three times | Closing | `Drain`; DRAIN |
//! | Up, Closing | `broken` | Closed | DestroyQp, `Failed`; REFUSED |
//! | Closing | `drained` | Closing | tells so |
//! | Closing | drained, and DRAIN of a drained peer | Closed | DestroyQp, `Down`; REFUSED if it has not told that it is drained |
//! | Closing, drained | REFUSED, the peer began anew, or silence | Closed, then as Closed | DestroyQp, `Down` |
//! | Closing, not drained | REFUSED, the peer began anew, or silence | Closed, then as Closed | DestroyQp, `Failed` |
//! | Closing | `connect` | Closing, then as Closed with `connect` | |
//! | Handshake, Up, Closing | [`Manager::give_up`] | Closed | DestroyQp, `Failed`; REFUSED |
//! | Closing, drained | [`Manager::give_up`] | Closed | DestroyQp, `Down` |
//!
//! Only a side that asked for the connection, or had it, gets `Failed`. Attempts that another side
//! began and left end silently.
//!
//! **Lanes.** A process may have further engines, each with a manager of its own. Lane `k` of rank
//! `r` has rank `k * size + r`. Such a lane begins connections only with ranks below `size`, and
//! nobody begins connections with it. Those ranks treat it like any peer. No directory has a lane's
//! endpoint: its messages carry the endpoint under the MAC.
//!
//! # Invariants
//! - There is at most one queue pair for a peer at any time. While an answer about it is
//!   outstanding nothing else is asked for that peer.
//! - After `connect` there is exactly one `Up` or `Failed`. A set-up with a silent peer fails
//!   within `give_up`. Any message of the peer, a HOLD too, restarts that time.
//! - If both sides are up, they agree about both queue pairs and the key of the packet check.
//! - A live connection is ended only by messages that its peer really sent to end it, never by
//!   replayed or forged ones.
//! - While the peer lives, a queue pair that was up is destroyed in three cases only: both sides
//!   know that everything posted is complete, the queue pair broke, or the peer was silent for
//!   `give_up`. The last two cases report `Failed`.
//! - A connection that broke leaves no state: the next `connect` tries again.
//! - While attempts wait for a queue pair, others wait only for attempts that have one, and these
//!   make progress or yield.
//! - At most `max_handshakes` attempts that this side began are in flight, and as many that others
//!   began. Further attempts wait in order. Attempts of others never wait for those of this side,
//!   so there are no cycles of waiting.
//! - Without an attempt, a wish or an end under way there is no deadline.
//! - A peer costs less than 100 bytes once its attempt is over.

#![no_std]

extern crate alloc;

mod action;
mod association;
mod closing;
mod config;
mod core;
mod counters;
mod error;
mod mac;
mod manager;
mod peer;
mod planted;
mod qp_waiters;
mod receive;
mod retransmit;
mod speech;
mod timing;
mod wire;

pub use action::{Action, ConnectMessage, LocalQp, OtherQps, RemoteQp};
pub use association::{
    ASSOCIATION_WINDOW_MAX, AssociationConfig, AssociationCounters, AssociationEvent, Associations,
    Bug as AssociationBug, split_association,
};
pub use config::{Config, JobKey, LANES_MAX, LaneEnd, Protocol, Rank, Retransmit};
pub use counters::{ByKind, Counters};
pub use error::{ConnectError, Reason, Refusal};
pub use manager::Manager;
#[cfg(debug_assertions)]
pub use planted::Bug;

/// How much larger a message is at most than the segment information in it, in bytes.
pub const CONNECT_OVERHEAD: usize =
    wire::HEADER_LEN + wire::OTHERS_LEN + wire::LANE_LEN + mac::MAC_LEN;
