//! Asynchronous events: what the adapter tells outside of completions.
//!
//! ```text
//!   driver ──▶ descriptor of the context ──▶ take_async ──▶ queue pair: its state is ERROR
//!                                                      ├──▶ port, address: Notice, for the user
//!                                                      └──▶ device, queue: Loss, nothing completes any more
//! ```

#![allow(unsafe_code)]

use std::time::Duration;

use farreach_verbs::{QpNumber, QpState};
use thiserror::Error;

use super::IbvDevice;
use crate::ffi::{AsyncEvent, Gid, Qp as RawQp, value};

/// The time between two looks at the events while nobody sleeps. A look is a system call.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Notices that are kept until they are taken.
const NOTICES_MOST: usize = 16;

/// What an adapter has lost for ever. Nothing that needs it completes any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Loss {
    /// The adapter.
    #[error("the adapter failed, or was removed: the kernel's log says why")]
    Device,
    /// A completion queue.
    #[error("the adapter lost a completion queue: its completions are gone")]
    CompletionQueue,
    /// A shared receive queue.
    #[error("the adapter lost a shared receive queue: its buffers are gone")]
    SharedQueue,
}

/// What has changed at the adapter. What is under way goes on when the change is undone, and else fails after the peers' timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Notice {
    /// The port carries nothing.
    #[error(
        "port {port} is down: connect its cable or turn its network interface on (ip link set DEV up)"
    )]
    PortDown {
        /// The port's number.
        port: u8,
    },
    /// The port works again.
    #[error("port {port} is up again")]
    PortUp {
        /// The port's number.
        port: u8,
    },
    /// The address by which peers reach this process is not the port's any more.
    #[error(
        "port {port} has another address than at the start, so that peers reach this process no more: give its network interface the \
         address back"
    )]
    AddressGone {
        /// The port's number.
        port: u8,
    },
}

impl<M> IbvDevice<M> {
    /// Takes the first loss since the last call.
    pub fn take_loss(&mut self) -> Option<Loss> {
        self.loss.take()
    }

    /// Takes the next notice.
    pub fn take_notice(&mut self) -> Option<Notice> {
        self.notices.pop_front()
    }

    /// Notes a loss.
    #[cold]
    pub(super) fn lose(&mut self, loss: Loss) {
        if !self.has_lost {
            self.has_lost = true;
            self.loss = Some(loss);
        }
    }

    /// Takes the events that have come.
    pub(super) fn take_async(&mut self) {
        self.look_at_events_at = self.now + LOOK_EVERY;
        loop {
            let mut event = AsyncEvent::blank();
            // SAFETY: the device is open, and the library stores an event.
            let failed = unsafe { (self.verbs.ibv_get_async_event)(self.context, &raw mut event) };
            if failed != 0 {
                let error = std::io::Error::last_os_error();
                // The kernel answers so once the device is gone.
                if error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error()) {
                    self.lose(Loss::Device);
                }
                return;
            }
            // SAFETY: the library has filled the event. The queue pair exists until the event is acknowledged.
            let queue_pair = unsafe {
                match event.event_type {
                    value::EVENT_QP_FATAL
                    | value::EVENT_QP_REQ_ERR
                    | value::EVENT_QP_ACCESS_ERR
                    | value::EVENT_PATH_MIG_ERR => {
                        Some(QpNumber((*event.element.pointer.cast::<RawQp>()).qp_num))
                    }
                    _ => None,
                }
            };
            // SAFETY: the event was taken above, once.
            unsafe { (self.verbs.ibv_ack_async_event)(&raw mut event) };
            // SAFETY: events of ports have a number in their element.
            let port = unsafe { event.element.number };
            let is_own = port == i32::from(self.port.number);
            match event.event_type {
                value::EVENT_CQ_ERR => self.lose(Loss::CompletionQueue),
                value::EVENT_SRQ_ERR => self.lose(Loss::SharedQueue),
                value::EVENT_DEVICE_FATAL => self.lose(Loss::Device),
                value::EVENT_PORT_ERR if is_own => self.tell(|port| Notice::PortDown { port }),
                value::EVENT_PORT_ACTIVE if is_own => self.tell(|port| Notice::PortUp { port }),
                value::EVENT_GID_CHANGE | value::EVENT_LID_CHANGE
                    if is_own && !self.has_address() =>
                {
                    self.tell(|port| Notice::AddressGone { port });
                }
                _ => {}
            }
            // The driver flushes what was posted. What a peer does with the queue pair fails there.
            if let Some(qp) = queue_pair.and_then(|number| self.qps.get_mut(&number)) {
                qp.state = QpState::Error;
            }
        }
    }

    fn tell(&mut self, notice: impl FnOnce(u8) -> Notice) {
        if self.notices.len() < NOTICES_MOST {
            self.notices.push_back(notice(self.port.number));
        }
    }

    /// Whether the port still has the address that peers know.
    fn has_address(&self) -> bool {
        let (number, index) = (self.port.number, i32::from(self.port.gid_index));
        let mut gid = Gid::new([0; 16]);
        // SAFETY: the device is open, and the library stores a GID.
        let failed =
            unsafe { (self.verbs.ibv_query_gid)(self.context, number, index, &raw mut gid) };
        // SAFETY: plain data, for which zeros are valid.
        let mut attributes: crate::ffi::PortAttr = unsafe { std::mem::zeroed() };
        // SAFETY: the device is open, and the library fills the attributes.
        let unknown =
            unsafe { (self.verbs.ibv_query_port)(self.context, number, &raw mut attributes) };
        let has_lid =
            self.port.is_ethernet() || unknown != 0 || attributes.lid == self.port.attributes.lid;
        failed == 0 && gid.raw == self.port.gid.raw && has_lid
    }
}
