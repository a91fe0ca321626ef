//! Jobs on several hosts: which ranks go where, how agents are started there, and which addresses
//! lead to them.
//!
//! ```text
//!   --hosts a:2,b, a host file, Slurm ─▶ list ─▶ deal ─▶ Placement, the host of each node
//!   head ── rsh: ssh HOST exec PATH __agent ──▶ agent: Greeting, Facts ──▶ head: address ──▶ Order
//! ```

mod address;
mod deal;
mod facts;
mod list;
mod rsh;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) use address::choose;
pub use address::{AddressError, Wanted, WantedError};
pub use deal::{Deal, DealError, Dealt, Excess, deal};
pub use facts::Interface;
pub(crate) use facts::{Facts, machine};
pub use list::{HostEntry, ListError, parse_file, parse_list, parse_slurm};
pub use rsh::{Rsh, RshError};

/// The hosts of a job.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// The host of each node, by node.
    pub names: Vec<String>,
    /// The command that starts an agent on another host.
    pub rsh: Rsh,
    /// The path of this program on the other hosts.
    pub agent: PathBuf,
    /// The longest silence of a host.
    pub heartbeat: Duration,
    /// The longest time until the agents have said hello.
    pub patience: Duration,
    /// Which addresses the ranks use.
    pub addresses: Addresses,
    /// The prefixes of the variables that the ranks of other hosts take from the launcher's
    /// environment, and from nowhere else.
    pub settings: &'static [&'static str],
}

/// Which addresses the ranks of a job use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// Those that the user's settings name. The launcher sets none.
    Given,
    /// An address of each host by which the others reach it, set as the value of this variable.
    Chosen {
        /// The name of the variable.
        variable: &'static str,
        /// The interface that was asked for.
        wanted: Option<Wanted>,
    },
}

impl Hosts {
    /// The variables of this process's environment that the ranks of other hosts get.
    pub(crate) fn passed_variables(&self) -> Vec<(OsString, OsString)> {
        std::env::vars_os()
            .filter(|(name, _)| self.is_setting(name))
            .collect()
    }

    fn is_setting(&self, name: &std::ffi::OsStr) -> bool {
        let name = name.as_encoded_bytes();
        let begins = |prefix: &&str| name.starts_with(prefix.as_bytes());
        self.settings.iter().any(begins)
            && !crate::INTERNAL_VARIABLES
                .iter()
                .any(|internal| name == internal.as_bytes())
    }
}

/// Whether `name` is this machine, so that no remote shell is needed.
pub fn is_here(name: &str) -> bool {
    let own = crate::host_name();
    let short = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    ["localhost", "127.0.0.1", "::1"].contains(&name)
        || name == own
        || (name == short(&own) && !name.is_empty())
}
