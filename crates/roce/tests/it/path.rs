//! Path discovery over a network that loses long datagrams without a word: two hosts, virtual time.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use farreach_roce::path::{Message, PathConfig, PathMessageKind, Paths, cut};
use farreach_verbs::{AdapterAddress, Time};
use proptest::prelude::*;
use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;

use crate::frame::address;

const BASE: u32 = 1200;
const TOP: u32 = 8960;

fn host(number: u8) -> AdapterAddress {
    address(IpAddr::V4(Ipv4Addr::new(10, 0, 0, number)), 40_000)
}

fn paths(number: u8, top: u32) -> Paths {
    Paths::new(PathConfig {
        own: host(number),
        base: BASE,
        top,
        seed: 7 + u64::from(number),
    })
}

/// What the network does.
#[derive(Clone, Copy, Debug)]
struct Faults {
    /// The longest datagram that is carried from the first host to the second.
    carries: u32,
    loss: f64,
    duplicates: f64,
    delay: Duration,
    /// Random further delay of each datagram, so that datagrams overtake each other.
    jitter: Duration,
    /// Nothing arrives before this time.
    cut_until: Time,
}

const CLEAN: Faults = Faults {
    carries: TOP,
    loss: 0.0,
    duplicates: 0.0,
    delay: Duration::from_micros(100),
    jitter: Duration::ZERO,
    cut_until: Time::ZERO,
};

/// Two hosts. The first one looks for its path to the second.
struct Pair {
    now: Time,
    one: Paths,
    two: Paths,
    faults: Faults,
    random: Pcg64,
    /// Datagrams under way by arrival, and whether they go to the second host.
    flying: BTreeMap<(Time, u64), (bool, Vec<u8>)>,
    sent: u64,
}

impl Pair {
    fn new(faults: Faults, seed: u64) -> Pair {
        Pair {
            now: Time::ZERO + Duration::from_secs(1),
            one: paths(1, TOP),
            two: paths(2, TOP),
            faults,
            random: Pcg64::seed_from_u64(seed),
            flying: BTreeMap::new(),
            sent: 0,
        }
    }

    fn collect(&mut self) {
        for to_two in [true, false] {
            let from = if to_two { &mut self.one } else { &mut self.two };
            while let Some((to, message)) = from.poll_transmit() {
                assert_eq!(to, host(if to_two { 2 } else { 1 }));
                let mut datagram = vec![0xaa; message.len()];
                message.emit(&mut datagram);
                let faults = self.faults;
                let is_long = to_two && datagram.len() as u32 > faults.carries;
                let copies = 1 + u32::from(self.random.random_bool(faults.duplicates));
                for _ in 0..copies {
                    self.sent += 1;
                    let is_lost = self.random.random_bool(faults.loss);
                    if is_long || is_lost || self.now < faults.cut_until {
                        continue;
                    }
                    let jitter = faults.jitter.mul_f64(self.random.random());
                    let at = self.now + faults.delay + jitter;
                    self.flying
                        .insert((at, self.sent), (to_two, datagram.clone()));
                }
            }
        }
    }

    /// Runs until no search is under way, for at most a minute.
    fn run(&mut self) {
        let end = self.now + Duration::from_mins(1);
        loop {
            self.collect();
            let arrival = self.flying.keys().next().map(|&(at, _)| at);
            let deadline = self.one.next_deadline();
            let deadline = deadline.into_iter().chain(self.two.next_deadline()).min();
            let Some(next) = arrival.into_iter().chain(deadline).min() else {
                return;
            };
            assert!(next <= end, "the search does not end: {:?}", self.faults);
            self.now = self.now.max(next);
            if arrival == Some(next) {
                let (_, (to_two, datagram)) = self.flying.pop_first().expect("it was the first");
                assert!(Message::is_in(&datagram));
                let message = Message::parse(&datagram).expect("a message");
                let (to, from) = if to_two {
                    (&mut self.two, host(1))
                } else {
                    (&mut self.one, host(2))
                };
                to.handle(self.now, from, message);
                assert_eq!(to.take_datagram(self.now, from, &[]), None);
            } else {
                self.one.handle_timeout(self.now);
                self.two.handle_timeout(self.now);
            }
        }
    }

    fn limit(&mut self) -> Option<u32> {
        self.one.limit(self.now, host(2))
    }

    fn find(&mut self) -> u32 {
        assert_eq!(self.limit(), None, "nothing is believed");
        self.run();
        self.limit().expect("the search has ended")
    }
}

/// Whether a search may end with `found` on a path that carries `carries`.
fn is_near(found: u32, carries: u32) -> bool {
    found <= carries && carries - found <= (carries / 64).max(8)
}

