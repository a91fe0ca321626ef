//! Datagrams in parts, for paths that became narrower than the packets of their connections.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use farreach_verbs::AdapterAddress;

use super::message::OPCODE;

/// The kind of message that a part is.
const KIND: u8 = 4;
/// Bytes in front of a part.
const LEN: usize = 16;
/// The most datagrams of one sender that are put together at one time. The sender's oldest one makes
/// room.
const SENDER_MAX: usize = 8;
/// The most datagrams that are put together at one time. The oldest one makes room.
const OPEN_MAX: usize = 256;
/// The most parts of a datagram.
const PARTS_MAX: usize = 64;

/// Cuts a datagram into parts of at most `limit` bytes each, and calls `send` with each part. `number`
/// is another one for each datagram to a receiver.
///
/// ```text
///   0      1      2           4           6      8          12     16
///   ┌──────┬──────┬───────────┬───────────┬──────┬──────────┬──────┬───────┐
///   │ 0xff │ 4    │ whole len │ part len  │ zero │ number   │ zero │ bytes │    part n begins at n times the
///   │      │      │           │ of all    │      │ 4        │ n 1  │       │    length of all parts but the last
///   └──────┴──────┴───────────┴───────────┴──────┴──────────┴──────┴───────┘
/// ```
///
/// # Panics
/// If `limit` leaves no room, or the datagram needs more than 64 parts.
pub fn cut(datagram: &[u8], limit: u32, number: u32, mut send: impl FnMut(&[u8])) {
    let room = limit as usize - LEN;
    let whole = u16::try_from(datagram.len()).expect("a datagram's length");
    let part = u16::try_from(room).unwrap_or(u16::MAX);
    let mut message = Vec::with_capacity(LEN + room);
    for (index, bytes) in datagram.chunks(part.into()).enumerate() {
        assert!(index < PARTS_MAX, "{whole} bytes in parts of {part}");
        message.clear();
        message.extend_from_slice(&[OPCODE, KIND]);
        message.extend_from_slice(&whole.to_le_bytes());
        message.extend_from_slice(&part.to_le_bytes());
        message.extend_from_slice(&[0; 2]);
        message.extend_from_slice(&number.to_le_bytes());
        message.extend_from_slice(&[0, 0, 0, index as u8]);
        message.extend_from_slice(bytes);
        send(&message);
    }
}

/// Puts datagrams together again.
#[derive(Default)]
pub(super) struct Parts {
    open: VecDeque<Open>,
}

/// A datagram of which parts are missing.
struct Open {
    from: AdapterAddress,
    number: u32,
    part: u16,
    bytes: Vec<u8>,
    /// A bit for each part that is missing.
    missing: u64,
}

impl Parts {
    /// Takes a part. Returns the datagram if this was the last part that was missing. The bytes may be
    /// arbitrary.
    pub(super) fn take(&mut self, from: AdapterAddress, message: &[u8]) -> Option<Vec<u8>> {
        let (front, bytes) = message.split_first_chunk::<LEN>()?;
        let [
            OPCODE,
            KIND,
            w0,
            w1,
            p0,
            p1,
            0,
            0,
            n0,
            n1,
            n2,
            n3,
            0,
            0,
            0,
            index,
        ] = *front
        else {
            return None;
        };
        let (whole, part) = (u16::from_le_bytes([w0, w1]), u16::from_le_bytes([p0, p1]));
        let number = u32::from_le_bytes([n0, n1, n2, n3]);
        if part == 0 || whole == 0 {
            return None;
        }
        let count = usize::from(whole.div_ceil(part));
        let start = usize::from(index) * usize::from(part);
        let len = usize::from(whole).checked_sub(start)?.min(part.into());
        if count > PARTS_MAX || len == 0 || bytes.len() != len {
            return None;
        }
        let is_it = |open: &Open| open.from == from && open.number == number;
        let known = self.open.iter().position(is_it);
        let suits = |at: &usize| {
            let open = &self.open[*at];
            open.part == part && open.bytes.len() == usize::from(whole)
        };
        let at = match known {
            Some(at) if suits(&at) => at,
            // The sender is another one than before.
            Some(at) => {
                self.open.remove(at);
                self.begin(from, number, part, whole, count)
            }
            None => self.begin(from, number, part, whole, count),
        };
        let open = &mut self.open[at];
        open.bytes[start..start + len].copy_from_slice(bytes);
        open.missing &= !(1 << index);
        if open.missing != 0 {
            return None;
        }
        self.open.remove(at).map(|open| open.bytes)
    }

    fn begin(
        &mut self,
        from: AdapterAddress,
        number: u32,
        part: u16,
        whole: u16,
        count: usize,
    ) -> usize {
        let of_sender = || {
            self.open
                .iter()
                .enumerate()
                .filter(|(_, open)| open.from == from)
        };
        if of_sender().count() >= SENDER_MAX {
            let oldest = of_sender().next().map_or(0, |(at, _)| at);
            self.open.remove(oldest);
        } else if self.open.len() == OPEN_MAX {
            self.open.pop_front();
        }
        self.open.push_back(Open {
            from,
            number,
            part,
            bytes: vec![0; whole.into()],
            missing: u64::MAX >> (PARTS_MAX - count),
        });
        self.open.len() - 1
    }
}
