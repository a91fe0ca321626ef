use super::*;

fn found(variables: &[(&str, &str)]) -> Result<DetectedLauncher, PmiError> {
    find(|wanted| {
        let found = variables.iter().find(|(name, _)| *name == wanted)?;
        Some(found.1.to_owned())
    })
}

#[test]
fn launchers_are_found_by_what_they_set() {
    let of_hydra = found(&[("PMI_FD", "6"), ("PMI_RANK", "1"), ("PMI_SIZE", "4")]);
    let simple = DetectedLauncher::Simple {
        way: LauncherAddress::Fd(6),
        identity: Some((1, 4)),
        slurm_job: None,
    };
    assert_eq!(of_hydra.expect("hydra"), simple);
    let of_slurm = [
        ("PMI_FD", "6"),
        ("PMI_RANK", "1"),
        ("PMI_SIZE", "4"),
        ("PMI_JOBID", "7.0"),
        ("SLURM_STEP_NUM_TASKS", "4"),
        ("SLURM_PROCID", "1"),
    ];
    let DetectedLauncher::Simple { slurm_job, .. } = found(&of_slurm).expect("Slurm") else {
        panic!("not PMI-2");
    };
    assert_eq!(slurm_job.as_deref(), Some("7.0"));
    let of_port = found(&[("PMI_PORT", "h1:4000"), ("PMI_ID", "2")]).expect("hydra");
    let way = LauncherAddress::Port {
        address: "h1:4000".into(),
        id: "2".into(),
    };
    assert!(matches!(of_port, DetectedLauncher::Simple { way: found, .. } if found == way));
    let of_mpirun = [
        ("PMIX_NAMESPACE", "a@1"),
        ("PMIX_RANK", "0"),
        ("OMPI_COMM_WORLD_SIZE", "4"),
        ("OMPI_COMM_WORLD_RANK", "0"),
    ];
    assert_eq!(found(&of_mpirun).expect("mpirun"), DetectedLauncher::Pmix);
}

#[test]
fn a_process_that_nobody_or_one_alone_started_is_alone() {
    for alone in [
        &[][..],
        &[("PMI_SIZE", "1"), ("PMI_RANK", "0")],
        &[("OMPI_COMM_WORLD_SIZE", "3")],
        &[
            ("OMPI_COMM_WORLD_SIZE", "many"),
            ("OMPI_COMM_WORLD_RANK", "0"),
        ],
        // A process that a process of a job of Farreach has started without the way to the launcher.
        &[
            ("FARREACH_SIZE", "4"),
            ("OMPI_COMM_WORLD_SIZE", "4"),
            ("OMPI_COMM_WORLD_RANK", "0"),
        ],
        // A batch script, whose tasks srun has not started yet.
        &[("SLURM_NTASKS", "4"), ("SLURM_PROCID", "0")],
        &[("PMI_FD", ""), ("PMIX_NAMESPACE", "")],
    ] {
        assert_eq!(
            found(alone).expect("nobody"),
            DetectedLauncher::Nobody,
            "{alone:?}"
        );
    }
}

#[test]
fn one_of_several_without_pmi_is_refused_with_a_remedy() {
    for (variables, size, remedy) in [
        ([("PMI_SIZE", "4"), ("PMI_RANK", "3")], "4", "oshrun -np 4"),
        (
            [("OMPI_COMM_WORLD_SIZE", "3"), ("OMPI_COMM_WORLD_RANK", "0")],
            "3",
            "oshrun -np 3",
        ),
        (
            [("SLURM_STEP_NUM_TASKS", "2"), ("SLURM_PROCID", "1")],
            "2",
            "srun --mpi=pmi2",
        ),
    ] {
        let text = found(&variables).expect_err("no PMI").to_string();
        let names = [variables[0].0, remedy, &format!("{size} processes")];
        assert!(names.iter().all(|name| text.contains(name)), "{text}");
    }
}

#[test]
fn numbers_that_can_not_be_are_named() {
    for (variables, named) in [
        (
            &[("PMI_FD", "six"), ("PMI_RANK", "0"), ("PMI_SIZE", "1")][..],
            "PMI_FD=six",
        ),
        (&[("PMI_FD", "6"), ("PMI_RANK", "0")], "PMI_SIZE"),
        (
            &[("PMI_FD", "6"), ("PMI_RANK", "-1"), ("PMI_SIZE", "1")],
            "PMI_RANK=-1",
        ),
        (
            &[("PMI_FD", "6"), ("PMI_RANK", "4"), ("PMI_SIZE", "4")],
            "PMI_RANK=4",
        ),
        (
            &[("PMI_FD", "6"), ("PMI_RANK", "0"), ("PMI_SIZE", "0")],
            "PMI_SIZE=0",
        ),
    ] {
        let text = found(variables).expect_err("no such number").to_string();
        assert!(text.contains(named), "{text}");
    }
}
