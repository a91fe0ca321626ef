//! mpi4py, with its module for MPICH: messages, collectives, pickled objects, a derived type and threads.

use std::path::Path;

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

/// The numbers of processes and nodes.
const PLACEMENTS: [(u32, u32); 2] = [(3, 1), (4, 2)];

pub(super) const CLIENT: Client = Client {
    name: "mpi4py",
    needs: Needs {
        debian: &[],
        python: &["mpi4py"],
        mark: "python/mpi4py/MPI_api.h",
    },
    runs: |_| {
        let run = |&(size, nodes): &(u32, u32)| {
            Run::new(format!("{size} on {nodes}"), move |place: &Workshop| {
                check(place, size, nodes)
            })
        };
        PLACEMENTS.iter().map(run).collect()
    },
};

fn check(place: &Workshop, size: u32, nodes: u32) -> Verdict {
    let script = place.write("client.py", include_str!("mpi4py.py"))?;
    let (script, modules) = (
        script.display().to_string(),
        place.python().display().to_string(),
    );
    let output = place.mpiexec(size, nodes, Path::new("python3"), &[&script, &modules])?;
    let good = output.lines().filter(|line| *line == "good").count();
    if good != size as usize {
        return wrong("not each process was content", &output);
    }
    Ok("each process was content".into())
}
