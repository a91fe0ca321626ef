//! Limits that the user or the system sets: what helps is said, and nothing panics.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use crate::prefix::Folder;

const FARREACH: &str = env!("CARGO_BIN_EXE_farreach");

/// Runs a script of bash, in which `$0` is this program.
fn bash(script: &str) -> Output {
    let mut command = Command::new("bash");
    command.args(["-c", script, FARREACH]).env("PWD", "/");
    command.current_dir("/").output().expect("bash")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn assert_told(output: &Output, words: &[&str]) {
    let told = told(output);
    assert!(!output.status.success(), "{told}");
    assert!(!told.contains("panicked"), "{told}");
    for word in words {
        assert!(told.contains(word), "no {word:?} in {told}");
    }
}

#[test]
fn limits_of_address_space_and_files_are_named_with_sizes() {
    let output = bash("ulimit -v 2000000; exec \"$0\" run -n 2 --heap 64M hello");
    assert_told(
        &output,
        &["ulimit -v", "G of address space", "--nodes", "2G besides"],
    );
    let output = bash("ulimit -f 1000; exec \"$0\" run -n 2 hello");
    assert_told(&output, &["ulimit -f", "G in a file of memory"]);
    let output = bash("exec \"$0\" run -n 1 --heap 20000G hello");
    assert_told(&output, &["a symmetric heap of 19.5T"]);
}

#[test]
fn the_launcher_raises_its_own_limit_of_open_files() {
    // 24 nodes need more than 50 descriptors of the launcher. The processes keep the user's limit.
    let script =
        "ulimit -Sn 50; exec \"$0\" run -n 24 --nodes 24 --stats none bash -c 'ulimit -Sn'";
    let output = bash(script);
    assert!(output.status.success(), "{}", told(&output));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, "50\n".repeat(24));
    let output = bash("ulimit -n 50; exec \"$0\" run -n 24 --nodes 24 true");
    assert_told(&output, &["24 nodes need", "the limit is 50", "ulimit -Hn"]);
}

#[test]
fn a_user_without_processes_left_is_told_why() {
    if !rustix::process::geteuid().is_root() {
        println!("only root can act as another user: NOT TESTED");
        return;
    }
    let folder = Folder::new("few-processes");
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).expect("a mode");
    // The folder of the build may be closed to other users.
    let program = folder.0.join("farreach");
    fs::copy(FARREACH, &program).expect("a copy");
    for limit in 1..6 {
        let script = format!(
            "ulimit -u {limit}; exec {} run -n 4 hello",
            program.display()
        );
        let output = Command::new("setpriv")
            // A user that has no other process.
            .args([
                "--reuid=54321",
                "--regid=54321",
                "--clear-groups",
                "bash",
                "-c",
            ])
            .arg(script)
            .output()
            .expect("setpriv");
        let told = told(&output);
        assert!(!told.contains("panicked"), "{limit}: {told}");
        let is_said = told.contains("farreach: ")
            && told.contains("Resource temporarily unavailable")
            && told.contains("ulimit -u");
        assert!(output.status.success() || is_said, "{limit}: {told}");
        assert!(limit > 1 || !output.status.success(), "{told}");
    }
}

#[test]
fn without_proc_the_launcher_says_what_it_needs() {
    if !rustix::process::geteuid().is_root() {
        println!("only root can unmount /proc in a namespace: NOT TESTED");
        return;
    }
    let script = "umount -l /proc; exec \"$0\" run -n 2 hello";
    let mut command = Command::new("unshare");
    let output = command
        .args(["-m", "bash", "-c", script, FARREACH])
        .output();
    assert_told(
        &output.expect("unshare"),
        &["no /proc here", "mount -t proc"],
    );
}

#[test]
fn a_host_without_ipv4_is_told_which_address_helps() {
    if !rustix::process::geteuid().is_root() {
        println!("only root can make a network namespace: NOT TESTED");
        return;
    }
    let apart = |script: &str| {
        let script = format!("ip link set lo up && ip addr del 127.0.0.1/8 dev lo && {script}");
        let mut command = Command::new("unshare");
        let output = command
            .args(["-n", "bash", "-c", &script, FARREACH])
            .output();
        output.expect("unshare")
    };
    let job = "exec \"$0\" run -n 2 --nodes 2 --stats none heat2d --steps 5 --check";
    let output = apart(job);
    assert_told(&output, &["127.0.0.1", "FARREACH_BIND", "::1"]);
    // The cause is told once.
    let line = told(&output);
    let line = line.lines().find(|line| line.contains("FARREACH_BIND"));
    let causes = line.map(|line| line.matches("Cannot assign").count());
    assert_eq!(causes, Some(1), "{line:?}");
    let output = apart(&format!("FARREACH_BIND=::1 {job}"));
    assert!(output.status.success(), "{}", told(&output));
}

#[test]
fn a_narrow_loopback_is_named_with_the_setting_that_helps() {
    if !rustix::process::geteuid().is_root() {
        println!("only root can make a network namespace: NOT TESTED");
        return;
    }
    let job = "exec \"$0\" run -n 2 --nodes 2 --stats none heat2d --steps 5 --check";
    let script = format!("ip link set lo up mtu 1400 && FARREACH_MTU=1024 {job}");
    let mut command = Command::new("unshare");
    let output = command
        .args(["-n", "bash", "-c", &script, FARREACH])
        .output();
    let output = output.expect("unshare");
    assert!(output.status.success(), "{}", told(&output));
}

#[test]
fn software_at_the_port_of_adapters_has_an_address_for_each_process() {
    if !rustix::process::geteuid().is_root() {
        println!("only root can make a network namespace: NOT TESTED");
        return;
    }
    // The port may be taken by others outside.
    let apart = |settings: &str| {
        let job = "exec \"$0\" run -n 3 --nodes 3 --stats none heat2d --steps 5 --check";
        let script = format!("ip link set lo up && FARREACH_DEVICE=soft:roce {settings} {job}");
        let mut command = Command::new("unshare");
        let output = command
            .args(["-n", "bash", "-c", &script, FARREACH])
            .output();
        output.expect("unshare")
    };
    let output = apart("");
    assert!(output.status.success(), "{}", told(&output));
    let output = apart("FARREACH_BIND=::1");
    assert_told(
        &output,
        &["4791", "is taken at each of the 1 addresses of lo"],
    );
    let output = apart("FARREACH_SECURE=on");
    assert_told(&output, &["FARREACH_SECURE=on", "FARREACH_DEVICE=soft"]);
}
