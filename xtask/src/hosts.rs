//! `cargo xtask hosts`: runs a command beside several hosts that are made for it on this machine.
//!
//! ```text
//!   login  10.77.0.100 ─┐
//!   h1     10.77.0.1   ─┤ bridge
//!   h2     10.77.0.2   ─┤
//!   ..                  ┘
//! ```
//!
//! A host is a set of Linux namespaces. It has a network, a name, processes, mounts and a monotonic clock of
//! its own, and a `/dev/shm` of [`SHM_BYTES`]. The clocks of two hosts are days apart. The hosts know each
//! other's names, and share the kernel and the file system. The command runs on the host `login`.
//!
//! | variable of the command | |
//! |---|---|
//! | `LAB_HOSTS` | the names of the hosts, separated by commas |
//! | `LAB_RSH` | a program that runs a command on a host, with ssh's arguments |
//!
//! With options such as `--delay` a program of our own carries the frames between the hosts, and delays,
//! loses, doubles or reorders them (`relay.rs`).
//!
//! | option | |
//! |---|---|
//! | `--rate RATE` | of each host's link, in both directions, such as `1gbit` |
//! | `--delay MS` | milliseconds that each frame takes |
//! | `--loss F`, `--duplicate F`, `--reorder F` | fraction of frames that are lost, doubled, overtaken |
//! | `--cut SECONDS@FROM` | nothing is carried for so long, beginning that many seconds after the first datagram |
//! | `--carry BYTES@FROM` | longer IP packets are lost without a word, from then on |
//! | `--seed N` | the choices |
//!
//! Each host lives as long as its first process, which the kernel kills with this program. So nothing is left
//! behind, however this program ends.

mod relay;
mod tap;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use relay::Faults;

/// The hidden argument of this program that carries frames between hosts.
pub(crate) use relay::run as run_relay;

/// Bytes of a host's `/dev/shm`, as in a container.
const SHM_BYTES: u64 = 64 << 20;
/// The most hosts: their addresses end before that of the host `login`.
const HOSTS_MAX: u32 = 64;
/// The host that the command runs on.
const LOGIN: &str = "login";
/// The last byte of the address of the host `login`.
const LOGIN_NUMBER: u32 = 100;
/// Longer than a host needs to come up on a loaded machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// Seconds between the monotonic clocks of two hosts with neighbouring numbers.
const CLOCK_STEP_S: u64 = 3 * 24 * 3600;

/// What the hosts are like, and the command.
#[derive(Debug, PartialEq)]
struct Plan {
    count: u32,
    mtu: u32,
    /// A rate of each host's link in both directions, as tc(8) takes it. `None` if `faults` has it.
    rate: Option<String>,
    /// What happens to frames on their way. `None`: a bridge of the kernel carries them.
    faults: Option<Faults>,
    command: Vec<String>,
}

/// Makes the hosts, runs the command, and removes the hosts. Returns the command's exit code.
pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<ExitCode> {
    let plan = plan(arguments)?;
    let folder = tempfile::Builder::new()
        .prefix("farreach-hosts.")
        .tempdir()
        .context("making a folder for the hosts' files")?;
    let lab = Lab::new(&plan, folder.path())?;
    let names: Vec<&str> = lab.hosts.iter().map(|host| host.name.as_str()).collect();
    let status = lab
        .login
        .enter()
        .args(&plan.command)
        .env("LAB_HOSTS", names.join(","))
        .env("LAB_RSH", folder.path().join("rsh"))
        .status()
        .context("starting the command on the host login")?;
    Ok(ExitCode::from(
        status.code().unwrap_or(1).try_into().unwrap_or(1),
    ))
}

