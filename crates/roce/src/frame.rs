//! Frames: what guards whole datagrams between hosts.
//!
//! ```text
//!                 ┌──────────────────────────────────────┐
//!   plain         │ datagram                             │
//!                 └──────────────────────────────────────┘
//!                 ┌──────────────────────────────────────┬─────────┐
//!   checked       │ datagram                             │ CRC-32  │
//!                 └──────────────────────────────────────┴─────────┘
//!   ┌─────────────┬──────────────────────────────────────┬─────────────┐
//!   │ instance 8  │                                      │             │
//!   │ counter 8   │ datagram                             │ tag 8       │         authentic
//!   └─────────────┴──────────────────────────────────────┴─────────────┘
//!   ┌─────────────┬──────────────────────────────────────┬─────────────────────┐
//!   │ instance 8  │                                      │                     │
//!   │ counter 8   │ datagram, encrypted                  │ tag 16              │ sealed
//!   └─────────────┴──────────────────────────────────────┴─────────────────────┘
//! ```
//!
//! Integers are little-endian. The check of a packet of a connection covers its headers. What guards a
//! frame covers the payload too.
//!
//! - The CRC finds damage: payloads cross memory of adapters and switches that UDP's 16-bit checksum
//!   guards poorly. Whoever changes a datagram on purpose can compute its CRC.
//! - The tag of an authentic frame is a keyed hash of all bytes before it (`universal.rs`).
//! - A sealed frame is encrypted and authenticated by AES-128-GCM.
//!
//! Adapters at RoCEv2's port may be foreign, so datagrams from and to that port have no CRC. Frames with
//! a tag are for jobs, which have no foreign adapters.
//!
//! The key of a tag follows from the secret of the job, the two addresses, their direction, and the
//! sender's instance, which is random. So each sender has a key for each receiver. The sender increments
//! the counter with every datagram. A packet that is sent again may carry other bytes, so its sequence
//! number would not do as the nonce of AES-128-GCM. The receiver refuses a counter that it has seen, or
//! that is older than its window.
//!
//! Invariants:
//! - A sender never uses a counter twice under one key.
//! - An authentic or sealed datagram is accepted at most once.
//! - Before a datagram is authenticated, nothing of it changes any state.

mod universal;
mod window;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;

use aes_gcm::aead::AeadInOut;
use aes_gcm::{Aes128Gcm, KeyInit, Nonce, Tag};
use farreach_verbs::AdapterAddress;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::wire::ROCE_PORT;
use crate::wire::icrc::{Flow, verify};
use universal::{TagKey, Universal};
use window::Window;

/// Separates the keys of sealed frames from other uses of the secret.
const SEALED_LABEL: &[u8] = b"farreach sealed datagram 1\0";
/// Separates the keys of authentic frames from other uses of the secret.
const AUTHENTIC_LABEL: &[u8] = b"farreach authentic datagram 1\0";

/// Bytes of a CRC.
const CRC_LEN: usize = 4;
/// Bytes before an authentic or sealed datagram: instance and counter.
const FRONT_LEN: usize = 16;
/// Bytes behind a sealed datagram.
const SEAL_LEN: usize = 16;
/// Bytes behind an authentic datagram.
const TAG_LEN: usize = 8;

/// What the processes of a job share and nobody else knows. `None` if a device is opened before its
/// process knows it. Until [`Sealer::set_secret`] and [`Opener::set_secret`] nothing is sent or taken.
pub type Secret = Option<[u8; 32]>;

/// What guards the datagrams of an adapter. All adapters of a job must use the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// Nothing but what the packets have.
    Plain,
    /// A CRC over the whole datagram.
    Checked,
    /// Authentication under keys that follow from this secret.
    Authentic(Secret),
    /// Encryption and authentication under keys that follow from this secret.
    Sealed(Secret),
}

impl core::fmt::Debug for Protection {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Protection::Plain => "Plain",
            Protection::Checked => "Checked",
            Protection::Authentic(_) => "Authentic(..)",
            Protection::Sealed(_) => "Sealed(..)",
        })
    }
}

