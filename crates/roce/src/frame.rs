//! Frames: what guards whole datagrams between hosts.
//!
//! ```text
//!                 ┌──────────────────────────────────────┐
//!   plain         │ datagram                             │                       within one host
//!                 └──────────────────────────────────────┘
//!                 ┌──────────────────────────────────────┬─────────┐
//!   checked       │ datagram                             │ CRC-32  │             between hosts
//!                 └──────────────────────────────────────┴─────────┘
//!   ┌─────────────┬──────────────────────────────────────┬─────────────────────┐
//!   │ instance 8  │                                      │                     │
//!   │ counter 8   │ datagram, encrypted                  │ tag 16              │ sealed
//!   └─────────────┴──────────────────────────────────────┴─────────────────────┘
//! ```
//!
//! Integers are little-endian. The check of a packet of a connection covers its headers. The CRC of
//! a frame covers the payload too, which crosses memory of adapters and switches that UDP's 16-bit
//! checksum guards poorly. Adapters at RoCEv2's port may be foreign, so datagrams from and to that
//! port have no frame, unless all datagrams are sealed.
//!
//! A sealed frame is encrypted and authenticated by AES-128-GCM. Its key follows from the secret of
//! the job, the two addresses, their direction, and the sender's instance, which is random. So each
//! sender has a key for each receiver. The nonce is the counter, which the sender increments with
//! every datagram: a packet that is sent again may carry other bytes, so its sequence number would
//! not do. The receiver refuses a counter that it has seen, or that is older than its window.
//!
//! Invariants:
//! - A sender never uses a counter twice under one key.
//! - A sealed datagram is accepted at most once.
//! - Before a datagram is authenticated, nothing of it changes any state.

mod window;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;

use aes_gcm::aead::AeadInOut;
use aes_gcm::{Aes128Gcm, KeyInit, Nonce, Tag};
use farreach_verbs::AdapterAddress;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::wire::UDP_PORT;
use window::Window;

/// Separates the keys of frames from other uses of the secret.
const LABEL: &[u8] = b"farreach sealed datagram 1\0";

/// Bytes of a CRC.
const CRC_LEN: usize = 4;
/// Bytes before a sealed datagram: instance and counter.
const FRONT_LEN: usize = 16;
/// Bytes behind it.
const TAG_LEN: usize = 16;

/// What guards the datagrams of an adapter. All adapters of a job must use the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// Nothing but what the packets have.
    Plain,
    /// A CRC over the whole datagram.
    Checked,
    /// Encryption and authentication under keys that follow from this secret, which the processes
    /// of a job share.
    Sealed([u8; 32]),
}

impl core::fmt::Debug for Protection {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Protection::Plain => "Plain",
            Protection::Checked => "Checked",
            Protection::Sealed(_) => "Sealed(..)",
        })
    }
}

impl Protection {
    /// Bytes before and behind a datagram.
    pub fn room(&self) -> (usize, usize) {
        match self {
            Protection::Plain => (0, 0),
            Protection::Checked => (0, CRC_LEN),
            Protection::Sealed(_) => (FRONT_LEN, TAG_LEN),
        }
    }

    /// Bytes by which a frame is longer than its datagram.
    pub fn overhead(&self) -> usize {
        let (before, behind) = self.room();
        before + behind
    }

    /// The protection of datagrams between two adapters.
    fn between(&self, own: AdapterAddress, peer: AdapterAddress) -> &Protection {
        let may_be_foreign = own.port == UDP_PORT || peer.port == UDP_PORT;
        if may_be_foreign && *self == Protection::Checked {
            &Protection::Plain
        } else {
            self
        }
    }
}

/// Makes frames of an adapter's datagrams.
pub struct Sealer {
    protection: Protection,
    own: AdapterAddress,
    instance: u64,
    receivers: BTreeMap<AdapterAddress, Outgoing>,
    #[cfg(feature = "planted-bugs")]
    bug: Option<Bug>,
}

/// The key toward one receiver, and the counter of the next datagram.
struct Outgoing {
    cipher: Box<Aes128Gcm>,
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
            receivers: BTreeMap::new(),
            #[cfg(feature = "planted-bugs")]
            bug: None,
        }
    }

    /// Bytes before and behind the datagrams to `to`.
    #[inline]
    pub fn room(&self, to: AdapterAddress) -> (usize, usize) {
        self.protection.between(self.own, to).room()
    }

    /// Makes a frame of the datagram that stands in `frame` with [`Sealer::room`] around it.
    ///
    /// # Panics
    /// If `frame` is shorter than the room.
    pub fn seal(&mut self, to: AdapterAddress, frame: &mut [u8]) {
        match *self.protection.between(self.own, to) {
            Protection::Plain => {}
            Protection::Checked => {
                let (datagram, crc) = frame.split_at_mut(frame.len() - CRC_LEN);
                crc.copy_from_slice(&crc32fast::hash(datagram).to_le_bytes());
            }
            Protection::Sealed(secret) => {
                let (own, instance) = (self.own, self.instance);
                let receiver = self.receivers.entry(to).or_insert_with(|| Outgoing {
                    cipher: cipher(&secret, own, to, instance),
                    next: 0,
                });
                let counter = receiver.next;
                receiver.next += 1;
                #[cfg(feature = "planted-bugs")]
                if self.bug == Some(Bug::CounterStays) && counter % 64 == 63 {
                    receiver.next = counter;
                }
                let (front, rest) = frame.split_at_mut(FRONT_LEN);
                let (datagram, tag) = rest.split_at_mut(rest.len() - TAG_LEN);
                front[..8].copy_from_slice(&instance.to_le_bytes());
                front[8..].copy_from_slice(&counter.to_le_bytes());
                let sealed =
                    receiver
                        .cipher
                        .encrypt_inout_detached(&nonce(counter), front, datagram.into());
                tag.copy_from_slice(&sealed.expect("a datagram is short"));
            }
        }
    }

    /// Makes the sealer misbehave from now on. Tests check that they find the planted bug.
    #[cfg(feature = "planted-bugs")]
    pub fn plant(&mut self, bug: Bug) {
        self.bug = Some(bug);
    }
}