#[test]
fn a_wide_path_costs_one_round() {
    let mut pair = Pair::new(CLEAN, 1);
    assert_eq!(pair.find(), TOP);
    assert_eq!(
        pair.one.counters().probes,
        2,
        "the longest and the shortest"
    );
    assert_eq!(pair.one.counters().narrow, 0);
    assert_eq!(pair.two.counters().answers, 2);
    assert_eq!(
        pair.two.next_deadline(),
        None,
        "who only answers has no timer"
    );
    assert_eq!(
        pair.now,
        Time::ZERO + Duration::from_secs(1) + 2 * CLEAN.delay
    );
}

#[test]
fn the_own_host_is_not_searched() {
    let mut own = paths(1, TOP);
    let other_port = AdapterAddress { port: 1, ..host(1) };
    assert_eq!(own.limit(Time::ZERO, other_port), Some(TOP));
    assert_eq!(own.poll_transmit(), None);
}

#[test]
fn a_path_that_becomes_narrower_is_found_out() {
    let mut pair = Pair::new(CLEAN, 2);
    pair.find();
    pair.now = pair.now + Duration::from_secs(5);
    pair.one.doubt(pair.now, host(2));
    pair.run();
    assert_eq!(pair.limit(), Some(TOP), "the doubt had no reason");
    assert_eq!(pair.one.poll_change(), None);
    pair.faults.carries = 1400;
    pair.now = pair.now + Duration::from_secs(5);
    pair.one.doubt(pair.now, host(2));
    pair.run();
    let found = pair.limit().expect("it stays known");
    assert!(is_near(found, 1400), "{found}");
    let narrowed = pair.one.poll_change().expect("it is told");
    assert_eq!((narrowed.to, narrowed.bytes), (host(2), found));
    // Much later the path is looked at again.
    pair.faults.carries = TOP;
    pair.now = pair.now + Duration::from_secs(601);
    assert_eq!(pair.limit(), Some(found));
    pair.run();
    assert_eq!(pair.limit(), Some(TOP));
    let raised = pair.one.poll_change().expect("it is told");
    assert_eq!((raised.to, raised.bytes), (host(2), TOP));
}

#[test]
fn a_narrow_path_is_found_however_late_answers_come() {
    for delay in (5..=240).step_by(5).map(Duration::from_millis) {
        let faults = Faults {
            carries: 1500,
            delay,
            ..CLEAN
        };
        let found = Pair::new(faults, 1).find();
        assert!(is_near(found, 1500), "{found} after {delay:?}");
    }
}

#[test]
fn a_doubt_says_whether_a_search_can_help() {
    let mut pair = Pair::new(CLEAN, 3);
    assert!(!pair.one.doubt(pair.now, host(3)), "of an unknown host");
    pair.find();
    assert!(pair.one.doubt(pair.now, host(2)));
    pair.faults.carries = BASE;
    pair.run();
    pair.now = pair.now + Duration::from_secs(5);
    assert!(pair.one.doubt(pair.now, host(2)));
    pair.run();
    assert_eq!(pair.limit(), Some(BASE));
    assert!(!pair.one.doubt(pair.now, host(2)), "nothing is shorter");
}

#[test]
fn a_doubt_makes_the_other_end_look_at_its_way_back() {
    let mut pair = Pair::new(CLEAN, 6);
    pair.find();
    assert_eq!(pair.two.limit(pair.now, host(1)), None);
    pair.run();
    assert_eq!(pair.two.limit(pair.now, host(1)), Some(TOP));
    let before = pair.two.counters().probes;
    pair.now = pair.now + Duration::from_secs(5);
    pair.one.doubt(pair.now, host(2));
    pair.one.doubt(pair.now, host(2));
    pair.run();
    assert_eq!(pair.two.counters().probes, before + 2, "one round");
    assert_eq!(pair.one.counters().probes, 4, "the answer is no doubt");
    // Doubts come as often as packets are late. Searches do not.
    pair.now = pair.now + Duration::from_millis(500);
    pair.one.doubt(pair.now, host(2));
    pair.run();
    assert_eq!(pair.one.counters().probes, 4);
}

