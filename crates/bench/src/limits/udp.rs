//! UDP over loopback without a layer above: connected sockets, one thread each.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, UdpSocket};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::facing;
use crate::meter;
use crate::pin::Cores;
use crate::series::median;

/// How the answering side waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answering {
    /// It polls its socket.
    Polling,
    /// It sleeps in the kernel.
    Asleep,
}

/// The number that ends the other side.
const STOP: u64 = u64::MAX;
/// The time that the initiator of the first put waits before it. After a longer pause less of the
/// path is in the caches.
const PAUSE: Duration = Duration::from_millis(65);
/// The number of first round trips of the median.
const AFTER_PAUSE: u64 = 5;
/// A datagram on loopback that has not arrived after this time is lost.
pub(super) const LOST: Duration = Duration::from_secs(10);

fn pair() -> Result<(UdpSocket, UdpSocket)> {
    let any = (Ipv4Addr::LOCALHOST, 0);
    let one = UdpSocket::bind(any).context("binding a UDP socket")?;
    let other = UdpSocket::bind(any).context("binding a UDP socket")?;
    one.connect(other.local_addr()?)?;
    other.connect(one.local_addr()?)?;
    one.set_nonblocking(true)?;
    other.set_read_timeout(Some(LOST))?;
    Ok((one, other))
}

pub(super) fn receive(socket: &UdpSocket) -> Result<u64> {
    let mut bytes = [0; 8];
    let begun = Instant::now();
    let mut tries = 0_u32;
    loop {
        match socket.recv(&mut bytes) {
            Ok(len) => {
                ensure!(len == 8, "a datagram of {len} bytes came, 8 were sent");
                return Ok(u64::from_ne_bytes(bytes));
            }
            Err(error) if is_none(&error) => {
                tries = tries.wrapping_add(1);
                if tries.is_multiple_of(1 << 16) {
                    ensure!(begun.elapsed() < LOST, "a datagram was lost on loopback");
                }
            }
            Err(error) => return Err(error).context("receiving"),
        }
    }
}

pub(super) fn is_none(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Sends a number, waiting for room in the socket if needed.
pub(super) fn send_all(socket: &UdpSocket, number: u64) -> Result<()> {
    loop {
        match socket.send(&number.to_ne_bytes()) {
            Ok(_) => return Ok(()),
            Err(error) if is_none(&error) => {}
            Err(error) => return Err(error).context("sending"),
        }
    }
}

/// Seconds of a round trip.
pub(super) fn round_trip(cores: Cores, budget: Duration, answering: Answering) -> Result<f64> {
    let (one, other) = pair()?;
    other.set_nonblocking(answering == Answering::Polling)?;
    let measure = || {
        let measured = meter::each(budget, 100, |number| {
            one.send(&number.to_ne_bytes())?;
            let answer = receive(&one)?;
            ensure!(answer == number, "the answer to {number} was {answer}");
            Ok(())
        });
        one.send(&STOP.to_ne_bytes())?;
        Ok(measured?.median())
    };
    facing(cores, measure, || answer_all(&other))
}

/// Seconds of the first round trip after a pause, when nothing of the path is in the caches.
pub(super) fn round_trip_after_pause(cores: Cores) -> Result<f64> {
    let (one, other) = pair()?;
    other.set_nonblocking(true)?;
    let measure = || {
        let mut took = Vec::new();
        for number in 0..AFTER_PAUSE {
            let pause = Instant::now();
            while pause.elapsed() < PAUSE {}
            let begun = Instant::now();
            one.send(&number.to_ne_bytes())?;
            let answer = receive(&one)?;
            took.push(begun.elapsed().as_secs_f64());
            ensure!(answer == number, "the answer to {number} was {answer}");
        }
        one.send(&STOP.to_ne_bytes())?;
        Ok(median(&took))
    };
    facing(cores, measure, || answer_all(&other))
}

/// Sends back what arrives, until [`STOP`] arrives.
fn answer_all(socket: &UdpSocket) -> Result<()> {
    loop {
        let number = receive(socket)?;
        if number == STOP {
            return Ok(());
        }
        socket.send(&number.to_ne_bytes())?;
    }
}

/// Send calls of 8 bytes per second to a socket that a thread on the other core reads.
pub(super) fn sends_per_second(cores: Cores, budget: Duration) -> Result<f64> {
    let (one, other) = pair()?;
    one.set_nonblocking(false)?;
    let ends = std::sync::atomic::AtomicBool::new(false);
    let measure = || {
        let measured = meter::batches(budget, |number| {
            one.send(&number.to_ne_bytes())?;
            Ok(())
        });
        ends.store(true, std::sync::atomic::Ordering::Release);
        Ok(measured?.seconds.recip())
    };
    other.set_nonblocking(true)?;
    let answer = || {
        let mut bytes = [0; 8];
        // The kernel drops what overflows the socket's buffer.
        while !ends.load(std::sync::atomic::Ordering::Acquire) {
            match other.recv(&mut bytes) {
                Err(error) if !is_none(&error) => return Err(error).context("receiving"),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(())
    };
    facing(cores, measure, answer)
}
