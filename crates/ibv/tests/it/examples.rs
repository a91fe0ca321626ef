//! The software device beside a program of others: libibverbs' `ibv_rc_pingpong`, on an adapter of this host.
//!
//! Run where `FARREACH_BESIDE` says so, as the tests of `beside`. Both ends tell each other their queue pairs over TCP, and then send a
//! message there and back. The program has one buffer, so what it sends back is what it has received.

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::Duration;

use farreach_conformance::{End, Harness, Options};
use farreach_node::Memory;
use farreach_verbs::{
    AdapterAddress, CompletionOp, Device, Memory as _, QpNumber, ROCE_PORT, SendOp,
};

use crate::beside::{Pair, Places, places};
use crate::programs::{Program, listen};

const PROGRAM: &str = "ibv_rc_pingpong";
/// Messages in each direction.
const TRIPS: usize = 20;
/// Lengths of messages, of which the last is the greatest: less than a packet, several packets, and many.
const LENGTHS: [usize; 3] = [64, 4096, 100_000];
/// `LID:QPN:PSN:GID` in hexadecimal digits, with a zero behind.
const TOLD: usize = 4 + 1 + 6 + 1 + 6 + 1 + 32 + 1;

/// Starts the program, as the server or as the client of this one.
fn start(places: &Places, length: usize, server: Option<IpAddr>) -> Program {
    let mut arguments = ["-s", &length.to_string(), "-n", &TRIPS.to_string()]
        .map(str::to_owned)
        .to_vec();
    arguments.extend(server.map(|server| server.to_string()));
    Program::start(PROGRAM, places, "-g", &arguments)
}

/// Tells the other end of this queue pair, and hears of the other end's: its number and its first PSN.
fn tell(way: &mut TcpStream, own: &str) {
    let mut told = own.as_bytes().to_vec();
    told.push(0);
    assert_eq!(told.len(), TOLD);
    way.write_all(&told).expect("the other end listens");
}

fn hear(way: &mut TcpStream) -> (QpNumber, u32) {
    let mut told = [0; TOLD];
    way.read_exact(&mut told).expect("the other end tells");
    let text = String::from_utf8_lossy(&told);
    let mut numbers = text.split(':').skip(1);
    let mut number = || u32::from_str_radix(numbers.next()?, 16).ok();
    let (qp, psn) = (number(), number());
    (QpNumber(qp.expect("a queue pair")), psn.expect("a PSN"))
}

/// One run of the program.
fn ping_pong(places: &Places, length: usize, is_server: bool) {
    let mut harness = Pair::of_software(places);
    let own = harness.devices()[0].address();
    let listener = is_server.then(|| listen(places, own.ip()));
    let mut program = start(places, length, is_server.then(|| own.ip()));
    let mut way = program.reach(places, listener.as_ref());
    // A client of the program tells first, and so does the program as a client.
    let heard = is_server.then(|| hear(&mut way));
    let options = Options {
        memory: 2 * LENGTHS[2],
        psn: 0xff_ffc0,
        timeout: Duration::from_millis(60),
        ..Options::default()
    };
    let end: End<Memory> = End::create(&mut harness, 0, &options);
    let gid = u128::from_be_bytes(own.gid);
    let told = format!("0000:{:06x}:{:06x}:{gid:032x}", end.qp.0, options.psn);
    let adapter = AdapterAddress::from(SocketAddr::new(places.adapter, ROCE_PORT));
    let connect = |harness: &mut Pair, (qp, psn)| {
        end.connect_to(&mut harness.devices()[0], (adapter, qp, psn), &options);
        // The first receive is there before the program sends.
        end.post_recv(harness, 0, LENGTHS[2], length);
    };
    if let Some(heard) = heard {
        connect(&mut harness, heard);
        tell(&mut way, &told);
    } else {
        tell(&mut way, &told);
        let heard = hear(&mut way);
        connect(&mut harness, heard);
        way.write_all(b"done\0").expect("the program listens");
    }
    let mut sent = None;
    if !is_server {
        sent = Some(send(&mut harness, &end, 0, length));
    }
    for trip in 0..TRIPS {
        let mut received = false;
        while !received {
            received = end.success(&mut harness).op == CompletionOp::Receive;
        }
        let arrived = end.bytes(LENGTHS[2], length);
        // The first message of a client has what the program filled its buffer with.
        assert!(sent.is_none_or(|sent| arrived == sent), "trip {trip}");
        if trip + 1 < TRIPS {
            end.post_recv(&mut harness, trip as u64 + 1, LENGTHS[2], length);
        }
        sent = None;
        if is_server || trip + 1 < TRIPS {
            sent = Some(send(&mut harness, &end, trip + 1, length));
        }
    }
    if is_server {
        // The last message is acknowledged while the program ends.
        while end.success(&mut harness).id != TRIPS as u64 {}
    }
    drop(way);
    let text = program.end();
    assert!(text.contains("iters in"), "{text}");
}

/// Sends other bytes in each trip, and returns them.
fn send(harness: &mut Pair, end: &End<Memory>, trip: usize, length: usize) -> Vec<u8> {
    let byte = |at: usize| (at as u8).wrapping_mul(31) ^ (at >> 8) as u8 ^ trip as u8;
    let bytes: Vec<u8> = (0..length).map(byte).collect();
    end.memory.write(0, &bytes).expect("its own memory");
    let op = SendOp::Send {
        data: end.data(0, length),
        imm: None,
        to: None,
    };
    end.post(harness, trip as u64, op);
    bytes
}

#[test]
fn the_software_device_plays_ping_pong_with_a_program_of_libibverbs() {
    let Some(places) = places() else {
        eprintln!("FARREACH_BESIDE is not set: NOT TESTED");
        return;
    };
    for is_server in [true, false] {
        for length in LENGTHS {
            ping_pong(&places, length, is_server);
            println!("{PROGRAM}: {TRIPS} messages of {length} bytes, server {is_server}: ok");
        }
    }
}
