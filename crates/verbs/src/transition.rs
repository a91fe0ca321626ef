//! The transition table of queue pairs (IBTA volume 1, 10.3.1).

use crate::device::DeviceError;
use crate::queue::{QpNumber, QpState, QpTransition, Transport};

impl QpTransition {
    /// The state to which the transition leads a queue pair of `transport` from `state`. `None` if it is not allowed.
    pub fn leads_to(&self, transport: Transport, state: QpState) -> Option<QpState> {
        use QpState::{Error, Init, Reset, Rtr, Rts, Sqd};
        use Transport::{Rc, Ud, XrcInitiator, XrcTarget};
        match (transport, state, self) {
            (_, _, QpTransition::ToReset) => Some(Reset),
            (_, _, QpTransition::ToError) => Some(Error),
            (_, Reset, QpTransition::ToInit { .. }) => Some(Init),
            (Rc | XrcInitiator | XrcTarget, Init, QpTransition::ToRtr { .. })
            | (Ud, Init, QpTransition::ToRtrUd) => Some(Rtr),
            (_, Rtr | Sqd, QpTransition::ToRts { .. }) => Some(Rts),
            (Rc | Ud | XrcInitiator, Rts, QpTransition::ToSqd) => Some(Sqd),
            _ => None,
        }
    }

    /// [`QpTransition::leads_to`], or the error that says why not.
    pub fn check(
        &self,
        transport: Transport,
        (qp, state): (QpNumber, QpState),
    ) -> Result<QpState, DeviceError> {
        let to = self.leads_to(transport, state);
        to.ok_or(DeviceError::InvalidState {
            qp,
            state,
            what: self.name(),
        })
    }

    /// The transition in words, for errors.
    pub fn name(&self) -> &'static str {
        match self {
            QpTransition::ToInit { .. } => "the transition to INIT",
            QpTransition::ToRtr { .. } => "the transition to RTR",
            QpTransition::ToRtrUd => "the transition of a UD pair to RTR",
            QpTransition::ToRts { .. } => "the transition to RTS",
            QpTransition::ToSqd => "the transition to SQD",
            QpTransition::ToError => "the transition to ERROR",
            QpTransition::ToReset => "the transition to RESET",
        }
    }
}
