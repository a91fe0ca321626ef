use core::time::Duration;

use super::{Class, Opcode, Psn, Syndrome, pad_for, rnr};

#[test]
fn opcodes_have_distinct_codes_and_come_back() {
    for opcode in Opcode::ALL {
        assert_eq!(Opcode::from_u8(opcode.to_u8()), Some(opcode));
    }
    let known = (0..=u8::MAX).filter_map(Opcode::from_u8).count();
    assert_eq!(known, Opcode::ALL.len());
}

#[test]
fn xrc_has_the_operations_of_rc() {
    let of_rc = Opcode::ALL.into_iter().filter(|o| o.class() == Class::Rc);
    let mut count = 0;
    for rc in of_rc {
        let xrc = rc.to_xrc();
        assert_eq!(xrc.class(), Class::Xrc);
        assert_eq!(xrc.to_rc(), rc);
        assert_eq!(xrc.operation(), rc.operation());
        assert_eq!(xrc.position(), rc.position());
        assert_eq!(xrc.has_srq(), !rc.is_response());
        assert_eq!(
            xrc.head_len(),
            rc.head_len() + if rc.is_response() { 0 } else { 4 }
        );
        count += 1;
    }
    assert_eq!(count, 26);
    assert_eq!(Opcode::XrcSendFirst.to_u8(), 0xa0);
    assert_eq!(Opcode::XrcFetchAdd.to_u8(), 0xb4);
}

#[test]
fn head_lengths_are_the_standards() {
    let len = |opcode: Opcode| opcode.head_len();
    assert_eq!(len(Opcode::SendFirst), 12);
    assert_eq!(len(Opcode::SendOnlyImm), 16);
    assert_eq!(len(Opcode::WriteFirst), 28);
    assert_eq!(len(Opcode::WriteMiddle), 12);
    assert_eq!(len(Opcode::WriteLastImm), 16);
    assert_eq!(len(Opcode::WriteOnlyImm), 32);
    assert_eq!(len(Opcode::ReadRequest), 28);
    assert_eq!(len(Opcode::ReadResponseFirst), 16);
    assert_eq!(len(Opcode::ReadResponseMiddle), 12);
    assert_eq!(len(Opcode::Acknowledge), 16);
    assert_eq!(len(Opcode::AtomicAcknowledge), 24);
    assert_eq!(len(Opcode::CompareSwap), 40);
    assert_eq!(len(Opcode::UdSendOnly), 20);
    assert_eq!(len(Opcode::UdSendOnlyImm), 24);
    assert_eq!(len(Opcode::AtomicExt), 44);
    assert_eq!(len(Opcode::XrcSendFirst), 16);
    assert_eq!(len(Opcode::XrcSendMiddle), 16);
    assert_eq!(len(Opcode::XrcWriteOnlyImm), 36);
    assert_eq!(len(Opcode::XrcReadRequest), 32);
    assert_eq!(len(Opcode::XrcReadResponseOnly), 16);
    assert_eq!(len(Opcode::XrcAcknowledge), 16);
    assert_eq!(len(Opcode::XrcAtomicAcknowledge), 24);
    assert_eq!(len(Opcode::XrcFetchAdd), 44);
    assert_eq!(len(Opcode::XrcWriteList), 32);
    assert_eq!(len(Opcode::ReadBlocksRequest), 44);
    assert_eq!(len(Opcode::XrcWriteBlocks), 48);
    assert_eq!(len(Opcode::XrcReadBlocksRequest), 48);
    let longest = Opcode::ALL.map(Opcode::head_len).into_iter().max();
    assert_eq!(longest, Some(super::MAX_HEAD_LEN));
}

#[test]
fn psns_wrap() {
    let (low, high) = (Psn::new(2), Psn::new(0xff_fffe));
    assert_eq!(high + 4, low);
    assert_eq!(low - 4, high);
    assert_eq!(low - high, 4);
    assert_eq!(low.distance_from(high), 4);
    assert_eq!(high.distance_from(low), -4);
    assert_eq!(Psn::new(0xff_ffff).next(), Psn::new(0));
}

#[test]
fn the_farthest_psn_is_before() {
    let half = Psn::new(0) + Psn::COUNT / 2;
    assert_eq!(half.distance_from(Psn::new(0)), -(1 << 23));
    assert_eq!((half - 1).distance_from(Psn::new(0)), (1 << 23) - 1);
}

#[test]
fn syndromes_come_back_or_are_reserved() {
    let mut reserved = 0;
    for code in 0..0x80 {
        match Syndrome::from_u8(code) {
            Some(syndrome) => {
                assert_eq!(syndrome.to_u8(), code);
                assert_eq!(Syndrome::from_u8(code | 0x80), Some(syndrome));
            }
            None => reserved += 1,
        }
    }
    // All syndromes of type 10, and the NAK codes from 5 on.
    assert_eq!(reserved, 32 + 27);
    assert_eq!(Syndrome::ACK.to_u8(), 0x1f);
}

#[test]
fn rnr_timers_grow_with_the_code_and_round_up() {
    assert_eq!(rnr::duration(0), Duration::from_micros(655_360));
    assert_eq!(rnr::duration(1), Duration::from_micros(10));
    assert_eq!(rnr::duration(12), Duration::from_micros(640));
    assert_eq!(rnr::duration(31), Duration::from_micros(491_520));
    for code in 0..32 {
        assert_eq!(rnr::code(rnr::duration(code)), code);
    }
    assert_eq!(rnr::code(Duration::ZERO), 1);
    assert_eq!(rnr::code(Duration::from_nanos(10_001)), 2);
    assert_eq!(rnr::code(Duration::from_secs(5)), 0);
}

#[test]
fn pad_fills_to_four() {
    for len in 0..70_000_usize {
        let pad = usize::from(pad_for(len));
        assert!(pad < 4 && (len + pad).is_multiple_of(4));
    }
}
