//! BT: the flow of [`crate::fluid`], with a system along each axis that is block-tridiagonal, of blocks of 5 x 5
//! (RNR-94-007, 3.3.2).

mod block_tridiagonal;
mod coupling;

use anyhow::Result;

use self::block_tridiagonal::BlockTridiagonal;
use crate::class::Class;
use crate::fluid::{self, Problem};
use crate::job::Job;
use crate::report::Outcome;

/// BT of a class.
pub(crate) fn run(job: &Job<'_>, class: Class) -> Result<Outcome> {
    fluid::run::<BlockTridiagonal>(job, &problem(class))
}

/// Points along each axis.
pub(crate) fn points(class: Class) -> usize {
    class.of([12, 24, 64, 102])
}

fn problem(class: Class) -> Problem {
    let points = points(class);
    let side = points as f64;
    Problem {
        points,
        time_step: class.of([0.01, 0.0008, 0.0008, 0.0003]),
        iterations: class.of([60, 200, 200, 200]),
        operations: 3478.8 * side.powi(3) - 17655.7 * side.powi(2) + 28023.7 * side,
        residuals: class.of([
            [
                1.7034283709541312e-1,
                1.2975252070034096e-2,
                3.2527926989486054e-2,
                2.64364212751668e-2,
                1.921178413174443e-1,
            ],
            [
                1.125590409344e2,
                1.180007595731e1,
                2.710329767846e1,
                2.469174937669e1,
                2.638427874317e2,
            ],
            [
                1.0806346714637264e2,
                1.1319730901220813e1,
                2.5974354511582465e1,
                2.366562254467891e1,
                2.5278963211748345e2,
            ],
            [
                1.4233597229287254e3,
                9.933052259015024e1,
                3.5646025644535285e2,
                3.248544795908409e2,
                3.2707541254659363e3,
            ],
        ]),
        errors: class.of([
            [
                4.997691334581158e-4,
                4.519566678296193e-5,
                7.397376517292135e-5,
                7.382123863243973e-5,
                8.926963098749145e-4,
            ],
            [
                4.419655736008,
                4.638531260002e-1,
                1.011551749967,
                9.235878729944e-1,
                1.018045837718e1,
            ],
            [
                4.2348416040525025,
                4.43902824969957e-1,
                9.669248013634565e-1,
                8.830206303976548e-1,
                9.737990177082928,
            ],
            [
                5.296984714093686e1,
                4.463289611567067,
                1.3122573342210174e1,
                1.2006925323559145e1,
                1.2459576151035986e2,
            ],
        ]),
    }
}
