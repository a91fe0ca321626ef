//! What manual pages have that no command line says: exit statuses, variables, and the page of all
//! settings. The texts are roff.

use std::fmt::Write as _;

use farreach::settings::TABLE;

use crate::version;

/// A word, and what it means.
type Entry = (&'static str, &'static str);

/// The name of the page of all settings, which is in section 7.
pub(super) const SETTINGS_PAGE: &str = "farreach-settings.7";

/// Exit statuses of commands that start a job.
const JOB_EXITS: [Entry; 8] = [
    ("0", "All processes ended well."),
    (
        "the process's",
        "A process exited with another code than 0, or ended the job with this code. The first such code counts.",
    ),
    (
        "1",
        "A call of the program was wrong, a process ended without finalizing, or no process could go on.",
    ),
    (
        "2",
        "The command line or a setting is wrong. Nothing was started.",
    ),
    ("124", "The time of --timeout was over."),
    ("126", "A process could not be started."),
    (
        "128 + N",
        "The signal of number N killed a process, or ended the launcher.",
    ),
    ("141", "The reader of the output left."),
];

/// Exit statuses of commands that succeed or not.
const PLAIN_EXITS: [Entry; 2] = [
    ("0", "Success."),
    (
        "2",
        "The command line is wrong, or the command failed. A message says why.",
    ),
];

/// Exit statuses of `farreach doctor`.
const DOCTOR_EXITS: [Entry; 3] = [
    ("0", "Nothing has to be changed."),
    (
        "1",
        "Something has to be changed, or a host did not answer.",
    ),
    ("2", "The command line is wrong."),
];

/// Exit statuses of `farreach bench compare`.
const COMPARE_EXITS: [Entry; 3] = [
    ("0", "All peers that are installed were measured."),
    ("1", "A peer failed, or its data was wrong."),
    ("2", "The command line is wrong, or the comparison failed."),
];

/// Variables that each command reads.
const SETTINGS: Entry = (
    "FARREACH_...",
    "The settings, which farreach-settings(7) lists. A variable with this prefix that does not exist is refused.",
);

/// Variables of commands that start a job.
const JOB_VARIABLES: [Entry; 5] = [
    SETTINGS,
    (
        "PATH",
        "Where a program without a slash in its name is looked for.",
    ),
    (
        "SLURM_JOB_NODELIST, SLURM_TASKS_PER_NODE",
        "The hosts of a Slurm allocation. They are used if no option names hosts or nodes.",
    ),
    (
        "SHMEM_..., SMA_...",
        "OpenSHMEM's own variables. The processes of all hosts get them, as they get the settings.",
    ),
    (
        "FARREACH_RANK, FARREACH_SIZE, FARREACH_NODE",
        "Set for each process: its rank, the number of ranks, and the number of its node.",
    ),
];

/// Variables of `farreach install`.
const INSTALL_VARIABLES: [Entry; 2] = [
    (
        "CARGO",
        "The cargo that builds the library; cargo if unset.",
    ),
    (
        "OSHMEM_CC",
        "The C compiler that links the libraries; cc if unset.",
    ),
];

/// Variables of other commands.
const PLAIN_VARIABLES: [Entry; 2] = [
    SETTINGS,
    (
        "COLUMNS",
        "The width of the text, if the output is no terminal.",
    ),
];

/// Variables that the launcher sets for processes, in the page of all settings.
const SET_VARIABLES: [Entry; 4] = [
    ("FARREACH_RANK", "The rank of the process, from 0 on."),
    ("FARREACH_SIZE", "The number of ranks of the job."),
    (
        "FARREACH_NODE",
        "The number of the process's node, from 0 on.",
    ),
    (
        "FARREACH_JOB_FD",
        "The descriptor of the socket to the launcher.",
    ),
];

