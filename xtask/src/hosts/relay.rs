//! A bad network between the hosts: a program that carries the frames of their interfaces, and does to
//! them what a plan says. The choices follow from a seed. Not every kernel can do that by itself (netem).
//!
//! ```text
//!   h1 eth0 ─ TAP ─┐            ┌─ TAP ─ h1 eth0
//!   h2 eth0 ─ TAP ─┤─▶ faults ─▶┤─ TAP ─ h2 eth0
//!   login eth0 ────┘   queue    └─ ...
//! ```

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{Read, Write};
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::tap;

/// The longest frame with its header.
const FRAME_MAX: usize = 1 << 16;
/// Bytes of an Ethernet header.
const ETHERNET: usize = 14;
/// Frames that wait to be carried. Further ones are lost, as in any switch.
const QUEUE_MAX: usize = 100_000;
/// What frames that are to be overtaken wait for at least.
const OVERTAKEN_MIN: Duration = Duration::from_millis(1);
/// Bytes that wait at the end of a link with a rate. Further frames are lost, as in a switch.
const LINK_QUEUE: f64 = 512.0 * 1024.0;

/// What happens to frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Faults {
    /// The time that each frame takes.
    pub(super) delay: Duration,
    /// Bits a second of each host's link, each way.
    pub(super) rate: Option<f64>,
    /// The fraction of frames that get lost, arrive twice, or are overtaken by later ones.
    pub(super) loss: f64,
    pub(super) duplicate: f64,
    pub(super) reorder: f64,
    /// Nothing is carried for a while.
    pub(super) cut: Option<Span>,
    /// The longest IP packet that is carried, and from when on.
    pub(super) carry: Option<(usize, Duration)>,
    pub(super) seed: u64,
}

/// A time after the first datagram of UDP, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    from: Duration,
    length: Duration,
}

