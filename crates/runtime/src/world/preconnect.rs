//! Connections that are made when a process joins.
//!
//! With `FARREACH_PRECONNECT=file` a process makes exactly the connections that a connect file
//! (`job/connect_file.rs`) lists. They are set up all at once, and joining waits for them. The
//! values `neighbours` and `all`, and `FARREACH_SETUP=static`, use the same code. Every process
//! refuses the file of a job of another shape or reach.

use farreach_engine::{Reach, Setup};

use crate::job::connect_file::{ConnectFile, Shape};
use crate::job::jobs::{AnyJob, Job};
use crate::job::rank_set::RankSet;
use crate::job::settings::{Preconnect, Settings};
use crate::{Error, World};

/// The other ends of the connections that the settings ask for.
pub(crate) fn wanted(settings: &Settings, job: &AnyJob) -> Result<RankSet, Error> {
    let reach = settings.fabric.reach;
    match settings.preconnect {
        _ if settings.fabric.setup == Setup::Static => Ok(all(reach, job)),
        Preconnect::All => Ok(all(reach, job)),
        Preconnect::None => Ok(RankSet::default()),
        Preconnect::Neighbours => Ok(neighbours(job)),
        Preconnect::File => {
            let path = settings.connect_file.as_ref();
            let shape = Shape {
                placement: job.placement().clone(),
                reach,
            };
            // Settings without the path are refused.
            let path = path.expect("where the file is");
            let file = ConnectFile::read(path, &shape);
            let file = file.map_err(|source| Error::ConnectFile {
                rank: job.rank(),
                source: Box::new(source),
            })?;
            Ok(file.of(job.rank()).clone())
        }
    }
}

/// One connection for each process of other nodes. Where a connection leads to a whole node, one
/// for each other node: the processes of this node take the processes of the other in turn.
fn all(reach: Reach, job: &AnyJob) -> RankSet {
    let placement = job.placement();
    let others = (0..job.nodes()).filter(|&node| node != job.node());
    let ends = others.flat_map(|node| {
        let size = placement.local_size(node);
        let indices = match reach {
            Reach::Rc | Reach::RcMsrq | Reach::Exrc => 0..size,
            Reach::Sxrc => {
                let end = job.local_index() % size;
                end..end + 1
            }
            Reach::Server => 0..1,
        };
        indices.map(move |index| placement.rank_on(node, index))
    });
    let mut ends: Vec<u32> = ends.collect();
    ends.sort_unstable();
    ends.into_iter().collect()
}

/// The ranks before and after this one, as far as they are on other nodes.
fn neighbours(job: &AnyJob) -> RankSet {
    let (rank, size) = (job.rank(), job.size());
    let both = [(rank + size - 1) % size, (rank + 1) % size];
    let others = both
        .into_iter()
        .filter(|&other| job.node_of(other) != job.node());
    let mut ends: Vec<u32> = others.collect();
    ends.sort_unstable();
    ends.dedup();
    ends.into_iter().collect()
}

impl World {
    /// Makes these connections and waits until all of them are up.
    pub(crate) fn preconnect(&self, ends: &RankSet) -> Result<(), Error> {
        let Some(network) = self.network().filter(|_| !ends.is_empty()) else {
            return Ok(());
        };
        network.enter(|core, now| {
            for end in ends.iter() {
                core.engine.connect(now, end);
            }
            core.poll(now);
        });
        let mut failure = None;
        self.direct()
            .wait_for("the connections that are made at the start", |_| {
                network.enter(|core, now| {
                    core.poll(now);
                    failure = core.take_failure();
                    failure.is_some() || core.engine.connecting() == 0
                })
            });
        self.network_result(failure.map_or(Ok(()), Err))
    }
}
