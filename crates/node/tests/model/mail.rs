//! The parts of `node`'s module `mail`.

#[path = "../../src/mail/incoming.rs"]
pub(crate) mod incoming;
#[path = "../../src/mail/outgoing.rs"]
pub(crate) mod outgoing;
#[path = "../../src/mail/slots.rs"]
pub(crate) mod slots;
