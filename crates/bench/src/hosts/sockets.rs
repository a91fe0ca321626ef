//! Plain sockets between two processes: a TCP stream, and UDP round trips.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::cases::{PATIENCE, PAUSE, Times, warm_up};

const WRITE_BYTES: usize = 1 << 20;
/// Bytes of a datagram: as many as our adapter sends for a read of 8 B.
const DATAGRAM_BYTES: usize = 60;
/// A datagram that is not answered after this time is lost. Longer than a round trip around the earth.
const LOST: Duration = Duration::from_secs(1);
/// Empty looks at a socket between two looks whether the asking side has left.
const LOOKS: u32 = 10_000;

/// Where other processes reach this one.
pub(super) struct Sockets {
    listener: TcpListener,
    datagrams: UdpSocket,
}

/// The addresses of [`Sockets`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Addresses {
    pub(super) stream: SocketAddr,
    pub(super) datagrams: SocketAddr,
}

impl Sockets {
    pub(super) fn open(address: IpAddr) -> Result<Sockets> {
        let listener = TcpListener::bind((address, 0));
        let listener = listener.with_context(|| format!("listening at {address}"))?;
        let datagrams = UdpSocket::bind((address, 0)).context("a UDP socket")?;
        datagrams.set_nonblocking(true)?;
        Ok(Sockets {
            listener,
            datagrams,
        })
    }

    pub(super) fn addresses(&self) -> Result<Addresses> {
        Ok(Addresses {
            stream: self.listener.local_addr()?,
            datagrams: self.datagrams.local_addr()?,
        })
    }

    /// Receives `streams` streams at the same time.
    pub(super) fn receive(&self, streams: u32, budget: Duration) -> Result<()> {
        let streams: Result<Vec<TcpStream>> = (0..streams).map(|_| self.accept()).collect();
        let streams = streams?;
        thread::scope(|scope| {
            let receivers = streams.into_iter();
            let receivers: Vec<_> = receivers
                .map(|stream| scope.spawn(|| receive(stream, budget)))
                .collect();
            for receiver in receivers {
                receiver.join().expect("a receiver does not panic")?;
            }
            Ok(())
        })
    }

    /// Answers each datagram of the process at `from`, until that process has enough.
    pub(super) fn answer(&self, from: Addresses) -> Result<()> {
        let mut asking = self.accept()?;
        asking.set_nonblocking(true)?;
        self.datagrams.connect(from.datagrams)?;
        let mut bytes = [0; DATAGRAM_BYTES];
        loop {
            for _ in 0..LOOKS {
                if let Ok(count) = self.datagrams.recv(&mut bytes) {
                    // A datagram that can't be sent is lost, and asked for again.
                    let _ = self.datagrams.send(&bytes[..count]);
                }
            }
            match asking.read(&mut [0]) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                _ => return Ok(()),
            }
        }
    }

    /// The times of round trips to the process at `to`. Lost datagrams don't count.
    pub(super) fn ask(&self, to: Addresses, budget: Duration, is_paced: bool) -> Result<Times> {
        let answering = connect(to.stream)?;
        self.datagrams.connect(to.datagrams)?;
        let mut number = 0_u64;
        let mut bytes = [0; DATAGRAM_BYTES];
        let times = Times::measure(budget, || {
            if is_paced {
                thread::sleep(PAUSE);
            }
            number += 1;
            bytes[..8].copy_from_slice(&number.to_ne_bytes());
            let sent = Instant::now();
            let _ = self.datagrams.send(&bytes);
            let mut answer = [0; DATAGRAM_BYTES];
            while sent.elapsed() < LOST {
                let has_come = self.datagrams.recv(&mut answer).is_ok();
                // The answer to an earlier datagram, which was given up, may come now.
                if has_come && answer[..8] == bytes[..8] {
                    return Ok(Some(sent.elapsed()));
                }
            }
            Ok(None)
        });
        drop(answering);
        times
    }

    fn accept(&self) -> Result<TcpStream> {
        let mut ready = [PollFd::new(&self.listener, PollFlags::IN)];
        let patience = Timespec::try_from(PATIENCE).expect("a minute");
        let count = poll(&mut ready, Some(&patience)).context("waiting for a connection")?;
        anyhow::ensure!(
            count == 1,
            "no TCP connection has come within {PATIENCE:?}: let TCP through between the hosts"
        );
        let (stream, _) = self.listener.accept().context("taking a connection")?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(stream)
    }
}

fn connect(address: SocketAddr) -> Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE);
    let stream = stream.with_context(|| {
        format!("connecting to {address} by TCP: let TCP through between the hosts")
    })?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Sends a stream until its receiver has measured it. Returns the bytes per second that the receiver has seen.
pub(super) fn send(to: Addresses, budget: Duration) -> Result<f64> {
    let mut stream = connect(to.stream)?;
    let bytes = vec![1; WRITE_BYTES];
    let begun = Instant::now();
    while !has_answer(&stream)? {
        anyhow::ensure!(
            begun.elapsed() < warm_up(budget) + budget + PATIENCE,
            "the receiver of a TCP stream has not measured it in time"
        );
        stream.write_all(&bytes).context("sending a TCP stream")?;
    }
    stream.shutdown(std::net::Shutdown::Write)?;
    let mut rate = [0; 8];
    stream
        .read_exact(&mut rate)
        .context("the receiver's answer")?;
    Ok(f64::from_ne_bytes(rate))
}

fn has_answer(stream: &TcpStream) -> Result<bool> {
    let mut ready = [PollFd::new(stream, PollFlags::IN)];
    let count = poll(&mut ready, Some(&Timespec::default())).context("looking for an answer")?;
    Ok(count > 0)
}

/// Receives a stream, and answers with its rate after the warm-up. The receiver says when it is enough, since a sender that has lost
/// its core for a while would take its own pause for the stream's.
fn receive(mut stream: TcpStream, budget: Duration) -> Result<()> {
    let mut bytes = vec![0; WRITE_BYTES];
    let begun = Instant::now();
    let (mut since, mut count, mut has_answered) = (None, 0, false);
    loop {
        let read = stream.read(&mut bytes).context("receiving a TCP stream")?;
        if read == 0 {
            anyhow::ensure!(has_answered, "a TCP stream ended before it was measured");
            return Ok(());
        }
        let now = Instant::now();
        match since {
            None if now - begun >= warm_up(budget) => since = Some(now),
            None => {}
            Some(since) => {
                count += read;
                if !has_answered && now - since >= budget {
                    let rate = count as f64 / (now - since).as_secs_f64();
                    stream
                        .write_all(&rate.to_ne_bytes())
                        .context("answering a TCP stream")?;
                    has_answered = true;
                }
            }
        }
    }
}
