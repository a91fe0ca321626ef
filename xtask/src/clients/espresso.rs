//! Quantum ESPRESSO: the energy of silicon, as by the Open MPI that the program was built for, to the last digit.

use std::process::Command;

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

/// The number of processes. Both libraries combine the parts of as many.
const SIZE: u32 = 4;

pub(super) const CLIENT: Client = Client {
    name: "Quantum ESPRESSO",
    needs: Needs {
        debian: &[
            "libblas3",
            "liblapack3",
            "libfftw3-double3",
            "libscalapack-openmpi2.2",
            "quantum-espresso-data",
            "quantum-espresso",
        ],
        python: &[],
        mark: "debian/usr/bin/pw.x",
    },
    runs: |_| {
        let title = "silicon, 4 on 1 and 2, and on Open MPI";
        vec![Run::new(title, |place: &Workshop| check(place)).long()]
    },
};

/// Two atoms, 10 points of the Brillouin zone.
const SILICON: &str = "\
 &control
    calculation = 'scf', prefix = 'silicon', disk_io = 'none'
 /
 &system
    ibrav = 2, celldm(1) = 10.20, nat = 2, ntyp = 1, ecutwfc = 18.0
 /
 &electrons
 /
ATOMIC_SPECIES
 Si 28.086 Si.pz-vbc.UPF
ATOMIC_POSITIONS alat
 Si 0.00 0.00 0.00
 Si 0.25 0.25 0.25
K_POINTS automatic
 4 4 4 1 1 1
";

fn check(place: &Workshop) -> Verdict {
    let input = place.write("silicon.in", SILICON)?;
    let input = input.display().to_string();
    let program = place.debian().join("usr/bin/pw.x");
    let arguments = ["-in", &input];
    let data = place.debian().join("usr/share/espresso/pseudo");
    let environment = [("ESPRESSO_PSEUDO", data.as_os_str())];
    let here = place.mpiexec_with(&environment, SIZE, 1, &program, &arguments)?;
    let across = place.mpiexec_with(&environment, SIZE, 2, &program, &arguments)?;
    let mut openmpi = Command::new("mpirun.openmpi");
    openmpi.args(["--allow-run-as-root", "--oversubscribe", "-n"]);
    openmpi.arg(SIZE.to_string()).envs(environment);
    let there = place.output(&place.work(), openmpi.arg(&program).args(arguments))?;
    let wanted = energies(&there);
    if wanted.is_empty() || energies(&here) != wanted || energies(&across) != wanted {
        let what = format!("the energies of Open MPI are {wanted:?}, ours are others:");
        return wrong(&what, &format!("{here}\n{across}"));
    }
    let energy = wanted[wanted.len() - 1].split('=').next_back();
    let energy = energy.unwrap_or_default().trim();
    Ok(format!("total energy {energy} as on Open MPI"))
}

/// The energies of all iterations, the last of which is marked.
pub(super) fn energies(output: &str) -> Vec<&str> {
    let lines = output.lines().map(str::trim);
    lines
        .filter(|line| line.contains("total energy  "))
        .collect()
}
