//! The machine of a measurement, and the date.

use std::fs;
use std::time::SystemTime;

use serde::Serialize;

use crate::pin;

/// What a figure depends on besides the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Machine {
    /// The start of the measurement in UTC, for example `2026-11-22T20:11:42Z`.
    pub date: String,
    /// The version of this program.
    pub farreach: String,
    /// The processor's name.
    pub processor: String,
    /// The number of cores that the measurement may use.
    pub cores: usize,
    /// The distribution.
    pub system: String,
    /// The kernel's name and release.
    pub kernel: String,
    /// The load average over the minute before the start: processes that ran or were ready. `None`
    /// if the kernel does not tell.
    pub load_average: Option<f64>,
}

impl Machine {
    /// The machine that runs this process, now.
    pub fn look() -> Machine {
        let kernel = rustix::system::uname();
        let text = |part: &std::ffi::CStr| part.to_string_lossy().into_owned();
        // x86 and aarch64 have different names for it, and virtual machines may have none.
        let processor = field("/proc/cpuinfo", "model name", ':');
        Machine {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            farreach: env!("CARGO_PKG_VERSION").to_owned(),
            processor: processor.unwrap_or_else(|| text(kernel.machine())),
            cores: pin::cores().len(),
            system: field("/etc/os-release", "PRETTY_NAME", '=')
                .unwrap_or_else(|| "Linux".to_owned()),
            kernel: format!("{} {}", text(kernel.sysname()), text(kernel.release())),
            load_average: load_average(),
        }
    }

    /// The machine as one line, without the load.
    pub fn line(&self) -> String {
        let Machine {
            date,
            processor,
            cores,
            system,
            kernel,
            ..
        } = self;
        let cores = match cores {
            1 => "1 core".to_owned(),
            cores => format!("{cores} cores"),
        };
        format!("{date}, {processor}, {cores}, {system}, {kernel}")
    }
}

fn load_average() -> Option<f64> {
    let averages = fs::read_to_string("/proc/loadavg").ok()?;
    averages.split(' ').next()?.parse().ok()
}

/// The value of the first line with this name, without quotes.
fn field(file: &str, name: &str, separator: char) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let mut pairs = text.lines().filter_map(|line| line.split_once(separator));
    let (_, value) = pairs.find(|(found, _)| found.trim() == name)?;
    let value = value.trim().trim_matches('"');
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::Machine;

    #[test]
    fn this_machine_is_described() {
        let machine = Machine::look();
        assert!(machine.cores > 0 && machine.load_average.is_some());
        assert!(machine.kernel.starts_with("Linux "), "{machine:?}");
        let (day, time) = machine.date.split_once('T').unwrap();
        assert_eq!((day.len(), time.len()), (10, 9), "{}", machine.date);
        let line = machine.line();
        for part in [&machine.date, &machine.processor, &machine.kernel] {
            assert!(!part.is_empty() && line.contains(part), "{line}");
        }
    }
}
