//! The making of groups out of groups, and their end.

use crate::choice::choose;
use crate::layout::{SETS, context_of_set, set_of_context};
use crate::mode::Mode;
use crate::process::{Fault, Lock, Process};
use crate::{Collectives, Group, Members, Operator, Target};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The number of words with a bit for each set that a process can be a member of.
const WORDS: usize = SETS.div_ceil(u64::BITS) as usize;

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

const _: () = assert!(SETS.is_multiple_of(u64::BITS));

impl Contexts {
    /// Takes the context of a set if it is free. Returns the last signal counted.
    fn take(&mut self, set: u32) -> Option<u64> {
        let (word, bit) = place(set);
        if self.free[word] & bit == 0 {
            return None;
        }
        self.free[word] &= !bit;
        self.tried += 1;
        Some(self.numbers.get(set as usize).copied().unwrap_or(0))
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

impl<P: Process, M: Mode<P>> Collectives<'_, P, M> {
    /// Splits this group into new ones. Each member names the ranks of its new group, or none. The
    /// members of a new group must name the same ranks. Collective over this group.
    pub async fn split(&self, members: Option<Members>) -> Result<Option<Group<P>>, P::Error> {
        let checked = members
            .as_ref()
            .map_or(Ok(()), |members| self.check_members(members));
        if self.compares {
            self.compare("split", &[]).await?;
        }
        let mut attempt = 0;
        loop {
            // The contexts that are not free here, whether one is being taken now, and whether
            // there is no context left.
            let mut words = [0; WORDS + 2];
            {
                let contexts = self.process.contexts().lock();
                for (word, free) in words.iter_mut().zip(contexts.free) {
                    *word = !free;
                }
                words[WORDS] = u64::from(contexts.tried != 0);
                words[WORDS + 1] = u64::from(checked.is_err());
            }
            self.inside().agree(&mut words, |a, b| a | b).await?;
            if words[WORDS + 1] != 0 {
                checked?;
                return Err(
                    self.mismatch("another member asked for a set that can't be".to_owned())
                );
            }
            let candidates = (0..).zip(words[..WORDS].iter().map(|taken| !taken));
            // Who is in the way of others looks among more of them.
            let enough = attempt.min(u64::from(u64::BITS)) as u32;
            let (first, free) = { candidates.clone() }
                .find(|(_, free)| free.count_ones() > enough)
                .or_else(|| { candidates }.find(|(_, free)| *free != 0))
                .unwrap_or((0, 0));
            if free == 0 && words[WORDS] == 0 {
                return Err(P::Error::from(Fault::TooManyGroups {
                    rank: self.process.rank(),
                    limit: SETS,
                }));
            }
            let chosen = choose(free, u64::from(self.group.context()), attempt);
            if chosen != 0 {
                let set = first * u64::BITS + chosen.trailing_zeros();
                if let Some(number) = self.take_context(set, members.is_some()).await? {
                    let context = context_of_set(set);
                    let group = |members| Group::new(self.process, members, context, number);
                    return Ok(members.map(group));
                }
            }
            attempt += u64::from(free != 0);
            self.process.yield_now();
        }
    }

    /// Takes the context of a set on the members that will be in the set, if it is free on all of
    /// them. Returns the last signal counted on any of them.
    async fn take_context(&self, set: u32, is_member: bool) -> Result<Option<u64>, P::Error> {
        // A process that is no member of the new set takes nothing.
        let taken = is_member.then(|| self.process.contexts().lock().take(set));
        let is_taken = matches!(taken, Some(Some(_)));
        let mut words = [
            u64::from(is_member && !is_taken),
            taken.flatten().unwrap_or(0),
        ];
        let agreed = self.inside().agree(&mut words, u64::max).await;
        let is_free = agreed.is_ok() && words[0] == 0;
        if is_taken {
            let mut contexts = self.process.contexts().lock();
            contexts.tried -= 1;
            if !is_free {
                contexts.give_back(set);
            }
        }
        agreed?;
        Ok(is_free.then_some(words[1]))
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
