use super::{Deal, DealError, Dealt, Excess};
use crate::hosts::{HostEntry, parse_list};

fn deal(
    hosts: &[HostEntry],
    ranks: Option<u32>,
    per_host: Option<u32>,
    order: Deal,
) -> Result<Dealt, DealError> {
    super::deal(hosts, ranks, per_host, order, Excess::Refused)
}

fn hosts(text: &str) -> Vec<HostEntry> {
    parse_list(text).unwrap()
}

/// The hosts of the ranks, for example `a a b`.
fn dealt(text: &str, ranks: Option<u32>, per_host: Option<u32>, order: Deal) -> String {
    let dealt = deal(&hosts(text), ranks, per_host, order).unwrap();
    let nodes = dealt.placement.nodes_of_ranks();
    let names: Vec<&str> = nodes.map(|node| &*dealt.names[node as usize]).collect();
    names.join(" ")
}

#[test]
fn ranks_go_where_users_expect_them() {
    for (list, ranks, per_host, expected) in [
        ("a,b", None, None, "a b"),
        ("a,b", Some(4), None, "a a b b"),
        ("a,b,c", Some(4), None, "a a b c"),
        ("a,b,c", Some(2), None, "a b"),
        ("a:2,b:2", None, None, "a a b b"),
        ("a:2,b:2", Some(3), None, "a a b"),
        ("a,b:2,c", None, None, "a b b c"),
        ("a,b", None, Some(2), "a a b b"),
        ("a:7,b", Some(3), Some(2), "a a b"),
        ("a,b,a", None, None, "a b a"),
        ("a:2,b:1,a:2", None, None, "a a b a a"),
    ] {
        let found = dealt(list, ranks, per_host, Deal::Blocks);
        assert_eq!(found, expected, "{list} {ranks:?} {per_host:?}");
    }
    for (list, ranks, expected) in [
        ("a,b", Some(5), "a b a b a"),
        ("a:3,b:1", None, "a b a a"),
        ("a,b,a", None, "a b a"),
    ] {
        assert_eq!(dealt(list, ranks, None, Deal::InTurn), expected, "{list}");
    }
}

#[test]
fn hosts_take_more_than_their_slots_if_they_may() {
    for (list, ranks, order, expected) in [
        ("a:1", 3, Deal::Blocks, "a a a"),
        ("a:2,b:1", 6, Deal::Blocks, "a a a a b b"),
        ("a:2,b:1", 6, Deal::InTurn, "a b a b a a"),
        ("a:2,b:1", 2, Deal::Blocks, "a a"),
        ("a,b", 3, Deal::Blocks, "a a b"),
    ] {
        let dealt = super::deal(&hosts(list), Some(ranks), None, order, Excess::Spread).unwrap();
        let nodes = dealt.placement.nodes_of_ranks();
        let names: Vec<&str> = nodes.map(|node| &*dealt.names[node as usize]).collect();
        assert_eq!(names.join(" "), expected, "{list} {ranks}");
    }
}

#[test]
fn a_node_is_named_by_its_host() {
    let dealt = deal(&hosts("a,b,a,c"), Some(4), None, Deal::Blocks).unwrap();
    assert_eq!(dealt.names, ["a", "b", "c"]);
    assert_eq!(dealt.placement.local_size(0), 2);
}

#[test]
fn contradictions_are_refused_with_names() {
    let refused = |list: &str, ranks| {
        let error = deal(&hosts(list), ranks, None, Deal::Blocks).unwrap_err();
        error.to_string()
    };
    let differ = refused("a:2,b,a:3", None);
    assert!(differ.contains("host a") && differ.contains("2 slots") && differ.contains("3 slots"));
    assert!(refused("a:2,a", None).contains("no count"));
    assert!(refused("a:0,b", None).contains("host a has 0 slots"));
    let few = refused("a:2,b", Some(4));
    assert!(
        few.contains("4 ranks") && few.contains("have 3 (a:2,b:1)"),
        "{few}"
    );
    assert!(refused("a", Some(0)).contains("at least one rank"));
    assert!(refused("a:4000000000,b:4000000000", None).contains("too many"));
    let none = deal(&[], Some(2), None, Deal::Blocks).unwrap_err();
    assert_eq!(none, DealError::NoHosts);
}
