//! Any bytes as connect messages, from outside the job and from inside.

use std::time::Duration;

use farreach_connect::{
    Action, CONNECT_OVERHEAD, Config, JobKey, LocalQp, Manager, Protocol, Rank, Refusal, Retransmit,
};
use farreach_verbs::{AdapterAddress, QpNumber, Time, UdSource};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const KEY: [u8; 32] = [3; 32];
const MAC_LEN: usize = 16;
/// Before the further queue pairs, which are there if the flag is set.
const HEADER_LEN: usize = 72;
const OTHERS: u8 = 32;
const OTHERS_LEN: usize = CONNECT_OVERHEAD - MAC_LEN - HEADER_LEN;

/// Reads `script` as a sequence of events for one manager: bytes that arrive as they are, messages that are
/// right but for their contents, with the job's MAC, calls from above, and answers of the device. Then
/// the others fall silent, and the manager must come to rest.
///
/// # Panics
/// If an invariant of `farreach_connect` does not hold.
pub fn connect_message(script: &[u8]) {
    let mut process = Process::new();
    let mut rest = script;
    while let Some((&[op, argument], after)) = rest.split_first_chunk::<2>() {
        let len = after.len().min(usize::from(argument));
        let peer = Rank::from(argument % 4);
        process.now = process.now + Duration::from_micros(u64::from(argument));
        rest = after;
        match op % 8 {
            0 => match op / 8 % 4 {
                0 => process.manager.connect(process.now, peer),
                1 => process.manager.disconnect(process.now, peer),
                2 => process.manager.broken(process.now, peer),
                _ => process.declines = !process.declines,
            },
            1 => process
                .manager
                .set_ready(process.now, &after[..len.min(32)]),
            2 => process.manager.heard(peer),
            3 => process.refuses = !process.refuses,
            4 => process.manager.handle_timeout(process.now),
            5 => {
                process
                    .manager
                    .handle_connect_message(process.now, source(1), &after[..len]);
                rest = &after[len..];
            }
            _ => {
                let (message, from) = sealed(&after[..len]);
                process
                    .manager
                    .handle_connect_message(process.now, source(from), &message);
                rest = &after[len..];
            }
        }
        process.settle();
    }
    process.come_to_rest();
}

/// A manager and a device that answers at once.
struct Process {
    manager: Manager,
    now: Time,
    refuses: bool,
    declines: bool,
    qps: Vec<(Rank, QpNumber)>,
    created: u32,
}

impl Process {
    fn new() -> Self {
        Process {
            manager: Manager::new(Config {
                rank: 0,
                lane: None,
                size: 4,
                job_key: JobKey(KEY),
                seed: 1,
                address: address(0),
                mtu: 4096,
                protocol: Protocol::default(),
                announce: false,
                retransmit: Retransmit::default(),
                give_up: Duration::from_secs(1),
                room_within: Duration::from_secs(1),
                max_handshakes: 2,
                max_payload: 32,
            }),
            now: Time::ZERO,
            refuses: false,
            declines: false,
            qps: Vec::new(),
            created: 0,
        }
    }

    fn settle(&mut self) {
        for _ in 0..1000 {
            match self.manager.poll_action() {
                None => return,
                Some(Action::CreateQp { peer }) => {
                    assert!(self.qps.iter().all(|&(rank, _)| rank != peer));
                    self.created += 1;
                    let (qp, psn) = (QpNumber(self.created), self.created);
                    let result = if self.refuses {
                        Err(Refusal::QueuePairs { limit: 1 })
                    } else {
                        self.qps.push((peer, qp));
                        Ok(LocalQp::new(qp, psn))
                    };
                    self.manager.qp_created(self.now, peer, result);
                }
                Some(Action::BringUp { peer, .. }) => {
                    let result = if self.refuses {
                        Err(Refusal::Ending)
                    } else {
                        Ok(())
                    };
                    self.manager.qp_up(self.now, peer, result);
                }
                Some(Action::DestroyQp { peer, qp }) => {
                    let found = self.qps.iter().position(|&entry| entry == (peer, qp));
                    self.qps.remove(found.expect("a queue pair of that peer"));
                }
                Some(Action::Send { to, message }) => {
                    assert!(to != 0 && message.len() <= CONNECT_OVERHEAD + 32);
                }
                Some(Action::Asked { peer }) if self.declines => {
                    self.manager.decline(self.now, peer);
                }
                Some(Action::Asked { peer }) => self.manager.agree(self.now, peer),
                Some(Action::Drain { peer }) => self.manager.drained(self.now, peer),
                Some(
                    Action::Up { .. }
                    | Action::Failed { .. }
                    | Action::Kept { .. }
                    | Action::Down { .. },
                ) => {}
            }
        }
        panic!("the manager asks without end");
    }

    fn come_to_rest(&mut self) {
        for _ in 0..1000 {
            let Some(at) = self.manager.next_deadline() else {
                return;
            };
            self.now = self.now.max(at);
            self.manager.handle_timeout(self.now);
            self.settle();
        }
        panic!("the manager never comes to rest");
    }
}

fn address(rank: Rank) -> AdapterAddress {
    AdapterAddress {
        gid: [rank as u8; 16],
        port: 4791,
    }
}

fn source(rank: Rank) -> UdSource {
    UdSource {
        address: address(rank),
        qp: QpNumber(1),
    }
}

/// A message of a process of the job with `contents`: kind, flags, verdict, sender, then incarnation, echo
/// and serial number in a byte each, then the end and the payload.
fn sealed(contents: &[u8]) -> (Vec<u8>, Rank) {
    let at = |index: usize| contents.get(index).copied().unwrap_or(0);
    let from = Rank::from(at(3) % 4);
    let payload = contents.get(11..).unwrap_or(&[]);
    let mut message = vec![0; HEADER_LEN];
    message[..5].copy_from_slice(b"FRcm\x03");
    message[5..8].copy_from_slice(&[at(0) % 10, at(1) % 64, at(2) % 6]);
    message[11] = from as u8;
    // The high half of incarnations counts attempts; the low half of ours is not known here.
    message[19] = at(4);
    message[23] = at(4);
    message[27] = at(5);
    message[35] = at(6);
    message[40..56].copy_from_slice(&address(from).gid);
    message[56..58].copy_from_slice(&address(from).port.to_be_bytes());
    let others_len = if message[6] & OTHERS == 0 {
        0
    } else {
        OTHERS_LEN
    };
    let payload_len = payload.len().saturating_sub(others_len) as u16;
    message[58..60].copy_from_slice(&payload_len.to_be_bytes());
    message[63] = at(7);
    message[67] = at(8);
    message[70..72].copy_from_slice(&[at(9), at(10)]);
    message.extend(payload);
    let mut mac = Hmac::<Sha256>::new_from_slice(&KEY).expect("any length");
    mac.update(b"farreach connect message 1\0");
    mac.update(&message);
    message.extend(&mac.finalize().into_bytes()[..MAC_LEN]);
    (message, from)
}
