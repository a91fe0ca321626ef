//! Collectives of the library's own bytes, by which communicators are made.

use std::sync::Arc;

use super::Run;
use super::between::swap;
use super::moving::{all_gather_listed, spread};
use crate::agreement::joined;
use crate::comm::Comm;
use crate::data::Data;
use crate::datatype::{Basic, Datatype};
use crate::error::Result;
use crate::group::Group;
use crate::mpi::{Mpi, number_of};

/// The least tag of messages by which members of a group agree. Tags of collectives, which are
/// numbered from 0 on, are not as great in practice.
const OF_GROUPS: u32 = 1 << 30;

/// The bytes as data of its own.
pub(crate) fn data_of(bytes: &[u8]) -> Data {
    let data = Data::room(bytes.len(), &Datatype::basic(Basic::Byte));
    data.with_mut_row(|row| row.copy_from_slice(bytes));
    data
}

/// Combines each of the members' words. By dissemination: a member's words may be combined twice.
pub(crate) async fn combined<const WORDS: usize>(
    run: &Run,
    own: [u64; WORDS],
    combine: impl Fn(u64, u64) -> u64,
) -> Result<[u64; WORDS]> {
    let (index, size) = (run.index(), run.size());
    let mut words = own;
    let mut distance = 1;
    while distance < size {
        let theirs = Data::room(8 * WORDS, &Datatype::basic(Basic::Byte));
        let ours = data_of(words.map(u64::to_ne_bytes).as_flattened());
        let (last, next) = (index + size - distance, index + distance);
        run.exchange([(last % size, &theirs)], [(next % size, &ours)])
            .await?;
        for (word, theirs) in words.iter_mut().zip(theirs.to_bytes().chunks_exact(8)) {
            let theirs = u64::from_ne_bytes(theirs.try_into().expect("8 bytes"));
            *word = combine(*word, theirs);
        }
        distance *= 2;
    }
    Ok(words)
}

/// The greatest of the members' numbers.
async fn greatest_of(run: &Run, own: u32) -> Result<u32> {
    let greater = |one: u64, other: u64| joined(one as u32, other as u32).into();
    let [greatest] = combined(run, [own.into()], greater).await?;
    Ok(greatest as u32)
}

/// The greatest of the numbers of both sides' members.
async fn greatest_between(run: &Run, own: u32) -> Result<u32> {
    let own = greatest_of(&run.on_side(), own).await?;
    let theirs = data_of(&[0; 4]);
    swap(run, &data_of(&own.to_ne_bytes()), &theirs).await?;
    spread(&run.on_side(), 0, &theirs).await?;
    Ok(joined(own, number_of(&theirs.to_bytes())))
}

/// A number that tells collectives of different communicators or tags apart.
pub(crate) fn key_of(comm: &Comm, tag: u32) -> u64 {
    u64::from(comm.context()) << 32 | u64::from(tag)
}

/// A context for a new communicator of all that take part in a collective.
pub(crate) async fn agreed(run: &Run) -> Result<u32> {
    let greatest = async |own| match run.comm.remote() {
        Some(_) => greatest_between(run, own).await,
        None => greatest_of(run, own).await,
    };
    let mut agreement = run
        .mpi
        .contexts
        .begin_agreement(key_of(&run.comm, run.tag), run.is_begun);
    loop {
        let agreed = greatest(agreement.propose()).await?;
        let refusal = agreement.claim(agreed);
        let is_refused = match refusal {
            Some(refusal) => greatest(refusal).await? != 0,
            None => false,
        };
        if let Some(context) = agreement.decide(is_refused)? {
            return Ok(context);
        }
    }
}

/// A duplicate of the communicator of a collective.
pub async fn duplicate(run: &Run) -> Result<Arc<Comm>> {
    let context = agreed(run).await?;
    let Some(remote) = run.comm.remote() else {
        return Ok(Arc::new(run.comm.twin(context)));
    };
    let side = run.on_side();
    let local = Arc::new(side.comm.twin(agreed(&side).await?));
    let made = Comm::between(context, &local, remote.clone());
    made.take_over(&run.comm);
    Ok(Arc::new(made))
}

impl Mpi {
    /// The bytes of all members, which have one length.
    pub(crate) fn all_gather_bytes(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        own: &[u8],
    ) -> Result<Vec<u8>> {
        let run = Run::new(self, comm);
        let size = comm.size() as usize;
        let all = Data::room(own.len() * size, &Datatype::basic(Basic::Byte));
        let parts = (0..size).map(|at| all.part(at * own.len(), own.len()));
        self.block(
            &run,
            all_gather_listed(run.clone(), Some(data_of(own)), parts.collect()),
        )?;
        Ok(all.to_bytes())
    }

    /// Copies the bytes of a member to all.
    pub(crate) fn broadcast_bytes(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        root: u32,
        bytes: &mut [u8],
    ) -> Result<()> {
        let run = Run::new(self, comm);
        let data = data_of(bytes);
        self.block(&run, spread(&run, root, &data))?;
        bytes.copy_from_slice(&data.to_bytes());
        Ok(())
    }

    /// The greatest of the members' numbers.
    pub(crate) fn greatest(self: &Arc<Self>, comm: &Arc<Comm>, own: u32) -> Result<u32> {
        let run = Run::new(self, comm);
        self.block(&run, greatest_of(&run, own))
    }

    /// The first members of both sides exchange bytes, and tell the others. The other side sends
    /// `len` bytes.
    pub(crate) fn swap_between(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        own: &[u8],
        len: usize,
    ) -> Result<Vec<u8>> {
        let run = Run::new(self, comm);
        let theirs = Data::room(len, &Datatype::basic(Basic::Byte));
        self.block(&run, swap(&run, &data_of(own), &theirs))?;
        let mut theirs = theirs.to_bytes();
        let local = comm.local().expect("an intercommunicator");
        self.broadcast_bytes(local, 0, &mut theirs)?;
        Ok(theirs)
    }

    /// Exchanges bytes with a peer of `comm`, by a tag of the program. The peer sends `len` bytes.
    pub(crate) fn swap(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        peer: u32,
        tag: u32,
        own: &[u8],
        len: usize,
    ) -> Result<Vec<u8>> {
        let run = Run {
            tag: OF_GROUPS | tag,
            ..Run::of(self, comm)
        };
        let theirs = Data::room(len, &Datatype::basic(Basic::Byte));
        let own = data_of(own);
        self.block(&run, run.exchange([(peer, &theirs)], [(peer, &own)]))?;
        Ok(theirs.to_bytes())
    }

    /// A context for a new communicator of the processes of `group`, which alone call this.
    pub(crate) fn agree_in_group(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        group: &Group,
        tag: u32,
    ) -> Result<u32> {
        // The members send by the communicator's contexts. A communicator of them alone has their ranks.
        let members = Comm::new(comm.context(), group.clone(), self.rank(), comm.handler());
        let run = Run {
            tag: OF_GROUPS | tag,
            ..Run::of(self, &Arc::new(members))
        };
        self.block(&run, agreed(&run))
    }
}
