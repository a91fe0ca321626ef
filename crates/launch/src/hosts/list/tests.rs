use proptest::prelude::*;

use super::{HostEntry, ListError, parse_file, parse_list, parse_slurm};

/// For example `a b:2`.
fn text(hosts: &[HostEntry]) -> String {
    let each = hosts.iter().map(|host| match host.slots {
        None => host.name.clone(),
        Some(slots) => format!("{}:{slots}", host.name),
    });
    each.collect::<Vec<_>>().join(" ")
}

#[test]
fn lists_have_counts_ranges_and_addresses() {
    for (list, expected) in [
        ("a", "a"),
        ("a, b:2,me@c", "a b:2 me@c"),
        ("n[1-3,07]:2,x", "n1:2 n2:2 n3:2 n07:2 x"),
        ("r[1-2]n[08-10]", "r1n08 r1n09 r1n10 r2n08 r2n09 r2n10"),
        ("n[1]b.c", "n1b.c"),
        ("fd00::1,[fd00::2]:3,[fd00::3]", "fd00::1 fd00::2:3 fd00::3"),
        ("10.0.0.1:2", "10.0.0.1:2"),
    ] {
        assert_eq!(text(&parse_list(list).unwrap()), expected, "{list}");
    }
}

#[test]
fn files_have_the_forms_of_all_launchers() {
    let file = "# all\na\n\n  b:2 # two\nc slots=3 max_slots=4\r\nn[1-2] slots=2\nd,e\n";
    let hosts = parse_file(file).unwrap();
    assert_eq!(text(&hosts), "a b:2 c:3 n1:2 n2:2 d e");
    let error = parse_file("a\n\nb slots=x\n").unwrap_err();
    assert!(matches!(error, ListError::Line { line: 3, .. }));
    assert!(error.to_string().contains("line 3") && error.to_string().contains("slots=x"));
    assert!(parse_file("a:2 slots=3").is_err());
    assert!(parse_file("a user=b").is_err());
    assert_eq!(parse_file("").unwrap(), []);
}

#[test]
fn slurm_tells_its_hosts_and_their_tasks() {
    let hosts = parse_slurm("n[1-3],m1", Some("2(x3),1")).unwrap();
    assert_eq!(text(&hosts), "n1:2 n2:2 n3:2 m1:1");
    assert_eq!(text(&parse_slurm("n[1-2]", None).unwrap()), "n1 n2");
    for tasks in [
        "2",
        "2(x3)",
        "2(x99999999999)",
        "2(x2",
        "a",
        "2(x4000000000),1",
    ] {
        assert!(parse_slurm("n[1-2]", Some(tasks)).is_err(), "{tasks}");
    }
}

#[test]
fn what_is_no_list_is_refused() {
    for list in [
        "",
        "a,,b",
        "a:",
        "a:x",
        "a:-1",
        "a:+1",
        "n[1",
        "n1]",
        "n[2-1]",
        "n[]",
        "n[a]",
        "-oProxyCommand=x",
        "a b",
        "a;b",
        "n[1-9999999999]",
        "[fd00::1]3",
        "a:99999999999",
    ] {
        assert!(
            matches!(parse_list(list), Err(ListError::Part { .. })),
            "{list:?}"
        );
    }
    assert_eq!(parse_list("n[0-999999999]"), Err(ListError::TooMany));
    assert_eq!(parse_list("n[0-9999][0-9999]"), Err(ListError::TooMany));
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        hosts in prop::collection::vec(("[a-z][a-z0-9.-]{0,9}", prop::option::of(0u32..1000)), 1..20)
    ) {
        let hosts: Vec<HostEntry> = hosts
            .into_iter()
            .map(|(name, slots)| HostEntry { name, slots })
            .collect();
        let list = text(&hosts).replace(' ', ",");
        prop_assert_eq!(&parse_list(&list).unwrap(), &hosts);
        prop_assert_eq!(&parse_file(&text(&hosts).replace(' ', "\n")).unwrap(), &hosts);
        let open_mpi = hosts.iter().map(|host| match host.slots {
            None => format!("{}\n", host.name),
            Some(slots) => format!("{} slots={slots} # {slots}\n", host.name),
        });
        prop_assert_eq!(&parse_file(&open_mpi.collect::<String>()).unwrap(), &hosts);
    }

    #[test]
    fn ranges_name_each_number(low in 0u32..2000, count in 0u32..50, width in 1usize..6) {
        let list = format!("n[{low:0width$}-{}]", low + count);
        let names: Vec<String> = parse_list(&list).unwrap().into_iter().map(|host| host.name).collect();
        let expected: Vec<String> = (low..=low + count).map(|n| format!("n{n:0width$}")).collect();
        prop_assert_eq!(names, expected);
    }

    #[test]
    fn no_text_is_too_much(list in "[a-c0-9:,.@#=x() \n\\[\\]-]{0,40}", tasks in "[0-9(x),]{0,12}") {
        for hosts in [parse_list(&list), parse_file(&list), parse_slurm(&list, Some(&tasks))] {
            for host in hosts.into_iter().flatten() {
                prop_assert!(!host.name.is_empty() && !host.name.starts_with('-'));
            }
        }
    }
}