impl Faults {
    /// Takes an option of the command line. Returns whether it is one about faults.
    pub(super) fn take(&mut self, option: &str, value: &str) -> anyhow::Result<bool> {
        let fraction = || -> anyhow::Result<f64> {
            let fraction: f64 = value
                .parse()
                .with_context(|| format!("{option} takes a fraction"))?;
            ensure!(
                (0.0..=1.0).contains(&fraction),
                "{option} takes a fraction from 0 to 1"
            );
            Ok(fraction)
        };
        let seconds = |text: &str| -> anyhow::Result<Duration> {
            let seconds: f64 = text
                .parse()
                .with_context(|| format!("{option}: {text} is no number"))?;
            Duration::try_from_secs_f64(seconds).with_context(|| format!("{option} {text}"))
        };
        let (front, from) = value.split_once('@').unwrap_or((value, "0"));
        match option {
            "--delay" => self.delay = seconds(value)? / 1000,
            "--rate" => self.rate = Some(rate(value)?),
            "--loss" => self.loss = fraction()?,
            "--duplicate" => self.duplicate = fraction()?,
            "--reorder" => self.reorder = fraction()?,
            "--seed" => self.seed = value.parse().context("--seed takes a number")?,
            "--cut" => {
                self.cut = Some(Span {
                    length: seconds(front)?,
                    from: seconds(from)?,
                });
            }
            "--carry" => {
                let bytes = front
                    .parse()
                    .context("--carry takes bytes, and @ seconds")?;
                self.carry = Some((bytes, seconds(from)?));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The options that [`Faults::take`] makes these of.
    pub(super) fn options(&self) -> Vec<String> {
        let mut options = vec![
            format!("--delay={}", self.delay.as_secs_f64() * 1000.0),
            format!("--loss={}", self.loss),
            format!("--duplicate={}", self.duplicate),
            format!("--reorder={}", self.reorder),
            format!("--seed={}", self.seed),
        ];
        let seconds = Duration::as_secs_f64;
        options.extend(self.rate.map(|rate| format!("--rate={rate}bit")));
        options.extend(
            self.cut
                .map(|cut| format!("--cut={}@{}", seconds(&cut.length), seconds(&cut.from))),
        );
        options.extend(
            self.carry
                .map(|(bytes, from)| format!("--carry={bytes}@{}", seconds(&from))),
        );
        options
    }
}

/// Bits a second, as tc(8) takes them.
fn rate(text: &str) -> anyhow::Result<f64> {
    let of = [("gbit", 1e9), ("mbit", 1e6), ("kbit", 1e3), ("bit", 1.0)];
    let parsed = of.iter().find_map(|(unit, factor)| {
        let number: f64 = text.strip_suffix(unit)?.parse().ok()?;
        (number > 0.0).then_some(number * factor)
    });
    parsed.with_context(|| format!("--rate {text}: a rate is like 1gbit"))
}

/// Carries frames until the standard input ends: `OPTION=VALUE.. NAME=PID..`. The host with process
/// number 0 is the one that this process is on. Says "up" when all interfaces are there.
pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<()> {
    let mut faults = Faults::default();
    let mut taps = Vec::new();
    for argument in arguments {
        let (name, value) = argument.split_once('=').context("NAME=VALUE")?;
        if faults.take(name, value)? {
            continue;
        }
        let tap = tap::open(name).with_context(|| format!("making the TAP device {name}"))?;
        if value != "0" {
            let move_to = ["link", "set", name, "netns", value];
            let status = Command::new("ip").args(move_to).status()?;
            ensure!(status.success(), "{name} can't be moved to its host");
        }
        taps.push(Arc::new(tap));
    }
    ensure!(!taps.is_empty(), "no hosts");
    let (sender, frames) = mpsc::sync_channel(QUEUE_MAX);
    for (port, tap) in taps.iter().enumerate() {
        let (tap, sender) = (Arc::clone(tap), sender.clone());
        std::thread::spawn(move || {
            let mut buffer = vec![0; FRAME_MAX];
            // An interface that is down gives errors, or nothing.
            loop {
                match (&*tap).read(&mut buffer) {
                    Ok(len) if len >= ETHERNET => {
                        let frame = Arc::from(&buffer[..len]);
                        let at = Instant::now();
                        let _ = sender.try_send(Arrived { at, port, frame });
                    }
                    Ok(_) => {}
                    Err(_) => std::thread::sleep(Duration::from_millis(1)),
                }
            }
        });
    }
    drop(sender);
    println!("up");
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(0);
    });
    Switch::new(faults, taps).carry(&frames)
}

/// A frame from the interface of a host.
struct Arrived {
    at: Instant,
    port: usize,
    frame: Arc<[u8]>,
}

/// The interface that a frame leaves by, and the frame.
type Leaving = (usize, Arc<[u8]>);

/// Where the frames of a link go to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Direction {
    FromHost,
    ToHost,
}

struct Switch {
    faults: Faults,
    random: Pcg64,
    taps: Vec<Arc<File>>,
    /// The interface behind which a hardware address was seen.
    ports: HashMap<[u8; 6], usize>,
    /// When the first datagram of UDP came.
    began: Option<Instant>,
    /// When the last frame of each link has left it: those from hosts, and those to hosts.
    links: HashMap<(usize, Direction), Instant>,
    /// Frames by the time at which they leave.
    queue: BTreeMap<(Instant, u64), Leaving>,
    queued: u64,
}

impl Switch {
    fn new(faults: Faults, taps: Vec<Arc<File>>) -> Switch {
        Switch {
            random: Pcg64::seed_from_u64(faults.seed),
            faults,
            taps,
            ports: HashMap::new(),
            began: None,
            links: HashMap::new(),
            queue: BTreeMap::new(),
            queued: 0,
        }
    }

