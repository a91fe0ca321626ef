use std::fs;
use std::path::Path;

use super::{Adapter, adapters_under, why_none};

/// A tree like that of the kernel with one adapter.
fn write_tree(root: &Path, state: &str) {
    let port = "sys/class/infiniband/mlx5_0/ports/1";
    let files = [
        ("sys/class/infiniband_verbs/uverbs0/ibdev", "mlx5_0\n"),
        ("sys/class/infiniband_verbs/abi_version", "6\n"),
        ("dev/infiniband/uverbs0", ""),
        (&format!("{port}/state"), state),
        (&format!("{port}/link_layer"), "Ethernet\n"),
        (
            &format!("{port}/gids/0"),
            "fe80:0000:0000:0000:0000:0000:0000:0001\n",
        ),
        (
            &format!("{port}/gids/1"),
            "0000:0000:0000:0000:0000:ffff:0a00:0001\n",
        ),
        (
            &format!("{port}/gids/2"),
            "0000:0000:0000:0000:0000:0000:0000:0000\n",
        ),
        (&format!("{port}/gid_attrs/types/1"), "RoCE v2\n"),
        ("proc/self/cgroup", "0::/job\n"),
        (
            "sys/fs/cgroup/job/rdma.max",
            "mlx5_0 hca_handle=2 hca_object=2000\nmlx5_1 hca_handle=max hca_object=max\n",
        ),
    ];
    for (file, text) in files {
        let file = root.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }
}

#[test]
fn adapters_are_found_and_refused_with_reasons() {
    let root = std::env::temp_dir().join(format!("farreach-adapters-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    assert_eq!(adapters_under(&root), []);
    let none = why_none(&[], None).expect("there is none");
    assert!(none.contains("/sys/class/infiniband"), "{none}");

    write_tree(&root, "4: ACTIVE\n");
    let found = adapters_under(&root);
    let [
        Adapter {
            name, ports, limit, ..
        },
    ] = &found[..]
    else {
        panic!("{found:?}");
    };
    assert_eq!(name, "mlx5_0");
    assert_eq!(limit.as_deref(), Some("hca_handle=2 hca_object=2000"));
    let gids: Vec<String> = (ports[0].gids.iter())
        .map(|gid| format!("{} {} {}", gid.index, gid.address, gid.kind))
        .collect();
    assert_eq!(gids, ["0 fe80::1 ", "1 10.0.0.1 RoCE v2"]);
    assert!(ports[0].is_usable() && found[0].is_accessible);
    assert_eq!(why_none(&found, None), None);
    assert_eq!(why_none(&found, Some(1 << 30)), None);
    let locked = why_none(&found, Some(8 << 20)).expect("too little");
    assert!(locked.contains("8M") && locked.contains("64M"), "{locked}");

    write_tree(&root, "1: DOWN\n");
    let down = why_none(&adapters_under(&root), None).expect("no port");
    assert!(down.contains("mlx5_0 port 1 is DOWN"), "{down}");
    fs::remove_file(root.join("dev/infiniband/uverbs0")).expect("the file");
    let no_file = why_none(&adapters_under(&root), None).expect("no file");
    assert!(no_file.contains("ib_uverbs"), "{no_file}");
    fs::remove_dir_all(&root).expect("the tree");
}