impl Protection {
    /// The name of the kind of protection.
    pub fn name(&self) -> &'static str {
        match self {
            Protection::Plain => "plain",
            Protection::Checked => "checked",
            Protection::Authentic(_) => "authentic",
            Protection::Sealed(_) => "sealed",
        }
    }

    /// Bytes before and behind a datagram.
    pub fn room(&self) -> (usize, usize) {
        match self {
            Protection::Plain => (0, 0),
            Protection::Checked => (0, CRC_LEN),
            Protection::Authentic(_) => (FRONT_LEN, TAG_LEN),
            Protection::Sealed(_) => (FRONT_LEN, SEAL_LEN),
        }
    }

    /// Bytes by which a frame is longer than its datagram.
    pub fn overhead(&self) -> usize {
        let (before, behind) = self.room();
        before + behind
    }

    /// The protection of datagrams between two adapters.
    fn between(&self, own: AdapterAddress, peer: AdapterAddress) -> &Protection {
        let may_be_foreign = own.port == ROCE_PORT || peer.port == ROCE_PORT;
        if may_be_foreign && *self == Protection::Checked {
            &Protection::Plain
        } else {
            self
        }
    }

    /// Whether a secret is needed that is not known yet.
    fn awaits_secret(&self) -> bool {
        matches!(self, Protection::Authentic(None) | Protection::Sealed(None))
    }

    /// The protection with `secret`, if it needs one.
    fn with_secret(self, secret: [u8; 32]) -> Protection {
        match self {
            Protection::Plain | Protection::Checked => self,
            Protection::Authentic(_) => Protection::Authentic(Some(secret)),
            Protection::Sealed(_) => Protection::Sealed(Some(secret)),
        }
    }

    /// The hash of authentic frames.
    fn universal(&self) -> Option<Universal> {
        match self {
            Protection::Authentic(Some(secret)) => Some(Universal::new(secret)),
            _ => None,
        }
    }
}

/// The key of the frames of one sender to one receiver.
enum Key {
    Tag(TagKey),
    Cipher(Box<Aes128Gcm>),
}

impl Key {
    /// The key of frames of the sender's instance. It is what HKDF-Expand (RFC 5869) makes of the
    /// secret, which is uniformly random. `None` without a secret, and where frames have no key.
    fn new(
        protection: &Protection,
        from: AdapterAddress,
        to: AdapterAddress,
        instance: u64,
    ) -> Option<Key> {
        let (label, secret) = match protection {
            Protection::Plain | Protection::Checked => return None,
            Protection::Authentic(secret) => (AUTHENTIC_LABEL, secret.as_ref()?),
            Protection::Sealed(secret) => (SEALED_LABEL, secret.as_ref()?),
        };
        let mut mac =
            Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
        mac.update(label);
        for address in [from, to] {
            mac.update(&address.gid);
            mac.update(&address.port.to_be_bytes());
        }
        mac.update(&instance.to_be_bytes());
        mac.update(&[1]);
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let [key, _] = *bytes.as_chunks().0 else {
            unreachable!("twice sixteen bytes");
        };
        Some(match protection {
            Protection::Sealed(_) => Key::Cipher(Box::new(Aes128Gcm::new(&key.into()))),
            _ => Key::Tag(TagKey(key)),
        })
    }
}

/// Makes frames of an adapter's datagrams.
pub struct Sealer {
    protection: Protection,
    own: AdapterAddress,
    instance: u64,
    universal: Option<Universal>,
    receivers: BTreeMap<AdapterAddress, Outgoing>,
    #[cfg(debug_assertions)]
    bug: Option<Bug>,
}

/// The key toward one receiver, and the counter of the next datagram.
struct Outgoing {
    key: Key,
    next: u64,
}

impl Sealer {
    /// The sealer of the adapter at `own`. `instance` is random: no other adapter that ever has
    /// this address in the job has it.
    pub fn new(protection: Protection, own: AdapterAddress, instance: u64) -> Sealer {
        Sealer {
            protection,
            own,
            instance,
            universal: protection.universal(),
            receivers: BTreeMap::new(),
            #[cfg(debug_assertions)]
            bug: None,
        }
    }

    /// Sets the secret of the job, if the sealer was made without it.
    pub fn set_secret(&mut self, secret: [u8; 32]) {
        if self.protection.awaits_secret() {
            self.protection = self.protection.with_secret(secret);
            self.universal = self.protection.universal();
        }
    }

    /// Whether the secret of the job is not known yet, so that no frame can be made.
    #[inline]
    pub fn awaits_secret(&self) -> bool {
        self.protection.awaits_secret()
    }

    /// Bytes before and behind the datagrams to `to`.
    #[inline]
    pub fn room(&self, to: AdapterAddress) -> (usize, usize) {
        self.protection.between(self.own, to).room()
    }

