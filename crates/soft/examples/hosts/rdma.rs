//! The measurements with the RDMA device.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, SocketAddr};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use farreach_node::Memory;
use farreach_soft::{Protection, SoftConfig, SoftDevice};
use farreach_verbs::{
    Access, AdapterAddress, CompletionStatus, CqId, Data, Device, Memory as _, PacketCheck, PdId,
    QpInit, QpNumber, QpTransition, Region, RemoteAddress, Retry, Rkey, SendOp, SendRequest, Sge,
    Time, Transport,
};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::time::Timespec;

use crate::control::Server;
use crate::serve::Wish;

const ROUND_TRIPS: u32 = 10_000;
const WARM_UP: u32 = 500;
const LEN: usize = 1 << 20;
const IN_FLIGHT: usize = 4;
const REGION: usize = IN_FLIGHT * LEN;
const PATIENCE: Duration = Duration::from_mins(1);
/// Looks for packets before a sleep, unless `FARREACH_HOSTS_LOOKS` says otherwise.
const LOOKS: u32 = 2_000;

/// The direction of the data.
#[derive(Clone, Copy)]
pub(crate) enum Direction {
    Write,
    Read,
}

/// What one side tells the other before they are connected.
#[derive(Clone, Copy)]
pub(crate) struct Hello {
    pub(crate) address: SocketAddr,
    pub(crate) qp: u32,
    pub(crate) mtu: u32,
    pub(crate) rkey: u32,
}

impl Display for Hello {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.address, self.qp, self.mtu, self.rkey)
    }
}

impl Hello {
    pub(crate) fn parse(line: &str) -> Hello {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse().expect("a number");
        Hello {
            address: words[0].parse().expect("an address"),
            qp: number(1),
            mtu: number(2),
            rkey: number(3),
        }
    }
}

/// A device with one memory region.
struct Side {
    device: SoftDevice<Memory>,
    pd: PdId,
    cq: CqId,
    region: Region,
    epoch: Instant,
    idle: u32,
    looks: u32,
}

impl Side {
    fn new(own: IpAddr) -> Side {
        let epoch = Instant::now();
        let seed = u64::from(std::process::id());
        let mtu = std::env::var("FARREACH_HOSTS_MTU").ok();
        let looks = std::env::var("FARREACH_HOSTS_LOOKS").ok();
        let is_set = |name: &str| std::env::var_os(name).is_some();
        let protection = if is_set("FARREACH_HOSTS_SECURE") {
            Some(Protection::Sealed([7; 32]))
        } else {
            is_set("FARREACH_HOSTS_PLAIN").then_some(Protection::Plain)
        };
        let config = SoftConfig {
            protection,
            mtu: mtu.map(|text| text.parse().expect("FARREACH_HOSTS_MTU is a number")),
            ..SoftConfig::bound_to((own, 0).into(), seed)
        };
        let mut device = SoftDevice::open(&config).unwrap_or_else(|error| panic!("{error}"));
        let pd = device.create_pd().expect("room");
        let cq = device.create_cq(1024).expect("room");
        let memory = Memory::allocate(REGION);
        memory.write(0, &vec![1; REGION]).expect("in bounds");
        let region = device.register(pd, memory, 0, Access::ALL).expect("room");
        Side {
            device,
            pd,
            cq,
            region,
            epoch,
            idle: 0,
            looks: looks.map_or(LOOKS, |text| text.parse().expect("a number")),
        }
    }

    fn create_qp(&mut self) -> QpNumber {
        let init = QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: 256,
            max_recv: 16,
            domain: None,
            partner: None,
        };
        self.device.create_qp(&init).expect("room")
    }

    fn hello(&self, qp: QpNumber) -> Hello {
        Hello {
            address: self.device.address().socket_addr(),
            qp: qp.0,
            mtu: self.device.attributes().max_mtu,
            rkey: self.region.rkey.0,
        }
    }

    fn connect(&mut self, qp: QpNumber, other: &Hello) {
        let transitions = [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: AdapterAddress::from(other.address),
                remote_qp: QpNumber(other.qp),
                expected_psn: 0,
                mtu: self.device.attributes().max_mtu.min(other.mtu),
                max_dest_rd_atomic: 16,
                min_rnr_timer: Duration::from_micros(100),
                check: PacketCheck::Keyed([7; 16]),
            },
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 16,
                timeout: self.device.attributes().timeout,
                retry: Retry::For(PATIENCE),
                rnr_retry: Retry::For(PATIENCE),
            },
        ];
        for transition in &transitions {
            self.device.modify_qp(qp, transition).expect("in order");
        }
    }

    fn now(&self) -> Time {
        Time(self.epoch.elapsed().as_nanos() as u64)
    }

    /// Makes progress. Sleeps if there was none for a while.
    fn progress(&mut self) {
        let now = self.now();
        if self.device.progress(now) > 0 {
            self.idle = 0;
            return;
        }
        self.idle += 1;
        if self.idle < self.looks {
            return;
        }
        self.device.look_everywhere();
        if self.device.progress(now) > 0 {
            return;
        }
        let most = Duration::from_millis(1);
        let until = self.device.next_deadline();
        let sleep = until.map_or(most, |until| until.since(self.now()).min(most));
        let handle = self.device.poll_handle();
        let set = handle.sockets();
        let mut fds: Vec<PollFd<'_>> = set
            .fds()
            .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
            .collect();
        let timeout = Timespec::try_from(sleep).expect("a millisecond");
        let _ = poll(&mut fds, Some(&timeout));
    }

    /// Takes a completion, if there is one.
    fn completed(&mut self) -> bool {
        let Some(completion) = self.device.poll_cq(self.cq) else {
            return false;
        };
        assert_eq!(completion.status, CompletionStatus::Success);
        true
    }
}

