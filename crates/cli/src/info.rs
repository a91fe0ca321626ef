//! `farreach info`: all settings with their values and origins, the devices found, and the one that is used.

use std::process::ExitCode;

use comfy_table::Table;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use farreach::settings::{self, Settings};
use farreach_runtime::devices;

/// Prints it.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut table = Table::new();
    table
        .load_preset(UTF8_BORDERS_ONLY)
        .set_header(["setting", "value", "origin", "meaning"]);
    for setting in settings::TABLE {
        let (value, origin) = settings::value_and_origin(setting);
        table.add_row([setting.name, &value, &origin.to_string(), setting.meaning]);
    }
    println!("{table}");
    // After the table, so that a wrong value can be seen beside its error.
    let settings = Settings::from_environment()?;
    println!();
    for device in devices::find(&settings) {
        let mark = if device.is_chosen { "*" } else { " " };
        println!("{mark} {:<6} {}", device.name, device.description);
    }
    Ok(ExitCode::SUCCESS)
}
