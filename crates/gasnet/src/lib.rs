//! Active messages: a request calls a function, its *handler*, in another process, and the handler
//! may reply. The terms and the rules are those of GASNet-EX.
//!
//! ```text
//!   process 0                                   process 1
//!   endpoint.request_medium(1, add, ..) ──────▶ handler `add` runs in a call of process 1
//!   handler `sum` runs in a call of process 0 ◀── token.reply_short(sum, ..)
//! ```
//!
//! | kind | what travels | what the handler gets |
//! |---|---|---|
//! | short | up to 16 arguments of 32 bits | the arguments |
//! | medium | arguments and up to [`Endpoint::max_medium`] bytes | the arguments and the bytes |
//! | long | arguments and bytes of any length | the arguments and where the bytes are in its segment |
//!
//! Handlers run inside the calls of a process: [`Endpoint::poll`], [`Endpoint::block_until`], and
//! every other call that communicates or waits, of any programming model on the same
//! [`World`]. They run one at a time. A handler must not wait, and must not send requests; it may
//! reply once.
//!
//! [`Handlers::function`] and [`Endpoint::call`] are calls with a typed argument and a result.
//!
//! [`am`] is below the interfaces of all languages: sending, delivery and the rules of handlers.
//!
//! Active messages have no order among each other.
//!
//! *Invariants: each request runs its handler once; a handler's number means the same function in
//! all processes, which [`Endpoint::attach`] checks.*

pub mod am;
mod call;
mod client;
mod endpoint;
mod error;
mod handlers;
mod rma;
mod team;
mod token;

pub use call::{Call, Function, Plain};
pub use client::{Client, init};
pub use endpoint::Endpoint;
pub use error::Error;
pub use farreach_runtime::{AtomicOp, Blocks, World};
pub use handlers::{Handlers, Landed, Long, Medium, Registered, Short};
pub use rma::{Event, Landing, Segment};
pub use team::{Barrier, Team, divide};
pub use token::Token;

/// The most arguments of a message.
pub const ARGUMENTS_MAX: usize = 16;
