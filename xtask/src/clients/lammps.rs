//! LAMMPS: a melt of particles with Lennard-Jones forces. Its energies are those of a run on MPICH, to the last digit.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

use anyhow::ensure;

use super::fetch::{Needs, is_there};
use super::{Client, Run, Verdict, Workshop, wrong};

/// The numbers of processes. MPICH and this library combine the parts of as many in the same order.
const SIZE: u32 = 4;

pub(super) const CLIENT: Client = Client {
    name: "LAMMPS",
    needs: Needs {
        debian: &[],
        python: &["lammps"],
        mark: "python/lammps/lmp",
    },
    runs: |_| {
        vec![Run::new(
            "4 on 1 and 2, and on MPICH",
            |place: &Workshop| check(place),
        )]
    },
};

/// 40 steps of 4000 particles. All digits of the energies are printed.
const MELT: &str = "\
units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 10 0 10 0 10
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify delay 0 every 20 check no
fix 1 all nve
thermo_modify format float %.17g
thermo 10
run 40
";

fn check(place: &Workshop) -> Verdict {
    let program = place.python().join("lammps/lmp");
    let input = place.write("melt.in", MELT)?;
    let input = input.display().to_string();
    let arguments = ["-in", &input, "-log", "none"];
    let here = place.mpiexec(SIZE, 1, &program, &arguments)?;
    let across = place.mpiexec(SIZE, 2, &program, &arguments)?;
    let mut mpich = Command::new("mpiexec.hydra");
    mpich.args(["-n", &SIZE.to_string(), "-env", "LD_LIBRARY_PATH"]);
    mpich.arg(library_of_mpich(place)?);
    let there = place.output(&place.work(), mpich.arg(&program).args(arguments))?;
    let (rows, wanted) = (energies(&here), energies(&there));
    if rows.len() != 5 || rows != wanted || energies(&across) != wanted {
        return wrong(
            &format!("the energies differ:\none node {rows:?}\nMPICH    {wanted:?}"),
            &across,
        );
    }
    let last = rows[rows.len() - 1].split_whitespace().nth(4);
    Ok(format!(
        "total energy {} as on MPICH",
        last.unwrap_or_default()
    ))
}

/// A folder in which MPICH's library has the name that the wheel looks for.
fn library_of_mpich(place: &Workshop) -> anyhow::Result<PathBuf> {
    let library = format!(
        "/usr/lib/{}-linux-gnu/libmpich.so.12",
        std::env::consts::ARCH
    );
    ensure!(
        is_there(&library),
        "there is no {library}: apt-get install mpich"
    );
    let folder = place.work().join("mpich");
    fs::create_dir_all(&folder)?;
    let link = folder.join("libmpi.so.12");
    if !link.exists() {
        symlink(library, &link)?;
    }
    Ok(folder)
}

/// The rows of numbers under the heading.
pub(super) fn energies(output: &str) -> Vec<&str> {
    let lines = output.lines().map(str::trim);
    let below = lines.skip_while(|line| !line.starts_with("Step ")).skip(1);
    below
        .take_while(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .collect()
}
