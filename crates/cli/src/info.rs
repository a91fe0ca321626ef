//! `farreach info`: shows the build, all settings with their values and origins, the devices, and
//! the device that is used.

use std::fmt::Write;
use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use farreach::settings::{self, Setting};
use farreach_runtime::devices::{self, Found};
use farreach_runtime::jobs;
use serde::Serialize;

use crate::output::{self, JsonArgs};
use crate::version;

/// The arguments of `farreach info`.
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// Settings to show, such as FARREACH_HEAP or heap [default: all, the devices and the version].
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// List MPI's functions instead: those that are there, and those that only say that they are not.
    #[arg(long, conflicts_with = "names")]
    mpi: bool,
    #[command(flatten)]
    json: JsonArgs,
}

/// The information to show.
#[derive(Serialize)]
struct Info {
    version: &'static str,
    /// The commit. `None` if the program was not built in the project's repository.
    commit: Option<&'static str>,
    target: &'static str,
    profile: &'static str,
    settings: Vec<SettingInfo>,
    /// The devices. `None` if only settings were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    devices: Option<Vec<DeviceInfo>>,
    /// The launcher that a program would find here, and why. `None` if only settings were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    launcher: Option<String>,
}

#[derive(Serialize)]
struct SettingInfo {
    name: &'static str,
    value: String,
    /// Where the value comes from.
    origin: String,
    default: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct DeviceInfo {
    name: &'static str,
    is_used: bool,
    description: String,
}

/// The functions of `libmpi.so.12`, `libmpi.so.40` and `libmpi_abi.so.1`, each with the family that it belongs to.
const MPI_FUNCTIONS: &str = include_str!("info/mpi.txt");
/// The family of the functions that only say that they are not there.
const ABSENT: &str = "absent";

/// The functions of MPI, and the libraries for programs of each ABI.
#[derive(Serialize)]
struct MpiInfo {
    abis: Vec<MpiAbi>,
    there: Vec<&'static str>,
    absent: Vec<&'static str>,
}

/// The library of an ABI.
#[derive(Serialize)]
struct MpiAbi {
    abi: &'static str,
    library: &'static str,
}

impl MpiInfo {
    fn new() -> MpiInfo {
        let all = MPI_FUNCTIONS
            .lines()
            .filter_map(|line| line.split_once(' '));
        let (absent, there): (Vec<_>, Vec<_>) = all.partition(|(_, family)| *family == ABSENT);
        let names =
            |list: Vec<(&'static str, &str)>| list.into_iter().map(|(name, _)| name).collect();
        let abis = [
            ("MPICH and its derivatives", "libmpi.so.12"),
            ("Open MPI 3 to 5", "libmpi.so.40"),
            ("the standard, MPI 5.0", "libmpi_abi.so.1"),
        ];
        let abis = abis.map(|(abi, library)| MpiAbi { abi, library });
        MpiInfo {
            abis: abis.into(),
            there: names(there),
            absent: names(absent),
        }
    }

    fn text(&self) -> String {
        let mut text = "Programs of these ABIs run unchanged:\n".to_owned();
        for MpiAbi { abi, library } in &self.abis {
            let _ = writeln!(text, "    {library:<16} {abi}");
        }
        let _ = writeln!(text, "{} functions are there:", self.there.len());
        // Writing to a string does not fail.
        for name in &self.there {
            let _ = writeln!(text, "    {name}");
        }
        let _ = writeln!(
            text,
            "{} functions are not there, and fail with MPI_ERR_UNSUPPORTED_OPERATION:",
            self.absent.len()
        );
        for name in &self.absent {
            let _ = writeln!(text, "    {name}");
        }
        text
    }
}

/// Shows the functions of MPI.
fn show_mpi(args: &InfoArgs) -> Result<ExitCode> {
    let info = MpiInfo::new();
    let json = || serde_json::to_string_pretty(&info).expect("plain names") + "\n";
    args.json.write(json)?;
    if args.json.leaves_text() {
        output::print(&info.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the information.
pub(crate) fn run(args: &InfoArgs) -> Result<ExitCode> {
    if args.mpi {
        return show_mpi(args);
    }
    let chosen = chosen(&args.names)?;
    let settings = settings::from_environment();
    let is_all = args.names.is_empty();
    let devices = settings.as_ref().ok().filter(|_| is_all).map(devices::find);
    let launcher = settings.as_ref().ok().filter(|_| is_all).map(|settings| {
        let found = jobs::describe(settings);
        found.unwrap_or_else(|error| error.to_string())
    });
    let info = Info {
        launcher,
        ..Info::new(chosen, devices)
    };
    args.json.write(|| info.json())?;
    if args.json.leaves_text() {
        output::print(&info.text(output::width(io::stdout())))?;
    }
    // The error is returned last, so that a wrong value is shown beside it.
    settings?;
    Ok(ExitCode::SUCCESS)
}

/// The settings of these names, in any case and with or without the common prefix. All settings if
/// there are no names.
fn chosen(names: &[String]) -> Result<Vec<&'static Setting>> {
    if names.is_empty() {
        return Ok(settings::TABLE.iter().collect());
    }
    let find = |name: &String| {
        let mut full = name.to_uppercase().replace('-', "_");
        if !full.starts_with("FARREACH_") {
            full.insert_str(0, "FARREACH_");
        }
        if let Some(setting) = settings::TABLE.iter().find(|one| one.name == full) {
            return Ok(setting);
        }
        settings::check_name(&full)?;
        anyhow::bail!("{full} is no setting: `farreach run` sets it for the processes of a job")
    };
    names.iter().map(find).collect()
}

impl Info {
    fn new(chosen: Vec<&'static Setting>, devices: Option<Vec<Found>>) -> Info {
        let setting = |setting: &'static Setting| {
            let (value, origin) = settings::value_and_origin(setting);
            SettingInfo {
                name: setting.name,
                value,
                origin: origin.to_string(),
                default: setting.default,
                meaning: setting.meaning,
            }
        };
        let device = |found: Found| DeviceInfo {
            name: found.name,
            is_used: found.is_chosen,
            description: found.description,
        };
        Info {
            version: version::NUMBER,
            commit: version::commit(),
            target: version::TARGET,
            profile: version::PROFILE,
            settings: chosen.into_iter().map(setting).collect(),
            devices: devices.map(|found| found.into_iter().map(device).collect()),
            launcher: None,
        }
    }

    fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain names and texts") + "\n"
    }

    fn text(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        if self.devices.is_some() {
            let line = format!("farreach {}", version::text());
            let _ = writeln!(text, "{}\n", output::wrapped(&line, width, 4));
        }
        for setting in &self.settings {
            let SettingInfo {
                name,
                value,
                origin,
                meaning,
                ..
            } = setting;
            let _ = writeln!(text, "{name}={value} ({origin})");
            let meaning = output::wrapped(&format!("    {meaning}"), width, 4);
            let _ = writeln!(text, "{meaning}");
        }
        for device in self.devices.iter().flatten() {
            let mark = if device.is_used { "*" } else { " " };
            let line = format!("{mark} {:<6} {}", device.name, device.description);
            let _ = write!(text, "\n{}", output::wrapped(&line, width, 9));
        }
        if let Some(launcher) = &self.launcher {
            let line = format!("launcher {launcher}");
            let _ = write!(text, "\n\n{}", output::wrapped(&line, width, 9));
        }
        if self.devices.is_some() {
            text += "\n";
        }
        text
    }
}
