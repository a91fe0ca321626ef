//! SP: the flow of [`crate::fluid`], with a factored system that is diagonalised, so that a line has five scalar pentadiagonal
//! systems (RNR-94-007, 3.3.3).

mod eigen;
mod pentadiagonal;

use anyhow::Result;

use self::pentadiagonal::Pentadiagonal;
use crate::class::Class;
use crate::fluid::{self, Problem};
use crate::job::Job;
use crate::report::Outcome;

/// SP of a class.
pub(crate) fn run(job: &Job<'_>, class: Class) -> Result<Outcome> {
    fluid::run::<Pentadiagonal>(job, &problem(class))
}

/// Points along each axis.
pub(crate) fn points(class: Class) -> usize {
    class.of([12, 36, 64, 102])
}

fn problem(class: Class) -> Problem {
    let points = points(class);
    let side = points as f64;
    Problem {
        points,
        time_step: class.of([0.015, 0.0015, 0.0015, 0.001]),
        iterations: class.of([100, 400, 400, 400]),
        operations: 881.174 * side.powi(3) - 4683.91 * side.powi(2) + 11484.5 * side - 19272.4,
        residuals: class.of([
            [
                2.747031545133948e-2,
                1.0360746705285417e-2,
                1.6235745065095532e-2,
                1.5840557224455615e-2,
                3.484904060936246e-2,
            ],
            [
                1.893253733584e-3,
                1.717075447775e-4,
                2.778153350936e-4,
                2.887475409984e-4,
                3.143611161242e-3,
            ],
            [
                2.4799822399300195,
                1.1276337964368832,
                1.5028977888770492,
                1.421781621169518,
                2.129211303513828,
            ],
            [
                6.903293579998e1,
                3.095134488084e1,
                4.103336647017e1,
                3.864769009604e1,
                5.643482272596e1,
            ],
        ]),
        errors: class.of([
            [
                2.7289258557377225e-5,
                1.0364446640837285e-5,
                1.615479828716647e-5,
                1.57507049944801e-5,
                3.417766618339053e-5,
            ],
            [
                7.542088599534e-5,
                6.512852253086e-6,
                1.049092285688e-5,
                1.128838671535e-5,
                1.212845639773e-4,
            ],
            [
                1.090014029782055e-4,
                3.734395176928209e-5,
                5.009278540654163e-5,
                4.767109393952825e-5,
                1.3621613399213e-4,
            ],
            [
                9.810006190188e-3,
                1.02282790567e-3,
                1.720597911692e-3,
                1.694479428231e-3,
                1.847456263981e-2,
            ],
        ]),
    }
}
