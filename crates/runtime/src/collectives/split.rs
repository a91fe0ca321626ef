//! Making groups out of groups, and ending them.

use super::layout::CONTEXTS;
use super::{Collectives, Group, Members, Operator, Target};
use crate::Error;

/// The words that members agree by: contexts that are not free on all, whether one was busy, whether one asked for a set that
/// can't be, and the numbers of the contexts.
const WORDS: usize = FLAGS + CONTEXTS as usize;
const FLAGS: usize = 3;

/// The contexts of a process.
#[derive(Debug)]
pub(crate) struct Contexts {
    /// A bit for each that is free.
    free: u64,
    /// How far the signals in each were counted by its last group.
    numbers: [u64; CONTEXTS as usize],
}

impl Contexts {
    pub(crate) fn new() -> Contexts {
        Contexts {
            // The first is the world's.
            free: ((1u64 << CONTEXTS) - 1) & !1,
            numbers: [0; CONTEXTS as usize],
        }
    }
}

impl Collectives<'_> {
    /// Makes new groups of members of this one: each member names the ranks of the group that it will be part of, alike
    /// with the others of that group, or none. Collective over this group.
    pub fn split(&self, members: Option<Members>) -> Result<Option<Group>, Error> {
        let checked = members
            .as_ref()
            .map_or(Ok(()), |members| self.check_members(members));
        self.compare("split", &[])?;
        loop {
            // Another thread may be splitting another group: both must not take the same context.
            let contexts = self.world.contexts().try_lock();
            let mut words = [0; WORDS];
            if let Ok(contexts) = &contexts {
                words[0] = !contexts.free;
                words[FLAGS..].copy_from_slice(&contexts.numbers);
            } else {
                (words[0], words[1]) = (u64::MAX, 1);
            }
            words[2] = u64::from(checked.is_err());
            self.compared().agree(&mut words)?;
            if words[2] != 0 {
                checked?;
                return Err(
                    self.mismatch("another member asked for a set that can't be".to_owned())
                );
            }
            let free = !words[0];
            if free != 0 {
                let mut contexts = contexts.expect("offered by all, so also by this process");
                let context = free.trailing_zeros();
                let Some(members) = members else {
                    return Ok(None);
                };
                contexts.free &= !(1 << context);
                let number = words[FLAGS + context as usize];
                return Ok(Some(Group::new(self.world, members, context, number)));
            }
            drop(contexts);
            if words[1] == 0 {
                return Err(Error::TooManyGroups {
                    rank: self.world.rank(),
                    limit: CONTEXTS,
                });
            }
            std::thread::yield_now();
        }
    }

    /// The greatest of each word, over all members but for the flags, of which all bits are taken.
    fn agree(&self, words: &mut [u64; WORDS]) -> Result<(), Error> {
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
        let combine = |into: &mut [u8], other: &[u8]| {
            let pairs = into.chunks_exact_mut(8).zip(other.chunks_exact(8));
            for (at, (into, other)) in pairs.enumerate() {
                let (a, b) = (word(into), word(other));
                let both = if at < FLAGS { a | b } else { a.max(b) };
                into.copy_from_slice(&both.to_ne_bytes());
            }
        };
        let operator = Operator {
            unit: bytes.len(),
            combine: &combine,
            identity: &[0; 8 * WORDS],
        };
        self.all_reduce(Target::Private(&mut bytes), &operator)?;
        for (into, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *into = word(bytes);
        }
        Ok(())
    }

    fn check_members(&self, members: &Members) -> Result<(), Error> {
        let world = self.world;
        let mut ranks = Vec::with_capacity(members.len() as usize);
        for index in 0..members.len() {
            let rank = members.rank(index).filter(|&rank| rank < world.size());
            let Some(rank) = rank.filter(|&rank| self.group.members().index_of(rank).is_some())
            else {
                return Err(self.mismatch(format!(
                        "member {index} of the new set is rank {}, which is not in the set of {} that is split",
                        rank.map_or("none".to_owned(), |rank| rank.to_string()),
                        self.group.size()
                    )));
            };
            ranks.push(rank);
        }
        ranks.sort_unstable();
        if let Some([twice, _]) = ranks.array_windows().find(|[a, b]| a == b) {
            return Err(self.mismatch(format!("rank {twice} is twice in the new set")));
        }
        if ranks.binary_search(&world.rank()).is_err() {
            return Err(
                self.mismatch("this rank is not in the set that it asks to be part of".to_owned())
            );
        }
        Ok(())
    }

    fn mismatch(&self, what: String) -> Error {
        Error::Mismatch {
            rank: self.world.rank(),
            what,
        }
    }

    /// Ends the group: collective over its members, which may not use it any more.
    pub fn disband(&self) -> Result<(), Error> {
        self.compare("disband", &[])?;
        let number = self.wind_up();
        let number = self.or_abort(number)?;
        let context = self.group.context();
        let mut contexts = self.world.contexts().lock();
        let contexts = contexts
            .as_mut()
            .expect("no panic while contexts are taken or given back");
        assert!(context != 0, "the world's group stays");
        contexts.free |= 1 << context;
        contexts.numbers[context as usize] = number;
        Ok(())
    }

    /// The last barrier of a group: nothing of it is under way afterwards. Returns how far its steps were counted.
    pub(super) fn wind_up(&self) -> Result<u64, Error> {
        let mut state = self.group.turn();
        if let Some(near) = self.group.near() {
            self.settle(&mut state)?;
            self.synchronize(&mut state)?;
            self.reset_channels(&mut state);
            state.number = near.turn().number;
        } else {
            self.world.quiet()?;
            self.synchronize(&mut state)?;
        }
        Ok(state.number)
    }
}
