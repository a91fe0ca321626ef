//! The scheme: blocks cut in any way give the bits of a sequential run, and keep the total.

use std::collections::BTreeMap;
use std::convert::Infallible;

use proptest::prelude::*;

use crate::block::Block;
use crate::decomposition::{Decomposition, Side};
use crate::field::Field;
use crate::options::Options;
use crate::step::{Exchange, Stepper};
use crate::{initial, sequential, verdict};

/// Edges under way between the blocks of one process, by receiver, side and step.
#[derive(Default)]
struct Mailboxes {
    edges: BTreeMap<(usize, usize, u64), Vec<f64>>,
}

/// What one block sees of them.
struct Mailbox<'a> {
    all: &'a mut Mailboxes,
    own: usize,
}

impl Exchange for Mailbox<'_> {
    type Error = Infallible;

    fn send(&mut self, step: u64, side: Side, to: usize, edge: &[f64]) -> Result<(), Infallible> {
        let old = self
            .all
            .edges
            .insert((to, side.opposite().index(), step), edge.to_vec());
        assert_eq!(old, None, "an edge was sent twice");
        Ok(())
    }

    fn receive(&mut self, step: u64, side: Side, ghosts: &mut [f64]) -> Result<(), Infallible> {
        let edge = self.all.edges.remove(&(self.own, side.index(), step));
        ghosts.copy_from_slice(&edge.expect("the neighbour has sent its edge"));
        Ok(())
    }
}

/// A run cut for `processes` processes, all of them inside this one.
fn run_in_blocks(initial: &Field, processes: usize, steps: u64, alpha: f64) -> Field {
    let cut = Decomposition::new(initial.rows(), initial.cols(), processes);
    let mut mailboxes = Mailboxes::default();
    let mut steppers: Vec<Stepper> = (0..cut.blocks())
        .map(|process| {
            let part = cut.part(process).expect("a process with a block");
            let mut block = Block::new(part.height(), part.width());
            for (own, row) in part.rows.clone().enumerate() {
                block
                    .row_mut(own)
                    .copy_from_slice(&initial.row(row)[part.cols.clone()]);
            }
            Stepper::new(block, cut.neighbours(process), alpha)
        })
        .collect();
    for _ in 0..steps {
        for (own, stepper) in steppers.iter_mut().enumerate() {
            let Ok(()) = stepper.begin(&mut Mailbox {
                all: &mut mailboxes,
                own,
            });
        }
        for (own, stepper) in steppers.iter_mut().enumerate() {
            let Ok(()) = stepper.finish(&mut Mailbox {
                all: &mut mailboxes,
                own,
            });
        }
    }
    assert!(mailboxes.edges.is_empty(), "edges that nobody took");
    let mut last = initial.clone();
    for (process, stepper) in steppers.iter().enumerate() {
        let part = cut.part(process).expect("a process with a block");
        for (own, row) in part.rows.clone().enumerate() {
            last.row_mut(row)[part.cols.clone()].copy_from_slice(stepper.block().row(own));
        }
    }
    last
}

/// A field without any regularity, with values of very different sizes.
fn rough_field(rows: usize, cols: usize, seed: u64) -> Field {
    let mut state = seed | 1;
    let values = (0..rows * cols)
        .map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let digits = (state >> 33) as f64 / 1e3 - 1e6;
            digits * 10_f64.powi((state >> 20 & 7) as i32 - 4)
        })
        .collect();
    Field::new(rows, cols, values).expect("a field")
}

fn built_in(rows: usize, cols: usize) -> Field {
    Field::from_fn(rows, cols, |row, col| {
        initial::temperature(rows, cols, row, col)
    })
    .expect("a field")
}

