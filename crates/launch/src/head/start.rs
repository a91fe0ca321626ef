//! Starts the agents, on this host or on others, and gives them their orders.
//!
//! ```text
//!   virtual nodes: start an agent, send its order
//!   hosts:         start all agents ──Greeting, Facts of each──▶ addresses, sizes of hosts ──▶ orders
//! ```

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, Rlimit, getrlimit};

use super::link::Link;
use super::{Bind, Copy, Head, LaunchError, Part, os};
use crate::clock::{clock_name, now_ns};
use crate::hosts::{Addresses, Facts, choose, is_here, machine};
use crate::protocol::{ExitStatus, Greeting, HeadToAgent, Order, OrderedProgram, VERSION};
use crate::pulse::Turn;
use crate::spawn;

/// The exit code where a process or an agent could not be started.
const EXIT_NOT_STARTED: i32 = 126;
/// The code with which shells say that there is no such program.
const NO_PROGRAM: ExitStatus = ExitStatus::Code(127);
/// The code with which ssh says that it failed itself.
const SSH_FAILED: ExitStatus = ExitStatus::Code(255);

/// The head's descriptors besides those of agents.
const FILES_OWN: u64 = 32;
/// The head's descriptors for an agent of another host: its streams.
const FILES_PER_HOST: u64 = 3;

/// How a node shares its kernel's cores with other nodes.
#[derive(Clone, Copy)]
struct Cores {
    /// The number of ranks on all nodes of the kernel.
    host_size: u32,
    /// The number of ranks on those nodes that come before this one.
    first_core: u32,
}

impl Head {
    /// Starts all agents. Where all are on this host, also sends their orders.
    pub(super) fn start_agents(&mut self) -> Result<(), LaunchError> {
        self.is_ordered = self.spec.hosts.is_none();
        let open_files = self.raise_open_files()?;
        let no_adapter = farreach_node::no_adapter();
        for node in 0..self.spec.placement.nodes() {
            let started = match &self.spec.hosts {
                Some(hosts) if !is_here(&hosts.names[node as usize]) => {
                    Link::start_on(&hosts.names[node as usize], hosts, open_files)
                }
                _ => Link::start(open_files),
            };
            match started {
                Ok(mut link) => {
                    if self.is_ordered {
                        let placement = &self.spec.placement;
                        let cores = Cores {
                            host_size: placement.size(),
                            first_core: (0..node).map(|node| placement.local_size(node)).sum(),
                        };
                        let order = self.order(node, cores, Vec::new(), no_adapter.clone());
                        link.send(&HeadToAgent::Start(Box::new(order)));
                        link.flush();
                    }
                    self.links.push(link);
                }
                Err(error) if self.links.is_empty() => {
                    let has_proc = Path::new("/proc/self").exists();
                    return Err(if has_proc {
                        os("starting an agent")(error)
                    } else {
                        LaunchError::NoProc
                    });
                }
                Err(error) => {
                    self.fail(
                        1,
                        format!("the agent of node {node} can't be started: {error}"),
                    );
                    break;
                }
            }
        }
        self.send_orders();
        Ok(())
    }

    /// Raises the limit of open descriptors to what the agents need. Returns the limit before, which the
    /// agents get.
    fn raise_open_files(&self) -> Result<Rlimit, LaunchError> {
        let before = getrlimit(Resource::Nofile);
        let nodes = self.spec.placement.nodes();
        let files = match &self.spec.hosts {
            Some(_) => FILES_PER_HOST + self.spec.programs.len() as u64,
            None => 1,
        };
        let wanted = FILES_OWN + files * u64::from(nodes);
        match spawn::raise_open_files(before, wanted) {
            Ok(()) => Ok(before),
            Err(limit) => Err(LaunchError::OpenFiles {
                nodes,
                wanted,
                limit,
            }),
        }
    }

    /// The order of a node. `env` comes first, so that the job's variables override it.
    fn order(
        &self,
        node: u32,
        cores: Cores,
        env: Vec<(OsString, OsString)>,
        no_adapter: Option<String>,
    ) -> Order {
        let Cores {
            host_size,
            first_core,
        } = cores;
        let is_remote = (self.links.get(node as usize)).is_some_and(|link| link.remote().is_some());
        let ordered = |part: &Part| {
            let program = &part.program;
            // A path of this host's working directory means nothing elsewhere.
            let file = match std::path::absolute(&program.file) {
                Ok(file) if is_remote => file,
                _ => program.file.clone(),
            };
            OrderedProgram {
                ranks: part.ranks,
                file: file.into(),
                called: program.called.clone(),
                args: program.args.clone(),
                folder: program.folder.clone().map(PathBuf::into),
                env: part.env.clone(),
            }
        };
        let here = std::env::current_dir().ok().filter(|_| is_remote);
        let settings = self.spec.hosts.as_ref().filter(|_| is_remote);
        let settings = settings.map_or(&[][..], |hosts| hosts.settings);
        Order {
            placement: self.spec.placement.clone(),
            node,
            host_size,
            key: self.key,
            head_ns: self.spec.started_ns,
            head_clock: clock_name(),
            programs: self.spec.programs.iter().map(ordered).collect(),
            is_copied: is_remote && self.spec.copy == Copy::WhereMissing,
            folder: here.map(PathBuf::into),
            first_core: (self.spec.bind == Bind::Core).then_some(first_core),
            env: env.into_iter().chain(self.spec.env.clone()).collect(),
            settings: settings.iter().map(|&prefix| prefix.to_owned()).collect(),
            heap_bytes: self.spec.heap_bytes,
            globals_bytes: self.spec.globals_bytes,
            no_adapter,
        }
    }

