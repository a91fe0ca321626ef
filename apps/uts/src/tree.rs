//! The trees of the Unbalanced Tree Search benchmark (Olivier et al., LCPC 2006): a node's children
//! follow from its 20 bytes of state alone, so that any process can expand any node.

use clap::ValueEnum;
use sha1::{Digest, Sha1};

/// The most children of a node that is not the root of a binomial tree.
const CHILDREN_MAX: u32 = 100;
/// In a hybrid tree, the part of the depth in which nodes are geometric.
const SHIFT: f64 = 0.5;
/// Bytes of a node for another process.
pub(crate) const NODE_BYTES: usize = 24;

/// A node: its state, and its distance from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    state: [u8; 20],
    pub(crate) height: u32,
}

impl Node {
    /// The node as bytes.
    pub(crate) fn to_bytes(self) -> [u8; NODE_BYTES] {
        let mut bytes = [0; NODE_BYTES];
        bytes[..20].copy_from_slice(&self.state);
        bytes[20..].copy_from_slice(&self.height.to_le_bytes());
        bytes
    }

    /// The node that [`Node::to_bytes`] made these bytes of.
    pub(crate) fn from_bytes(bytes: &[u8; NODE_BYTES]) -> Node {
        let (state, height) = bytes.split_first_chunk().expect("24 bytes");
        Node {
            state: *state,
            height: u32::from_le_bytes(height.try_into().expect("4 bytes")),
        }
    }

    /// The node's number, from 0 to 2^31 - 1.
    fn random(&self) -> u32 {
        let [.., a, b, c, d] = self.state;
        u32::from_be_bytes([a, b, c, d]) & 0x7fff_ffff
    }

    /// The node's number as a fraction of 2^31.
    fn probability(&self) -> f64 {
        f64::from(self.random()) / 2_147_483_648.0
    }

    /// The child with this number.
    pub(crate) fn child(&self, number: u32) -> Node {
        let mut hash = Sha1::new();
        hash.update(self.state);
        hash.update(number.to_be_bytes());
        Node {
            state: hash.finalize().into(),
            height: self.height + 1,
        }
    }
}

/// How the expected number of children of a geometric tree depends on the height.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Linear,
    Cyclic,
    Fixed,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A node has `many` children with probability `often`, and none otherwise.
    Binomial { often: f64, many: u32 },
    /// The number of children is geometrically distributed. Its mean depends on the height.
    Geometric { shape: Shape, depth: u32 },
    /// Geometric near the root, binomial below.
    Hybrid {
        shape: Shape,
        depth: u32,
        often: f64,
        many: u32,
    },
}

/// A tree with known size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tree {
    kind: Kind,
    /// The children of the root: their number or its mean.
    root: f64,
    seed: u32,
    pub(crate) known: Totals,
}

/// The sizes of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) depth: u64,
}

/// The names of the benchmark's sample trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sample {
    /// Geometric, 4.1 million nodes, depth 10
    T1,
    /// Geometric, cyclic, 4.1 million nodes, depth 81
    T2,
    /// Binomial, 4.1 million nodes, depth 1572
    T3,
    /// Hybrid, 4.1 million nodes, depth 134
    T4,
    /// Geometric, linear, 4.1 million nodes, depth 20
    T5,
    /// Geometric, 102 million nodes, depth 13
    T1l,
    /// Binomial, 111 million nodes, depth 17844
    T3l,
}