fn plan(arguments: &[&str]) -> anyhow::Result<Plan> {
    let mut plan = Plan {
        count: 4,
        mtu: 1500,
        rate: None,
        faults: None,
        command: Vec::new(),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || {
            let value = rest
                .next()
                .with_context(|| format!("{argument} needs a value"));
            value.copied()
        };
        match *argument {
            "--count" => plan.count = value()?.parse().context("--count takes a number")?,
            "--mtu" => plan.mtu = value()?.parse().context("--mtu takes a number of bytes")?,
            "--rate" => plan.rate = Some(value()?.to_owned()),
            "--" => {
                plan.command = rest.map(|&word| word.to_owned()).collect();
                break;
            }
            option if option.starts_with('-') => {
                let faults = plan.faults.get_or_insert_default();
                // An unknown option may have no value.
                let is_known = faults.take(option, rest.next().copied().unwrap_or_default())?;
                ensure!(is_known, "there is no option {option}");
            }
            first => {
                let words = std::iter::once(first).chain(rest.copied());
                plan.command = words.map(str::to_owned).collect();
                break;
            }
        }
    }
    ensure!(
        (1..=HOSTS_MAX).contains(&plan.count),
        "--count takes 1 to {HOSTS_MAX}"
    );
    // What carries the frames has the rate, too.
    if let Some(faults) = &mut plan.faults
        && let Some(rate) = plan.rate.take()
    {
        faults.take("--rate", &rate)?;
    }
    ensure!(
        !plan.command.is_empty(),
        "no command to run beside the hosts"
    );
    Ok(plan)
}

/// The hosts. They end with this value.
struct Lab {
    login: Host,
    hosts: Vec<Host>,
    relay: Option<Relay>,
}

impl Lab {
    fn new(plan: &Plan, folder: &Path) -> anyhow::Result<Lab> {
        write_names(plan.count, folder)?;
        let mut lab = Lab {
            login: Host::start(LOGIN, LOGIN_NUMBER, folder)?,
            hosts: Vec::new(),
            relay: None,
        };
        for number in 1..=plan.count {
            let host = Host::start(&format!("h{number}"), number, folder)?;
            lab.hosts.push(host);
        }
        match &plan.faults {
            None => lab.connect_by_bridge(plan)?,
            Some(faults) => lab.connect_by_relay(plan, faults)?,
        }
        for (host, number) in lab.hosts.iter().zip(1_u32..) {
            let mut link = addresses("eth0", number);
            if let Some(rate) = &plan.rate {
                link.push_str(&shape("eth0", rate));
            }
            host.script(&link)?;
        }
        Ok(lab)
    }

    /// A bridge on the host `login`, with a pair of interfaces for each host.
    fn connect_by_bridge(&self, plan: &Plan) -> anyhow::Result<()> {
        let mtu = plan.mtu;
        let mut bridge = format!(
            "ip link add bridge type bridge mcast_snooping 0\n\
             ip link set bridge mtu {mtu}\n"
        );
        bridge.push_str(&addresses("bridge", LOGIN_NUMBER));
        for host in &self.hosts {
            let (name, pid) = (&host.name, host.pid);
            writeln!(
                bridge,
                "ip link add {name} mtu {mtu} type veth peer name eth0 mtu {mtu} netns {pid}\n\
                 ip link set {name} master bridge up"
            )?;
            if let Some(rate) = &plan.rate {
                writeln!(bridge, "{}", shape(name, rate))?;
            }
        }
        self.login.script(&bridge)
    }

    /// A program on the host `login` that has the other end of each host's interface.
    fn connect_by_relay(&mut self, plan: &Plan, faults: &Faults) -> anyhow::Result<()> {
        let mut relay = self.login.enter();
        relay.arg(std::env::current_exe()?).arg("relay");
        relay.args(faults.options());
        relay.arg(format!("{LOGIN}=0"));
        relay.args(
            self.hosts
                .iter()
                .map(|host| format!("{}={}", host.name, host.pid)),
        );
        let mut child = relay
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting the relay")?;
        let said = child.stdout.take().context("the relay's output")?;
        self.relay = Some(Relay(child));
        std::io::Read::read_exact(&mut { said }, &mut [0; 3])
            .context("the relay did not come up; TAP devices need /dev/net/tun")?;
        let mtu = plan.mtu;
        for host in &self.hosts {
            let name = &host.name;
            host.script(&format!(
                "ip link set {name} name eth0\n\
                 ip link set eth0 mtu {mtu}\n"
            ))?;
        }
        let link = format!("ip link set {LOGIN} mtu {mtu}\n");
        self.login.script(&(link + &addresses(LOGIN, LOGIN_NUMBER)))
    }
}

