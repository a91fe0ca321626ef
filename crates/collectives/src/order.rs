//! The order in which reductions combine.
//!
//! Sums of rounded numbers depend on the order. In a binomial tree the partners of each round are
//! neighbours among the members that are left:
//!
//! ```text
//!   binomial, 5 members                     folded, 5 members
//!   0 ─┬─┬─┬─ result                        0 ─┬─┬─┬─ result
//!   1 ─┘ │ │                                1 ─┘ │ │
//!   2 ─┬─┘ │                                2 ───┘ │
//!   3 ─┘   │                                3 ─┬───┘
//!   4 ─────┘                                4 ─┘
//! ```
//!
//! They are the same where the number of members is a power of two. Else the binomial tree has the
//! last members alone for longer, and the folded one first combines pairs at the begin, in a round of
//! their own, until a power of two is left. Most libraries of MPI do the one or the other: R. Thakur, R. Rabenseifner, W. Gropp,
//! Optimization of collective communication operations in MPICH (2005).

use alloc::vec::Vec;

use crate::Operator;

/// The order in which the members' contributions are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Any order. All members of an all-reduce still get the same bits.
    #[default]
    Any,
    /// A binomial tree. A reduction to one member begins with that member, and goes on in the order
    /// of the members, the first behind the last.
    Binomial,
    /// The members beyond the largest power of two are first combined with others: the members 0 and
    /// 1, 2 and 3, and so on. The rest is a binomial tree. It begins with the member 0 also in a
    /// reduction to another.
    Folded,
}

impl Order {
    /// The member that comes first in a reduction to `root`.
    pub fn first(self, root: u32) -> u32 {
        match self {
            Order::Any | Order::Binomial => root,
            Order::Folded => 0,
        }
    }

    /// Among so many members, the number of pairs that are combined before the others.
    pub fn folded(self, members: u32) -> u32 {
        match self {
            Order::Any | Order::Binomial => 0,
            Order::Folded => members - (1 << members.ilog2()),
        }
    }

    /// How often the two latest results are combined once the contribution in place `place` has
    /// come as the latest.
    fn merges(self, place: u32, members: u32) -> u32 {
        let folded = self.folded(members);
        let place = if place >= 2 * folded {
            place - folded
        } else if place.is_multiple_of(2) {
            return 0;
        } else {
            return 1 + (place / 2).trailing_ones();
        };
        if place + folded + 1 == members {
            // Nothing follows, so that all is combined.
            place.count_ones()
        } else {
            place.trailing_ones()
        }
    }

    /// The most results that wait for others, and a contribution.
    fn depth(members: u32) -> usize {
        members.ilog2() as usize + 2
    }
}

/// Memory for results that wait for others.
#[derive(Debug, Default)]
pub(crate) struct Stack(Vec<u8>);

