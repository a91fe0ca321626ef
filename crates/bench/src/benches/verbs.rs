//! Puts and gets by work requests of the software device, beside those of the runtime on the same device. Two devices in one process
//! exchange the work requests: one thread has the initiator's device, another the target's, each on its own core.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use farreach_engine::Reach;
use farreach_node::Memory;
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::{
    Access, AdapterAddress, CompletionStatus, CqId, Data, Device, InlineData, Memory as _,
    PacketCheck, QpInit, QpNumber, QpTransition, Region, Retry, SendOp, SendRequest, Time,
    Transport,
};

use crate::fabric::reaching;
use crate::job;
use crate::limits::size_name;
use crate::meter;
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::task::{Bench, Task};

/// Bytes of the puts and gets.
const SIZES: [usize; 3] = [16, 512, 8 << 10];
const LARGE: usize = 1 << 20;
/// Large puts before the initiator waits.
const WINDOW: usize = 16;
const WARM_UP: u64 = 200;
const DEPTH: u32 = 64;
const RECEIVE_BUFFER: usize = 4 << 20;
const PATIENCE: Duration = Duration::from_secs(10);
/// The first PSN of both directions.
const PSN: u32 = 1;

/// A device with a queue pair and registered memory.
struct End {
    device: SoftDevice<Memory>,
    qp: QpNumber,
    cq: CqId,
    region: Region,
    memory: Memory,
    begun: Instant,
}

/// What the other end has to know.
#[derive(Clone, Copy)]
struct Name {
    address: AdapterAddress,
    qp: QpNumber,
}

/// Measures the runtime's job, and then the work requests.
pub(crate) fn measure(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    let runtime = job::run(
        program,
        cores,
        &Task {
            bench: Bench::Reach,
            fabric: Some(reaching(Reach::Rc)),
            ..*task
        },
    )?;
    let budget = task.budget();
    let measuring = thread::spawn(move || work_requests(cores, budget));
    let raw = measuring.join();
    let raw = raw.map_err(|_| anyhow!("the measurement's thread panicked"))??;
    raw.into_iter()
        .map(|sample| {
            let of_runtime = runtime.iter().find(|other| other.case == sample.case);
            let of_runtime =
                of_runtime.with_context(|| format!("the runtime's {}", sample.case))?;
            let case = format!("{}, by the runtime", sample.case);
            let beside = "work requests to the same device";
            Ok(Sample::new(case, of_runtime.value, of_runtime.unit).beside(beside, sample.value))
        })
        .collect()
}

/// The cases of the runtime's job, by work requests. This thread becomes the initiator.
fn work_requests(cores: Cores, budget: Duration) -> Result<Vec<Sample>> {
    cores.pin_first();
    let begun = Instant::now();
    let (mut near, mut far) = (End::open(1, begun)?, End::open(2, begun)?);
    near.connect(far.name())?;
    far.connect(near.name())?;
    near.memory.write(0, &vec![7; LARGE])?;
    let target = far.region;
    let (memory, is_over) = (far.memory.clone(), AtomicBool::new(false));
    let samples = thread::scope(|scope| {
        scope.spawn(|| {
            cores.pin_second();
            while !is_over.load(Ordering::Relaxed) {
                far.progress();
            }
        });
        let samples = near.measure(target, budget);
        is_over.store(true, Ordering::Relaxed);
        samples
    })?;
    let mut came = vec![0; LARGE];
    memory.read(0, &mut came)?;
    ensure!(
        came.iter().all(|&byte| byte == 7),
        "the last put is not at the target"
    );
    Ok(samples)
}

impl End {
    fn open(seed: u64, begun: Instant) -> Result<End> {
        let config = SoftConfig {
            receive_buffer: RECEIVE_BUFFER,
            ..SoftConfig::loopback(seed)
        };
        let mut device = SoftDevice::<Memory>::open(&config)?;
        let pd = device.create_pd()?;
        let cq = device.create_cq(2 * DEPTH)?;
        let memory = Memory::allocate(LARGE);
        let region = device.register(pd, memory.clone(), 0, Access::ALL)?;
        let qp = device.create_qp(&QpInit {
            transport: Transport::Rc,
            pd,
            send_cq: cq,
            recv_cq: cq,
            srq: None,
            max_send: DEPTH,
            max_recv: 0,
            domain: None,
            partner: None,
        })?;
        Ok(End {
            device,
            qp,
            cq,
            region,
            memory,
            begun,
        })
    }

