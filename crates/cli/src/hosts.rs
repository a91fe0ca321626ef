//! The options that say on which hosts a job runs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use farreach::settings::{INTERFACE_WANTED, Settings, SettingsError};
use farreach_launch::hosts::{
    Addresses, Deal, Dealt, Excess, HostEntry, Hosts, Rsh, deal, parse_file, parse_list,
    parse_slurm,
};

use crate::nodes::{MapBy, NodesArgs};

/// The variable of the address that the ranks' devices are bound to.
const BIND: &str = "FARREACH_BIND";
/// The prefixes of the variables that libraries of this project read.
const SETTINGS: &[&str] = &["FARREACH_", "SHMEM_", "SMA_"];

/// Hosts, and the way to them.
#[derive(Debug, Args)]
pub(crate) struct HostsArgs {
    /// Hosts, such as a,b:2,n[1-4]. The number behind a colon is that of the ranks that the host takes; each host is a node.
    #[arg(short = 'H', long, visible_alias = "host", value_name = "LIST", conflicts_with = "hostfile", value_hint = ValueHint::Hostname)]
    hosts: Option<String>,
    /// File of hosts, one a line: `a`, `a:2` or `a slots=2`.
    #[arg(long, visible_alias = "machinefile", value_name = "FILE", value_hint = ValueHint::FilePath)]
    hostfile: Option<PathBuf>,
    /// Let hosts take more ranks than the list or file says, as evenly as possible.
    #[arg(long, overrides_with = "oversubscribe")]
    oversubscribe: bool,
    /// The command that runs another command on a host, such as 'ssh -p 2222 {host}'; the same as FARREACH_RSH=COMMAND.
    #[arg(long, value_name = "COMMAND")]
    rsh: Option<String>,
}

/// How programs are started on other hosts.
pub(crate) struct RemoteStart {
    pub(crate) rsh: Rsh,
    /// The path of this program there.
    pub(crate) agent: PathBuf,
}

impl HostsArgs {
    /// The names of all hosts, each once: this one by default.
    pub(crate) fn names(&self) -> Result<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for host in self.listed(true)?.unwrap_or_default() {
            if !names.contains(&host.name) {
                names.push(host.name);
            }
        }
        if names.is_empty() {
            names.push("localhost".to_owned());
        }
        Ok(names)
    }

    /// The ranks on hosts. `None`: the job runs on this machine.
    pub(crate) fn dealt(
        &self,
        ranks: Option<u32>,
        per_host: Option<u32>,
        nodes: &NodesArgs,
    ) -> Result<Option<Dealt>> {
        let Some(listed) = self.listed(nodes.is_one())? else {
            return Ok(None);
        };
        let order = match nodes.map_by() {
            MapBy::Slot => Deal::Blocks,
            MapBy::Node => Deal::InTurn,
        };
        let excess = if self.oversubscribe {
            Excess::Spread
        } else {
            Excess::Refused
        };
        Ok(Some(deal(&listed, ranks, per_host, order, excess)?))
    }

    /// The hosts that the options name, or if `by_slurm` the Slurm allocation that this process is in.
    fn listed(&self, by_slurm: bool) -> Result<Option<Vec<HostEntry>>> {
        if let Some(list) = &self.hosts {
            return Ok(Some(parse_list(list).context("--hosts")?));
        }
        if let Some(path) = &self.hostfile {
            return Ok(Some(read_file(path)?));
        }
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let Some(list) = variable("SLURM_JOB_NODELIST").filter(|_| by_slurm) else {
            return Ok(None);
        };
        let tasks = variable("SLURM_TASKS_PER_NODE");
        let hosts = parse_slurm(&list, tasks.as_deref());
        Ok(Some(hosts.with_context(|| {
            format!(
                "SLURM_JOB_NODELIST={list}, SLURM_TASKS_PER_NODE={} (name the hosts by --hosts, or unset them)",
                tasks.unwrap_or_default()
            )
        })?))
    }

    /// The option of the remote shell, for another command of this program.
    pub(crate) fn rsh_arguments(&self) -> Vec<String> {
        let rsh = self.rsh.as_ref();
        rsh.map_or_else(Vec::new, |rsh| vec!["--rsh".to_owned(), rsh.clone()])
    }

    /// How programs are started on the hosts.
    pub(crate) fn way(&self, settings: &Settings) -> Result<RemoteStart> {
        let rsh = match self.rsh.as_ref().or(settings.rsh.as_ref()) {
            Some(command) => command
                .parse::<Rsh>()
                .with_context(|| format!("the remote shell {command:?} (--rsh, FARREACH_RSH)"))?,
            None => Rsh::ssh(settings.start_timeout.as_secs()),
        };
        let agent = match &settings.agent {
            Some(path) => path.clone(),
            None => std::env::current_exe().context("finding this program's path")?,
        };
        Ok(RemoteStart { rsh, agent })
    }

    /// The hosts of a job. `names` are those of the nodes, `env` the variables of `-x`.
    pub(crate) fn hosts(
        &self,
        names: Vec<String>,
        settings: &Settings,
        env: &[(String, String)],
    ) -> Result<Hosts> {
        let RemoteStart { rsh, agent } = self.way(settings)?;
        let is_bound = env.iter().any(|(name, _)| name == BIND)
            || std::env::var_os(BIND).is_some_and(|value| !value.is_empty());
        let wanted = settings.interface.as_ref().map(|text| {
            text.parse().map_err(|_| SettingsError::BadValue {
                name: "FARREACH_INTERFACE",
                value: text.clone(),
                wanted: INTERFACE_WANTED,
            })
        });
        Ok(Hosts {
            names,
            rsh,
            agent,
            heartbeat: settings.heartbeat,
            patience: settings.start_timeout,
            addresses: if is_bound {
                Addresses::Given
            } else {
                Addresses::Chosen {
                    variable: BIND,
                    wanted: wanted.transpose()?,
                }
            },
            settings: SETTINGS,
        })
    }
}

fn read_file(path: &Path) -> Result<Vec<HostEntry>> {
    let name = || format!("the host file {}", path.display());
    let text = std::fs::read_to_string(path).with_context(name)?;
    let hosts = parse_file(&text).with_context(name)?;
    anyhow::ensure!(!hosts.is_empty(), "{} names no host", name());
    Ok(hosts)
}
