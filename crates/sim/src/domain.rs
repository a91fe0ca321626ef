//! An XRC domain of a simulated node: all processes of its node are in one process.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_verbs::{
    AdapterAddress, DomainRegion, Forwarded, ForwardedMessage, Memory, Owner, Rkey, SharedSegments,
    SrqNumber, XrcDomain,
};

use crate::VecMemory;

/// The most messages that wait for one process.
const RING: usize = 16;
/// The most bytes of a message.
const MESSAGE_MAX: u32 = 32 << 10;

/// A node whose processes share memory in a vector.
#[derive(Clone, Debug)]
pub struct VecNode {
    memory: VecMemory,
    segments: SharedSegments,
    processes: Arc<Mutex<Vec<Process>>>,
    told: Arc<Mutex<Vec<Told>>>,
}

/// A region that a process has told of.
type Told = (u32, DomainRegion<VecMemory>);

#[derive(Debug, Default)]
struct Process {
    address: Option<AdapterAddress>,
    /// The SRQ numbers in use.
    queues: BTreeSet<u32>,
    ring: VecDeque<(ForwardedMessage, Vec<u8>)>,
    sleeps: bool,
    touched: u64,
    /// Whether it was touched since somebody asked.
    is_touched: bool,
    /// Whether the process is gone, so that messages for it are dropped.
    is_gone: bool,
}

impl VecNode {
    /// A node of `processes` processes, each with a segment of `bytes`. Peers access the segments
    /// by `rkey`.
    pub fn new(processes: usize, bytes: usize, rkey: Rkey) -> Self {
        let segments = SharedSegments {
            rkey,
            base: 0x4000_0000,
            stride: bytes as u64,
        };
        VecNode {
            memory: VecMemory::allocate(processes * bytes),
            segments,
            processes: Arc::new(Mutex::new(
                (0..processes).map(|_| Process::default()).collect(),
            )),
            told: Arc::default(),
        }
    }

    /// The domain as process `process` sees it, whose adapter has the address `address`. Before
    /// this call the process does not exist for the others.
    ///
    /// # Panics
    /// If there is no such process.
    pub fn domain(&self, process: usize, address: AdapterAddress) -> VecDomain {
        self.lock()[process].address = Some(address);
        VecDomain {
            node: self.clone(),
            process,
            heard: 0,
        }
    }

    /// The segment of process `process`.
    pub fn segment(&self, process: usize) -> VecMemory {
        let bytes = self.segments.stride as usize;
        let slice = self.memory.slice(process * bytes, bytes);
        slice.expect("the node has such a process")
    }

    /// The remote addresses of the segments.
    pub fn segments(&self) -> SharedSegments {
        self.segments
    }

    /// The end of process `process`. Messages for it are dropped from now on, since nobody takes them.
    pub fn end(&self, process: usize) {
        let gone = &mut self.lock()[process];
        gone.is_gone = true;
        gone.ring.clear();
    }

    /// The number of times that other processes' adapters have reported writes to a process's
    /// memory.
    pub fn touches(&self, process: usize) -> u64 {
        self.lock()[process].touched
    }

    fn told(&self) -> MutexGuard<'_, Vec<Told>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The processes whose memory other processes' adapters have written to since the last call.
    pub fn take_touched(&self) -> Vec<usize> {
        let mut processes = self.lock();
        let touched = processes.iter_mut().enumerate();
        let touched = touched.filter_map(|(index, process)| {
            std::mem::take(&mut process.is_touched).then_some(index)
        });
        touched.collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Process>> {
        self.processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The domain of a [`VecNode`], as one process sees it.
#[derive(Debug)]
pub struct VecDomain {
    node: VecNode,
    process: usize,
    /// What was told so far.
    heard: usize,
}

impl XrcDomain<VecMemory> for VecDomain {
    fn segments(&self) -> SharedSegments {
        self.node.segments
    }

    fn memory(&self) -> VecMemory {
        self.node.memory.clone()
    }

    fn new_srq(&mut self) -> Option<SrqNumber> {
        let mut processes = self.node.lock();
        let queues = &mut processes[self.process].queues;
        let free = (1..=SrqNumber::QUEUES_MAX).find(|nth| !queues.contains(nth))?;
        queues.insert(free);
        Some(SrqNumber::of(self.process as u32, free))
    }

    fn release_srq(&mut self, srq: SrqNumber) {
        self.node.lock()[self.process].queues.remove(&srq.nth());
    }

    fn owner(&self, srq: SrqNumber) -> Option<Owner> {
        let processes = self.node.lock();
        let process = processes.get(srq.process() as usize)?;
        if process.address.is_none() {
            return Some(Owner::NotYet);
        }
        let owner = if srq.process() as usize == self.process {
            Owner::Own
        } else {
            Owner::Other
        };
        process.queues.contains(&srq.nth()).then_some(owner)
    }

    fn forward_max(&self) -> u32 {
        MESSAGE_MAX
    }

    fn forward(&mut self, message: &ForwardedMessage, bytes: &[u8]) -> Forwarded {
        let mut processes = self.node.lock();
        let process = &mut processes[message.srq.process() as usize];
        if process.is_gone {
            return Forwarded::Done(None);
        }
        if process.ring.len() >= RING {
            return Forwarded::Full;
        }
        process.ring.push_back((*message, bytes.to_vec()));
        let sleeps = std::mem::take(&mut process.sleeps);
        Forwarded::Done(process.address.filter(|_| sleeps))
    }

    fn take(&mut self, bytes: &mut Vec<u8>) -> Option<ForwardedMessage> {
        let mut processes = self.node.lock();
        let (message, taken) = processes[self.process].ring.pop_front()?;
        *bytes = taken;
        Some(message)
    }

    fn touched(&self, srq: SrqNumber) {
        let process = &mut self.node.lock()[srq.process() as usize];
        process.touched += 1;
        process.is_touched = true;
    }

    fn sleep_until_packet(&mut self) -> bool {
        let mut processes = self.node.lock();
        let process = &mut processes[self.process];
        process.sleeps = true;
        !process.ring.is_empty()
    }

    fn tell(&mut self, region: &DomainRegion<VecMemory>) {
        let mut told = self.node.told();
        told.push((self.process as u32, region.clone()));
    }

    fn told(&mut self) -> Option<Told> {
        loop {
            let next = self.node.told().get(self.heard).cloned()?;
            self.heard += 1;
            if next.0 != self.process as u32 {
                return Some(next);
            }
        }
    }
}
