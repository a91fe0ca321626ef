//! The software device beside programs of others: those of perftest, each as the client of this one, on an adapter of this host.
//!
//! Run where `FARREACH_BESIDE` says so, as the tests of `beside`. The program writes messages to a TCP connection, and reads an answer
//! of the same length to each but the last before it goes on:
//!
//! ```text
//!   16, 4, 4, 2 bytes   its version, the length of its ring of buffers and of cache lines, its MTU
//!   108 bytes           its queue pair and memory, several times: before and after it connects, before and after it works
//!   8 bytes each        figures of programs that measure bandwidth
//!   5 bytes             `done` at the end, but for `ib_write_lat`
//! ```
//!
//! An answer of 108 bytes has the queue pair and the memory of the software device. Other messages are sent back.
//!
//! A program registers two buffers of one length. It works with the first, and tells the address of the second. Where its region permits,
//! the software device reads and writes the first by RDMA, to know which bytes there are.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use farreach_conformance::{End, Harness, Options};
use farreach_node::Memory;
use farreach_verbs::{
    AdapterAddress, Completion, CompletionOp, CompletionStatus, Data, Device, InlineData,
    Memory as _, QpNumber, ROCE_PORT, RemoteAddress, Rkey, SendOp, UdDestination,
};

use crate::beside::{Pair, Places, places};
use crate::programs::{Program, listen};

/// The length of a message with a queue pair: `LID:READS:QPN:PSN:RKEY:ADDRESS:GID:SRQN:` in hexadecimal digits, with a zero behind. Colons
/// are between the bytes of the GID too.
const TOLD: usize = 4 + 1 + 4 + 1 + 6 + 1 + 6 + 1 + 8 + 1 + 16 + 1 + 16 * 3 + 8 + 1 + 1;
/// A buffer of the program is no shorter.
const BUFFER_MIN: usize = 4096;
/// The software device's memory is places for messages, at distances that give each another pattern. The first place is what the
/// program reads and writes.
const PLACES: usize = 8;
const PLACE: usize = 70_000;
/// The bytes in front of a datagram's message.
const GRH: usize = 40;
/// The Q_Key of the programs.
const QKEY: u32 = 0x1111_1111;
/// What the program counts up by atomics begins here, so that there is a carry.
const COUNT: u64 = 0xffff_fff0;

/// What a program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// It writes its buffer to the first place.
    Write,
    /// Both write the number of the trip into the last byte of a message, and wait for the other's. The server begins.
    WriteInTurn,
    /// It reads the first place.
    Read,
    /// It adds 1 to a word.
    FetchAdd,
    /// It sends messages.
    Send,
    /// It sends messages, and waits for an answer to each.
    SendInTurn,
    /// It sends datagrams, and waits for an answer to each.
    DatagramsInTurn,
}

/// One run of a program. The numbers of `TRIALS` have this order.
#[derive(Clone, Copy)]
struct Trial {
    program: &'static str,
    work: Work,
    length: usize,
    iterations: usize,
    /// Which of the messages with a queue pair comes last before the program works.
    ready: usize,
}

const TRIALS: [(&str, Work, usize, usize, usize); 8] = [
    ("ib_write_bw", Work::Write, 65_536, 50, 3),
    ("ib_write_lat", Work::WriteInTurn, 8, 300, 4),
    ("ib_read_bw", Work::Read, 65_536, 50, 3),
    ("ib_read_lat", Work::Read, 8, 100, 4),
    ("ib_atomic_lat", Work::FetchAdd, 8, 100, 4),
    ("ib_send_bw", Work::Send, 65_536, 50, 4),
    ("ib_send_lat", Work::SendInTurn, 8, 100, 4),
    ("ib_send_lat", Work::DatagramsInTurn, 8, 100, 4),
];

/// What comes next.
enum Event {
    Completion(Completion),
    /// The program has written the next number to the first place.
    Number,
    /// A message of this length. Zero if the program has closed the connection.
    Message(usize),
}

/// This end of a run.
struct Server {
    trial: Trial,
    options: Options,
    harness: Pair,
    end: End<Memory>,
    /// The memory before the program works.
    before: Vec<u8>,
    adapter: AdapterAddress,
    way: TcpStream,
    /// What the program hears of this end, and what it has told.
    own: [u8; TOLD],
    message: [u8; TOLD],
    /// Messages with a queue pair that were heard, and the memory that they told of.
    heard: usize,
    second: Option<RemoteAddress>,
    /// Where datagrams go, and the bytes in front of messages that arrive.
    to: Option<UdDestination>,
    header: usize,
    /// The program's messages or numbers that have arrived in memory.
    arrived: usize,
    /// The program's first message. Further ones are the same.
    first: Vec<u8>,
}