    /// Makes a frame of the datagram that stands in `frame` with [`Sealer::room`] around it.
    ///
    /// # Panics
    /// If `frame` is shorter than the room, or the secret is not known yet.
    pub fn seal(&mut self, to: AdapterAddress, frame: &mut [u8]) {
        match self.protection.between(self.own, to) {
            Protection::Plain => return,
            Protection::Checked => {
                let (datagram, crc) = frame.split_at_mut(frame.len() - CRC_LEN);
                crc.copy_from_slice(&crc32fast::hash(datagram).to_le_bytes());
                return;
            }
            Protection::Authentic(_) | Protection::Sealed(_) => {}
        }
        let (protection, own, instance) = (&self.protection, self.own, self.instance);
        let receiver = self.receivers.entry(to).or_insert_with(|| {
            let key = Key::new(protection, own, to, instance);
            let key = key.expect("nothing is sent before the secret is known");
            Outgoing { key, next: 0 }
        });
        let counter = receiver.next;
        receiver.next += 1;
        #[cfg(debug_assertions)]
        if self.bug == Some(Bug::CounterStays) && counter % 64 == 63 {
            receiver.next = counter;
        }
        frame[..8].copy_from_slice(&instance.to_le_bytes());
        frame[8..FRONT_LEN].copy_from_slice(&counter.to_le_bytes());
        match &receiver.key {
            Key::Tag(key) => {
                let (covered, tag) = frame.split_at_mut(frame.len() - TAG_LEN);
                #[cfg(debug_assertions)]
                let covered = shortened(covered, self.bug);
                let universal = self.universal.as_ref().expect("there is a key");
                tag.copy_from_slice(&universal.tag(*key, covered));
            }
            Key::Cipher(cipher) => {
                let (front, rest) = frame.split_at_mut(FRONT_LEN);
                let (datagram, tag) = rest.split_at_mut(rest.len() - SEAL_LEN);
                let sealed = cipher.encrypt_inout_detached(&nonce(counter), front, datagram.into());
                tag.copy_from_slice(&sealed.expect("a datagram is short"));
            }
        }
    }

    /// Makes the sealer misbehave from now on. Tests check that they find the planted bug.
    #[cfg(debug_assertions)]
    pub fn plant(&mut self, bug: Bug) {
        self.bug = Some(bug);
    }
}

/// Takes frames apart.
pub struct Opener {
    protection: Protection,
    own: AdapterAddress,
    universal: Option<Universal>,
    /// The senders that were heard, each instance by itself. A job has few.
    senders: BTreeMap<(AdapterAddress, u64), Incoming>,
    #[cfg(debug_assertions)]
    bug: Option<Bug>,
}

/// The key of one sender's instance, and the counters that came.
struct Incoming {
    key: Key,
    seen: Window,
}

/// Why a frame was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Refused {
    /// The CRC is wrong, or the datagram is too short for a frame.
    Damaged,
    /// The frame was not made by a process of the job for this adapter, or it was changed.
    Forged,
    /// The frame came before, or is too old to know.
    Replayed,
    /// The secret of the job is not known yet. The sender sends again.
    Early,
}

impl Refused {
    /// The number of reasons.
    pub const COUNT: usize = Refused::Early as usize + 1;
}

impl Opener {
    /// The opener of the adapter at `own`.
    pub fn new(protection: Protection, own: AdapterAddress) -> Opener {
        Opener {
            protection,
            own,
            universal: protection.universal(),
            senders: BTreeMap::new(),
            #[cfg(debug_assertions)]
            bug: None,
        }
    }

    /// Sets the secret of the job, if the opener was made without it.
    pub fn set_secret(&mut self, secret: [u8; 32]) {
        if self.protection.awaits_secret() {
            self.protection = self.protection.with_secret(secret);
            self.universal = self.protection.universal();
        }
    }

    /// The protection of this adapter's datagrams.
    pub fn protection(&self) -> &Protection {
        &self.protection
    }

