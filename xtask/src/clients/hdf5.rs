//! Debian's parallel HDF5 for MPICH and for Open MPI: a program of ours writes and reads an array with all processes together.

use std::path::PathBuf;
use std::process::Command;

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

pub(super) const CLIENT: Client = Client {
    name: "HDF5",
    needs: Needs {
        debian: &[
            "libaec0",
            "libsz2",
            "libbrotli1",
            "libnghttp2-14",
            "librtmp1",
            "libssh2-1",
            "libpsl5",
            "libsasl2-2",
            "libldap-2.5-0",
            "libcurl4",
            "libopenmpi-dev",
            "libhdf5-mpich-103-1",
            "libhdf5-mpich-dev",
            "libhdf5-openmpi-103-1",
            "libhdf5-openmpi-dev",
        ],
        python: &[],
        mark: "debian/usr/include/hdf5/openmpi/hdf5.h",
    },
    runs: |_| {
        let run = |mpi: &'static str, nodes| {
            Run::new(
                format!("columns of an array, for {mpi}, 4 on {nodes}"),
                move |place: &Workshop| check(place, mpi, nodes),
            )
        };
        vec![run("mpich", 1), run("openmpi", 1), run("openmpi", 2)]
    },
};

/// Compiles the program with the headers of an MPI, and links it with our library for that MPI.
fn compile(place: &Workshop, mpi: &str) -> anyhow::Result<PathBuf> {
    let source = place.write("hdf5.c", include_str!("hdf5.c"))?;
    let program = place.work().join(format!("hdf5-{mpi}"));
    let lib = place
        .debian()
        .join(format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH));
    let (includes, library) = if mpi == "mpich" {
        (place.prefix().join("include"), "libmpi.so.12")
    } else {
        (lib.join("openmpi/include"), "libmpi.so.40")
    };
    let mut command = Command::new("cc");
    command
        .args(["-w", "-O1", "-Wl,--allow-shlib-undefined", "-I"])
        .arg(includes)
        .arg("-I")
        .arg(place.debian().join("usr/include/hdf5").join(mpi))
        .arg(source)
        .arg("-o")
        .arg(&program)
        .arg(lib.join(format!("libhdf5_{mpi}.so.103")))
        .arg(place.prefix().join("lib").join(library));
    place.output(&place.work(), &mut command)?;
    Ok(program)
}

fn check(place: &Workshop, mpi: &str, nodes: u32) -> Verdict {
    let program = compile(place, mpi)?;
    let data = place.work().join(format!("numbers-{mpi}.h5"));
    let data = data.to_string_lossy();
    let output = place.mpiexec(4, nodes, &program, &[&data])?;
    if output.lines().any(|line| line == "0 numbers are wrong") {
        return Ok("all numbers were right".to_owned());
    }
    wrong("HDF5 has other numbers", &output)
}
