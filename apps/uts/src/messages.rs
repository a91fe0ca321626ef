//! Work stealing by active messages.
//!
//! ```text
//!   thief                                  victim, in any call that makes progress
//!   steal ─────────────────────────────▶   handler: takes the oldest half of its stack
//!   work: adds the nodes to its stack  ◀── reply, or "none"
//! ```
//!
//! The end is found by a token that goes round (Safra's algorithm, EWD 998): each process counts the
//! replies with work that it sent, less those that it got. When the token has passed only idle
//! processes that got no work since it passed them last, and the counts add up to zero, no work is
//! left anywhere.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use farreach::gasnet::{Endpoint, Handlers};
use farreach::shmem::Pe;

use crate::tree::{NODE_BYTES, Node, Totals, Tree};
use crate::victims::Victims;

/// Nodes that are expanded between two looks for messages.
const BATCH: usize = 100;
/// The most nodes of one theft.
const STOLEN_MAX: usize = 300;

/// What the main loop and the handlers of a process share.
#[derive(Default)]
struct Shared {
    stack: Vec<Node>,
    /// Replies with work: those sent less those that came.
    balance: i64,
    /// Whether work came since the token left.
    is_black: bool,
    /// Whether the answer of a victim is awaited.
    is_asking: bool,
    token: Option<Token>,
    has_ended: bool,
    thefts: u64,
}

/// The token: whether a process that it passed was black, and the sum of their balances.
#[derive(Clone, Copy)]
struct Token {
    is_black: bool,
    balance: i64,
}

impl Token {
    fn to_words(self) -> [u32; 3] {
        let balance = self.balance as u64;
        [
            u32::from(self.is_black),
            (balance >> 32) as u32,
            balance as u32,
        ]
    }

    fn from_words(words: &[u32]) -> Token {
        let balance = u64::from(words[1]) << 32 | u64::from(words[2]);
        Token {
            is_black: words[0] != 0,
            balance: balance as i64,
        }
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the tree together with the other processes. Returns what this process counted, and how
/// often it stole.
pub(crate) fn count(pe: &Pe, tree: &Tree) -> Result<(Totals, u64)> {
    let shared = Arc::new(Mutex::new(Shared::default()));
    let mut handlers = Handlers::new();
    let of = |shared: &Arc<Mutex<Shared>>| Arc::clone(shared);
    let own = of(&shared);
    let none = handlers.short("none", move |_, _| lock(&own).is_asking = false);
    let own = of(&shared);
    let work = handlers.medium("work", move |_, _, bytes| {
        let mut shared = lock(&own);
        let (nodes, _) = bytes.as_chunks::<NODE_BYTES>();
        shared.stack.extend(nodes.iter().map(Node::from_bytes));
        shared.balance -= 1;
        shared.is_black = true;
        shared.is_asking = false;
        shared.thefts += 1;
    });
    let own = of(&shared);
    let steal = handlers.short("steal", move |token, _| {
        let mut shared = lock(&own);
        let most = (shared.stack.len() / 2).min(STOLEN_MAX);
        let replied = if most == 0 {
            token.reply_short(none, &[])
        } else {
            // The oldest are nearest to the root, and probably have most below them.
            let bytes: Vec<u8> = shared
                .stack
                .drain(..most)
                .flat_map(Node::to_bytes)
                .collect();
            shared.balance += 1;
            token.reply_medium(work, &[], &bytes)
        };
        replied.expect("a reply of a few nodes");
    });
    let own = of(&shared);
    let pass = handlers.short("token", move |_, words| {
        lock(&own).token = Some(Token::from_words(words));
    });
    let own = of(&shared);
    let end = handlers.short("end", move |_, _| lock(&own).has_ended = true);
    let endpoint = Endpoint::attach(pe.world(), handlers)?;

    let (me, all) = (endpoint.rank(), endpoint.size());
    let right = (me + 1) % all;
    let mut victims = Victims::new(me, all);
    let mut totals = Totals::default();
    if me == 0 {
        let mut shared = lock(&shared);
        shared.stack.push(tree.root());
        // It begins the first round when it is idle.
        shared.token = Some(Token {
            is_black: true,
            balance: 0,
        });
    }
    loop {
        expand(tree, &mut lock(&shared).stack, &mut totals);
        endpoint.poll();
        let (token, asks) = {
            let mut shared = lock(&shared);
            if !shared.stack.is_empty() {
                continue;
            }
            if shared.has_ended || all == 1 {
                return Ok((totals, shared.thefts));
            }
            // A process that awaits work is idle: the work that it gets makes it black.
            let token = shared.token.take().map(|token| {
                let passed = Token {
                    is_black: token.is_black || shared.is_black,
                    balance: token.balance + shared.balance,
                };
                shared.is_black = false;
                passed
            });
            let asks = !std::mem::replace(&mut shared.is_asking, true);
            (token, asks)
        };
        match token {
            Some(token) if me == 0 && !token.is_black && token.balance == 0 => {
                for rank in 0..all {
                    endpoint.request_short(rank, end, &[])?;
                }
            }
            Some(token) => {
                let token = if me == 0 {
                    Token {
                        is_black: false,
                        balance: 0,
                    }
                } else {
                    token
                };
                endpoint.request_short(right, pass, &token.to_words())?;
            }
            None => {}
        }
        if asks {
            endpoint.request_short(victims.next(), steal, &[])?;
        }
        endpoint.block_until(|| {
            let shared = lock(&shared);
            !shared.is_asking || shared.token.is_some() || shared.has_ended
        });
    }
}

fn expand(tree: &Tree, stack: &mut Vec<Node>, totals: &mut Totals) {
    for _ in 0..BATCH {
        let Some(node) = stack.pop() else {
            return;
        };
        totals.expand(tree, &node, stack);
    }
}
