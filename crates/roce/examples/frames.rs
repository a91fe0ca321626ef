//! What guarding datagrams costs: the time to make a frame and to take it apart, for each protection and
//! some lengths, in turns. The shortest of the rounds is shown.
//!
//! ```sh
//! cargo run --release -p farreach-roce --features detect-cpu --example frames
//! ```

use std::hint::black_box;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use farreach_roce::frame::{Opener, Protection, Sealer};
use farreach_verbs::AdapterAddress;

/// A small packet, full packets on Ethernet with an MTU of 1500 and of 9000, and one on loopback.
const LENGTHS: [usize; 4] = [64, 1408, 8900, 52 << 10];
const ROUNDS: usize = 40;
/// Bytes of the frames of a round.
const BYTES: usize = 4 << 20;

fn main() {
    let ends = ["10.0.0.1:7", "10.0.0.2:7"].map(|text| {
        let address: SocketAddr = text.parse().expect("an address");
        AdapterAddress::from(address)
    });
    let secret = Some([7; 32]);
    let protections = [
        Protection::Checked,
        Protection::Authentic(secret),
        Protection::Sealed(secret),
    ];
    println!(
        "{:>10} {:>9} {:>12} {:>12}",
        "protection", "bytes", "make ns", "open ns"
    );
    for len in LENGTHS {
        let mut best = [[Duration::MAX; 2]; 3];
        for _ in 0..ROUNDS {
            for (protection, best) in protections.iter().zip(&mut best) {
                let times = round(*protection, ends, len);
                for (best, time) in best.iter_mut().zip(times) {
                    *best = time.min(*best);
                }
            }
        }
        for (protection, [make, open]) in protections.iter().zip(best) {
            let each = |time: Duration| time.as_secs_f64() * 1e9 / frames_of(len) as f64;
            println!(
                "{:>10} {len:>9} {:>12.0} {:>12.0}",
                protection.name(),
                each(make),
                each(open)
            );
        }
    }
}

fn frames_of(len: usize) -> usize {
    (BYTES / len).min(2_000)
}

/// The times to make the frames of a round, and to take them apart.
fn round(protection: Protection, [a, b]: [AdapterAddress; 2], len: usize) -> [Duration; 2] {
    let mut sealer = Sealer::new(protection, a, 1);
    let mut opener = Opener::new(protection, b);
    let mut frames = vec![vec![3; len + protection.overhead()]; frames_of(len)];
    let begun = Instant::now();
    for frame in &mut frames {
        sealer.seal(b, black_box(frame));
    }
    let made = begun.elapsed();
    let begun = Instant::now();
    for frame in &mut frames {
        let datagram = opener.open(a, black_box(frame));
        black_box(datagram.expect("it was made just now"));
    }
    [made, begun.elapsed()]
}
