//! Violent ends while PEs wait for each other. The job ends at once, says why, and leaves nothing
//! behind.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::process::Signal;

use crate::bodies::SILENT;
use crate::job::{Job, Start, cut_off, signal, stop, wait_for};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("killed in a barrier", || killed("in a barrier")),
    ("killed in a wait", || killed("in a wait")),
    ("killed in a get", || killed("in a get")),
    ("killed while others get from it", stopped_in_a_get),
    ("killed while another connects to it", stopped_in_a_connect),
    ("killed in accumulates", || killed_in_accumulates("target")),
    ("killed in accumulates under locks", || {
        killed_in_accumulates("lock");
    }),
    ("killed in a send", || killed("in a send")),
    ("killed in a receive", || killed("in a receive")),
    ("killed in long messages", || {
        killed_in_messages("in long messages");
    }),
    ("killed in long messages in pieces", || {
        killed_in_messages("in long messages in pieces");
    }),
    ("killed while others read from it", stopped_in_messages),
    ("all killed but one", all_but_one_killed),
    ("agent killed", agent_killed),
    ("head killed", head_killed),
    ("interrupted", interrupted),
    ("killed while connections come and go", killed_in_churn),
    ("killed while contexts are busy", killed_with_contexts),
    ("silent while contexts are busy", silent_with_contexts),
    ("silent while a lock is held", silent_under_a_lock),
    ("members in different collectives", different_collectives),
    ("members with different lengths", different_lengths),
    ("mistakes that are looked for", looked_for),
];

/// A job whose PEs wait, and a folder for the files that it might leave.
struct Scene {
    job: Job,
    pids: Vec<i32>,
    folder: PathBuf,
}

impl Scene {
    fn new(body: &str, ranks: u32, nodes: u32) -> Scene {
        Scene::with_env(body, ranks, nodes, &[])
    }

    fn with_env(body: &str, ranks: u32, nodes: u32, env: &[(&str, &str)]) -> Scene {
        static SCENES: AtomicU32 = AtomicU32::new(0);
        let number = SCENES.fetch_add(1, Ordering::Relaxed);
        let name = format!("farreach-it-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let path = folder.to_str().expect("UTF-8");
        let mut job = Job::start(Start {
            body,
            ranks,
            nodes,
            env: &[&[("TMPDIR", path), ("XDG_RUNTIME_DIR", path)], env].concat(),
        });
        let pids = job.wait_ready(ranks);
        Scene { job, pids, folder }
    }

    /// Waits until the other PEs wait.
    fn settle(self) -> Scene {
        std::thread::sleep(Duration::from_millis(100));
        self
    }

    fn agents(&self) -> Vec<i32> {
        let mut agents: Vec<i32> = (self.job.processes().into_iter())
            .filter(|(_, command)| command.contains("__agent"))
            .map(|(pid, _)| pid)
            .collect();
        agents.sort_unstable();
        agents
    }

    /// Checks that no process holds anything with a name, which could outlive the process.
    fn assert_nameless(&self) {
        let sockets = std::fs::read_to_string("/proc/net/unix").expect("/proc");
        for (pid, command) in self.job.processes() {
            let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
            let named = maps.lines().find(|line| line.contains("/dev/shm"));
            assert_eq!(named, None, "{command}");
            for inode in socket_inodes(pid) {
                let mut lines = sockets.lines();
                let Some(line) = lines.find(|line| line.split(' ').any(|word| word == inode))
                else {
                    continue;
                };
                // `Num RefCount Protocol Flags Type St Inode [Path]`
                assert!(line.split_whitespace().count() <= 7, "{command}: {line}");
            }
        }
    }

    /// Runs `act`, and checks that it ends the job with this code and these words.
    fn ends(self, act: impl FnOnce(&Scene), code: i32, words: &[&str]) {
        self.assert_nameless();
        act(&self);
        let Scene { job, folder, .. } = self;
        wait_for("all processes to be gone", || {
            job.processes().is_empty().then_some(())
        });
        let ended = job.end();
        for word in words {
            assert!(
                ended.stderr.contains(word),
                "no {word:?} in {}",
                ended.stderr
            );
        }
        assert_eq!(ended.code, code, "{}", ended.stderr);
        let left = std::fs::read_dir(&folder).expect("it is there").count();
        assert_eq!(left, 0, "files left in {}", folder.display());
        std::fs::remove_dir(&folder).expect("it is empty");
    }
}

/// The inodes of a process's sockets.
pub(crate) fn socket_inodes(pid: i32) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(format!("/proc/{pid}/fd")) else {
        return Vec::new();
    };
    let inode = |entry: std::io::Result<std::fs::DirEntry>| {
        let link = std::fs::read_link(entry.ok()?.path()).ok()?;
        let inode = link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?;
        Some(inode.to_owned())
    };
    entries.filter_map(inode).collect()
}

fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").expect("a host name");
    name.trim().to_owned()
}

fn killed_words(rank: usize, pid: i32) -> Vec<String> {
    vec![
        format!("rank {rank} on {} ", host()),
        format!("pid {pid}"),
        "was killed by signal 9 (SIGKILL)".into(),
    ]
}

fn ends_killed(scene: Scene, rank: usize) {
    let pid = scene.pids[rank];
    let words = killed_words(rank, pid);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    scene.ends(|_| signal(pid, Signal::KILL), 137, &words);
}

/// PE 1 is killed while the others wait, on one node and on several.
fn killed(body: &str) {
    for nodes in [1, 2, 4] {
        let scene = Scene::new(body, 4, nodes).settle();
        ends_killed(scene, 1);
    }
}

/// PE 1 is killed, or stopped and then killed, while all accumulate. It may hold locks that others
/// wait for.
fn killed_in_accumulates(protocol: &str) {
    for nodes in [1, 2, 4] {
        for number in 1..4 {
            let env = [("FARREACH_ACCUMULATE", protocol)];
            let scene = Scene::with_env("in accumulates", 4, nodes, &env);
            std::thread::sleep(Duration::from_micros(5_300 * number));
            if number == 1 {
                stop(scene.pids[1]);
                ends_killed(scene.settle(), 1);
            } else {
                ends_killed(scene, 1);
            }
        }
    }
}

/// PE 1 is killed at different moments of messages that all exchange.
fn killed_in_messages(body: &str) {
    for nodes in [1, 2, 4] {
        for number in 1..4 {
            let scene = Scene::new(body, 4, nodes);
            std::thread::sleep(Duration::from_micros(7_300 * number));
            ends_killed(scene, 1);
        }
    }
}

/// The others read messages of PE 1, which is stopped, or wait for its pieces.
fn stopped_in_messages() {
    for nodes in [1, 2, 4] {
        for body in ["in long messages", "in long messages in pieces"] {
            let scene = Scene::new(body, 4, nodes);
            stop(scene.pids[1]);
            ends_killed(scene.settle(), 1);
        }
    }
}

/// The others are in a get from PE 1, which is stopped and does not answer.
fn stopped_in_a_get() {
    for nodes in [2, 4] {
        let scene = Scene::new("in a get", 4, nodes);
        stop(scene.pids[1]);
        ends_killed(scene.settle(), 1);
    }
}

/// PE 0 is about to connect to PE 1, which does not answer.
fn stopped_in_a_connect() {
    let mut scene = Scene::new("in a connect", 2, 2);
    stop(scene.pids[1]);
    let mut stdin = scene.job.stdin();
    stdin.write_all(b"connect\n").expect("the launcher reads");
    wait_for("PE 0 to begin", || {
        scene.job.has_printed("connecting").then_some(())
    });
    let scene = scene.settle();
    assert!(!scene.job.has_printed("connected"));
    ends_killed(scene, 1);
}

fn all_but_one_killed() {
    let scene = Scene::new("in a barrier", 4, 2).settle();
    let victims = scene.pids[1..].to_vec();
    let kill = |_: &Scene| victims.iter().for_each(|&pid| signal(pid, Signal::KILL));
    scene.ends(kill, 137, &["was killed by signal 9 (SIGKILL)", &host()]);
}

fn agent_killed() {
    for body in ["in a barrier", "in a get"] {
        let scene = Scene::new(body, 4, 2).settle();
        let pid = scene.agents()[1];
        let words = format!(
            "the agent of node 1 on {} (pid {pid}) was killed by signal 9 (SIGKILL)",
            host()
        );
        scene.ends(|_| signal(pid, Signal::KILL), 137, &[&words]);
    }
}

fn head_killed() {
    for body in ["in a barrier", "in a get"] {
        let scene = Scene::new(body, 4, 2).settle();
        let kill = |scene: &Scene| signal(scene.job.head.id() as i32, Signal::KILL);
        scene.ends(kill, 137, &[]);
    }
}

fn interrupted() {
    for body in ["in a barrier", "in a wait", "in a get"] {
        let scene = Scene::new(body, 4, 2).settle();
        let interrupt = |scene: &Scene| signal(scene.job.head.id() as i32, Signal::INT);
        scene.ends(interrupt, 130, &["got signal 2 (SIGINT)"]);
    }
}

