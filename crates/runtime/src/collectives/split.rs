//! Making groups out of groups, and ending them.

use super::choice::choose;
use super::layout::CONTEXTS;
use super::mode::Blocks;
use super::{Group, Members, Operator, Run, Target};
use crate::Error;

/// The words that members agree by: contexts that are not free on all, whether one is just being taken, whether one asked for a set
/// that can't be, and the numbers of the contexts.
const WORDS: usize = FLAGS + CONTEXTS as usize;
const FLAGS: usize = 3;

/// The contexts of a process.
#[derive(Debug)]
pub(crate) struct Contexts {
    /// A bit for each that is free.
    free: u64,
    /// A bit for each that was taken by a set of which not all members have it yet.
    tried: u64,
    /// How far the signals in each were counted by its last group.
    numbers: [u64; CONTEXTS as usize],
}

impl Contexts {
    pub(crate) fn new() -> Contexts {
        Contexts {
            // The first is the world's.
            free: ((1u64 << CONTEXTS) - 1) & !1,
            tried: 0,
            numbers: [0; CONTEXTS as usize],
        }
    }

    /// What this process says of the `wanted` contexts.
    fn words(&self, wanted: u64) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        (words[0], words[1]) = (!(self.free & wanted), u64::from(self.tried != 0));
        words[FLAGS..].copy_from_slice(&self.numbers);
        words
    }

    /// Takes the context of a bit if it is free; says whether it was.
    fn take(&mut self, bit: u64) -> [u64; WORDS] {
        let words = self.words(bit);
        self.tried |= self.free & bit;
        self.free &= !bit;
        words
    }
}

impl Run<'_, Blocks> {
    /// Makes new groups of members of this one: each member names the ranks of the group that it will be part of, alike
    /// with the others of that group, or none. Collective over this group.
    pub(super) async fn split(&self, members: Option<Members>) -> Result<Option<Group>, Error> {
        let checked = members
            .as_ref()
            .map_or(Ok(()), |members| self.check_members(members));
        if self.compares {
            self.compare("split", &[]).await?;
        }
        let mut attempt = 0;
        loop {
            let mut words = self.world.contexts().words(u64::MAX);
            words[2] = u64::from(checked.is_err());
            self.compared().agree(&mut words).await?;
            if words[2] != 0 {
                checked?;
                return Err(
                    self.mismatch("another member asked for a set that can't be".to_owned())
                );
            }
            let (free, is_tried) = (!words[0], words[1] != 0);
            if free == 0 && !is_tried {
                return Err(Error::TooManyGroups {
                    rank: self.world.rank(),
                    limit: CONTEXTS,
                });
            }
            let chosen = choose(free, u64::from(self.group.context()), attempt);
            if chosen != 0
                && let Some(context) = self.take_context(chosen, members.is_some()).await?
            {
                let (context, number) = context;
                return Ok(members.map(|members| Group::new(self.world, members, context, number)));
            }
            attempt += u64::from(free != 0);
            std::thread::yield_now();
        }
    }

    /// Takes the context of a bit for those members that will be in a new group, if it is free on all; returns it, and how far its
    /// steps were counted.
    async fn take_context(&self, bit: u64, is_member: bool) -> Result<Option<(u32, u64)>, Error> {
        let mut words = if is_member {
            self.world.contexts().take(bit)
        } else {
            // It has no use for it.
            [0; WORDS]
        };
        let is_taken = is_member && words[0] & bit == 0;
        let agreed = self.compared().agree(&mut words).await;
        let is_free = agreed.is_ok() && words[0] & bit == 0;
        if is_taken {
            let mut contexts = self.world.contexts();
            contexts.tried &= !bit;
            if !is_free {
                contexts.free |= bit;
            }
        }
        agreed?;
        let context = bit.trailing_zeros();
        Ok(is_free.then(|| (context, words[FLAGS + context as usize])))
    }

    /// The greatest of each word, over all members but for the flags, of which all bits are taken.
    async fn agree(&self, words: &mut [u64; WORDS]) -> Result<(), Error> {
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
        self.all_reduce_into(None, Target::Private(&mut bytes), &operator)
            .await?;
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
    pub(super) async fn disband(&self) -> Result<(), Error> {
        if self.compares {
            self.compare("disband", &[]).await?;
        }
        let number = self.wind_up().await;
        let number = self.or_abort(number)?;
        let context = self.group.context();
        assert!(context != 0, "the world's group stays");
        let mut contexts = self.world.contexts();
        contexts.free |= 1 << context;
        contexts.numbers[context as usize] = number;
        Ok(())
    }

    /// The last barrier of a group: nothing of it is under way afterwards. Returns how far its steps were counted.
    pub(super) async fn wind_up(&self) -> Result<u64, Error> {
        let mut state = self.turn();
        if let Some(near) = self.group.near() {
            self.settle(&mut state).await?;
            self.synchronize_far(&mut state).await?;
            self.reset_channels(&mut state);
            state.number = near.turn(self.world).number;
        } else {
            self.quiet().await?;
            self.synchronize_local(&mut state).await;
        }
        Ok(state.number)
    }
}
