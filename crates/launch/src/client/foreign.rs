//! Detects foreign launchers. Under such a launcher each process would form a job of its own, which
//! is never intended.

/// The variables by which foreign launchers give the number of processes and the process's rank.
const TOLD: [(&str, &str); 3] = [
    ("PMI_SIZE", "PMI_RANK"),
    ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    ("SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
];

/// The message for the first of several processes that a foreign launcher started. `of` returns
/// environment variables.
pub fn foreign_launcher(of: impl Fn(&str) -> Option<String>) -> Option<String> {
    let number = |name: &str| of(name)?.parse::<u32>().ok();
    TOLD.into_iter().find_map(|(size_name, rank)| {
        let size = number(size_name).filter(|&size| size > 1)?;
        (number(rank) == Some(0)).then(|| {
            format!(
                "another launcher started {size} processes ({size_name}), but each is a job of its own: start the program by \
                 oshrun -np {size}"
            )
        })
    })
}

#[cfg(test)]
mod tests {
    use super::foreign_launcher;

    fn said(variables: &[(&str, &str)]) -> Option<String> {
        foreign_launcher(|wanted| {
            let found = variables.iter().find(|(name, _)| *name == wanted)?;
            Some(found.1.to_owned())
        })
    }

    #[test]
    fn the_first_of_several_processes_says_so() {
        let first = said(&[("PMI_SIZE", "4"), ("PMI_RANK", "0")]).expect("the first of four");
        assert!(first.contains("4 processes (PMI_SIZE)") && first.contains("oshrun -np 4"));
        let by_slurm = [("SLURM_STEP_NUM_TASKS", "2"), ("SLURM_PROCID", "0")];
        assert!(said(&by_slurm).is_some());
        for silent in [
            &[("PMI_SIZE", "4"), ("PMI_RANK", "3")][..],
            &[("PMI_SIZE", "1"), ("PMI_RANK", "0")],
            &[
                ("OMPI_COMM_WORLD_SIZE", "many"),
                ("OMPI_COMM_WORLD_RANK", "0"),
            ],
            &[("OMPI_COMM_WORLD_SIZE", "3")],
            &[],
        ] {
            assert_eq!(said(silent), None, "{silent:?}");
        }
    }
}
