//! Invalid settings. Every process refuses them, and says why.

use crate::job::{Job, Start};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a heap larger than memory", large_heap),
    ("an unknown setting", unknown_setting),
    ("settings without sense", bad_values),
    ("an address that is not here", foreign_address),
    ("connect files of others", foreign_connect_files),
];

/// The output of a job with this setting. The job must fail.
fn refused(name: &str, value: &str, ranks: u32, nodes: u32) -> String {
    refused_with(&[(name, value)], ranks, nodes)
}

fn refused_with(env: &[(&str, &str)], ranks: u32, nodes: u32) -> String {
    let start = Start {
        body: "nothing",
        ranks,
        nodes,
        env,
    };
    let ended = Job::start(start).end();
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    assert!(ended.stats.is_empty(), "nobody has joined");
    ended.stderr
}

#[track_caller]
fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
}

fn large_heap() {
    let info = rustix::system::sysinfo();
    let memory = info.totalram as u64 * u64::from(info.mem_unit);
    for heap in [memory + 4096, 4 * memory] {
        for (ranks, nodes) in [(1, 1), (4, 2)] {
            let text = refused("FARREACH_HEAP", &heap.to_string(), ranks, nodes);
            let (heap, memory) = (
                format!("({heap} bytes, by FARREACH_HEAP)"),
                format!("({memory} bytes)"),
            );
            assert_has(&text, &["rank ", &heap, &memory, "set a smaller one"]);
        }
    }
}

fn unknown_setting() {
    let text = refused("FARREACH_HAEP", "1G", 2, 2);
    assert_has(
        &text,
        &[
            "unknown setting FARREACH_HAEP",
            "did you mean FARREACH_HEAP?",
        ],
    );
    let text = refused("FARREACH_HELP", "off", 2, 1);
    assert_has(&text, &["FARREACH_HELP;", "FARREACH_HE"]);
}

fn bad_values() {
    for (name, value) in [
        ("FARREACH_HELPER", "perhaps"),
        ("FARREACH_LOSS", "1.5"),
        ("FARREACH_MTU", "12"),
        ("FARREACH_PEER_TIMEOUT", "-1"),
    ] {
        let text = refused(name, value, 2, 2);
        assert_has(&text, &[&format!("{name}={value} is not understood")]);
    }
}

fn foreign_address() {
    // An address of the block that is reserved for documentation.
    let text = refused("FARREACH_BIND", "192.0.2.1", 2, 2);
    assert_has(&text, &["rank ", "192.0.2.1"]);
}

/// The launcher of these tests reads no connect file. The processes do.
fn foreign_connect_files() {
    let path = std::env::temp_dir().join(format!("farreach-refused-{}", std::process::id()));
    let refused = |text: &str| {
        std::fs::write(&path, text).expect("a temporary file");
        let file = path.to_str().expect("UTF-8");
        let env = [
            ("FARREACH_PRECONNECT", "file"),
            ("FARREACH_CONNECT_FILE", file),
        ];
        let told = refused_with(&env, 4, 2);
        assert_has(&told, &["rank ", file]);
        told
    };
    assert_has(&refused("127.0.0.1 node0\n"), &["is no connect file"]);
    let cut = "farreach connections 1\n4 processes on 2 nodes, reach rc, running \"x\"\n0: 2\n";
    assert_has(&refused(cut), &["is damaged", "end is missing"]);
    let damaged = format!("{cut}1: 3\n2: 0\n3: 1\ncrc32 01234567\n");
    assert_has(&refused(&damaged), &["is damaged", "checksum"]);
    let of_others = "farreach connections 1\n2 processes on 2 nodes, reach rc, running \"x\"\n0: 1\n1: 0\ncrc32 832dd172\n";
    assert_has(
        &refused(of_others),
        &["of a job of 2 processes on 2 nodes", "record it again"],
    );
    std::fs::remove_file(&path).expect("our own file");
}
