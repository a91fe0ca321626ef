//! What needs no job. What does is tested through the interfaces of Rust and C.

mod settings;
mod teams;
