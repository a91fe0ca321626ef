//! `cargo xtask vm [OPTIONS] -- COMMAND..`: runs a command in a guest whose kernel has an RDMA adapter of software.
//!
//! ```text
//!   host                                         guest (QEMU, emulated)
//!     virtiofsd ── / ──────────── read-only ──▶  the root of the command, below a layer that keeps what it writes
//!     FOLDER  ◀──── 9p ────────────────────────  /run/out
//!     standard output ◀── serial line ─────────  the command's output
//!                                                rxe0: the kernel's Soft-RoCE (rdma_rxe) on the loopback interface
//! ```
//!
//! The device `ibv` needs an adapter, and few machines that build this have one. The kernel's own software adapter is a driver
//! like others, but the host's kernel may not have it. A guest can have another kernel, and runs the host's programs unchanged.
//!
//! What a guest costs: four seconds until the command runs, and emulation: nothing that is measured there says how fast anything is.
//! A thread that polls keeps the driver's threads from their core, so long timeouts are needed.
//!
//! `cargo xtask vm-test` runs the tests of the device `ibv` there, and some jobs (`vm/adapters.sh`, `vm/guest.sh`).
//! `cargo xtask ibv-test` runs what any adapter can do (`vm/adapters.sh`) on this machine, if it has one.
//!
//! The kernel is fetched by apt when it is first wanted (100 MB), into the folder of build results.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

/// What a guest is made of on a Debian host: a program that has to be there, and its package.
const TOOLS: [(&str, &str); 8] = [
    ("/usr/bin/qemu-system-x86_64", "qemu-system-x86"),
    ("/usr/lib/qemu/virtiofsd", "qemu-system-common"),
    ("/usr/bin/busybox", "busybox-static"),
    ("/usr/bin/cpio", "cpio"),
    ("/usr/sbin/modprobe", "kmod"),
    ("/usr/bin/rdma", "iproute2"),
    ("/usr/bin/ibv_rc_pingpong", "ibverbs-utils"),
    ("/usr/bin/ib_write_bw", "perftest"),
];
const PREPARE: &str = include_str!("vm/prepare.sh");
const INIT: &str = include_str!("vm/init");
/// What runs on any adapter, and what follows it in the guest alone.
const ON_ANY: &str = include_str!("vm/adapters.sh");
const IN_GUEST: &str = include_str!("vm/guest.sh");
/// Longer than virtiofsd needs to listen.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the guest is like, and the command.
#[derive(Debug, PartialEq)]
struct Plan {
    cpus: u32,
    memory_mib: u32,
    seconds: u64,
    out: Option<PathBuf>,
    command: Vec<String>,
}

/// How often a guest is booted until its kernel comes to the command. Where the host is busy, an emulated kernel may fail while it changes its
/// own code for its processors.
const BOOTS: u32 = 3;

/// Boots a guest, runs the command, and returns its exit code.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> anyhow::Result<ExitCode> {
    let plan = plan(arguments)?;
    check_tools()?;
    let kernel = target(root).join("vm");
    prepare(&kernel)?;
    let folder = tempfile::Builder::new()
        .prefix("farreach-vm.")
        .tempdir()
        .context("making a folder for the guest's files")?;
    let initrd = make_initrd(&kernel, folder.path())?;
    let out = match &plan.out {
        Some(out) => out.clone(),
        None => folder.path().join("out"),
    };
    fs::create_dir_all(&out).with_context(|| format!("making {}", out.display()))?;
    let [begun, status] = ["begun", "status"].map(|name| out.join(name));
    for left in [&begun, &status] {
        let _ = fs::remove_file(left);
    }
    fs::write(out.join("command"), script(&plan.command)?)?;
    for _ in 0..BOOTS {
        let socket = folder.path().join("files");
        let _ = fs::remove_file(&socket);
        let _files = Ended(serve_files(&socket)?);
        boot(&plan, &kernel, &initrd, (&socket, &out))?;
        if begun.exists() {
            break;
        }
        eprintln!("the guest's kernel failed before it came to the command");
    }
    let code = fs::read_to_string(&status).context(
        "the guest did not come to the end of the command; --timeout SECONDS gives it longer, --memory MIB more memory",
    )?;
    let code: u8 = code.trim().parse().context("the command's exit code")?;
    Ok(ExitCode::from(code))
}