    /// Sends the orders of a job on several hosts, once all agents have told of theirs.
    fn send_orders(&mut self) {
        let is_known = self.links.len() == self.spec.placement.nodes() as usize
            && self.links.iter().all(Link::is_ready);
        if self.is_ordered || !is_known || self.end_sent_ns.is_some() {
            return;
        }
        let Some(hosts) = &self.spec.hosts else {
            return;
        };
        self.is_ordered = true;
        let here = Facts::gather();
        let facts: Vec<&Facts> = (self.links.iter())
            .map(|link| match link.remote() {
                Some(remote) => remote.facts.as_deref().unwrap_or(&here),
                None => &here,
            })
            .collect();
        let addresses = match &hosts.addresses {
            Addresses::Given => Ok(None),
            Addresses::Chosen { variable, wanted } => {
                let addresses = choose(&facts, wanted.as_ref());
                addresses.map(|found| found.map(|addresses| (*variable, addresses)))
            }
        };
        let addresses = match addresses {
            Ok(addresses) => addresses,
            Err(error) => return self.fail(EXIT_NOT_STARTED, error.to_string()),
        };
        let no_adapter = facts.iter().find_map(|facts| {
            let why = facts.no_adapter.as_ref()?;
            Some(format!("{}: {why}", facts.host))
        });
        let nodes = 0..facts.len();
        let cores: Vec<Cores> = nodes.map(|node| self.cores(node, &facts)).collect();
        let passed = hosts.passed_variables();
        for (node, cores) in (0..).zip(cores) {
            let mut env = match self.links[node as usize].remote() {
                Some(_) => passed.clone(),
                None => Vec::new(),
            };
            if let Some((variable, addresses)) = &addresses {
                let address: &IpAddr = &addresses[node as usize];
                env.push((variable.into(), address.to_string().into()));
            }
            let order = self.order(node, cores, env, no_adapter.clone());
            self.links[node as usize].send(&HeadToAgent::Start(Box::new(order)));
        }
    }

    /// What a node needs to know of the other nodes of its kernel, which share its cores.
    fn cores(&self, node: usize, all: &[&Facts]) -> Cores {
        let boot = &all[node].boot;
        let is_same = |other: usize| other == node || (boot.is_some() && all[other].boot == *boot);
        let mut cores = Cores {
            host_size: 0,
            first_core: 0,
        };
        for other in (0..all.len()).filter(|&other| is_same(other)) {
            let ranks = self.spec.placement.local_size(other as u32);
            cores.host_size += ranks;
            cores.first_core += if other < node { ranks } else { 0 };
        }
        cores
    }

    /// Handles the greeting of an agent on another host. Returns false if the agent is of another
    /// build.
    pub(super) fn greet(&mut self, index: usize, greeting: &Greeting) -> bool {
        let (host, path) = self.place(index);
        let text = if greeting.machine != machine() {
            format!(
                "{host} has processors of another kind: its {path} is for {}, this one for {}; run the job on hosts of one kind",
                greeting.machine,
                machine()
            )
        } else if greeting.version != VERSION || greeting.build != self.spec.build {
            format!(
                "{host} has another farreach: its {path} is {} (launch protocol {}), this one is {} (launch protocol \
                 {VERSION}); install the same on all hosts, or name its place there by FARREACH_AGENT",
                greeting.build, greeting.version, self.spec.build
            )
        } else {
            return true;
        };
        self.links[index].close();
        self.links[index].kill();
        self.fail(EXIT_NOT_STARTED, text);
        false
    }

    pub(super) fn hear_facts(&mut self, index: usize, facts: Box<Facts>) {
        if let Some(remote) = self.links[index].remote_mut() {
            remote.facts = Some(facts);
        }
        self.send_orders();
    }

    /// Begins to send a program to an agent whose host does not have it.
    pub(super) fn send_program(&mut self, index: usize, program: u32) {
        let Some(part) = self.spec.programs.get(program as usize) else {
            return;
        };
        let path = part.program.file.clone();
        let sent = std::fs::File::open(&path).and_then(|file| {
            self.links[index].send_file(program, file);
            self.links[index].feed()
        });
        if let Err(error) = sent {
            self.fail(
                EXIT_NOT_STARTED,
                format!("{} can't be read: {error}", path.display()),
            );
        }
    }

