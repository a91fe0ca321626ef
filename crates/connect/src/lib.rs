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
//! "Message" stands for *connect message* in this crate.
//! Peers are whoever is at the other end of a connection: for what it is used, and when one is wanted, is for the layer above
//! to say. The protocol of set-ups is `overlap` or `serial` ([`Protocol`]). Nothing here has a socket, a clock or a device:
//! [`Manager`] is told what happened and says what has to be done ([`Action`]).
//! Start reading at [`Manager`]; the state machine is `peer`, what messages do to it is `receive`, what it says is
//! `speech`, how a connection ends `closing`, how one waits for a queue pair `room`, the bytes are `wire` and `mac`, the
//! delays `timing` and `retransmit`.
//!
//! # The protocol
//!
//! Both sides do the same: each tells the other *all that it has at that moment*, again and again with growing delays,
//! until both queue pairs receive. So a request, an answer, two requests at once, a lost message and a
//! retransmission all follow one rule, and no message has to arrive in order.
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
//! An *end* is queue pair, first PSN, MTU, and the segment information of the layer above. A side says that it
//! *receives* once its queue pair is in RTS with the other's end. It is `Up` when its own queue pair
//! receives and it knows that the other's does, so nobody sends to a queue pair that isn't ready: RC's own retries are never
//! counted on. What knows it earlier than a CONFIRM is a packet over the connection itself ([`Manager::heard`]).
//!
//! | message | says | answered by |
//! |---|---|---|
//! | REQUEST | I want a connection and know of no attempt of yours; my end, if I have it | REPLY, HOLD, REFUSED |
//! | REPLY | I take part in your attempt; my end; whether it receives, whether I have yours | CONFIRM or REPLY, if news |
//! | CONFIRM | my queue pair receives, and I know that you have my end | nothing |
//! | HOLD | I take part in your attempt, but have nothing to tell yet, or others are before you: patience | nothing |
//! | REFUSED | I don't take part in your attempt (any more), and why | nothing |
//! | CLOSE | I'd like to end our connection | KEEP, or DRAIN |
//! | KEEP | I'm busy with it | nothing |
//! | DRAIN | I post no more on our connection, and never will again; whether all that I posted is complete | DRAIN, or REFUSED |
//!
//! A message sent because nothing came for a while has the RETRY flag and is answered in any case; an answer never has it.
//!
//! **Attempts.** Each side names its attempt by an incarnation that only grows (a count, and 32 random bits), and
//! numbers its messages in it. A message whose (incarnation, serial) isn't greater than all before from that rank is dropped: that
//! alone makes duplicates, replays and overtaken messages harmless, because a later message says all that an earlier one did. A
//! message echoes the receiver's attempt that it is about, and counts for no other. An attempt is *bound* to the peer's attempt when
//! that is known. A peer that comes with a greater incarnation has left its former attempt, so the end
//! that we had of it is void: a queue pair that was never connected serves again, any other is destroyed and the attempt begins anew.
//!
//! **Ends.** CLOSE is only a wish: whoever says it goes on as before until it hears more, so it may be lost, late or declined
//! without harm. DRAIN is a promise without a way back. Who hears it stops, too. A side that is drained, and has heard
//! that the other is, has nothing to wait for: it destroys its queue pair and forgets the connection. What the other asks
//! of it from there on it answers with REFUSED, like anything about an attempt that is over; one that is drained itself
//! takes that, or a new attempt of the peer, for the end. One that is not has lost the connection: only a peer whose end broke leaves
//! without knowing that we are drained.
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
//! A busy peer may say KEEP three times in the life of a connection, then it must agree. What is wanted while a
//! connection ends is the next connection's.
//!
//! **Room.** A refusal for want of queue pairs is got over: the attempt gives its place in flight back and waits, holding
//! nothing. The layer above sees by [`Manager::short_of`] that connections should end, and whose is its choice. The wait is tried
//! again whenever a queue pair of ours is gone, and with growing delays. A peer that asked hears HOLD, one that answered us
//! hears REFUSED, so that it need not keep a queue pair for us. There can be circles nevertheless: A has its only queue pair for
//! B, which has its own for C, which has its own for A. So while an attempt waits that a peer asked for, one of ours that waits for its
//! peer's end gives its queue pair to it, if its rank is lower: the random half of the name that the beginner gave it, which
//! both sides know. So the highest of all attempts finds its way, and names are new at each try, so that
//! no peer stays behind.
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
//! | Closing, not drained | the same | Closed, then as Closed | DestroyQp, `Failed` |
//! | Closing | `connect` | Closing, then as Closed with `connect` | |
//! | Handshake, Up, Closing | [`Manager::give_up`] | Closed | DestroyQp, `Failed`; REFUSED |
//! | Closing, drained | [`Manager::give_up`] | Closed | DestroyQp, `Down` |
//!
//! `Failed` is told only to who asked (or had the connection). Attempts that another began and left end without a word.
//!
//! **Lanes.** A process may have further engines, each with a manager of its own: lane `k` of rank `r` has rank `k * size + r`.
//! Only they begin connections with others, and only with ranks below `size`, who treat them like any peer. No directory has
//! their endpoints: their messages tell it, under the MAC.
//!
//! # Invariants
//! - At most one queue pair for a peer at any time; while an answer about it is outstanding nothing else is asked for that peer.
//! - After `connect` there is exactly one `Up` or `Failed`. A peer that is silent fails within `give_up`; any
//!   sign of life, a HOLD too, begins that time anew.
//! - If both sides are up, they agree about both queue pairs and the key of the packet check.
//! - No message, replayed or forged, ends a live connection but one that its peer really sent to end it.
//! - A queue pair that was up is destroyed while its peer lives only when both sides know that all that either posted is complete, or
//!   when it broke, or the peer was silent for `give_up`, and then `Failed` says so.
//! - A connection that broke leaves nothing behind: the next `connect` tries again.
//! - While attempts can't have a queue pair there is no attempt that others wait for, but those that have one and
//!   find their way or yield.
//! - At most `max_handshakes` attempts of ours and as many of others are in flight; more wait in order. Those of others never
//!   wait for ours, so circles of waiting can't be.
//! - When nothing is under way, no attempt, no wish and no end, there is no deadline.
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
mod receive;
mod retransmit;
mod room;
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
#[cfg(feature = "planted-bugs")]
pub use planted::Bug;

/// How much larger a message is at most than the segment information in it, in bytes.
pub const CONNECT_OVERHEAD: usize =
    wire::HEADER_LEN + wire::OTHERS_LEN + wire::LANE_LEN + mac::MAC_LEN;