    /// The datagram in a frame that came from `from`. The bytes may be arbitrary.
    pub fn open<'a>(
        &mut self,
        from: AdapterAddress,
        frame: &'a mut [u8],
    ) -> Result<&'a [u8], Refused> {
        match self.protection.between(self.own, from) {
            Protection::Plain => Ok(frame),
            Protection::Checked => open_checked(frame),
            Protection::Authentic(_) | Protection::Sealed(_) => self.open_counted(from, frame),
        }
    }

    fn open_counted<'a>(
        &mut self,
        from: AdapterAddress,
        frame: &'a mut [u8],
    ) -> Result<&'a [u8], Refused> {
        let front = frame.first_chunk::<FRONT_LEN>().ok_or(Refused::Damaged)?;
        let [instance, counter] = *front.as_chunks().0 else {
            unreachable!("twice eight bytes");
        };
        let (instance, counter) = (u64::from_le_bytes(instance), u64::from_le_bytes(counter));
        let universal = self.universal.as_ref();
        #[cfg(debug_assertions)]
        let planted = self.bug;
        #[cfg(not(debug_assertions))]
        let planted = ();
        if let Some(sender) = self.senders.get_mut(&(from, instance)) {
            if sender.seen.refuses(counter) {
                #[cfg(debug_assertions)]
                let refuses = self.bug != Some(Bug::ReplayIsTaken);
                #[cfg(not(debug_assertions))]
                let refuses = true;
                if refuses {
                    return Err(Refused::Replayed);
                }
            }
            return sender.open(universal, counter, frame, planted);
        }
        // A sender is kept only after it was authenticated.
        let key = Key::new(&self.protection, from, self.own, instance).ok_or(Refused::Early)?;
        let mut sender = Incoming {
            key,
            seen: Window::default(),
        };
        let datagram = sender.open(universal, counter, frame, planted)?;
        self.senders.insert((from, instance), sender);
        Ok(datagram)
    }

    /// The protection that the sender of a refused frame has in the place of this adapter's, if the
    /// frame shows it.
    pub fn other_protection(&self, from: AdapterAddress, frame: &[u8]) -> Option<Protection> {
        let (Protection::Authentic(secret) | Protection::Sealed(secret)) = self.protection else {
            return None;
        };
        if open_checked(frame).is_ok() {
            return Some(Protection::Checked);
        }
        if verify(&Flow::new(from, self.own), frame) {
            return Some(Protection::Plain);
        }
        let others = [Protection::Authentic(secret), Protection::Sealed(secret)];
        let mut others = others.into_iter().filter(|other| *other != self.protection);
        others.find(|other| {
            let mut opener = Opener::new(*other, self.own);
            opener.open(from, &mut frame.to_vec()).is_ok()
        })
    }

    /// Makes the opener misbehave from now on. Tests check that they find the planted bug.
    #[cfg(debug_assertions)]
    pub fn plant(&mut self, bug: Bug) {
        self.bug = Some(bug);
    }
}

impl Incoming {
    /// Authenticates a frame, decrypts its datagram in place if it is encrypted, and notes its
    /// counter.
    #[inline]
    fn open<'a>(
        &mut self,
        universal: Option<&Universal>,
        counter: u64,
        frame: &'a mut [u8],
        planted: Planted,
    ) -> Result<&'a [u8], Refused> {
        let datagram: &[u8] = match &self.key {
            Key::Tag(key) => {
                let (covered, tag) = frame
                    .split_last_chunk::<TAG_LEN>()
                    .ok_or(Refused::Damaged)?;
                let datagram = covered.get(FRONT_LEN..).ok_or(Refused::Damaged)?;
                let universal = universal.ok_or(Refused::Early)?;
                let covered = shortened(covered, planted);
                if universal.tag(*key, covered) != *tag {
                    return Err(Refused::Forged);
                }
                datagram
            }
            Key::Cipher(cipher) => {
                let (front, rest) = frame.split_at_mut(FRONT_LEN);
                let (datagram, tag) = rest
                    .split_last_chunk_mut::<SEAL_LEN>()
                    .ok_or(Refused::Damaged)?;
                cipher
                    .decrypt_inout_detached(
                        &nonce(counter),
                        front,
                        (&mut *datagram).into(),
                        &Tag::from(*tag),
                    )
                    .map_err(|_| Refused::Forged)?;
                datagram
            }
        };
        self.seen.note(counter);
        Ok(datagram)
    }
}

fn open_checked(frame: &[u8]) -> Result<&[u8], Refused> {
    let (datagram, crc) = frame.split_last_chunk().ok_or(Refused::Damaged)?;
    let is_intact = crc32fast::hash(datagram) == u32::from_le_bytes(*crc);
    is_intact.then_some(datagram).ok_or(Refused::Damaged)
}

fn nonce(counter: u64) -> Nonce<aes_gcm::aead::consts::U12> {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&counter.to_le_bytes());
    nonce.into()
}

/// The planted bug, if any.
#[cfg(debug_assertions)]
type Planted = Option<Bug>;
#[cfg(not(debug_assertions))]
type Planted = ();

/// The bytes that a tag covers: all.
#[cfg(not(debug_assertions))]
fn shortened(covered: &[u8], (): Planted) -> &[u8] {
    covered
}

/// The bytes that a tag covers: all, unless the bug that they are not is planted.
#[cfg(debug_assertions)]
fn shortened(covered: &[u8], planted: Planted) -> &[u8] {
    let is_short = planted == Some(Bug::TagOfHeaders);
    let len = if is_short { 40 } else { usize::MAX };
    &covered[..covered.len().min(len)]
}

/// The bugs that can be planted.
#[cfg(debug_assertions)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// The sealer now and then uses a counter twice.
    CounterStays,
    /// The opener takes what came before.
    ReplayIsTaken,
    /// Tags cover the first bytes of frames alone.
    TagOfHeaders,
}

#[cfg(test)]
mod tests;
