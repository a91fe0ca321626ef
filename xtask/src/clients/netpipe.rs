//! NetPIPE, which checks the bytes of its messages.

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

pub(super) const CLIENT: Client = Client {
    name: "NetPIPE",
    needs: Needs {
        debian: &["netpipe-mpich2"],
        python: &[],
        mark: "debian/usr/bin/NPmpich2",
    },
    runs: |_| {
        let run = |nodes| {
            Run::new(format!("2 on {nodes}"), move |place: &Workshop| {
                check(place, nodes)
            })
        };
        vec![run(1), run(2)]
    },
};

fn check(place: &Workshop, nodes: u32) -> Verdict {
    let program = place.debian().join("usr/bin/NPmpich2");
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
