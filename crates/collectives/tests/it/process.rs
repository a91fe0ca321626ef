//! A simulated process, which implements the collectives' `Process` on the simulated machine.

use std::cell::{Ref, RefCell, RefMut};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use farreach_collectives::layout;
use farreach_collectives::{
    Barrier, Contexts, Far, Fault, Flight, Lent, Lock, Process, Target, Wait,
};
use farreach_conformance::VecMemory;
use farreach_verbs::{Access, Lkey, Memory, Region, RemoteAddress, Rkey};

use crate::machine::{Machine, segment_key};
use crate::plan::{Bug, Shape};

/// Bytes of a segment: the internal area, and a heap.
pub(crate) const SEGMENT: usize = layout::INTERNAL_BYTES + (64 << 20);

/// The failure of operations toward a process that died.
#[derive(Clone, Debug)]
pub(crate) struct Failure;

#[derive(Debug)]
pub(crate) enum SimError {
    /// A mistake of the members.
    Fault(Fault),
    /// A process died.
    Died,
    /// A range outside of a segment.
    Outside,
    /// A wrong result.
    Wrong(String),
}

impl From<Fault> for SimError {
    fn from(fault: Fault) -> Self {
        SimError::Fault(fault)
    }
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

pub(crate) struct SimLock<T>(RefCell<T>);

impl<T> Lock<T> for SimLock<T> {
    type Guard<'g>
        = RefMut<'g, T>
    where
        T: 'g;

    fn new(value: T) -> Self {
        SimLock(RefCell::new(value))
    }

    fn lock(&self) -> RefMut<'_, T> {
        self.0.borrow_mut()
    }

    fn try_lock(&self) -> Option<RefMut<'_, T>> {
        self.0.try_borrow_mut().ok()
    }
}

pub(crate) struct SimProcess {
    rank: u32,
    shape: Rc<Shape>,
    machine: Rc<RefCell<Machine>>,
    contexts: SimLock<Contexts>,
}

impl SimProcess {
    pub(crate) fn new(rank: u32, shape: &Rc<Shape>, machine: &Rc<RefCell<Machine>>) -> Self {
        SimProcess {
            rank,
            shape: Rc::clone(shape),
            machine: Rc::clone(machine),
            contexts: SimLock::new(Contexts::default()),
        }
    }

    pub(crate) fn machine(&self) -> RefMut<'_, Machine> {
        self.machine.borrow_mut()
    }

    fn look(&self) -> Ref<'_, Machine> {
        self.machine.borrow()
    }

    fn load_u64(&self, rank: u32, offset: usize) -> u64 {
        let mut word = [0; 8];
        self.machine().load(self.rank, rank, offset, &mut word);
        u64::from_ne_bytes(word)
    }

    fn check_near(&self, rank: u32, offset: usize, len: usize) -> Result<(), SimError> {
        assert!(self.is_near(rank), "rank {rank} is on another node");
        if offset + len > SEGMENT {
            return Err(SimError::Outside);
        }
        Ok(())
    }

    fn lend<'b>(&self, memory: VecMemory, target: Option<&'b mut [u8]>) -> SimLent<'b> {
        let mut machine = self.machine();
        machine.flush(self.rank);
        SimLent {
            key: machine.expose(memory.clone()),
            memory,
            target,
            machine: Rc::clone(&self.machine),
        }
    }
}

/// A registered buffer. Devices see a copy of a slice's bytes until the buffer ends.
pub(crate) struct SimLent<'b> {
    key: u32,
    memory: VecMemory,
    /// The slice that the bytes are copied to in the end.
    target: Option<&'b mut [u8]>,
    machine: Rc<RefCell<Machine>>,
}

impl Drop for SimLent<'_> {
    fn drop(&mut self) {
        self.machine.borrow_mut().hide(self.key);
        if let Some(target) = &mut self.target {
            self.memory.read(0, target).expect("as long");
        }
    }
}