/// Drives the device that all clients share.
pub(crate) fn serve(own: IpAddr, wishes: &Receiver<Wish>) {
    let mut side = Side::new(own);
    loop {
        match wishes.try_recv() {
            Ok(Wish::Connect { client, answer }) => {
                let qp = side.create_qp();
                side.connect(qp, &client);
                let _ = answer.send(side.hello(qp));
            }
            Ok(Wish::Leave { qp }) => {
                side.device.destroy_qp(QpNumber(qp)).expect("it exists");
                show_counters(&side);
            }
            Err(_) => {}
        }
        side.progress();
    }
}

fn show_counters(side: &Side) {
    if std::env::var_os("FARREACH_HOSTS_COUNTERS").is_some() {
        let (link, adapter) = (side.device.link_counters(), side.device.counters());
        eprintln!("{link:?}\n{adapter:?}");
    }
}

/// A client that is connected with the server's device.
struct Client {
    side: Side,
    qp: QpNumber,
    rkey: Rkey,
    _stream: std::net::TcpStream,
}

impl Client {
    fn new(server: &Server) -> Client {
        let mut side = Side::new(server.own);
        let qp = side.create_qp();
        let (answer, stream) = server.ask(&format!("rdma {}", side.hello(qp)));
        let hello = Hello::parse(&answer);
        side.connect(qp, &hello);
        Client {
            side,
            qp,
            rkey: Rkey(hello.rkey),
            _stream: stream,
        }
    }

    fn post(&mut self, direction: Direction, addr: u64, len: usize) {
        let remote = RemoteAddress {
            rkey: self.rkey,
            addr,
        };
        let local = Sge {
            lkey: self.side.region.lkey,
            addr,
            len: len as u32,
        };
        let op = match direction {
            Direction::Write => SendOp::Write {
                data: Data::Sge(local),
                remote,
                imm: None,
            },
            Direction::Read => SendOp::Read { local, remote },
        };
        let request = SendRequest::new(0, op);
        self.side.device.post_send(self.qp, &request).expect("room");
    }

    fn read(&mut self) {
        self.post(Direction::Read, 64, 8);
        while !self.side.completed() {
            self.side.progress();
        }
    }

    /// Streams 1 MiB operations. Returns GB/s after a warm-up of a quarter of `span`.
    fn stream(&mut self, direction: Direction, span: Duration) -> f64 {
        let start = Instant::now();
        let (mut posted, mut done) = (0, 0);
        let mut measured = None;
        while start.elapsed() < span + span / 4 {
            if measured.is_none() && start.elapsed() >= span / 4 {
                measured = Some((Instant::now(), done));
            }
            while posted - done < IN_FLIGHT {
                self.post(direction, (posted % IN_FLIGHT * LEN) as u64, LEN);
                posted += 1;
            }
            self.side.progress();
            while self.side.completed() {
                done += 1;
            }
        }
        let (since, before) = measured.expect("the warm-up is over");
        let bandwidth = ((done - before) * LEN) as f64 / since.elapsed().as_secs_f64() / 1e9;
        while done < posted {
            self.side.progress();
            done += usize::from(self.side.completed());
        }
        bandwidth
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        show_counters(&self.side);
    }
}

/// Microseconds of one read of 8 bytes.
pub(crate) fn round_trip(server: &Server) -> f64 {
    let mut client = Client::new(server);
    (0..WARM_UP).for_each(|_| client.read());
    let start = Instant::now();
    (0..ROUND_TRIPS).for_each(|_| client.read());
    start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUND_TRIPS)
}

/// GB/s of 1 MiB operations.
pub(crate) fn bandwidth(server: &Server, direction: Direction) -> f64 {
    Client::new(server).stream(direction, Duration::from_millis(700))
}

/// GB/s of a stream of writes.
pub(crate) fn flow(server: &Server, span: Duration) -> f64 {
    Client::new(server).stream(Direction::Write, span)
}

/// Microseconds of each of many reads of 8 bytes, with a pause between them.
pub(crate) fn latencies(server: &Server, span: Duration) -> Vec<f64> {
    let mut client = Client::new(server);
    (0..WARM_UP).for_each(|_| client.read());
    let start = Instant::now();
    let mut times = Vec::new();
    while start.elapsed() < span {
        let posted = Instant::now();
        client.read();
        times.push(posted.elapsed().as_secs_f64() * 1e6);
        let pause = Instant::now();
        while pause.elapsed() < Duration::from_micros(200) {
            client.side.progress();
        }
    }
    times
}
