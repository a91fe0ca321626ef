//! Writes this program's own output, within the terminal's width.
//!
//! All output goes through this module instead of `println!`, which panics if the reader has left.
//! A reader that leaves, as `head` does, ends the program without a message: [`ReaderLeft`] is
//! returned as an error, so that temporary files are removed on the way.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use rustix::fs::{Access, access};

/// The exit code that a shell reports for a program that wrote to a closed pipe: 128 + SIGPIPE.
pub(crate) const EXIT_READER_LEFT: u8 = 141;
/// The least width of text, whatever the terminal's width is.
const WIDTH_MIN: usize = 40;

/// The reader of this program's output has left.
#[derive(Debug)]
pub(crate) struct ReaderLeft;

impl fmt::Display for ReaderLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the reader of the output left")
    }
}

impl std::error::Error for ReaderLeft {}

/// Writes results to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    write(io::stdout().lock(), text).context("writing to standard output")
}

/// Writes messages for the user to standard error.
pub(crate) fn tell(text: &str) -> Result<()> {
    write(io::stderr().lock(), text).context("writing to standard error")
}

/// Writes an error to standard error, last of all. A failure is ignored, since there is no other
/// place to report it.
pub(crate) fn tell_error(error: &anyhow::Error) {
    let _ = tell(&format!("farreach: {}\n", with_causes(error)));
}

/// An error and its causes. The text of many errors has that of their cause in it.
fn with_causes(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

fn write(mut stream: impl Write, text: &str) -> Result<()> {
    let written = stream
        .write_all(text.as_bytes())
        .and_then(|()| stream.flush());
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(ReaderLeft.into()),
        written => Ok(written?),
    }
}

/// The number of columns for text on this stream: the terminal's, else that of COLUMNS. `None`
/// means no limit, so that each line can be searched.
pub(crate) fn width(stream: impl AsFd) -> Option<usize> {
    let of_terminal = terminal_size::terminal_size_of(stream).map(|(width, _)| width.0.into());
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = of_terminal.filter(|&width| width > 0).or_else(said)?;
    Some(WIDTH_MIN.max(width))
}

/// The text in lines of at most `width` columns. All lines except the first begin with `indent`
/// blanks.
pub(crate) fn wrapped(text: &str, width: Option<usize>, indent: usize) -> String {
    let Some(width) = width else {
        return text.to_owned();
    };
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(width)
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(text, options)
}

/// Fails if no file can be written at this path. Changes nothing.
pub(crate) fn check_writable(path: &Path) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => Path::new("/"),
    };
    let checked = if path.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else if path.exists() {
        access(path, Access::WRITE_OK).map_err(io::Error::from)
    } else if folder.exists() && !folder.is_dir() {
        Err(ErrorKind::NotADirectory.into())
    } else {
        access(folder, Access::WRITE_OK | Access::EXEC_OK).map_err(io::Error::from)
    };
    checked.with_context(|| format!("writing {}", path.display()))
}

/// Where results are written as JSON.
#[derive(Debug, Args)]
pub(crate) struct JsonArgs {
    /// Write the results as JSON: to a file, beside the text; or for - or without a name to standard output, instead of the text.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
}

impl JsonArgs {
    /// Whether JSON is requested.
    pub(crate) fn is_wanted(&self) -> bool {
        self.json.is_some()
    }

    /// Whether the text is shown as well. It is not if the JSON takes its place.
    pub(crate) fn leaves_text(&self) -> bool {
        !self.is_for_stdout()
    }

    /// Fails if the results can't be written where requested. Call this before work that takes long.
    pub(crate) fn check(&self) -> Result<()> {
        match &self.json {
            Some(file) if !self.is_for_stdout() => check_writable(file),
            _ => Ok(()),
        }
    }

    /// Writes the results as JSON where requested.
    pub(crate) fn write(&self, results: impl FnOnce() -> String) -> Result<()> {
        match &self.json {
            None => Ok(()),
            Some(_) if self.is_for_stdout() => print(&results()),
            Some(file) => std::fs::write(file, results())
                .with_context(|| format!("writing {}", file.display())),
        }
    }

    fn is_for_stdout(&self) -> bool {
        self.json
            .as_ref()
            .is_some_and(|file| file.as_os_str() == "-")
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use anyhow::Context;

    use super::{ReaderLeft, width, with_causes, wrapped, write};

    /// A stream whose writes fail.
    struct Closed(io::ErrorKind);

    impl io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_reader_that_left_is_told_apart() {
        let left = write(Closed(io::ErrorKind::BrokenPipe), "x").unwrap_err();
        assert!(left.is::<ReaderLeft>());
        let full = write(Closed(io::ErrorKind::StorageFull), "x").unwrap_err();
        assert!(!full.is::<ReaderLeft>());
    }

    #[test]
    fn lines_are_wrapped_between_words_only() {
        let text =
            "memory that is-taken --only when a_very_long_name_that_fits_nowhere is allocated";
        let lines = wrapped(text, Some(24), 4);
        assert_eq!(
            lines,
            "memory that is-taken\n    --only when\n    a_very_long_name_that_fits_nowhere\n    is allocated"
        );
        assert_eq!(wrapped(text, None, 4), text);
    }

    #[test]
    fn a_cause_is_told_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("making the folder: {source}")]
        struct Outer {
            source: io::Error,
        }
        let refused = || io::Error::from(io::ErrorKind::PermissionDenied);
        let error = anyhow::Error::from(Outer { source: refused() });
        assert_eq!(with_causes(&error), "making the folder: permission denied");
        let error = Err::<(), _>(refused()).context("writing").unwrap_err();
        assert_eq!(with_causes(&error), "writing: permission denied");
    }

    #[test]
    fn what_is_no_terminal_has_no_width() {
        let file = std::fs::File::open("/dev/null").unwrap();
        let said = std::env::var("COLUMNS").is_ok();
        assert_eq!(width(&file).is_some(), said);
    }
}