/// The lines that give an interface the addresses of the host with a number, and turn it on.
fn addresses(interface: &str, number: u32) -> String {
    format!(
        "ip address add 10.77.0.{number}/24 dev {interface}\n\
         ip -6 address add fd77::{number:x}/64 dev {interface} nodad\n\
         ip link set {interface} up\n"
    )
}

/// The program that carries frames between hosts. It ends with this value, or when its standard input
/// ends.
struct Relay(Child);

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The line that gives an interface's outgoing direction a rate.
fn shape(interface: &str, rate: &str) -> String {
    format!("tc qdisc add dev {interface} root tbf rate {rate} burst 128kb limit 512kb")
}

/// Writes the table of names, and the program that runs a command on a host.
fn write_names(count: u32, folder: &Path) -> anyhow::Result<()> {
    let mut table = String::from("127.0.0.1 localhost\n::1 localhost\n");
    let numbers = (1..=count).map(|number| (format!("h{number}"), number));
    for (name, number) in numbers.chain([(LOGIN.to_owned(), LOGIN_NUMBER)]) {
        writeln!(table, "10.77.0.{number} {name}\nfd77::{number:x} {name}")?;
    }
    fs::write(folder.join("hosts"), table)?;
    let rsh = folder.join("rsh");
    fs::write(
        &rsh,
        format!(
            "#!/bin/sh\n\
             # Runs a command on a host: rsh [OPTIONS of ssh] HOST COMMAND..\n\
             while [ \"${{1#-}}\" != \"$1\" ]; do\n\
               case $1 in -[bcDEeFIiJLlmOopQRSWw]) shift ;; esac\n\
               shift\n\
             done\n\
             host=$1\n\
             shift\n\
             pid=$(cat '{folder}/'\"$host\".pid 2>/dev/null) || {{\n\
               echo \"rsh: could not resolve hostname $host\" >&2\n\
               exit 255\n\
             }}\n\
             # A host has temporary files of its own: some launchers name theirs by the number of a process.\n\
             export TMPDIR='{folder}/'\"$host\".tmp\n\
             mkdir -p \"$TMPDIR\"\n\
             exec nsenter --target \"$pid\" --net --uts --ipc --mount --pid --time --wd=\"$PWD\" /bin/sh -c \"$*\"\n",
            folder = folder.display()
        ),
    )?;
    fs::set_permissions(&rsh, fs::Permissions::from_mode(0o755))?;
    Ok(())
}

/// A host, which ends with this value.
struct Host {
    name: String,
    /// Starts the host's first process, and waits for that process.
    holder: Child,
    /// The host's first process, in the caller's namespace.
    pid: u32,
}

