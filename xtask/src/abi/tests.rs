//! The generated files equal the table's output.

use std::collections::BTreeSet;

use super::{all_functions, outputs};
use crate::workspace_root;

#[test]
fn the_generated_files_are_up_to_date() {
    let root = workspace_root().expect("the workspace");
    for output in outputs() {
        let path = root.join(&output.path);
        let found = std::fs::read_to_string(&path).expect("a generated file");
        assert!(
            found == output.text,
            "{} is not what the table makes: run `cargo xtask abi`",
            output.path.display()
        );
    }
}

#[test]
fn no_name_is_there_twice() {
    let mut names = BTreeSet::new();
    for function in all_functions() {
        assert!(
            names.insert(function.name.clone()),
            "{} is there twice",
            function.name
        );
    }
}