#[test]
fn a_doubt_goes_to_the_adapter_that_is_doubted() {
    let mut own = paths(1, TOP);
    let others: Vec<AdapterAddress> = (1..20)
        .map(|port| AdapterAddress { port, ..host(2) })
        .collect();
    let mut now = Time::ZERO;
    for &to in &others {
        own.limit(now, to);
    }
    let answer = |own: &mut Paths, now| {
        let mut kinds = Vec::new();
        while let Some((to, message)) = own.poll_transmit() {
            kinds.push((to, message.kind));
            let kind = PathMessageKind::Answer;
            own.handle(now, to, Message { kind, ..message });
        }
        kinds
    };
    answer(&mut own, now);
    for &to in others.iter().rev() {
        now = now + Duration::from_secs(2);
        own.doubt(now, to);
        assert_eq!(answer(&mut own, now), [(to, PathMessageKind::Doubt); 2]);
    }
}

#[test]
fn nothing_is_concluded_from_a_cut() {
    let mut pair = Pair::new(CLEAN, 3);
    pair.find();
    pair.now = pair.now + Duration::from_secs(5);
    pair.faults.cut_until = pair.now + Duration::from_secs(20);
    pair.one.doubt(pair.now, host(2));
    pair.run();
    assert_eq!(pair.limit(), Some(TOP));
    assert!(pair.now > pair.faults.cut_until);
}

#[test]
fn a_kernel_that_refuses_long_datagrams_shortens_the_search() {
    let mut pair = Pair::new(
        Faults {
            carries: 5000,
            ..CLEAN
        },
        4,
    );
    assert_eq!(pair.limit(), None);
    for refused in [TOP, 6000] {
        pair.one.refused(pair.now, host(2), refused);
    }
    pair.run();
    let found = pair.limit().expect("the search has ended");
    assert!(is_near(found, 5000), "{found}");
}

#[test]
fn answers_without_the_token_change_nothing() {
    let mut pair = Pair::new(
        Faults {
            carries: 1400,
            ..CLEAN
        },
        5,
    );
    assert_eq!(pair.limit(), None);
    let (_, probe) = pair.one.poll_transmit().expect("the first probe");
    let forged = Message {
        kind: PathMessageKind::Answer,
        token: probe.token ^ 1,
        ..probe
    };
    pair.one.handle(pair.now, host(2), forged);
    // From another host even the right token is no answer.
    let right = Message {
        token: probe.token,
        ..forged
    };
    pair.one.handle(pair.now, host(3), right);
    pair.run();
    let found = pair.limit().expect("the search has ended");
    assert!(is_near(found, 1400), "{found}");
}

#[test]
fn silence_is_noted_and_probes_go_to_each_adapter_in_turn() {
    let mut own = paths(1, TOP);
    let mut now = Time::ZERO;
    let ports: Vec<AdapterAddress> = (1..4)
        .map(|port| AdapterAddress { port, ..host(2) })
        .collect();
    for &to in &ports {
        assert_eq!(own.limit(now, to), None);
    }
    let mut asked = Vec::new();
    for round in 0..6 {
        assert_eq!(own.silent(round + 1), None);
        while let Some((to, message)) = own.poll_transmit() {
            if u32::from(message.bytes) == BASE {
                asked.push(to);
            }
        }
        now = own.next_deadline().expect("the search goes on");
        own.handle_timeout(now);
    }
    assert_eq!(asked, [ports.clone(), ports].concat());
    assert!(own.silent(6).is_some());
    assert!(
        now.since(Time::ZERO) > Duration::from_secs(1),
        "rounds become rarer"
    );
}

