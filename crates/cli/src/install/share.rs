//! Manual pages and shell completions. They are made from the programs' command lines and from the
//! table of settings, except the pages of the compiler wrappers.
//!
//! ```text
//!   PREFIX/share/man/man1                     farreach.1, a page for each subcommand, oshrun.1, mpiexec.1, oshcc.1, mpicc.1,
//!                                             links for other names
//!   PREFIX/share/man/man7                     farreach-settings.7
//!   PREFIX/share/bash-completion/completions  farreach, oshrun, shmemrun
//!   PREFIX/share/zsh/site-functions           _farreach ..
//!   PREFIX/share/fish/vendor_completions.d    farreach.fish ..
//! ```

mod sections;

use std::fs;

use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::{Stage, WRAPPERS, Wrapper, mpi};
use crate::{oshrun, version};

/// The folder of the manual pages.
const PAGES: &str = "share/man/man1";

/// Installs manual pages and completions.
pub(super) fn install(stage: &Stage) -> anyhow::Result<()> {
    install_pages(stage, &crate::Cli::command())?;
    for [name, other] in [[oshrun::NAMES[0], oshrun::NAMES[1]], oshrun::MPI_NAMES] {
        install_pages(stage, &oshrun::command(name))?;
        link_pages(stage, name, &[other])?;
    }
    install_wrappers_page(stage, include_str!("oshcc.1"), &WRAPPERS)?;
    install_wrappers_page(stage, include_str!("mpicc.1"), &mpi::WRAPPERS)?;
    let settings = format!("share/man/man7/{}", sections::SETTINGS_PAGE);
    stage.write(settings, &sections::settings_page())?;
    install_completions(stage, "farreach", &crate::Cli::command())?;
    for name in oshrun::NAMES {
        install_completions(stage, name, &oshrun::command(name))?;
    }
    Ok(())
}

/// Writes the manual page of compiler wrappers. It has the first one's name, and links by the others' names.
fn install_wrappers_page(stage: &Stage, page: &str, wrappers: &[Wrapper]) -> anyhow::Result<()> {
    let mut names = wrappers
        .iter()
        .flat_map(|(name, _, others)| [*name].into_iter().chain(others.iter().copied()));
    let first = names.next().unwrap_or_default();
    let page = page.replace("@VERSION@", version::NUMBER);
    stage.write(file_name(first), &page)?;
    link_pages(stage, first, &names.collect::<Vec<&str>>())
}

/// The file of a program's manual page.
fn file_name(program: &str) -> String {
    format!("{PAGES}/{program}.1")
}

/// Writes the manual page of a command, and those of its subcommands.
fn install_pages(stage: &Stage, command: &Command) -> anyhow::Result<()> {
    let mut command = command.clone().disable_help_subcommand(true);
    // Gives the subcommands their full names.
    command.build();
    install_built_pages(stage, &command)
}

fn install_built_pages(stage: &Stage, command: &Command) -> anyhow::Result<()> {
    for subcommand in command.get_subcommands() {
        install_built_pages(stage, subcommand)?;
    }
    let mut command = command.clone();
    if command.get_version().is_some() {
        // A page does not differ between builds.
        command = command.version(version::NUMBER);
    }
    let page = Man::new(command)
        .source(format!("Farreach {}", version::NUMBER))
        .manual("Farreach");
    let file = page.get_filename();
    let name = file.strip_suffix(".1").unwrap_or(&file);
    let mut text = Vec::new();
    page.render(&mut text)?;
    text.extend_from_slice(sections::of_command(name).as_bytes());
    stage.make(format!("{PAGES}/{file}"), |path| {
        Ok(fs::write(path, &text)?)
    })
}

/// Links a manual page under other names.
fn link_pages(stage: &Stage, name: &str, others: &[&str]) -> anyhow::Result<()> {
    for other in others {
        stage.link(file_name(other), &format!("{name}.1"))?;
    }
    Ok(())
}

/// Writes the completions of a program for each shell.
fn install_completions(stage: &Stage, name: &str, command: &Command) -> anyhow::Result<()> {
    for (shell, file) in [
        (
            Shell::Bash,
            format!("share/bash-completion/completions/{name}"),
        ),
        (Shell::Zsh, format!("share/zsh/site-functions/_{name}")),
        (
            Shell::Fish,
            format!("share/fish/vendor_completions.d/{name}.fish"),
        ),
    ] {
        stage.make(file, |path| {
            let mut script = fs::File::create(path)?;
            generate(shell, &mut command.clone(), name, &mut script);
            Ok(())
        })?;
    }
    Ok(())
}
