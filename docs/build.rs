//! Turns each block of Rust on the pages into a function: a whole program, or the inside of a function that has a `pe`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "lib.rs"]
#[expect(unreachable_pub, reason = "it is the library's as well")]
mod guide;

/// What pieces of programs may use, as the page about Rust says.
const USED: &str = "use farreach::shmem::{self, Compare, Error, Hint, Pe, Reduction, Scan, Steps};";

fn main() {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=../README.md");
    let mut pages: Vec<PathBuf> = fs::read_dir(folder.join("src"))
        .expect("the pages")
        .map(|page| page.expect("a page").path())
        .filter(|page| page.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.sort();
    pages.push(folder.join("../README.md"));

    let mut programs = String::new();
    let mut table = String::new();
    for (number, page) in pages.iter().enumerate() {
        let text = fs::read_to_string(page).expect("a page");
        for block in guide::blocks(&text, "rust") {
            let name = format!("page_{number}_line_{}", block.line);
            let title = format!("{}:{}", shown(page, &folder), block.line);
            let code = if block.text.contains("fn main()") {
                format!(
                    "{}\npub fn run() -> Result<(), Box<dyn std::error::Error>> {{ Ok(main()?) }}",
                    block.text
                )
            } else {
                format!(
                    "{USED}\npub fn run() -> Result<(), Box<dyn std::error::Error>> {{ let pe = shmem::init()?; piece(&pe)?; Ok(pe.finalize()?) }}\n\
                     fn piece(pe: &Pe) -> Result<(), Error> {{\n{}\nOk(()) }}",
                    block.text
                )
            };
            // Writing to a string does not fail.
            let _ = writeln!(programs, "mod {name} {{\n{code}\n}}");
            let _ = writeln!(table, "    ({title:?}, {name}::run),");
        }
    }
    let code = format!(
        "{programs}\nconst PROGRAMS: &[(&str, fn() -> Result<(), Box<dyn std::error::Error>>)] = &[\n{table}];\n"
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("programs.rs"), code).expect("writing the programs");
}

/// A page's path as it is told to people.
fn shown(page: &Path, folder: &Path) -> String {
    let inside = page.strip_prefix(folder).unwrap_or(page);
    inside.display().to_string()
}
