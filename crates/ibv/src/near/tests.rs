//! Tests of the choice by distance.

use std::env::temp_dir;
use std::path::PathBuf;
use std::process;

use super::*;

/// A folder like `/sys`, of a host with two sockets and an adapter at each, and one of which nothing is known.
struct Sys(PathBuf);

impl Sys {
    fn new() -> Sys {
        let sys = Sys(temp_dir().join(format!("farreach-near-{}", process::id())));
        for (file, text) in [
            ("class/infiniband/first/device/numa_node", "0\n"),
            ("class/infiniband/second/device/numa_node", "1\n"),
            ("class/infiniband/third/device/numa_node", "-1\n"),
            ("devices/system/node/node0/cpulist", "0-3,8-11\n"),
            ("devices/system/node/node1/cpulist", "4-7,12\n"),
        ] {
            let path = sys.0.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
            fs::write(path, text).expect("a file");
        }
        sys
    }
}

impl Drop for Sys {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn an_adapter_is_near_to_processes_of_its_socket_only() {
    let sys = Sys::new();
    for (own, near) in [
        (&[4][..], Some("second")),
        (&[5, 12], Some("second")),
        (&[0, 1, 11], Some("first")),
        (&[3, 4], None),
        (&[13], None),
    ] {
        let mut set = CpuSet::new();
        for &cpu in own {
            set.set(cpu);
        }
        for name in ["first", "second", "third", "none"] {
            let expected = near == Some(name);
            assert_eq!(is_near_in(&sys.0, name, &set), expected, "{own:?}, {name}");
        }
    }
}
