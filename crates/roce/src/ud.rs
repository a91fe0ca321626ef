//! Unreliable datagrams.

use core::net::IpAddr;

use farreach_verbs::{
    Access, AdapterAddress, Completion, CompletionOp, CompletionStatus, Memory, PacketCheck,
    QpNumber, QpState, ReceiveRequest, UdSource,
};

use crate::inline::InlineStore;
use crate::link::Link;
use crate::outbox::{Content, Envelope, Handed};
use crate::qp::{BURST, Detail, Qp, Source, Turn, Wqe, wire_psn};
use crate::region::RegionTable;
use crate::shared::Shared;
use crate::wire::keyed::Laps;
use crate::wire::{Bth, CHECK_LEN, Deth, Headers, Opcode, ROCE_PORT};

/// Bytes of the global route header that precedes the payload in the receive.
const GRH_LEN: usize = 40;
/// Bytes of the IPv4 header. Over IPv4 it takes the last of the 40 bytes.
const IPV4_LEN: usize = 20;
const UDP_LEN: usize = 8;
const PROTOCOL_UDP: u8 = 17;
/// The hop limit that is reported, since a socket does not tell the real one.
const HOP_LIMIT: u8 = 64;

impl Qp {
    /// Sends datagrams until none is left or a limit stops it.
    pub(crate) fn transmit_datagrams<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        link: &mut impl Link<M>,
    ) -> Turn {
        if !matches!(self.state, QpState::Rts | QpState::Sqd) {
            return Turn::Done;
        }
        for _ in 0..BURST {
            let Some(wqe) = self.requester.sendable_front() else {
                return Turn::Done;
            };
            let Detail::Datagram(to) = wqe.detail else {
                unreachable!("a datagram has a destination");
            };
            let opcode = match wqe.imm {
                Some(_) => Opcode::UdSendOnlyImm,
                None => Opcode::UdSendOnly,
            };
            let mut headers = Headers::new(Bth::new(opcode, to.qp.0, wire_psn(wqe.psn)));
            headers.imm = wqe.imm;
            headers.deth = Some(Deth {
                qkey: to.qkey,
                source_qp: self.number.0,
            });
            let envelope = Envelope {
                source: shared.config.address,
                to: to.address,
                check: PacketCheck::Icrc,
            };
            let handed =
                datagram_content(&shared.regions, &shared.inline, self, &wqe).map(|content| {
                    let laps = Laps::default();
                    shared
                        .outbox
                        .send(link, &envelope, laps, &mut headers, content)
                });
            match handed {
                Some(Ok(Handed::Sent { bytes })) => {
                    shared.counters.ud.packets_sent += 1;
                    shared.counters.ud.bytes_sent += bytes as u64;
                    self.requester.take_front(shared);
                    self.complete_send(shared, &wqe, CompletionStatus::Success, 0);
                }
                Some(Ok(Handed::Full)) => return Turn::Full,
                Some(Err(_)) | None => {
                    self.fail_front(shared, CompletionStatus::LocalProtection);
                    return Turn::Done;
                }
            }
        }
        Turn::More
    }

    /// Handles a datagram that passed the integrity check.
    pub(crate) fn handle_datagram<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        from: AdapterAddress,
        headers: &Headers,
        payload: &[u8],
    ) {
        let Some(deth) = headers.deth else { return };
        if !matches!(self.state, QpState::Rtr | QpState::Rts | QpState::Sqd) {
            shared.counters.dropped.wrong_state += 1;
            return;
        }
        if deth.qkey != self.qkey {
            shared.counters.dropped.wrong_qkey += 1;
            return;
        }
        let bytes = (GRH_LEN + payload.len()) as u32;
        let fits = |receive: &ReceiveRequest| bytes <= receive.local.len;
        let Some(receive) = self.next_receive(shared).filter(fits) else {
            shared.counters.dropped.no_receive += 1;
            return;
        };
        self.take_receive(shared);
        let grh = global_route_header(from, shared.config.address, headers, payload.len());
        let local = receive.local;
        let range = shared.regions.local(
            local.lkey,
            self.receive_pd(shared),
            local.addr,
            bytes,
            Access::LOCAL_WRITE,
        );
        let stored = range.is_some_and(|range| {
            range.memory.write(range.offset, &grh).is_ok()
                && (payload.is_empty()
                    || range.memory.write(range.offset + GRH_LEN, payload).is_ok())
        });
        let completion = Completion {
            id: receive.id,
            qp: self.number,
            status: if stored {
                CompletionStatus::Success
            } else {
                CompletionStatus::LocalProtection
            },
            op: CompletionOp::Receive,
            bytes,
            imm: headers.imm,
            source: Some(UdSource {
                address: sender(from, shared.config.address),
                qp: QpNumber(deth.source_qp),
            }),
        };
        self.complete_receive(shared, completion);
        if !stored {
            self.fail(shared);
        }
        self.check_overrun(shared);
    }
}

fn datagram_content<'a, M: Memory>(
    regions: &'a RegionTable<M>,
    inline: &'a InlineStore,
    qp: &Qp,
    wqe: &Wqe,
) -> Option<Content<'a, M>> {
    let len = wqe.len as usize;
    match wqe.source {
        _ if len == 0 => Some(Content::Bytes(&[])),
        Source::Inline(index) => Some(Content::Bytes(&inline.get(index)[..len])),
        Source::Region { lkey, addr } => {
            let range = regions.local(lkey, qp.made.pd, addr, wqe.len, Access::NONE)?;
            Some(Content::Range(range, len))
        }
    }
}

/// The address of a datagram's sender. At RoCEv2's port senders may be foreign adapters, which send from any port, and receive at this one.
fn sender(from: AdapterAddress, own: AdapterAddress) -> AdapterAddress {
    if own.port == ROCE_PORT {
        return AdapterAddress {
            port: ROCE_PORT,
            ..from
        };
    }
    from
}

/// The 40 bytes that verbs put before a datagram's payload in the receive.
///
/// ```text
///   over IPv6   version, class, flow 4 │ payload length 2 │ next header 1 │ hop limit 1 │ source 16 │ destination 16
///   over IPv4   zero 20 │ IPv4 header 20
/// ```
fn global_route_header(
    from: AdapterAddress,
    to: AdapterAddress,
    headers: &Headers,
    payload: usize,
) -> [u8; GRH_LEN] {
    let pad = usize::from(headers.bth.pad);
    let udp = UDP_LEN + headers.bth.opcode.head_len() + payload + pad + CHECK_LEN;
    let mut grh = [0; GRH_LEN];
    if let (IpAddr::V4(source), IpAddr::V4(destination)) = (from.ip(), to.ip()) {
        let ip = &mut grh[GRH_LEN - IPV4_LEN..];
        ip[0] = 0x45;
        ip[2..4].copy_from_slice(&((udp + IPV4_LEN) as u16).to_be_bytes());
        ip[6] = 0x40;
        ip[8] = HOP_LIMIT;
        ip[9] = PROTOCOL_UDP;
        ip[12..16].copy_from_slice(&source.octets());
        ip[16..20].copy_from_slice(&destination.octets());
    } else {
        grh[0] = 0x60;
        grh[4..6].copy_from_slice(&(udp as u16).to_be_bytes());
        grh[6] = PROTOCOL_UDP;
        grh[7] = HOP_LIMIT;
        grh[8..24].copy_from_slice(&from.gid);
        grh[24..40].copy_from_slice(&to.gid);
    }
    grh
}
