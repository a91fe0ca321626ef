//! The measurements with plain sockets.

use std::io::Write;
use std::net::UdpSocket;
use std::time::{Duration, Instant};

use crate::control::Server;

const ROUND_TRIPS: u32 = 10_000;
const WARM_UP: u32 = 500;
const CHUNK: usize = 1 << 20;

/// Microseconds of one round trip between polled, connected sockets.
pub(crate) fn udp_round_trip(server: &Server) -> f64 {
    let socket = UdpSocket::bind((server.own, 0)).expect("an address of this host");
    socket.set_nonblocking(true).expect("O_NONBLOCK");
    let own = socket.local_addr().expect("bound");
    let (port, _stream) = server.ask(&format!("udp {own}"));
    let port: u16 = port.parse().expect("a port");
    socket.connect((server.address, port)).expect("connect");
    let message = [1; 60];
    let mut buffer = [0; 128];
    let mut exchange = || {
        socket.send(&message).expect("the path is up");
        let sent = Instant::now();
        while socket.recv(&mut buffer).is_err() {
            // One of the two may be lost.
            if sent.elapsed() > Duration::from_millis(50) {
                return;
            }
        }
    };
    (0..WARM_UP).for_each(|_| exchange());
    let start = Instant::now();
    (0..ROUND_TRIPS).for_each(|_| exchange());
    start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUND_TRIPS)
}

/// GB/s of a TCP stream of 1 MiB writes.
pub(crate) fn tcp_bandwidth(server: &Server) -> f64 {
    tcp_flow(server, Duration::from_millis(700))
}

/// GB/s of a TCP stream, as its receiver sees it.
pub(crate) fn tcp_flow(server: &Server, span: Duration) -> f64 {
    let (_, mut stream) = server.ask("sink");
    let chunk = vec![1; CHUNK];
    let start = Instant::now();
    let mut sent = 0;
    let warm_up = span / 4;
    let mut measured = None;
    while start.elapsed() < span + warm_up {
        if measured.is_none() && start.elapsed() >= warm_up {
            measured = Some((Instant::now(), sent));
        }
        stream.write_all(&chunk).expect("the reader is there");
        sent += CHUNK;
    }
    let (since, before) = measured.expect("the warm-up is over");
    (sent - before) as f64 / since.elapsed().as_secs_f64() / 1e9
}