impl Host {
    fn start(name: &str, number: u32, folder: &Path) -> anyhow::Result<Host> {
        let is_login = name == LOGIN;
        // The kernel kills `unshare` with this thread, and the host's first process with `unshare`.
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "--", "unshare"]);
        command.args(["--net", "--uts", "--mount", "--fork", "--kill-child=KILL"]);
        if !is_login {
            // The login host sees the processes of all hosts, as this machine does. Otherwise it could
            // not enter the other hosts.
            let shift = (u64::from(number) * CLOCK_STEP_S).to_string();
            command.args(["--pid", "--mount-proc", "--ipc", "--time"]);
            command.args(["--monotonic", &shift, "--boottime", &shift]);
        }
        let table = folder.join("hosts");
        // A mount of `/sys` shows the interfaces of the network that it was made in.
        let script = format!(
            "set -e\n\
             hostname {name}\n\
             mount -t sysfs sysfs /sys\n\
             mount --bind '{table}' /etc/hosts\n\
             mount -t tmpfs -o size={SHM_BYTES} tmpfs /dev/shm\n\
             ip link set lo up\n\
             echo up\n\
             exec sleep infinity\n",
            table = table.display()
        );
        let mut holder = command
            .args(["sh", "-c", &script])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting setpriv and unshare, of the package util-linux")?;
        let mut said = [0; 3];
        let up = holder.stdout.take().context("the host's output")?;
        std::io::Read::read_exact(&mut { up }, &mut said)
            .with_context(|| format!("the host {name} did not come up; namespaces need root"))?;
        let mut host = Host {
            name: name.to_owned(),
            pid: 0,
            holder,
        };
        host.pid = host.first_process()?;
        fs::write(
            folder.join(name).with_extension("pid"),
            host.pid.to_string(),
        )?;
        Ok(host)
    }

    /// The child of `unshare`.
    fn first_process(&self) -> anyhow::Result<u32> {
        let holder = self.holder.id();
        let path = format!("/proc/{holder}/task/{holder}/children");
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let children = fs::read_to_string(&path).context("the children of unshare")?;
            if let Some(child) = children.split_whitespace().next() {
                return child.parse().context("the number of a process");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        bail!("the host {} has no process", self.name)
    }

    /// A command that runs the program that its caller adds on this host.
    fn enter(&self) -> Command {
        let mut command = Command::new("nsenter");
        let target: OsString = self.pid.to_string().into();
        command.arg("--target").arg(target);
        command.args(["--net", "--uts", "--mount"]);
        if self.name != LOGIN {
            command.args(["--pid", "--ipc", "--time"]);
        }
        if let Ok(folder) = std::env::current_dir() {
            let mut option = OsString::from("--wd=");
            option.push(folder);
            command.arg(option);
        }
        command.arg("--");
        command
    }

    fn script(&self, script: &str) -> anyhow::Result<()> {
        let status = self.enter().args(["sh", "-ec", script]).status()?;
        ensure!(
            status.success(),
            "the network of the host {} can't be set up; iproute2 is needed",
            self.name
        );
        Ok(())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // The host's processes end with the first one, which ends with `unshare`.
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_end_at_the_command() {
        let made = plan(&["--count", "2", "--rate", "1gbit", "ls", "--count", "9"]).unwrap();
        let expected = Plan {
            count: 2,
            mtu: 1500,
            rate: Some("1gbit".into()),
            faults: None,
            command: ["ls", "--count", "9"].map(str::to_owned).into(),
        };
        assert_eq!(made, expected);
        let behind = plan(&["--mtu", "9000", "--", "-x"]).unwrap();
        assert_eq!((behind.mtu, behind.command), (9000, vec!["-x".to_owned()]));
        let bad = plan(&["--delay", "10", "ls"]).unwrap();
        let faults = bad.faults.expect("a network that delays");
        assert_eq!(faults.delay, Duration::from_millis(10));
        let slow = plan(&["--rate", "1gbit", "--delay", "10", "ls"]).unwrap();
        assert_eq!(slow.rate, None);
        assert_ne!(slow.faults, Some(faults));
    }

    #[test]
    fn a_plan_needs_a_command_and_known_options() {
        for wrong in [
            &[][..],
            &["--count", "2"],
            &["--count", "0", "ls"],
            &["--count"],
            &["--mtus", "9", "ls"],
            &["--loss", "2", "ls"],
            &["--rate", "fast", "--loss", "0.1", "ls"],
        ] {
            assert!(plan(wrong).is_err(), "{wrong:?}");
        }
    }
}
