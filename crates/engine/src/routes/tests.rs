use farreach_verbs::UdDestination;

use super::*;

/// The nodes, to which 16 ranks are dealt out in turn.
const NODES: u32 = 4;

struct Nodes;

impl Directory for Nodes {
    fn endpoint(&self, _: Rank) -> Option<UdDestination> {
        None
    }

    fn local_index(&self, rank: Rank) -> u32 {
        rank / NODES
    }

    fn local_size(&self, _: Rank) -> u32 {
        16 / NODES
    }

    fn node_member(&self, rank: Rank, index: u32) -> Rank {
        rank % NODES + index * NODES
    }
}

/// The routes of rank 6 of 16, which has index 1 on its node.
fn routes(reach: Reach, setup: Setup) -> Routes {
    Routes::new(6, 16, reach, setup)
}

#[test]
fn each_rank_has_its_own_connection_unless_connections_are_shared() {
    for reach in [Reach::Rc, Reach::RcMsrq, Reach::Exrc] {
        let routes = routes(reach, Setup::OnDemand);
        assert!((0..40).all(|peer| routes.gateway(peer, &Nodes) == peer));
        assert_eq!(routes.ranks_behind(9, &Nodes), [9]);
    }
}

#[test]
fn servers_and_maps_name_the_gateway() {
    let server = routes(Reach::Server, Setup::OnDemand);
    assert_eq!(server.gateway(11, &Nodes), 3);
    let map = routes(Reach::Sxrc, Setup::Predefined);
    assert_eq!(map.gateway(11, &Nodes), 7);
    assert_eq!(map.end_of_new(11, &Nodes), 7);
    // A lane is at the end of its own connection.
    assert_eq!(map.gateway(16 + 11, &Nodes), 16 + 11);
    assert_eq!(map.ranks_behind(16 + 11, &Nodes), [27]);
}

#[test]
fn the_first_to_be_connected_leads_to_its_node_until_it_is_gone() {
    let mut routes = routes(Reach::Sxrc, Setup::OnDemand);
    routes.choose(9, &Nodes);
    routes.choose(5, &Nodes);
    let node = [1, 5, 9, 13];
    let to_node = |routes: &Routes| node.map(|peer| routes.gateway(peer, &Nodes));
    assert_eq!(to_node(&routes), [9; 4]);
    assert_eq!(routes.ranks_behind(9, &Nodes), node);
    assert_eq!(routes.end_of_new(13, &Nodes), 13);
    // The loss of a connection that is not the gateway's changes nothing.
    routes.leave(5, &Nodes, |_| true);
    assert_eq!(to_node(&routes), [9; 4]);
    routes.leave(9, &Nodes, |rank| rank == 13);
    assert_eq!(to_node(&routes), [13; 4]);
    routes.leave(13, &Nodes, |_| false);
    assert_eq!(routes.gateway(1, &Nodes), 1);
}
