use farreach_connect::{JobKey, Retransmit};
use farreach_verbs::UdDestination;

use super::*;
use crate::Fabric;

/// Ranks per node.
const NODE: u32 = 4;

struct Nodes;

impl Directory for Nodes {
    fn endpoint(&self, _: Rank) -> Option<UdDestination> {
        None
    }

    fn node_ranks(&self, rank: Rank) -> Range<Rank> {
        let first = rank / NODE * NODE;
        first..first + NODE
    }
}

/// The routes of rank 2 of 16.
fn routes(reach: Reach, setup: Setup) -> Routes {
    Routes::new(&Config {
        rank: 2,
        size: 16,
        lane: 0,
        job_key: JobKey([0; 32]),
        seed: 0,
        peer_timeout: core::time::Duration::ZERO,
        retransmit: Retransmit::default(),
        max_handshakes: 1,
        live_bytes: || 0,
        fabric: Fabric {
            reach,
            setup,
            ..Fabric::default()
        },
        spend: |_| (),
    })
}

#[test]
fn each_rank_has_its_own_connection_unless_connections_are_shared() {
    for reach in [Reach::Rc, Reach::RcMsrq, Reach::Exrc] {
        let routes = routes(reach, Setup::OnDemand);
        assert!((0..40).all(|peer| routes.gateway(peer, &Nodes) == peer));
        assert_eq!(routes.ranks_behind(9, &Nodes), 9..10);
    }
}

#[test]
fn servers_and_maps_name_the_gateway() {
    let server = routes(Reach::Server, Setup::OnDemand);
    assert_eq!(server.gateway(11, &Nodes), 8);
    let map = routes(Reach::Sxrc, Setup::Predefined);
    assert_eq!(map.gateway(11, &Nodes), 8 + 2);
    assert_eq!(map.end_of_new(11, &Nodes), 8 + 2);
    // A lane is at the end of its own connection.
    assert_eq!(map.gateway(16 + 11, &Nodes), 16 + 11);
    assert_eq!(map.ranks_behind(16 + 11, &Nodes), 27..28);
}

#[test]
fn the_first_to_be_connected_leads_to_its_node_until_it_is_gone() {
    let mut routes = routes(Reach::Sxrc, Setup::OnDemand);
    routes.choose(10, &Nodes);
    routes.choose(9, &Nodes);
    let to_node = |routes: &Routes| (8..12).map(|peer| routes.gateway(peer, &Nodes)).min();
    assert_eq!(to_node(&routes), Some(10));
    assert_eq!(routes.ranks_behind(10, &Nodes), 8..12);
    assert_eq!(routes.end_of_new(11, &Nodes), 11);
    // The loss of a connection that is not the gateway's changes nothing.
    routes.leave(9, &Nodes, |_| true);
    assert_eq!(to_node(&routes), Some(10));
    routes.leave(10, &Nodes, |rank| rank == 11);
    assert_eq!(to_node(&routes), Some(11));
    routes.leave(11, &Nodes, |_| false);
    assert_eq!(routes.gateway(8, &Nodes), 8);
}
