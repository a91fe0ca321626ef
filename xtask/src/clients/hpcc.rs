//! HPC Challenge, which verifies its own results.

use std::fs;

use anyhow::Context;

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

pub(super) const CLIENT: Client = Client {
    name: "HPC Challenge",
    needs: Needs {
        debian: &["libblas3", "hpcc"],
        python: &[],
        mark: "debian/usr/bin/hpcc",
    },
    runs: |_| {
        let run = |nodes| {
            let title = format!("a small problem, 4 on {nodes}");
            Run::new(title, move |place: &Workshop| check(place, nodes)).long()
        };
        vec![run(1), run(2)]
    },
};

/// A system of 400 equations on 2 x 2 processes. The other kernels take their sizes from it.
const INPUT: &str = "\
A small problem
-
HPL.out
6 device
1 number of sizes
400 sizes
1 number of block sizes
40 block sizes
0 mapping of processes
1 number of grids
2 rows of processes
2 columns of processes
16.0 threshold
1 number of panel factorizations
2 panel factorizations
1 number of stopping criteria
4 stopping criteria
1 number of panels in a recursion
2 panels in a recursion
1 number of recursive factorizations
1 recursive factorizations
1 number of broadcasts
1 broadcasts
1 number of depths
1 depths
2 swap
64 threshold of swap
0 form of L
0 form of U
1 equilibration
8 alignment
-
0 further sizes of PTRANS
0 -
0 further block sizes of PTRANS
0 -
";

fn check(place: &Workshop, nodes: u32) -> Verdict {
    let folder = place.work().join(format!("hpcc-{nodes}"));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("hpccinf.txt"), INPUT)?;
    let results = folder.join("hpccoutf.txt");
    // The program appends to the results of a run before.
    let _ = fs::remove_file(&results);
    let program = place.debian().join("usr/bin/hpcc");
    place.mpiexec_in(&folder, 4, nodes, &program, &[])?;
    let results =
        fs::read_to_string(&results).with_context(|| format!("reading {}", results.display()))?;
    verdict(&results)
}

/// The summary says how the run went, and each kernel how far its result is off.
pub(super) fn verdict(results: &str) -> Verdict {
    let figure = |name: &str| {
        let start = format!("{name}=");
        let line = results.lines().find_map(|line| line.strip_prefix(&start));
        line.and_then(|text| text.trim().parse::<f64>().ok())
    };
    let is_good = figure("Success") == Some(1.0)
        && ["PTRANS_residual", "MPIFFT_maxErr"]
            .into_iter()
            .all(|name| figure(name).is_some_and(|error| error < 1e-6))
        && figure("MPIRandomAccess_ErrorsFraction").is_some_and(|part| part <= 0.01)
        && figure("HPL_N").is_some()
        && results.contains("1 tests completed and passed residual checks")
        && !results.contains("FAILED");
    if is_good {
        return Ok("all results were verified".to_owned());
    }
    wrong("the results are not verified", results)
}
