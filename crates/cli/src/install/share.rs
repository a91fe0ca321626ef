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
use std::os::unix::fs::symlink;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::{WRAPPERS, mpi, replace};
use crate::{oshrun, version};

/// Installs manual pages and completions.
pub(super) fn install(prefix: &Path) -> anyhow::Result<()> {
    let pages = prefix.join("share/man/man1");
    install_pages(&pages, &crate::Cli::command())?;
    for [name, other] in [[oshrun::NAMES[0], oshrun::NAMES[1]], oshrun::MPI_NAMES] {
        install_pages(&pages, &oshrun::command(name))?;
        link_pages(&pages, name, &[other])?;
    }
    let page = include_str!("oshcc.1").replace("@VERSION@", version::NUMBER);
    let [(oshcc, _, _), ..] = WRAPPERS;
    replace(&pages.join(file_name(oshcc)), |path| {
        Ok(fs::write(path, &page)?)
    })?;
    for (name, _, others) in WRAPPERS {
        if name != oshcc {
            link_pages(&pages, oshcc, &[name])?;
        }
        link_pages(&pages, oshcc, others)?;
    }
    let page = include_str!("mpicc.1").replace("@VERSION@", version::NUMBER);
    let [(mpicc, _, _), ..] = mpi::WRAPPERS;
    replace(&pages.join(file_name(mpicc)), |path| {
        Ok(fs::write(path, &page)?)
    })?;
    for (name, _, others) in mpi::WRAPPERS {
        if name != mpicc {
            link_pages(&pages, mpicc, &[name])?;
        }
        link_pages(&pages, mpicc, others)?;
    }
    let settings = prefix.join("share/man/man7").join(sections::SETTINGS_PAGE);
    replace(&settings, |path| {
        Ok(fs::write(path, sections::settings_page())?)
    })?;
    install_completions(prefix, "farreach", &crate::Cli::command())?;
    for name in oshrun::NAMES {
        install_completions(prefix, name, &oshrun::command(name))?;
    }
    Ok(())
}

/// The file of a program's manual page.
fn file_name(program: &str) -> String {
    format!("{program}.1")
}

/// Writes the manual page of a command, and those of its subcommands.
fn install_pages(folder: &Path, command: &Command) -> anyhow::Result<()> {
    let mut command = command.clone().disable_help_subcommand(true);
    // Gives the subcommands their full names.
    command.build();
    install_built_pages(folder, &command)
}

fn install_built_pages(folder: &Path, command: &Command) -> anyhow::Result<()> {
    for subcommand in command.get_subcommands() {
        install_built_pages(folder, subcommand)?;
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
    let sections = sections::of_command(name);
    replace(&folder.join(&file), |path| {
        let mut text = Vec::new();
        page.render(&mut text)?;
        text.extend_from_slice(sections.as_bytes());
        Ok(fs::write(path, text)?)
    })
}

/// Links a manual page under other names.
fn link_pages(folder: &Path, name: &str, others: &[&str]) -> anyhow::Result<()> {
    for other in others {
        replace(&folder.join(file_name(other)), |path| {
            Ok(symlink(file_name(name), path)?)
        })?;
    }
    Ok(())
}

/// Writes the completions of a program for each shell.
fn install_completions(prefix: &Path, name: &str, command: &Command) -> anyhow::Result<()> {
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
        replace(&prefix.join(file), |path| {
            let mut script = fs::File::create(path)?;
            generate(shell, &mut command.clone(), name, &mut script);
            Ok(())
        })?;
    }
    Ok(())
}
