//! Processes of a node, made by running this test binary again. Each runs the same test with its
//! local index and the arena.

use std::env;
use std::fs::OpenOptions;
use std::os::fd::AsRawFd;
use std::process::{Child, Command, Stdio};

use farreach_node::{Arena, ArenaLayout};

const INDEX: &str = "NODE_TEST_INDEX";
const FD: &str = "NODE_TEST_FD";

/// The role of a running test: the first process, or one of the processes that it started.
pub(crate) struct Node {
    pub(crate) arena: Arena,
    pub(crate) local_index: u32,
    others: Vec<Child>,
}

impl Node {
    /// The node of the test `test`, which is its path in this binary. The first process starts the
    /// others here.
    pub(crate) fn of_test(test: &str, layout: ArenaLayout) -> Node {
        if let (Ok(index), Ok(fd)) = (env::var(INDEX), env::var(FD)) {
            let path = format!("/proc/self/fd/{fd}");
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .open(path)
                .unwrap();
            let arena = Arena::attach(file.into()).unwrap();
            return Node {
                arena,
                local_index: index.parse().unwrap(),
                others: Vec::new(),
            };
        }
        let arena = Arena::create(layout).unwrap();
        // A duplicate is not closed on exec.
        let fd = rustix::io::dup(arena.fd().unwrap()).unwrap();
        let others = (1..layout.local_size).map(|index| {
            Command::new(env::current_exe().unwrap())
                .args(["--exact", test, "--quiet"])
                .env(INDEX, index.to_string())
                .env(FD, fd.as_raw_fd().to_string())
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        });
        let others = others.collect();
        Node {
            arena,
            local_index: 0,
            others,
        }
    }

    /// In the first process: waits for the others. All of them must have succeeded.
    pub(crate) fn join(mut self) {
        for (i, mut other) in std::mem::take(&mut self.others).into_iter().enumerate() {
            let status = other.wait().unwrap();
            assert!(status.success(), "process {} of the node: {status}", i + 1);
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // The test has failed in this process. The others would wait for ever.
        for other in &mut self.others {
            let _ = other.kill();
            let _ = other.wait();
        }
    }
}