    /// Forwards what a remote shell prints on its standard error.
    pub(super) fn read_shell(&mut self, index: usize) {
        let Some(remote) = self.links[index].remote_mut() else {
            return;
        };
        let lines = remote.read_stderr();
        for line in lines {
            let line = format!("{}: {line}", self.links[index].host);
            self.printer.announce(&line);
        }
    }

    /// Ends the job, because the remote shell to a host has ended before the agent was done.
    pub(super) fn lose_shell(&mut self, index: usize, status: ExitStatus, how: &str) {
        let (host, path) = self.place(index);
        let Some(remote) = self.links[index].remote() else {
            return;
        };
        let (shell, pid) = (&remote.shell, self.links[index].pid);
        let said = match remote.said() {
            said if said.is_empty() => String::new(),
            said => format!("; {host} said: {said}"),
        };
        if remote.is_greeted() {
            let agent = self.name_agent(index);
            let text = format!("{agent} is lost: {shell} (pid {pid}) {how}{said}");
            return self.fail(status.shell_code().max(1), text);
        }
        let remedy = match status {
            SSH_FAILED if shell == "ssh" => {
                format!("see whether `ssh {host} true` works, without a password")
            }
            NO_PROGRAM | ExitStatus::Code(EXIT_NOT_STARTED) => format!(
                "is farreach on {host} at {path}? FARREACH_AGENT names another place, --rsh another remote shell"
            ),
            _ => format!("see what the remote shell does with {host} (--rsh)"),
        };
        let text = format!("{host} can't be reached: {shell} (pid {pid}) {how}{said}: {remedy}");
        self.fail(EXIT_NOT_STARTED, text);
    }

    /// The name of a node's host, and the path of the agent's program there.
    fn place(&self, index: usize) -> (String, String) {
        let path = self.spec.hosts.as_ref().map(|hosts| &hosts.agent);
        let path = path.map_or_else(String::new, |path| path.display().to_string());
        (self.links[index].host.clone(), path)
    }

    /// When [`Head::check_hosts`] has to look again.
    pub(super) fn hosts_due_ns(&self) -> Option<u64> {
        let remotes = self.links.iter().filter(|link| link.channel().is_some());
        let beats = remotes.filter_map(|link| Some(link.remote()?.pulse.due_ns()));
        beats.chain(self.patience_due_ns()).min()
    }

    /// The time until which all agents must have told of their hosts.
    fn patience_due_ns(&self) -> Option<u64> {
        let hosts = self.spec.hosts.as_ref().filter(|_| !self.is_ordered)?;
        let patience = u64::try_from(hosts.patience.as_nanos()).unwrap_or(u64::MAX / 2);
        (self.end_sent_ns.is_none()).then(|| self.spec.started_ns.saturating_add(patience))
    }

    /// Sends beats, and ends the job if a host is silent.
    pub(super) fn check_hosts(&mut self) {
        let now = now_ns();
        for index in 0..self.links.len() {
            let link = &mut self.links[index];
            let is_open = link.channel().is_some();
            let Some(remote) = link.remote_mut().filter(|_| is_open) else {
                continue;
            };
            match remote.pulse.turn(now) {
                Turn::Nothing => {}
                // Whoever has not told of its host is waited for until the patience ends.
                _ if remote.facts.is_none() => remote.pulse.hear(),
                Turn::Beat => {
                    if link
                        .channel()
                        .is_some_and(|channel| !channel.has_outgoing())
                    {
                        link.send(&HeadToAgent::Beat);
                        link.flush();
                    }
                }
                Turn::Lost => self.lose_host(index),
            }
        }
        if self.patience_due_ns().is_some_and(|due| due <= now) {
            let silent = self.links.iter().filter(|link| !link.is_ready());
            let silent: Vec<&str> = silent.map(|link| &*link.host).collect();
            let seconds = self
                .spec
                .hosts
                .as_ref()
                .map_or(0.0, |hosts| hosts.patience.as_secs_f64());
            let text = format!(
                "no agent has answered from {} within {seconds} s (FARREACH_START_TIMEOUT): see whether a command can be run \
                 there by the remote shell (--rsh)",
                silent.join(", ")
            );
            self.fail(EXIT_NOT_STARTED, text);
        }
    }

    fn lose_host(&mut self, index: usize) {
        let agent = self.name_agent(index);
        let hosts = self.spec.hosts.as_ref();
        let seconds = hosts.map_or(0.0, |hosts| hosts.heartbeat.as_secs_f64());
        self.links[index].close();
        self.links[index].kill();
        let host = &self.links[index].host;
        let text = format!(
            "{host} is lost: nothing was heard of {agent} for {seconds} s (FARREACH_HEARTBEAT); its processes end by \
             themselves there"
        );
        self.fail(1, text);
    }

    /// Gives up agents of other hosts that have not answered, once the job is over.
    pub(super) fn give_up_hosts(&mut self) {
        for link in &mut self.links {
            let is_there = |remote: &super::Remote| remote.is_greeted();
            if !link.remote().is_none_or(is_there) {
                link.close();
                link.kill();
            }
        }
    }
}
