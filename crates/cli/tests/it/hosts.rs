//! Jobs on several hosts, which are namespaces of this machine.

mod containers;
mod lab;
mod network;
mod ssh;
mod wheels;

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use lab::{Job, Lab, assert_failed, lines, wait_for};

fn run(lab: &Lab, arguments: &[&str]) -> std::process::Output {
    Job::start(lab.run(arguments)).end()
}

fn run_with(lab: &Lab, variables: &[(&str, &str)], arguments: &[&str]) -> std::process::Output {
    let (mut command, token) = lab.run(arguments);
    command.envs(variables.iter().copied());
    Job::start((command, token)).end()
}

/// A program that tells where it runs.
const WHERE: [&str; 3] = [
    "sh",
    "-c",
    "echo $FARREACH_RANK $FARREACH_NODE $(hostname) $FARREACH_BIND",
];

#[test]
fn ranks_run_where_they_are_placed() {
    let Some(lab) = lab::enter() else { return };
    for (arguments, expected) in [
        ("-H h1,h2", "0 0 h1 10.77.0.1|1 1 h2 10.77.0.2"),
        ("-H h3:1", "0 0 h3"),
        (
            "-H h2,h1 -n 3",
            "0 0 h2 10.77.0.2|1 0 h2 10.77.0.2|2 1 h1 10.77.0.1",
        ),
        (
            "-H h1:2,login:1,h1:2 --map-by node",
            "0 0 h1 10.77.0.1|1 1 login 10.77.0.100|2 0 h1 10.77.0.1|3 0 h1 10.77.0.1|4 0 h1 10.77.0.1",
        ),
        ("-H login -n 2", "0 0 login|1 0 login"),
        ("-H h[1-4] --ppn 4", ""),
    ] {
        let all: Vec<&str> = arguments.split(' ').chain(WHERE).collect();
        let found = lines(&run(&lab, &all));
        if expected.is_empty() {
            let mut sixteen: Vec<String> = (0..16)
                .map(|rank| format!("{rank} {0} h{1} 10.77.0.{1}", rank / 4, rank / 4 + 1))
                .collect();
            sixteen.sort();
            assert_eq!(found, sixteen);
        } else {
            assert_eq!(found.join("|"), expected, "{arguments}");
        }
    }
    // What the hosts and the network do to a program, they do to its result too.
    for hosts in ["h1:1", "h1:3,h2:5", "h[1-4]:4"] {
        let output = run(
            &lab,
            &[
                "--hosts", hosts, "heat2d", "--steps", "20", "--rows", "64", "--cols", "64",
            ],
        );
        assert!(
            lines(&output)
                .iter()
                .any(|line| line.contains("total kept")),
            "{output:?}"
        );
    }
}

