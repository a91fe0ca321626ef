//! `PMI_process_mapping`: which rank is on which node, as servers write it.
//!
//! ```text
//!   mapping ::= "(vector" { "," item } ")"
//!   item    ::= "(" first node "," nodes "," ranks a node ")"     a block
//!             | node                                              a block of one node and one rank
//!             | "[" item { "," item } "]x" times                  items that are repeated
//! ```
//!
//! All items are repeated until each rank has a node: `(vector,(0,2,1))` deals ranks out in turn to two nodes.

use farreach_node::JOB_SIZE_MAX;

/// Items inside of items. Servers write one level.
const DEPTH_MAX: usize = 8;

/// Why a text is no mapping.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MappingError {
    /// The text has another form.
    #[error("the process mapping {text:?} is not understood (at character {at})")]
    Form {
        /// The mapping's beginning.
        text: String,
        /// Where it is not understood.
        at: usize,
    },
    /// The mapping names no rank, or the job is too large.
    #[error("the process mapping {text:?} has no node for {size} ranks")]
    Size {
        /// The mapping's beginning.
        text: String,
        /// Ranks of the job.
        size: u32,
    },
}

/// The node of each of `size` ranks. Nodes have the server's numbers.
pub fn nodes_of_ranks(text: &str, size: u32) -> Result<Vec<u32>, MappingError> {
    let beginning = || text.chars().take(80).collect();
    let mut reader = Reader { text, at: 0 };
    let items = reader.mapping().ok_or_else(|| MappingError::Form {
        text: beginning(),
        at: reader.at,
    })?;
    let wanted = size as usize;
    let mut nodes = Vec::new();
    while size <= JOB_SIZE_MAX && nodes.len() < wanted {
        let before = nodes.len();
        fill(&items, wanted, &mut nodes);
        if nodes.len() == before {
            break;
        }
    }
    if nodes.len() != wanted || wanted == 0 {
        return Err(MappingError::Size {
            text: beginning(),
            size,
        });
    }
    Ok(nodes)
}

enum Item {
    Block { first: u32, nodes: u32, ranks: u32 },
    Repeated { items: Vec<Item>, times: u32 },
}

/// Appends the nodes of the items' ranks, up to `wanted` nodes in all.
fn fill(items: &[Item], wanted: usize, into: &mut Vec<u32>) {
    for item in items {
        match item {
            Item::Block {
                first,
                nodes,
                ranks,
            } => {
                if *ranks == 0 {
                    continue;
                }
                for nth in 0..*nodes {
                    let left = wanted - into.len();
                    if left == 0 {
                        return;
                    }
                    let count = left.min(*ranks as usize);
                    into.extend(std::iter::repeat_n(first.wrapping_add(nth), count));
                }
            }
            Item::Repeated { items, times } => {
                for _ in 0..*times {
                    let before = into.len();
                    fill(items, wanted, into);
                    if into.len() == before {
                        break;
                    }
                }
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn mapping(&mut self) -> Option<Vec<Item>> {
        self.word("(")?;
        self.word("vector")?;
        let mut items = Vec::new();
        while self.word(",").is_some() {
            items.push(self.item(0)?);
        }
        self.word(")")?;
        self.rest().is_empty().then_some(items)
    }

    fn item(&mut self, depth: usize) -> Option<Item> {
        if depth == DEPTH_MAX {
            return None;
        }
        if self.word("(").is_some() {
            let first = self.number()?;
            self.word(",")?;
            let nodes = self.number()?;
            self.word(",")?;
            let ranks = self.number()?;
            self.word(")")?;
            return Some(Item::Block {
                first,
                nodes,
                ranks,
            });
        }
        if self.word("[").is_some() {
            let mut items = vec![self.item(depth + 1)?];
            while self.word(",").is_some() {
                items.push(self.item(depth + 1)?);
            }
            self.word("]")?;
            self.word("x")?;
            let times = self.number()?;
            return Some(Item::Repeated { items, times });
        }
        let first = self.number()?;
        Some(Item::Block {
            first,
            nodes: 1,
            ranks: 1,
        })
    }

    fn rest(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.rest().strip_prefix(word)?;
        self.at += word.len();
        Some(())
    }

    fn number(&mut self) -> Option<u32> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        let number = digits.parse().ok()?;
        self.at += digits.len();
        Some(number)
    }
}

#[cfg(test)]
mod tests;
