//! What a node gives to all others through PMI: who and where it is, and the endpoints of its processes.
//!
//! ```text
//!   NodeValue ─postcard─▶ bytes ─base64─▶ text ─▶ pieces that fit into a server's values
//!   farreach-2   = 3.AQIDBA..    node 2: three pieces, and the first of them
//!   farreach-2-1 = BQYH..        the second
//! ```

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use farreach_node::{DeviceTag, WireEndpoint};
use serde::{Deserialize, Serialize};

use crate::channel::Sizes;

/// The most pieces of a value. A node with the most processes has fewer.
const PIECES_MAX: usize = 1 << 16;
/// Characters of the count before the first piece.
const COUNT_MAX: usize = 8;

/// What a node gives to all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NodeValue {
    /// [`crate::channel::VERSION`] of the node.
    pub(crate) version: u32,
    pub(crate) sizes: Sizes,
    /// The node's part of the job's key.
    pub(crate) share: [u8; 16],
    pub(crate) host: String,
    /// The running kernel, by its boot. Empty if it is not known.
    pub(crate) boot: String,
    /// The network namespace in that kernel.
    pub(crate) network: String,
    /// What shows that the node has the same key file, if it has one.
    pub(crate) proof: Option<[u8; 32]>,
    /// Where the first process listens for the node before ([`crate::watch`]), if it does: a GID and a TCP port.
    pub(crate) watched_at: Option<([u8; 16], u16)>,
    pub(crate) endpoints: Endpoints,
}

/// Endpoints of a node's processes, by their index there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Endpoints {
    /// All have this address and such a device.
    OneAddress([u8; 16], DeviceTag, Vec<(u16, u32, u32)>),
    Listed(Vec<WireEndpoint>),
}

impl Endpoints {
    pub(crate) fn new(all: &[WireEndpoint]) -> Endpoints {
        match all.first() {
            Some(first)
                if (all.iter()).all(|one| (one.gid, one.device) == (first.gid, first.device)) =>
            {
                let short = |one: &WireEndpoint| (one.port, one.qp, one.qkey);
                Endpoints::OneAddress(first.gid, first.device, all.iter().map(short).collect())
            }
            _ => Endpoints::Listed(all.to_vec()),
        }
    }

    pub(crate) fn into_list(self) -> Vec<WireEndpoint> {
        match self {
            Endpoints::Listed(all) => all,
            Endpoints::OneAddress(gid, device, all) => {
                let whole = |(port, qp, qkey)| WireEndpoint {
                    gid,
                    port,
                    qp,
                    qkey,
                    device,
                };
                all.into_iter().map(whole).collect()
            }
        }
    }
}

/// The key of a piece.
pub(crate) fn key(node: u32, piece: usize) -> String {
    match piece {
        0 => format!("farreach-{node}"),
        _ => format!("farreach-{node}-{piece}"),
    }
}

/// The pieces of a value, if a server takes `value_max` bytes in one.
pub(crate) fn split(value: &NodeValue, value_max: usize) -> Vec<String> {
    let bytes = postcard::to_stdvec(value).expect("plain data");
    let text = URL_SAFE_NO_PAD.encode(bytes);
    // A byte ends the value in some servers.
    let room = value_max.saturating_sub(COUNT_MAX + 1).max(1);
    let mut pieces: Vec<String> = text
        .as_bytes()
        .chunks(room)
        .map(|piece| String::from_utf8_lossy(piece).into_owned())
        .collect();
    let count = pieces.len();
    pieces[0].insert_str(0, &format!("{count}."));
    pieces
}

/// Pieces of a value that have come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    text: String,
    count: usize,
    taken: usize,
}

impl Pieces {
    /// The piece that is wanted next.
    pub(crate) fn wanted(&self) -> usize {
        self.taken
    }

    /// Takes the wanted piece. Returns the value if it was the last one, or what is wrong.
    pub(crate) fn take(&mut self, piece: &str) -> Result<Option<NodeValue>, String> {
        let rest = if self.taken == 0 {
            let (count, rest) = piece.split_once('.').unwrap_or_default();
            let count = count
                .parse()
                .ok()
                .filter(|count| (1..=PIECES_MAX).contains(count));
            self.count = count.ok_or("a value without its number of pieces")?;
            rest
        } else {
            piece
        };
        self.text.push_str(rest);
        self.taken += 1;
        if self.taken < self.count {
            return Ok(None);
        }
        let bytes = URL_SAFE_NO_PAD.decode(&self.text);
        let bytes =
            bytes.map_err(|error| format!("a value that is not encoded right ({error})"))?;
        let value = postcard::from_bytes(&bytes);
        Ok(Some(
            value.map_err(|_| "a value of another form".to_owned())?,
        ))
    }
}

#[cfg(test)]
mod tests;