impl Server {
    fn new(trial: Trial, places: &Places, mut harness: Pair, way: TcpStream) -> Server {
        let options = Options {
            memory: PLACES * PLACE,
            psn: 0xff_ffc0,
            timeout: Duration::from_millis(60),
            ..Options::default()
        };
        let is_datagrams = trial.work == Work::DatagramsInTurn;
        let end: End<Memory> = if is_datagrams {
            End::create_ud(&mut harness, 0, &options, QKEY)
        } else {
            End::create(&mut harness, 0, &options)
        };
        end.fill(0);
        let start = match trial.work {
            Work::FetchAdd => COUNT.to_ne_bytes().to_vec(),
            Work::WriteInTurn => number(0).to_vec(),
            _ => Vec::new(),
        };
        end.memory.write(0, &start).expect("its own memory");
        let own = told(&end, &options, harness.devices()[0].address());
        Server {
            before: end.bytes(0, PLACES * PLACE),
            adapter: AdapterAddress::from(SocketAddr::new(places.adapter, ROCE_PORT)),
            own: own.try_into().expect("the length of a message"),
            message: [0; TOLD],
            heard: 0,
            second: None,
            to: None,
            header: if is_datagrams { GRH } else { 0 },
            arrived: 0,
            first: Vec::new(),
            trial,
            options,
            harness,
            end,
            way,
        }
    }

    /// Answers the program until it closes the connection.
    fn serve(&mut self) {
        loop {
            match self.next() {
                Event::Completion(completion) => self.complete(completion),
                Event::Number => {
                    self.arrived += 1;
                    if self.arrived < self.trial.iterations {
                        self.write_number();
                    }
                }
                Event::Message(length) => {
                    if length == TOLD {
                        self.heard += 1;
                        self.hear();
                        self.message = self.own;
                    }
                    let answer = self.way.write_all(&self.message[..length]);
                    if length == 0 || answer.is_err() {
                        return;
                    }
                }
            }
        }
    }

    fn next(&mut self) -> Event {
        let Trial { work, length, .. } = self.trial;
        let is_in_turn = work == Work::WriteInTurn && self.heard == self.trial.ready;
        let number = is_in_turn.then_some((self.arrived + 1) as u8);
        let (way, message, end) = (&mut self.way, &mut self.message, &self.end);
        let mut event = None;
        self.harness.drive(&mut |devices| {
            event = if let Some(completion) = devices[0].poll_cq(end.cq) {
                Some(Event::Completion(completion))
            } else if number.is_some_and(|number| end.bytes(length - 1, 1) == [number]) {
                Some(Event::Number)
            } else {
                // The program writes a message at once, and then waits: it comes whole.
                match way.read(message) {
                    Ok(length) => Some(Event::Message(length)),
                    Err(error) if error.kind() == ErrorKind::WouldBlock => None,
                    // A program that fails may reset the connection. It says why.
                    Err(_) => Some(Event::Message(0)),
                }
            };
            event.is_some()
        });
        event.expect("drive returns only then")
    }

    /// Hears of the program's queue pair, and does what has to be done before the answer.
    fn hear(&mut self) {
        let Trial { work, length, .. } = self.trial;
        let text = String::from_utf8_lossy(&self.message);
        let (qp, psn, second) = parse(&text).unwrap_or_else(|| panic!("a queue pair: {text:?}"));
        let remote = RemoteAddress {
            addr: second.addr.wrapping_sub(length.max(BUFFER_MIN) as u64),
            ..second
        };
        self.second = Some(second);
        let is_ready = self.heard == self.trial.ready;
        let has_worked = self.heard == self.trial.ready + 1;
        match work {
            _ if self.heard == 1 => {
                if work == Work::DatagramsInTurn {
                    let (address, qkey) = (self.adapter, QKEY);
                    self.to = Some(UdDestination { address, qp, qkey });
                } else {
                    let device = &mut self.harness.devices()[0];
                    let to = (self.adapter, qp, psn);
                    self.end.connect_to(device, to, &self.options);
                }
                if matches!(work, Work::Send | Work::SendInTurn | Work::DatagramsInTurn) {
                    (0..PLACES).for_each(|place| self.post_recv(place));
                }
            }
            Work::Write if is_ready => {
                let (data, imm) = (self.end.data(PLACE, length), None);
                self.post(SendOp::Write { data, remote, imm });
                self.end.success(&mut self.harness);
            }
            Work::WriteInTurn if is_ready => self.write_number(),
            Work::Read if has_worked => {
                let local = self.end.sge(PLACE, length);
                self.post(SendOp::Read { local, remote });
                self.end.success(&mut self.harness);
            }
            _ => {}
        }
    }

    /// Writes the next number to the program.
    fn write_number(&mut self) {
        let inline = InlineData::new(&number(self.arrived + 1)).expect("a short message");
        let (data, imm) = (Data::Inline(inline), None);
        let remote = self.second.expect("heard before");
        self.post(SendOp::Write { data, remote, imm });
    }

    fn post(&mut self, op: SendOp) {
        self.end.post(&mut self.harness, 0, op);
    }

    fn post_recv(&mut self, place: usize) {
        let (harness, length) = (&mut self.harness, self.header + self.trial.length);
        let end = &self.end;
        end.post_recv(harness, place as u64, place * PLACE, length);
    }