    fn name(&self) -> Name {
        Name {
            address: self.device.address(),
            qp: self.qp,
        }
    }

    fn connect(&mut self, peer: Name) -> Result<()> {
        let attributes = self.device.attributes();
        let transitions = [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: peer.address,
                remote_qp: peer.qp,
                expected_psn: PSN,
                mtu: attributes.max_mtu,
                max_dest_rd_atomic: attributes.max_rd_atomic,
                min_rnr_timer: Duration::from_millis(1),
                check: PacketCheck::Keyed([9; 16]),
            },
            QpTransition::ToRts {
                psn: PSN,
                max_rd_atomic: attributes.max_rd_atomic,
                timeout: attributes.timeout,
                retry: Retry::For(PATIENCE),
                rnr_retry: Retry::For(PATIENCE),
            },
        ];
        for transition in &transitions {
            self.device.modify_qp(self.qp, transition)?;
        }
        Ok(())
    }

    fn progress(&mut self) {
        let now = Time(self.begun.elapsed().as_nanos() as u64);
        self.device.progress(now);
    }

    fn write(&self, bytes: usize, target: Region) -> Result<SendOp> {
        let mut small = [0; InlineData::MAX];
        let data = if bytes <= small.len() {
            self.memory.read(0, &mut small[..bytes])?;
            Data::Inline(InlineData::new(&small[..bytes]).context("few bytes")?)
        } else {
            Data::Sge(self.region.sge(0, bytes as u32))
        };
        Ok(SendOp::Write {
            data,
            remote: target.remote(0),
            imm: None,
        })
    }

    fn read(&self, bytes: usize, target: Region) -> SendOp {
        SendOp::Read {
            local: self.region.sge(0, bytes as u32),
            remote: target.remote(0),
        }
    }

    /// Posts so many equal requests, and waits for their completions.
    fn run(&mut self, count: usize, op: &SendOp) -> Result<()> {
        for number in 0..count {
            let request = SendRequest::new(number as u64, *op);
            self.device.post_send(self.qp, &request)?;
        }
        for _ in 0..count {
            let completion = loop {
                self.progress();
                if let Some(completion) = self.device.poll_cq(self.cq) {
                    break completion;
                }
            };
            ensure!(
                completion.status == CompletionStatus::Success,
                "a work request ended with {:?}",
                completion.status
            );
        }
        Ok(())
    }

    fn measure(&mut self, target: Region, budget: Duration) -> Result<Vec<Sample>> {
        let mut samples = Vec::new();
        for bytes in SIZES {
            let op = self.write(bytes, target)?;
            let put = meter::each(budget, WARM_UP, |_| self.run(1, &op))?;
            let case = format!("put {} + quiet", size_name(bytes));
            samples.push(Sample::new(case, put.median(), Unit::Microseconds));
            let op = self.read(bytes, target);
            let get = meter::each(budget, WARM_UP, |_| self.run(1, &op))?;
            let case = format!("get {} + quiet", size_name(bytes));
            samples.push(Sample::new(case, get.median(), Unit::Microseconds));
        }
        let bytes = (LARGE * WINDOW) as f64;
        let op = self.write(LARGE, target)?;
        let put = meter::batches(budget, |_| self.run(WINDOW, &op))?;
        samples.push(Sample::new(
            "put 1 MiB",
            bytes / put.seconds,
            Unit::Bandwidth,
        ));
        let op = self.read(LARGE, target);
        let get = meter::batches(budget, |_| self.run(WINDOW, &op))?;
        samples.push(Sample::new(
            "get 1 MiB",
            bytes / get.seconds,
            Unit::Bandwidth,
        ));
        Ok(samples)
    }
}
