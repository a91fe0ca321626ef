//! Libraries without code of their own, by which programs reach the functions of `libfarreach.so.0`.
//!
//! ```text
//!   program ──needs──▶ libshmem.so.1 ──filter of──▶ libfarreach.so.0
//!           shmem_put is in the first for the linker,  and in the second when the program runs
//! ```
//!
//! The dynamic linker looks for a filter's symbols in the library that it filters (`DT_FILTER`). A
//! call goes straight there, and costs what it would cost with one library. Programs that were
//! linked with a `libshmem.so.1` of its own code find their functions too.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::{CORE, compiler, succeed};

/// Links the filter `name` with the functions that the version script `map` lists.
pub(super) fn link(path: &Path, name: &str, map: &Path) -> anyhow::Result<()> {
    let map = fs::read_to_string(map).with_context(|| format!("reading {}", map.display()))?;
    let source = path.with_extension("s");
    fs::write(&source, symbols(&functions(&map)))?;
    let mut command = Command::new(compiler());
    command
        .args(["-shared", "-nostdlib", "-o"])
        .arg(path)
        .arg(&source)
        .arg(format!("-Wl,-soname,{name}"))
        .arg(format!("-Wl,--filter={CORE}"))
        // The core lies beside it.
        .args(["-Wl,-rpath,$ORIGIN", "-Wl,-z,nodelete", "-Wl,-z,now"])
        // The names of temporary files would differ each time.
        .arg("-Wl,--strip-all");
    let linked = succeed(command);
    fs::remove_file(&source)?;
    linked
}

/// Writes a version script with the functions of several ones, for the library with the code.
pub(super) fn join(path: &Path, maps: &[PathBuf]) -> anyhow::Result<()> {
    let mut script = String::from("{\n    global:\n");
    for map in maps {
        let map = fs::read_to_string(map).with_context(|| format!("reading {}", map.display()))?;
        for name in functions(&map) {
            // Writing to a string does not fail.
            let _ = writeln!(script, "        {name};");
        }
    }
    script.push_str("    local:\n        *;\n};\n");
    Ok(fs::write(path, script)?)
}

/// The functions of a version script.
pub(super) fn functions(map: &str) -> BTreeSet<&str> {
    let names = map.lines().filter_map(|line| line.trim().strip_suffix(';'));
    names.filter(|name| !name.contains(['*', '}'])).collect()
}

/// An assembly file that defines the functions. Nobody calls these: what stands there is no
/// instruction on any processor.
fn symbols(functions: &BTreeSet<&str>) -> String {
    let mut text = String::from(".text\n.balign 4\nnobody: .4byte 0\n");
    for name in functions {
        // A function with a twin for profilers is weak, as in the core.
        let is_weak = functions.contains(format!("p{name}").as_str());
        let binding = if is_weak { ".weak" } else { ".globl" };
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{binding} {name}\n.type {name}, %function\n.set {name}, nobody"
        );
    }
    text.push_str(".section .note.GNU-stack,\"\",%progbits\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_with_twins_are_weak() {
        let map = "{\n    global:\n        pshmem_x;\n        shmem_x;\n        my_pe;\n    local:\n        *;\n};\n";
        let text = symbols(&functions(map));
        for line in [".weak shmem_x\n", ".globl pshmem_x\n", ".globl my_pe\n"] {
            assert!(text.contains(line), "{text}");
        }
        assert!(!text.contains("local"));
    }
}
