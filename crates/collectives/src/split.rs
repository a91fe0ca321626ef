//! The making of groups out of groups, and their end.

use crate::layout::{SETS, set_of_context};
use crate::mode::WaitMode;
use crate::process::{Fault, Lock, Process};
use crate::search::{Choice, LOOKED, Search};
use crate::{Collectives, Group, Members, Operator, Order, Target};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The number of words with a bit for each set that a process can be a member of.
pub(crate) const WORDS: usize = SETS.div_ceil(u64::BITS) as usize;

/// The contexts of a process.
#[derive(Debug)]
pub struct Contexts {
    /// A bit for each free context, by the number of its set.
    free: [u64; WORDS],
    /// The number of contexts that were taken by sets whose members have not all taken theirs.
    tried: u32,
    /// The last signal counted in each context, by its last group. Contexts after the end have 0.
    numbers: Vec<u64>,
}

impl Default for Contexts {
    /// All contexts but the world's are free.
    fn default() -> Contexts {
        let mut free = [u64::MAX; WORDS];
        free[0] &= !1;
        Contexts {
            free,
            tried: 0,
            numbers: Vec::new(),
        }
    }
}

impl Contexts {
    /// Takes the context of a set if it is free. Returns the last signal counted.
    pub(crate) fn take(&mut self, set: u32) -> Option<u64> {
        let (word, bit) = place(set);
        if self.free[word] & bit == 0 {
            return None;
        }
        self.free[word] &= !bit;
        self.tried += 1;
        Some(self.numbers.get(set as usize).copied().unwrap_or(0))
    }

    /// A bit for each free context.
    pub(crate) fn free(&self) -> [u64; WORDS] {
        self.free
    }

    /// Whether contexts are taken whose sets' members have not all taken theirs.
    pub(crate) fn is_trying(&self) -> bool {
        self.tried != 0
    }

    /// Ends the try to take the context of a set.
    pub(crate) fn settle(&mut self, set: u32, is_agreed: bool) {
        self.tried -= 1;
        if !is_agreed {
            self.give_back(set);
        }
    }

    /// Returns the context of a set.
    fn give_back(&mut self, set: u32) {
        let (word, bit) = place(set);
        self.free[word] |= bit;
    }

    /// Records the last signal counted in the context of a set.
    fn count(&mut self, set: u32, number: u64) {
        let at = set as usize;
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, 0);
        }
        self.numbers[at] = number;
    }
}

/// The word and the bit of a set.
fn place(set: u32) -> (usize, u64) {
    ((set / u64::BITS) as usize, 1 << (set % u64::BITS))
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Splits this group into new ones. Each member names the ranks of its new group, or none. The
    /// members of a new group must name the same ranks. Collective over this group.
    pub async fn split(&self, members: Option<Members>) -> Result<Option<Group<P>>, P::Error> {
        let checked = members
            .as_ref()
            .map_or(Ok(()), |members| self.check_members(members));
        if self.compares {
            self.compare("split", &[]).await?;
        }
        let mut search = Search::new(u64::from(self.group.context()));
        loop {
            // The last word says whether a member asks for what can't be.
            let mut words = [0; LOOKED + 1];
            words[..LOOKED].copy_from_slice(&Search::look(self.process));
            words[LOOKED] = u64::from(checked.is_err());
            self.inside().agree(&mut words, |a, b| a | b).await?;
            if words[LOOKED] != 0 {
                checked?;
                return Err(
                    self.mismatch("another member asked for a set that can't be".to_owned())
                );
            }
            let looked = words.first_chunk().expect("longer");
            match search.choose(looked) {
                Choice::Exhausted => {
                    return Err(P::Error::from(Fault::TooManyGroups {
                        rank: self.process.rank(),
                        limit: SETS,
                    }));
                }
                Choice::Take(candidate) => {
                    // A process that is no member of the new set takes nothing.
                    let taken = match &members {
                        Some(_) => candidate.take(self.process),
                        None => candidate.leave(),
                    };
                    let mut words = taken.words;
                    let agreed = self.inside().agree(&mut words, u64::max).await;
                    let found = taken.decide(self.process, agreed.is_ok().then_some(words));
                    agreed?;
                    if let Some((context, number)) = found {
                        let group = |members| Group::new(self.process, members, context, number);
                        return Ok(members.map(group));
                    }
                }
                Choice::Again => {}
            }
            self.process.yield_now();
        }
    }

    /// Combines each word over all members.
    async fn agree(
        &self,
        words: &mut [u64],
        combine: impl Fn(u64, u64) -> u64 + Sync,
    ) -> Result<(), P::Error> {
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
        let combine = |into: &mut [u8], other: &[u8]| {
            for (into, other) in into.chunks_exact_mut(8).zip(other.chunks_exact(8)) {
                into.copy_from_slice(&combine(word(into), word(other)).to_ne_bytes());
            }
        };
        let operator = Operator {
            unit: 8,
            combine: &combine,
            identity: &[0; 8],
            order: Order::Any,
        };
        self.all_reduce_into(None, Target::Private(&mut bytes), &operator)
            .await?;
        for (into, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *into = word(bytes);
        }
        Ok(())
    }

    fn check_members(&self, members: &Members) -> Result<(), P::Error> {
        let world = self.process;
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

    /// Ends the group. Collective over its members, which may not use it afterwards.
    pub async fn disband(&self) -> Result<(), P::Error> {
        if self.compares {
            self.compare("disband", &[]).await?;
        }
        let number = self.wind_up().await?;
        let context = self.group.context();
        assert!(context != 0, "the world's group stays");
        let mut contexts = self.process.contexts().lock();
        let set = set_of_context(context);
        contexts.count(set, number);
        contexts.give_back(set);
        Ok(())
    }

    /// The last barrier of a group. Nothing of the group is under way afterwards. Returns the
    /// number of the last step.
    pub async fn wind_up(&self) -> Result<u64, P::Error> {
        let number = self.come_to_rest().await;
        self.or_abort(number)
    }

    async fn come_to_rest(&self) -> Result<u64, P::Error> {
        let mut state = self.turn();
        if self.group.near().is_some() {
            self.settle(&mut state).await?;
            self.synchronize_far(&mut state).await?;
            self.reset_channels(&mut state);
            state.number = self.on_node().turn().number;
        } else {
            self.quiet().await?;
            self.synchronize_local(&mut state).await;
        }
        Ok(state.number)
    }
}
