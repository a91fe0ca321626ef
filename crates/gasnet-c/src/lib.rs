//! GASNet-EX's core for C (`include/gasnetex.h`), with the messages of `farreach-gasnet`.
//!
//! ```text
//!   gex_AM_Request.. ──▶ messages ──▶ port Active ──▶ Receiver: the handler of its number, through c/handlers.c
//!   gex_RMA_..       ──▶ rma, events ──▶ the segment of the other process
//!   gex_Client_Init  ──▶ state: the world, handlers and segments of this process
//! ```
//!
//! A mistake of the program ends the job with a line that names the function, the argument and the
//! limit.
//!
//! *Invariants: handlers run in calls of the program; no panic reaches C.*

mod events;
mod messages;
mod rma;
mod state;
mod system;
