//! The measurements with plain sockets.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crate::pin;

const ROUND_TRIPS: u32 = 20_000;
const WARM_UP: u32 = 1_000;

/// How the sockets of a ping-pong are used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peers {
    /// Connected sockets.
    Connected,
    /// Unconnected sockets, which hear and answer any peer, as a device must.
    Any,
}

/// Microseconds of one round trip of `len` bytes between polled sockets.
pub(crate) fn udp_round_trip(len: usize, peers: Peers) -> f64 {
    let bind = || {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback");
        socket.set_nonblocking(true).expect("O_NONBLOCK");
        socket
    };
    let (ours, theirs) = (bind(), bind());
    let to = theirs.local_addr().expect("bound");
    if peers == Peers::Connected {
        ours.connect(to).expect("connect");
        theirs
            .connect(ours.local_addr().expect("bound"))
            .expect("connect");
    }
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            pin(1);
            let mut buffer = [0; 2048];
            while !stop.load(Ordering::Relaxed) {
                match peers {
                    Peers::Connected => {
                        if let Ok(len) = theirs.recv(&mut buffer) {
                            theirs.send(&buffer[..len]).expect("loopback takes it");
                        }
                    }
                    Peers::Any => {
                        if let Ok((len, from)) = theirs.recv_from(&mut buffer) {
                            theirs
                                .send_to(&buffer[..len], from)
                                .expect("loopback takes it");
                        }
                    }
                }
            }
        });
        pin(0);
        let message = vec![1; len];
        let mut buffer = [0; 2048];
        let mut exchange = || match peers {
            Peers::Connected => {
                ours.send(&message).expect("loopback takes it");
                while ours.recv(&mut buffer).is_err() {}
            }
            Peers::Any => {
                ours.send_to(&message, to).expect("loopback takes it");
                while ours.recv_from(&mut buffer).is_err() {}
            }
        };
        (0..WARM_UP).for_each(|_| exchange());
        let start = Instant::now();
        (0..ROUND_TRIPS).for_each(|_| exchange());
        let time = start.elapsed();
        stop.store(true, Ordering::Relaxed);
        time.as_secs_f64() * 1e6 / f64::from(ROUND_TRIPS)
    })
}

/// GB/s of a TCP stream of 1 MiB writes.
pub(crate) fn tcp_bandwidth() -> f64 {
    const CHUNK: usize = 1 << 20;
    const CHUNKS: usize = 1024;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback");
    let address = listener.local_addr().expect("bound");
    thread::scope(|scope| {
        scope.spawn(move || {
            pin(1);
            let mut stream = TcpStream::connect(address).expect("connect");
            let chunk = vec![1; CHUNK];
            for _ in 0..CHUNKS {
                stream.write_all(&chunk).expect("the reader is there");
            }
        });
        pin(0);
        let (mut stream, _) = listener.accept().expect("accept");
        let mut buffer = vec![0; CHUNK];
        let start = Instant::now();
        let mut received = 0;
        while received < CHUNK * CHUNKS {
            received += stream.read(&mut buffer).expect("the writer is there");
        }
        received as f64 / start.elapsed().as_secs_f64() / 1e9
    })
}
