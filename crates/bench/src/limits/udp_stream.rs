//! A stream of datagrams as a device would send it, without a layer above. Headers and payload are
//! gathered from user memory. A call takes as much as the kernel allows, and never more is under
//! way than the receiver's buffer holds.
//!
//! ```text
//!   sender ──▶ receiver   header · part · header · part · …   one call: one datagram, or equal ones by segmentation offload
//!   sender ◀── receiver   so many bytes have come             every quarter of the window
//! ```

mod offload;

use std::io::IoSlice;
use std::net::{Ipv4Addr, UdpSocket};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use rustix::net::sockopt::{set_socket_recv_buffer_size, socket_recv_buffer_size};
use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};

use super::{StreamCost, Waiting, facing};
use crate::clock::process_cpu_seconds;
use crate::pin::Cores;
use crate::series::median;

/// The header before each part, with the size of an RoCEv2 write's headers and check.
const HEADER: [u8; 32] = [0xA7; 32];
const PATTERN: u8 = 0xC3;
/// Bytes of user memory on either side.
const MEMORY: usize = 1 << 20;
/// Bytes that are timed together.
const BATCH: usize = 32 << 20;
const BATCHES: usize = 4;
/// The receive buffer that the soft device asks for.
const RECEIVE_BUFFER: usize = 4 << 20;
/// The longest datagram.
const DATAGRAM_MAX: usize = 65_507;

/// How the bytes are cut into datagrams.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Payload bytes of a datagram.
    part: usize,
    /// Datagrams of a call.
    parts: usize,
}

/// One large datagram per call, and as many datagrams of two pages as a call takes.
const CUTS: [Cut; 2] = [
    Cut {
        part: 60 << 10,
        parts: 1,
    },
    Cut {
        part: 8 << 10,
        parts: 7,
    },
];

impl Cut {
    /// Bytes of a call's datagrams.
    fn call_bytes(self) -> usize {
        self.parts * (self.part + HEADER.len())
    }

    /// Payload bytes of a call.
    fn payload(self) -> usize {
        self.parts * self.part
    }
}

/// The stream with the most bytes per second.
pub(super) fn best(cores: Cores, waiting: Waiting) -> Result<StreamCost> {
    let mut best: Option<StreamCost> = None;
    for cut in CUTS {
        let cost = by(cores, waiting, cut)?;
        if best.is_none_or(|best| cost.bytes_per_second > best.bytes_per_second) {
            best = Some(cost);
        }
    }
    best.context("there are ways to cut")
}

fn by(cores: Cores, waiting: Waiting, cut: Cut) -> Result<StreamCost> {
    let (one, other) = pair(cut)?;
    for socket in [&one, &other] {
        socket.set_nonblocking(waiting == Waiting::Polling)?;
    }
    let calls = BATCH.div_ceil(cut.payload());
    // The kernel charges bookkeeping as well, and may charge each segment by itself. A quarter is
    // safe.
    let window = (socket_recv_buffer_size(&other)? / 4).max(cut.call_bytes());
    let cpu = Mutex::new(0.0);
    let measure = || {
        let memory = vec![PATTERN; MEMORY];
        let mut sender = Sender {
            socket: &one,
            cut,
            sent: 0,
            received: 0,
        };
        let (mut rates, mut cpu_before) = (Vec::new(), 0.0);
        for batch in 0..=BATCHES {
            // The first batch warms up.
            if batch == 1 {
                cpu_before = process_cpu_seconds();
            }
            let begun = Instant::now();
            for call in 0..calls {
                sender.send(&memory, call, window)?;
            }
            while sender.received < sender.sent {
                sender.hear()?;
            }
            rates.push((calls * cut.payload()) as f64 / begun.elapsed().as_secs_f64());
        }
        *cpu.lock().expect("no panic") = process_cpu_seconds() - cpu_before;
        Ok(median(&rates[1..]))
    };
    let total = ((BATCHES + 1) * calls * cut.call_bytes()) as u64;
    let batch = (calls * cut.call_bytes()) as u64;
    let bytes_per_second = facing(cores, measure, || {
        receive(&other, total, batch, window as u64 / 4)
    })?;
    let mebibytes = (BATCHES * calls * cut.payload()) as f64 / 1_048_576.0;
    Ok(StreamCost {
        bytes_per_second,
        cpu_seconds_per_mebibyte: cpu.into_inner().expect("no panic") / mebibytes,
    })
}

