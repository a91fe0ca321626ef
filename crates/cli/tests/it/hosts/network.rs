//! Jobs over networks that delay, lose, reorder, or carry less than their interfaces say.

use std::process::Output;

use super::lab::{self, Job, Lab, assert_failed};

/// Runs heat2d on this host, and the same over the network. Both have the same result. Returns the
/// summary of the latter.
#[track_caller]
fn heat_is_right(lab: &Lab, variables: &[(&str, &str)], steps: &str) -> String {
    let program = ["heat2d", "--steps", steps, "--rows", "64", "--cols", "4096"];
    let here = Job::start(lab.run(&[&["-n", "4"], &program[..]].concat())).end();
    let values = |output: &Output| {
        let said = String::from_utf8_lossy(&output.stdout);
        let found = said.lines().find(|line| line.contains("total kept"));
        let found = found.filter(|_| output.status.success());
        found
            .unwrap_or_else(|| panic!("no result: {output:?}"))
            .to_owned()
    };
    let over = ["--hosts", "h1:2,h2:2"];
    let (mut command, token) = lab.run_with_summary("text", &[&over[..], &program].concat());
    command.envs(variables.iter().copied());
    let output = Job::start((command, token)).end();
    assert_eq!(values(&here), values(&output));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The line of a summary with this name.
#[track_caller]
fn line<'a>(summary: &'a str, name: &str) -> &'a str {
    let found = summary
        .lines()
        .find(|line| line.trim_start().starts_with(name));
    found.unwrap_or_else(|| panic!("no {name} in {summary}"))
}

#[test]
fn a_path_that_carries_less_than_its_interface_is_found_out() {
    let Some(lab) = lab::enter_with(&["--count", "2", "--carry", "1400"]) else {
        return;
    };
    let summary = heat_is_right(&lab, &[], "30");
    let paths = line(&summary, "paths");
    // 1400 bytes less the headers of IP, UDP and the packet, and the frame's counter and tag.
    assert!(paths.contains("full packets of 1296 B"), "{paths}");
    assert!(paths.contains("0 became narrower"), "{paths}");
    let doctor = lab.doctor("h1,h2");
    let said = String::from_utf8_lossy(&doctor.stdout);
    assert!(said.contains("with 1296 B of payload"), "{said}");
}

#[test]
fn a_path_that_becomes_narrower_only_slows_a_job_down() {
    let Some(lab) = lab::enter_with(&["--count", "2", "--carry", "1400@0.1"]) else {
        return;
    };
    let summary = heat_is_right(&lab, &[], "2000");
    let paths = line(&summary, "paths");
    assert!(!paths.contains(" 0 became narrower"), "{paths}");
}

#[test]
fn delay_reordering_and_duplicates_change_no_result() {
    let faults = [
        "--delay",
        "10",
        "--reorder",
        "0.1",
        "--duplicate",
        "0.1",
        "--seed",
        "5",
    ];
    let Some(lab) = lab::enter_with(&[&["--count", "2"], &faults[..]].concat()) else {
        return;
    };
    let summary = heat_is_right(&lab, &[], "30");
    assert!(
        !line(&summary, "traffic").contains(" 0 dropped"),
        "{summary}"
    );
}

#[test]
fn a_cut_of_five_seconds_loses_nothing() {
    let Some(lab) = lab::enter_with(&["--count", "2", "--cut", "5@0.1"]) else {
        return;
    };
    let summary = heat_is_right(&lab, &[], "2000");
    assert!(
        !line(&summary, "traffic").contains(" 0 packets sent again"),
        "{summary}"
    );
}

#[test]
fn hosts_reach_each_other_by_ipv6() {
    let Some(lab) = lab::enter() else { return };
    let summary = heat_is_right(&lab, &[("FARREACH_INTERFACE", "fd77::/64")], "30");
    // 20 bytes less than over IPv4, in steps of 8.
    assert!(
        line(&summary, "paths").contains("full packets of 1376 B"),
        "{summary}"
    );
    for (variable, value, told) in [
        ("FARREACH_INTERFACE", "fe80::/10", "link-local addresses"),
        ("FARREACH_BIND", "fe80::1", "link-local address"),
    ] {
        let (mut command, token) = lab.run(&["--hosts", "h1,h2", "heat2d"]);
        command.env(variable, value);
        let output = Job::start((command, token)).end();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(told),
            "{errors}"
        );
    }
}

#[test]
fn a_route_that_is_missing_is_named() {
    let Some(lab) = lab::enter() else { return };
    lab.on("h2", "ip route del 10.77.0.0/24 dev eth0");
    let (mut command, token) = lab.run(&["--hosts", "h1:1,h2:1", "heat2d", "--steps", "9"]);
    command.env("FARREACH_PEER_TIMEOUT", "3");
    let output = Job::start((command, token)).end();
    assert_failed(
        &output,
        1,
        &[
            "rank 1 on node 1 could not send a packet to rank 0 at 10.77.0.1",
            "Network is unreachable",
            "a route that is missing",
        ],
    );
    lab.on("h2", "ip route add 10.77.0.0/24 dev eth0");
}

#[test]
fn a_firewall_between_hosts_is_named() {
    let Some(lab) = lab::enter() else { return };
    lab.on("h2", "nft add table inet wall");
    lab.on(
        "h2",
        "nft 'add chain inet wall in { type filter hook input priority 0; }'",
    );
    lab.on("h2", "nft add rule inet wall in meta l4proto udp drop");
    let (mut command, token) = lab.run(&["--hosts", "h1:1,h2:1", "heat2d", "--steps", "9"]);
    command.env("FARREACH_PEER_TIMEOUT", "9");
    let output = Job::start((command, token)).end();
    assert_failed(
        &output,
        1,
        &[
            "gets no answer from rank",
            "at 10.77.0.",
            "datagrams leave by eth0 from 10.77.0.",
            "FARREACH_PORTS",
            "FARREACH_INTERFACE",
        ],
    );
    let doctor = lab.doctor("h1,h2");
    let said = String::from_utf8_lossy(&doctor.stdout);
    let said: String = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(doctor.status.code(), Some(1));
    assert!(said.contains("CHANGE network h1 (10.77.0.1:"), "{said}");
    assert!(said.contains("hears nothing from h2 (10.77.0.2:"), "{said}");
    lab.on("h2", "nft delete table inet wall");
    let doctor = lab.doctor("h1,h2");
    let said = String::from_utf8_lossy(&doctor.stdout);
    assert!(said.contains("UDP passes between all hosts"), "{said}");
}