/// Takes frames apart.
pub struct Opener {
    protection: Protection,
    own: AdapterAddress,
    /// The senders that were heard, each instance by itself. A job has few.
    senders: BTreeMap<(AdapterAddress, u64), Incoming>,
    #[cfg(feature = "planted-bugs")]
    bug: Option<Bug>,
}

/// The key of one sender's instance, and the counters that came.
struct Incoming {
    cipher: Box<Aes128Gcm>,
    seen: Window,
}

/// Why a frame was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Refused {
    /// The CRC is wrong, or the datagram is too short for a frame.
    Damaged,
    /// The frame was not sealed by a process of the job for this adapter, or it was changed.
    Forged,
    /// The frame came before, or is too old to know.
    Replayed,
}

impl Opener {
    /// The opener of the adapter at `own`.
    pub fn new(protection: Protection, own: AdapterAddress) -> Opener {
        Opener {
            protection,
            own,
            senders: BTreeMap::new(),
            #[cfg(feature = "planted-bugs")]
            bug: None,
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
        match *self.protection.between(self.own, from) {
            Protection::Plain => Ok(frame),
            Protection::Checked => {
                let (datagram, crc) = frame.split_last_chunk().ok_or(Refused::Damaged)?;
                let is_intact = crc32fast::hash(datagram) == u32::from_le_bytes(*crc);
                is_intact.then_some(datagram).ok_or(Refused::Damaged)
            }
            Protection::Sealed(secret) => self.open_sealed(&secret, from, frame),
        }
    }

    fn open_sealed<'a>(
        &mut self,
        secret: &[u8; 32],
        from: AdapterAddress,
        frame: &'a mut [u8],
    ) -> Result<&'a [u8], Refused> {
        let damaged = Refused::Damaged;
        let (front, rest) = frame.split_first_chunk_mut::<FRONT_LEN>().ok_or(damaged)?;
        let (datagram, tag) = rest.split_last_chunk_mut::<TAG_LEN>().ok_or(damaged)?;
        let (instance, counter) = front.split_at(8);
        let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        let (key, counter) = ((from, number(instance)), number(counter));
        if let Some(sender) = self.senders.get_mut(&key) {
            if sender.seen.refuses(counter) {
                #[cfg(feature = "planted-bugs")]
                let refuses = self.bug != Some(Bug::ReplayIsTaken);
                #[cfg(not(feature = "planted-bugs"))]
                let refuses = true;
                if refuses {
                    return Err(Refused::Replayed);
                }
            }
            sender.open(counter, front, datagram, tag)?;
        } else {
            // A sender is kept only after it was authenticated.
            let mut sender = Incoming {
                cipher: cipher(secret, from, self.own, key.1),
                seen: Window::default(),
            };
            sender.open(counter, front, datagram, tag)?;
            self.senders.insert(key, sender);
        }
        Ok(datagram)
    }

    /// Makes the opener misbehave from now on. Tests check that they find the planted bug.
    #[cfg(feature = "planted-bugs")]
    pub fn plant(&mut self, bug: Bug) {
        self.bug = Some(bug);
    }
}

impl Incoming {
    /// Decrypts a datagram in place, and notes its counter.
    fn open(
        &mut self,
        counter: u64,
        front: &[u8],
        datagram: &mut [u8],
        tag: &[u8; TAG_LEN],
    ) -> Result<(), Refused> {
        let tag = Tag::from(*tag);
        self.cipher
            .decrypt_inout_detached(&nonce(counter), front, datagram.into(), &tag)
            .map_err(|_| Refused::Forged)?;
        self.seen.note(counter);
        Ok(())
    }
}

/// The cipher of the datagrams of one sender to one receiver. The key is what HKDF-Expand (RFC 5869)
/// makes of the secret, which is uniformly random.
fn cipher(
    secret: &[u8; 32],
    from: AdapterAddress,
    to: AdapterAddress,
    instance: u64,
) -> Box<Aes128Gcm> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(LABEL);
    for address in [from, to] {
        mac.update(&address.gid);
        mac.update(&address.port.to_be_bytes());
    }
    mac.update(&instance.to_be_bytes());
    mac.update(&[1]);
    let key = mac.finalize().into_bytes();
    Box::new(Aes128Gcm::new_from_slice(&key[..16]).expect("sixteen bytes"))
}

fn nonce(counter: u64) -> Nonce<aes_gcm::aead::consts::U12> {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&counter.to_le_bytes());
    nonce.into()
}

/// The bugs that can be planted.
#[cfg(feature = "planted-bugs")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// The sealer now and then uses a counter twice.
    CounterStays,
    /// The opener takes what came before.
    ReplayIsTaken,
}

#[cfg(test)]
mod tests;
