//! Manual pages and completions, tested with the programs that read them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use farreach::settings::TABLE;

use crate::prefix::{is_installed, prefix, run, text};

/// The names of all installed programs.
fn programs() -> BTreeSet<String> {
    let entries = fs::read_dir(prefix().join("bin")).expect("programs");
    let names = entries.map(|entry| entry.expect("a program").file_name());
    names
        .map(|name| name.into_string().expect("text"))
        .collect()
}

fn page(name: &str) -> PathBuf {
    prefix().join(format!("share/man/man1/{name}.1"))
}

/// Fails if groff warns of anything in a page.
fn check_rendered(page: &Path) {
    if !is_installed("groff") {
        return;
    }
    let mut groff = Command::new("groff");
    let rendered = run(groff.args(["-man", "-ww", "-Tascii", "-P-c"]).arg(page));
    let told = String::from_utf8_lossy(&rendered.stderr);
    assert!(told.is_empty(), "{}: {told}", page.display());
}

#[test]
fn each_program_and_subcommand_has_a_manual_page() {
    let mut names = programs();
    assert!(
        names.contains("farreach") && names.contains("shmemCC"),
        "{names:?}"
    );
    for subcommand in [
        "run",
        "install",
        "uninstall",
        "info",
        "bench",
        "bench-compare",
    ] {
        names.insert(format!("farreach-{subcommand}"));
    }
    for name in &names {
        let source = fs::read_to_string(page(name)).expect(name);
        assert!(
            source.contains(".SH SYNOPSIS") || source.contains(".SH \"SYNOPSIS\""),
            "{name}: {source}"
        );
        for section in ["EXIT STATUS", "ENVIRONMENT", "SEE ALSO"] {
            let heading = format!(".SH \"{section}\"\n");
            assert!(source.contains(&heading), "{name}: {section}: {source}");
        }
        check_rendered(&page(name));
    }
    let of_run = fs::read_to_string(page("farreach-run")).expect("a page");
    let whole = fs::read_to_string(page("farreach")).expect("a page");
    assert!(whole.contains("connections made on demand"), "{whole}");
    for wanted in ["farreach run", "\\-\\-nodes", "virtual nodes", "PROGRAM"] {
        assert!(of_run.contains(wanted), "{wanted}: {of_run}");
    }
    assert_eq!(
        fs::read(page("shmemrun")).expect("a page"),
        fs::read(page("oshrun")).expect("a page")
    );
    let of_mpiexec = fs::read_to_string(page("mpiexec")).expect("a page");
    assert!(of_mpiexec.contains("program for MPI"), "{of_mpiexec}");
    assert!(!of_mpiexec.contains("oshrun"), "{of_mpiexec}");
    assert_eq!(
        fs::read(page("mpirun")).expect("a page"),
        of_mpiexec.as_bytes()
    );
    for exit in ["124", "128 + N"] {
        assert!(of_run.contains(&format!(".TP\n\\fB{exit}\\fR")), "{of_run}");
    }
    // Pages of two builds are equal.
    assert!(whole.contains(env!("CARGO_PKG_VERSION")), "{whole}");
    assert!(!whole.contains(env!("BUILD_TARGET")), "{whole}");
}

#[test]
fn a_manual_page_has_all_settings() {
    let page = prefix().join("share/man/man7/farreach-settings.7");
    let source = fs::read_to_string(&page).expect("a page");
    for setting in TABLE {
        let entry = format!(".BR {} \" (default: ", setting.name);
        assert!(source.contains(&entry), "{entry}: {source}");
    }
    check_rendered(&page);
}

#[test]
fn bash_completes_subcommands_options_and_values() {
    let completed = |program: &str, words: &[&str]| {
        let script = prefix()
            .join("share/bash-completion/completions")
            .join(program);
        let mut bash = Command::new("bash");
        // This does what readline does when TAB is pressed behind the last word.
        let press = "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                     function=$(complete -p \"$1\" | grep -o -- '-F [^ ]*'); \
                     ${function#-F } \"$1\" \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"; \
                     echo \"${COMPREPLY[@]}\"";
        bash.args(["-c", press, "bash"]).arg(script).arg(program);
        text(bash.args(words)).trim().to_owned()
    };
    assert_eq!(completed("farreach", &["inst"]), "install");
    assert_eq!(completed("farreach", &["run", "--nod"]), "--nodes");
    assert_eq!(completed("farreach", &["run", "--stats", "js"]), "json");
    assert_eq!(completed("farreach", &["bench", "comp"]), "compare");
    for name in ["oshrun", "shmemrun"] {
        assert_eq!(completed(name, &["--tim"]), "--timeout", "{name}");
    }
}

#[test]
fn zsh_and_fish_complete_subcommands() {
    for name in ["farreach", "oshrun", "shmemrun"] {
        let zsh = prefix().join(format!("share/zsh/site-functions/_{name}"));
        let fish = prefix().join(format!("share/fish/vendor_completions.d/{name}.fish"));
        let wanted: &[&str] = if name == "farreach" {
            &["bench", "info", "install", "run"]
        } else {
            &["timeout", "nodes"]
        };
        for file in [&zsh, &fish] {
            let script = fs::read_to_string(file).expect(name);
            for word in wanted {
                assert!(script.contains(word), "{word}: {}", file.display());
            }
        }
        if is_installed("zsh") {
            run(Command::new("zsh").arg("-n").arg(&zsh));
            let first = fs::read_to_string(&zsh).expect(name);
            assert!(first.starts_with(&format!("#compdef {name}\n")), "{first}");
        }
        if is_installed("fish") {
            let press =
                format!("source $argv[1]; complete -C '{name} --tim'; complete -C '{name} inst'");
            let mut command = Command::new("fish");
            let shown = text(command.args(["--no-config", "-c", &press]).arg(&fish));
            let expected = if name == "farreach" {
                "install\t"
            } else {
                "--timeout\t"
            };
            assert!(shown.starts_with(expected), "{shown}");
        }
    }
}
