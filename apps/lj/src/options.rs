//! The command line of lj.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;

/// Simulates a liquid of Lennard-Jones particles in a periodic box, by force decomposition. Lengths, energies and times are
/// in the units of the potential.
#[derive(Clone, Debug, Parser)]
#[command(name = "lj", no_binary_name = true, version)]
pub(crate) struct Options {
    /// The number of particles.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) particles: usize,
    /// The number of time steps.
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub(crate) steps: u64,
    /// The matrix of forces has this number of blocks in each direction.
    #[arg(long, default_value_t = 16, value_name = "M")]
    pub(crate) blocks: usize,
    /// The time step.
    #[arg(long, default_value_t = 0.004, value_name = "TIME")]
    pub(crate) dt: f64,
    /// Particles in a unit of volume.
    #[arg(long, default_value_t = 0.6, value_name = "DENSITY")]
    pub(crate) density: f64,
    /// Write the particles at the end to a picture, FILE.png.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Compare the positions with those of a sequential run.
    #[arg(long)]
    pub(crate) check: bool,
    /// Print the figures as a JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The most particles: the matrix of forces has their square.
const PARTICLES_MAX: usize = 1 << 24;

impl Options {
    pub(crate) fn check(&self) -> Result<()> {
        let particles = self.particles;
        ensure!(
            (2..=PARTICLES_MAX).contains(&particles),
            "lj: --particles {particles}: it wants 2 to {PARTICLES_MAX}"
        );
        ensure!(
            (1..=particles).contains(&self.blocks),
            "lj: --blocks {}: it wants 1 to {particles}, the number of particles",
            self.blocks
        );
        ensure!(
            self.dt > 0.0 && self.dt <= 0.1,
            "lj: --dt {}: it wants more than 0 and at most 0.1",
            self.dt
        );
        ensure!(
            self.density > 0.0 && self.density <= 1.2,
            "lj: --density {}: it wants more than 0 and at most 1.2",
            self.density
        );
        if let Some(path) = &self.output {
            let is_png = path
                .extension()
                .is_some_and(|name| name.eq_ignore_ascii_case("png"));
            ensure!(
                is_png,
                "lj: --output {}: it wants a name that ends in .png",
                path.display()
            );
        }
        Ok(())
    }
}
