//! Abilities that some devices have and others lack.

use core::fmt;
use core::ops::BitOr;

use crate::{AtomicOp, AtomicWidth, Attributes};

/// A set of abilities that not every device has. A device can be told to do without some, so that what
/// stands in for them is tested on a device that has all.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Abilities(u16);

impl Abilities {
    /// No ability.
    pub const NONE: Abilities = Abilities(0);
    /// [`Attributes::keyed_check`]. Lists and blocks need it.
    pub const KEYED_CHECK: Abilities = Abilities(1);
    /// [`Attributes::write_list`].
    pub const LISTS: Abilities = Abilities(2);
    /// [`Attributes::blocks`].
    pub const BLOCKS: Abilities = Abilities(4);
    /// [`Attributes::coherent_atomics`].
    pub const COHERENT_ATOMICS: Abilities = Abilities(8);
    /// [`Attributes::extended_atomics`].
    pub const EXTENDED_ATOMICS: Abilities = Abilities(16);
    /// [`Attributes::registers_sparsely`].
    pub const SPARSE_REGIONS: Abilities = Abilities(32);
    /// [`Attributes::announces_writes`].
    pub const ANNOUNCED_WRITES: Abilities = Abilities(64);
    /// [`Attributes::shares_segments`].
    pub const SHARED_SEGMENTS: Abilities = Abilities(128);
    /// More than one scatter/gather entry of a request: [`Attributes::max_sge`], [`Attributes::max_sge_rd`].
    pub const SCATTER_GATHER: Abilities = Abilities(256);
    /// All of them.
    pub const ALL: Abilities = Abilities(511);

    /// Each ability with its name.
    pub const NAMES: [(Abilities, &str); 9] = [
        (Abilities::KEYED_CHECK, "keyed-check"),
        (Abilities::LISTS, "lists"),
        (Abilities::BLOCKS, "blocks"),
        (Abilities::COHERENT_ATOMICS, "coherent-atomics"),
        (Abilities::EXTENDED_ATOMICS, "extended-atomics"),
        (Abilities::SPARSE_REGIONS, "sparse-regions"),
        (Abilities::ANNOUNCED_WRITES, "announced-writes"),
        (Abilities::SHARED_SEGMENTS, "shared-segments"),
        (Abilities::SCATTER_GATHER, "scatter-gather"),
    ];

    /// The set whose members' bits, in the order of [`Abilities::NAMES`], are set in `bits`.
    pub fn from_bits(bits: u8) -> Abilities {
        Abilities(u16::from(bits))
    }

    /// What peers are told of the set, as bits that [`Abilities::from_bits`] reads. They are not told of scatter/gather entries, which
    /// concern only the memory of the device's own process.
    pub fn bits(self) -> u8 {
        self.0 as u8
    }

    /// The set with these names, separated by commas. `none` and `all` are names too. `None` if a
    /// name is unknown. Shared segments are not among the names: a node's memory has nothing in their place.
    pub fn parse(text: &str) -> Option<Abilities> {
        let settable = Abilities::ALL.without(Abilities::SHARED_SEGMENTS);
        text.split(',').try_fold(Abilities::NONE, |set, name| {
            let one = match name.trim() {
                "none" => Abilities::NONE,
                "all" => settable,
                name => {
                    let known = Abilities::NAMES.iter().find(|known| known.1 == name);
                    known
                        .map(|known| known.0)
                        .filter(|one| settable.contains(*one))?
                }
            };
            Some(set | one)
        })
    }

    /// The set without those of `other`.
    #[must_use]
    pub fn without(self, other: Abilities) -> Abilities {
        Abilities(self.0 & !other.0)
    }

    /// Whether a device with these abilities executes an atomic so that it excludes those of the CPUs. Otherwise the CPU of
    /// the word's owner has to execute it.
    pub fn executes(self, width: AtomicWidth, op: AtomicOp) -> bool {
        let is_standard = width == AtomicWidth::W64
            && matches!(op, AtomicOp::Add(_) | AtomicOp::CompareSwap { .. });
        self.contains(Abilities::COHERENT_ATOMICS)
            && (is_standard || self.contains(Abilities::EXTENDED_ATOMICS))
    }

    /// Whether all of `other` are in the set.
    pub fn contains(self, other: Abilities) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Abilities {
    type Output = Abilities;

    fn bitor(self, rhs: Abilities) -> Abilities {
        Abilities(self.0 | rhs.0)
    }
}

impl fmt::Debug for Abilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Abilities::NAMES.iter();
        let members = names.filter(|(ability, _)| self.contains(*ability));
        f.debug_set()
            .entries(members.map(|(_, name)| name))
            .finish()
    }
}

impl Attributes {
    /// The attributes of the device if it does without some abilities.
    #[must_use]
    pub fn without(self, abilities: Abilities) -> Attributes {
        let has = |ability| !abilities.contains(ability);
        let keyed_check = self.keyed_check && has(Abilities::KEYED_CHECK);
        let has_lists = keyed_check && has(Abilities::LISTS);
        let entries = |most: u32| {
            if has(Abilities::SCATTER_GATHER) {
                most
            } else {
                most.min(1)
            }
        };
        Attributes {
            keyed_check,
            write_list: if has_lists { self.write_list } else { 0 },
            blocks: self.blocks && keyed_check && has(Abilities::BLOCKS),
            coherent_atomics: self.coherent_atomics && has(Abilities::COHERENT_ATOMICS),
            extended_atomics: self.extended_atomics && has(Abilities::EXTENDED_ATOMICS),
            registers_sparsely: self.registers_sparsely && has(Abilities::SPARSE_REGIONS),
            announces_writes: self.announces_writes && has(Abilities::ANNOUNCED_WRITES),
            shares_segments: self.shares_segments && has(Abilities::SHARED_SEGMENTS),
            max_sge: entries(self.max_sge),
            max_sge_rd: entries(self.max_sge_rd),
            ..self
        }
    }

    /// The abilities that the device has.
    pub fn abilities(&self) -> Abilities {
        let has = [
            self.keyed_check,
            self.write_list > 0,
            self.blocks,
            self.coherent_atomics,
            self.extended_atomics,
            self.registers_sparsely,
            self.announces_writes,
            self.shares_segments,
            self.max_sge > 1 || self.max_sge_rd > 1,
        ];
        (Abilities::NAMES.iter().zip(has))
            .filter(|(_, has)| *has)
            .fold(Abilities::NONE, |set, (named, _)| set | named.0)
    }
}
