//! Which launcher has started this process, as the environment says.

use std::os::fd::RawFd;

use crate::error::PmiError;

/// The variables by which launchers give the number of processes and the process's rank.
const TOLD: [(&str, &str); 4] = [
    ("PMI_SIZE", "PMI_RANK"),
    ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    ("SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
    ("PALS_LOCAL_SIZE", "PALS_RANKID"),
];

/// The variable by which Farreach's own launcher says that the variables of Open MPI's and MPICH's are from it.
const OWN_SIZE: &str = "FARREACH_SIZE";

/// How the launcher is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LauncherAddress {
    /// An inherited socket.
    Fd(RawFd),
    /// A port that the launcher listens on, and this process's number there.
    Port { address: String, id: String },
}

/// What the environment says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DetectedLauncher {
    /// PMI-1 or PMI-2.
    Simple {
        way: LauncherAddress,
        /// The rank and the number of ranks; a port tells them itself.
        identity: Option<(u32, u32)>,
        /// Slurm's name of the job. Its server speaks PMI-2, and wants to hear the name.
        slurm_job: Option<String>,
    },
    /// PMIx.
    Pmix,
    /// Nobody, or a launcher of one process.
    Nobody,
}

/// What the environment says. `of` returns its variables.
pub(crate) fn find(of: impl Fn(&str) -> Option<String>) -> Result<DetectedLauncher, PmiError> {
    let of = |name: &str| of(name).filter(|value| !value.is_empty());
    let slurm_job = of("PMI_JOBID");
    if of("PMIX_NAMESPACE").is_some() && of("PMIX_RANK").is_some() {
        return Ok(DetectedLauncher::Pmix);
    }
    if let Some(number) = of("PMI_FD") {
        let fd = number.parse().map_err(|_| PmiError::NoConnection {
            what: format!("PMI_FD={number}"),
            reason: "it is no number".into(),
        })?;
        return Ok(DetectedLauncher::Simple {
            way: LauncherAddress::Fd(fd),
            identity: Some(identity(&of)?),
            slurm_job,
        });
    }
    if let (Some(address), Some(id)) = (of("PMI_PORT"), of("PMI_ID")) {
        return Ok(DetectedLauncher::Simple {
            way: LauncherAddress::Port { address, id },
            identity: None,
            slurm_job,
        });
    }
    match told(&of) {
        Some((size, told_by)) => Err(PmiError::NoPmi {
            size,
            told_by,
            remedy: remedy(&of, size),
        }),
        None => Ok(DetectedLauncher::Nobody),
    }
}

fn identity(of: &impl Fn(&str) -> Option<String>) -> Result<(u32, u32), PmiError> {
    let number = |name: &str| {
        let value = of(name);
        let number = value.as_deref().and_then(|value| value.parse::<u32>().ok());
        number.ok_or_else(|| PmiError::Environment {
            what: match value {
                Some(value) => format!("{name}={value}, which is no number"),
                None => format!("PMI_FD but not {name}"),
            },
        })
    };
    let (rank, size) = (number("PMI_RANK")?, number("PMI_SIZE")?);
    if rank >= size {
        return Err(PmiError::Environment {
            what: format!("PMI_RANK={rank} of PMI_SIZE={size}, which is no rank"),
        });
    }
    Ok((rank, size))
}

/// The number of processes that a launcher has started, if there are several, and the variable that says so.
fn told(of: &impl Fn(&str) -> Option<String>) -> Option<(u32, &'static str)> {
    let number = |name: &str| of(name)?.parse::<u32>().ok();
    let is_own = |name: &str| !name.starts_with("SLURM_") && of(name) == of(OWN_SIZE);
    let mut told = TOLD.into_iter().filter(|(size_name, _)| !is_own(size_name));
    told.find_map(|(size_name, rank)| {
        let size = number(size_name).filter(|&size| size > 1)?;
        number(rank).map(|_| (size, size_name))
    })
}

fn remedy(of: &impl Fn(&str) -> Option<String>, size: u32) -> String {
    if of("SLURM_STEP_NUM_TASKS").is_some() {
        return format!("start the program by srun --mpi=pmi2, or by farreach run -n {size}");
    }
    format!(
        "start the program by Farreach: farreach run -n {size}, mpiexec -n {size} or oshrun -np {size}"
    )
}

#[cfg(test)]
mod tests;
