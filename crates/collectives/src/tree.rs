//! Binomial trees over the nodes of a job.
//!
//! A collective is a fan-in and a fan-out. In the fan-in each node combines what its children send,
//! and passes the result to its parent. In the fan-out each node passes the root's result to its
//! children. A barrier is a collective without data. A broadcast has no data in its fan-in. Each
//! node has at most log2(nodes) partners.
//!
//! With the root renumbered to 0, node `v`'s parent is `v` without its lowest set bit, and the
//! number of that bit is the slot of the parent that `v` fills (J. Vuillemin's binomial tree).

/// A node's place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreePlace {
    position: u32,
    nodes: u32,
    root: u32,
}

/// A neighbour in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The neighbour's node.
    pub node: u32,
    /// The slot that the child fills at the parent: the round of the fan-in.
    pub slot: u32,
}

impl TreePlace {
    /// The place of `node` among `nodes` in the tree rooted at `root`.
    pub fn new(node: u32, nodes: u32, root: u32) -> Self {
        assert!(
            node < nodes && root < nodes,
            "node {node} and root {root} of {nodes}"
        );
        TreePlace {
            position: (node + nodes - root) % nodes,
            nodes,
            root,
        }
    }

    /// The parent, unless this is the root.
    pub fn parent(self) -> Option<Edge> {
        if self.position == 0 {
            return None;
        }
        let slot = self.position.trailing_zeros();
        Some(Edge {
            node: self.node(self.position & (self.position - 1)),
            slot,
        })
    }

    /// The number of nodes in the subtree of the child in `slot`. They follow each other in the
    /// order of the nodes, beginning with the child.
    pub fn below(self, slot: u32) -> u32 {
        let first = u64::from(self.position) + (1u64 << slot);
        let left = u64::from(self.nodes).saturating_sub(first);
        left.min(1 << slot) as u32
    }

    /// The number of nodes in this node's subtree. They follow each other in the order of the
    /// nodes, beginning with this one.
    pub fn subtree(self) -> u32 {
        if self.position == 0 {
            return self.nodes;
        }
        let left = self.nodes - self.position;
        left.min(self.position & self.position.wrapping_neg())
    }

    /// The children in the order of their slots.
    pub fn children(self) -> impl DoubleEndedIterator<Item = Edge> {
        let slots = if self.position == 0 {
            u32::BITS
        } else {
            self.position.trailing_zeros()
        };
        (0..slots)
            .map(move |slot| (slot, u64::from(self.position) + (1u64 << slot)))
            .filter(move |&(_, position)| position < u64::from(self.nodes))
            .map(move |(slot, position)| Edge {
                node: self.node(position as u32),
                slot,
            })
    }

    fn node(self, position: u32) -> u32 {
        ((u64::from(position) + u64::from(self.root)) % u64::from(self.nodes)) as u32
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_node_has_one_parent_that_lists_it_as_a_child() {
        for nodes in 1..70 {
            for root in [0, nodes / 2, nodes - 1] {
                let mut edges = 0;
                for node in 0..nodes {
                    let place = TreePlace::new(node, nodes, root);
                    for child in place.children() {
                        edges += 1;
                        let parent = TreePlace::new(child.node, nodes, root).parent();
                        assert_eq!(
                            parent,
                            Some(Edge {
                                node,
                                slot: child.slot
                            })
                        );
                    }
                    assert_eq!(place.parent().is_none(), node == root);
                }
                assert_eq!(edges, nodes - 1, "{nodes} nodes, root {root}");
            }
        }
    }

    #[test]
    fn all_nodes_are_below_the_root_each_once() {
        fn below(node: u32, nodes: u32, root: u32) -> Vec<u32> {
            let place = TreePlace::new(node, nodes, root);
            let mut found = vec![place.position];
            for child in place.children() {
                let inner = below(child.node, nodes, root);
                assert_eq!(inner.len() as u32, place.below(child.slot));
                found.extend(inner);
            }
            found
        }
        for nodes in 1..40 {
            for root in [0, nodes / 2, nodes - 1] {
                assert!(below(root, nodes, root).into_iter().eq(0..nodes));
            }
        }
    }

    #[test]
    fn a_node_has_at_most_log2_partners() {
        for nodes in 2..300u32 {
            let most = (0..nodes)
                .map(|node| {
                    let place = TreePlace::new(node, nodes, 0);
                    place.children().count() + usize::from(place.parent().is_some())
                })
                .max();
            assert!(most <= Some(nodes.next_power_of_two().ilog2() as usize));
        }
    }
}
