//! The parts of `node`'s module `inboxes`.

#[path = "../../src/inboxes/incoming.rs"]
pub(crate) mod incoming;
#[path = "../../src/inboxes/outgoing.rs"]
pub(crate) mod outgoing;
#[path = "../../src/inboxes/slots.rs"]
pub(crate) mod slots;