impl Sample {
    /// The tree, with the sizes that the benchmark's authors publish.
    pub(crate) fn tree(self) -> Tree {
        let totals = |nodes, leaves, depth| Totals {
            nodes,
            leaves,
            depth,
        };
        let geometric = |shape, depth| Kind::Geometric { shape, depth };
        let (kind, root, seed, known) = match self {
            Sample::T1 => (
                geometric(Shape::Fixed, 10),
                4.0,
                19,
                totals(4_130_071, 3_305_118, 10),
            ),
            Sample::T2 => (
                geometric(Shape::Cyclic, 16),
                6.0,
                502,
                totals(4_117_769, 2_342_762, 81),
            ),
            Sample::T3 => (
                Kind::Binomial {
                    often: 0.124_875,
                    many: 8,
                },
                2000.0,
                42,
                totals(4_112_897, 3_599_034, 1572),
            ),
            Sample::T4 => (
                Kind::Hybrid {
                    shape: Shape::Linear,
                    depth: 16,
                    often: 0.234_375,
                    many: 4,
                },
                6.0,
                1,
                totals(4_132_453, 3_108_986, 134),
            ),
            Sample::T5 => (
                geometric(Shape::Linear, 20),
                4.0,
                34,
                totals(4_147_582, 2_181_318, 20),
            ),
            Sample::T1l => (
                geometric(Shape::Fixed, 13),
                4.0,
                29,
                totals(102_181_082, 81_746_377, 13),
            ),
            Sample::T3l => (
                Kind::Binomial {
                    often: 0.200_014,
                    many: 5,
                },
                2000.0,
                7,
                totals(111_345_631, 89_076_904, 17_844),
            ),
        };
        Tree {
            kind,
            root,
            seed,
            known,
        }
    }
}

impl Tree {
    /// The root.
    pub(crate) fn root(&self) -> Node {
        let mut seed = [0; 20];
        seed[16..].copy_from_slice(&self.seed.to_be_bytes());
        Node {
            state: Sha1::digest(seed).into(),
            height: 0,
        }
    }

    /// The number of a node's children.
    pub(crate) fn children(&self, node: &Node) -> u32 {
        let binomial = |often, many| if node.probability() < often { many } else { 0 };
        let number = match self.kind {
            Kind::Binomial { .. } if node.height == 0 => return self.root as u32,
            Kind::Geometric { shape, depth } => self.geometric(node, shape, depth),
            Kind::Hybrid { shape, depth, .. }
                if f64::from(node.height) < SHIFT * f64::from(depth) =>
            {
                self.geometric(node, shape, depth)
            }
            Kind::Binomial { often, many } | Kind::Hybrid { often, many, .. } => {
                binomial(often, many)
            }
        };
        number.min(CHILDREN_MAX)
    }

    fn geometric(&self, node: &Node, shape: Shape, depth: u32) -> u32 {
        let (height, most) = (f64::from(node.height), f64::from(depth));
        let mean = match shape {
            _ if node.height == 0 => self.root,
            Shape::Linear => self.root * (1.0 - height / most),
            Shape::Cyclic if node.height > 5 * depth => 0.0,
            Shape::Cyclic => {
                let turn = 2.0 * std::f64::consts::PI * height / most;
                self.root.powf(turn.sin())
            }
            Shape::Fixed if node.height < depth => self.root,
            Shape::Fixed => 0.0,
        };
        let often = 1.0 / (1.0 + mean);
        ((1.0 - node.probability()).ln() / (1.0 - often).ln()).floor() as u32
    }
}

impl Totals {
    /// Counts a node, and adds its children to `stack`.
    pub(crate) fn expand(&mut self, tree: &Tree, node: &Node, stack: &mut impl Extend<Node>) {
        let children = tree.children(node);
        self.nodes += 1;
        self.leaves += u64::from(children == 0);
        self.depth = self.depth.max(u64::from(node.height));
        stack.extend((0..children).map(|number| node.child(number)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each tree has the size that the benchmark's authors publish.
    #[test]
    fn trees_have_their_published_sizes() {
        for sample in [Sample::T1, Sample::T2, Sample::T3, Sample::T4, Sample::T5] {
            let tree = sample.tree();
            let (mut totals, mut stack) = (Totals::default(), vec![tree.root()]);
            while let Some(node) = stack.pop() {
                totals.expand(&tree, &node, &mut stack);
            }
            assert_eq!(totals, tree.known, "{sample:?}");
        }
    }

    #[test]
    fn a_node_travels_as_bytes() {
        let node = Sample::T3.tree().root().child(7).child(1);
        assert_eq!(Node::from_bytes(&node.to_bytes()), node);
    }
}
