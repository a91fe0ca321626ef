//! The program as people use it, with real processes.

mod bench;
mod faults_input;
