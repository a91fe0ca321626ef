//! NWChem, on Global Arrays: the energy of a molecule of water, as by the Open MPI that the program was built for.

use std::process::Command;

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

/// The number of processes.
const SIZE: u32 = 4;

pub(super) const CLIENT: Client = Client {
    name: "NWChem",
    needs: Needs {
        debian: &[
            "libblas3",
            "liblapack3",
            "libscalapack-openmpi2.2",
            "nwchem-data",
            "nwchem-openmpi",
        ],
        python: &[],
        mark: "debian/usr/bin/nwchem.openmpi",
    },
    runs: |_| {
        let water = Run::new(
            "water, 4 on 1 and 2, and on Open MPI",
            |place: &Workshop| check(place),
        );
        vec![water.long()]
    },
};

/// Hartree-Fock, and perturbation theory of second order.
const WATER: &str = "\
start water
geometry units angstrom
  O  0.000  0.000  0.119
  H  0.000  0.763 -0.477
  H  0.000 -0.763 -0.477
end
basis
  * library 6-31g
end
scf
  thresh 1e-8
end
task mp2 energy
";

fn check(place: &Workshop) -> Verdict {
    let input = place.write("water.nw", WATER)?;
    let input = input.display().to_string();
    let program = place.debian().join("usr/bin/nwchem.openmpi");
    // The program wants the slash.
    let bases = place.debian().join("usr/share/nwchem/libraries/");
    let environment = [("NWCHEM_BASIS_LIBRARY", bases.as_os_str())];
    let mut outputs = Vec::new();
    for nodes in [1, 2] {
        outputs.push(place.mpiexec_with(&environment, SIZE, nodes, &program, &[&input])?);
    }
    let mut openmpi = Command::new("mpirun.openmpi");
    openmpi.args(["--allow-run-as-root", "--oversubscribe", "-n"]);
    openmpi.arg(SIZE.to_string()).envs(environment);
    outputs.push(place.output(&place.work(), openmpi.arg(&program).arg(&input))?);
    let found: Vec<_> = outputs.iter().map(|output| energy(output)).collect();
    match found[..] {
        [Some(here), Some(across), Some(there)] if here == there && across == there => {
            Ok(format!("total energy {there} as on Open MPI"))
        }
        _ => wrong(&format!("the energies are {found:?}:"), &outputs[1]),
    }
}

/// The energy of the last step.
pub(super) fn energy(output: &str) -> Option<&str> {
    let line = output
        .lines()
        .rfind(|line| line.contains("Total MP2 energy"))?;
    line.split_whitespace().next_back()
}