/// A PE dies during set-ups, drains and changes of gateways. With one or two queue pairs and many
/// peers there is nothing else. The PE may be one through which others of its node are reached.
fn killed_in_churn() {
    let few = [("FARREACH_QPS", "1"), ("FARREACH_QP_KEEP", "1")];
    let with = |more: &[(&'static str, &'static str)]| [&few[..], more].concat();
    let settings = [
        with(&[]),
        with(&[("FARREACH_HYBRID_OPS", "2")]),
        with(&[("FARREACH_REACH", "sxrc")]),
        with(&[
            ("FARREACH_CREATE_COST", "367"),
            ("FARREACH_TRANSITION_COST", "105"),
        ]),
        vec![
            ("FARREACH_REACH", "server"),
            ("FARREACH_CREATE_FAIL", "0.5"),
        ],
    ];
    for (number, env) in settings.iter().enumerate() {
        for victim in [0, 3] {
            let scene = Scene::with_env("churn", 6, 3, env);
            // Everything is under way at any moment, and each time the moment differs.
            std::thread::sleep(Duration::from_micros(7_300 * (number as u64 + 1)));
            ends_killed(scene, victim);
        }
    }
}

/// A PE dies while its threads and those of others have their own connections, all of them busy.
fn killed_with_contexts() {
    for (ranks, nodes, reach) in [(2, 2, "rc"), (4, 2, "sxrc"), (3, 3, "rc")] {
        let scene = Scene::with_env("contexts busy", ranks, nodes, &[("FARREACH_REACH", reach)]);
        ends_killed(scene.settle(), 1);
    }
}

/// The packets of a PE do not arrive any more. Each thread that waits for the PE gets an error, and
/// its context can be dropped.
fn silent_with_contexts() {
    let timeout = [("FARREACH_PEER_TIMEOUT", "2")];
    let scene = Scene::with_env("contexts of a silent PE", 2, 2, &timeout).settle();
    cut_off(scene.pids[1]);
    wait_for("the threads to know", || {
        scene.job.has_printed("all threads know").then_some(())
    });
    let told = format!("rank 0 on {} ", host());
    scene.ends(|_| {}, SILENT, &[&told]);
}

/// The packets of a PE do not arrive any more, while another PE holds a lock and has operations
/// toward it under way. The lock is not given back. A third PE must not wait for the lock for ever.
fn silent_under_a_lock() {
    let timeout = [("FARREACH_PEER_TIMEOUT", "2")];
    let Scene {
        mut job,
        pids,
        folder,
    } = Scene::with_env("lock beside a silent PE", 3, 3, &timeout);
    cut_off(pids[1]);
    let mut stdin = job.stdin();
    stdin.write_all(b"go on\n").expect("the launcher reads");
    let ended = job.end();
    let told = &ended.stderr;
    assert!(
        ended.code == 1 && told.contains("a lock can't be given back"),
        "{told}"
    );
    std::fs::remove_dir(&folder).expect("it is empty");
}

/// The job ends with the difference between the members' calls, where their data comes from other
/// nodes.
fn different_collectives() {
    ends_with(
        "different collectives",
        &[
            "rank 1: rank 0 is in a collective that sends a broadcast's message of 8 bytes",
            "awaits a broadcast's message of 16 bytes",
            "all members of a set call the same collectives",
        ],
    );
}

/// The job ends with the difference between the members' lengths, where the data would move
/// directly to its target.
fn different_lengths() {
    let part =
        "rank 0: rank 1 is in a collective of 80000 bytes, but this rank's is of 160000 bytes";
    ends_with("different lengths", &[part]);
}

fn ends_with(body: &str, parts: &[&str]) {
    let start = Start {
        body,
        ranks: 2,
        nodes: 2,
        env: &[],
    };
    let ended = Job::start(start).end();
    assert_ne!(ended.code, 0, "{}", ended.stderr);
    for part in parts {
        assert!(ended.stderr.contains(part), "no {part:?}: {}", ended.stderr);
    }
}

/// All PEs get the error, on every node, and nothing waits.
fn looked_for() {
    for (ranks, nodes) in [(2, 1), (5, 1), (2, 2), (5, 2)] {
        for body in ["mistakes that are looked for", "sources changed too early"] {
            let start = Start {
                body,
                ranks,
                nodes,
                env: &[("FARREACH_DEBUG", "on")],
            };
            let ended = Job::start(start).end();
            assert_eq!(ended.code, 0, "{}", ended.stderr);
        }
    }
}
