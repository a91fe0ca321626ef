//! The deterministic crates are given time, bytes and completions, and access nothing else. A run
//! then depends on its inputs only, so that a failing seed replays exactly.
//!
//! `cargo xtask bare` builds these crates for a target without an operating system, which proves
//! nearly all of this. The rules here cover the rest: code that could differ on other targets, and
//! libraries that build without `std` but depend on chance.

use syn::visit::{self, Visit};

use super::Finding;
use crate::tree::{Crate, Role, SourceFile, is_test_only};

/// The crates without clock, socket, thread, randomness, files, environment or output.
pub(crate) const DETERMINISTIC: [&str; 5] = [
    "farreach-verbs",
    "farreach-roce",
    "farreach-connect",
    "farreach-engine",
    "farreach-collectives",
];

/// The libraries that these crates may use. None has an order or a value that depends on addresses,
/// on the processor's random numbers or on the operating system.
const LIBRARIES: &[&str] = &[
    "aes-gcm",
    "crc32fast",
    "once_cell",
    "hmac",
    "rand",
    "rand_pcg",
    "sha2",
    "siphasher",
    "slab",
    "strum",
    "thiserror",
    "zerocopy",
];

/// Whether a crate must be deterministic.
pub(super) fn applies_to(package: &str) -> bool {
    DETERMINISTIC.contains(&package)
}

/// Checks a crate's dependencies.
pub(super) fn check_manifest(package: &Crate, findings: &mut Vec<Finding>) {
    if package.manifest.contains_key("target") {
        findings.push(Finding::new(
            &package.manifest_path,
            package.manifest_line("[target"),
            format!(
                "deterministic crate {} has dependencies for some targets only",
                package.name
            ),
            "take what the target gives as arguments from the layer above",
        ));
    }
    for name in package.dependencies("dependencies") {
        // The layering check covers the project's own crates.
        if !name.starts_with("farreach-") && !LIBRARIES.contains(&name.as_str()) {
            findings.push(Finding::new(
                &package.manifest_path,
                package.manifest_line(&name),
                format!("deterministic crate {} depends on {name}", package.name),
                "a library may depend on chance although it needs no std, as a hash table that is seeded with an address does; \
                 if it does not, add it to LIBRARIES in xtask/src/tidy/determinism.rs",
            ));
        }
    }
}

/// Checks the product code of one file. Tests are exempt.
pub(super) fn check(file: &SourceFile, syntax: &syn::File, findings: &mut Vec<Finding>) {
    if file.role == Role::Test {
        return;
    }
    let is_bare = syntax
        .attrs
        .iter()
        .any(|attribute| attribute.path().is_ident("no_std"));
    if file.path.ends_with("src/lib.rs") && !is_bare {
        findings.push(Finding::new(
            &file.path,
            1,
            "a deterministic crate without `#![no_std]`",
            "add it, without a condition",
        ));
    }
    StdImports { file, findings }.visit_file(syntax);
}

/// Finds `extern crate std`. A condition could hide it from the build without `std`.
struct StdImports<'a> {
    file: &'a SourceFile,
    findings: &'a mut Vec<Finding>,
}

impl<'ast> Visit<'ast> for StdImports<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test_only(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_extern_crate(&mut self, item: &'ast syn::ItemExternCrate) {
        if item.ident == "std" && !is_test_only(&item.attrs) {
            self.findings.push(Finding::new(
                &self.file.path,
                item.ident.span().start().line,
                "std in a deterministic crate",
                "use core and alloc; what the operating system has belongs to the layers above",
            ));
        }
    }
}
