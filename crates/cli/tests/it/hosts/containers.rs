//! Containers of one host: hydra starts all ranks on the login host, and each enters a network of its own from there.

use std::process::{Command, Output, Stdio};

use super::lab::{self, Lab};

/// Runs the heat diffusion as two ranks in each of two containers.
fn heat(lab: &Lab, nodes_by: &str, patience_s: &str) -> Output {
    let enter = format!(
        "exec '{}' h$((PMI_RANK / 2 + 1)) '{}' __app heat2d --steps 60 --check",
        lab.rsh.display(),
        env!("CARGO_BIN_EXE_farreach")
    );
    Command::new("mpiexec.hydra")
        .args(["-n", "4", "sh", "-c", &enter])
        .env("FARREACH_NODES_BY", nodes_by)
        .env("FARREACH_START_TIMEOUT", patience_s)
        .stdin(Stdio::null())
        .output()
        .expect("hydra")
}

#[test]
fn each_container_is_a_node_if_asked_for() {
    let Some(lab) = lab::enter() else { return };
    if Command::new("mpiexec.hydra").arg("-V").output().is_err() {
        eprintln!("hydra is not installed: containers were NOT TESTED");
        return;
    }
    let output = heat(&lab, "container", "60");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.matches("same bits").count() == 1,
        "{output:?}"
    );
    // Their launcher tells that they are on one host, where they don't find each other.
    let output = heat(&lab, "host", "2");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && errors.contains("FARREACH_NODES_BY=container"),
        "{output:?}"
    );
}
