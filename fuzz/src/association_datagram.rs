//! Any bytes as datagrams of associations, and two processes whose datagrams are lost, doubled, delayed and damaged.

use std::time::Duration;

use farreach_connect::{AssociationConfig, Associations, JobKey, Retransmit, split_association};
use farreach_verbs::{AdapterAddress, QpNumber, Time, UdDestination, UdSource};

/// The most datagrams that are on their way.
const UNDER_WAY: usize = 64;

fn endpoint(rank: u32) -> UdDestination {
    UdDestination {
        address: AdapterAddress {
            gid: [rank as u8; 16],
            port: 7,
        },
        qp: QpNumber(rank + 2),
        qkey: 3,
    }
}

fn source(rank: u32) -> UdSource {
    let UdDestination { address, qp, .. } = endpoint(rank);
    UdSource { address, qp }
}

fn associations(rank: u32) -> Associations {
    Associations::new(AssociationConfig {
        rank,
        size: 2,
        job_key: JobKey([5; 32]),
        seed: u64::from(rank),
        endpoint: endpoint(rank),
        max_datagram: 512,
        retransmit: Retransmit::default(),
        give_up: Duration::from_hours(1),
        window: 8,
        budget: 16,
    })
}

/// Follows `script`: records are sent, datagrams arrive, some damaged, time passes, and what the script says next comes
/// as a datagram by itself. Records come in order and once, whatever it says.
///
/// # Panics
/// If they do not.
pub fn association_datagram(script: &[u8]) {
    let mut both = [associations(0), associations(1)];
    let mut under_way: Vec<(u32, Vec<u8>)> = Vec::new();
    let mut sent = [0u32; 2];
    let mut taken = [0u32; 2];
    let mut now = Time::ZERO;
    let mut rest = script;
    while let Some((&step, after)) = rest.split_first() {
        rest = after;
        let side = usize::from(step & 1);
        let (to, argument) = (1 - side as u32, usize::from(step >> 4));
        match step >> 1 & 7 {
            0 | 1 => {
                let number = sent[side].to_le_bytes();
                both[side].send(now, to, &[&number, &vec![step; argument * 16]]);
                sent[side] += 1;
            }
            2 | 3 if !under_way.is_empty() => {
                let (to, datagram) = under_way.remove(argument % under_way.len());
                both[to as usize].handle_datagram(now, source(1 - to), &datagram);
            }
            4 if !under_way.is_empty() => {
                let at = argument % under_way.len();
                let (to, mut datagram) = under_way[at].clone();
                let place = usize::from(rest.first().copied().unwrap_or(0)) % datagram.len();
                datagram[place] ^= 1 << (argument & 7);
                both[to as usize].handle_datagram(now, source(1 - to), &datagram);
            }
            5 => {
                let (datagram, after) = rest.split_at(rest.len().min(argument * 8));
                rest = after;
                let (part, message) = split_association(datagram);
                assert_eq!(part.len() + message.len(), datagram.len(), "all of it");
                both[side].handle_datagram(now, source(to), datagram);
            }
            _ => {
                now = now + Duration::from_millis(1 << (argument & 7));
                both[side].handle_timeout(now);
            }
        }
        for side in [0, 1] {
            let mut record = Vec::new();
            while both[side].poll_record(&mut record).is_some() {
                assert_eq!(record[..4], taken[side].to_le_bytes(), "in order and once");
                taken[side] += 1;
            }
            while both[side].poll_event().is_some() {}
            while let Some(to) = both[side].poll_ready() {
                let mut datagram = Vec::new();
                while both[side].datagram(now, to, &endpoint(to), &mut datagram) {
                    if under_way.len() < UNDER_WAY {
                        under_way.push((to, datagram.clone()));
                    }
                    datagram.clear();
                }
            }
        }
    }
    assert!(
        taken[0] <= sent[1] && taken[1] <= sent[0],
        "nothing is invented"
    );
}