#[test]
fn hosts_come_from_files_slurm_and_variables() {
    let Some(lab) = lab::enter() else { return };
    let file = lab.write("hosts.txt", b"# ours\nh2:2\nh1 slots=1 # Open MPI's\n");
    let hostnames = ["sh", "-c", "echo $FARREACH_RANK $(hostname)"];
    let with = |front: &[&'static str]| [front, &hostnames].concat();
    let mut arguments = vec!["--hostfile", &file];
    arguments.extend(hostnames);
    assert_eq!(lines(&run(&lab, &arguments)), ["0 h2", "1 h2", "2 h1"]);

    let slurm = [
        ("SLURM_JOB_NODELIST", "h[3-4]"),
        ("SLURM_TASKS_PER_NODE", "1,2"),
    ];
    let output = run_with(&lab, &slurm, &with(&[]));
    assert_eq!(lines(&output), ["0 h3", "1 h4", "2 h4"]);
    let output = run_with(&lab, &slurm, &with(&["--hosts", "h1"]));
    assert_eq!(lines(&output), ["0 h1"], "the options come before Slurm");

    // Settings travel, and those of the hosts' own environment do not count.
    let loud = lab.write(
        "loud",
        b"#!/bin/sh\necho hello from a profile\nFARREACH_SEED=7 MINE=there exec \"$RSH\" \"$@\"\n",
    );
    std::fs::set_permissions(&loud, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let rsh = lab.rsh.to_str().expect("UTF-8");
    let variables = [
        ("FARREACH_RSH", &*loud),
        ("RSH", rsh),
        ("FARREACH_STALL", "9"),
        ("SHMEM_INFO", "1"),
    ];
    let script = "echo $FARREACH_STALL $SHMEM_INFO $FARREACH_SEED. $ONE $MINE";
    let output = run_with(
        &lab,
        &variables,
        &["-H", "h1", "-x", "ONE=1", "sh", "-c", script],
    );
    assert_eq!(lines(&output), ["9 1 . 1 there"]);
    let bound = [("FARREACH_BIND", "10.77.0.9")];
    let output = run_with(
        &lab,
        &bound,
        &["-H", "h1", "sh", "-c", "echo $FARREACH_BIND"],
    );
    assert_eq!(lines(&output), ["10.77.0.9"], "the user's word counts");
    let six = [("FARREACH_INTERFACE", "fd77::/64")];
    let output = run_with(
        &lab,
        &six,
        &["-H", "h1,h2", "sh", "-c", "echo $FARREACH_BIND"],
    );
    assert_eq!(lines(&output), ["fd77::1", "fd77::2"]);
}

#[test]
fn what_can_not_run_is_named() {
    let Some(lab) = lab::enter() else { return };
    let none: &[(&str, &str)] = &[];
    for (variables, arguments, code, told) in [
        (
            none,
            "-H h1,h9 true",
            126,
            &["h9 can't be reached", "could not resolve hostname h9"][..],
        ),
        (
            none,
            "-H h1:2,h2:2 sh -c exit\\ 3",
            3,
            &["on h", "exited with code 3"],
        ),
        (
            none,
            "-H h1:2,h1:3 true",
            2,
            &["host h1 is named with 2 slots and with 3 slots"],
        ),
        (
            none,
            "-H h1:2,h2 -n 4 true",
            2,
            &["4 ranks", "have 3 (h1:2,h2:1)"],
        ),
        (
            none,
            "-H h1,h2 --nodes 2 true",
            2,
            &["'--hosts <LIST>' cannot be used with '--nodes <M|SIZES>'"],
        ),
        (none, "-H h1,,h2 true", 2, &["a host's name is missing"]),
        (
            none,
            "--hostfile /dev/null true",
            2,
            &["/dev/null names no host"],
        ),
        (
            none,
            "-H h1 --rsh 'ssh true",
            2,
            &["a quote that is not closed"],
        ),
        (none, "-H h1 --rsh /no/such true", 2, &["starting an agent"]),
        (
            &[("FARREACH_INTERFACE", "eth9")],
            "-H h1,h2 true",
            126,
            &[
                "h1 has no usable address of interface eth9; it has",
                "eth0 10.77.0.1/24",
            ],
        ),
        (
            &[("FARREACH_AGENT", "/no/such")],
            "-H h1,h2 true",
            126,
            &["is farreach on h", " at /no/such? FARREACH_AGENT"],
        ),
        (
            &[
                ("FARREACH_START_TIMEOUT", "0.5"),
                ("FARREACH_RSH", "sh -c 'exec sleep 1000' {host}"),
            ],
            "-H h1,h2 true",
            126,
            &["no agent has answered from h1, h2 within 0.5 s (FARREACH_START_TIMEOUT)"],
        ),
    ] {
        let arguments: Vec<String> = shlex_of(arguments);
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        assert_failed(&run_with(&lab, variables, &words), code, told);
    }
}

#[test]
fn other_builds_and_missing_files_are_named() {
    let Some(lab) = lab::enter() else { return };
    let greeting = |version: u8, build: &str, machine: &str| {
        let mut message = vec![version, build.len() as u8];
        message.extend(build.as_bytes());
        message.push(machine.len() as u8);
        message.extend(machine.as_bytes());
        let mut bytes = b"\0farreach agent\n".to_vec();
        bytes.extend((message.len() as u32).to_le_bytes());
        bytes.extend(message);
        bytes
    };
    for (bytes, told) in [
        (
            greeting(1, "0.0.1", std::env::consts::ARCH),
            ["h1 has another farreach", "is 0.0.1 (launch protocol 1)"],
        ),
        (
            greeting(1, "0.1.0", "pdp11"),
            ["h1 has processors of another kind", "is for pdp11"],
        ),
        (
            b"no agent at all\n".to_vec(),
            ["h1 can't be reached", "see what the remote shell does"],
        ),
    ] {
        let file = lab.write("greeting", &bytes);
        let rsh = format!("sh -c 'cat {file}' {{host}}");
        let output = run_with(&lab, &[("FARREACH_RSH", &rsh)], &["-H", "h1", "true"]);
        assert_failed(&output, 126, &told);
    }

    // Something that is not there on one host.
    let folder = lab.folder.join("only-here");
    std::fs::create_dir(&folder).expect("a folder");
    let program = folder.join("program");
    std::fs::copy("/bin/true", &program).expect("a program");
    let (folder, program) = (
        folder.to_str().expect("UTF-8"),
        program.to_str().expect("UTF-8"),
    );
    let hosts = ["-H", "h1,h2"];
    assert!(lines(&run(&lab, &[&hosts[..], &[program]].concat())).is_empty());
    lab.on("h2", &format!("mount -t tmpfs tmpfs {folder}"));
    let output = run(&lab, &[&hosts[..], &[program]].concat());
    assert_failed(
        &output,
        126,
        &["rank 1 on h2 (node 1) can't be started", program, "--copy"],
    );
    // Something that only one host has, where no rank runs on the launcher's.
    let there = format!("{folder}/there");
    lab.on("h2", &format!("cp /bin/true {there}"));
    assert!(lines(&run(&lab, &["-H", "h2", &there])).is_empty());
    let output = run(&lab, &["-H", "h1,h2", &there]);
    assert_failed(
        &output,
        126,
        &["rank 0 on h1 (node 0) can't be started", &there],
    );
    let output = run(&lab, &["-H", "login,h2", &there]);
    assert_failed(&output, 2, &["there is no file", &there]);
    lab.on(
        "h2",
        &format!(
            "umount {folder} && mount -t tmpfs tmpfs {}",
            lab.folder.display()
        ),
    );
    let output = run(&lab, &[&hosts[..], &["--wdir", folder, "true"]].concat());
    assert_failed(
        &output,
        126,
        &["rank 1 on h2", &format!("there is no folder {folder}")],
    );
}

/// The words of a line in which `\ ` is a blank.
fn shlex_of(line: &str) -> Vec<String> {
    line.replace("\\ ", "\0")
        .split(' ')
        .map(|word| word.replace('\0', " "))
        .collect()
}

#[test]
fn whoever_is_killed_ends_the_job_on_all_hosts() {
    let Some(lab) = lab::enter() else { return };
    // Until its child is `sleep`, the child has the command line of the shell, and might be killed in its place.
    let script =
        "sleep 7777 & until grep -aq ^sleep /proc/$!/cmdline; do :; done; echo begun; wait";
    let script = ["sh", "-c", script];
    for (word, told) in [
        (
            "sh -c sleep 7777",
            &["rank", "was killed by signal 9 (SIGKILL)"][..],
        ),
        (
            "__agent guarded",
            &[
                "the agent of node",
                "is lost",
                "the agent was killed by signal 9",
            ],
        ),
        ("__agent stdio 10000", &["the agent of node"]),
        (
            "nsenter",
            &[
                "the agent of node",
                "is lost",
                "was killed by signal 9 (SIGKILL)",
            ],
        ),
        (" run --stats none", &[]),
    ] {
        let arguments = [&["--hosts", "h1:2,h2:2"][..], &script].concat();
        let mut job = Job::start(lab.run(&arguments));
        job.read_lines(4);
        job.kill_last(word);
        let output = job.end();
        assert!(!output.status.success(), "{word}");
        let errors = String::from_utf8_lossy(&output.stderr);
        for part in told {
            assert!(errors.contains(part), "{word}: no {part:?} in {errors:?}");
        }
    }
}

#[test]
fn signals_reach_the_ranks_of_all_hosts() {
    let Some(lab) = lab::enter() else { return };
    let script =
        "exec 2>/dev/null; trap 'echo got; exit 0' USR1; echo begun; while :; do sleep 0.05; done";
    let mut job = Job::start(lab.run(&["-H", "h1:2,h2:2", "sh", "-c", script]));
    job.read_lines(4);
    let head = job.head.as_ref().expect("a launcher").id();
    let sent = Command::new("kill")
        .args(["-USR1", &head.to_string()])
        .status();
    assert!(sent.expect("kill").success());
    assert_eq!(lines(&job.end()), ["got"; 4]);

    // While the launcher is stopped, nobody takes it for lost.
    let (mut command, token) =
        lab.run(&["-H", "h1,h2", "sh", "-c", "echo begun; sleep 3; echo over"]);
    command.env("FARREACH_HEARTBEAT", "1");
    let mut job = Job::start((command, token));
    job.read_lines(2);
    let head = job.head.as_ref().expect("a launcher").id();
    let signal = |name: &str| {
        let sent = Command::new("kill")
            .args([name, &head.to_string()])
            .status();
        assert!(sent.expect("kill").success());
    };
    signal("-TSTP");
    wait_for("the launcher to stop", || {
        let stat = std::fs::read_to_string(format!("/proc/{head}/stat")).ok()?;
        stat.contains(") T ").then_some(())
    });
    std::thread::sleep(std::time::Duration::from_secs(2));
    signal("-CONT");
    assert_eq!(lines(&job.end()), ["over"; 2]);
}

#[test]
fn programs_are_sent_wrapped_and_mixed() {
    let Some(lab) = lab::enter() else { return };
    // A program and a script that only this host has.
    let folder = lab.folder.join("here");
    std::fs::create_dir(&folder).expect("a folder");
    let (program, script) = (folder.join("program"), folder.join("script"));
    std::fs::copy("/bin/echo", &program).expect("a program");
    std::fs::write(&script, "#!/bin/sh\necho script $1 on $(hostname)\n").expect("a script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("a script");
    lab.on("h2", &format!("mount -t tmpfs tmpfs {}", folder.display()));
    let text = |path: &std::path::Path| path.to_str().expect("UTF-8").to_owned();
    let (program, script) = (text(&program), text(&script));
    let output = run(
        &lab,
        &[
            "-H", "h1,h2", "--copy", "-n", "2", &program, "sent", ":", &script, "two",
        ],
    );
    assert_eq!(lines(&output), ["script two on h2", "sent", "sent"]);
    let output = run(
        &lab,
        &[
            "-H",
            "h1:2,h2:2",
            "--copy",
            "-n",
            "1",
            &program,
            "sent",
            ":",
            "-n",
            "3",
            &script,
            "two",
        ],
    );
    assert_eq!(
        lines(&output),
        [
            "script two on h1",
            "script two on h2",
            "script two on h2",
            "sent"
        ]
    );
    let output = run(&lab, &["-H", "h2", "--copy", &program, "sent"]);
    assert_eq!(lines(&output), ["sent"]);

    let output = run(
        &lab,
        &[
            "-H",
            "h1,h3",
            "--wrap",
            "env WRAPPED='a b'",
            "sh",
            "-c",
            "echo $WRAPPED",
        ],
    );
    assert_eq!(lines(&output), ["a b"; 2]);
    let folder = text(&lab.folder.join("output"));
    let arguments = [
        "-H",
        "h1:2,h3:1",
        "--output-dir",
        &folder,
        "sh",
        "-c",
        "hostname; [ $FARREACH_RANK = 1 ] && echo e >&2; true",
    ];
    for _ in 0..2 {
        assert!(lines(&run(&lab, &arguments)).is_empty());
        let mut files: Vec<String> = std::fs::read_dir(&folder)
            .expect("the folder")
            .map(|entry| {
                let path = entry.expect("an entry").path();
                let content = std::fs::read_to_string(&path).expect("a file");
                format!("{} {content}", path.file_name().expect("a name").display())
            })
            .collect();
        files.sort();
        assert_eq!(
            files,
            ["0.out h1\n", "1.err e\n", "1.out h1\n", "2.out h3\n"]
        );
    }
    let output = run(&lab, &["-H", "h1", "--output-dir", "/proc/no", "true"]);
    assert_failed(&output, 2, &["making the files of --output-dir"]);

    let cores = "taskset -pc $$ | sed 's/.*: //'";
    let found = lines(&run(
        &lab,
        &["-H", "h1,h2", "--bind", "core", "sh", "-c", cores],
    ));
    let own: Vec<bool> = found
        .iter()
        .map(|core| core.parse::<u32>().is_ok())
        .collect();
    assert_eq!(own, [true, true], "{found:?}");
    assert_ne!(found[0], found[1], "hosts of one kernel share its cores");
    let output = run(&lab, &["-H", "h1:1000", "--bind", "core", "true"]);
    assert_failed(&output, 126, &["cores and 1000 ranks", "--bind none"]);
}

#[test]
fn a_doctor_sees_each_host() {
    let Some(lab) = lab::enter() else { return };
    let doctor = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
        command
            .arg("doctor")
            .args(arguments)
            .env("FARREACH_RSH", &lab.rsh);
        let output = command.output().expect("the doctor");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let (_, text) = doctor(&["--hosts", "h1,h2:2,login"]);
    for part in [
        "h1: ",
        "h2: ",
        "login: ",
        "eth0 10.77.0.1/24",
        "eth0 10.77.0.2/24",
        "/dev/shm",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    assert!(
        text.contains("64 MiB of 64 MiB free"),
        "each host has a small /dev/shm: {text}"
    );
    let (code, text) = doctor(&["--hosts", "h1,h9", "--json", "-"]);
    assert_eq!(code, Some(1));
    let patients: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(patients[0]["report"]["host"], "h1");
    let failure = patients[1]["failure"].as_str().expect("a failure");
    assert!(
        failure.contains("could not resolve hostname h9") && failure.contains("--rsh"),
        "{failure}"
    );
    let (_, text) = doctor(&[]);
    assert!(
        text.starts_with("localhost: ") && text.contains("10.77.0.100/24"),
        "{text}"
    );
}

#[test]
fn a_network_is_measured_beside_plain_sockets() {
    let Some(lab) = lab::enter() else { return };
    let brief = ["--rounds", "1", "--case-ms", "20", "--json", "-"];
    let output = lab.farreach(&[&["bench", "hosts", "-H", "h1,h2,h3"], &brief[..]].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = found["rows"].as_array().expect("rows");
    let cases: Vec<&str> = rows
        .iter()
        .map(|row| row["case"].as_str().expect("a name"))
        .collect();
    for case in [
        "get 8 B",
        "put 1 MiB",
        "get 1 MiB",
        "get 8 B beside puts of 1 MiB, 99 %",
        "puts of 4 processes to 4, fairness",
        "puts of 7 processes to one, total",
    ] {
        assert!(cases.contains(&case), "no {case} in {cases:?}");
    }
    let is_measured = |row: &serde_json::Value| {
        ["value", "limit", "ratio"]
            .iter()
            .all(|name| row[name].as_f64().is_some_and(|figure| figure > 0.0))
    };
    assert!(rows.iter().all(is_measured), "{rows:?}");

    let alone = lab.farreach(&["bench", "hosts", "-H", "h1"]);
    assert_failed(&alone, 2, &["1 host", "--hosts a,b"]);
}

#[test]
fn a_signal_says_who_waits() {
    let Some(lab) = lab::enter() else { return };
    // Rank 2 is stopped before it can enter the first barrier, so that all others wait there.
    let folder = lab.folder.display().to_string();
    let script = format!(
        "echo begun; [ $FARREACH_RANK = 2 ] && until [ -e {folder}/go ]; do sleep 0.05; done; exec \"$@\""
    );
    let own = env!("CARGO_BIN_EXE_farreach");
    let arguments = [
        "-H",
        "h1:2,h2:2",
        "sh",
        "-c",
        &script,
        "-",
        own,
        "__app",
        "heat2d",
        "--steps",
        "2",
    ];
    let mut job = Job::start(lab.run(&arguments));
    // Before it collects signals, one would end the launcher.
    job.read_lines(4);
    let head = job.head.as_mut().expect("a launcher");
    let pid = head.id().to_string();
    let mut stderr = std::io::BufReader::new(head.stderr.take().expect("standard error"));
    // Ranks that have only just begun to wait do not answer.
    loop {
        let sent = Command::new("kill").args(["-RTMIN", &pid]).status();
        assert!(sent.expect("kill").success());
        let mut told = String::new();
        while !told.contains("not waiting in the library") {
            let read = std::io::BufRead::read_line(&mut stderr, &mut told);
            assert!(read.expect("a line") > 0, "{told}");
        }
        if told.contains("rank 2: not waiting in the library") {
            // Ranks 0 and 1 may wait for different ranks.
            let is_named = |parts: &[&str]| parts.iter().all(|part| told.contains(part));
            let apart = ["rank 0 waits in ", "rank 1 waits in "];
            assert!(
                is_named(&["rank 0-1 wait in "]) || is_named(&apart),
                "{told}"
            );
            assert!(is_named(&["rank 3 waits in "]), "{told}");
            break;
        }
    }
    std::fs::write(lab.folder.join("go"), "").expect("a file");
    assert!(job.end().status.success());
}
