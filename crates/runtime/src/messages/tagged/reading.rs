//! Reads of announced messages: where a source can be reached, and how it is read.
//!
//! | the sender is | the source is | place | read by |
//! |---|---|---|---|
//! | on this node | in its segment | `Segment` | a copy from the segment, which is mapped here |
//! | on this node | private | `Private` | cross-memory attach, if the kernel permits |
//! | on this node | in blocks | `Segment` | as above, from a packed copy there (`packed.rs`) |
//! | on another node | in its segment | `Segment` | a get |
//! | on another node | private, or in blocks | `Registered` | a get, if connections lead to processes |
//! | any | anything else, or more than the device can register | `Sender` | nobody: the sender sends the bytes in pieces |
//!
//! Sources and targets whose bytes are not in a row ([`Memory::scattered`]) are registered as they
//! are. The addresses of such a region count the bytes of the message, and the devices gather and
//! scatter them. From processes of this node such a target is read in parts, which are unpacked.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use farreach_engine::{AnnouncedSource, EngineError, Op, SINGLE_MAX, Target, Tracking};
use farreach_node::{Memory, View, order};
use farreach_verbs::{Access, Lkey, RemoteAddress};

use super::bytes::message_len;
use super::request::{Held, Request};
use super::{Shared, lock};
use crate::memory::{Leaving, chunks};
use crate::progress::CountsEnds;
use crate::{Error, World};

/// A read to carry out.
pub(super) struct Read {
    pub(super) number: u32,
    pub(super) from: u32,
    pub(super) place: AnnouncedSource,
    pub(super) into: Memory,
    /// The first byte of the message that is read.
    pub(super) at: usize,
    pub(super) len: usize,
}

/// Reads to carry out, the oldest first.
#[derive(Default)]
pub(super) struct Reads {
    near: VecDeque<Read>,
    far: VecDeque<Read>,
}

impl Reads {
    /// Those from processes of this node, or from others.
    pub(super) fn of(&mut self, is_near: bool) -> &mut VecDeque<Read> {
        if is_near {
            &mut self.near
        } else {
            &mut self.far
        }
    }
}

/// A read that the device has carried out.
pub(super) struct Ended {
    pub(super) number: u32,
    pub(super) registered: Lkey,
    pub(super) failure: Option<EngineError>,
}

/// What came of a read.
pub(super) enum ReadEnd {
    Read,
    /// The place can't be read.
    Refused,
    Failed(EngineError),
}

/// A read that the device carries out, in several operations if it is long.
struct FarRead {
    shared: Arc<Shared>,
    number: u32,
    registered: Lkey,
    left: AtomicUsize,
    failure: Mutex<Option<EngineError>>,
}

impl CountsEnds for FarRead {
    fn end_operation(&self, failure: Option<EngineError>) {
        if let Some(failure) = failure {
            lock(&self.failure).get_or_insert(failure);
        }
        if self.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.shared.note_end(Ended {
                number: self.number,
                registered: self.registered,
                failure: lock(&self.failure).take(),
            });
        }
    }
}

impl World {
    /// Where a near or far receiver finds the bytes of a source.
    pub(super) fn place_of(
        &self,
        is_near: bool,
        source: &Memory,
        request: &Request,
    ) -> Result<AnnouncedSource, Error> {
        let is_row = source.as_scattered().is_none();
        if is_row && let Some(offset) = offset_in(self.own_segment().view(), source.view()) {
            return Ok(AnnouncedSource::Segment(offset as u64));
        }
        if is_near {
            if !is_row {
                return Ok(AnnouncedSource::Sender);
            }
            let Some(namespace) = self.tagged_messages().attach.namespace() else {
                return Ok(AnnouncedSource::Sender);
            };
            return Ok(AnnouncedSource::Private {
                process: self.process(),
                namespace,
                address: source.as_mut_ptr().addr() as u64,
            });
        }
        if message_len(source) <= SINGLE_MAX || self.settings().fabric.reach.is_shared() {
            return Ok(AnnouncedSource::Sender);
        }
        let network = self.direct().network()?;
        let access = Access::REMOTE_READ;
        let region = network.peek(|core, _| core.engine.register(source.clone(), access));
        let Ok(region) = region else {
            // A limit of the device, or bytes that it can't take in any order. Then the pieces are copied.
            return Ok(AnnouncedSource::Sender);
        };
        request.hold(Held::Registered(region.lkey));
        Ok(AnnouncedSource::Registered(region.remote(0)))
    }

