//! TCP over loopback without a layer above, one thread per side.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::{StreamCost, Waiting, facing};
use crate::clock::process_cpu_seconds;
use crate::meter;
use crate::pin::Cores;
use crate::series::median;

const WRITE: usize = 1 << 20;
const WRITES: usize = 64;
const BATCHES: usize = 4;
const PATTERN: u8 = 0xC3;

fn pair() -> Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("binding a TCP socket")?;
    let one = TcpStream::connect(listener.local_addr()?)?;
    let (other, _) = listener.accept()?;
    for stream in [&one, &other] {
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
    }
    Ok((one, other))
}

/// A stream of writes.
pub(super) fn stream(cores: Cores, waiting: Waiting) -> Result<StreamCost> {
    let (mut one, mut other) = pair()?;
    for stream in [&one, &other] {
        stream.set_nonblocking(waiting == Waiting::Polling)?;
    }
    let cpu = Mutex::new(0.0);
    let measure = || {
        let bytes = vec![PATTERN; WRITE];
        let (mut rates, mut cpu_before) = (Vec::new(), 0.0);
        for batch in 0..=BATCHES {
            // The first batch warms up.
            if batch == 1 {
                cpu_before = process_cpu_seconds();
            }
            let begun = Instant::now();
            for _ in 0..WRITES {
                poll_write(&mut one, &bytes)?;
            }
            // Includes the arrival, as a put is complete only when its target has it.
            ensure!(poll_read(&mut one, &mut [0])?, "the receiving side left");
            rates.push((WRITES * WRITE) as f64 / begun.elapsed().as_secs_f64());
        }
        *cpu.lock().expect("no panic") = process_cpu_seconds() - cpu_before;
        Ok(median(&rates[1..]))
    };
    let answer = || {
        let mut into = vec![0; WRITE];
        for _ in 0..=BATCHES {
            for _ in 0..WRITES {
                ensure!(poll_read(&mut other, &mut into)?, "the sending side left");
            }
            ensure!(
                into.iter().all(|&byte| byte == PATTERN),
                "the stream's bytes are not those written"
            );
            poll_write(&mut other, &[1])?;
        }
        Ok(())
    };
    let bytes_per_second = facing(cores, measure, answer)?;
    let mebibytes = (BATCHES * WRITES * WRITE) as f64 / 1_048_576.0;
    Ok(StreamCost {
        bytes_per_second,
        cpu_seconds_per_mebibyte: cpu.into_inner().expect("no panic") / mebibytes,
    })
}

/// Seconds from the request of `bytes` bytes until they have arrived.
pub(super) fn fetch(cores: Cores, bytes: usize, budget: Duration) -> Result<f64> {
    let (mut one, mut other) = pair()?;
    let measure = move || {
        let mut into = vec![0; bytes];
        let measured = meter::each(budget, 20, |_| {
            poll_write(&mut one, &[1; 8])?;
            ensure!(poll_read(&mut one, &mut into)?, "the answering side left");
            Ok(())
        })?;
        ensure!(
            into.iter().all(|&byte| byte == PATTERN),
            "the answer's bytes are not those sent"
        );
        Ok(measured.median())
        // Dropping the stream ends the other side.
    };
    let answer = move || {
        let payload = vec![PATTERN; bytes];
        let mut request = [0; 8];
        while poll_read(&mut other, &mut request)? {
            poll_write(&mut other, &payload)?;
        }
        Ok(())
    };
    facing(cores, measure, answer)
}

/// Fills `into`. Returns `false` if the stream ends before the first byte.
fn poll_read(stream: &mut TcpStream, into: &mut [u8]) -> Result<bool> {
    let mut filled = 0;
    while filled < into.len() {
        match stream.read(&mut into[filled..]) {
            Ok(0) if filled == 0 => return Ok(false),
            Ok(0) => bail!("the stream ended in the middle"),
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset && filled == 0 => {
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(true)
}

fn poll_write(stream: &mut TcpStream, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        match stream.write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
