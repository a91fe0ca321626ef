//! Predictions for jobs of any size, and the published figures beside them.
//!
//! ```text
//!   Machine (TOML) ──┐
//!   Exchange ────────┼─▶ Request ─▶ predict ─┬─ count: closed forms, by the engine's routes
//!   (patterns,       │                       ├─ outline: the real connection manager of each process
//!    recorded runs)  │                       └─ exact: the real engine and adapter of each process
//!   reach, set-up ───┘                                 ▼
//!   published/*.toml ──────────▶ papers ◀─────────── Report: text, JSON, SVG
//!                                  ▼
//!                         rows: published, ours, deviation, how, reason ─▶ text, JSON, SVG, HTML
//! ```
//!
//! | depth | what it runs | what it knows |
//! |---|---|---|
//! | `count` | the engine's routes, step by step, or arithmetic | connections, memory; start-up without time for single connections |
//! | `outline` | the connection manager of each process and the adapter of each node, in virtual time | the same, messages, and the time of the pattern |
//! | `exact` | the engine of each process on an adapter of its own, in virtual time | the same, with packets, buffers and losses |
//!
//! Invariants:
//! - no rule is written twice: gateways are `farreach-engine`'s, set-ups `farreach-connect`'s, trees
//!   `farreach-collectives`';
//! - only `papers` reads published figures, and no prediction reads what `papers` knows;
//! - equal requests give equal reports, to the byte.
//!
//! Entries: [`Request::predict`], [`project()`], [`papers::compare`], [`prove()`].

mod count;
mod exact;
mod links;
mod machine;
mod markup;
mod outcome;
mod outline;
pub mod papers;
mod project;
mod prove;
mod run;
mod scene;
mod startup;
mod walk;

pub use farreach_connect::Protocol;
pub use farreach_engine::{Reach, Setup};
pub use farreach_patterns as patterns;
pub use machine::{
    Adapter, Bytes, Contexts, Cores, Cost, ExchangeAlgorithm, ExchangeCosts, Launch, Machine,
    MachineError, Measured, Memory, Network, Node, PRESETS, Rate, Torus,
};
pub use outcome::Stuck;
pub use project::{Law, ProjectError, Projected, Projection, project};
pub use prove::{Failure, Faults, Tried, prove};
pub use run::{Depth, Memories, Report, Request, RunError, Spread};
pub use startup::StartUp;

#[cfg(test)]
mod tests;
