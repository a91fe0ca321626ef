//! Hooks around any device, to watch it or make it fail.
//!
//! ```text
//!   caller ── Device ──▶ Hooked ── Device ──▶ the device
//!                          │ admit(call): pass, refuse, misdirect
//!                          │ observe(event)
//!                          ▼
//!                        Hook: Trace, Fault, a pair of hooks, or a test's own
//! ```
//!
//! A hook that passes every call changes nothing: the conformance suite passes around it.

mod fault;
mod trace;

use farreach_verbs::{
    Access, Completion, CqId, Device, DeviceError, Memory, PdId, QpInit, QpNumber, QpState,
    QpTransition, ReceiveRequest, Region, SendOp, SendRequest, SrqId, Time, forward_device,
};

pub use self::fault::{Fault, Nth};
pub use self::trace::{Record, Trace};

/// A call that a hook may refuse.
#[derive(Clone, Copy, Debug)]
pub enum Call<'a> {
    /// Create a queue pair.
    CreateQp(&'a QpInit),
    /// Register memory.
    Register {
        /// The length in bytes.
        len: usize,
        /// The accesses to permit.
        access: Access,
    },
    /// Change the state of a queue pair.
    ModifyQp(QpNumber, &'a QpTransition),
    /// Post a send request.
    PostSend(QpNumber, &'a SendRequest),
    /// Post a receive request.
    PostRecv(QpNumber, &'a ReceiveRequest),
    /// Post a receive request on a shared receive queue.
    PostSrqRecv(SrqId, &'a ReceiveRequest),
}

/// An event at a device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A queue pair was created.
    Created(QpNumber),
    /// A queue pair was destroyed.
    Destroyed(QpNumber),
    /// A queue pair changed its state.
    Modified(QpNumber, QpState),
    /// A send request was accepted.
    Sent {
        /// The queue pair.
        qp: QpNumber,
        /// The request's identifier.
        id: u64,
        /// The operation, in a word.
        what: &'static str,
        /// The length in bytes.
        len: u32,
    },
    /// A receive request was accepted.
    Received {
        /// The request's identifier.
        id: u64,
        /// The buffer's length in bytes.
        len: u32,
    },
    /// A completion was polled.
    Completed(Completion),
    /// A call was refused, by the device or by a hook.
    Refused(DeviceError),
}

/// A hook's decision about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Pass the call to the device.
    Pass,
    /// Return this error to the caller.
    Refuse(DeviceError),
    /// Send a datagram to a queue pair that does not exist, as if the network had lost it. Other
    /// calls pass.
    Lose,
}

/// Watches a device, or makes it fail.
pub trait Hook {
    /// Decides about a call before the device sees it.
    fn admit(&mut self, _call: &Call<'_>) -> Verdict {
        Verdict::Pass
    }

    /// Observes an event. `now` is the time of the latest progress.
    fn observe(&mut self, _now: Time, _event: &Event) {}

    /// The time until which the device may make no progress. `None` if it is not held up.
    fn held_until(&self, _now: Time) -> Option<Time> {
        None
    }
}

/// A hook that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Hook for Quiet {}

/// Two hooks. The first that does not pass a call decides.
impl<A: Hook, B: Hook> Hook for (A, B) {
    fn admit(&mut self, call: &Call<'_>) -> Verdict {
        match self.0.admit(call) {
            Verdict::Pass => self.1.admit(call),
            other => other,
        }
    }

    fn observe(&mut self, now: Time, event: &Event) {
        self.0.observe(now, event);
        self.1.observe(now, event);
    }

    fn held_until(&self, now: Time) -> Option<Time> {
        self.0.held_until(now).max(self.1.held_until(now))
    }
}

/// A number that no adapter's queue pair has: it stands for multicast.
const NOBODY: QpNumber = QpNumber(0xff_ffff);

/// A device with a hook around it.
#[derive(Clone, Debug)]
pub struct Hooked<D, H> {
    device: D,
    hook: H,
    now: Time,
}

impl<D: Device, H: Hook> Hooked<D, H> {
    /// Puts `hook` around `device`.
    pub fn new(device: D, hook: H) -> Self {
        Hooked {
            device,
            hook,
            now: Time::ZERO,
        }
    }

    /// The device inside.
    pub fn device(&self) -> &D {
        &self.device
    }

    /// The device inside.
    pub fn device_mut(&mut self) -> &mut D {
        &mut self.device
    }

    /// The hook.
    pub fn hook(&self) -> &H {
        &self.hook
    }

    /// The hook.
    pub fn hook_mut(&mut self) -> &mut H {
        &mut self.hook
    }

    fn admit(&mut self, call: &Call<'_>) -> Result<Verdict, DeviceError> {
        match self.hook.admit(call) {
            Verdict::Refuse(error) => {
                self.observe(&Event::Refused(error));
                Err(error)
            }
            verdict => Ok(verdict),
        }
    }

    fn observe(&mut self, event: &Event) {
        self.hook.observe(self.now, event);
    }

    /// Tells the hook the result of a call.
    fn report<T>(
        &mut self,
        result: Result<T, DeviceError>,
        event: impl FnOnce(&T) -> Option<Event>,
    ) -> Result<T, DeviceError> {
        let event = match &result {
            Ok(value) => event(value),
            Err(error) => Some(Event::Refused(*error)),
        };
        if let Some(event) = event {
            self.observe(&event);
        }
        result
    }
}

fn sent(qp: QpNumber, request: &SendRequest) -> Event {
    let (what, len) = match &request.op {
        SendOp::Send { data, .. } => ("send", data.len() as u32),
        SendOp::Write { data, .. } => ("write", data.len() as u32),
        SendOp::WriteList { list, .. } => ("write list", list.len),
        SendOp::Read { local, .. } => ("read", local.len),
        SendOp::ReadBlocks { local, .. } => ("read of blocks", local.len),
        SendOp::ReadScattered { into, .. } => ("read to blocks", into.len),
        SendOp::WriteBlocks { from, .. } => ("write of blocks", from.len),
        SendOp::Atomic { local, .. } => ("atomic", local.len),
    };
    Event::Sent {
        qp,
        id: request.id,
        what,
        len,
    }
}

fn received(request: &ReceiveRequest) -> Event {
    Event::Received {
        id: request.id,
        len: request.local.len,
    }
}

/// Evaluates `call` with the device inside, and tells the hook if it was refused.
macro_rules! reported {
    ($hooked:expr, $device:ident => $call:expr) => {{
        let $device = &mut $hooked.device;
        let result = $call;
        $hooked.report(result, |_| None)
    }};
}

impl<D: Device, H: Hook> Device for Hooked<D, H> {
    type Memory = D::Memory;

    forward_device! {
        self.device:
        attributes, address, path_mtu, qp_state, silent_for, footprint,
    }

    // Calls of which a hook learns only that they were refused.
    forward_device! {
        reported!:
        create_pd, deregister, create_cq, destroy_cq, create_srq, destroy_srq, open_xrc_domain, create_xrc_srq,
    }

    fn progress(&mut self, now: Time) -> usize {
        self.now = now;
        match self.hook.held_until(now) {
            Some(_) => 0,
            None => self.device.progress(now),
        }
    }

    fn next_deadline(&self) -> Option<Time> {
        let held = self.hook.held_until(self.now);
        held.or_else(|| self.device.next_deadline())
    }

    fn register(
        &mut self,
        pd: PdId,
        memory: Self::Memory,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        let len = memory.len();
        self.admit(&Call::Register { len, access })?;
        let result = self.device.register(pd, memory, base, access);
        self.report(result, |_| None)
    }

    fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        self.admit(&Call::CreateQp(init))?;
        let result = self.device.create_qp(init);
        self.report(result, |&qp| Some(Event::Created(qp)))
    }

    fn modify_qp(&mut self, qp: QpNumber, transition: &QpTransition) -> Result<(), DeviceError> {
        self.admit(&Call::ModifyQp(qp, transition))?;
        let result = self.device.modify_qp(qp, transition);
        let state = self.device.qp_state(qp).ok();
        self.report(result, |()| state.map(|state| Event::Modified(qp, state)))
    }

    fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError> {
        let result = self.device.destroy_qp(qp);
        self.report(result, |()| Some(Event::Destroyed(qp)))
    }

    fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError> {
        let verdict = self.admit(&Call::PostSend(qp, request))?;
        let mut request = *request;
        if let (Verdict::Lose, SendOp::Send { to: Some(to), .. }) = (verdict, &mut request.op) {
            to.qp = NOBODY;
        }
        let result = self.device.post_send(qp, &request);
        self.report(result, |()| Some(sent(qp, &request)))
    }

    fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError> {
        self.admit(&Call::PostRecv(qp, request))?;
        let result = self.device.post_recv(qp, request);
        self.report(result, |()| Some(received(request)))
    }

    fn post_srq_recv(&mut self, srq: SrqId, request: &ReceiveRequest) -> Result<(), DeviceError> {
        self.admit(&Call::PostSrqRecv(srq, request))?;
        let result = self.device.post_srq_recv(srq, request);
        self.report(result, |()| Some(received(request)))
    }

    fn poll_cq(&mut self, cq: CqId) -> Option<Completion> {
        let completion = self.device.poll_cq(cq);
        if let Some(completion) = completion {
            self.observe(&Event::Completed(completion));
        }
        completion
    }
}
