//! A process's way through the steps of its pattern.

use farreach_patterns::{Kind, Step};

/// Stands for no process.
const NOBODY: u32 = u32::MAX;

/// A step in which the process does something.
#[derive(Clone, Copy)]
struct Own {
    number: u32,
    to: u32,
    from: u32,
    bytes: u32,
    kind: Kind,
}

/// A message of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// The number of the step.
    pub(crate) step: u32,
    pub(crate) to: u32,
    pub(crate) bytes: u32,
    pub(crate) kind: Kind,
}

impl Message {
    /// Where the data of the step arrives: an update's old value comes back to `rank`, its sender.
    pub(crate) fn arrives_at(&self, rank: u32) -> u32 {
        match self.kind {
            Kind::Message => self.to,
            Kind::Update => rank,
        }
    }
}

/// The steps of a process, and how far it has come.
pub(crate) struct Walk {
    steps: Box<[Own]>,
    /// The steps that are done.
    done: u32,
    /// Whether the present step's message was sent, or waits for a connection.
    has_sent: bool,
    /// Steps whose data was taken.
    taken: u32,
    /// Steps whose data has come before its turn.
    early: Vec<u32>,
}

impl Walk {
    pub(crate) fn new(steps: &[Step]) -> Walk {
        let own = (0..).zip(steps).filter_map(|(number, step)| {
            let awaited = match step.kind {
                Kind::Message => step.from,
                Kind::Update => step.to,
            };
            let (to, from) = (step.to.unwrap_or(NOBODY), awaited.unwrap_or(NOBODY));
            (to != NOBODY || from != NOBODY).then_some(Own {
                number,
                to,
                from,
                bytes: u32::try_from(step.bytes).unwrap_or(u32::MAX),
                kind: step.kind,
            })
        });
        Walk {
            steps: own.collect(),
            done: 0,
            has_sent: false,
            taken: 0,
            early: Vec::new(),
        }
    }

    /// Notes that the data of a step has come.
    pub(crate) fn came(&mut self, step: u32) {
        self.early.push(step);
    }

    /// The step whose data the process awaits now.
    pub(crate) fn awaited(&self) -> Option<u32> {
        let step = self.steps.get(self.done as usize)?;
        let awaits = self.has_sent && step.from != NOBODY && !self.early.contains(&step.number);
        awaits.then_some(step.number)
    }

    /// The number of steps whose data was taken since the last call.
    pub(crate) fn take_taken(&mut self) -> u32 {
        std::mem::take(&mut self.taken)
    }

    /// Takes steps until one sends a message, which is returned, or awaits data.
    pub(crate) fn next(&mut self) -> Option<Message> {
        loop {
            let step = *self.steps.get(self.done as usize)?;
            if !self.has_sent {
                self.has_sent = true;
                if step.to != NOBODY {
                    return Some(Message {
                        step: step.number,
                        to: step.to,
                        bytes: step.bytes,
                        kind: step.kind,
                    });
                }
            }
            if step.from != NOBODY {
                let at = self.early.iter().position(|&early| early == step.number)?;
                self.early.swap_remove(at);
                self.taken += 1;
            }
            self.done += 1;
            self.has_sent = false;
        }
    }

    /// Whether another step can be taken without an arrival.
    pub(crate) fn can_go_on(&self) -> bool {
        let step = self.steps.get(self.done as usize);
        step.is_some_and(|step| {
            !self.has_sent || step.from == NOBODY || self.early.contains(&step.number)
        })
    }

    /// Data that came and that no step awaited.
    pub(crate) fn left_over(&self) -> usize {
        self.early.len()
    }

    /// Whether all steps are done.
    pub(crate) fn is_done(&self) -> bool {
        self.done as usize == self.steps.len()
    }

    /// The steps that are done, and all.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.done as usize, self.steps.len())
    }
}