    fn carry(mut self, frames: &Receiver<Arrived>) -> anyhow::Result<()> {
        loop {
            let next = self.queue.keys().next().map(|&(due, _)| due);
            let wait = next.map_or(Duration::MAX, |due| {
                due.saturating_duration_since(Instant::now())
            });
            // A wait of the greatest length would overflow.
            match frames.recv_timeout(wait.min(Duration::from_hours(1))) {
                Ok(frame) => self.take(&frame),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("all interfaces are gone"),
            }
            let now = Instant::now();
            while let Some(entry) = self.queue.first_entry()
                && entry.key().0 <= now
            {
                let (port, frame) = entry.remove();
                // An interface that is down refuses.
                let _ = (&*self.taps[port]).write(&frame);
            }
        }
    }

    /// Decides what happens to a frame.
    fn take(&mut self, arrived: &Arrived) {
        let (now, frame) = (arrived.at, &arrived.frame);
        if self.began.is_none() && is_udp(frame) {
            self.began = Some(now);
        }
        let source: [u8; 6] = frame[6..12].try_into().expect("six bytes");
        self.ports.insert(source, arrived.port);
        let target: [u8; 6] = frame[..6].try_into().expect("six bytes");
        let ports = match self.ports.get(&target) {
            Some(&port) => port..port + 1,
            None => 0..self.taps.len(),
        };
        let Some(sent) = self.pass((arrived.port, Direction::FromHost), now, frame.len()) else {
            return;
        };
        for port in ports.filter(|&port| port != arrived.port) {
            let Some(leaves) = self.fate(sent, frame.len()) else {
                continue;
            };
            for leave in leaves.into_iter().flatten() {
                let Some(leave) = self.pass((port, Direction::ToHost), leave, frame.len()) else {
                    continue;
                };
                if self.queue.len() < QUEUE_MAX {
                    self.queue
                        .insert((leave, self.queued), (port, Arc::clone(frame)));
                    self.queued += 1;
                }
            }
        }
    }

    /// When a frame that comes to a link at some time has passed it. `None` if too much waits there.
    fn pass(&mut self, link: (usize, Direction), at: Instant, len: usize) -> Option<Instant> {
        let Some(rate) = self.faults.rate else {
            return Some(at);
        };
        let free = self.links.entry(link).or_insert(at);
        let waits = free.saturating_duration_since(at).as_secs_f64() * rate / 8.0;
        if waits + len as f64 > LINK_QUEUE {
            return None;
        }
        *free = (*free).max(at) + Duration::from_secs_f64(len as f64 * 8.0 / rate);
        Some(*free)
    }

    /// When a frame leaves, and when a second copy of it. `None` if it is lost.
    fn fate(&mut self, now: Instant, len: usize) -> Option<[Option<Instant>; 2]> {
        let since = self.began.map(|began| now.saturating_duration_since(began));
        let is_cut = |cut: &Span| {
            since.is_some_and(|since| since >= cut.from && since < cut.from + cut.length)
        };
        let is_long = |&(bytes, from): &(usize, Duration)| {
            len - ETHERNET > bytes && since.is_some_and(|since| since >= from)
        };
        if self.faults.cut.as_ref().is_some_and(is_cut)
            || self.faults.carry.as_ref().is_some_and(is_long)
            || self.random.random_bool(self.faults.loss)
        {
            return None;
        }
        let mut leaves = now + self.faults.delay;
        let copy = self
            .random
            .random_bool(self.faults.duplicate)
            .then_some(leaves);
        if self.random.random_bool(self.faults.reorder) {
            let longest = (self.faults.delay / 2).max(OVERTAKEN_MIN);
            leaves += longest.mul_f64(self.random.random());
        }
        Some([Some(leaves), copy])
    }
}

