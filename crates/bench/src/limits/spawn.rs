//! Starting a process that does nothing, and waiting for its end.

use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::meter;

/// Seconds of one vfork, exec and wait.
pub(super) fn seconds(budget: Duration) -> Result<f64> {
    let measured = meter::each(budget, 2, |_| {
        let status = Command::new("/bin/true")
            .stdin(Stdio::null())
            .status()
            .context("/bin/true can't be started")?;
        ensure!(status.success(), "/bin/true failed: {status}");
        Ok(())
    })?;
    Ok(measured.median())
}
