//! What this process continues in the background: the collectives that it began, the messages
//! that it is sent, and the reads of announced messages.

use std::time::Duration;

use farreach_collectives::Wait;
use farreach_node::{Alarm, BOUNDED_SLEEP};

use crate::World;
use crate::progress::{Background, Continued, SLEEP_MAX};

impl World {
    /// Continues what can be continued, as the helper thread does while the program computes.
    pub(crate) fn help(&self) -> Continued {
        let continued = self.deliver_as_helper() | self.continue_tagged();
        match self.collective().requests().help() {
            Continued::Nothing { .. } if continued => Continued::Something,
            helped => helped,
        }
    }
}

impl World {
    /// Whether the helper thread would find messages, or something else to continue.
    pub(crate) fn can_help(&self) -> bool {
        self.has_arrivals_for_helper()
            || self.can_continue_tagged()
            || self.collective().requests().can_go_on()
    }
}

impl Background for World {
    #[inline]
    fn has_background(&self) -> bool {
        self.collective().requests().has_any() || self.messages().is_used()
    }

    #[inline]
    fn continue_background(&self) -> bool {
        let continued = self.may_deliver() && (self.deliver() | self.continue_tagged());
        self.collective().requests().go_on() || continued
    }

    fn can_continue_background(&self) -> bool {
        self.has_arrivals()
            || self.can_continue_tagged()
            || self.collective().requests().can_go_on()
    }

    fn background_sleep_max(&self) -> Duration {
        if self.messages().has_unsent() {
            // Receivers do not ring when they have made room.
            BOUNDED_SLEEP
        } else {
            SLEEP_MAX
        }
    }

    fn background_steps(&self) -> usize {
        let steps = self.collective().requests().steps();
        steps.wrapping_add(self.messages().delivered())
    }

    fn is_continuing_background(&self) -> bool {
        self.collective().requests().is_going_on()
    }

    fn with_background_alarms<R>(&self, f: impl FnOnce(&[Alarm<'_>]) -> R) -> R {
        let waits = self.collective().requests().waits_near();
        let alarms: Vec<_> = waits.iter().map(Wait::as_ref).collect();
        let alarms: Vec<_> = alarms
            .iter()
            .filter_map(|wait| self.alarm_of(wait))
            .collect();
        f(&alarms)
    }
}
