//! The program as people use it, with real processes.

mod bench;
mod compare;
mod exchange;
mod faults_input;