fn pair(cut: Cut) -> Result<(UdpSocket, UdpSocket)> {
    let any = (Ipv4Addr::LOCALHOST, 0);
    let one = UdpSocket::bind(any).context("binding a UDP socket")?;
    let other = UdpSocket::bind(any).context("binding a UDP socket")?;
    one.connect(other.local_addr()?)?;
    other.connect(one.local_addr()?)?;
    set_socket_recv_buffer_size(&other, RECEIVE_BUFFER)?;
    for socket in [&one, &other] {
        socket.set_read_timeout(Some(super::udp::LOST))?;
    }
    if cut.parts > 1 {
        offload::segment(&one, cut.part + HEADER.len())?;
        offload::coalesce(&other)?;
    }
    Ok((one, other))
}

/// The sending side, with the bytes of sent and of arrived datagrams.
struct Sender<'a> {
    socket: &'a UdpSocket,
    cut: Cut,
    sent: u64,
    received: u64,
}

impl Sender<'_> {
    /// Makes one call, when the window has room for it.
    fn send(&mut self, memory: &[u8], call: usize, window: usize) -> Result<()> {
        let bytes = self.cut.call_bytes();
        while self.sent + bytes as u64 > self.received + window as u64 {
            self.hear()?;
        }
        let start = call * self.cut.payload() % (MEMORY - self.cut.payload());
        let parts = memory[start..start + self.cut.payload()].chunks(self.cut.part);
        let slices: Vec<IoSlice<'_>> = parts
            .flat_map(|part| [IoSlice::new(&HEADER), IoSlice::new(part)])
            .collect();
        loop {
            let mut none = SendAncillaryBuffer::default();
            match sendmsg(self.socket, &slices, &mut none, SendFlags::empty()) {
                Ok(sent) => {
                    ensure!(sent == bytes, "{sent} of {bytes} bytes were sent");
                    self.sent += bytes as u64;
                    return Ok(());
                }
                Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error).context("sending"),
            }
        }
    }

    /// Waits for the receiver's report of the arrived bytes.
    fn hear(&mut self) -> Result<()> {
        self.received = super::udp::receive(self.socket)?;
        Ok(())
    }
}

/// Receives `total` bytes of datagrams. Reports to the sender after each `told_every` bytes, and at
/// the end of each batch.
fn receive(socket: &UdpSocket, total: u64, batch: u64, told_every: u64) -> Result<()> {
    let mut memory = vec![0; MEMORY];
    let (mut received, mut told, mut at) = (0_u64, 0, 0);
    let mut begun = Instant::now();
    while received < total {
        let buffer = &mut memory[at..at + DATAGRAM_MAX];
        let len = match socket.recv(buffer) {
            Ok(len) => len,
            Err(error) if super::udp::is_none(&error) => {
                if begun.elapsed() > super::udp::LOST {
                    bail!("{received} of {total} bytes have come, then nothing");
                }
                continue;
            }
            Err(error) => return Err(error).context("receiving"),
        };
        let end = buffer[len - 1];
        ensure!(end == PATTERN, "a datagram ends in {end}, not {PATTERN}");
        at = (at + len) % (MEMORY - DATAGRAM_MAX);
        received += len as u64;
        begun = Instant::now();
        if received - told >= told_every || received.is_multiple_of(batch) {
            told = received;
            super::udp::send_all(socket, received)?;
        }
    }
    Ok(())
}
