use alloc::vec::Vec;

use super::*;
use proptest::prelude::*;

fn refusal() -> impl Strategy<Value = Verdict> {
    prop_oneof![
        Just(Verdict::Abandoned),
        any::<u32>().prop_map(|limit| Verdict::Refused(Refusal::QueuePairs { limit })),
        any::<u32>().prop_map(|code| Verdict::Refused(Refusal::Device { code })),
        Just(Verdict::Refused(Refusal::Ending)),
        Just(Verdict::Refused(Refusal::OtherReach)),
        Just(Verdict::Refused(Refusal::OtherProgram)),
    ]
}

/// Everything but the payload, which is borrowed: the body is built from these by `body`.
type Parts = (u8, u32, u32, u32, bool, bool, Verdict);

fn parts() -> impl Strategy<Value = Parts> {
    (
        0u8..9,
        0..=BITS_24,
        0..=BITS_24,
        1u32..,
        any::<bool>(),
        any::<bool>(),
        refusal(),
    )
}

fn body(parts: Parts, payload: &[u8]) -> Body<'_> {
    let (kind, qp, psn, mtu, receiving, have_info, verdict) = parts;
    // As many further pairs as the last bits of the first's number say.
    let others: Vec<QpNumber> = (0..qp % 6).map(|i| QpNumber(qp / 2 + i + 1)).collect();
    let others = OtherQps::new(&others);
    let local = LocalQp {
        others,
        ..LocalQp::new(QpNumber(qp), psn)
    };
    let info = Info {
        local,
        mtu,
        payload,
    };
    match kind {
        0 => Body::Request { info: None },
        1 => Body::Request { info: Some(info) },
        2 => Body::Reply {
            info,
            receiving,
            have_info,
        },
        3 => Body::Confirm,
        4 => Body::Hold,
        5 => Body::Close,
        6 => Body::Keep,
        7 => Body::Drain { drained: receiving },
        _ => Body::Refused(verdict),
    }
}

proptest! {
    #[test]
    fn what_is_emitted_is_parsed(
        ends in any::<(u32, u32, [u8; 16], u16)>(),
        numbers in (1u64.., 1u64.., 1u32..),
        retry in any::<bool>(),
        lane in proptest::option::of((0..=BITS_24, any::<u32>())),
        parts in parts(),
        payload in proptest::collection::vec(any::<u8>(), 0..300),
    ) {
        let body = body(parts, &payload);
        let echo = if matches!(body, Body::Request { .. }) { 0 } else { numbers.1 };
        let frame = Frame {
            source: ends.0,
            destination: ends.1,
            incarnation: numbers.0,
            echo,
            serial: numbers.2,
            address: AdapterAddress { gid: ends.2, port: ends.3 },
            lane: lane.map(|(qp, qkey)| LaneEnd { qp: QpNumber(qp), qkey }),
            retry,
            body,
        };
        let bytes = frame.emit();
        prop_assert_eq!(parse(&bytes), Some(frame));
        for len in 0..bytes.len() {
            prop_assert_eq!(parse(&bytes[..len]), None);
        }
    }

    #[test]
    fn what_is_parsed_is_emitted_again(
        fields in any::<(u8, u8, u8)>(),
        noise in proptest::collection::vec(prop_oneof![3 => Just(0u8), 1 => any::<u8>()], 64..124),
    ) {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, fields.0 % 10, fields.1 % 128, fields.2 % 7]);
        bytes.extend(noise);
        let others_len = if bytes[6] & OTHERS == 0 { 0 } else { OTHERS_LEN };
        let lane_len = if bytes[6] & LANE == 0 { 0 } else { LANE_LEN };
        let payload_len = bytes.len().saturating_sub(HEADER_LEN + others_len + lane_len) as u16;
        bytes[58..60].copy_from_slice(&payload_len.to_be_bytes());
        if let Some(frame) = parse(&bytes) {
            prop_assert_eq!(frame.emit(), bytes);
        }
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        is_ours(&bytes);
        prop_assert_eq!(parse(&bytes), None);
    }
}

#[test]
fn the_layout_is_as_drawn() {
    let frame = Frame {
        source: 0x0102_0304,
        destination: 0x0506_0708,
        incarnation: 0x1112_1314_1516_1718,
        echo: 0x2122_2324_2526_2728,
        serial: 0x3132_3334,
        address: AdapterAddress {
            gid: [0xaa; 16],
            port: 0x4142,
        },
        lane: Some(LaneEnd {
            qp: QpNumber(0x81_8283),
            qkey: 0x9192_9394,
        }),
        retry: true,
        body: Body::Reply {
            info: Info {
                local: LocalQp {
                    others: OtherQps::new(&[QpNumber(0x71_7273), QpNumber(0x74_7576)]),
                    ..LocalQp::new(QpNumber(0x51_5253), 0x61_6263)
                },
                mtu: 0x0000_1000,
                payload: b"seg",
            },
            receiving: true,
            have_info: true,
        },
    };
    let mut expected = b"FRcm\x03\x02\x6f\x00".to_vec();
    expected.extend([1, 2, 3, 4, 5, 6, 7, 8]);
    expected.extend([0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18]);
    expected.extend([0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28]);
    expected.extend([0x31, 0x32, 0x33, 0x34, 0, 0, 0, 0]);
    expected.extend([0xaa; 16]);
    expected.extend([0x41, 0x42, 0, 3, 0, 0x51, 0x52, 0x53]);
    expected.extend([0, 0x61, 0x62, 0x63, 0, 0, 0x10, 0]);
    expected.extend([0, 0x71, 0x72, 0x73, 0, 0x74, 0x75, 0x76]);
    expected.extend([0; 12]);
    expected.extend([0, 0x81, 0x82, 0x83, 0x91, 0x92, 0x93, 0x94]);
    expected.extend(b"seg");
    assert_eq!(frame.emit(), expected);
}
