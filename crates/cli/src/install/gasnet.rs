//! Headers of GASNet-EX, and how its programs are built: makefile fragments and files for pkg-config.
//!
//! ```text
//!   include/farreach-conduit/farreach-{seq,par,parsync}.mak    GASNET_CC, GASNET_CFLAGS, GASNET_LIBS ..
//!   include/gasnet_tools-{seq,par}.mak                         GASNETTOOLS_CC ..
//!   lib/pkgconfig/gasnet.pc, gasnet-farreach-{seq,par,parsync}.pc, gasnet_tools-{seq,par}.pc
//! ```

use super::{Source, Stage};
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
pub(super) fn install(stage: &Stage, source: &Source) -> anyhow::Result<()> {
    let from = source.root.join("crates/gasnet-c/include");
    for header in HEADERS {
        stage.copy(format!("include/{header}"), &from.join(header))?;
    }
    let of_any_mode = include_str!("gasnet/gasnet.pc");
    write(stage, "lib/pkgconfig/gasnet.pc", of_any_mode, MODES[0])?;
    for mode in MODES {
        let fragment = format!("include/farreach-conduit/farreach-{}.mak", mode.0);
        write(stage, &fragment, include_str!("gasnet/conduit.mak"), mode)?;
        let file = format!("lib/pkgconfig/gasnet-farreach-{}.pc", mode.0);
        write(stage, &file, include_str!("gasnet/conduit.pc"), mode)?;
    }
    // GASNet has the tools in these modes only.
    for mode in MODES.into_iter().take(2) {
        let fragment = format!("include/gasnet_tools-{}.mak", mode.0);
        write(stage, &fragment, include_str!("gasnet/tools.mak"), mode)?;
        let file = format!("lib/pkgconfig/gasnet_tools-{}.pc", mode.0);
        write(stage, &file, include_str!("gasnet/tools.pc"), mode)?;
    }
    Ok(())
}

/// Writes a file for a threading mode.
fn write(
    stage: &Stage,
    file: &str,
    text: &str,
    (name, mode, tools): (&str, &str, &str),
) -> anyhow::Result<()> {
    let text = text
        .replace("@VERSION@", version::NUMBER)
        .replace("@NAME@", name)
        .replace("@MODE@", mode)
        .replace("@TOOLS@", tools);
    stage.write(file, &text)
}