/// Builds the tests of the device `ibv`, and runs them and some jobs in a guest.
pub(crate) fn run_tests(root: &Path) -> anyhow::Result<ExitCode> {
    let programs = build_tests(root)?;
    let variables = programs.map(|(name, path)| format!("{name}={path}"));
    let command = format!("{} bash -c \"$0\"", variables.join(" "));
    let tests = format!("{ON_ANY}{IN_GUEST}");
    run(root, &["--", "sh", "-c", &command, &tests])
}

/// Builds the tests of the device `ibv`, and runs them and some jobs on an adapter of this machine.
pub(crate) fn run_on_host(root: &Path) -> anyhow::Result<ExitCode> {
    let adapters = fs::read_dir("/sys/class/infiniband");
    let has_any = adapters.is_ok_and(|mut adapters| adapters.next().is_some());
    ensure!(
        has_any,
        "the kernel shows no RDMA adapter in /sys/class/infiniband; cargo xtask vm-test runs the tests in a guest that has one, \
         and docs/src/adapters.md says how to make one of a network interface"
    );
    let programs = build_tests(root)?;
    let mut tests = Command::new("bash");
    tests.args(["-c", ON_ANY]).envs(programs).current_dir(root);
    let status = tests.status().context("starting bash")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Builds what the tests run. Returns the variables that name the programs.
fn build_tests(root: &Path) -> anyhow::Result<[(&'static str, String); 4]> {
    let packages = ["farreach-ibv", "farreach-shmem", "farreach-cli"];
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "test",
        "--no-run",
        "--quiet",
        "--test",
        "it",
        "--test",
        "remapped",
        "--message-format",
        "json",
    ]);
    cargo.args(packages.iter().flat_map(|package| ["--package", package]));
    let built = cargo.current_dir(root).stderr(Stdio::inherit()).output();
    let built = built.context("starting cargo")?;
    ensure!(built.status.success(), "the tests could not be built");
    let messages = String::from_utf8(built.stdout).context("cargo's messages")?;
    let find = |package: &str, kind: &str, name: &str| {
        let found = messages.lines().find_map(|line| {
            let message: serde_json::Value = serde_json::from_str(line).ok()?;
            let is_it = message["manifest_path"]
                .as_str()?
                .contains(&format!("crates/{package}/"))
                && message["target"]["kind"][0] == kind
                && message["target"]["name"] == name;
            let executable = message["executable"].as_str().filter(|_| is_it)?;
            Some(executable.to_owned())
        });
        found.with_context(|| format!("cargo has built no {kind} {name} of {package}"))
    };
    Ok([
        ("DEVICE", find("ibv", "test", "it")?),
        ("TRIALS", find("shmem", "test", "it")?),
        ("REMAPPED", find("cli", "test", "remapped")?),
        ("FARREACH", find("cli", "bin", "farreach")?),
    ])
}

fn plan(arguments: &[&str]) -> anyhow::Result<Plan> {
    let mut plan = Plan {
        cpus: 2,
        memory_mib: 2048,
        seconds: 1500,
        out: None,
        command: Vec::new(),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || {
            let value = rest.next();
            value.with_context(|| format!("{argument} needs a value"))
        };
        match *argument {
            "--cpus" => plan.cpus = value()?.parse().context("--cpus takes a number")?,
            "--memory" => plan.memory_mib = value()?.parse().context("--memory takes MiB")?,
            "--timeout" => plan.seconds = value()?.parse().context("--timeout takes seconds")?,
            "--out" => plan.out = Some(value()?.into()),
            "--" => {
                plan.command = rest.map(|&word| word.to_owned()).collect();
                break;
            }
            option => bail!("there is no option {option}; the command comes behind --"),
        }
    }
    ensure!(!plan.command.is_empty(), "a command is needed behind --");
    Ok(plan)
}

fn check_tools() -> anyhow::Result<()> {
    let missing = TOOLS
        .iter()
        .filter(|(program, _)| !Path::new(program).exists());
    let packages: Vec<&str> = missing.map(|(_, package)| *package).collect();
    ensure!(
        packages.is_empty(),
        "a guest needs programs that are missing: apt-get install {}",
        packages.join(" ")
    );
    let status = fs::read_to_string("/proc/self/status").context("reading /proc")?;
    let is_root = status.lines().any(|line| line.starts_with("Uid:\t0\t"));
    ensure!(
        is_root,
        "a guest that sees the host's files is made by root"
    );
    Ok(())
}

/// The folder of build results.
fn target(root: &Path) -> PathBuf {
    let told = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    told.unwrap_or_else(|| root.join("target"))
}

