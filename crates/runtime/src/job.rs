//! The job: who started this process, its settings and figures, and the files and sets that name ranks.

pub mod connect_file;
pub mod jobs;
pub mod rank_set;
pub mod settings;
pub mod stats;
pub(crate) mod threads;
