use std::net::{Ipv4Addr, TcpStream};
use std::thread;

use super::*;

/// As good as for ever.
const PATIENCE: Duration = Duration::from_mins(2);
const KEY: Key = [5; 32];

fn ring(nodes: u32) -> Vec<Watch> {
    let open = |node| {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Watch::open(address, None, (node, nodes), PATIENCE).expect("a socket")
    };
    let mut all: Vec<Watch> = (0..nodes).map(open).collect();
    let addresses: Vec<_> = all.iter().map(Watch::address).collect();
    for (watch, address) in all.iter_mut().zip(addresses.into_iter().cycle().skip(1)) {
        watch.begin(address, None, |_| {}).expect("a connection");
    }
    all
}

/// Looks at all until `is_there`.
fn look(all: &mut [Watch], is_there: impl Fn(&[Watch], &[Option<Lost>]) -> bool) {
    let begun = Instant::now();
    loop {
        let look = |watch: &mut Watch| watch.look(Some(&KEY), |_| {}).expect("reached");
        let lost: Vec<Option<Lost>> = all.iter_mut().map(look).collect();
        if is_there(all, &lost) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain");
        thread::sleep(Duration::from_millis(1));
    }
}

fn is_whole(all: &[Watch], _: &[Option<Lost>]) -> bool {
    all.iter().all(Watch::is_whole)
}

#[test]
fn a_node_that_is_gone_is_named_by_its_neighbours() {
    for nodes in [2, 3, 5] {
        let mut all = ring(nodes);
        look(&mut all, is_whole);
        drop(all.remove(1));
        look(&mut all, |all, lost| {
            let neighbours = all
                .iter()
                .zip(lost)
                .filter(|(watch, _)| watch.own == 0 || watch.own == 2 % nodes);
            let gone = Lost {
                node: 1,
                has_ended: true,
            };
            neighbours.into_iter().all(|(_, lost)| *lost == Some(gone))
        });
    }
}

#[test]
fn a_node_that_leaves_or_ends_the_job_is_not_lost() {
    for say in [Watch::say_left, Watch::say_ended] {
        let mut all = ring(3);
        look(&mut all, is_whole);
        let gone = all.remove(1);
        say(&gone);
        drop(gone);
        look(&mut all, |all, _| {
            all.iter().all(|watch| watch.ends.len() == 1)
        });
        assert!(all.iter().all(|watch| watch.lost.is_none()));
    }
}

#[test]
fn strangers_and_wrong_keys_are_sent_away_and_the_neighbour_is_let_in() {
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let open = |node| Watch::open(address, None, (node, 2), PATIENCE).expect("a socket");
    let mut one = open(0);
    let (_, port) = one.address();
    let silent: Vec<TcpStream> = (0..STRANGERS_MAX - 1)
        .map(|_| TcpStream::connect((address, port)).expect("an open port"))
        .collect();
    let mut forger = open(1);
    forger
        .begin(one.address(), None, |_| {})
        .expect("a connection");
    let begun = Instant::now();
    while forger.tries == 1 {
        let _ = one.look(Some(&KEY), |_| {});
        let _ = forger.look(Some(&[6; 32]), |_| {});
        assert!(begun.elapsed() < PATIENCE, "the forger stays");
    }
    assert!(one.listener.is_some() && one.lost.is_none());
    drop(forger);
    let mut other = open(1);
    other
        .begin(one.address(), None, |_| {})
        .expect("a connection");
    one.begin(other.address(), None, |_| {})
        .expect("a connection");
    let mut both = [one, other];
    look(&mut both, is_whole);
    drop(silent);
}

#[test]
fn a_node_that_dies_before_it_has_proved_anything_is_lost() {
    let mut all = ring(2);
    drop(all.remove(1));
    look(&mut all, |all, _| all[0].lost.is_some());
    let gone = Lost {
        node: 1,
        has_ended: true,
    };
    let due = all[0].lost.map(|(_, lost)| lost);
    assert_eq!(due, Some(gone));
}

#[test]
fn what_comes_before_the_key_is_known_is_kept() {
    let mut all = ring(2);
    for _ in 0..10 {
        for watch in &mut all {
            assert_eq!(watch.look(None, |_| {}), Ok(None));
        }
    }
    look(&mut all, is_whole);
}

/// A node whose neighbour has died before they could connect. Datagrams to the neighbour go to this address.
fn late(datagrams: Option<SocketAddr>) -> Result<Lost, Errno> {
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let open = |node| Watch::open(address, None, (node, 2), PATIENCE).expect("a socket");
    let (mut one, other) = (open(0), open(1));
    let nowhere = other.address();
    drop(other);
    one.begin(nowhere, datagrams, |_| {})?;
    let started = Instant::now();
    loop {
        one.look(Some(&KEY), |_| {})?;
        if let Some((_, lost)) = one.lost {
            return Ok(lost);
        }
        assert!(started.elapsed() < PATIENCE, "no error");
    }
}

#[test]
fn a_node_that_can_not_be_reached_is_an_error() {
    assert_eq!(late(None), Err(Errno::CONNREFUSED));
    let receiver = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    let receives = receiver.local_addr().expect("an address");
    assert_eq!(late(Some(receives)), Err(Errno::CONNREFUSED));
}

#[test]
fn a_node_whose_host_refuses_datagrams_too_is_lost() {
    let receiver = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    let receives = receiver.local_addr().expect("an address");
    drop(receiver);
    let gone = Lost {
        node: 1,
        has_ended: true,
    };
    assert_eq!(late(Some(receives)), Ok(gone));
}
