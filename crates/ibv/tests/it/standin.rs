//! The conformance suite, over a library in the place of libibverbs.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

// Cargo builds the library, since this program depends on its crate.
use farreach_standin as _;

/// The test that the library is given to, in a process of its own: a process loads one library.
const SUITE: &str = "conformance::an_adapter_of_this_host_conforms";

/// A folder with the library under the name that `ibv` looks for.
struct Folder(PathBuf);

impl Folder {
    fn make() -> Folder {
        let program = std::env::current_exe().expect("this program");
        let built = program.with_file_name("libfarreach_standin.so");
        assert!(built.exists(), "{} was not built", built.display());
        let folder = std::env::temp_dir().join(format!("farreach-standin.{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        symlink(built, folder.join("libibverbs.so.1")).expect("a link");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is a link below the folder of temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_device_conforms_on_the_stand_in_for_the_library() {
    let folder = Folder::make();
    for (link, xrc) in [
        ("infiniband", "with"),
        ("ethernet", "with"),
        ("infiniband", "without"),
    ] {
        let program = std::env::current_exe().expect("this program");
        let mut suite = Command::new(program);
        suite
            .args(["--exact", SUITE, "--nocapture"])
            .env("LD_LIBRARY_PATH", &folder.0)
            .env("STANDIN_LINK", link);
        if xrc == "with" {
            suite.env("STANDIN_XRC", &folder.0);
        }
        let output = suite.output().expect("this program starts again");
        let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(
            output.status.success() && err.contains(&format!("adapter standin0, {xrc} XRC")),
            "{link} {xrc} XRC: {out}{err}"
        );
        // The cases ran.
        assert!(out.matches(": ok").count() > 20, "{out}");
    }
}
