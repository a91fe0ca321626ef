use alloc::collections::{BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::net::SocketAddr;

use farreach_verbs::AdapterAddress;
use proptest::prelude::*;

use super::window::Window;
use super::{Opener, Protection, Refused, Sealer, Secret};

const SECRET: Secret = Some([9; 32]);

/// All protections.
const ALL: [Protection; 4] = [
    Protection::Plain,
    Protection::Checked,
    Protection::Authentic(SECRET),
    Protection::Sealed(SECRET),
];

/// The protections with a tag and a counter.
const KEYED: [Protection; 2] = [Protection::Authentic(SECRET), Protection::Sealed(SECRET)];

/// The same protection under another secret.
fn of_a_stranger(protection: Protection) -> Protection {
    match protection {
        Protection::Authentic(_) => Protection::Authentic(Some([8; 32])),
        _ => Protection::Sealed(Some([8; 32])),
    }
}

fn address(text: &str) -> AdapterAddress {
    AdapterAddress::from(text.parse::<SocketAddr>().unwrap())
}

fn framed(sealer: &mut Sealer, to: AdapterAddress, datagram: &[u8]) -> Vec<u8> {
    let (before, behind) = sealer.room(to);
    let mut frame = alloc::vec![0; before];
    frame.extend_from_slice(datagram);
    frame.resize(frame.len() + behind, 0);
    sealer.seal(to, &mut frame);
    frame
}

#[test]
fn what_is_sealed_is_opened_once_and_only_by_its_receiver() {
    let (a, b, c) = (
        address("10.0.0.1:7"),
        address("10.0.0.2:7"),
        address("[fd00::3]:7"),
    );
    for protection in ALL {
        let mut sealer = Sealer::new(protection, a, 5);
        let mut opener = Opener::new(protection, b);
        let frame = framed(&mut sealer, b, b"some bytes");
        assert_eq!(frame.len(), 10 + protection.overhead());
        assert_eq!(opener.open(a, &mut frame.clone()), Ok(&b"some bytes"[..]));
        if KEYED.contains(&protection) {
            let open = |opener: &mut Opener, from| opener.open(from, &mut frame.clone()).err();
            assert_eq!(open(&mut opener, a), Some(Refused::Replayed));
            assert_eq!(open(&mut opener, c), Some(Refused::Forged));
            let mut elsewhere = Opener::new(protection, c);
            assert_eq!(open(&mut elsewhere, a), Some(Refused::Forged));
            let mut stranger = Opener::new(of_a_stranger(protection), b);
            assert_eq!(open(&mut stranger, a), Some(Refused::Forged));
        }
    }
}

#[test]
fn foreign_adapters_get_and_send_no_frames() {
    let (a, foreign) = (address("10.0.0.1:4791"), address("10.0.0.2:50000"));
    let mut sealer = Sealer::new(Protection::Checked, a, 5);
    assert_eq!(framed(&mut sealer, foreign, b"bytes"), b"bytes");
    let mut opener = Opener::new(Protection::Checked, a);
    assert_eq!(
        opener.open(foreign, &mut b"bytes".to_vec()),
        Ok(&b"bytes"[..])
    );
}

#[test]
fn another_instance_at_an_address_has_another_key() {
    let (a, b) = (address("10.0.0.1:7"), address("10.0.0.2:7"));
    for protection in KEYED {
        let seal = |instance| framed(&mut Sealer::new(protection, a, instance), b, &[0; 64]);
        let (one, two) = (seal(1), seal(2));
        assert_ne!(one[16..], two[16..]);
        let mut opener = Opener::new(protection, b);
        for mut frame in [one.clone(), two] {
            assert!(opener.open(a, &mut frame).is_ok());
        }
        assert_eq!(opener.open(a, &mut one.clone()), Err(Refused::Replayed));
        // The tag of one instance is none of another, whose counters may be new.
        let mut mixed = one;
        mixed[0] ^= 3;
        mixed[8] = 7;
        assert_eq!(opener.open(a, &mut mixed), Err(Refused::Forged));
    }
}

#[test]
fn without_the_secret_nothing_is_taken_until_it_comes() {
    let (a, b) = (address("10.0.0.1:7"), address("10.0.0.2:7"));
    let secret = SECRET.unwrap();
    for (protection, later) in [
        (KEYED[0], Protection::Authentic(None)),
        (KEYED[1], Protection::Sealed(None)),
    ] {
        let mut sealer = Sealer::new(later, a, 5);
        assert!(sealer.awaits_secret());
        sealer.set_secret(secret);
        assert!(!sealer.awaits_secret());
        let frame = framed(&mut sealer, b, b"some bytes");
        let mut opener = Opener::new(later, b);
        assert_eq!(opener.open(a, &mut frame.clone()), Err(Refused::Early));
        opener.set_secret(secret);
        assert_eq!(opener.open(a, &mut frame.clone()), Ok(&b"some bytes"[..]));
        // Nobody replaces a secret.
        opener.set_secret([1; 32]);
        let frame = framed(&mut Sealer::new(protection, a, 6), b, b"more");
        assert_eq!(opener.open(a, &mut frame.clone()), Ok(&b"more"[..]));
    }
}

/// A process with another setting is named, and whoever sends arbitrary bytes is not.
#[test]
fn the_other_protection_of_a_sender_shows() {
    use crate::wire::icrc::{Flow, icrc};
    let (a, b) = (address("10.0.0.1:7"), address("10.0.0.2:7"));
    for protection in KEYED {
        let opener = Opener::new(protection, b);
        for other in ALL {
            let mut datagram = alloc::vec![4; 40];
            let check = icrc(&Flow::new(a, b), &[&datagram]);
            datagram.extend_from_slice(&check.to_le_bytes());
            let frame = framed(&mut Sealer::new(other, a, 5), b, &datagram);
            let expected = (other != protection).then_some(other);
            assert_eq!(opener.other_protection(a, &frame), expected);
        }
        assert_eq!(opener.other_protection(a, &[7; 90]), None);
    }
    let mut sealer = Sealer::new(KEYED[0], a, 5);
    let frame = framed(&mut sealer, b, b"bytes");
    assert_eq!(
        Opener::new(Protection::Checked, b).other_protection(a, &frame),
        None
    );
}

proptest! {
    #[test]
    fn any_change_of_a_frame_is_found(
        protection in prop::sample::select(&ALL[1..]), datagram: Vec<u8>, at: prop::sample::Index,
        bit in 0..8_u32,
    ) {
        let (a, b) = (address("10.0.0.1:7"), address("10.0.0.2:7"));
        let mut frame = framed(&mut Sealer::new(protection, a, 5), b, &datagram);
        let at = at.index(frame.len());
        frame[at] ^= 1 << bit;
        prop_assert!(Opener::new(protection, b).open(a, &mut frame).is_err());
    }

    #[test]
    fn any_bytes_are_refused(
        protection in prop::sample::select(&ALL[1..]), mut bytes: Vec<u8>,
    ) {
        let (a, b) = (address("10.0.0.1:7"), address("10.0.0.2:7"));
        prop_assert!(Opener::new(protection, b).open(a, &mut bytes).is_err());
    }

    /// The window agrees with a set of all counters that came, except that it knows only some.
    #[test]
    fn the_window_refuses_what_came(steps in prop::collection::vec((any::<bool>(), 0..9_000_u64), 1..300)) {
        let (mut window, mut came, mut top) = (Window::default(), BTreeSet::new(), 0_u64);
        for (ahead, by) in steps {
            let counter = if ahead { top + by } else { top.saturating_sub(by) };
            let is_new = !came.contains(&counter);
            if window.refuses(counter) {
                prop_assert!(!is_new || top - counter >= 4_000, "{counter} of {top}");
            } else {
                prop_assert!(is_new, "{counter} came twice");
                window.note(counter);
                came.insert(counter);
                top = top.max(counter);
            }
        }
    }
}

/// Packets are sent, sent again with other bytes, delayed, doubled and replayed. Returns what is
/// wrong.
#[cfg(debug_assertions)]
fn schedule(
    protection: Protection,
    seed: u64,
    bug: Option<super::Bug>,
) -> Result<(), &'static str> {
    use rand::{RngExt, SeedableRng};
    let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
    let (a, b) = (address("10.0.0.1:7"), address("10.0.0.2:7"));
    let (mut sealer, mut opener) = (Sealer::new(protection, a, seed), Opener::new(protection, b));
    if let Some(bug) = bug {
        sealer.plant(bug);
        opener.plant(bug);
    }
    let (mut nonces, mut opened) = (BTreeSet::new(), BTreeSet::new());
    let (mut under_way, mut recorded) = (VecDeque::new(), Vec::new());
    for number in 0..500_u64 {
        let frame = framed(&mut sealer, b, &number.to_le_bytes());
        if !nonces.insert(frame[..16].to_vec()) {
            return Err("a nonce is used twice");
        }
        recorded.push(frame.clone());
        let at = random.random_range(0..=under_way.len());
        under_way.insert(at, frame);
        if random.random_bool(0.2) {
            let at = random.random_range(0..recorded.len());
            under_way.push_back(recorded[at].clone());
        }
        while under_way.len() > 20 {
            let mut frame = under_way.pop_front().unwrap();
            if let Ok(datagram) = opener.open(a, &mut frame)
                && !opened.insert(datagram.to_vec())
            {
                return Err("a replay is taken");
            }
        }
    }
    let lost = 500 - opened.len() as u64;
    if lost > 20 {
        Err("what was sent is refused")
    } else {
        Ok(())
    }
}

#[test]
#[cfg(debug_assertions)]
fn no_nonce_comes_twice_and_replays_are_refused() {
    for (seed, protection) in (0..100).zip(KEYED.into_iter().cycle()) {
        assert_eq!(schedule(protection, seed, None), Ok(()), "seed {seed}");
    }
}

#[test]
#[cfg(debug_assertions)]
fn the_schedules_find_planted_bugs() {
    use super::Bug;
    for bug in [Bug::CounterStays, Bug::ReplayIsTaken] {
        for protection in KEYED {
            let finds = |seed| schedule(protection, seed, Some(bug)).is_err();
            assert!((0..100).any(finds), "{bug:?} of {protection:?}");
        }
    }
}
