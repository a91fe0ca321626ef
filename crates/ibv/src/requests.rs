//! Requests that are posted and have not completed.
//!
//! A driver reports the end of a signaled request and of each failed one. A request that the engine
//! posts without a signal still takes a place of the send queue, until a later one completes. So one of
//! several is signaled all the same, and its report is kept from the engine.

use std::collections::VecDeque;

use farreach_verbs::CompletionOp;

/// A request of a send queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Posted {
    pub(crate) id: u64,
    pub(crate) op: CompletionOp,
    /// Bytes that the request fetches.
    pub(crate) bytes: u32,
    /// Whether the caller wants a report of success.
    pub(crate) is_signaled: bool,
}

/// The requests of a send queue, in their order.
#[derive(Debug, Default)]
pub(crate) struct SendQueue {
    posted: VecDeque<Posted>,
    /// The number of the first of them. Requests are numbered in their order.
    first: u64,
    /// Requests since the last one that asks the driver for a report.
    since_signal: u32,
}

impl SendQueue {
    pub(crate) fn len(&self) -> usize {
        self.posted.len()
    }

    /// The number of the next request, and whether it has to ask the driver for a report, so that a queue of `depth` requests does
    /// not fill with requests whose end is never told.
    pub(crate) fn next(&self, is_signaled: bool, depth: u32) -> (u64, bool) {
        let number = self.first + self.posted.len() as u64;
        (
            number,
            is_signaled || self.since_signal + 1 >= depth.div_ceil(4),
        )
    }

    /// Adds the request that [`SendQueue::next`] told of.
    pub(crate) fn push(&mut self, posted: Posted, asks_for_report: bool) {
        self.posted.push_back(posted);
        self.since_signal = if asks_for_report {
            0
        } else {
            self.since_signal + 1
        };
    }

    /// Takes the request with a number, and those before it, which have ended well without a report. `None` if it is not there: the
    /// queue was emptied meanwhile.
    pub(crate) fn take(&mut self, number: u64) -> Option<Posted> {
        let before = usize::try_from(number.checked_sub(self.first)?).ok()?;
        if before >= self.posted.len() {
            return None;
        }
        self.posted.drain(..before);
        self.first = number + 1;
        self.posted.pop_front()
    }

    /// Takes the last `count` requests, in their order.
    pub(crate) fn take_last(&mut self, count: usize) -> Vec<Posted> {
        self.posted
            .drain(self.posted.len().saturating_sub(count)..)
            .collect()
    }

    /// Forgets all requests. Reports that still come are ignored.
    pub(crate) fn clear(&mut self) {
        self.first += self.posted.len() as u64;
        self.posted.clear();
        self.since_signal = 0;
    }
}

#[cfg(test)]
mod tests;
