//! Runs a test on the login host of a lab that `cargo xtask hosts` makes, and starts jobs there.
//!
//! The test that runs first is outside of any lab. It makes one, and runs itself again inside of it.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Longer than any step takes on a loaded machine. Only a hang takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);
/// The variables of the lab. They are no settings.
const OF_LAB: [&str; 2] = ["LAB_HOSTS", "LAB_RSH"];
/// What the networks between hosts that are not the kernel's are made of.
const TUN: &str = "/dev/net/tun";
/// The bit of CAP_SYS_ADMIN in a set of capabilities.
const CAP_SYS_ADMIN: u64 = 1 << 21;

static JOBS: AtomicU32 = AtomicU32::new(0);

/// The hosts h1 to h4, seen from the host `login`.
pub(crate) struct Lab {
    /// A program that runs a command on a host.
    pub(crate) rsh: PathBuf,
    /// A folder that all hosts see. It is removed at the end.
    pub(crate) folder: PathBuf,
}

/// The lab that this process is in. `None`: the test has run in a lab that was made for it, or can't
/// run, which is said on standard error.
pub(crate) fn enter() -> Option<Lab> {
    enter_with(&[])
}

/// A lab that is made with `options` of `cargo xtask hosts`, as [`enter`] does without.
pub(crate) fn enter_with(options: &[&str]) -> Option<Lab> {
    if let Some(rsh) = std::env::var_os(OF_LAB[1]) {
        let folder = std::env::temp_dir().join(format!("farreach-lab.{}", std::process::id()));
        fs::create_dir(&folder).expect("a folder");
        return Some(Lab {
            rsh: rsh.into(),
            folder,
        });
    }
    let thread = std::thread::current();
    let name = thread.name().expect("the test's name");
    if !may_make_hosts() {
        eprintln!(
            "{name}: not run, because hosts are made of namespaces, which takes CAP_SYS_ADMIN"
        );
        return None;
    }
    if !options.is_empty() && !Path::new(TUN).exists() {
        eprintln!("{name}: not run, because there is no {TUN}");
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "xtask", "--", "hosts"])
        .args(options)
        .arg("--")
        .arg(std::env::current_exe().expect("this program's path"))
        .args(["--exact", name, "--nocapture"])
        .current_dir(root)
        .output()
        .expect("starting cargo xtask hosts");
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(
        output.status.success() && stdout.contains("1 passed"),
        "inside of the lab:\n{stdout}\n{stderr}"
    );
    None
}

fn may_make_hosts() -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("/proc");
    let effective = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    let effective = effective.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    effective.is_some_and(|set| set & CAP_SYS_ADMIN != 0)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Lab {
    /// The command `farreach run ARGUMENTS..`, whose processes can be found by the returned token.
    pub(crate) fn run(&self, arguments: &[&str]) -> (Command, String) {
        self.run_with_summary("none", arguments)
    }

    /// The command of [`Lab::run`] with a summary of the job: `none`, `text` or `json`.
    pub(crate) fn run_with_summary(&self, summary: &str, arguments: &[&str]) -> (Command, String) {
        let number = JOBS.fetch_add(1, Ordering::Relaxed);
        let token = format!("{}-{number}", std::process::id());
        let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
        command.args(["run", "--stats", summary]).args(arguments);
        for name in OF_LAB {
            command.env_remove(name);
        }
        command
            .env("FARREACH_RSH", &self.rsh)
            .env("LAB_TOKEN", &token)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        (command, token)
    }

    /// What `farreach doctor --hosts HOSTS` says.
    pub(crate) fn doctor(&self, hosts: &str) -> Output {
        self.farreach(&["doctor", "--hosts", hosts])
    }

    /// What this program says that is no job itself.
    pub(crate) fn farreach(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
        command.args(arguments);
        for name in OF_LAB {
            command.env_remove(name);
        }
        command.env("FARREACH_RSH", &self.rsh);
        command.output().expect("starting the program")
    }

    /// Runs a command on a host.
    #[track_caller]
    pub(crate) fn on(&self, host: &str, line: &str) {
        let status = Command::new(&self.rsh).args([host, line]).status();
        assert!(status.expect("the lab's rsh").success(), "{line} on {host}");
    }

    /// Writes a file, and returns its path.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.folder.join(name);
        fs::write(&path, bytes).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    }
}

