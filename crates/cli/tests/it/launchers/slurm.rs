//! A Slurm of four nodes on this machine, with an authentication of its own.

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::PATIENCE;

/// The daemons, which end with this.
pub(super) struct Slurm {
    folder: PathBuf,
    daemons: Vec<Child>,
}

impl Slurm {
    /// Starts the daemons and waits until the nodes are idle. `None` where only root could.
    pub(super) fn start(name: &str) -> Option<Slurm> {
        if !rustix::process::geteuid().is_root() {
            let text = "only root can start Slurm: its jobs were NOT TESTED";
            assert!(std::env::var_os("CI").is_none(), "{text}");
            println!("{text}");
            return None;
        }
        let name = format!("farreach-slurm-{name}.{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        for inner in ["state", "spool", "log"] {
            fs::create_dir_all(folder.join(inner)).expect("a folder");
        }
        let mut slurm = Slurm {
            folder,
            daemons: Vec::new(),
        };
        // Another process may take a port before the daemon does.
        for _ in 0..10 {
            slurm.configure();
            slurm.start_daemons();
            if slurm.becomes_idle() {
                return Some(slurm);
            }
            slurm.stop();
        }
        panic!("ten times a daemon of Slurm ended at once");
    }

    /// `srun` with these options.
    pub(super) fn srun(&self, nodes: u32, size: u32, options: &[&str]) -> Command {
        let mut command = self.command("srun");
        command.args([
            "-N",
            &nodes.to_string(),
            "-n",
            &size.to_string(),
            "--overcommit",
        ]);
        command.args(options);
        command
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.path("slurm.conf"));
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{path}:/usr/sbin"));
        command
    }

    fn configure(&self) {
        let mut key = [0; 128];
        rustix::rand::getrandom(&mut key, rustix::rand::GetRandomFlags::empty()).expect("a key");
        fs::write(self.path("munge.key"), key).expect("a file");
        let only_owner = std::os::unix::fs::PermissionsExt::from_mode(0o400);
        fs::set_permissions(self.path("munge.key"), only_owner).expect("a file");
        // Held until all are known, so that they differ.
        let listeners: Vec<TcpListener> = (0..6)
            .map(|_| TcpListener::bind(("127.0.0.1", 0)).expect("a free port"))
            .collect();
        let port = |nth: usize| listeners[nth].local_addr().expect("an address").port();
        let host = fs::read_to_string("/proc/sys/kernel/hostname").expect("a name");
        let host = host.trim();
        let node = |node: usize| {
            let port = port(node + 1);
            format!("NodeName=n{node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=8\n")
        };
        let nodes = (1..=4).map(node).collect::<Vec<String>>().concat();
        let folder = self.folder.display();
        let lines = format!(
            "ClusterName=farreach\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={}\nSlurmdPort={}\nAuthType=auth/munge\n\
             AuthInfo=socket={folder}/munge.sock\nCredType=cred/munge\nSlurmUser=root\nSlurmdUser=root\n\
             StateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool/%n\nSlurmctldPidFile={folder}/slurmctld.pid\n\
             SlurmdPidFile={folder}/slurmd-%n.pid\nSlurmctldLogFile={folder}/log/slurmctld\nSlurmdLogFile={folder}/log/%n\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
             SelectType=select/cons_tres\nSwitchType=switch/none\nMpiDefault=pmi2\nReturnToService=2\n\
             SlurmdParameters=config_overrides\n{nodes}PartitionName=p Nodes=ALL Default=YES OverSubscribe=YES\n",
            port(0),
            port(1),
        );
        fs::write(self.path("slurm.conf"), lines).expect("a file");
    }

    fn start_daemons(&mut self) {
        let mut munged = self.command("munged");
        munged.args(["--foreground", "--force"]);
        for (option, name) in [
            ("socket", "munge.sock"),
            ("key-file", "munge.key"),
            ("pid-file", "munged.pid"),
            ("log-file", "munged.log"),
            ("seed-file", "munged.seed"),
        ] {
            munged.arg(format!("--{option}={}", self.path(name)));
        }
        self.daemon(munged);
        let mut controller = self.command("slurmctld");
        controller.args(["-D", "-c", "-f", &self.path("slurm.conf")]);
        self.daemon(controller);
        for node in 1..=4 {
            let mut daemon = self.command("slurmd");
            daemon.args([
                "-D",
                "-N",
                &format!("n{node}"),
                "-f",
                &self.path("slurm.conf"),
            ]);
            self.daemon(daemon);
        }
    }

    fn daemon(&mut self, mut command: Command) {
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        let daemon = command.stderr(Stdio::null()).spawn().expect("a daemon");
        self.daemons.push(daemon);
    }

    /// Waits until the nodes are idle. Returns `false` if a daemon has ended.
    fn becomes_idle(&mut self) -> bool {
        let begun = Instant::now();
        loop {
            let has_ended = |daemon: &mut Child| daemon.try_wait().expect("a child").is_some();
            if self.daemons.iter_mut().any(has_ended) {
                return false;
            }
            let mut sinfo = self.command("sinfo");
            let sinfo = sinfo.args(["-h", "-N", "-o", "%T"]).output();
            let states = sinfo.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
            let states = states.unwrap_or_default();
            if states.lines().filter(|state| *state == "idle").count() == 4 {
                return true;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "Slurm's nodes are not idle: {states}"
            );
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn stop(&mut self) {
        for mut daemon in self.daemons.drain(..).rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
