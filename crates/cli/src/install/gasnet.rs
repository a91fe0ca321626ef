//! Headers of GASNet-EX, and how its programs are built: makefile fragments and files for pkg-config.
//!
//! ```text
//!   include/farreach-conduit/farreach-{seq,par,parsync}.mak    GASNET_CC, GASNET_CFLAGS, GASNET_LIBS ..
//!   include/gasnet_tools-{seq,par}.mak                         GASNETTOOLS_CC ..
//!   lib/pkgconfig/gasnet.pc, gasnet-farreach-{seq,par,parsync}.pc, gasnet_tools-{seq,par}.pc
//! ```

use std::fs;
use std::path::Path;

use super::{Source, copy, replace};
use crate::version;

/// The headers.
const HEADERS: [&str; 14] = [
    "gasnetex.h",
    "farreach_gex_annotations.h",
    "farreach_gex_environment.h",
    "farreach_gex_faults.h",
    "farreach_gex_formats.h",
    "farreach_gex_messages.h",
    "gasnet.h",
    "gasnet_coll.h",
    "gasnet_fwd.h",
    "gasnet_mk.h",
    "gasnet_portable_platform.h",
    "gasnet_ratomic.h",
    "gasnet_tools.h",
    "gasnet_vis.h",
];
/// The threading modes, as file names and as macros have them, and as the tools' macros have them.
const MODES: [(&str, &str, &str); 3] = [
    ("seq", "SEQ", "SINGLE"),
    ("par", "PAR", "SAFE"),
    ("parsync", "PARSYNC", "SAFE"),
];

/// Installs all of these.
pub(super) fn install(prefix: &Path, source: &Source) -> anyhow::Result<()> {
    let from = source.root.join("crates/gasnet-c/include");
    let include = prefix.join("include");
    for header in HEADERS {
        replace(&include.join(header), |path| copy(&from.join(header), path))?;
    }
    let pkgconfig = prefix.join("lib/pkgconfig");
    let of_any_mode = include_str!("gasnet/gasnet.pc");
    write(&pkgconfig.join("gasnet.pc"), of_any_mode, MODES[0])?;
    for mode in MODES {
        let name = mode.0;
        let fragment = format!("farreach-conduit/farreach-{name}.mak");
        write(
            &include.join(fragment),
            include_str!("gasnet/conduit.mak"),
            mode,
        )?;
        let file = format!("gasnet-farreach-{name}.pc");
        write(
            &pkgconfig.join(file),
            include_str!("gasnet/conduit.pc"),
            mode,
        )?;
    }
    // GASNet has the tools in these modes only.
    for mode in &MODES[..2] {
        let name = mode.0;
        let fragment = format!("gasnet_tools-{name}.mak");
        write(
            &include.join(fragment),
            include_str!("gasnet/tools.mak"),
            *mode,
        )?;
        let file = format!("gasnet_tools-{name}.pc");
        write(
            &pkgconfig.join(file),
            include_str!("gasnet/tools.pc"),
            *mode,
        )?;
    }
    Ok(())
}

/// Writes a file for a threading mode.
fn write(to: &Path, text: &str, (name, mode, tools): (&str, &str, &str)) -> anyhow::Result<()> {
    let text = text
        .replace("@VERSION@", version::NUMBER)
        .replace("@NAME@", name)
        .replace("@MODE@", mode)
        .replace("@TOOLS@", tools);
    replace(to, |path| Ok(fs::write(path, &text)?))
}