/// A running job. Dropping it, if a test fails, ends all its processes.
pub(crate) struct Job {
    pub(crate) head: Option<Child>,
    pub(crate) token: String,
}

impl Job {
    pub(crate) fn start((mut command, token): (Command, String)) -> Job {
        let head = Some(command.spawn().expect("starting the launcher"));
        Job { head, token }
    }

    /// Waits for the launcher's end, and until no process of the job is left.
    #[track_caller]
    pub(crate) fn end(mut self) -> Output {
        let head = self.head.take().expect("a running launcher");
        let output = head.wait_with_output().expect("the launcher's end");
        wait_for("the job's processes to be gone", || {
            processes(&self.token).is_empty().then_some(())
        });
        output
    }

    /// Reads standard output until it has this number of lines.
    pub(crate) fn read_lines(&mut self, count: usize) {
        let mut stdout = self.head.as_mut().and_then(|head| head.stdout.as_mut());
        // Whatever is read too early would be missing from the output at the end.
        let bytes = std::iter::from_fn(|| {
            let mut byte = [0];
            let read = stdout.as_mut()?.read(&mut byte).expect("standard output");
            (read == 1).then_some(byte[0])
        });
        let ends = bytes.filter(|&byte| byte == b'\n');
        let lines = ends.take(count).count();
        if lines < count {
            let mut told = String::new();
            let stderr = self.head.as_mut().and_then(|head| head.stderr.as_mut());
            let _ = stderr.map(|stderr| stderr.read_to_string(&mut told));
            panic!("the output ended after {lines} lines of {count}: {told}");
        }
    }

    /// Kills the last process of the job whose command line contains `word`, and returns its number.
    #[track_caller]
    pub(crate) fn kill_last(&self, word: &str) {
        let all = processes(&self.token);
        let found = all.iter().rfind(|process| process.command.contains(word));
        let process = found.unwrap_or_else(|| panic!("no {word} among {all:?}"));
        let pid = Pid::from_raw(process.pid).expect("a process");
        kill_process(pid, Signal::KILL).expect("killing");
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        for process in processes(&self.token) {
            if let Some(pid) = Pid::from_raw(process.pid) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        if let Some(head) = &mut self.head {
            let _ = head.wait();
        }
    }
}

/// A process of a job.
#[derive(Debug)]
pub(crate) struct Process {
    pid: i32,
    command: String,
}

/// All running processes of a job on all hosts, without zombies, by their numbers on this machine.
pub(crate) fn processes(token: &str) -> Vec<Process> {
    let wanted = format!("LAB_TOKEN={token}");
    let entries = fs::read_dir("/proc").expect("/proc");
    let mut pids: Vec<i32> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    pids.sort_unstable();
    let process = |pid: i32| {
        let environ = fs::read(format!("/proc/{pid}/environ")).ok()?;
        let mut variables = environ.split(|&byte| byte == 0);
        variables.find(|variable| *variable == wanted.as_bytes())?;
        let command = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        let command = text(&command).replace('\0', " ");
        (!command.is_empty()).then_some(Process { pid, command })
    };
    pids.into_iter().filter_map(process).collect()
}

/// Calls `look` until it returns something.
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The output of a job that ended well, its lines sorted.
#[track_caller]
pub(crate) fn lines(output: &Output) -> Vec<String> {
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    assert_eq!(errors, "");
    let mut lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

/// Checks a job that failed with this exit code and these parts in its messages.
#[track_caller]
pub(crate) fn assert_failed(output: &Output, code: i32, told: &[&str]) {
    let errors = text(&output.stderr);
    for part in told {
        assert!(errors.contains(part), "no {part:?} in {errors:?}");
    }
    assert_eq!(output.status.code(), Some(code), "{errors}");
}
