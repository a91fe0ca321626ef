//! GASNet-EX for C (`include/gasnetex.h`), with the messages of `farreach-gasnet`.
//!
//! ```text
//!   gex_Client_Init     ──▶ client: the process joins; state, objects: what the program has pointers to
//!   gex_AM_Request..    ──▶ messages, negotiated ──▶ farreach_gasnet::am ──▶ deliver: the handler, through c/handlers.c
//!   gex_RMA_..          ──▶ rma ──▶ the segment of the other process (segments, endpoints)
//!   gex_VIS_.., gex_AD_ ──▶ vis, atomics ──▶ the same
//!   gex_TM_.., gex_Coll_──▶ teams, collective, barrier ──▶ the runtime's groups and collectives
//!   gex_Event_Wait..    ◀── events, implicit: marks of the network, or a collective
//! ```
//!
//! A mistake of the program ends the job with a line that names the function, the argument and the
//! limit.
//!
//! Queries and limits are inline functions of `gasnetex.h`, which read the beginning of the
//! library's objects (`objects`). The tools are headers alone (`include/gasnet_tools.h`).
//!
//! *Invariants: handlers run in calls of the program; no panic reaches C; the event of a one-sided
//! operation takes no memory.*

mod atomics;
mod barrier;
mod client;
mod collective;
mod deliver;
mod endpoints;
mod events;
mod handlers;
mod implicit;
mod messages;
mod negotiated;
mod number;
mod objects;
mod rma;
mod segments;
mod state;
mod system;
mod teams;
mod vis;
