//! Work stealing by one-sided operations: a victim takes no part.
//!
//! ```text
//!   a PE's symmetric memory: │ lock │ nodes shared │ nodes …                       │
//!   the owner shares its oldest nodes, and takes the last ones back when it has no others
//!   a thief looks at the number, takes the lock, takes the last nodes, gives the lock back
//! ```
//!
//! The end is found by a word on PE 0: the number of PEs that have work or are taking some. A PE is
//! counted before it takes nodes, and leaves the count when its stack and its shared nodes are used
//! up. So when the number is zero, no node is left.

use anyhow::Result;
use farreach::shmem::{Hint, Pe, Symmetric};

use crate::tree::{NODE_BYTES, Node, Totals, Tree};
use crate::victims::Victims;

/// Nodes that are expanded between two looks at the shared ones.
const BATCH: usize = 100;
/// The nodes that a PE shares at most.
const SHARED_MAX: usize = 300;
/// The fewest nodes that a PE keeps for itself when it shares.
const KEPT: usize = 50;
/// Looks at other PEs between two looks at the number of those that work.
const LOOKS: u32 = 4;

const LOCK: usize = 0;
const COUNT: usize = 1;
const WORDS: usize = 2;
/// The PE that has the number of PEs that work.
const COUNTER: u32 = 0;

struct Stacks<'p> {
    pe: &'p Pe,
    /// [`LOCK`] and [`COUNT`].
    words: Symmetric<u64>,
    nodes: Symmetric<u8>,
    /// On [`COUNTER`], the number of PEs that work.
    working: Symmetric<u64>,
}

/// Counts the tree together with the other PEs. Returns what this PE counted, and how often it
/// stole.
pub(crate) fn count(pe: &Pe, tree: &Tree) -> Result<(Totals, u64)> {
    let stacks = Stacks {
        pe,
        words: pe.alloc_hinted(WORDS, Hint::Atomics)?,
        nodes: pe.alloc(SHARED_MAX * NODE_BYTES)?,
        working: pe.alloc_hinted(1, Hint::Atomics)?,
    };
    let me = pe.my_pe();
    pe.write(stacks.words, &[0; WORDS])?;
    pe.write(stacks.working, &[u64::from(pe.n_pes())])?;
    pe.barrier_all()?;
    let (mut totals, mut thefts) = (Totals::default(), 0);
    let mut stack = Vec::new();
    if me == 0 {
        stack.push(tree.root());
    }
    let mut victims = Victims::new(me, pe.n_pes());
    loop {
        while !stack.is_empty() || stacks.take(me, SHARED_MAX, &mut stack)? {
            for _ in 0..BATCH {
                let Some(node) = stack.pop() else {
                    break;
                };
                totals.expand(tree, &node, &mut stack);
            }
            stacks.share(&mut stack)?;
        }
        pe.add(stacks.working.at(0).on(COUNTER), u64::MAX)?;
        pe.quiet()?;
        if !stacks.steal(&mut victims, &mut stack)? {
            pe.barrier_all()?;
            return Ok((totals, thefts));
        }
        thefts += 1;
    }
}

impl Stacks<'_> {
    /// Shares this PE's oldest nodes if it has many, and none are shared.
    fn share(&self, stack: &mut Vec<Node>) -> Result<()> {
        let me = self.pe.my_pe();
        if stack.len() < 2 * KEPT || self.shared(me)? > 0 {
            return Ok(());
        }
        let shared = (stack.len() - KEPT).min(SHARED_MAX);
        let bytes: Vec<u8> = stack.drain(..shared).flat_map(Node::to_bytes).collect();
        self.lock(me)?;
        self.pe
            .put_slice(self.nodes.range(..bytes.len()).on(me), &bytes)?;
        self.unlock(me, shared as u64)
    }

    /// The number of nodes that a PE shares.
    fn shared(&self, pe: u32) -> Result<u64> {
        Ok(self.pe.fetch(self.words.at(COUNT).on(pe))?)
    }

    /// Takes up to half, or `most`, of the nodes that a PE shares. Returns whether there were any.
    fn take(&self, from: u32, most: usize, stack: &mut Vec<Node>) -> Result<bool> {
        if self.shared(from)? == 0 {
            return Ok(false);
        }
        self.lock(from)?;
        let count = self.shared(from)?;
        let taken = (count as usize).div_ceil(2).min(most);
        let first = count as usize - taken;
        let mut bytes = vec![0; taken * NODE_BYTES];
        let range = first * NODE_BYTES..count as usize * NODE_BYTES;
        self.pe
            .get_slice(self.nodes.range(range).on(from), &mut bytes)?;
        self.unlock(from, first as u64)?;
        let (nodes, _) = bytes.as_chunks::<NODE_BYTES>();
        stack.extend(nodes.iter().map(Node::from_bytes));
        Ok(taken > 0)
    }

    fn lock(&self, of: u32) -> Result<()> {
        let lock = self.words.at(LOCK).on(of);
        while self.pe.compare_swap(lock, 0, 1)? != 0 {
            std::thread::yield_now();
        }
        Ok(())
    }

    /// Gives a lock back, and sets the number of nodes that are shared now.
    fn unlock(&self, of: u32, shared: u64) -> Result<()> {
        self.pe.set(self.words.at(COUNT).on(of), shared)?;
        self.pe.quiet()?;
        self.pe.set(self.words.at(LOCK).on(of), 0)?;
        Ok(())
    }

    /// Steals nodes. Returns `false` when no PE has any. This PE is counted as working if it has
    /// stolen.
    fn steal(&self, victims: &mut Victims, stack: &mut Vec<Node>) -> Result<bool> {
        let working = self.working.at(0).on(COUNTER);
        loop {
            if self.pe.fetch(working)? == 0 {
                return Ok(false);
            }
            for _ in 0..LOOKS {
                let victim = victims.next();
                if self.shared(victim)? == 0 {
                    std::thread::yield_now();
                    continue;
                }
                // Before the nodes are taken: their PE may leave the count when they are gone.
                self.pe.fetch_inc(working)?;
                if self.take(victim, SHARED_MAX, stack)? {
                    return Ok(true);
                }
                self.pe.add(working, u64::MAX)?;
                self.pe.quiet()?;
            }
        }
    }
}