proptest! {
    #[test]
    fn what_a_path_carries_is_found(
        carries in BASE..=TOP,
        duplicates in 0.0..0.5,
        delay_us in 1_u64..20_000,
        cut_ms in 0_u64..3000,
        seed: u64,
    ) {
        let delay = Duration::from_micros(delay_us);
        let faults = Faults {
            carries,
            duplicates,
            delay,
            // Answers overtake each other, though not by more than a round trip.
            jitter: delay / 2,
            cut_until: Time::ZERO + Duration::from_millis(1000 + cut_ms),
            loss: 0.0,
        };
        let found = Pair::new(faults, seed).find();
        prop_assert!(is_near(found, carries), "{} of {}", found, carries);
    }

    #[test]
    fn with_loss_no_more_is_found_than_a_path_carries(
        carries in BASE..=TOP,
        loss in 0.0..0.6,
        duplicates in 0.0..0.5,
        jitter_us in 0_u64..100_000,
        seed: u64,
    ) {
        let jitter = Duration::from_micros(jitter_us);
        let faults = Faults { carries, loss, duplicates, jitter, ..CLEAN };
        let found = Pair::new(faults, seed).find();
        prop_assert!((BASE..=carries).contains(&found), "{} of {}", found, carries);
    }

    #[test]
    fn datagrams_in_parts_come_whole_in_any_order(
        datagram in prop::collection::vec(any::<u8>(), 1..9000),
        limit in 200_u32..9000,
        order in any::<prop::sample::Index>(),
        is_doubled: bool,
    ) {
        let mut parts = Vec::new();
        cut(&datagram, limit, 7, |part| parts.push(part.to_vec()));
        prop_assert!(parts.iter().all(|part| part.len() <= limit as usize));
        let middle = order.index(parts.len());
        parts.rotate_left(middle);
        let mut own = paths(1, TOP);
        let count = parts.len();
        for (index, part) in parts.iter().enumerate() {
            prop_assert!(Message::is_in(part) && Message::parse(part).is_none());
            let whole = own.take_datagram(Time::ZERO, host(2), part);
            if index + 1 == count {
                prop_assert_eq!(whole.as_ref(), Some(&datagram));
            } else {
                prop_assert_eq!(whole, None);
                if is_doubled {
                    prop_assert_eq!(own.take_datagram(Time::ZERO, host(2), part), None);
                }
            }
        }
    }

    #[test]
    fn parts_of_different_datagrams_do_not_mix(
        lens in prop::collection::vec(1_usize..4000, 2..6),
        keep in prop::collection::vec(any::<bool>(), 200),
    ) {
        // Some parts are lost; what comes whole is what was sent.
        let mut own = paths(1, TOP);
        let mut keep = keep.into_iter().cycle();
        let mut parts = Vec::new();
        for (number, len) in lens.iter().enumerate() {
            let datagram = vec![number as u8; *len];
            cut(&datagram, 500, number as u32, |part| parts.push((number, part.to_vec())));
        }
        parts.sort_by_key(|(number, part)| (part[15], *number));
        for (number, part) in parts {
            if keep.next() == Some(true)
                && let Some(whole) = own.take_datagram(Time::ZERO, host(2), &part)
            {
                prop_assert_eq!(whole, vec![number as u8; lens[number]]);
            }
        }
    }

    #[test]
    fn any_parts_are_taken_or_refused(
        parts in prop::collection::vec((any::<u16>(), any::<u16>(), 0_u8..70, prop::collection::vec(any::<u8>(), 0..300)), 0..40),
    ) {
        let mut own = paths(1, TOP);
        for (whole, part, index, bytes) in parts {
            let part = if part % 2 == 0 { bytes.len() as u16 } else { part };
            let mut datagram = vec![0xff, 4];
            datagram.extend(whole.to_le_bytes());
            datagram.extend(part.to_le_bytes());
            datagram.extend([0, 0, 1, 0, 0, 0, 0, 0, 0, index]);
            datagram.extend(bytes);
            if let Some(datagram) = own.take_datagram(Time::ZERO, host(2), &datagram) {
                prop_assert_eq!(datagram.len(), usize::from(whole));
            }
        }
    }

    #[test]
    fn any_bytes_are_parsed_or_refused(mut datagram: Vec<u8>, is_meant: bool, kind in 0_u8..5) {
        if is_meant && datagram.len() >= 16 {
            datagram[0] = 0xff;
            datagram[1] = kind;
            let len = (datagram.len() as u16).to_le_bytes();
            datagram[2..4].copy_from_slice(&len);
            datagram[6..8].fill(0);
        }
        if let Some(message) = Message::parse(&datagram) {
            prop_assert!(Message::is_in(&datagram));
            let mut again = vec![0xaa; message.len()];
            message.emit(&mut again);
            prop_assert_eq!(&again[..16], &datagram[..16]);
            prop_assert_eq!(again.len(), datagram.len());
        }
    }

    #[test]
    fn any_messages_leave_the_limits_possible(
        messages in prop::collection::vec((any::<bool>(), any::<u16>(), any::<u16>(), any::<bool>(), 0_u64..200), 0..60),
    ) {
        let mut own = paths(1, TOP);
        let mut now = Time::ZERO;
        let mut token = 0;
        for (is_answer, bytes, round, knows_token, wait_ms) in messages {
            let limit = own.limit(now, host(2));
            prop_assert!(limit.is_none_or(|bytes| (BASE..=TOP).contains(&bytes)));
            while let Some((_, sent)) = own.poll_transmit() {
                if sent.kind == PathMessageKind::Probe {
                    token = sent.token;
                }
            }
            let kind = if is_answer { PathMessageKind::Answer } else { PathMessageKind::Probe };
            let token = if knows_token { token } else { 1 };
            own.handle(now, host(2), Message { kind, bytes, round, token });
            now = now + Duration::from_millis(wait_ms);
            own.handle_timeout(now);
        }
    }
}
