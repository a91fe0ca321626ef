//! What the fuzz targets do, one file each.
//!
//! ```text
//!   fuzz_targets/NAME.rs ──▶ src/NAME.rs ◀── the crate's own tests (corpus and random bytes, on stable Rust)
//! ```
//!
//! Run one (with `cargo install cargo-fuzz`, from the workspace's root):
//!
//! ```sh
//! mkdir -p fuzz/corpus/NAME
//! cargo +nightly fuzz run NAME fuzz/corpus/NAME fuzz/seeds/NAME
//! ```
//!
//! What is found goes to `corpus`, which is not kept; what is worth keeping is put in `seeds`.

pub mod association_datagram;
pub mod connect_message;
pub mod host_list;
pub mod path_datagram;
pub mod pmi_wire;
pub mod roce_adapter;
pub mod roce_parse;
pub mod tagged_message;