impl Operator<'_> {
    /// Whether the operator has an order that differs among so many members. Two can be combined in
    /// one way only.
    #[inline]
    pub(crate) fn is_ordered(&self, members: usize) -> bool {
        self.order != Order::Any && members > 2
    }

    /// Combines the contributions of so many members in the operator's order. `load` copies `len`
    /// bytes of the contribution in a place.
    pub(crate) fn combine_in_order<'s, E>(
        &self,
        members: usize,
        stack: &'s mut Stack,
        len: usize,
        mut load: impl FnMut(usize, &mut [u8]) -> Result<(), E>,
    ) -> Result<&'s [u8], E> {
        // The alignment suffices for every element type.
        let stride = len.next_multiple_of(16);
        let members = members as u32;
        stack.0.resize(Order::depth(members) * stride, 0);
        let mut height = 0;
        for place in 0..members {
            load(place as usize, &mut stack.0[height * stride..][..len])?;
            height += 1;
            for _ in 0..self.order.merges(place, members) {
                let (lower, upper) = stack.0.split_at_mut((height - 1) * stride);
                (self.combine)(&mut lower[(height - 2) * stride..][..len], &upper[..len]);
                height -= 1;
            }
        }
        assert_eq!(height, 1, "one result of {members} members");
        Ok(&stack.0[..len])
    }

    /// Combines the contributions in `all`, of `len` bytes each and by their places, into the first of
    /// them.
    pub(crate) fn combine_blocks(&self, all: &mut [u8], len: usize) {
        let members = all.len() / len;
        if !self.is_ordered(members) {
            let (first, others) = all.split_at_mut(len);
            for other in others.chunks_exact(len) {
                (self.combine)(first, other);
            }
            return;
        }
        let mut stack = Stack::default();
        let combined = self.combine_in_order(members, &mut stack, len, |at, into| {
            into.copy_from_slice(&all[at * len..][..len]);
            Ok::<(), core::convert::Infallible>(())
        });
        match combined {
            Ok(combined) => all[..len].copy_from_slice(combined),
            Err(never) => match never {},
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString as _};
    use alloc::vec;

    use super::*;

    /// What is combined with what, as a text.
    fn text(order: Order, members: u32) -> String {
        let mut stack: Vec<String> = vec![];
        for place in 0..members {
            stack.push(place.to_string());
            for _ in 0..order.merges(place, members) {
                let upper = stack.pop().unwrap();
                let lower = stack.pop().unwrap();
                stack.push(format!("({lower}{upper})"));
            }
            assert!(stack.len() < Order::depth(members));
        }
        assert_eq!(stack.len(), 1);
        stack.remove(0)
    }

    #[test]
    fn the_trees_are_those_of_other_libraries() {
        assert_eq!(text(Order::Binomial, 1), "0");
        assert_eq!(text(Order::Binomial, 5), "(((01)(23))4)");
        assert_eq!(text(Order::Folded, 5), "(((01)2)(34))");
        assert_eq!(text(Order::Binomial, 7), "(((01)(23))((45)6))");
        assert_eq!(text(Order::Folded, 7), "(((01)(23))((45)6))");
        assert_eq!(text(Order::Folded, 6), "(((01)(23))(45))");
        assert_eq!(text(Order::Binomial, 8), text(Order::Folded, 8));
    }

    /// The recursive definition: the largest power of two below the number of members splits them.
    fn binomial(first: u32, members: u32) -> String {
        if members == 1 {
            return first.to_string();
        }
        let lower = members.next_power_of_two() / 2;
        format!(
            "({}{})",
            binomial(first, lower),
            binomial(first + lower, members - lower)
        )
    }

    #[test]
    fn every_member_is_in_the_tree_once() {
        for members in 1..70 {
            assert_eq!(text(Order::Binomial, members), binomial(0, members));
            assert_eq!(
                text(Order::Folded, members).matches('(').count(),
                members as usize - 1
            );
        }
    }

    #[test]
    fn blocks_are_combined_as_the_tree_says() {
        fn combine(into: &mut [u8], other: &[u8]) {
            into[0] = (into[0].wrapping_add(other[0])).wrapping_mul(0x9d) ^ 0x55;
        }
        for (order, members) in [(Order::Binomial, 5), (Order::Folded, 5), (Order::Folded, 8)] {
            let operator = Operator {
                unit: 1,
                combine: &combine,
                identity: &[0],
                order,
            };
            let mut all: Vec<u8> = (0..members).map(|at| at * 11).collect();
            let mut stack: Vec<u8> = vec![];
            for token in text(order, members.into()).chars() {
                match token {
                    '(' => {}
                    ')' => {
                        let upper = stack.pop().unwrap();
                        let mut lower = [stack.pop().unwrap()];
                        combine(&mut lower, &[upper]);
                        stack.push(lower[0]);
                    }
                    digit => stack.push(digit.to_digit(10).unwrap() as u8 * 11),
                }
            }
            operator.combine_blocks(&mut all, 1);
            assert_eq!([all[0]], stack[..], "{order:?} of {members}");
        }
    }
}
