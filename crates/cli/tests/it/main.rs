//! The program as users run it, with real processes.

mod adapters;
mod arguments;
mod bench;
mod cmake;
mod compare;
mod connect_file;
mod exchange;
mod faults_input;
mod foreign;
mod hosts;
mod install;
mod interrupts;
mod kernels;
mod launchers;
mod limits;
mod nas;
mod output;
mod prefix;
mod share;
mod sim;
mod uts;
mod version;
