//! Bodies of tests in jobs that MPICH's hydra starts: its hosts are names, and all of them are this machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::job::HANG;

pub(crate) const TESTS: &[(&str, fn())] = &[("started by hydra", hydra)];

/// Names of hosts, and numbers of PEs. Without numbers of their own, hosts get ranks in turn.
const SHAPES: [(&str, &str); 4] = [
    ("a", "3"),
    ("a,b", "5"),
    ("a:2,b:5,c:1", "8"),
    ("a,b,c", "3"),
];

/// Bodies of all families.
const BODIES: [&str; 12] = [
    "sizes",
    "handles",
    "tickets",
    "locks",
    "shapes and vectors",
    "accumulates by all",
    "signals of all",
    "requests and replies",
    "tagged sends and receives",
    "collectives of teams",
    "collectives begun",
    "private contexts",
];

fn hydra() {
    if Command::new("mpiexec.hydra")
        .arg("-version")
        .output()
        .is_err()
    {
        let text = "mpiexec.hydra is missing: its jobs were NOT TESTED (apt-get install mpich)";
        assert!(std::env::var_os("CI").is_none(), "{text}");
        println!("{text}");
        return;
    }
    let name = format!("farreach-shmem-rsh.{}", std::process::id());
    let rsh = std::env::temp_dir().join(name);
    // Drops the options and the host.
    let script = "#!/bin/sh\nwhile :; do case \"$1\" in -*) shift;; *) break;; esac; done\nshift\nexec sh -c \"$*\"\n";
    fs::write(&rsh, script).expect("a script");
    fs::set_permissions(&rsh, fs::Permissions::from_mode(0o700)).expect("an executable one");
    let own = std::env::current_exe().expect("this program's path");
    for (body, (hosts, size)) in BODIES.into_iter().zip(SHAPES.into_iter().cycle()) {
        let mut command = Command::new("mpiexec.hydra");
        command
            .args(["-launcher", "ssh", "-launcher-exec"])
            .arg(&rsh);
        command.args(["-hosts", hosts, "-n", size]).arg(&own);
        let command = command
            .args(["__app", "rank", body])
            .env("FARREACH_HEAP", "64M");
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("hydra");
        let begun = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if begun.elapsed() > HANG {
                let _ = child.kill();
                panic!("{command:?} hangs");
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let output = child.wait_with_output().expect("its output");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{body} on {hosts}: {told}");
    }
    fs::remove_file(&rsh).expect("the script");
}
