//! What a process needs of whoever started it.

use std::net::IpAddr;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use farreach_node::{Arena, Endpoint};

use super::{JobError, Placement};

/// The job that this process is a rank of.
///
/// Every launcher gives a rank, a placement, an arena, the exchange of endpoints, and an end of the job. Some launchers offer more.
/// What they offer has a default here, for launchers that don't.
///
/// | offered by some launchers | default |
/// |---|---|
/// | the job's age | not known |
/// | which hosts have RDMA adapters | not known |
/// | statistics of each process | dropped |
/// | a descriptor to hear the launcher on | none: whoever waits looks again after a time |
/// | the search for deadlocks | none: a deadlocked job stays until its user ends it |
/// | questions after silent peers | never answered: an operation toward a silent peer stays under way, and the launcher ends the job if the peer's process has ended |
///
/// No method but [`wait_released`](Job::wait_released) blocks. Any thread may call any method.
///
/// # Clocks
/// Two hosts' clocks have nothing in common. An implementation gives durations, and only of one host's clock.
pub(crate) trait Job: Send + Sync {
    /// This process's rank.
    fn rank(&self) -> u32;

    /// Which ranks live on which node.
    fn placement(&self) -> &Placement {
        self.arena().placement()
    }

    /// The name of this machine.
    fn host(&self) -> &str;

    /// The secret of the job: the same for all ranks. `None` as long as it is not known here. It is known before any other node's
    /// endpoint.
    fn key(&self) -> Option<[u8; 32]>;

    /// The arena of this process's node. The processes of the node share it.
    ///
    /// [`Arena::host_size`] counts the job's processes on this host, whatever node they are of, since those share the host's cores.
    fn arena(&self) -> &Arena;

    /// The address by which other nodes reach this process, if the launcher, or what it says, gives one.
    fn address(&self) -> Option<IpAddr> {
        None
    }

    /// Threads that the way to the launcher keeps in this process.
    fn threads(&self) -> usize {
        0
    }

    /// Why the job can't use RDMA adapters: a host that has none, and why. `None` if each host has one.
    fn no_adapter(&self) -> Option<String> {
        Some("this launcher does not tell which hosts have adapters".to_owned())
    }

    /// Gives this process's endpoint to all ranks.
    fn publish(&self, endpoint: &Endpoint) -> Result<(), JobError>;

    /// The endpoint of `rank`; `None` as long as it is not known here. The caller asks again later.
    ///
    /// The default reads the directory of the node's arena, which the launcher fills.
    fn endpoint(&self, rank: u32) -> Option<Endpoint> {
        self.arena().directory().endpoint(rank)
    }

    /// Whether somebody waits for this process, and ends the job when [`abort`](Job::abort) says so. A job of one may have nobody.
    fn has_launcher(&self) -> bool;

    /// Ends the whole job, with the exit code `code` (1 for 0), telling `text`. This process exits by itself then.
    ///
    /// Without a text the program is meant to end here: nothing is told, and a code of 0 is success.
    fn abort(&self, code: i32, text: &str) -> Result<(), JobError>;

    /// Says that this process is through. The process answers its peers until it is released.
    fn finalize(&self) -> Result<(), JobError>;

    /// Whether this process has finalized.
    fn has_finalized(&self) -> bool;

    /// Whether all ranks have finalized, so that this process may leave.
    ///
    /// # Errors
    /// When the job is over for another reason: the process should exit at once.
    fn poll_released(&self) -> Result<bool, JobError>;

    /// [`Job::poll_released`] after waiting for `patience` at most. Other threads can use the job meanwhile.
    fn wait_released(&self, patience: Duration) -> Result<bool, JobError>;

    /// How long ago the job began.
    fn age(&self) -> Option<Duration> {
        None
    }

    /// Gives the launcher this process's statistics, as JSON. The last ones count.
    fn report(&self, _stats: &[u8]) -> Result<(), JobError> {
        Ok(())
    }

    /// What becomes readable when [`Job::poll_released`] would hear something, and when the launcher is gone.
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// Whether the launcher finds deadlocks from what its processes say by [`Job::stand_still`], [`Job::go_on`] and
    /// [`Job::still_waits`]. If not, nobody calls these, nor [`Job::poll_asked`].
    fn finds_deadlocks(&self) -> bool {
        false
    }

    /// Says that this process waits for what only another one can do, or has finalized, and that nothing which it began is under way.
    /// Before the process does anything else, it calls [`Job::go_on`].
    fn stand_still(&self) -> Result<(), JobError> {
        Ok(())
    }

    /// Takes [`Job::stand_still`] back.
    fn go_on(&self) -> Result<(), JobError> {
        Ok(())
    }

    /// The round in which the launcher asks whether this process still stands still, once. If it does after it has looked again, it
    /// calls [`Job::still_waits`].
    fn poll_asked(&self) -> Result<Option<u32>, JobError> {
        Ok(None)
    }

    /// Answers what the launcher asked in `round`: this process has looked since, and still waits in `what`.
    fn still_waits(&self, _round: u32, _what: &str) -> Result<(), JobError> {
        Ok(())
    }

    /// Answers the user's question what this process waits for, if the launcher has passed one on: for so many seconds in what `what`
    /// returns.
    fn answer_inquiry(
        &self,
        _seconds: u64,
        _what: impl FnOnce() -> String,
    ) -> Result<(), JobError> {
        Ok(())
    }

    /// Asks whether the rank `about` is there, of which nothing is heard. [`Job::take_known`] has the answer, which names `number`.
    fn ask_after(&self, _about: u32, _number: u64) -> Result<(), JobError> {
        Ok(())
    }

    /// The answers that have come to questions with numbers that are `wanted`.
    fn take_known(&self, _wanted: impl Fn(u64) -> bool) -> Vec<Known> {
        Vec::new()
    }

    /// The call that this process is to answer with [`Job::present`], after it has taken all packets that had come: somebody asked
    /// after this process.
    fn call(&self) -> Option<u32> {
        None
    }

    /// Answers a call: this process is there.
    fn present(&self, _call: u32) -> Result<(), JobError> {
        Ok(())
    }

    /// Ranks of the job.
    fn size(&self) -> u32 {
        self.placement().size()
    }

    /// Nodes of the job.
    fn nodes(&self) -> u32 {
        self.placement().nodes()
    }

    /// The node of any rank.
    fn node_of(&self, rank: u32) -> u32 {
        self.placement().node_of(rank)
    }

    /// This process's node.
    fn node(&self) -> u32 {
        self.node_of(self.rank())
    }

    /// This process's place among those of its node, from 0.
    fn local_index(&self) -> u32 {
        self.placement().local_index(self.rank())
    }

    /// Ranks on this node.
    fn local_size(&self) -> u32 {
        self.placement().local_size(self.node())
    }

    /// The job's processes on this host, of all its nodes.
    fn host_size(&self) -> u32 {
        self.arena().host_size()
    }
}

/// Whether another rank is there, which this process asked with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The number that [`Job::ask_after`] was given.
    pub(crate) number: u64,
    /// False if the rank's process is gone.
    pub(crate) is_there: bool,
}
