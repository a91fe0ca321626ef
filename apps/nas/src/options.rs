//! The command line of nas.

use anyhow::{Result, ensure};
use clap::{Parser, ValueEnum};

use crate::class::Class;
use crate::job::{Job, Model};
use crate::report::Outcome;
use crate::{bt, cg, ep, fluid, ft, is, mg, sp};

/// A kernel of the NAS Parallel Benchmarks: computes, times the official section, verifies the result and prints the official
/// lines. The time is that of the slowest process, with more digits than the official one.
#[derive(Clone, Debug, Parser)]
#[command(name = "nas", no_binary_name = true, version)]
pub(crate) struct Options {
    /// What to compute.
    #[arg(value_enum)]
    pub(crate) kernel: Kernel,
    /// The class: how large the problem is.
    #[arg(long, value_enum, ignore_case = true, default_value_t = Class::S)]
    pub(crate) class: Class,
    /// How processes communicate.
    #[arg(long, value_enum, default_value = "shmem")]
    pub(crate) model: Model,
    /// The result as a line of JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kernel {
    /// Embarrassingly parallel: pairs of Gaussian deviates, tallied. Any number of processes.
    Ep,
    /// Integer sort: ranks of keys. Any number of processes.
    Is,
    /// Conjugate gradient: an eigenvalue of a sparse matrix. A power of two of processes.
    Cg,
    /// Multigrid: Poisson's equation in a periodic box. A power of two of processes.
    Mg,
    /// Fourier transform: diffusion in a periodic box. A power of two of processes.
    Ft,
    /// Block-tridiagonal: the flow of a gas in a cube. A number of processes that is a product
    /// of two, neither of them larger than half of the inner points along an axis.
    Bt,
    /// Scalar pentadiagonal: the flow of a gas in a cube. A number of processes that is a product
    /// of two, neither of them larger than half of the inner points along an axis.
    Sp,
}

impl Kernel {
    /// The name in the result.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kernel::Ep => "EP",
            Kernel::Is => "IS",
            Kernel::Cg => "CG",
            Kernel::Mg => "MG",
            Kernel::Ft => "FT",
            Kernel::Bt => "BT",
            Kernel::Sp => "SP",
        }
    }

    /// Computes as one of all processes.
    pub(crate) fn run(self, job: &Job<'_>, class: Class) -> Result<Outcome> {
        match self {
            Kernel::Ep => ep::run(job, class),
            Kernel::Is => is::run(job, class),
            Kernel::Cg => cg::run(job, class),
            Kernel::Mg => mg::run(job, class),
            Kernel::Ft => ft::run(job, class),
            Kernel::Bt => bt::run(job, class),
            Kernel::Sp => sp::run(job, class),
        }
    }

    /// Points along each axis of a flow, which is cut along two of them.
    fn flow_points(self, class: Class) -> Option<usize> {
        match self {
            Kernel::Bt => Some(bt::points(class)),
            Kernel::Sp => Some(sp::points(class)),
            _ => None,
        }
    }

    /// The largest number of processes that can divide the problem, and whether it must be a power of two.
    fn processes_max(self, class: Class) -> (u32, bool) {
        match self {
            Kernel::Ep | Kernel::Is | Kernel::Bt | Kernel::Sp => (u32::MAX, false),
            Kernel::Cg => (u32::MAX, true),
            Kernel::Mg => (mg::blocks_max(class) as u32, true),
            Kernel::Ft => (ft::slabs_max(class) as u32, true),
        }
    }
}

impl Options {
    /// Whether a job of so many processes can do it.
    pub(crate) fn check(&self, size: u32) -> Result<()> {
        let (max, power) = self.kernel.processes_max(self.class);
        let name = self.kernel.name();
        ensure!(
            !power || size.is_power_of_two(),
            "nas: {name} divides its problem among a power of two of processes, and there are {size}: choose -n 1, 2, 4, …"
        );
        ensure!(
            size <= max,
            "nas: {name} of class {} can be divided among {max} processes at most, and there are {size}: choose a smaller \
             -n or a larger class",
            self.class
        );
        if let Some(points) = self.kernel.flow_points(self.class) {
            let fitting = fluid::processes_fitting(points, size as usize);
            ensure!(
                fitting == size as usize,
                "nas: {name} of class {} is cut along two axes, so that each process has two points of both, and that is not \
                 possible with {size} processes: choose -n {fitting} or a larger class",
                self.class
            );
        }
        Ok(())
    }
}
