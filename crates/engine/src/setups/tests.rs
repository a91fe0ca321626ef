use alloc::vec::Vec;

use farreach_connect::{Action, Config, JobKey, Protocol, Retransmit};
use farreach_verbs::AdapterAddress;

use super::*;

fn setups() -> Setups {
    Setups::new(Manager::new(Config {
        rank: 0,
        lane: None,
        size: 4,
        job_key: JobKey([1; 32]),
        seed: 1,
        address: AdapterAddress {
            gid: [0; 16],
            port: 1,
        },
        mtu: 1024,
        protocol: Protocol::Overlap,
        announce: false,
        retransmit: Retransmit::default(),
        give_up: Duration::from_secs(1),
        room_within: Duration::from_secs(1),
        max_handshakes: 4,
        max_payload: 0,
    }))
}

fn at(millis: u64) -> Time {
    Time::ZERO + Duration::from_millis(millis)
}

/// The peers that the manager creates queue pairs for.
fn made_for(setups: &mut Setups) -> Vec<Rank> {
    let actions = core::iter::from_fn(|| setups.manager().poll_action());
    let made = actions.filter_map(|action| match action {
        Action::CreateQp { peer } => Some(peer),
        _ => None,
    });
    made.collect()
}

#[test]
fn the_time_of_a_set_up_begins_when_it_is_first_wanted() {
    let mut setups = setups();
    setups.want(at(5), 1);
    setups.want(at(9), 1);
    assert_eq!(made_for(&mut setups), [1]);
    assert_eq!(setups.up(at(12), 1), Some(Duration::from_millis(7)));
    // The peer began this set-up.
    assert_eq!(setups.up(at(12), 2), None);
}

#[test]
fn what_is_wanted_while_a_connection_ends_is_for_afterwards() {
    let mut setups = setups();
    setups.drain(1);
    setups.want(at(1), 1);
    assert_eq!(made_for(&mut setups), []);
    setups.gone(1);
    setups.want(at(2), 1);
    assert_eq!(made_for(&mut setups), [1]);
}

#[test]
fn connections_that_are_wanted_for_themselves_end_up_or_fail() {
    let mut setups = setups();
    for peer in [1, 2, 3] {
        setups.preconnect(peer);
    }
    setups.up(at(1), 1);
    assert!(setups.failed(2) && !setups.failed(2));
    assert_eq!(setups.preconnecting(), 1);
    assert!(setups.is_preconnecting(3));
}
