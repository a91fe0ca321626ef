//! Which functions of the table have no body in the crate.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;
use proc_macro2::{TokenStream, TokenTree};

use super::exports::{rust_result, rust_type};
use super::row::{Function, Parameter};
use super::{CRATE, Family, Kind, forms};

/// A line for each body that is not there: its row, its file, and its signature. The generated files call these functions.
pub(super) fn missing(root: &Path, families: &[Family]) -> anyhow::Result<String> {
    let mut text = String::new();
    for family in families.iter().filter(|family| family.kind != Kind::Absent) {
        let file = format!("{CRATE}/src/{}.rs", family.name);
        let path = root.join(&file);
        let code = std::fs::read_to_string(&path)
            .with_context(|| format!("the family {} has the module {file}", family.name))?;
        let code = syn::parse_file(&code).with_context(|| file.clone())?;
        let mut there = defined(&code);
        for (function, twin) in called(family) {
            // A function that is missing is told once.
            if there.insert(function.rust_name()) {
                // Writing to a string does not fail.
                let _ = write!(
                    text,
                    "\n{file} lacks the body of the row `{}` of xtask/src/abi/mpi/table/{}.rs:\n    {}",
                    function.text,
                    family.name,
                    signature(family, &function, twin.as_ref())
                );
            }
        }
    }
    Ok(text)
}

/// The functions whose bodies the family calls, each with the one that has counts of the other size.
fn called(family: &Family) -> Vec<(Function, Option<Function>)> {
    if family.kind == Kind::Collectives {
        let first = |row: &&str| {
            let mut forms = forms::of(row).into_iter().map(|forms| forms.blocking);
            (forms.next().expect("a form"), forms.next())
        };
        return family.rows.iter().map(first).collect();
    }
    let all = family.functions();
    let with_twin = |function: &Function| (function.clone(), function.twin(&all).cloned());
    all.iter().map(with_twin).collect()
}

/// The names of the functions that a file has: its own, those of other modules, and those that macros make.
fn defined(file: &syn::File) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in &file.items {
        match item {
            syn::Item::Fn(function) => {
                names.insert(function.sig.ident.to_string());
            }
            syn::Item::Use(item) => add_used(&item.tree, &mut names),
            syn::Item::Macro(call) if call.ident.is_none() => {
                add_words(call.mac.tokens.clone(), &mut names);
            }
            _ => {}
        }
    }
    names
}

fn add_used(tree: &syn::UseTree, names: &mut BTreeSet<String>) {
    match tree {
        syn::UseTree::Path(path) => add_used(&path.tree, names),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| add_used(tree, names)),
        syn::UseTree::Name(name) => {
            names.insert(name.ident.to_string());
        }
        _ => {}
    }
}

fn add_words(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                names.insert(word.to_string());
            }
            TokenTree::Group(group) => add_words(group.stream(), names),
            _ => {}
        }
    }
}

/// The declaration of a body.
fn signature(family: &Family, function: &Function, twin: Option<&Function>) -> String {
    let parameters = function.parameters.iter().enumerate();
    let mut list: Vec<String> = parameters
        .map(|(at, parameter)| {
            let differs = twin.is_some_and(|twin| twin.parameters[at].kind != parameter.kind);
            format!("{}: {}", parameter.rust_name(), taken(parameter, differs))
        })
        .collect();
    if function.result != "int" {
        let is_generic = family.kind == Kind::Conversions;
        return format!(
            "pub(crate) fn {}{}({}) -> {}",
            function.rust_name(),
            if is_generic { "<A: Abi>" } else { "" },
            list.join(", "),
            rust_result(&function.result).replace("Handle", "A::Handle")
        );
    }
    if !matches!(family.kind, Kind::Anytime | Kind::Tool) {
        list.insert(0, "state: &State".to_owned());
    }
    if family.kind == Kind::Collectives {
        list.push("form: impl Form".to_owned());
    }
    format!(
        "pub(crate) unsafe fn {}<A: Abi>({}) -> Done",
        function.rust_name(),
        list.join(", ")
    )
}

/// The type of a body's parameter. If it `differs` between the sizes of counts, the body has one type for both.
fn taken(parameter: &Parameter, differs: bool) -> String {
    let kind = rust_type(parameter);
    match kind.split_whitespace().next() {
        Some("*const") if differs => "Ints".to_owned(),
        Some("*mut") if differs && parameter.is_array => "Ints".to_owned(),
        Some("*mut") if differs => "Out".to_owned(),
        _ if differs => "i64".to_owned(),
        _ => kind
            .replace("Handle", "A::Handle")
            .replace("File", "A::File")
            .replace("Status", "A::Status"),
    }
}

#[cfg(test)]
mod tests {
    use super::missing;
    use crate::abi::mpi::{Family, Kind, table};
    use crate::workspace_root;

    #[test]
    fn each_function_has_a_body() {
        let root = workspace_root().expect("the workspace");
        let told = missing(root, table::FAMILIES).expect("the crate's files");
        assert_eq!(told, "");
    }

    #[test]
    fn a_missing_body_is_told_with_its_signature() {
        let root = workspace_root().expect("the workspace");
        let point = Family {
            name: "point",
            kind: Kind::Functions,
            rows: &[
                "int MPI_Send(const void *buf, int count, MPI_Comm comm)",
                "int MPI_Lend(const void *buf, int count, MPI_Comm comm, MPI_Status *status)",
                "int MPI_Lend_c(const void *buf, MPI_Count count, MPI_Comm comm, MPI_Status *status)",
            ],
        };
        let collective = Family {
            name: "collective",
            kind: Kind::Collectives,
            rows: &["int MPI_Hand_round(void *buf, const int counts[], MPI_Comm comm)"],
        };
        let told = missing(root, &[point, collective]).expect("the crate's files");
        assert_eq!(
            told,
            "\ncrates/mpi-c/src/point.rs lacks the body of the row `int MPI_Lend(const void *buf, int count, MPI_Comm comm, \
             MPI_Status *status)` of xtask/src/abi/mpi/table/point.rs:\n    pub(crate) unsafe fn lend<A: Abi>(state: &State, buf: \
             *const c_void, count: i64, comm: A::Handle, status: *mut A::Status) -> Done\
             \ncrates/mpi-c/src/collective.rs lacks the body of the row `int MPI_Hand_round(void *buf, const int counts[], \
             MPI_Comm comm)` of xtask/src/abi/mpi/table/collective.rs:\n    pub(crate) unsafe fn hand_round<A: Abi>(state: &State, \
             buf: *mut c_void, counts: Ints, comm: A::Handle, form: impl Form) -> Done"
        );
    }
}