impl Lent for SimLent<'_> {
    fn region(&self) -> Region {
        Region {
            lkey: Lkey(self.key),
            base: 0,
            rkey: Rkey(self.key),
        }
    }

    fn read(&self, at: usize, into: &mut [u8]) {
        self.memory.read(at, into).expect("inside the buffer");
    }

    fn write(&self, at: usize, bytes: &[u8]) {
        self.memory.write(at, bytes).expect("inside the buffer");
    }
}

#[derive(Clone)]
pub(crate) struct SimBarrier {
    by: u32,
    words: (u32, usize),
    processes: u32,
    machine: Rc<RefCell<Machine>>,
}

impl Barrier for SimBarrier {
    type Arrival = u64;

    fn arrive(&self) -> (u64, bool) {
        let mut machine = self.machine.borrow_mut();
        machine.arrive(self.by, self.words, self.processes)
    }

    fn have_arrived(&self) -> bool {
        self.machine.borrow().arrived(self.words).0 == self.processes
    }

    fn release(&self) {
        self.machine.borrow_mut().release(self.by, self.words);
    }

    fn is_released(&self, arrival: u64) -> bool {
        self.machine.borrow().arrived(self.words).1 != arrival
    }
}

impl Process for SimProcess {
    type Error = SimError;
    type Failure = Failure;
    type Lock<T> = SimLock<T>;
    type Barrier = SimBarrier;
    type Room = VecMemory;
    type Lent<'b> = SimLent<'b>;

    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.shape.size()
    }

    fn node_of(&self, rank: u32) -> u32 {
        self.shape.node_of(rank)
    }

    fn is_near(&self, rank: u32) -> bool {
        self.shape.host_of(rank) == self.shape.host_of(self.rank)
    }

    fn has_core_each(&self) -> bool {
        self.shape.has_core_each
    }

    fn is_exposed(&self) -> bool {
        self.shape.is_exposed
    }

    fn may_call(&self) -> Result<(), SimError> {
        Ok(())
    }

    fn check_rank(&self, rank: u32) -> Result<(), SimError> {
        assert!(rank < self.size(), "no schedule names such a rank");
        Ok(())
    }

    fn check_range(&self, offset: usize, len: usize) -> Result<(), SimError> {
        self.check_near(self.rank, offset, len)
    }

    fn abort(&self, text: &str) {
        self.machine()
            .aborted
            .get_or_insert_with(|| text.to_owned());
    }

    fn contexts(&self) -> &SimLock<Contexts> {
        &self.contexts
    }

    fn yield_now(&self) {}

    fn store(&self, rank: u32, offset: usize, bytes: &[u8]) -> Result<(), SimError> {
        self.check_near(rank, offset, bytes.len())?;
        self.machine().store(self.rank, rank, offset, bytes, false);
        Ok(())
    }

    fn load(&self, rank: u32, offset: usize, into: &mut [u8]) -> Result<(), SimError> {
        self.check_near(rank, offset, into.len())?;
        self.machine().load(self.rank, rank, offset, into);
        Ok(())
    }

    fn stream(&self, rank: u32, offset: usize, into: &mut [u8]) -> Result<(), SimError> {
        self.load(rank, offset, into)
    }

    fn copy(&self, to: (u32, usize), from: (u32, usize), len: usize) -> Result<(), SimError> {
        let mut bytes = vec![0; len];
        self.load(from.0, from.1, &mut bytes)?;
        self.store(to.0, to.1, &bytes)
    }

    fn copy_streaming(
        &self,
        to: (u32, usize),
        from: (u32, usize),
        len: usize,
    ) -> Result<(), SimError> {
        self.copy(to, from, len)
    }

    /// The simulation has no addresses of private memory. Tests with real processes read it.
    fn identity(&self) -> Option<u64> {
        None
    }

    fn load_private(&self, _: (u32, u64), _: u64, _: Target<'_>) -> Result<(), SimError> {
        unreachable!("no process has an identity")
    }

    fn store_word(&self, offset: usize, word: u64) -> Result<(), SimError> {
        self.store(self.rank, offset, &word.to_ne_bytes())
    }

    fn load_word(&self, rank: u32, offset: usize) -> Result<u64, SimError> {
        self.check_near(rank, offset, 8)?;
        Ok(self.load_u64(rank, offset))
    }

    fn flag(&self, rank: u32, offset: usize) -> u64 {
        if self.look().bug == Some(Bug::EarlyRoom) && offset == layout::ENDED {
            return u64::MAX;
        }
        self.load_u64(rank, offset)
    }

    fn raise(&self, offset: usize, value: u64) {
        let (rank, bytes) = (self.rank, value.to_ne_bytes());
        self.machine().store(rank, rank, offset, &bytes, true);
    }

    fn barrier(&self, rank: u32, offset: usize, processes: u32) -> SimBarrier {
        SimBarrier {
            by: self.rank,
            words: (rank, offset),
            processes,
            machine: Rc::clone(&self.machine),
        }
    }

    fn agree(&self, rank: u32, offset: usize, own: u32) -> u32 {
        let agreed = self.machine().atomic(self.rank, rank, offset, |word| {
            if word == [0; 4] {
                own.to_ne_bytes()
            } else {
                word
            }
        });
        u32::from_ne_bytes(agreed)
    }

    fn word(&self, offset: usize) -> u64 {
        self.load_u64(self.rank, offset)
    }

    fn clear_word(&self, offset: usize) {
        self.machine()
            .store(self.rank, self.rank, offset, &[0; 8], false);
    }

    fn put_unawaited(
        &self,
        rank: u32,
        parts: &[(usize, &[u8])],
        words: impl IntoIterator<Item = (usize, u64)>,
    ) -> Result<bool, SimError> {
        let mut machine = self.machine();
        let loses_credits = machine.bug == Some(Bug::LostCredit);
        let words = words
            .into_iter()
            .filter(|(offset, _)| !(loses_credits && layout::is_credit_of_world(*offset)));
        let is_near = self.is_near(rank);
        for &(offset, bytes) in parts {
            if is_near {
                machine.store(self.rank, rank, offset, bytes, false);
            } else {
                machine.send(self.rank, rank, offset, bytes);
            }
        }
        for (offset, word) in words {
            if is_near {
                machine.store(self.rank, rank, offset, &word.to_ne_bytes(), true);
            } else {
                machine.send(self.rank, rank, offset, &word.to_ne_bytes());
            }
        }
        Ok(true)
    }

    fn make_room(&self, _: u32) -> Result<(), SimError> {
        unreachable!("simulated collectives block nobody")
    }

    fn begin(
        &self,
        rank: u32,
        operation: Far,
        flight: Option<&Arc<Flight<Self>>>,
    ) -> Result<(), SimError> {
        let flight = flight.expect("simulated collectives block nobody");
        self.machine().begin(self.rank, rank, operation, flight);
        Ok(())
    }

    fn quiet(&self) -> Result<(), SimError> {
        unreachable!("simulated collectives block nobody")
    }

    fn progress(&self) {}

    fn poll(&self) {}

    fn flush_posted(&self) {}

    fn lend_source<'b>(&'b self, bytes: &'b [u8]) -> Result<SimLent<'b>, SimError> {
        Ok(self.lend(VecMemory::from_bytes(bytes), None))
    }

    fn lend_target<'b>(&'b self, bytes: &'b mut [u8]) -> Result<SimLent<'b>, SimError> {
        Ok(self.lend(VecMemory::from_bytes(bytes), Some(bytes)))
    }

    fn lend_room(&self, room: &VecMemory, _: Access) -> Result<SimLent<'_>, SimError> {
        Ok(self.lend(room.clone(), None))
    }

    fn in_segment(&self, offset: usize, _: usize) -> Result<(Lkey, u64, RemoteAddress), SimError> {
        let key = segment_key(self.rank);
        let addr = offset as u64;
        let remote = RemoteAddress {
            rkey: Rkey(key),
            addr,
        };
        Ok((Lkey(key), addr, remote))
    }

    fn wait(
        &self,
        _: &str,
        _: &Wait<&SimBarrier>,
        _: Option<&dyn Fn() -> bool>,
    ) -> Option<Failure> {
        unreachable!("simulated collectives block nobody")
    }

    fn wait_first(&self, _: u32) {
        unreachable!("simulated collectives block nobody")
    }

    fn failed(&self, _: Failure) -> SimError {
        SimError::Died
    }
}