/// Fetches the kernel, if it is not there.
fn prepare(kernel: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(kernel)?;
    let status = Command::new("bash")
        .args(["-c", PREPARE, "prepare.sh"])
        .arg(kernel)
        .status()
        .context("starting bash")?;
    ensure!(status.success(), "the kernel could not be fetched");
    Ok(())
}

/// The first files of the guest: busybox, the modules and the first program.
fn make_initrd(kernel: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    let (root, initrd) = (folder.join("initrd"), folder.join("initrd.cpio"));
    fs::create_dir_all(root.join("bin"))?;
    fs::copy("/usr/bin/busybox", root.join("bin/busybox"))?;
    fs::write(root.join("init"), INIT)?;
    fs::set_permissions(root.join("init"), fs::Permissions::from_mode(0o755))?;
    let packed = Command::new("sh")
        .args([
            "-c",
            "cp -r \"$1\" modules && find . | cpio -o -H newc --quiet >\"$2\"",
            "sh",
        ])
        .arg(kernel.join("modules"))
        .arg(&initrd)
        .current_dir(&root)
        .status()
        .context("starting cpio")?;
    ensure!(
        packed.success(),
        "the guest's first files could not be packed"
    );
    Ok(initrd)
}

/// What the guest runs: the command in this folder, beside an adapter.
fn script(command: &[String]) -> anyhow::Result<String> {
    let words = command
        .iter()
        .map(|word| format!("'{}'", word.replace('\'', "'\\''")));
    let words: Vec<String> = words.collect();
    Ok(format!(
        "export HOME=/root LANG=C TERM=dumb NO_COLOR=1 PATH='{path}'\nulimit -l unlimited\n\
         rdma link add rxe0 type rxe netdev lo\ncd '{folder}'\n{command}\n",
        path = std::env::var("PATH")?,
        folder = std::env::current_dir()?.display(),
        command = words.join(" "),
    ))
}

/// Starts the program that shows the host's files to the guest.
fn serve_files(socket: &Path) -> anyhow::Result<Child> {
    let child = Command::new("/usr/lib/qemu/virtiofsd")
        .arg(format!("--socket-path={}", socket.display()))
        .args([
            "-o",
            "source=/",
            "-o",
            "cache=always",
            "-o",
            "sandbox=chroot",
        ])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("starting virtiofsd")?;
    let begun = Instant::now();
    while !socket.exists() {
        ensure!(begun.elapsed() < PATIENCE, "virtiofsd did not come up");
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(child)
}

fn boot(
    plan: &Plan,
    kernel: &Path,
    initrd: &Path,
    (socket, out): (&Path, &Path),
) -> anyhow::Result<()> {
    let memory = plan.memory_mib;
    let mut qemu = Command::new("timeout");
    qemu.arg(plan.seconds.to_string());
    qemu.arg("/usr/bin/qemu-system-x86_64");
    qemu.args(["-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "max"]);
    qemu.args(["-m", &memory.to_string(), "-smp", &plan.cpus.to_string()]);
    qemu.args([
        "-nodefaults",
        "-no-user-config",
        "-display",
        "none",
        "-no-reboot",
    ]);
    qemu.args(["-serial", "stdio"]);
    qemu.args([
        "-object",
        &format!("memory-backend-memfd,id=memory,size={memory}M,share=on"),
    ]);
    qemu.args(["-numa", "node,memdev=memory"]);
    qemu.args([
        "-chardev",
        &format!("socket,id=files,path={}", socket.display()),
    ]);
    qemu.args(["-device", "vhost-user-fs-pci,chardev=files,tag=host"]);
    qemu.args([
        "-fsdev",
        &format!("local,id=out,path={},security_model=none", out.display()),
    ]);
    qemu.args(["-device", "virtio-9p-pci,fsdev=out,mount_tag=out"]);
    qemu.arg("-kernel").arg(kernel.join("vmlinuz"));
    qemu.arg("-initrd").arg(initrd);
    // Where the host is busy, the guest may find that its timer does not tick, and would end.
    let line = "console=ttyS0 panic=-1 quiet loglevel=4 tsc=reliable clocksource=tsc mitigations=off no_timer_check";
    qemu.args(["-append", line]);
    let status = qemu
        .stdin(Stdio::null())
        .status()
        .context("starting qemu")?;
    ensure!(
        status.code() != Some(124),
        "the guest was ended after {} s; --timeout SECONDS gives it longer",
        plan.seconds
    );
    ensure!(status.success(), "qemu failed: {status}");
    Ok(())
}

/// A program that is ended with this value.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests;
