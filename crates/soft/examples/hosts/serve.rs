//! The server: a thread for each client, and a thread that drives the device that all share.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use crate::control::PORT;
use crate::rdma::{self, Hello};

/// A client's wish to be connected with the device.
pub(crate) enum Wish {
    Connect {
        client: Hello,
        answer: Sender<Hello>,
    },
    Leave {
        qp: u32,
    },
}

pub(crate) fn run(own: IpAddr) {
    let listener = TcpListener::bind((own, PORT)).expect("an address of this host");
    let (wishes, inbox) = mpsc::channel();
    thread::spawn(move || rdma::serve(own, &inbox));
    for stream in listener.incoming() {
        let wishes = wishes.clone();
        let stream = stream.expect("accept");
        thread::spawn(move || client(own, stream, &wishes));
    }
}

fn client(own: IpAddr, mut stream: TcpStream, wishes: &Sender<Wish>) {
    let mut line = String::new();
    let mut reader = BufReader::new(stream.try_clone().expect("dup"));
    if reader.read_line(&mut line).is_err() {
        return;
    }
    let line = line.trim();
    if line == "sink" {
        let _ = writeln!(stream, "ready");
        let mut buffer = vec![0; 1 << 20];
        while stream.read(&mut buffer).is_ok_and(|len| len > 0) {}
    } else if let Some(client) = line.strip_prefix("udp ") {
        echo(own, client.parse().expect("an address"), stream);
    } else if let Some(hello) = line.strip_prefix("rdma ") {
        let (answer, answered) = mpsc::channel();
        let client = Hello::parse(hello);
        let sent = wishes.send(Wish::Connect { client, answer });
        sent.expect("the device's thread lives");
        let hello = answered.recv().expect("the device's thread answers");
        let _ = writeln!(stream, "{hello}");
        let _ = stream.read(&mut [0]);
        let _ = wishes.send(Wish::Leave { qp: hello.qp });
    }
}

/// Sends everything back, until the client closes its stream.
fn echo(own: IpAddr, client: SocketAddr, mut stream: TcpStream) {
    let socket = UdpSocket::bind((own, 0)).expect("an address of this host");
    socket.set_nonblocking(true).expect("O_NONBLOCK");
    socket.connect(client).expect("connect");
    let port = socket.local_addr().expect("bound").port();
    let _ = writeln!(stream, "{port}");
    let patience = Duration::from_millis(1);
    stream
        .set_read_timeout(Some(patience))
        .expect("SO_RCVTIMEO");
    let mut buffer = [0; 2048];
    loop {
        let mut idle = 0;
        while idle < 100_000 {
            match socket.recv(&mut buffer) {
                Ok(len) => {
                    idle = 0;
                    let _ = socket.send(&buffer[..len]);
                }
                Err(_) => idle += 1,
            }
        }
        if stream.read(&mut [0]).is_ok_and(|len| len == 0) {
            return;
        }
    }
}
