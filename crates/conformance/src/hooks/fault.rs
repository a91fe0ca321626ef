//! Makes a device fail, by a script or by a seed.

use farreach_verbs::{DeviceError, SendOp, Time};

use super::{Call, Hook, Verdict};

/// The calls of a kind that fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nth {
    /// None.
    #[default]
    Never,
    /// Only this call, counted from 1.
    Once(u64),
    /// This call and all later ones.
    From(u64),
    /// This number of a thousand calls, chosen by the seed.
    PerMille(u16),
}

/// Refuses calls as a device without resources would, loses datagrams, and delays progress.
///
/// ```
/// use farreach_conformance::hooks::{Fault, Nth};
///
/// let fault = Fault::new(7).create_qp(Nth::From(3)).lose_datagrams(Nth::PerMille(200));
/// # let _ = fault;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Fault {
    random: u64,
    create_qp: Counted,
    register: Counted,
    post: Counted,
    datagrams: Counted,
    hold: Option<(Time, Time)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    nth: Nth,
    calls: u64,
}

impl Fault {
    /// A hook without faults. `seed` is for [`Nth::PerMille`].
    pub fn new(seed: u64) -> Self {
        Fault {
            random: seed,
            ..Fault::default()
        }
    }

    /// Refuses to create queue pairs.
    pub fn create_qp(mut self, nth: Nth) -> Self {
        self.create_qp.nth = nth;
        self
    }

    /// Refuses to register memory.
    pub fn register(mut self, nth: Nth) -> Self {
        self.register.nth = nth;
        self
    }

    /// Refuses requests to send and to receive.
    pub fn post(mut self, nth: Nth) -> Self {
        self.post.nth = nth;
        self
    }

    /// Loses datagrams.
    pub fn lose_datagrams(mut self, nth: Nth) -> Self {
        self.datagrams.nth = nth;
        self
    }

    /// Lets the device make no progress from `from` until `until`.
    pub fn hold(mut self, from: Time, until: Time) -> Self {
        self.hold = Some((from, until));
        self
    }
}

impl Counted {
    /// Counts a call. Returns whether the call fails.
    fn fails(&mut self, random: &mut u64) -> bool {
        self.calls += 1;
        match self.nth {
            Nth::Never => false,
            Nth::Once(n) => self.calls == n,
            Nth::From(n) => self.calls >= n,
            Nth::PerMille(share) => next(random) % 1000 < u64::from(share),
        }
    }
}

/// The next number of SplitMix64 (Steele, Lea and Flood, 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Hook for Fault {
    fn admit(&mut self, call: &Call<'_>) -> Verdict {
        let random = &mut self.random;
        let refuse = |kind, counted: &mut Counted, random: &mut u64| {
            if counted.fails(random) {
                let limit = (counted.calls - 1) as u32;
                Verdict::Refuse(DeviceError::Exhausted { kind, limit })
            } else {
                Verdict::Pass
            }
        };
        match call {
            Call::CreateQp(_) => refuse("queue pair", &mut self.create_qp, random),
            Call::Register { .. } => refuse("memory region", &mut self.register, random),
            Call::ModifyQp(..) => Verdict::Pass,
            Call::PostRecv(..) | Call::PostSrqRecv(..) => {
                refuse("receive request", &mut self.post, random)
            }
            Call::PostSend(_, request) => {
                let is_datagram = matches!(request.op, SendOp::Send { to: Some(_), .. });
                match refuse("send request", &mut self.post, random) {
                    Verdict::Pass if is_datagram && self.datagrams.fails(random) => Verdict::Lose,
                    verdict => verdict,
                }
            }
        }
    }

    fn held_until(&self, now: Time) -> Option<Time> {
        let (from, until) = self.hold?;
        (from..until).contains(&now).then_some(until)
    }
}
