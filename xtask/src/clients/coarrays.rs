//! The test programs of OpenCoarrays, Fortran with coarrays on windows of MPI, as Debian built them for Open MPI.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

pub(super) const CLIENT: Client = Client {
    name: "OpenCoarrays",
    needs: Needs {
        debian: &[
            "libcaf-openmpi-3",
            "libcoarrays-dev",
            "libcoarrays-openmpi-dev",
        ],
        python: &[],
        mark: "debian/usr/share/doc/libcoarrays-openmpi-dev",
    },
    runs: |_| {
        let run = |nodes| {
            let title = format!("{} programs on {nodes}", PROGRAMS.len());
            Run::new(title, move |place: &Workshop| check(place, nodes)).long()
        };
        vec![run(1), run(2), Run::new("cafrun", by_cafrun).long()]
    },
};

/// The programs, and the numbers of images that they are written for.
const PROGRAMS: [(&str, u32); 82] = [
    ("initialize_mpi", 2),
    ("register", 2),
    ("register_vector", 2),
    ("register_alloc_vector", 2),
    ("allocate_as_barrier", 2),
    ("allocate_as_barrier_proc", 8),
    ("register_alloc_comp_1", 2),
    ("register_alloc_comp_2", 2),
    ("register_alloc_comp_3", 2),
    ("async_comp_alloc", 6),
    ("async_comp_alloc_2", 2),
    ("comp_allocated_1", 2),
    ("comp_allocated_2", 2),
    ("alloc_comp_get_convert_nums", 2),
    ("team_number", 8),
    ("teams_subset", 3),
    ("get_communicator", 3),
    ("teams_coarray_get", 5),
    ("teams_coarray_get_by_ref", 5),
    ("teams_coarray_send", 5),
    ("teams_coarray_send_by_ref", 5),
    ("teams_coarray_sendget", 5),
    ("sync_team", 8),
    ("alloc_comp_multidim_shape", 2),
    ("send_convert_nums", 2),
    ("sendget_convert_nums", 3),
    ("sendget_convert_char_array", 3),
    ("send_convert_char_array", 2),
    ("alloc_comp_send_convert_nums", 2),
    ("random_init", 4),
    ("get_array", 2),
    ("get_self", 2),
    ("get_convert_nums", 2),
    ("get_convert_char_array", 2),
    ("get_with_offset_1d", 2),
    ("whole_get_array", 2),
    ("strided_get", 2),
    ("get_static_array", 2),
    ("send_array", 2),
    ("convert-before-put", 3),
    ("send_with_vector_index", 2),
    ("strided_sendget", 3),
    ("get_with_vector_index", 4),
    ("co_sum_test", 4),
    ("co_broadcast_test", 4),
    ("co_broadcast_derived_type_test", 4),
    ("co_broadcast_allocatable_components_test", 4),
    ("co_broadcast_alloc_mixed", 2),
    ("co_min_test", 4),
    ("co_max_test", 4),
    ("co_reduce_test", 4),
    ("co_reduce_res_im", 4),
    ("co_reduce_string", 4),
    ("syncimages_status", 8),
    ("sync_image_ring_abort_on_stopped_image", 3),
    ("sync_image_ring_abort_on_stopped_image", 7),
    ("atomics", 8),
    ("syncall", 8),
    ("syncimages", 8),
    ("syncimages2", 8),
    ("duplicate_syncimages", 8),
    ("hello_multiverse", 2),
    ("coarray_burgers_pde", 2),
    ("asynchronous_hello_world", 3),
    ("source-alloc-sync", 8),
    ("issue-422-send", 2),
    ("issue-422-send-get", 3),
    ("allocatable_p2p_event_post", 4),
    ("static_event_post_issue_293", 3),
    ("co_reduce-factorial", 4),
    ("co_reduce-factorial-int8", 4),
    ("co_reduce-factorial-int64", 4),
    ("issue-493-coindex-slice", 8),
    ("issue-488-multi-dim-cobounds true", 8),
    ("issue-488-multi-dim-cobounds false", 8),
    ("issue-503-multidim-array-broadcast", 2),
    ("issue-503-non-contig-red-ndarray", 2),
    ("issue-552-send_by_ref-singleton", 2),
    ("issue-511-incorrect-shape", 1),
    ("issue-515-mimic-mpi-gatherv", 2),
    ("issue-700-allow-multiple-scalar-dim-array-gets", 2),
    ("issue-762-mpi-crashing-on-exit", 2),
];

/// A program that reads what it has got before it has flushed the window. It fails over TCP on Open MPI, too.
const UNFLUSHED: &str = "sendget_convert_char_array";

fn folder(place: &Workshop) -> PathBuf {
    let tests = "open-coarrays/openmpi/bin/OpenCoarrays-2.10.1-tests";
    place.lib().join(tests)
}

fn check(place: &Workshop, nodes: u32) -> Verdict {
    let mut bad = Vec::new();
    for (program, images) in PROGRAMS {
        let nodes = if program == UNFLUSHED { 1 } else { nodes };
        let (program, arguments) = program.split_once(' ').unwrap_or((program, ""));
        let path = folder(place).join(program);
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let verdict = match place.mpiexec(images, nodes.min(images), &path, &arguments) {
            Ok(output) if has_passed(&output) => continue,
            Ok(output) => output,
            Err(error) => format!("{error:#}"),
        };
        bad.push(format!("--- {program}, {images} images:\n{verdict}\n"));
    }
    if bad.is_empty() {
        return Ok("all have passed".to_owned());
    }
    wrong("not all programs have passed:", &bad.concat())
}

/// Each program says so, in one image at least.
fn has_passed(output: &str) -> bool {
    output.contains("Test passed") && !output.contains("Test failed")
}

/// OpenCoarrays' launcher, a script that has the path of `mpiexec` written in it.
fn by_cafrun(place: &Workshop) -> Verdict {
    let script = place.lib().join("open-corarrys/bin/cafrun");
    let script =
        fs::read_to_string(&script).with_context(|| format!("reading {}", script.display()))?;
    let mpiexec = place.prefix().join("bin/mpiexec");
    let script = script.replace("/usr/bin/mpiexec", &mpiexec.to_string_lossy());
    let script = place.write("cafrun", &script)?;
    let mut bash = Command::new("bash");
    bash.arg(script).args(["-np", "4"]);
    let output = place.output(&place.work(), bash.arg(folder(place).join("co_sum_test")))?;
    if has_passed(&output) {
        return Ok("a program has passed".to_owned());
    }
    wrong("the program has not passed", &output)
}
