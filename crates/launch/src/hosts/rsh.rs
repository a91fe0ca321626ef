//! The command that starts an agent on another host.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;

use thiserror::Error;

/// What stands for the host in a command.
const HOST: &str = "{host}";
/// Commands that join their arguments to a line for the shell of the other host.
const BY_SHELL: [&str; 5] = ["ssh", "slogin", "rsh", "remsh", "oarsh"];

/// A command that executes another command on a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rsh {
    /// At least one word. One of them contains [`HOST`].
    words: Vec<String>,
}

/// Why a text is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RshError {
    /// The text is empty.
    #[error("no command; write one such as 'ssh -p 2222 {{host}}'")]
    Empty,
    /// A quote is not closed.
    #[error("a quote that is not closed")]
    Quote,
}

impl Rsh {
    /// ssh, which asks for nothing, becomes nobody's master and gives up after so many seconds.
    pub fn ssh(seconds: u64) -> Rsh {
        let timeout = format!("ConnectTimeout={}", seconds.max(1));
        let words = [
            "ssh",
            "-T",
            "-x",
            "-o",
            "BatchMode=yes",
            "-o",
            "ControlMaster=no",
            "-o",
            &timeout,
            HOST,
        ];
        Rsh {
            words: words.map(str::to_owned).to_vec(),
        }
    }

    /// The command's name, for messages.
    pub(crate) fn name(&self) -> &str {
        let name = Path::new(&self.words[0]).file_name();
        name.and_then(|name| name.to_str())
            .unwrap_or(&self.words[0])
    }

    /// The command that executes `file` with `arguments` on `host`.
    ///
    /// A remote shell gets one line, with `exec`, so that no shell stands between it and the agent. Any
    /// other command gets the words.
    pub(crate) fn command(&self, host: &str, file: &Path, arguments: &[&str]) -> Command {
        let mut words = self.words.iter().map(|word| word.replace(HOST, host));
        let mut command = Command::new(words.next().expect("at least one word"));
        command.args(words);
        if BY_SHELL.contains(&self.name()) {
            let mut line = OsString::from("exec ");
            line.push(quoted(file));
            for argument in arguments {
                line.push(" ");
                line.push(argument);
            }
            command.arg(line);
        } else {
            command.arg(file).args(arguments);
        }
        command
    }
}

impl FromStr for Rsh {
    type Err = RshError;

    fn from_str(text: &str) -> Result<Rsh, RshError> {
        let mut words = shlex::split(text).ok_or(RshError::Quote)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(RshError::Empty);
        }
        if !words.iter().any(|word| word.contains(HOST)) {
            words.push(HOST.to_owned());
        }
        Ok(Rsh { words })
    }
}

/// The path as one word of a shell's line.
fn quoted(path: &Path) -> OsString {
    // A path has no zero byte, the only one that can't be quoted.
    let quoted = shlex::bytes::try_quote(path.as_os_str().as_bytes());
    quoted.map_or_else(
        |_| path.into(),
        |quoted| std::ffi::OsStr::from_bytes(&quoted).to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::{Rsh, RshError};
    use std::path::Path;

    fn words(rsh: &Rsh, host: &str, file: &str) -> Vec<String> {
        let command = rsh.command(host, Path::new(file), &["__agent", "stdio"]);
        let arguments = command.get_args().map(|word| word.to_str().unwrap());
        std::iter::once(command.get_program().to_str().unwrap())
            .chain(arguments)
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn a_remote_shell_gets_a_line_and_anything_else_words() {
        let ssh: Rsh = "ssh -p 22".parse().unwrap();
        assert_eq!(
            words(&ssh, "h1", "/opt/a b/farreach"),
            [
                "ssh",
                "-p",
                "22",
                "h1",
                "exec '/opt/a b/farreach' __agent stdio"
            ]
        );
        let enter: Rsh = "'ip' netns exec ns-{host}".parse().unwrap();
        assert_eq!(
            words(&enter, "h1", "/f"),
            ["ip", "netns", "exec", "ns-h1", "/f", "__agent", "stdio"]
        );
        let plain = words(&Rsh::ssh(20), "u@h", "/f");
        assert!(plain.contains(&"BatchMode=yes".to_owned()));
        assert_eq!(plain[plain.len() - 2..], ["u@h", "exec /f __agent stdio"]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        assert_eq!("".parse::<Rsh>(), Err(RshError::Empty));
        assert_eq!("'' a".parse::<Rsh>(), Err(RshError::Empty));
        assert_eq!("ssh 'a".parse::<Rsh>(), Err(RshError::Quote));
    }
}
