//! NetPIPE for MPICH and for Open MPI, which checks the bytes of its messages.

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

pub(super) const CLIENT: Client = Client {
    name: "NetPIPE",
    needs: Needs {
        debian: &["netpipe-mpich2", "netpipe-openmpi"],
        python: &[],
        mark: "debian/usr/bin/NPopenmpi",
    },
    runs: |_| {
        let run = |program, nodes| {
            Run::new(
                format!("{program}, 2 on {nodes}"),
                move |place: &Workshop| check(place, program, nodes),
            )
        };
        vec![
            run("NPmpich2", 1),
            run("NPmpich2", 2),
            run("NPopenmpi", 1),
            run("NPopenmpi", 2),
        ]
    },
};

fn check(place: &Workshop, program: &str, nodes: u32) -> Verdict {
    let program = place.debian().join("usr/bin").join(program);
    // To 1 MB, with the check of the data.
    let output = place.mpiexec(
        2,
        nodes,
        &program,
        &["-i", "-u", "1000000", "-o", "/dev/null"],
    )?;
    verdict(&output)
}

/// NetPIPE prints a line for each size, and whether the data was right.
pub(super) fn verdict(output: &str) -> Verdict {
    let sizes = output.lines().filter(|line| line.contains("bytes")).count();
    let passed = output.matches("Integrity check passed").count();
    if sizes < 10 || passed != sizes || output.contains("failed") {
        return wrong("not each size has passed the check of its data", output);
    }
    Ok(format!("the data of {passed} sizes was right"))
}