fn bits(field: &Field) -> Vec<u64> {
    field.values().iter().map(|value| value.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_decomposition_gives_the_same_bits(
        rows in 1_usize..24,
        cols in 1_usize..24,
        processes in 1_usize..40,
        steps in 0_u64..12,
        alpha in 0.0..=0.25,
        seed: u64,
    ) {
        let first = rough_field(rows, cols, seed);
        let expected = sequential::run(&first, steps, alpha);
        let found = run_in_blocks(&first, processes, steps, alpha);
        prop_assert_eq!(bits(&expected), bits(&found));
    }

    #[test]
    fn blocks_tile_the_field(rows in 1_usize..40, cols in 1_usize..40, processes in 1_usize..70) {
        let cut = Decomposition::new(rows, cols, processes);
        prop_assert!(cut.blocks() <= processes);
        let mut owners = vec![None; rows * cols];
        for process in 0..processes {
            let Some(part) = cut.part(process) else {
                prop_assert!(process >= cut.blocks());
                continue;
            };
            prop_assert!(part.height() > 0 && part.width() > 0);
            prop_assert!(part.height() * part.width() <= cut.max_cells());
            prop_assert!(part.height().max(part.width()) <= cut.max_side());
            for row in part.rows.clone() {
                for col in part.cols.clone() {
                    prop_assert_eq!(owners[row * cols + col].replace(process), None);
                }
            }
            for side in Side::ALL {
                if let Some(neighbour) = cut.neighbour(process, side) {
                    prop_assert_eq!(cut.neighbour(neighbour, side.opposite()), Some(process));
                    let other = cut.part(neighbour).expect("a neighbour has a block");
                    match side {
                        Side::North | Side::South => prop_assert_eq!(&part.cols, &other.cols),
                        Side::West | Side::East => prop_assert_eq!(&part.rows, &other.rows),
                    }
                }
            }
        }
        prop_assert!(owners.iter().all(Option::is_some));
    }

    #[test]
    fn totals_are_kept(seed: u64, alpha in 0.0..=0.25) {
        let first = rough_field(17, 31, seed);
        let last = sequential::run(&first, 500, alpha);
        prop_assert!(verdict::drift(&first, &last) < verdict::DRIFT_MAX);
    }
}

#[test]
fn cuts_are_short() {
    let shape = |rows, cols, processes| {
        let cut = Decomposition::new(rows, cols, processes);
        (cut.down(), cut.across())
    };
    assert_eq!(shape(512, 512, 16), (4, 4));
    assert_eq!(shape(512, 512, 1), (1, 1));
    assert_eq!(shape(512, 512, 8), (4, 2));
    assert_eq!(shape(512, 512, 13), (13, 1));
    assert_eq!(shape(10, 1000, 4), (1, 4));
    assert_eq!(shape(1000, 10, 4), (4, 1));
    // No 7 blocks fit into 2 x 3 cells: one process is idle.
    assert_eq!(shape(2, 3, 7), (2, 3));
    assert_eq!(shape(1, 1, 64), (1, 1));
    assert_eq!(shape(344, 403, 64), (8, 8));
}

#[test]
fn a_long_run_keeps_the_total_and_evens_out() {
    let first = built_in(64, 48);
    let last = sequential::run(&first, 20_000, 0.25);
    assert!(
        verdict::drift(&first, &last) < 1e-11,
        "{:e}",
        verdict::drift(&first, &last)
    );
    let mean = first.total() / first.values().len() as f64;
    let (low, high) = last.range();
    assert!(
        high - low < 0.5 && low < mean && mean < high,
        "{low} {mean} {high}"
    );
}

#[test]
fn one_step_is_the_five_point_scheme() {
    let mut values = vec![0.0; 25];
    values[12] = 16.0;
    let first = Field::new(5, 5, values).expect("a field");
    let last = sequential::run(&first, 1, 0.125);
    let found: Vec<(usize, f64)> = last
        .values()
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, value)| *value != 0.0)
        .collect();
    assert_eq!(
        found,
        [(7, 2.0), (11, 2.0), (12, 8.0), (13, 2.0), (17, 2.0)]
    );
}

#[test]
fn nothing_flows_through_the_border() {
    let first = Field::new(1, 2, vec![8.0, 0.0]).expect("a field");
    assert_eq!(sequential::run(&first, 1, 0.25).values(), [6.0, 2.0]);
}

#[test]
fn a_wrong_result_is_noticed() {
    let first = built_in(20, 30);
    let right = sequential::run(&first, 10, 0.2);
    assert_eq!(verdict::check(&first, &right, 10, 0.2), Ok(()));
    let mut wrong = right.clone();
    let cell = &mut wrong.row_mut(3)[7];
    *cell = f64::from_bits(cell.to_bits() ^ 1);
    let error = verdict::check(&first, &wrong, 10, 0.2).expect_err("a bit is wrong");
    assert!(error.to_string().starts_with("1 cells differ"), "{error}");
    assert!(error.to_string().contains("row 3, column 7"), "{error}");
    let error = verdict::check(&first, &right, 11, 0.2).expect_err("another number of steps");
    assert!(error.to_string().contains("cells differ"), "{error}");
}

#[test]
fn drift_is_relative_to_the_magnitude() {
    let first = Field::new(1, 2, vec![-1000.0, 1000.0]).expect("a field");
    let last = Field::new(1, 2, vec![-1000.0, 1000.002]).expect("a field");
    assert!((verdict::drift(&first, &last) - 1e-6).abs() < 1e-12);
}

#[test]
fn fields_refuse_what_cannot_be_computed() {
    let error = |rows, cols, values| {
        Field::new(rows, cols, values)
            .expect_err("refused")
            .to_string()
    };
    assert!(error(0, 3, vec![]).contains("0 x 3 cells"));
    assert!(error(usize::MAX, 2, vec![]).contains("between 1 and"));
    assert!(error(1, 2, vec![1.0]).contains("1 values for 2 cells"));
    assert!(error(1, 2, vec![1.0, f64::NAN]).contains("NaN at row 0, column 1"));
    assert!(error(2, 1, vec![1.0, 1e291]).contains("row 1, column 0"));
}

fn options(line: &str) -> Result<Options, String> {
    Options::parse_arguments(line.split_whitespace().map(Into::into))
        .map_err(|error| error.to_string())
}

#[test]
fn options_are_read() {
    let options =
        options("--steps 7 --rows 3 --cols 5 --alpha 0.25 --output a.png --output b.npy --check")
            .expect("valid options");
    assert_eq!(
        (options.steps, options.alpha, options.check),
        (7, 0.25, true)
    );
    let field = options.initial_field().expect("the built-in field");
    assert_eq!((field.rows(), field.cols()), (3, 5));
    let paths: Vec<_> = options
        .output
        .iter()
        .map(|output| output.path().to_owned())
        .collect();
    assert_eq!(
        paths,
        [std::path::Path::new("a.png"), std::path::Path::new("b.npy")]
    );
}

#[test]
fn bad_options_are_refused() {
    for (line, reason) in [
        ("--alpha 0.26", "between 0 and 0.25"),
        ("--alpha nan", "between 0 and 0.25"),
        ("--alpha x", "invalid"),
        ("--rows 0", "0 x 512 cells"),
        ("--rows 99999999999 --cols 99999999999", "between 1 and"),
        ("--output heat.gif", ".npy (values), .png (picture)"),
        ("--input a.npy --rows 3", "cannot be used with"),
        ("--step 3", "--steps"),
        ("--steps=-1", "invalid value"),
    ] {
        let error = options(line).expect_err(line);
        assert!(error.contains(reason), "{line}: {error}");
    }
}
