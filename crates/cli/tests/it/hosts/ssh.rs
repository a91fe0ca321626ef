//! Jobs by ssh, with a server on each host, over links that can be cut.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::lab::{self, Job, Lab, assert_failed, lines, wait_for};

/// A server on each host, and a client that may enter.
struct Ssh {
    /// The remote shell of the client that has a key.
    rsh: String,
    /// The remote shell of a client without a key.
    stranger: String,
}

impl Ssh {
    fn start(lab: &Lab) -> Ssh {
        let folder = lab.folder.display();
        let run = |line: &str| {
            let status = Command::new("sh")
                .args(["-ec", line])
                .stdin(Stdio::null())
                .status();
            assert!(status.expect("sh").success(), "{line}");
        };
        run(&format!(
            "chmod 755 {folder}; cd {folder}; mkdir -p /run/sshd
             ssh-keygen -q -t ed25519 -N '' -f host; ssh-keygen -q -t ed25519 -N '' -f user"
        ));
        // The token of the lab's jobs travels in no environment of ssh: the server sets it.
        lab.write(
            "sshd",
            format!(
                "HostKey {folder}/host\nAuthorizedKeysFile {folder}/user.pub\nStrictModes no\nUsePAM no\n\
                 PidFile none\nPasswordAuthentication yes\nPermitRootLogin yes\n"
            )
            .as_bytes(),
        );
        let client = format!(
            "StrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\nIdentitiesOnly yes\n\
             IdentityFile {folder}/"
        );
        let rsh = lab.write("client", format!("{client}user\n").as_bytes());
        let stranger = lab.write("stranger", format!("{client}none\n").as_bytes());
        for host in ["h1", "h2"] {
            lab.on(host, &format!("exec /usr/sbin/sshd -f {folder}/sshd"));
        }
        let ssh = |config: String| format!("ssh -o BatchMode=yes -F {config} {{host}}");
        Ssh {
            rsh: ssh(rsh),
            stranger: ssh(stranger),
        }
    }
}

fn start(lab: &Lab, variables: &[(&str, &str)], arguments: &[&str]) -> Job {
    let (mut command, token) = lab.run(arguments);
    command.envs(variables.iter().copied());
    Job::start((command, token))
}

/// The processes of all hosts whose command line contains `word`.
fn with_word(word: &str) -> usize {
    let entries = std::fs::read_dir("/proc").expect("/proc");
    let commands =
        entries.filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok());
    commands
        .filter(|command| {
            String::from_utf8_lossy(command)
                .replace('\0', " ")
                .contains(word)
        })
        .count()
}

#[test]
fn ssh_starts_agents_and_says_why_it_does_not() {
    let Some(lab) = lab::enter() else { return };
    let ssh = Ssh::start(&lab);
    let script = "echo $FARREACH_RANK $(hostname) $FARREACH_BIND";
    let arguments = ["--hosts", "h1:1,login,h2:2", "sh", "-c", script];
    wait_for("the servers", || {
        let output = start(&lab, &[("FARREACH_RSH", &ssh.rsh)], &arguments).end();
        output.status.success().then(|| {
            let expected = [
                "0 h1 10.77.0.1",
                "1 login 10.77.0.100",
                "2 h2 10.77.0.2",
                "3 h2 10.77.0.2",
            ];
            assert_eq!(lines(&output), expected);
        })
    });
    // The server asks for a password, and nobody is there to type it.
    let output = start(
        &lab,
        &[("FARREACH_RSH", &ssh.stranger)],
        &["-H", "h1", "true"],
    )
    .end();
    let told = [
        "h1 can't be reached",
        "Permission denied",
        "see whether `ssh h1 true` works, without a password",
    ];
    assert_failed(&output, 126, &told);
    // No server runs on this host.
    let output = start(
        &lab,
        &[("FARREACH_RSH", &ssh.rsh)],
        &["-H", "h1,h3", "true"],
    )
    .end();
    assert_failed(&output, 126, &["h3 can't be reached", "Connection refused"]);
}

#[test]
fn a_cut_cable_is_a_lost_host_and_a_short_cut_is_none() {
    let Some(lab) = lab::enter() else { return };
    let ssh = Ssh::start(&lab);
    let link = |state: &str| {
        let status = Command::new("ip")
            .args(["link", "set", "h2", state])
            .status();
        assert!(status.expect("ip").success());
    };
    let word = format!("77{}", std::process::id());
    let script = format!("sleep {word} & echo begun; wait");
    let arguments = ["--hosts", "h1:2,h2:2", "sh", "-c", &*script];
    let variables = [("FARREACH_RSH", &*ssh.rsh), ("FARREACH_HEARTBEAT", "2")];
    let mut job = wait_for("the servers", || {
        let output = start(&lab, &variables, &["-H", "h1,h2", "true"]).end();
        output
            .status
            .success()
            .then(|| start(&lab, &variables, &arguments))
    });
    job.read_lines(4);
    link("down");
    let output = job.end();
    assert_failed(
        &output,
        1,
        &[
            "h2 is lost: nothing was heard of the agent of node 1 on h2",
            "FARREACH_HEARTBEAT",
        ],
    );
    wait_for("the ranks of the lost host to end", || {
        (with_word(&word) == 0).then_some(())
    });

    link("up");
    let variables = [("FARREACH_RSH", &*ssh.rsh), ("FARREACH_HEARTBEAT", "10")];
    let script = "for i in $(seq 30); do echo $FARREACH_RANK $i; sleep 0.1; done";
    let mut job = start(&lab, &variables, &["-H", "h1,h2", "sh", "-c", script]);
    job.read_lines(4);
    link("down");
    std::thread::sleep(Duration::from_millis(1500));
    link("up");
    assert_eq!(lines(&job.end()).len(), 56, "nothing is lost");
}
