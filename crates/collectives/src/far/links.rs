//! The neighbours of a node in the tree of a collective with a root.

use crate::Collectives;
use crate::channel::ChannelId;
use crate::layout::DIRECT_MAX;
use crate::mode::WaitMode;
use crate::process::Process;
use crate::tree::{Edge, TreePlace};
use alloc::vec::Vec;

/// A neighbour.
#[derive(Clone, Copy)]
pub(in super::super) struct Link {
    /// Its node.
    pub(in super::super) node: u32,
    /// The channel from the parent to the child.
    pub(in super::super) down: ChannelId,
    /// The number of nodes in the child's subtree. They follow each other in the order of the
    /// nodes.
    pub(in super::super) below: u32,
}

impl Link {
    /// The channel from the child to the parent.
    pub(in super::super) fn up(self) -> ChannelId {
        self.down.reversed()
    }
}

/// The neighbours of a node.
pub(in super::super) struct Links {
    /// The neighbour toward the root. `None` at the root.
    pub(in super::super) parent: Option<Link>,
    /// The neighbours away from the root, in the order of the nodes from this one on.
    pub(in super::super) children: Vec<Link>,
    /// The number of nodes in this node's subtree.
    pub(in super::super) subtree: u32,
    /// Whether all nodes are children of the root.
    pub(super) is_direct: bool,
}

impl Links {
    /// The neighbours in a chain.
    pub(super) fn chain(parent: Option<Link>, child: Option<Link>) -> Links {
        Links {
            parent,
            children: child.into_iter().collect(),
            subtree: 1 + child.map_or(0, |child| child.below),
            is_direct: false,
        }
    }

    /// The children in the order of sending: those with the largest subtrees first. Of equal ones
    /// the next in the order of the nodes is first, because it may be the next root.
    pub(in super::super) fn outward(&self) -> impl Iterator<Item = Link> + use<'_> {
        let last = self.children.len().wrapping_sub(1);
        let at = move |number: usize| {
            if self.is_direct {
                number
            } else {
                last - number
            }
        };
        (0..self.children.len()).map(move |number| self.children[at(number)])
    }
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// The neighbours of this node. Among few nodes all others are children of the root, so that
    /// each is woken only once. Among more the tree is binomial.
    pub(in super::super) fn links(&self, root: u32) -> Links {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node, topology.nodes());
        if nodes > self.switches.direct_max.min(DIRECT_MAX) {
            return self.binomial(root);
        }
        let link = |node: u32, distance: u32| Link {
            node,
            down: ChannelId::over(distance, nodes).expect("nodes are few"),
            below: 1,
        };
        let position = (node + nodes - root) % nodes;
        let is_root = position == 0;
        let others = if is_root { 1..nodes } else { 1..1 };
        Links {
            parent: (!is_root).then(|| link(root, position)),
            children: others
                .map(|distance| link((root + distance) % nodes, distance))
                .collect(),
            subtree: if is_root { nodes } else { 1 },
            is_direct: true,
        }
    }

    /// The neighbours in a binomial tree.
    pub(super) fn binomial(&self, root: u32) -> Links {
        let topology = self.group.topology();
        let place = TreePlace::new(topology.node, topology.nodes(), root);
        let link = |edge: Edge, below: u32| Link {
            node: edge.node,
            down: ChannelId::ahead(edge.slot),
            below,
        };
        Links {
            parent: place.parent().map(|edge| link(edge, place.subtree())),
            children: place
                .children()
                .map(|edge| link(edge, place.below(edge.slot)))
                .collect(),
            subtree: place.subtree(),
            is_direct: false,
        }
    }
}