    fn complete(&mut self, completion: Completion) {
        let status = completion.status;
        assert_eq!(status, CompletionStatus::Success, "{completion:?}");
        if completion.op != CompletionOp::Receive {
            return;
        }
        let length = self.trial.length;
        assert_eq!(completion.bytes as usize, self.header + length);
        let place = completion.id as usize;
        let offset = place * PLACE + self.header;
        let message = self.end.bytes(offset, length);
        if self.arrived == 0 {
            // The program's buffer has random bytes.
            let before = self.before[offset..offset + length].chunks(64);
            assert!(message.chunks(64).zip(before).all(|(new, old)| new != old));
            self.first = message;
        } else {
            assert!(message == self.first, "message {}", self.arrived);
        }
        self.arrived += 1;
        let others: Vec<u8> = self.first.iter().map(|byte| !byte).collect();
        let written = self.end.memory.write(offset, &others);
        written.expect("its own memory");
        self.post_recv(place);
        if self.trial.work != Work::Send {
            let (data, imm, to) = (self.end.data(offset, length), None, self.to);
            self.post(SendOp::Send { data, imm, to });
        }
    }

    /// Looks at what the program has done to this memory.
    fn check(&self) {
        let Trial { work, length, .. } = self.trial;
        let iterations = self.trial.iterations;
        let bytes = self.end.bytes(0, length);
        match work {
            Work::Write | Work::Read => assert!(bytes == self.end.bytes(PLACE, length)),
            Work::WriteInTurn => assert_eq!(bytes, number(iterations)),
            Work::FetchAdd => assert_eq!(bytes, (COUNT + iterations as u64).to_ne_bytes()),
            Work::Send | Work::SendInTurn | Work::DatagramsInTurn => {
                assert_eq!(self.arrived, iterations);
            }
        }
        // What is behind the message is untouched.
        let behind = self.header + length;
        assert!(self.end.bytes(behind, PLACE - behind) == self.before[behind..PLACE]);
    }
}

/// What a program that writes in turn writes in this trip.
fn number(trip: usize) -> [u8; 8] {
    [0, 0, 0, 0, 0, 0, 0, trip as u8]
}

/// A queue pair and its memory, as the program hears of them.
fn told(end: &End<Memory>, options: &Options, address: AdapterAddress) -> Vec<u8> {
    let (reads, qp, psn) = (options.rd_atomic, end.qp.0, options.psn);
    let (rkey, base) = (end.region.rkey.0, end.region.base);
    let gid = address.gid.map(|byte| format!("{byte:02x}")).join(":");
    let told =
        format!("0000:{reads:04x}:{qp:06x}:{psn:06x}:{rkey:08x}:{base:016x}:{gid}:00000000:\0");
    told.into_bytes()
}

/// The program's queue pair, its first PSN, and its second buffer.
fn parse(told: &str) -> Option<(QpNumber, u32, RemoteAddress)> {
    let mut fields = told.split(':').skip(2);
    let mut field = || u64::from_str_radix(fields.next()?, 16).ok();
    let (qp, psn, rkey, addr) = (field()?, field()?, field()?, field()?);
    let rkey = Rkey(rkey as u32);
    Some((
        QpNumber(qp as u32),
        psn as u32,
        RemoteAddress { rkey, addr },
    ))
}

/// One run of a program.
fn run(places: &Places, trial: Trial) {
    let mut harness = Pair::of_software(places);
    let own = harness.devices()[0].address().ip();
    let listener = listen(places, own);
    let (length, iterations) = (trial.length.to_string(), trial.iterations.to_string());
    // -F: the frequency of the cores may change, which only concerns what is measured.
    let arguments = ["-F", "-s", &length, "-n", &iterations, &own.to_string()];
    let mut arguments = arguments.map(str::to_owned).to_vec();
    if trial.work == Work::DatagramsInTurn {
        arguments.extend(["-c", "UD"].map(str::to_owned));
    }
    let mut program = Program::start(trial.program, places, "-x", &arguments);
    let way = program.reach(places, Some(&listener));
    way.set_nonblocking(true).expect("a socket");
    let mut server = Server::new(trial, places, harness, way);
    server.serve();
    let text = program.end();
    let mut rows = text.lines().map(str::split_whitespace);
    let is_result =
        rows.any(|mut row| row.next() == Some(&length) && row.next() == Some(&iterations));
    assert!(is_result, "{}: {text}", trial.program);
    server.check();
}

#[test]
fn the_software_device_serves_the_programs_of_perftest() {
    let Some(places) = places() else {
        eprintln!("FARREACH_BESIDE is not set: NOT TESTED");
        return;
    };
    for (program, work, length, iterations, ready) in TRIALS {
        println!("{program}: {iterations} of {length} bytes, {work:?}");
        let begun = Instant::now();
        let trial = Trial {
            program,
            work,
            length,
            iterations,
            ready,
        };
        run(&places, trial);
        println!("ok ({:.1?})", begun.elapsed());
    }
}
