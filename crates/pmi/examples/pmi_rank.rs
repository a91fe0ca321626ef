//! A rank that does what its arguments say. The tests of this crate start it as launchers do.
//!
//! ```text
//!   pmi_rank PATIENCE-MS DEED..
//!   pmi_rank intrude NAME..     tries to get into the nodes of these names
//! ```
//!
//! A deed with a prefix is for one rank only: `2:die`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use farreach_node::{DeviceTag, Endpoint};
use farreach_pmi::{Job, PmiError, Wanted};
use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketAddrUnix, SocketFlags, SocketType, connect, recv,
    send, socket_with,
};

const PATIENCE: Duration = Duration::from_mins(5);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().expect("see the head of this file");
    if first == "intrude" {
        arguments.for_each(|name| intrude(&name));
        return ExitCode::SUCCESS;
    }
    let patience = first.parse().ok();
    let deeds: Vec<String> = arguments.collect();
    let wanted = Wanted {
        heap_bytes: 1 << 20,
        globals_bytes: 0,
        patience: Duration::from_millis(patience.expect("milliseconds")),
        interface: Some("127.0.0.1".into()),
        ports: None,
        silence: Duration::from_secs(10),
        key_file: std::env::var_os("FARREACH_KEY_FILE").map(Into::into),
        by_container: std::env::var_os("FARREACH_NODES_BY").is_some(),
        libpmix: None,
    };
    match be_a_rank(wanted, &deeds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pmi_rank: {error}");
            ExitCode::FAILURE
        }
    }
}

fn be_a_rank(wanted: Wanted, deeds: &[String]) -> Result<(), PmiError> {
    let job = Job::from_environment(wanted)?.expect("a launcher");
    for deed in deeds {
        let (only, deed) = match deed.split_once(':') {
            Some((rank, deed)) => (Some(rank.parse::<u32>().expect("a rank")), deed),
            None => (None, deed.as_str()),
        };
        if only.is_some_and(|only| only != job.rank()) {
            continue;
        }
        match deed {
            "publish" => job.publish(&endpoint(job.rank()))?,
            "exchange" => {
                wait_for(&job, || job.key().is_some())?;
                let (arena, placement) = (job.arena(), job.placement());
                for rank in 0..placement.size() {
                    assert_eq!(job.endpoint(rank), Some(endpoint(rank)));
                }
                println!(
                    "rank {} of {}, node {} of {}, {} on this host",
                    job.rank(),
                    placement.size(),
                    arena.layout().node,
                    placement.nodes(),
                    arena.host_size()
                );
            }
            "place" => {
                let (node, placement) = (job.arena().layout().node, job.placement());
                println!("node {node} of {}", placement.nodes());
            }
            "die" => std::process::abort(),
            "watch" => wait_for(&job, || job.is_watching())?,
            "finalize" => job.finalize()?,
            "release" => wait_for(&job, || false)?,
            other => panic!("no deed {other}"),
        }
    }
    Ok(())
}

/// Waits until the process is released, or until `is_there`.
fn wait_for(job: &Job, is_there: impl Fn() -> bool) -> Result<(), PmiError> {
    let start = Instant::now();
    while !job.wait_released(Duration::from_millis(5))? && !is_there() {
        assert!(start.elapsed() < PATIENCE, "released in time");
    }
    Ok(())
}

/// Says something to whoever has a name, and whether there was an answer.
fn intrude(name: &str) {
    let socket = socket_with(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    );
    let socket = socket.expect("a socket");
    let address = SocketAddrUnix::new_abstract_name(name.as_bytes()).expect("a short name");
    if connect(&socket, &address).is_ok() {
        let _ = send(&socket, &[0; 16], SendFlags::NOSIGNAL);
    }
    let answer = recv(&socket, &mut [0; 4096], RecvFlags::empty());
    match answer {
        Ok((_, length)) if length > 0 => println!("{name}: answered"),
        // A job that is over by now is no answer either.
        _ => println!("{name}: refused"),
    }
}

fn endpoint(rank: u32) -> Endpoint {
    let destination = UdDestination {
        address: AdapterAddress {
            gid: std::net::Ipv4Addr::LOCALHOST.to_ipv6_mapped().octets(),
            port: 1000 + rank as u16,
        },
        qp: QpNumber(rank + 1),
        qkey: rank + 2,
    };
    Endpoint {
        destination,
        device: DeviceTag(rank as u16),
    }
}