/// OpenSHMEM's variables, in the page of all settings.
const OPENSHMEM_VARIABLES: [Entry; 3] = [
    (
        "SHMEM_SYMMETRIC_SIZE",
        "Bytes of each process's symmetric heap, with k, m, g or t. FARREACH_HEAP takes precedence.",
    ),
    (
        "SHMEM_DEBUG",
        "With any value, mistakes are looked for, as with FARREACH_DEBUG=on.",
    ),
    (
        "SHMEM_VERSION, SHMEM_INFO",
        "With any value, the first process prints the version, or these variables, at the start.",
    ),
];

/// The sections that are added to the page of a command, such as `farreach-run`.
pub(super) fn of_command(name: &str) -> String {
    let (exits, variables): (&[Entry], &[Entry]) = match name {
        "farreach-run" | "oshrun" | "mpiexec" => (&JOB_EXITS, &JOB_VARIABLES),
        "farreach-install" => (&PLAIN_EXITS, &INSTALL_VARIABLES),
        "farreach-doctor" => (&DOCTOR_EXITS, &PLAIN_VARIABLES),
        "farreach-bench-compare" => (&COMPARE_EXITS, &PLAIN_VARIABLES),
        _ => (&PLAIN_EXITS, &PLAIN_VARIABLES),
    };
    let mut page = section("EXIT STATUS", exits);
    if name == "farreach" {
        page += "The other statuses are those of the subcommands.\n";
    }
    page += &section("ENVIRONMENT", variables);
    page += ".SH \"SEE ALSO\"\n";
    if name != "farreach" {
        page += ".BR farreach (1),\n";
    }
    page += ".BR farreach\\-settings (7)\n";
    page
}

/// The page of all settings.
pub(super) fn settings_page() -> String {
    let mut page = format!(
        ".TH farreach\\-settings 7 \"\" \"Farreach {}\" \"Farreach\"\n\
         .SH NAME\n\
         farreach\\-settings \\- environment variables of Farreach\n\
         .SH DESCRIPTION\n\
         A setting is an environment variable whose name begins with\n\
         .BR FARREACH_ .\n\
         Set it in the shell, or for the processes of one job by\n\
         .BR \"farreach run \\-x\" \" \\fINAME\\fR=\\fIVALUE\\fR.\"\n\
         .B farreach info\n\
         shows each setting with its value and its origin.\n\
         .PP\n\
         A variable with this prefix that does not exist is refused.\n\
         A value that can't be read is refused, with what would do.\n\
         An empty value counts as unset.\n\
         All processes of a job have to get the same values. The launcher hands its environment on.\n",
        version::NUMBER
    );
    page += ".SH SETTINGS\n";
    for setting in TABLE {
        // Writing to a string does not fail.
        let _ = write!(
            page,
            ".TP\n.BR {} \" (default: {})\"\n{}\n",
            setting.name,
            text(setting.default),
            text(setting.meaning)
        );
    }
    page += &section("VARIABLES OF A PROCESS", &SET_VARIABLES);
    page += ".PP\nThe launcher sets these. They are no settings.\n";
    page += &section("VARIABLES OF OPENSHMEM", &OPENSHMEM_VARIABLES);
    page += ".SH \"SEE ALSO\"\n.BR farreach (1),\n.BR farreach\\-run (1),\n.BR oshrun (1),\n.BR mpiexec (1)\n";
    page
}

/// A section that lists entries.
fn section(title: &str, entries: &[Entry]) -> String {
    let mut page = format!(".SH \"{title}\"\n");
    for (word, meaning) in entries {
        // Writing to a string does not fail.
        let _ = write!(page, ".TP\n\\fB{}\\fR\n{}\n", text(word), text(meaning));
    }
    page
}

/// Text as roff shows it unchanged. The texts of this module and of the table of settings are one line
/// each.
fn text(plain: &str) -> String {
    let escaped = plain.replace('\\', "\\e").replace('-', "\\-");
    if escaped.starts_with(['.', '\'']) {
        return format!("\\&{escaped}");
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn text_has_no_requests_and_no_escapes() {
        assert_eq!(text("a\\b --c"), "a\\eb \\-\\-c");
        assert_eq!(text(".TP"), "\\&.TP");
        assert_eq!(text("'x' is quoted"), "\\&'x' is quoted");
    }
}