/// Whether a frame has a datagram of UDP, over IPv4 or IPv6.
fn is_udp(frame: &[u8]) -> bool {
    const UDP: u8 = 17;
    match frame.get(12..14) {
        Some([0x08, 0x00]) => frame.get(ETHERNET + 9) == Some(&UDP),
        Some([0x86, 0xdd]) => frame.get(ETHERNET + 6) == Some(&UDP),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(options: &[(&str, &str)]) -> Faults {
        let mut faults = Faults::default();
        for (option, value) in options {
            assert!(faults.take(option, value).expect("right"), "{option}");
        }
        faults
    }

    fn switch(faults: Faults) -> Switch {
        Switch::new(faults, Vec::new())
    }

    #[test]
    fn options_come_back() {
        let all = faults(&[
            ("--delay", "2.5"),
            ("--rate", "1.5gbit"),
            ("--loss", "0.1"),
            ("--duplicate", "0.2"),
            ("--reorder", "0.3"),
            ("--cut", "5@1.5"),
            ("--carry", "1400@3"),
            ("--seed", "9"),
        ]);
        assert_eq!(all.delay, Duration::from_micros(2500));
        let mut again = Faults::default();
        for option in all.options() {
            let (option, value) = option.split_once('=').unwrap();
            assert!(again.take(option, value).unwrap());
        }
        assert_eq!(again, all);
        let mut none = Faults::default();
        assert!(!none.take("h1", "77").unwrap());
        for (option, value) in [
            ("--loss", "2"),
            ("--delay", "x"),
            ("--delay", "-1"),
            ("--rate", "1"),
            ("--rate", "0gbit"),
            ("--cut", "@"),
        ] {
            assert!(none.take(option, value).is_err(), "{option} {value}");
        }
    }

    #[test]
    fn equal_seeds_decide_alike_and_in_the_stated_fractions() {
        let options = [
            ("--loss", "0.1"),
            ("--duplicate", "0.2"),
            ("--reorder", "0.3"),
            ("--delay", "10"),
        ];
        let now = Instant::now();
        let fates = |seed: &str| {
            let mut switch = switch(faults(&[&options[..], &[("--seed", seed)]].concat()));
            (0..10_000)
                .map(|_| switch.fate(now, 1000))
                .collect::<Vec<_>>()
        };
        let one = fates("1");
        assert!(one == fates("1") && one != fates("2"));
        let carried: Vec<_> = one.iter().flatten().collect();
        let twice = carried.iter().filter(|leaves| leaves[1].is_some()).count();
        let late = now + Duration::from_millis(10);
        let overtaken = carried
            .iter()
            .filter(|leaves| leaves[0] > Some(late))
            .count();
        let share = |count: usize| count as f64 / carried.len() as f64;
        assert!((0.85..0.95).contains(&(carried.len() as f64 / 1e4)));
        assert!((0.15..0.25).contains(&share(twice)));
        assert!((0.25..0.35).contains(&share(overtaken)));
    }

    #[test]
    fn cuts_and_narrow_paths_begin_after_the_first_datagram() {
        let mut switch = switch(faults(&[("--cut", "5@1"), ("--carry", "1400@7")]));
        let began = Instant::now();
        assert!(switch.fate(began, 9000).is_some(), "nothing has begun");
        switch.began = Some(began);
        let at = |seconds| began + Duration::from_secs(seconds);
        let carried = [
            (0, 9000),
            (1, 100),
            (5, 100),
            (6, 9000),
            (7, 1415),
            (7, 1414),
        ];
        let carried = carried.map(|(second, len)| switch.fate(at(second), len).is_some());
        assert_eq!(carried, [true, false, false, true, false, true]);
    }

    #[test]
    fn links_with_a_rate_carry_that_much_and_lose_what_does_not_fit() {
        let mut switch = switch(faults(&[("--rate", "8mbit")]));
        let now = Instant::now();
        let link = (1, Direction::ToHost);
        let mut passed = Vec::new();
        for _ in 0..1000 {
            passed.extend(switch.pass(link, now, 1024));
        }
        assert_eq!(passed.len(), 512);
        assert_eq!(passed[511] - now, Duration::from_micros(512 * 1024));
        let other = switch.pass((1, Direction::FromHost), now, 1024);
        assert_eq!(other, Some(now + Duration::from_micros(1024)));
        let later = now + Duration::from_secs(1);
        let idle = switch.pass(link, later, 1024);
        assert_eq!(idle, Some(later + Duration::from_micros(1024)));
    }
}