    /// Reads what was announced. Returns `None` if the device does, and the end is noted.
    pub(super) fn begin_read(&self, shared: &Arc<Shared>, read: &Read) -> Option<ReadEnd> {
        let Some(near) = self.near(read.from) else {
            return self.begin_far_read(shared, read);
        };
        let into = &read.into;
        // Within a node no bytes come beside an announcement, so `at` is 0.
        let len = read.at + read.len;
        let is_read = match read.place {
            AnnouncedSource::Segment(offset) => {
                let offset = offset as usize;
                let copied = match into.as_scattered() {
                    None => into.view().copy_between(0, near.bytes, offset, len),
                    Some(into) => {
                        let packed = near.bytes.part(offset, len);
                        packed.map(|packed| into.write_from(0, packed))
                    }
                };
                order::after_get();
                copied.is_ok()
            }
            AnnouncedSource::Private {
                process,
                namespace,
                address,
            } => {
                let source = (process, namespace);
                shared.attach.read(read.from, source, address, (into, len))
            }
            AnnouncedSource::Sender | AnnouncedSource::Registered(_) => false,
        };
        Some(if is_read {
            ReadEnd::Read
        } else {
            ReadEnd::Refused
        })
    }

    fn begin_far_read(&self, shared: &Arc<Shared>, read: &Read) -> Option<ReadEnd> {
        let Read {
            number,
            from,
            place,
            at: first,
            len,
            ..
        } = *read;
        let Ok(network) = self.direct().network() else {
            return Some(ReadEnd::Refused);
        };
        if matches!(
            place,
            AnnouncedSource::Sender | AnnouncedSource::Private { .. }
        ) {
            return Some(ReadEnd::Refused);
        }
        let (target, access) = (read.into.clone(), Access::LOCAL_WRITE);
        let region = network.peek(|core, _| core.engine.register(target, access));
        let Ok(region) = region else {
            // The sender sends pieces instead, which are copied.
            return Some(ReadEnd::Refused);
        };
        let far = Arc::new(FarRead {
            shared: Arc::clone(shared),
            number,
            registered: region.lkey,
            left: AtomicUsize::new(chunks(len).count()),
            failure: Mutex::default(),
        });
        let op = |at: usize, len: usize| {
            let into = region.sge(at as u64, len as u32);
            match place {
                AnnouncedSource::Registered(remote) => Op::GetExposed {
                    into,
                    remote: RemoteAddress {
                        addr: remote.addr + at as u64,
                        ..remote
                    },
                },
                AnnouncedSource::Segment(offset) => Op::Get {
                    into: Target::Region(into),
                    offset: offset + at as u64,
                },
                AnnouncedSource::Sender | AnnouncedSource::Private { .. } => {
                    unreachable!("seen above")
                }
            }
        };
        let posted = self
            .direct()
            .post_without_waiting(from, Leaving::Awaited, |core, now| {
                for (at, len) in chunks(len) {
                    let at = first + at;
                    let token = core.token_counted_by(Arc::clone(&far) as Arc<dyn CountsEnds>);
                    core.engine
                        .submit(now, from, op(at, len), Tracking::Token(token));
                }
            });
        posted.is_err().then(|| {
            self.end_registration(region.lkey);
            ReadEnd::Refused
        })
    }
}

/// Whether all bytes of `part` are in `whole`, and where.
fn offset_in(whole: View<'_>, part: View<'_>) -> Option<usize> {
    let first = |view: View<'_>| view.as_non_null().addr().get();
    let offset = first(part).checked_sub(first(whole))?;
    (part.len() <= whole.len() && offset <= whole.len() - part.len()).then_some(offset)
}
