//! Debian's parallel netCDF, which is for Open MPI: a program of ours writes and reads a variable, all processes together and each
//! alone.

use std::path::PathBuf;
use std::process::Command;

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

pub(super) const CLIENT: Client = Client {
    name: "netCDF",
    needs: Needs {
        // HDF5 and its libraries are those of the client HDF5, which is fetched before.
        debian: &[
            "libhdf5-openmpi-hl-100",
            "libnetcdf-mpi-19",
            "libnetcdf-mpi-dev",
        ],
        python: &[],
        mark: "debian/usr/share/doc/libnetcdf-mpi-dev",
    },
    runs: |_| {
        let run = |nodes| {
            let title = format!("rows of a variable, 4 on {nodes}");
            Run::new(title, move |place: &Workshop| check(place, nodes))
        };
        vec![run(1), run(2)]
    },
};

/// Compiles the program with the headers of Open MPI, and links it with our library for it.
fn compile(place: &Workshop) -> anyhow::Result<PathBuf> {
    let source = place.write("netcdf.c", include_str!("netcdf.c"))?;
    let program = place.work().join("netcdf");
    let lib = place.lib();
    let mut command = Command::new("cc");
    command
        .args(["-w", "-O1", "-Wl,--allow-shlib-undefined", "-I"])
        .arg(lib.join("openmpi/include"))
        .arg("-I")
        .arg(lib.join("netcdf/mpi/include"))
        .arg(source)
        .arg("-o")
        .arg(&program)
        .arg(lib.join("libnetcdf_mpi.so.19"))
        .arg(place.prefix().join("lib/libmpi.so.40"));
    place.output(&place.work(), &mut command)?;
    Ok(program)
}

fn check(place: &Workshop, nodes: u32) -> Verdict {
    let program = compile(place)?;
    let data = place.work().join("numbers.nc");
    let output = place.mpiexec(4, nodes, &program, &[&data.to_string_lossy()])?;
    if output.lines().any(|line| line == "0 numbers are wrong") {
        return Ok("all numbers were right".to_owned());
    }
    wrong("netCDF has other numbers", &output)
}
